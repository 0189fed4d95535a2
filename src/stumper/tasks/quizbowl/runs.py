"""Recorded runs of systems on QANTA's packets: ``run_outputs`` with guess, confidence and buzz after a token each.

A file may hold the runs of several systems. Which one is meant stands behind the file: ``RUNS#system=NAME``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets.json_lines import Line, read_lines
from stumper.datasets.mapped import mapped_path
from stumper.datasets.run_outputs import SYSTEM, RunOutput, are_run_outputs, run_outputs
from stumper.errors import BadData, BadOption
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import word_ends
from stumper.types import Example, Guess, Prediction, Query

SILENT = Prediction((), None)  # before the first guess
_END = re.compile(r"-(?:t|b)-(.+)$")  # of a qid, in which a packet's number may stand before


@dataclass(frozen=True, slots=True)
class Output:
    """What a system guessed once so many ``words`` were read, a word for every token, and whether it would buzz."""

    words: int
    prediction: Prediction
    buzzes: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A system's outputs on one tossup, in the order of its words; ``at`` is where they stand in the file."""

    outputs: tuple[Output, ...]
    at: str


def are_runs(path: Path, start: str) -> bool:
    """Whether a file that starts so holds recorded runs; BadOption where a system is chosen of other files."""
    if are_run_outputs(start):
        return True
    file, chosen = mapped_path(path)
    if chosen:
        raise BadOption(f"{file} holds no runs of several systems, so that none could be chosen by "
                        f"{', '.join(f'{key}={value}' for key, value in chosen.items())}. Leave it out.")  # fmt: skip
    return False


def read_runs(path: Path, examples: Sequence[Example]) -> dict[str, Run]:
    """The runs of one system by example id: its own, or the one whose end is that of the run's ``qid``.

    BadOption where the file holds several systems and none, or an unknown one, is named.
    """
    file, chosen = mapped_path(path)
    lines = read_lines(file)
    try:
        name = _system(file, [line.text(SYSTEM) or "" for line in lines], chosen)
        return _of_system([line for line in lines if (line.text(SYSTEM) or "") == name], examples)
    except BadData as error:
        raise BadData(f"{file}: {error}") from None


def guessed(example: Example, run: Run) -> Iterator[tuple[Query, Prediction]]:
    """What the system's guess was after every word of the tossup: the last that it had made by then."""
    text = example.query.text
    ends = word_ends(text)
    _check_fits(example, run, len(ends))
    standing, outputs = SILENT, list(run.outputs)
    for words, end in enumerate(ends, 1):
        while outputs and outputs[0].words <= words:
            standing = outputs.pop(0).prediction
        yield Tossup(text if words == len(ends) else text[:end]), standing


def recorded(example: Example, run: Run) -> list[tuple[str, bool]]:
    """The beginnings of the tossup after which the system made a guess, and whether it would buzz there."""
    text = example.query.text
    ends = word_ends(text)
    _check_fits(example, run, len(ends))
    return [(text if one.words == len(ends) else text[: ends[one.words - 1]], one.buzzes) for one in run.outputs]


def _check_fits(example: Example, run: Run, words: int) -> None:
    if run.outputs and run.outputs[-1].words > words:
        raise BadData(f"{run.at} has a guess after {run.outputs[-1].words} tokens of {example.id!r}, which has {words} "
                      "words: the run is of another text. Name the packet that it was made on.")  # fmt: skip


def _system(file: Path, of_lines: Sequence[str], chosen: Mapping[str, str]) -> str:
    """The system that is meant: the only one, or that of the name or its end."""
    every = list(dict.fromkeys(of_lines))
    if unknown := [key for key in chosen if key != SYSTEM]:
        raise BadOption(f"Of the runs in {file} a system can be chosen, and no {unknown[0]!r}. Say {file}#system=NAME.")
    wanted = chosen.get(SYSTEM)
    if wanted is None:
        if len(every) == 1:
            return every[0]
        raise BadOption(f"{file} holds the runs of {len(every)} systems. Say which: {file}#system=NAME, of "
                        f"{', '.join(every)}.")  # fmt: skip
    found = [name for name in every if name == wanted] or [name for name in every if name.endswith(wanted)]
    if len(found) != 1:
        problem = "no system" if not found else f"{len(found)} systems"
        raise BadOption(f"{file} holds {problem} called {wanted!r}. There are: {', '.join(every)}.")
    return found[0]


def _of_system(lines: Sequence[Line], examples: Sequence[Example]) -> dict[str, Run]:
    known = {example.id for example in examples}
    ends = {_end(example.id): example.id for example in examples}
    found: dict[str, Run] = {}
    first: dict[str, int] = {}
    for line in lines:
        said = line.id("qid")
        id = said if said in known else ends.get(_end(said), said)
        if (before := first.setdefault(id, line.number)) != line.number:
            raise BadData(
                f"the runs of one system on {id!r} stand on lines {before} and {line.number}. Keep one of them."
            )
        found[id] = Run(tuple(map(_heard, run_outputs(line))), f"line {line.number}")
    return found


def _end(qid: str) -> str:
    match = _END.search(qid)
    return match[1] if match else qid


def _heard(output: RunOutput) -> Output:
    said = Prediction((Guess(output.guess, output.confidence),), output.confidence)
    return Output(output.words, said, output.buzzes)
