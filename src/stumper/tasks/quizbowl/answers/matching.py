"""Whether what was said answers a tossup, by its answer line."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from stumper.tasks.quizbowl.answers.attributed import Work, numbered_work_of, work_of
from stumper.tasks.quizbowl.answers.forms import Forms, folded, forms
from stumper.tasks.quizbowl.answers.given_names import GIVEN_NAMES, PARTICLES
from stumper.tasks.quizbowl.answers.near_spellings import is_near
from stumper.tasks.quizbowl.answers.numbers import is_number
from stumper.tasks.quizbowl.answers.sentences import answer_alone
from stumper.tasks.quizbowl.answers.small_words import (
    ALIKE_NAMESAKES,
    BEFORE_THINGS,
    CLOSINGS,
    FREE_CLOSINGS,
    JUNIOR,
    NAMESAKES,
    NOT_IN_NAMES,
    OF_OTHER_PLACES,
    OFFICES,
    OTHERS_WITHIN,
    SMALL_WORDS,
    TITLES,
)
from stumper.types import Gold

Match = Literal["accept", "prompt", "reject"]


@lru_cache(maxsize=1 << 17)
def match_answer(gold: Gold, said: str) -> Match:
    """What a moderator says: the verdict of the answer of the line that is closest to what was said.

    Of equally close ones, accept comes before reject and reject before prompt. Part of the main answer is prompted on
    where the line does not say itself on which part to prompt; what is close to nothing is rejected. A title may be
    said with its author, and anything in a sentence or with what it is: Brave New World, a novel by Aldous Huxley. Case
    and accents make no difference, nor an article before what was said, unless the line tells two answers apart by it.
    """
    heard = _heard(" ".join(said.split()))
    if not heard.words:
        return "reject"
    prepared = _prepared(gold)
    if (verdict := _verdict(prepared, heard.words, heard.forms)) is not None:
        return verdict
    if (work := heard.work) and any(_is_title(form, work.forms) for form in prepared.accepts):
        if any(not _may_be_one_author(author, work.author) for author in prepared.authors):
            return "reject"
        verdict = _verdict(prepared, work.forms.words, work.forms)
        return "prompt" if verdict == "accept" and not work.is_certain else verdict or "reject"
    if (numbered := heard.numbered) and any(_is_one_work(one, numbered) for one in prepared.numbered):
        return "accept"
    if any(_is_of_one_person(form, one) for one in (heard.forms, heard.owned) for form in prepared.accepts):
        return "accept"
    if heard.owned and (verdict := _verdict(prepared, heard.owned.words, heard.owned)) is not None:
        return verdict
    if (alone := answer_alone(said)) is not None:
        return match_answer(gold, alone)
    if heard.untitled and (verdict := _verdict(prepared, heard.untitled.words, heard.untitled)) is not None:
        return "prompt" if verdict == "accept" and not heard.has_office else verdict
    is_named = not heard.forms.family.isdisjoint(prepared.last_names)
    is_part_of_main = prepared.may_be_part and is_part(prepared.accepts[0], heard.forms)
    if is_part_of_main:
        is_part_of_main = not any(set(enough).isdisjoint(heard.forms.core) for enough in prepared.within_main)
    return "prompt" if is_named or is_part_of_main or heard.forms.joined in prepared.vague else "reject"


@dataclass(frozen=True, slots=True)
class _Heard:
    """What was said: its ``words`` with an article before it, its ``forms`` without case, accents and that article, the
    work alone where its author was named, and as ``owned`` "assassination of Lincoln" for Lincoln's assassination.

    ``numbered``: a work that its number and its author tell. ``untitled``: somebody without a title and a country;
    ``has_office``: of a kind that stands before a family name, so that King Arthur is not taken for Chester Arthur.
    """

    words: tuple[str, ...]
    forms: Forms
    work: Work | None
    owned: Forms | None
    numbered: Work | None
    untitled: Forms | None
    has_office: bool


@lru_cache(maxsize=1 << 16)
def _heard(said: str) -> _Heard:
    plain = said.casefold()
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    plain = _ARTICLE.sub("", plain, count=1)
    owned = _OWNED.fullmatch(plain.translate(_APOSTROPHES).strip(" ."))
    turned_round = forms(f"{owned['thing']} of {owned['owner']}") if owned else None
    titled = _TITLED.fullmatch(plain.strip(" ."))
    is_titled = titled is not None and (titled["title"] in OFFICES or titled["title"] in TITLES - _SAINTS)
    untitled = forms(titled["name"]) if titled and is_titled else None
    has_office = titled is not None and titled["title"] in OFFICES
    return _Heard(
        folded(said), forms(plain), work_of(plain), turned_round, numbered_work_of(plain), untitled, has_office
    )


def _verdict(prepared: "_Prepared", words: tuple[str, ...], heard: Forms) -> Match | None:
    """The verdict of what is closest, None where nothing is close; ``words`` has what was said with its article."""
    if words in prepared.words:
        return "accept"
    accept = max([closeness(form, heard) for form in prepared.accepts])
    if accept == APART and (
        _sum(heard) in prepared.sums or any(_is_between(*pair, heard.core) for pair in prepared.nested)
    ):
        accept = SHORT
    reject = max([_to_exclude(form, words, heard) for form in prepared.rejects], default=APART)
    prompt = max([_to_exclude(form, words, heard) for form in prepared.prompts], default=APART)
    closest = max(accept, reject, prompt)
    if closest == APART:
        return None
    return "accept" if accept == closest else "reject" if reject == closest else "prompt"


def _is_title(form: Forms, work: Forms) -> bool:
    """Whether an answer is the title of the work, with none of its words left out."""
    return form.is_title and (closeness(form, work) >= NEAR or _is_added_to(form, work))


def _is_one_work(one: Work, other: Work) -> bool:
    return one.forms.bag == other.forms.bag and _may_be_one_author(one.author, other.author)


def _may_be_one_author(one: Forms, other: Forms) -> bool:
    """Whether two names may be of one author: Klimt, Gustav Klimt; Leonardo, Leonardo da Vinci."""
    if closeness(one, other) > APART or closeness(other, one) > APART:
        return True
    return _is_within(one.core, other.core) or _is_within(other.core, one.core)


def _to_exclude(form: Forms, words: tuple[str, ...], heard: Forms) -> int:
    return SAME if words == form.words else closeness(form, heard, may_add=False)


def is_accepted(gold: Gold, said: str | None) -> bool:
    """Whether a moderator takes it for right; nothing said is not."""
    return said is not None and match_answer(gold, said) == "accept"


def closeness(form: Forms, heard: Forms, may_add: bool = True) -> int:
    """How close what was heard is to one answer of a line, from APART to ALIKE.

    ``may_add``: whether what need not be said may be said besides. Not where "Gandhi" is prompted on: Indira Gandhi
    is somebody else.
    """
    if heard.joined == form.joined or (heard.bag == form.bag and not _is_turned_round(form, heard)):
        return ALIKE
    if is_near(form.core, heard.core, are_names=form.is_proper):
        return NEAR
    if heard.joined in form.short or (form.family and "".join(heard.words) in form.family):
        return SHORT
    if _is_near_short(form, heard) or is_same_person(form.name, heard.name or _as_name(form, heard)):
        return SHORT
    if (form.is_capitalised or heard.is_abbreviation) and heard.shorthand in form.initials:
        return SHORT
    if len(form.core) >= _DESCRIPTION and _lacks_one(form.core, heard.core):
        return SHORT
    if may_add and (_is_added_to(form, heard) or _is_written_out(form, heard) or _both_short(form, heard)):
        return SHORT
    return APART


APART, SHORT, NEAR, ALIKE, SAME = range(5)


def _is_turned_round(form: Forms, heard: Forms) -> bool:
    """Whether another person was named, by two given names in the other order: James Henry for Henry James."""
    return len(form.name) == 2 and heard.name == form.name[::-1] and GIVEN_NAMES.issuperset(form.name)


def _is_near_short(form: Forms, heard: Forms) -> bool:
    """Whether one word was said that is a last name, or all that must be said, in another spelling."""
    return len(heard.core) == 1 and (
        any(is_near(heard.words, (family,), are_names=True) for family in form.family)
        or any(is_near(heard.core, (short,), are_names=form.is_proper) for short in form.short)
    )


def _is_of_one_person(form: Forms, heard: Forms | None) -> bool:
    """Whether both say one thing of one person, whom what was heard may name by the family name alone."""
    if heard is None or form.words[1:2] != ("of",) or heard.words[:2] != form.words[:2]:
        return False
    one, other = (forms(" ".join(words[2:])) for words in (form.words, heard.words))
    return bool(one.name) and len(one.words) > 1 and closeness(one, other) > APART


def _as_name(form: Forms, heard: Forms) -> tuple[str, ...]:
    """What was said as a name, where it ends as the answer does and may be one."""
    if not form.name or form.name[-1] != heard.words[-1] or not NOT_IN_NAMES.isdisjoint(heard.words):
        return ()
    return () if len(heard.words) < len(form.name) and heard.words[0] in BEFORE_THINGS else heard.words


def _is_written_out(form: Forms, heard: Forms) -> bool:
    """Whether the answer is an abbreviation of what was said."""
    return form.is_abbreviation and form.shorthand in heard.initials


def _lacks_one(all_: tuple[str, ...], some: tuple[str, ...]) -> bool:
    """Whether one word within a description of six that count is left out, and none but small ones besides."""
    here, there = ([word for word in words if word not in SMALL_WORDS] for words in (all_, some))
    if len(here) < _DESCRIPTION or len(there) != len(here) - 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), len(there))
    return 0 < at < len(there) and here[at + 1 :] == there[at:] and not is_number(here[at])


def _is_between(all_: tuple[str, ...], some: tuple[str, ...], heard: tuple[str, ...]) -> bool:
    """Whether an answer was said that has more words than one that is enough, all of them of a longer one."""
    return len(some) < len(heard) < len(all_) and _is_within(some, heard) and _is_within(heard, all_)


def _is_within(some: tuple[str, ...], all_: tuple[str, ...]) -> bool:
    """Whether the words are among the others, in their order."""
    left = iter(all_)
    return all(word in left for word in some)


def _is_added_to(form: Forms, heard: Forms) -> bool:
    """Whether what was said is the answer with what need not be said: a title, "Republic of".

    One word must be a name for that, and a given name is not added to it: Jordan is no Michael Jordan.
    """
    if form.joined in heard.added:
        return len(form.words) > 1 or form.is_proper or heard.words[-1] in FREE_CLOSINGS
    return len(form.words) > 1 and "".join(form.words) in heard.family


def _both_short(form: Forms, heard: Forms) -> bool:
    """Whether the same is left of both, with its number, where one lacks its beginning and the other its end.

    Dom Pedro II, Pedro II of Brazil; not Henry IV of France, Henry IV of England.
    """
    return any(
        short[-1:].isdigit() and not short.isdecimal() and (short in form.untitled) != (short in heard.untitled)
        for short in form.short & heard.short
    )


def is_part(form: Forms, heard: Forms) -> bool:
    """Whether at least half of the words of an answer were said, in a row, or one of the two that "and" joins.

    A given name alone is no part of a name, nor is a title, nor Mexico of New Mexico, nor one republic of another.
    """
    some, all_ = heard.core, form.core
    if "and" in all_[1:-1] and form.is_capitalised:
        at = all_.index("and", 1)
        if some in (all_[:at], all_[at + 1 :]):
            return True
    if not len(all_) / 2 <= len(some) < len(all_):
        return False
    is_of_person = form.name or GIVEN_NAMES.issuperset(form.words)
    if heard.words in OTHERS_WITHIN or all_ in OF_OTHER_PLACES:
        return False
    if all_ == ("new", *some) or (
        is_of_person and heard.words[0] in GIVEN_NAMES and len(some) == 1 and not all_[-1].isdigit()
    ):
        return False
    if (some[0] in _STATES and "of" in some) or _NEEDLESS.issuperset(some):
        return False
    return any(all_[i : i + len(some)] == some for i in range(len(all_) - len(some) + 1))


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A line made ready.

    ``vague``: what leaves out of an answer what tells it from others ("University of"). ``last_names``: what may be
    somebody's last name where the line has no more of the name. ``may_be_part``: whether a part of the main answer is
    prompted on, as the line names no such part; it has a word of each of ``within_main``, the shorter answers in it.
    ``nested``: the words of an answer, and of one within it that lacks two of them or more. ``sums``: the words of
    what is accepted together with those of what is prompted on. ``authors``: whom the line names for one of its titles;
    ``numbered``: its works that are told by number and author.
    """

    accepts: tuple[Forms, ...]
    words: frozenset[tuple[str, ...]]  # of what is accepted
    prompts: tuple[Forms, ...]
    rejects: tuple[Forms, ...]
    vague: frozenset[str]
    last_names: frozenset[str]
    may_be_part: bool
    nested: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    within_main: tuple[tuple[str, ...], ...]
    sums: frozenset[tuple[str, ...]]
    authors: tuple[Forms, ...]
    numbered: tuple[Work, ...]


@lru_cache(maxsize=1 << 16)
def _prepared(gold: Gold) -> _Prepared:
    accepts = tuple(forms(answer.text) for answer in gold.answers)
    prompts = tuple(map(forms, gold.prompts))
    families = frozenset[str]().union(*(form.family for form in accepts))
    return _Prepared(
        accepts,
        frozenset(form.words for form in accepts),
        prompts,
        tuple(map(forms, gold.rejects)),
        frozenset[str]().union(*(form.vague for form in (*accepts, *prompts)))
        | {form.name[0] + form.name[-1] for form in accepts if form.name in ALIKE_NAMESAKES},
        frozenset(form.words[0] for form in accepts if len(form.words) == 1 and form.is_proper) - families,
        not any(len(form.core) < len(accepts[0].core) and _is_within(form.core, accepts[0].core) for form in prompts),
        tuple(
            (form.core, other.core)
            for form in accepts
            for other in accepts
            if form.name not in NAMESAKES and len(other.core) < len(form.core) - 1 and _is_within(other.core, form.core)
        ),
        tuple(form.core for form in accepts[1:] if _is_within(form.core, accepts[0].core)),
        frozenset(_sum(form, prompt) for form in accepts for prompt in prompts),
        tuple(
            work.author
            for answer in gold.answers
            if (work := work_of(answer.text)) and any(work.forms.joined == form.joined for form in accepts)
        ),
        tuple(work for answer in gold.answers if (work := numbered_work_of(answer.text))),
    )


def _sum(*forms_: Forms) -> tuple[str, ...]:
    return tuple(sorted(word for form in forms_ for word in form.core))


def is_same_person(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names agree in first and last word, and in the middle names that both have; initials stand for
    names."""
    if not one or not other or one[-1] != other[-1]:
        return False
    if one[-1] in JUNIOR:
        return is_same_person(one[:-1], other[:-1])
    shorter, longer = sorted((_without_particles(one), _without_particles(other)), key=len)
    if len(shorter) == 2 and len(longer) > 2 and shorter[0] == "".join(word[0] for word in longer[:-1]):
        return True  # JS Bach
    if longer in NAMESAKES | ALIKE_NAMESAKES and len(shorter) < len(longer):
        return False
    if not _agree(shorter[0], longer[0]) or (shorter[0] != longer[0] and len(shorter) < len(longer)):
        return False
    return all(map(_agree, shorter[1:-1], longer[1:]))


def _without_particles(name: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in name if word not in PARTICLES) if len(name) > 2 else name


def _agree(one: str, other: str) -> bool:
    return one == other or (1 in (len(one), len(other)) and one[0] == other[0])


_STATES = frozenset(["republic", "kingdom", "state", "commonwealth", "federation", "empire"])
_NEEDLESS = TITLES | CLOSINGS  # what may be left out
_DESCRIPTION = 6  # words that count, of which one may be left out
_OWNED = re.compile(r"(?P<owner>\S.*\w)'s?\s+(?P<thing>\w+)")
_TITLED = re.compile(r"(?P<title>[a-z]+)\.?\s+(?P<name>\S.*?)(?:\s+of\s+\w+)?")
_SAINTS = frozenset(["saint", "st", "san", "santa"])
_APOSTROPHES = str.maketrans("’‘", "''")
_ARTICLE = re.compile(r"^\s*(?:the|an|a(?!\s+\w\b))\s+(?=\S)")
