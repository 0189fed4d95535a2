"""What systems said along tossups and where they buzzed, as events of systems against people publish it.

JSON lines, one for a ``system`` and a question (``qid``): its ``run_outputs`` have the guess, the confidence, whether
it buzzes, the verdict of the source and the number of tokens that were read.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stumper.buzz import PLAYED, Buzz, Reading
from stumper.datasets.documents import called
from stumper.datasets.json_lines import Line
from stumper.shown import shown

_STARTS = re.compile(r'\s*\{(?=[^\n]*"run_outputs"\s*:)(?=[^\n]*"system"\s*:)')


def are_run_outputs(start: str) -> bool:
    """Whether a file that starts so has the runs of systems."""
    return _STARTS.match(start) is not None


def buzzes_of_runs(lines: Sequence[Line]) -> Iterator[tuple[int, Buzz]]:
    """The first buzz of each run, by the number of its line; censored at the end where there is none.

    A question is as long as the longest run on it. What is right is so by the verdict of the source.
    """
    runs = [_run(line) for line in lines]
    length: dict[str, int] = {}
    for run in runs:
        length[run.qid] = max(length.get(run.qid, 1), run.outputs[-1].tokens)
    names = _names({run.system for run in runs})
    for run in runs:
        yield run.number, _buzz(run, names[run.system], length[run.qid])


_STAMPED = re.compile(r"[a-z]+__[0-9]{8}_[0-9]{6}__(.+)__(.+)")


def _names(systems: set[str]) -> dict[str, str]:
    """What systems are called: by whose they are and their names, without when they were sent, where these differ."""
    short = {system: _STAMPED.sub(r"\1/\2", system) for system in systems}
    often = Counter(short.values())
    return {system: name if often[name] == 1 else system for system, name in short.items()}


@dataclass(frozen=True, slots=True)
class _Output:
    guess: str
    confidence: float | None
    buzzes: bool
    is_right: bool
    tokens: int


@dataclass(frozen=True, slots=True)
class _Run:
    number: int
    system: str
    qid: str
    packet: str
    outputs: Sequence[_Output]


def _run(line: Line) -> _Run:
    rows = line.value("run_outputs", list)
    outputs = sorted((_output(line, row) for row in rows), key=lambda one: one.tokens)
    if not outputs:
        raise line.bad("'run_outputs' is empty, so that nothing is known of the run. Leave the line out")
    return _Run(line.number, line.value("system", str), line.id("qid"), line.text("packet") or "", outputs)


def _output(line: Line, row: object) -> _Output:
    if not isinstance(row, Mapping):
        raise line.bad(f"'run_outputs' holds {called(row)}, not an object. Correct it")
    values = Line(line.number, row)
    confidence = row.get("confidence")
    if confidence is not None and (isinstance(confidence, bool) or not isinstance(confidence, int | float)):
        raise line.bad(f"a 'confidence' is {called(confidence)}, not a number. Correct it")
    if confidence is not None and not 0 <= confidence <= 1:
        raise line.bad(f"a 'confidence' is {shown(confidence)}, not a number from 0 to 1. Correct it")
    if row.get("correct") not in (0, 1):
        raise line.bad(f"a 'correct' is {shown(row.get('correct'))}, not 0 or 1. Correct it")
    tokens = values.value("token_position", int)
    if not 0 <= tokens <= MOST_TOKENS:
        raise line.bad(f"a 'token_position' is {shown(tokens)}, not from 0 to {MOST_TOKENS:,}. Correct it")
    return _Output(
        values.text("guess") or "",
        None if confidence is None else float(confidence),
        values.value("buzz", bool),
        bool(row["correct"]),
        tokens,
    )


MOST_TOKENS = 100_000


def _buzz(run: _Run, player: str, of: int) -> Buzz:
    at = next((one for one in run.outputs if one.buzzes), None)
    words = of if at is None else at.tokens
    return Buzz(
        question_id=run.qid,
        set=PLAYED,
        player=player,
        is_machine=True,
        words=words,
        of=of,
        position=words / of,
        correct=at is not None and at.is_right,
        readings=tuple(
            Reading(one.tokens, one.tokens / of, one.guess, one.confidence, one.is_right) for one in run.outputs
        ),
        groups=(("packet", run.packet),) if run.packet else (),
        censored=at is None,
    )
