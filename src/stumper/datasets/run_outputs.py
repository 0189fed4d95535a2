"""What a system said along one tossup, as QANTA's events publish it: ``run_outputs`` of a line of JSON.

Each output has the ``guess``, how sure the system was (``confidence``), whether it would ``buzz``, and the number of
tokens that were read, ``token_position``; a token is a word of our texts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.datasets.documents import called
from stumper.datasets.json_lines import Line
from stumper.shown import shown

SYSTEM = "system"  # the key of whose run it is
MOST_WORDS = 100_000
STARTS = re.compile(r'\s*\{(?=[^\n]*?"run_outputs"\s*:\s*\[)')


@dataclass(frozen=True, slots=True)
class RunOutput:
    """What was guessed once so many ``words`` were read; ``is_right`` by the source's verdict, None where none is."""

    words: int
    guess: str
    confidence: float | None
    buzzes: bool
    is_right: bool | None


def are_run_outputs(start: str) -> bool:
    """Whether a file that starts so has the runs of systems."""
    return STARTS.match(start) is not None


def run_outputs(line: Line) -> Sequence[RunOutput]:
    """The outputs in the order of their words; BadData names the line and what is wrong."""
    found: list[RunOutput] = []
    for row in line.value("run_outputs", list):
        if not isinstance(row, Mapping):
            raise line.bad(f"'run_outputs' holds {called(row)}, not an object. Correct it")
        found.append(_output(line, Line(line.number, row)))
        if len(found) > 1 and found[-1].words <= found[-2].words:
            raise line.bad(f"'token_position' is {found[-1].words} behind {found[-2].words}: it counts the tokens that "
                           "were read, from 1, and rises. Correct it")  # fmt: skip
    return found


def _output(line: Line, row: Line) -> RunOutput:
    words = row.value("token_position", int)
    if not 1 <= words <= MOST_WORDS:
        raise line.bad(f"a 'token_position' is {shown(words)}: it counts the tokens that were read, from 1, and rises, "
                       f"to {MOST_WORDS:,} at most. Correct it")  # fmt: skip
    return RunOutput(words, row.value("guess", str), _confidence(line, row), _flag(line, row), _verdict(line, row))


def _confidence(line: Line, row: Line) -> float | None:
    sure = row.values.get("confidence")
    if sure is None:
        return None
    if isinstance(sure, bool) or not isinstance(sure, int | float):
        raise line.bad(f"a 'confidence' is {called(sure)}, not a number. Correct it")
    if not 0 <= sure <= 1:
        raise line.bad(f"a 'confidence' is {shown(sure)}, not a number from 0 to 1. Correct it")
    return float(sure)


def _flag(line: Line, row: Line) -> bool:
    value = row.values.get("buzz")
    if value is not None and not isinstance(value, bool):
        raise line.bad(f"a 'buzz' is {shown(value)}, not true or false. Correct it")
    return bool(value)


def _verdict(line: Line, row: Line) -> bool | None:
    value = row.values.get("correct")
    if value is not None and value not in (0, 1):
        raise line.bad(f"a 'correct' is {shown(value)}, not 0 or 1. Correct it")
    return None if value is None else bool(value)
