"""All ways to misbehave, and how the engine ends before each; and what a system makes of a model that fails."""

import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.predictions import best_answer
from stumper.protocols import Victim
from stumper.testing.hostile.meddling import WHEN_MADE
from stumper.testing.hostile.replies import REMOTE, RESPONSES, SAYING
from stumper.testing.hostile.running import Ending, command_through, put_through
from stumper.testing.hostile.service import serving
from stumper.testing.hostile.systems import CODE
from stumper.testing.hostile.town import concerns_trap, questions
from stumper.testing.hostile.ways import Way

HOSTILE_WAYS: tuple[Way, ...] = (*CODE, *REMOTE)
FAILING = tuple(name for name in RESPONSES if name not in SAYING)
GRACE = 30.0  # seconds for one way, with all that the system tries again
HANGS = "has not answered in time"


@dataclass(frozen=True, slots=True)
class Row:
    """One way, and how a run ended that met it."""

    way: Way
    ending: Ending
    workers: int = 1

    @property
    def holds(self) -> bool:
        """Whether it ended as it must."""
        return self.ending.is_as(self.way.must_end(self.workers))

    def __str__(self) -> str:
        wanted = " or ".join(self.way.must_end(self.workers))
        mark = "" if self.holds else f", and must be {wanted}; {self.ending.said}"
        return f"{self.way.name}: {self.way.does}: {self.ending.ended}{mark}"


def meet(way: Way, folder: Path, workers: int = 1) -> Ending:
    """How a run ends that meets this way: here, or on the command line where it would end this process."""
    # Of several workers each is a process of its own, but a system is made in the driver's first.
    ends_us = way.reach == "process" and (workers == 1 or way.name in WHEN_MADE)
    return (command_through if ends_us else put_through)(way, folder, workers)


def hostile_report(ways: Sequence[str] = (), workers: int = 1) -> Iterator[Row]:
    """A row for each of the ways of these names, all where none is named; KeyError where there is no such way."""
    named = {way.name: way for way in HOSTILE_WAYS}
    for way in [named[name] for name in ways or named]:
        with tempfile.TemporaryDirectory() as folder:
            yield Row(way, meet(way, Path(folder), workers), workers)


def hostile_table() -> str:
    """All ways as the rows of a Markdown table: what each does, and how a run must end."""
    rows = [f"| `{way.name}` | {way.reach} | {way.does} | {_ends(way)} |" for way in HOSTILE_WAYS]
    return "\n".join(["| way | reach | the system | a run ends |", "|---|---|---|---|", *rows])


def _ends(way: Way) -> str:
    return f"{way.ends}; in a worker {' or '.join(way.apart)}" if way.apart else way.ends


def check_upstream(make: Callable[[str], Victim], ways: Sequence[str] = FAILING, grace: float = GRACE) -> None:
    """What a system makes of a language model that fails is no answer: it raises, or says what it says with a model
    that answers.

    ``make`` gets the base URL of a model that speaks OpenAI's chat completions, and makes the system that asks it. The
    AssertionError has a line for each of the ``ways`` in which a failure became an answer, or nothing came within
    ``grace`` seconds.
    """
    with serving({name: RESPONSES[name] for name in ways}) as service:
        expected, failure = _said(make, f"{service.url('healthy')}/v1", grace)
        if failure is not None:
            raise AssertionError(f"With a model that answers, the system {failure}.")
        faults = []
        for name in ways:
            said, failure = _said(make, f"{service.url(name)}/v1", grace)
            if failure == HANGS or (failure is None and said != expected):
                faults.append(f"{name}: the system {failure or f'answers {said!r}'}, where its model failed.")
    if faults:
        raise AssertionError("\n".join(faults))


def _said(make: Callable[[str], Victim], url: str, grace: float) -> tuple[str | None, str | None]:
    """The best answer of the system whose model is at the URL, or why there is none."""
    query = next(example.query for example in questions() if concerns_trap(example.query))
    ended: list[tuple[str | None, str | None]] = []

    def ask() -> None:
        try:
            [prediction] = make(url).predict((query,))
            ended.append((best_answer(prediction), None))
        except BaseException as error:  # whatever it raises, it gives no answer
            ended.append((None, f"raises {type(error).__name__}: {error}"))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(grace)
    return ended[0] if ended else (None, HANGS)
