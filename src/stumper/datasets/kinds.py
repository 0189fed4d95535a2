"""What kind of file one is, by how it begins: so that whoever names it in the wrong place is told the right one."""

import re
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets import packets, qanta
from stumper.datasets.documents import read_start
from stumper.errors import BadData


@dataclass(frozen=True, slots=True)
class Kind:
    """What such a file is called, and what to do with it; ``PATH`` in that is its own."""

    called: str
    belongs: str
    marks: tuple[re.Pattern[str], ...]


def check_kind(path: Path, wanted: Kind) -> None:
    """Nothing; BadData where the file is plainly of another kind, or there is none."""
    found = kind_of(read_start(path))
    if found is not None and found is not wanted:
        belongs = found.belongs.replace("PATH", str(path))
        raise BadData(f"{path}: this is {found.called}, not {wanted.called}. {belongs}.")


def kind_of(start: str) -> Kind | None:
    """The kind of a file that starts so; None where it is none of these."""
    return next((kind for kind in KINDS if any(marks.match(start) for marks in kind.marks)), None)


def _line_with(*marks: str) -> re.Pattern[str]:
    """The first line of such a file: an object with all of these."""
    return re.compile(r"\s*\{" + "".join(rf"(?=[^\n]*?{mark})" for mark in marks))


SQUAD = re.compile(r'\s*\{[\s\S]*?"data"\s*:')
FEVER = _line_with(r'"claim"\s*:')
MATCH_LOG = Kind(
    "the log of a match",
    "To replay it, say stumper match PATH; with --out FILE that writes its buzzes, for stumper report --buzzes FILE",
    (_line_with(r'"kind"\s*:\s*"match"'),),
)
BUZZ_LOG = Kind(
    "a log of buzzes",
    "It belongs in the report: stumper report --buzzes PATH",
    (_line_with(r'"question"\s*:', r'"player"\s*:', r'"words"\s*:'),),
)
GUESSES = Kind(
    "a file of guesses at tossups",
    "Ask it as a guesser, --victim file:PATH, or score it: stumper score DATASET PATH",
    (_line_with(r'"id"\s*:', r'"guesses"\s*:\s*\['),),
)
PREDICTED_LABELS = Kind(
    "a file of predictions for claims",
    "Ask it as a victim, --victim file:PATH, or score it: stumper score DATASET PATH",
    (_line_with(r'"predicted_label"\s*:'),),
)
ANSWERS = Kind("a file of answers to questions", "Score it: stumper score DATASET PATH", ())  # its keys are anything
DATA_SET = Kind("a data set", "Name it where a command takes a DATASET", (SQUAD, FEVER, packets.MARKS, qanta.MARKS))
KINDS = (
    MATCH_LOG,
    BUZZ_LOG,
    GUESSES,
    PREDICTED_LABELS,
    DATA_SET,
)  # the first that fits: a log of a match holds questions, too
