"""Whether what was said answers a tossup, by its answer line."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from stumper.scores.answer_forms import Forms, forms
from stumper.scores.near_spellings import is_near
from stumper.types import Gold

Match = Literal["accept", "prompt", "reject"]


@lru_cache(maxsize=1 << 17)
def match_answer(gold: Gold, said: str) -> Match:
    """What a moderator says: the verdict of the answer of the line that is closest to what was said.

    Of equally close ones, accept comes before reject and reject before prompt. Part of the main answer is prompted on;
    what is close to nothing is rejected.
    """
    prepared = _prepared(gold)
    heard = forms(said)
    if not heard.words:
        return "reject"
    accept = max(closeness(form, heard) for form in prepared.accepts)
    if accept == SAME:
        return "accept"
    reject = max((closeness(form, heard, may_add=False) for form in prepared.rejects), default=APART)
    prompt = max((closeness(form, heard, may_add=False) for form in prepared.prompts), default=APART)
    closest = max(accept, reject, prompt)
    if closest == APART:
        return "prompt" if is_part(prepared.accepts[0], heard) else "reject"
    return "accept" if accept == closest else "reject" if reject == closest else "prompt"


def closeness(form: Forms, heard: Forms, may_add: bool = True) -> int:
    """How close what was heard is to one answer of a line, from APART to SAME.

    ``may_add``: whether what need not be said may be said besides. Not where "Gandhi" is prompted on: Indira Gandhi
    is somebody else.
    """
    if heard.words == form.words:
        return SAME
    if heard.joined == form.joined or heard.bag == form.bag:
        return ALIKE
    if is_near(form.core, heard.core):
        return NEAR
    if heard.joined in form.short or _is_near_short(form, heard) or is_same_person(form.name, heard.name):
        return SHORT
    if may_add and (form.joined in heard.short or _both_short(form, heard)):
        return SHORT
    return APART


APART, SHORT, NEAR, ALIKE, SAME = range(5)


def _is_near_short(form: Forms, heard: Forms) -> bool:
    """Whether one word was said that is a last name, or all that must be said, in another spelling."""
    return len(heard.core) == 1 and any(is_near(heard.core, (short,)) for short in form.short)


def _both_short(form: Forms, heard: Forms) -> bool:
    """Whether the same is left of both, with its number: Dom Pedro II, Pedro II of Brazil."""
    return any(short[-1:].isdigit() and not short.isdigit() for short in form.short & heard.short)


def is_part(form: Forms, heard: Forms) -> bool:
    """Whether at least half of the words of an answer were said, in a row, and nothing else."""
    some, all_ = heard.core, form.core
    if not len(all_) / 2 <= len(some) < len(all_):
        return False
    return any(all_[i : i + len(some)] == some for i in range(len(all_) - len(some) + 1))


@dataclass(frozen=True, slots=True)
class _Prepared:
    accepts: tuple[Forms, ...]
    prompts: tuple[Forms, ...]
    rejects: tuple[Forms, ...]


@lru_cache(maxsize=1 << 16)
def _prepared(gold: Gold) -> _Prepared:
    return _Prepared(
        tuple(forms(answer.text) for answer in gold.answers),
        tuple(map(forms, gold.prompts)),
        tuple(map(forms, gold.rejects)),
    )


def is_same_person(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names agree in first and last word, and one has what the other has between; initials stand for
    names."""
    if not one or not other or one[-1] != other[-1]:
        return False
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) == 2 and len(longer) > 2 and shorter[0] == "".join(word[0] for word in longer[:-1]):
        return True  # JS Bach
    if not _agree(shorter[0], longer[0]) or (shorter[0] != longer[0] and len(shorter) < len(longer)):
        return False
    at = 0
    for word in shorter:
        while at < len(longer) and not _agree(word, longer[at]):
            at += 1
        at += 1
    return at <= len(longer)


def _agree(one: str, other: str) -> bool:
    return one == other or (1 in (len(one), len(other)) and one[0] == other[0])
