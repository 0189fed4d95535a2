"""Puts the engine before a system that misbehaves, and says how the run ended."""

import os
import random
import signal
import socket
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from stumper.errors import StumperError
from stumper.jobs import Job, prepare
from stumper.runs import Settings
from stumper.store import Store
from stumper.testing.hostile.systems import ANOTHER
from stumper.testing.hostile.town import HONEST_OUTCOMES
from stumper.testing.hostile.ways import HEALTHY, RELEASED, Ends, Way
from stumper.types import Outcome

TOWN = "stumper.testing.hostile.town"
SYSTEMS = "stumper.testing.hostile.systems"
PATIENCE = 1.5  # seconds without progress after which a batch is given up
BEARABLE = 0.5  # the share of examples that may end as errored: one of the four may
EXIT_CODES: Mapping[int, Ends] = {2: "refused", 3: "stopped"}

Ended = Ends | Literal["misled", "crashed"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: as ``ended`` says, where "misled" is a figure that counts the misbehaviour as something else,
    and "crashed" an end without a sentence. ``said`` is the sentence, ``reasons`` are those that are kept."""

    ended: Ended
    said: str = ""
    outcomes: Mapping[str, Outcome] | None = None
    reasons: tuple[str, ...] = ()


def put_through(way: Way, folder: Path, workers: int = 1, victim: str = "") -> Ending:
    """How a run ends whose system misbehaves in this way, with a new store in the folder.

    ``victim`` is where the system is reached, for a way that is no code.
    """
    victim = victim or f"python:{SYSTEMS}:{way.name}"
    earlier = f"python:{SYSTEMS}:{ANOTHER}" if way.before == "another that was healthy" else victim
    with Store.open(f"sqlite:///{folder / 'hostile.db'}") as store, _restored():
        if way.before != "nothing":
            with _healthy(way.before != "itself"):
                _run(way, earlier, store, workers, seed=1)
        endings = [_run(way, victim, store, workers, seed) for seed in ((2,) if way.before == "nothing" else (2, 1))]
    return next((ending for ending in endings if ending.ended != way.ends), endings[0])


def _run(way: Way, victim: str, store: Store, workers: int, seed: int) -> Ending:
    dataset = f"{TOWN}:{'claims' if way.task == 'verification' else 'questions'}"
    settings = Settings(workers=workers, max_error_rate=BEARABLE)
    RELEASED.clear()
    job: Job | None = None
    try:
        job = prepare(dataset, f"{TOWN}:Appends", victim, seed=seed, store=store, settings=settings)
        for _ in job.steps():
            pass
        job.conclude()
    except StumperError as error:
        return Ending(EXIT_CODES[error.exit_code], str(error), *_kept(job))
    except Exception as error:  # whatever else comes out is a bug, which the report of the suite names
        return Ending("crashed", f"{type(error).__name__}: {error}", *_kept(job))
    finally:
        RELEASED.set()
    outcomes, reasons = _kept(job)
    return Ending(_meaning(outcomes), "", outcomes, reasons)


def _kept(job: Job | None) -> tuple[dict[str, Outcome], tuple[str, ...]]:
    attempts = [] if job is None else job.attempts()
    return {a.example_id: a.outcome for a in attempts}, tuple(a.reason for a in attempts if a.reason is not None)


def _meaning(outcomes: Mapping[str, Outcome]) -> Ended:
    if outcomes == HONEST_OUTCOMES:
        return "measured"
    if outcomes == {**HONEST_OUTCOMES, "trapped": "errored"}:
        return "errored"
    if outcomes == {**HONEST_OUTCOMES, "trapped": "skipped"}:
        return "unanswered"
    measured = {id: outcome for id, outcome in outcomes.items() if outcome != "errored"}
    is_true = all(HONEST_OUTCOMES[id] == outcome for id, outcome in measured.items())
    return "partly" if measured and is_true and outcomes.keys() == HONEST_OUTCOMES.keys() else "misled"


@contextmanager
def _healthy(is_healthy: bool) -> Iterator[None]:
    """Meanwhile hostile systems are honest, also those in processes that begin now."""
    if is_healthy:
        os.environ[HEALTHY] = "1"
    try:
        yield
    finally:
        os.environ.pop(HEALTHY, None)


@contextmanager
def _restored() -> Iterator[None]:
    """What a system has changed of this process is as it was afterwards."""
    drawn, depth, filters = random.getstate(), sys.getrecursionlimit(), list(warnings.filters)
    heard = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        random.setstate(drawn)
        sys.setrecursionlimit(depth)
        warnings.filters[:] = filters  # type: ignore[index]  # a list, whatever typeshed says
        socket.setdefaulttimeout(None)
        for number, handler in heard.items():
            if signal.getsignal(number) is not handler:
                signal.signal(number, handler)
