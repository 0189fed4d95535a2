"""Tossups in ids, stores, requests and prompts, and the guesses at them."""

import re
from collections.abc import Mapping, Sequence
from math import exp

from stumper.spoken import MARKED, QUOTES, ended, json_answers, refuses, spoken, told_in_json
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import normalise_answer
from stumper.types import Guess, Prediction, Query
from stumper.wire import Reply, Wire

PROMPT = """\
This is the beginning of a quizbowl tossup, or all of it; its clues become easier as it goes on. What is its answer?
Reply with your best guess, even where you are unsure, and with nothing else. Where you have others in mind, write up to
five, one a line, the likeliest first.

Tossup: {tossup}
Answer:"""


PROMPT_CONFIDENT = """\
This is the beginning of a quizbowl tossup, or all of it; its clues become easier as it goes on. What is its answer?
Reply with up to five guesses, one a line, the likeliest first, each with how sure you are that it is right, and with
nothing else:
GUESS | PERCENT%

Tossup: {tossup}
Answer:"""


def read_guesses(_: Query, reply: Reply) -> Prediction | None:
    """The distinct answers that a reply lists; None where it holds none.

    Where it says of each how sure it is, that is their probability, scaled where all add up to more than 1; else an
    answer that stands alone has that of its tokens.
    """
    said = spoken(reply.text)
    answers = listed_guesses(said)
    if not answers:
        return None
    if (sure := _sure(answers, confidences(said))) is not None:
        return sure
    if len(said.splitlines()) > 1 or len(answers) > 1 or not reply.tokens:
        return Prediction(tuple(Guess(answer, None) for answer in answers), None)
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens)))
    return Prediction((Guess(answers[0], probability),), probability)


def _sure(answers: Sequence[str], told: Mapping[str, float]) -> Prediction | None:
    """The answers by their confidences; None where one has none."""
    shares = [told.get(normalise_answer(answer)) for answer in answers]
    known = [share for share in shares if share is not None]
    if len(known) < len(answers):
        return None
    whole = max(1.0, sum(known))
    guesses = [Guess(answer, share / whole) for answer, share in zip(answers, known, strict=True)]
    return Prediction(tuple(sorted(guesses, key=lambda one: -(one.probability or 0.0))), min(1.0, sum(known) / whole))


WIRE = Wire(
    tag="tossup",
    parts=lambda tossup: ["tossup", tossup.text],
    document=lambda tossup: ["tossup", tossup.text],
    read_document=Tossup,
    to_json=lambda tossup: {"text": tossup.text},
    from_json=lambda item: Tossup(item["text"]),
    arguments=lambda tossup: (tossup.text, ""),
    templates=(PROMPT,),
    confident=PROMPT_CONFIDENT,
    placeholders=("tossup",),
    texts=lambda tossup: {"tossup": tossup.text},
    fields=lambda tossup: {"tossup": tossup.text},
    with_field=lambda _, __, text: Tossup(text),
    reply=read_guesses,
    ranks=True,
    parameters=(("tossup", "question", "clue"), ()),
)


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
