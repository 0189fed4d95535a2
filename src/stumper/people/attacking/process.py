"""The process in which one attack is counted or carried out: ``ID``, with what it needs to know on standard input.

It bounds itself, tells the store how far it is, and ends once it is told to stop. What it has recorded by then is kept.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread

from sqlalchemy import select, update

from stumper.datasets.originals import originals
from stumper.errors import BadData, VictimFailed
from stumper.given import Attack, System
from stumper.jobs import Job
from stumper.loading import load_adversary
from stumper.material import check_victim, drawn
from stumper.people.annotating.filling import fill_from_runs
from stumper.people.annotating.fixing import ask_fixers
from stumper.people.attacking.choices import attack_named
from stumper.people.attacking.orders import (
    SIGN,
    Counted,
    Course,
    Met,
    Order,
    State,
    Wanted,
    found_order,
    go_on_with_all,
)
from stumper.people.attacking.systems import Means, system_called
from stumper.people.projects.data_sets import data_set_name, project_dataset
from stumper.people.projects.parsing_process import bound
from stumper.people.projects.processes import fault_of
from stumper.people.projects.project import Project, project
from stumper.people.projects.runs_to_use import use_runs
from stumper.preparing import prepare_replay, prepared
from stumper.protocols import Collection, Exporter, Inducer
from stumper.registry import searches, task_of
from stumper.rehearsing import Drawing, rehearsed_on, rehearsed_twice
from stumper.runs import Settings
from stumper.sections.ran import MADE, is_unproposed
from stumper.standing import ended
from stumper.store import Store
from stumper.store.connection import row_of, writing
from stumper.store.people_schema import machine_attacks as table
from stumper.store.uploads import PREFIX
from stumper.store.values import from_text, to_text
from stumper.types import Example

MEMORY = 12_000_000_000  # bytes of address space, of which models map more than they fill
CPU = 24 * 3600  # seconds of a processor
SAMPLED = 50  # examples on which is counted what an attack asks that does not search
CHUNK = 32  # examples whose sentences are put before people together
PATIENCE = 10.0  # seconds that the work has to end once it is told to stop
Systems = Callable[[str], System]  # by the name that pages show


def main(id: str, means: Means) -> None:
    """The attack is counted, carried out, stopped, or has failed and says why; then the next has its turn."""

    def end() -> None:
        """What was recorded is in the store, and whoever is asked meanwhile would be waited for."""
        go_on_with_all(store, means, time.time())
        os._exit(0)

    with Store.open(means.store) as store:
        carry_out(store, id, lambda name: system_called(store, means, name), end)
        go_on_with_all(store, means, time.time())


def carry_out(store: Store, id: str, systems: Systems, ends: Callable[[], object] = lambda: None) -> None:
    """As ``main``, in this process; ``ends`` is called where the work has not ended in time once it was told to."""
    row = row_of(store.engine, select(table).where(table.c.id == id))
    if row is None or row.state != "running":
        return
    told = _Telling(store, id, found_order(store, row.project_id, id).course)
    telling = Thread(target=told.keep, args=(ends,), daemon=True)
    telling.start()
    state: State = "failed"
    try:
        state = _carried(store, found_order(store, row.project_id, id), systems, told)
    except _Stopped:
        state = "stopped"
    except Exception as error:
        told.now(fault=fault_of(error, TOO_LARGE, BUG))
    finally:
        told.over.set()
        telling.join()
    told.write(state)


BUG = "This is a fault of Stumper, not of yours: {fault}. Please report it."
TOO_LARGE = "It takes more memory than is spared for it here. Attack fewer examples."


class _Stopped(Exception):
    """Somebody has told the work to stop."""


@dataclass(slots=True)
class _Telling:
    """What the store is told of the work, which the process itself knows best; ``stop`` is set once it is to end."""

    store: Store
    id: str
    course: Course
    over: Event = field(default_factory=Event)
    stop: Event = field(default_factory=Event)
    began: float = field(default_factory=time.monotonic)
    lock: Lock = field(default_factory=Lock)

    def now(self, **values: object) -> None:
        """So far it is; _Stopped where the work is to end."""
        with self.lock:
            if "began" in values:
                self.began = time.monotonic()
            self.course = replace(self.course, **values, seconds=time.monotonic() - self.began)  # type: ignore[arg-type]
        if self.stop.is_set() and "fault" not in values:
            raise _Stopped

    def keep(self, ends: Callable[[], object]) -> None:
        """The store is told every second, until the work is over; where it goes on too long, the process ends."""
        told_at: float | None = None
        while not self.over.wait(SIGN):
            if not self.write():
                self.stop.set()
            if self.stop.is_set():
                told_at = told_at or time.monotonic()
                if time.monotonic() - told_at > PATIENCE:
                    self.write("stopped")
                    ends()
                    return

    def write(self, state: State | None = None) -> bool:
        """The store has what is known; False where somebody has stopped it, or another process has begun with it."""
        with self.lock:
            course = self.course

        with writing(self.store.engine) as connection:
            query = select(table.c.state, table.c.document).where(table.c.id == self.id)
            found = connection.execute(query).one_or_none()
            if found is None or found.state not in ("running", "stopping"):
                return False
            if from_text(Course, found.document).beginnings != course.beginnings:
                return False
            values = {"document": to_text(course), "alive": time.time(), **({"state": state} if state else {})}
            connection.execute(update(table).where(table.c.id == self.id).values(**values))
        return bool(found.state == "running")


def _carried(store: Store, found: Order, systems: Systems, told: _Telling) -> State:
    """What becomes of it: the state in which it ends."""
    at = project(store, found.project_id)
    data = _data(store, at)
    if found.wanted.is_mended:
        _put_to_menders(store, at, found, data, told)
    elif found.course.stage == "count":
        told.now(counted=_counted(found, data, systems(found.wanted.victim)))
        return "counted"
    else:
        _attack(store, at, found, data, systems, told)
    return "done"


def _data(store: Store, at: Project) -> Collection:
    """The project's texts, under the name that it knows them by; BadData where they are others by now."""
    spec = at.settings.dataset
    data = project_dataset(store, spec, at.id)
    name = data_set_name(store, spec, at.id)
    if data.fingerprint != at.fingerprint:
        raise BadData(f"{name} is no longer what this project was made with: this Stumper brings another version of "
                      "it. Make a new project.")  # fmt: skip
    return replace(data, name=name.removesuffix(".gz").rsplit(".", 1)[0]) if spec.startswith(PREFIX) else data


def _counted(found: Order, data: Collection, system: System) -> Counted:
    """Of an attack that does not search, on a part of the examples; of one that does, by what bounds it."""
    wanted, options = found.wanted, dict(found.wanted.options)
    victim = system.load(data.examples)
    check_victim(victim, system.called, data.name, task_of(data.examples[0].query))
    attacker = load_adversary(wanted.adversary, options)
    of = drawn(originals(data), wanted.limit, wanted.seed)
    is_search = searches(attacker) or isinstance(attacker, Inducer)
    some = replace(data, examples=of if is_search else drawn(of, SAMPLED, wanted.seed))
    how: Drawing = {"seed": wanted.seed, "budget": wanted.budget}
    one = rehearsed_on(some, victim, system.called, wanted.adversary, options, **how)
    again = rehearsed_twice(replace(data, examples=of), victim, system.called, wanted.adversary, options, wanted.seed)
    if is_search:
        most = None if wanted.budget is None else wanted.budget * len(of)
        return Counted(most, len(of), len(of), is_search, twice=again.twice)
    share = len(of) / len(some.examples)
    tokens, more = one.tokens, again.tokens
    return Counted(
        round(one.queries * share), len(some.examples), len(of), is_search,
        None if tokens is None or more is None else round(tokens * share) + more,
        None if one.cost is None or again.cost is None else one.cost * share + again.cost, again.twice,
    )  # fmt: skip


def _attack(store: Store, at: Project, found: Order, data: Collection, systems: Systems, told: _Telling) -> None:
    """The model meets the attack, and the project's others what it made, where that is wanted; then people judge."""
    wanted = found.wanted
    own = _job(store, at, data, wanted, systems(wanted.victim))
    run_ids = [_run(store, own, told)]
    use_runs(store, at, run_ids)
    for name in at.settings.victims if wanted.others else ():
        if name != wanted.victim:
            told.now(model=name, done=0, total=0, began=0)
            job = prepare_replay(own.plan.id, systems(name), store=store, settings=Settings(), retry_errors=True)
            run_ids.append(_run(store, job, told))
            use_runs(store, at, run_ids)
    if wanted.judged and "judge" in at.settings.kinds:
        told.now(added=fill_from_runs(store, at, "judge", run_ids, time.time()))


def _job(store: Store, at: Project, data: Collection, wanted: Wanted, system: System) -> Job:
    spec = at.settings.dataset
    dataset: str | Collection = data if spec.startswith(PREFIX) else spec
    attack = Attack(wanted.adversary, dict(wanted.options))
    job = prepared(
        dataset, attack, system, store=store, settings=Settings(), retry_errors=True,
        seed=wanted.seed, budget=wanted.budget, limit=wanted.limit,
    )  # fmt: skip
    # Another project that has sent the same bytes has the same run, and is not to read what the file is called here.
    return replace(job, plan=replace(job.plan, dataset=spec))


def _run(store: Store, job: Job, told: _Telling) -> str:
    """The id of the run, which has come to its end."""
    before, fooled, first = told.course, 0, True
    try:
        for step in job.steps():
            if first:
                fooled = job.outcomes().get("succeeded", 0)
                told.now(model=job.plan.victim, began=step.done)
                first = False
            fooled += sum(ended(attempt) == "succeeded" for attempt in step.ended)
            counts = step.counts
            told.now(
                done=step.done, total=step.total, fooled=before.fooled + fooled,
                queries=before.queries + counts.recorded + counts.unique,
            )  # fmt: skip
    except VictimFailed as error:
        raise _failed(store, job) from error
    job.conclude()
    met = (*before.met, _met(store, job))
    told.now(run_ids=(*before.run_ids, job.plan.id), tried=before.tried + told.course.total, met=met)
    return job.plan.id


def _met(store: Store, job: Job) -> Met:
    """As reports count it: over the attempts on what the model had right, of which something was made and asked."""
    unseen = [one for one in store.ended(job.plan.id) if not one.trained_on]
    tried = [one for one in unseen if one.outcome in MADE and not is_unproposed(one)]
    fooled = sum(one.outcome == "succeeded" for one in tried)
    return Met(job.plan.victim, fooled, len(tried), made=any(one.asked for one in unseen))


def _failed(store: Store, job: Job) -> VictimFailed:
    """As it is said to people who see a page, and no command."""
    errors = store.errors(job.plan.id)
    _, reason = next(iter(errors.items()))
    return VictimFailed(f"{job.plan.victim} failed on {len(errors):,} examples, the first time because: {reason}. What "
                        "it answered is kept. Go on once it answers again.")  # fmt: skip


def _put_to_menders(store: Store, at: Project, found: Order, data: Collection, told: _Telling) -> None:
    """The sentences of all examples are in the line of those who mend them, some examples at a time."""
    wanted, added = found.wanted, 0
    option = attack_named(at.settings.task, wanted.adversary).mendable
    examples = drawn(originals(data), wanted.limit, wanted.seed)
    told.now(total=len(examples))
    with TemporaryDirectory() as folder:
        for start in range(0, len(examples), CHUNK):
            path = Path(folder) / f"{start}.jsonl"
            _write_sentences(wanted, option, examples[start : start + CHUNK], path)
            added += ask_fixers(store, at, path, time.time())
            told.now(done=min(start + CHUNK, len(examples)), added=added)


def _write_sentences(wanted: Wanted, option: str, examples: Sequence[Example], path: Path) -> None:
    attacker: object = load_adversary(wanted.adversary, {**dict(wanted.options), option: str(path)})
    assert isinstance(attacker, Exporter), "what can be mended is exported"
    attacker.export(examples)


if __name__ == "__main__":
    given = from_text(Means, sys.stdin.read())
    bound(MEMORY, CPU)
    main(sys.argv[1], given)
