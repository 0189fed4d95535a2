"""Puts the engine, or the command line, before a system that misbehaves, and says how the run ended."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from stumper.errors import StumperError
from stumper.jobs import Job
from stumper.preparing import prepare
from stumper.runs import Settings
from stumper.store import Store
from stumper.testing.hostile.replies import KEY, RESPONSES, SECRET
from stumper.testing.hostile.service import Service, serving
from stumper.testing.hostile.systems import ANOTHER
from stumper.testing.hostile.town import HONEST_OUTCOMES
from stumper.testing.hostile.ways import HEALTHY, RELEASED, Ends, Way
from stumper.types import Outcome

TOWN = "stumper.testing.hostile.town"
SYSTEMS = "stumper.testing.hostile.systems"
MOST_SECONDS = 60.0  # that a command may take; one that takes more hangs
WANTED = 0.99  # the gate that each command has, which the honest system fails: an exit code of 0 is always wrong
FAILED = 1
PATIENCE = 6.0  # seconds without progress after which a batch is given up that hangs
LONG = 60.0  # seconds that whoever answers in the end is waited for: on a busy machine all takes its time
BEARABLE = 0.5  # the share of examples that may end as errored: one of the four may
EXIT_CODES: Mapping[int, Ends] = {2: "refused", 3: "stopped"}
QUICK = f"pause=0.01&max_errors=3&key={KEY}"  # what services are asked with
# Whoever waits for a service that says nothing waits for little, twice, and what else it is asked must come in time.
SILENT = ("hangs", "drips", "announces")
HASTE = 1.0  # seconds
STILL = ("hangs", "stops")  # what is in the name of each system of code that is given up
# Refusals are borne for a moment where all ends with them. Where they are of one query, something else must be let
# through meanwhile; where they pass, they must pass.
BORNE: Mapping[Ends, float] = {"stopped": 0.3, "errored": 3.0}  # seconds

Ended = Ends | Literal["misled", "crashed", "leaked"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended, with the sentence that it ended with and the reasons that it kept.

    "misled": a figure counts the misbehaviour as something else; "crashed": it ended without a sentence; "leaked": a
    key that was sent is quoted somewhere.
    """

    ended: Ended
    said: str = ""
    outcomes: Mapping[str, Outcome] | None = None
    reasons: tuple[str, ...] = ()

    def is_as(self, ends: Sequence[Ends]) -> bool:
        """Whether it is what may be; "partly" holds, too, where one attempt ended as errored, or none."""
        return self.ended in ends or ("partly" in ends and self.ended in ("measured", "errored"))


def put_through(way: Way, folder: Path, workers: int = 1) -> Ending:
    """How a run ends whose system misbehaves in this way, with a new store in the folder."""
    with serving(RESPONSES) as service, _restored():
        os.environ[KEY] = SECRET
        with Store.open(f"sqlite:///{folder / 'hostile.db'}") as store:
            endings = list(_endings(way, store, workers, service))
    ending = next((ending for ending in endings if not ending.is_as(way.must_end(workers))), endings[0])
    if SECRET in ending.said or any(SECRET.encode() in file.read_bytes() for file in folder.glob("hostile.db*")):
        return Ending("leaked", ending.said, ending.outcomes, ending.reasons)
    if any(key.startswith("elsewhere") for key in service.keys):
        return Ending("leaked", "the key was sent to where the service pointed")
    return ending


def address(way: Way, service: Service) -> str:
    """The victim that misbehaves in this way, as a command would name it."""
    name = way.name.removeprefix(f"{way.reach}-")
    retries = 4 if way.ends == "measured" else 1
    seconds = HASTE if any(word in name for word in SILENT) else LONG
    options = f"{QUICK}&patience={BORNE.get(way.ends, LONG)}&timeout={seconds}&retries={retries}"
    match way.reach:
        case "http":
            size = "" if way.before == "nothing" else "&batch=1"  # halves of what is all silent would be, too, in turn
            return f"http:{service.url(name)}#{options}{size}"
        case "openai":
            return f"openai:hostile@{service.url(name)}/v1#{options}&logprobs=0"
        case _:
            return f"python:{SYSTEMS}:{way.name}"


def _endings(way: Way, store: Store, workers: int, service: Service) -> Iterator[Ending]:
    """How the runs ended that must end as the way says: of what was run before, another one and the same again."""
    victim = address(way, service)
    if way.before != "nothing":
        service.is_healthy = way.before != "itself"
        with _healthy(service.is_healthy):
            another = f"python:{SYSTEMS}:{ANOTHER}"
            _run(way, another if way.before == "another that was healthy" else victim, store, workers, seed=1)
        service.is_healthy = False
    yield _run(way, victim, store, workers, seed=2)
    if way.before != "nothing":
        yield _run(way, victim, store, workers, seed=1)


def _run(way: Way, victim: str, store: Store, workers: int, seed: int) -> Ending:
    dataset = f"{TOWN}:{'claims' if way.task == 'verification' else 'questions'}"
    # Services have a time-out of their own.
    is_still = way.reach in ("code", "process") and any(word in way.name for word in STILL)
    settings = Settings(
        workers, way.batch_size, max_error_rate=BEARABLE, ask_again=1.0, timeout=PATIENCE if is_still else LONG
    )
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
    return Ending(meaning(outcomes), "", outcomes, reasons)


def _kept(job: Job | None) -> tuple[dict[str, Outcome], tuple[str, ...]]:
    attempts = [] if job is None else job.attempts()
    return {a.example_id: a.outcome for a in attempts}, tuple(a.reason for a in attempts if a.reason is not None)


def meaning(outcomes: Mapping[str, Outcome]) -> Ended:
    """What these outcomes, by the ids of the examples, say of a system that misbehaves where the trap is."""
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
    drawn, depth, filters, environment = (
        random.getstate(),
        sys.getrecursionlimit(),
        warnings.filters[:],
        dict(os.environ),
    )
    heard = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        random.setstate(drawn)
        sys.setrecursionlimit(depth)
        warnings.filters[:] = filters  # type: ignore[index]  # a list, whatever typeshed says
        os.environ.clear()
        os.environ.update(environment)
        socket.setdefaulttimeout(None)
        for number, handler in heard.items():
            if signal.getsignal(number) is not handler:
                signal.signal(number, handler)


def command_through(way: Way, folder: Path, workers: int = 1) -> Ending:
    """How ``stumper attack`` ends whose system misbehaves in this way, with a new store in the folder."""
    ending = _command(way, folder, workers, seed=2)
    return _command(way, folder, workers, seed=1) if way.before == "itself" else ending


def _command(way: Way, folder: Path, workers: int, seed: int) -> Ending:
    written = folder / f"out-{seed}.json"
    command = [
        *(sys.executable, "-m", "stumper", "attack", f"{TOWN}:questions", "--adversary", f"{TOWN}:Appends"),
        *("--victim", f"python:{SYSTEMS}:{way.name}", "--out", written.name, "--store", "hostile.db"),
        *("--seed", str(seed), "--workers", str(workers), "--max-errors", str(BEARABLE), "--timeout", str(PATIENCE)),
        *("--ask-again", "1", "--fail-under", str(WANTED), "--json"),
    ]
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=MOST_SECONDS,
                             env=os.environ, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return Ending("crashed", f"it still ran after {MOST_SECONDS:g} seconds")
    last = ran.stderr.strip().splitlines()[-1:] or [""]
    said = f"exit code {ran.returncode}: {last[0]}"
    if ran.returncode != FAILED:
        return Ending(EXIT_CODES.get(ran.returncode, "crashed" if ran.returncode else "misled"), said)
    try:
        json.loads(ran.stdout)
    except ValueError:
        return Ending("crashed", f"{said}; what it printed is no JSON: {ran.stdout[:200]!r}")
    if not written.exists():
        return Ending("crashed", f"{said}; it did not write {written.name}")
    with Store.open(f"sqlite:///{folder / 'hostile.db'}") as store:
        attempts = store.attempts(list(store.plans())[-1])
        return Ending(meaning({attempt.example_id: attempt.outcome for attempt in attempts}), said)
