"""From a language model's reply to the answer that it gives to a question."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stumper.spoken import MARKED, QUOTES, abstains, ended, json_answers, refuses, spoken
from stumper.text import Stretch, normalise_answer, words

FEWEST = 4  # words of a sentence; what is shorter is an answer by itself
_PREAMBLE = re.compile(r"^(?:sure|okay|of course|certainly|here)\b[^\n]*:\s*\n+", re.IGNORECASE)
_STATED = re.compile(
    r"^(?:(?:based on|according to|from|in)\b[^,:]{0,60}[,:]\s*)?(?:so,?\s+)?"
    r"(?:the|my)\s+(?:(?:correct|final|short|best)\s+)?answer(?:\s+to\s+\w+\s+question)?\s+is\s*:?\s*(\S.*)$",
    re.IGNORECASE,
)
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_ASIDE = re.compile(
    r"\s*(?:[(—–]|\s-\s|[,;]\s*(?=(?:which|who|where|when|with|because|as|since|according|based|not|he|she|it|they"
    r"|this|that|the (?:passage|paragraph|text))\b))"
)
_BULLET = re.compile(r"^\s*(?:[-•*]|\d{1,2}[.)])\s+")
_WORDS_LIKE_OF = """
    about after and as at be before been by did do does for from had has have in into is it its of on or that their
    they this to until was were which who with
"""  # they mean nothing by themselves
PASSED_OVER = frozenset(_WORDS_LIKE_OF.split())
# They say nothing of what was asked, and are no part of an answer by themselves.
_ASKING = """
    a an the he she it its his her their was were is are be who what when where how
"""
_EMPTY = PASSED_OVER | frozenset(_ASKING.split())


@dataclass(frozen=True, slots=True)
class Replied:
    """The answer of a reply, "" where it abstains; ``is_sentence`` says that it is a sentence that was kept whole."""

    text: str
    is_sentence: bool = False


def replied(text: str, question: str, passage: str) -> Replied | None:
    """The answer of a reply to a question about a passage, "" without one; None where it is empty or refuses.

    It is looked for in this order: JSON; a line "Answer: …"; "the answer is …"; the one stretch in bold; the first
    line. Of a sentence it is the one stretch that the question does not say already, else all of it.
    """
    said = spoken(text)
    if not said or (refuses(said) and not _stands(passage, said)):
        return None
    line = _line(_PREAMBLE.sub("", said))
    if line is None or (abstains(line) and not _stands(passage, line)):
        return Replied("")
    answer = ended(line.strip(QUOTES) or line)
    head = _ASIDE.split(answer, maxsplit=1)[0].strip(QUOTES)
    if head != answer and _stands(passage, head) and not _stands(passage, answer):
        answer = head
    if _is_sentence(passage, line, answer):
        rest = _not_asked(question, answer)
        return Replied(answer, is_sentence=True) if rest is None else Replied(rest)
    return Replied(answer)


def _line(said: str) -> str | None:
    """The part of a reply that is the answer; None where that is nothing."""
    if (found := json_answers(said)) is not None:
        return found[0] or None
    if marked := MARKED.findall(said):
        return str(marked[-1])
    first = _BULLET.sub("", said.splitlines()[0])
    if (stated := _STATED.match(first)) is not None:
        first = stated[1]
    bold = _BOLD.findall(first)
    return str(bold[0]) if len(bold) == 1 and not abstains(first) else first


def _is_sentence(passage: str, line: str, answer: str) -> bool:
    is_ended = line.rstrip(QUOTES).endswith((".", "!"))
    return is_ended and len(answer.split()) >= FEWEST and not _stands(passage, answer)


def _stands(passage: str, said: str) -> bool:
    """Whether words stand in the passage, whatever their case."""
    wanted = normalise_answer(said)
    return bool(wanted) and f" {wanted} " in f" {normalise_answer(passage)} "


def _not_asked(question: str, answer: str) -> str | None:
    """The one stretch of a sentence that the question does not say already; None where there are several, or where the
    sentence says nothing of the question."""
    asked = {_stem(word.text) for word in words(question)}
    found = words(answer)
    is_new = [_stem(word.text) not in asked and word.text.lower() not in _EMPTY for word in found]
    has_asked = any(_stem(w.text) in asked and w.text.lower() not in _EMPTY for w in found)
    runs = _runs(found, is_new)
    return answer[runs[0][0].start : runs[0][-1].end] if has_asked and len(runs) == 1 else None


def _runs(found: Sequence[Stretch], is_new: Sequence[bool]) -> list[list[Stretch]]:
    """Stretches of new words; between two of them empty words may stand."""
    runs: list[list[Stretch]] = []
    pending: list[Stretch] | None = None  # what follows a run and may belong to it
    for word, new in zip(found, is_new, strict=True):
        if new and pending is not None:
            runs[-1] += [*pending, word]
            pending = []
        elif new:
            runs.append([word])
            pending = []
        elif pending is not None and word.text.lower() in _EMPTY:
            pending.append(word)
        else:
            pending = None
    return runs


def _stem(word: str) -> str:
    """A word without the ending of its number or tense, roughly: "lights", "lit" stay apart."""
    bare = normalise_answer(word)
    return re.sub(r"(?:ing|ed|es|s)$", "", bare) if len(bare) > 4 else bare
