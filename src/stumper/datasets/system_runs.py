"""Where systems buzzed, by the runs that events of systems against people publish.

JSON lines, one for a ``system`` and a question (``qid``), each with its ``run_outputs`` and the source's verdicts.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stumper.buzz import PLAYED, Buzz, Reading
from stumper.datasets.json_lines import Line
from stumper.datasets.run_outputs import SYSTEM, RunOutput, run_outputs


def buzzes_of_runs(lines: Sequence[Line]) -> Iterator[tuple[int, Buzz]]:
    """The first buzz of each run, by the number of its line; censored at the end where there is none.

    A question is as long as the longest run on it. What is right is so by the verdict of the source, of which the buzz
    says so.
    """
    runs = [_run(line) for line in lines]
    length: dict[str, int] = {}
    for run in runs:
        length[run.qid] = max(length.get(run.qid, 1), run.outputs[-1].words)
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
class _Run:
    number: int
    system: str
    qid: str
    packet: str
    outputs: Sequence[RunOutput]


def _run(line: Line) -> _Run:
    outputs = run_outputs(line)
    if not outputs:
        raise line.bad("'run_outputs' is empty, so that nothing is known of the run. Leave the line out")
    if any(one.is_right is None for one in outputs):
        raise line.bad("an output has no 'correct' (0 or 1), so that nobody knows which buzzes were right. Add it")
    return _Run(line.number, line.value(SYSTEM, str), line.id("qid"), line.text("packet") or "", outputs)


def _buzz(run: _Run, player: str, of: int) -> Buzz:
    at = next((one for one in run.outputs if one.buzzes), None)
    words = of if at is None else at.words
    return Buzz(
        question_id=run.qid,
        set=PLAYED,
        player=player,
        is_machine=True,
        words=words,
        of=of,
        position=words / of,
        correct=at is not None and bool(at.is_right),
        readings=tuple(
            Reading(one.words, one.words / of, one.guess, one.confidence, bool(one.is_right)) for one in run.outputs
        ),
        groups=(("packet", run.packet),) if run.packet else (),
        censored=at is None,
        judged_by_source=True,
    )
