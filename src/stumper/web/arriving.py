"""What a server still makes ready once it has begun to answer: its models, and the work of a demonstration."""

import json
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import BoundedSemaphore, Event, Lock
from typing import Generic, Literal, TypeVar

from stumper.errors import StumperError
from stumper.people.projects.project import Project, has_work, projects
from stumper.registry import task_named
from stumper.runs.desk import Desk
from stumper.shown import in_a_line
from stumper.store import Store
from stumper.types import Query
from stumper.victims.guessing.kept import cache_folder
from stumper.web.errors import NotLoaded, StillLoading
from stumper.web.words import t

State = Literal["waiting", "loading", "ready", "failed"]
Made = TypeVar("Made")
PATIENCE = 10.0  # seconds that a request waits for a model before it is told to come again
WAITING = 20  # requests that wait at once: the other threads of the server answer pages meanwhile
AGAIN = 5  # seconds after which to come again
TIMES = "loading.json"  # in the cache folder: how long each took at the last start
log = logging.getLogger("stumper.web")


@dataclass(slots=True)
class Arrival(Generic[Made]):
    """One thing that is made ready by ``make``; ``usual`` is how many seconds that took at the last start, if known.

    ``fault`` says why it failed, for whoever administers the server; in it the ``name`` stands for the ``spec``, which
    may hold a password.
    """

    name: str
    make: Callable[[], Made]
    spec: str = ""
    usual: float | None = None
    state: State = "waiting"
    fault: str = ""
    made: Made | None = None
    began: float = 0.0
    over: Event = field(default_factory=Event)

    @property
    def is_pending(self) -> bool:
        """Whether it may still come."""
        return self.state in ("waiting", "loading")

    def load(self, ticks: Callable[[], float]) -> None:
        """It is ready, or has failed; what fails is told in the log, and ends nothing else."""
        self.state, self.began = "loading", ticks()
        try:
            self.made = self.make()
        except StumperError as error:
            self._fail(str(error))
        except Exception as error:  # a model is anybody's code
            log.exception("%s met a bug", self.name)
            self._fail(in_a_line(f"{type(error).__name__}: {error}"))
        else:
            self.state = "ready"
        self.over.set()

    def _fail(self, fault: str) -> None:
        self.fault = fault.replace(self.spec, self.name) if self.spec else fault
        self.state = "failed"
        log.error("%s could not be made ready: %s", self.name, self.fault)


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The models by the name that pages show, and then what needs them, made ready one after the other."""

    models: Sequence[Arrival[Desk]] = ()
    tasks: list[Arrival[None]] = field(default_factory=list)
    ticks: Callable[[], float] = time.monotonic
    patience: float = PATIENCE
    _places: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(WAITING))
    _loads: Lock = field(default_factory=Lock)

    def __iter__(self) -> Iterator[Arrival[Desk] | Arrival[None]]:
        return iter((*self.models, *self.tasks))

    @property
    def are_ready(self) -> bool:
        """Whether all has come."""
        return all(one.state == "ready" for one in self)

    @property
    def unloaded(self) -> set[str]:
        """The models that are not here, as they still load or have failed."""
        return {one.name for one in self.models if one.made is None}

    def named(self, name: str) -> Arrival[Desk] | None:
        """The model of this name."""
        return next((one for one in self.models if one.name == name), None)

    def desk(self, model: Arrival[Desk]) -> Desk:
        """The model's desk, waited for; StillLoading where that takes too long, NotLoaded where it has failed."""
        if model.is_pending and self._places.acquire(blocking=False):
            try:
                model.over.wait(self.patience)
            finally:
                self._places.release()
        if model.is_pending:
            raise StillLoading(model.name, AGAIN)
        if model.made is None:
            raise NotLoaded(model.name)
        return model.made

    def load(self) -> None:
        """All are ready or have failed; how long each took is kept for the next start."""
        with self._loads:
            for one, seconds in _times().items():
                if (known := next((each for each in self if each.name == one), None)) is not None:
                    known.usual = seconds
            for arrival in self:
                if arrival.state == "waiting":
                    arrival.load(self.ticks)
                    _keep_time(arrival.name, self.ticks() - arrival.began)


def _times() -> dict[str, float]:
    try:
        found = json.loads((cache_folder() / TIMES).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none was kept, or what was is no list of ours
        return {}
    known = found.items() if isinstance(found, dict) else ()
    return {name: seconds for name, seconds in known if isinstance(seconds, float) and 0 <= seconds < 1e6}


def _keep_time(name: str, seconds: float) -> None:
    """The time is kept, as far as there is a folder to keep it in."""
    place, draft = cache_folder() / TIMES, Path(f"{cache_folder() / TIMES}.{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(_times() | {name: seconds}), encoding="utf-8")
        draft.replace(place)


def told(arrivals: Arrivals, one: Arrival[Desk] | Arrival[None], sees_faults: bool) -> str | None:
    """What pages say of it; None of what is ready, and of why it failed to whoever may not see that."""
    if one.state == "failed":
        return t("shared.arriving.failed", name=one.name, fault=one.fault) if sees_faults else None
    if one.state == "waiting":
        return t("shared.arriving.waiting", name=one.name)
    if one.state == "ready":
        return None
    seconds, known = round(arrivals.ticks() - one.began), one.usual is not None
    usual = max(1, round(one.usual or 0))
    return t(f"shared.arriving.loading{'.usual' if known else ''}", name=one.name, seconds=seconds, usual=usual)


def to_warm(store: Store, desks: Mapping[str, Desk]) -> list[tuple[Desk, str]]:
    """The desks of open projects in which people write, each with its task."""
    found = {(spec, project.settings.task) for project in projects(store) for spec in _written_against(project)}
    return [(desks[spec], task) for spec, task in sorted(found) if spec in desks]


def warm(cold: list[tuple[Desk, str]], now: float) -> None:
    """Each desk has been asked what nobody has asked it before; one that fails is told of in the log."""
    for desk, task in cold:
        for query in _unheard(task, now):
            try:
                desk.ask([query], "typing", "nobody")
            except Exception as error:  # an oracle needs evidence, a server may be ending: its people are told in time
                log.info("%s is not warm: %s", desk.name, error)


def _written_against(project: Project) -> tuple[str, ...]:
    is_open = project.closed is None and "write" in project.settings.kinds and has_work(project.settings, "write")
    return project.settings.victims if is_open else ()


def _unheard(task: str, now: float) -> Iterator[Query]:
    """The practice example in words that no cache has; where it comes with evidence, also without, so that some is
    looked for."""
    asked = task_named(task)
    assert asked.desk is not None, "people write"
    query = asked.desk.practice.query
    new = asked.wire.with_field(query, asked.desk.field, f"{asked.wire.fields(query)[asked.desk.field]} {now}")
    yield new
    if asked.wire.retrieves and asked.wire.passages(query):
        yield asked.wire.with_passages(new, ())
