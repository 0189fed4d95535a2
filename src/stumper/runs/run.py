"""A run: attempts every example that the store does not hold yet, and records each as it ends."""

import json
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from uuid import uuid4

from stumper.errors import StumperError, VictimFailed
from stumper.runs.again import ASK_AGAIN, Again, drawn_twice
from stumper.runs.counts import Counts, counted
from stumper.runs.executors import processes, serial
from stumper.runs.patience import TIMEOUT
from stumper.runs.plan import Plan, to_json
from stumper.runs.pool import Setting, pooled, workers_of
from stumper.runs.sharing import PAUSE, sharing
from stumper.runs.work import Components, Progress, Trust, Work, original_of
from stumper.store import Store
from stumper.types import Attempt, Example, Unmade


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run is carried out; nothing here changes a row.

    ``max_error_rate`` is a share of the examples, where variants count of those of which something was made;
    ``ask_again`` the share of the answers taken from the cache that is
    asked for once more (0: none), ``timeout`` the seconds without any answer after which a batch is given up (0:
    never). Work goes to ``workers`` processes of this machine, or with an ``executor`` to that.
    """

    workers: int = 1
    batch_size: int = 64
    max_error_rate: float = 0.1
    ask_again: float = ASK_AGAIN
    timeout: float = TIMEOUT
    executor: Executor | None = None

    @property
    def is_here(self) -> bool:
        """Whether everything is done in this process, by one thread."""
        return self.workers == 1 and self.executor is None

    @property
    def at_once(self) -> int:
        """How many workers there are; an executor that knows how many it has is asked."""
        return self.workers if self.executor is None else max(self.workers, workers_of(self.executor))


@dataclass(frozen=True, slots=True)
class Step:
    """``done`` of ``total`` pieces of work are recorded, ``ended`` the newest; ``counts`` are of this process.

    ``learning`` counts the queries that an attack which first learns has asked so far; ``total`` is then not known.
    """

    ended: tuple[Attempt, ...]
    done: int
    total: int
    counts: Counts
    learning: int | None = None


def run(
    plan: Plan,
    components: Components,
    work: Sequence[Work],
    store: Store,
    settings: Settings,
    learning: Counts | None = None,
    seen: Collection[str] = (),
    unmade: Sequence[Unmade] = (),
    counts_variants: bool = False,
) -> Iterator[Step]:
    """Steps until every piece of work has an attempt in the store; VictimFailed once too many ended in errors.

    Interrupted at any point and started again, it goes on with what is not recorded. Several processes that are at it
    at one time share the work, and each ends when all is done. ``learning`` is what has been asked before there was
    work; what is asked is recorded in the store as it grows. ``seen`` are the ids of the work that the victim was
    trained on. ``unmade`` are originals of which nothing was made: they are recorded with the reason, and nothing is
    asked. Where each variant counts (``counts_variants``), errors are a share of the work that something was made of,
    and what has not ended yet may still be of it: a run is only stopped that would be at its end, too.
    """
    store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
    store.put_examples(plan.dataset_fingerprint, chain(map(_example, work), (one.example for one in unmade)))
    store.put_unmade(plan.id, {one.id: one.reason for one in unmade})
    store.begin(plan.id, len(work))
    remaining = _remaining(work, store, plan)
    asked = _Asked(store, plan.id, _begun(store, plan.id, learning))
    yield Step((), len(work) - len(remaining), len(work), asked.counts)
    failing = _Failing(store, plan.id, counts_variants)
    failing.read()
    failing.check(plan, len(work), settings)
    trust, found, own = _trust(plan, store, settings, work=remaining), store.finished(plan.id), set[str]()
    with sharing(store, plan.id) as shared:
        while remaining or trust.recorded:
            shared.watch()
            taken = shared.taken(remaining)
            if (first := list(islice(taken, 1))) or trust.recorded:
                mine = chain(first, taken)
                ours = _execute(plan, components, mine, len(remaining), store, settings, trust, asked.fresh())
                done = len(work) - len(remaining)
                for step in _recorded(ours, plan, done, len(work), store, settings, asked, seen, failing):
                    own.update(attempt.example_id for attempt in step.ended)
                    yield step
                trust = replace(trust, recorded=())
            else:
                time.sleep(PAUSE)  # others are at work on all that remains
            known, remaining = remaining, _remaining(remaining, store, plan)
            if len(remaining) < len(known):
                yield Step((), len(work) - len(remaining), len(work), asked.with_others())
                failing.read()
                failing.check(plan, len(work), settings)
        if others := store.finished(plan.id) - found - own:
            trust = _trust(plan, store, settings, others)
            again = _execute(plan, components, (), 0, store, settings, trust, asked.fresh()) if trust.recorded else ()
            for progress in again:
                yield Step((), len(work), len(work), asked.with_(progress))


def _recorded(
    made: Generator[Progress],
    plan: Plan,
    done: int,
    total: int,
    store: Store,
    settings: Settings,
    asked: "_Asked",
    seen: Collection[str],
    failing: "_Failing",
) -> Iterator[Step]:
    """A step for whatever is made, once it is in the store."""
    failing.read()
    try:
        for progress in _until_it_fails(made, asked):
            store.cache().put(progress.predictions)
            attempts = [replace(one, trained_on=one.example_id in seen) for one in progress.attempts]
            store.put_attempts(attempts)
            done += len(attempts)
            failing.note(attempts)
            yield Step(tuple(attempts), done, total, asked.with_(progress))
            failing.check(plan, total, settings)
    finally:
        made.close()  # whoever was asked meanwhile has been paid
        asked.settle()


def _until_it_fails(made: Iterable[Progress], asked: "_Asked") -> Iterator[Progress]:
    """What is made. Where that ends early, what was asked meanwhile is told before why: it has been paid for."""
    try:
        yield from made
    except (StumperError, KeyboardInterrupt):
        yield Progress((), asked.now)
        raise


def _remaining(work: Sequence[Work], store: Store, plan: Plan) -> list[Work]:
    finished = store.finished(plan.id)
    return [piece for piece in work if piece.id not in finished]


@dataclass(slots=True)
class _Failing:
    """What a run's system has failed on. Where variants count by themselves (``counts_variants``), attempts in which a
    variant failed are a share of those in which one was asked: those of which nothing was made do not dilute it."""

    store: Store
    run_id: str
    counts_variants: bool
    errors: dict[str, str] = field(default_factory=dict)  # why, by example
    before_variants: set[str] = field(default_factory=set)  # of these, those that ended on their originals
    unasked: int = 0  # attempts that ended well, in which no variant was asked

    def read(self) -> None:
        """Takes what the store holds."""
        self.errors = self.store.errors(self.run_id)
        if self.counts_variants:
            self.before_variants = self.store.errors_before_variants(self.run_id)
            self.unasked = self.store.unasked(self.run_id)

    def note(self, attempts: Iterable[Attempt]) -> None:
        """Takes attempts that the store has got since."""
        for one in attempts:
            every = (one.after, *(candidate.verdict for candidate in one.candidates))
            if one.outcome == "errored":
                self.errors[one.example_id] = one.reason or ""
                if not one.candidates:
                    self.before_variants.add(one.example_id)
            elif not any(verdict is not None and verdict.prediction is not None for verdict in every):
                self.unasked += 1

    def check(self, plan: Plan, examples: int, settings: Settings) -> None:
        """VictimFailed once it has failed on too many of a run's examples. What is to come can only add errors and
        take examples out, so no run ends by this that would not by its last attempt."""
        check_errors(plan, self.errors, examples, settings)
        if self.counts_variants:
            of_variants = {id: why for id, why in self.errors.items() if id not in self.before_variants}
            asked = examples - self.unasked - len(self.before_variants)
            check_errors(plan, of_variants, asked, settings)


def settled(
    plan: Plan,
    examples: int,
    store: Store,
    settings: Settings,
    components: Components | None = None,
    counts_variants: bool = False,
) -> Iterator[Step]:
    """The steps of a run whose attempts on all its examples are recorded, as ``run`` would make them.

    With components, the victim is asked again for some of what is recorded of it. That made none of the run's figures,
    so the store's counts stay as they are.
    """
    counts = _begun(store, plan.id)
    yield Step((), examples, examples, counts)
    failing = _Failing(store, plan.id, counts_variants)
    failing.read()
    failing.check(plan, examples, settings)
    if components is not None:
        trust = _trust(plan, store, settings)
        asked_again = (
            _execute(plan, components, (), 0, store, settings, trust, Counts()) if trust.recorded else iter(())
        )
        for progress in asked_again:
            yield Step((), examples, examples, _sum(counts, progress.counts))


def _begun(store: Store, run_id: str, learning: Counts | None = None) -> Counts:
    counts = Counts(recorded=store.recorded_queries(run_id))
    if learning is not None:
        counts.add(learning)
    return counts


def _sum(one: Counts, other: Counts) -> Counts:
    total = replace(one)
    total.add(other)
    return total


@dataclass(slots=True)
class _Asked:
    """Keeps in the store what this command asks for a run: the proof that stands behind its figures."""

    store: Store
    run_id: str
    counts: Counts  # until the executor that is at work now began
    command: str = field(default_factory=lambda: uuid4().hex)
    now: Counts = field(default_factory=Counts)  # of that executor
    _own: int = 0  # the queries of the attempts that this command has made, as the store adds them up

    def fresh(self) -> Counts:
        """The counts of an executor that begins."""
        self.now = Counts()
        return self.now

    def with_(self, progress: Progress) -> Counts:
        """All that was asked, with what was counted since; the store has it, too."""
        self.now = progress.counts
        self._own += sum(attempt.queries for attempt in progress.attempts if attempt.outcome != "errored")
        return self._total()

    def with_others(self) -> Counts:
        """All that was asked; what others have recorded meanwhile was found recorded, too."""
        self.counts.recorded = self.store.recorded_queries(self.run_id) - self._own
        return self._total()

    def settle(self) -> None:
        """The executor has ended, and the store has what it asked; what another one counts comes on top."""
        self.counts, self.now = self._total(), Counts()

    def _total(self) -> Counts:
        total = _sum(self.counts, self.now)
        self.store.put_counts(self.run_id, self.command, json.dumps(total.document))
        return total


def check_errors(plan: Plan, errors: Mapping[str, str], examples: int, settings: Settings) -> None:
    """Nothing, while few enough examples have ended in errors, those of earlier runs among them; else VictimFailed."""
    if len(errors) <= settings.max_error_rate * examples:
        return
    first, reason = next(iter(errors.items()))
    raise VictimFailed(
        f"The victim {plan.victim!r} failed on {len(errors)} of {examples} examples, more than "
        f"{settings.max_error_rate:.0%} (--max-errors); the first: {first}: {reason}. What was done is kept; "
        "mend the victim and run the same command with --retry-errors."
    )


def _example(piece: Work) -> Example:
    """What an attempt's row points to: of an instance, its original under the instance's own id."""
    return piece if isinstance(piece, Example) else replace(piece.example, id=piece.id)


def _execute(
    plan: Plan,
    components: Components,
    work: Iterable[Work],
    most: int,
    store: Store,
    settings: Settings,
    trust: Trust,
    counts: Counts,
) -> Generator[Progress]:
    """What comes of the work, of which there are ``most`` pieces at most; what is asked is added to ``counts``."""
    if settings.executor is not None:
        setting = Setting(plan, components, store.url, settings.batch_size, settings.timeout, trust)
        return pooled(setting, work, most, settings.executor, settings.at_once, counts)
    if settings.workers > 1 and most:
        return processes(
            plan,
            components,
            work,
            most,
            store.url,
            settings.batch_size,
            settings.workers,
            settings.timeout,
            trust,
            counts,
        )
    return serial(plan, components, work, store.cache(), settings.batch_size, settings.timeout, trust, counts)


def _trust(
    plan: Plan, store: Store, settings: Settings, among: Collection[str] | None = None, work: Iterable[Work] = ()
) -> Trust:
    """Which of the victim's answers are asked for again: some of those recorded, or recorded of ``among`` examples; and
    of one that may vary, some of those to the originals of the ``work``."""
    if not settings.ask_again:
        return Trust()
    again = Again(settings.ask_again, plan.seed, settings.max_error_rate, twice=_twice(work, plan, store))
    return Trust(again, tuple(store.recorded_answers(plan.id, again.wanted, again.rank, among)))


def _twice(work: Iterable[Work], plan: Plan, store: Store) -> frozenset[str]:
    """The ids of a few pieces of work, each of another original, drawn by the seed; the fewer, the more originals of
    the run were answered a second time already."""
    firsts: dict[str, str] = {}
    for piece in work:
        firsts.setdefault(original_of(piece).id, piece.id)
    done = counted(store.counts(plan.id)).twice
    return frozenset(firsts[original] for original in drawn_twice(firsts, plan.seed, done))
