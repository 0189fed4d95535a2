"""The guesses at a tossup that a language model writes: one a line, in JSON, or within a sentence."""

import re
from collections.abc import Sequence

from stumper.spoken import MARKED, QUOTES, ended, json_answers, refuses, told_in_json
from stumper.text import normalise_answer

MOST_GUESSES, LONGEST_ANSWER = 10, 12  # guesses of a list; words of an answer, more being a sentence about it


def listed_guesses(said: str) -> tuple[str, ...]:
    """The distinct answers in their order; one that is empty where the model says that it does not know; else none."""
    if refuses(said):
        return ()
    lines = [line for line in said.splitlines() if line.strip()]
    found: dict[str, str] = {}
    named = json_answers(said) or _marked(lines) or lines
    for line in named:
        bare = _bare(line)
        if normalise_answer(bare) and not _NOT_KNOWN.fullmatch(bare) and _is_answer(bare):
            found.setdefault(normalise_answer(bare), bare)
    if found:
        return tuple(found.values())[:MOST_GUESSES]
    return ("",) if any(_NOT_KNOWN.fullmatch(_bare(line)) for line in named[:1]) else ()


def confidences(said: str) -> dict[str, float]:
    """The confidence in [0, 1] that a reply gives each answer, by the normalised answer: on a line behind a bar, as in
    "George Eliot | 85%", or in JSON beside the answer."""
    found = {normalise_answer(str(name)): share for name, share in told_in_json(said)}
    for line in said.splitlines():
        if (told := _CONFIDENCE.search(line)) is not None:
            found[normalise_answer(_bare(line))] = float(told[1]) / 100
    return {name: share for name, share in found.items() if name and 0.0 <= share <= 1.0}


def _is_answer(bare: str) -> bool:
    return len(bare.split()) <= LONGEST_ANSWER and bare[-1] != ":" and bare[0] not in "{}[]"


def _marked(lines: Sequence[str]) -> list[str]:
    return [named[-1] for line in lines if (named := MARKED.findall(line))]


def _bare(line: str) -> str:
    """The answer of a line, without its number, its quotes and what a sentence says around it."""
    bare = _CONFIDENCE.sub("", _LISTED.sub("", line))
    if (bold := _BOLD.match(bare)) is not None:
        bare = bold[1]
    elif "**" not in bare:
        bare = bare.strip(QUOTES)
    bare = _LEAD.sub("", bare)
    if (bold := _BOLD.match(bare)) is not None:
        bare = bold[1]
    bare = _GOES_ON.split(bare, maxsplit=1)[0].strip(QUOTES)
    return ended(bare).strip(QUOTES)


_CONFIDENCE = re.compile(r"\s*\|\s*(\d{1,3}(?:\.\d+)?)\s*%\s*$")
_LISTED = re.compile(r"^\s*(?:\d{1,2}[.)]|(?:Guess|Answer) \d{1,2}[.):]|[-*•])\s+")
_BOLD = re.compile(r"\s*\*\*([^*]+)\*\*")  # what follows is about it
# Before an answer. What follows the first word is small, as it is not in "This Is Spinal Tap" or "The Answer".
_LEAD = re.compile(
    r"^(?:(?:I (?:think|believe|guess|would (?:guess|say))|I'd (?:guess|say))(?: that)?[:,]? +)?"
    r"(?:(?:(?:[Mm]y|[Tt]he) (?:(?:best|final|most likely|likely|correct|top) )*(?:answer|guess)|[Tt]his|[Ii]t|[Tt]hat)"
    r"(?: (?:tossup|question))? (?:is|must be|would be|could be|might be|may be|refers to)"
    r"(?: (?:probably|likely|most likely))?\b[:,]? *(?=\S)"
    r"|[Ii]t['’]s (?:probably |likely )?(?=(?:the )?[A-Z])|(?:Probably|Likely|Perhaps|Maybe)[:,]? +(?=[A-Z]))?"
)
_GOES_ON = re.compile(r"(?<=\w\w)[.;] +(?=(?:He|She|It|They|This|That|These|His|Her|Its|Their|I|Hope|Based|Let)\b)")
_NOT_KNOWN = re.compile(
    r"(?:no answer|unanswerable|not answerable|none|cannot be answered|unknown|unclear|unsure|n/?a|pass|no idea"
    r"|(?:I am |I['’]?m )?not (?:yet )?(?:sure|certain)(?: yet)?"
    r"|I (?:do not|don['’]?t|cannot|can['’]?t|can not) (?:yet )?(?:know|tell|say|guess|determine)\b.*"
    r"|(?:there is |there's )?not enough (?:information|clues|context)\b.*|insufficient (?:information|clues)\b.*)",
    re.IGNORECASE,
)
