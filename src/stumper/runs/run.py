"""A run: attempts every example that the store does not hold yet, and records each as it ends."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import uuid4

from stumper.errors import VictimFailed
from stumper.runs.again import ASK_AGAIN, Again
from stumper.runs.counts import Counts
from stumper.runs.executors import Components, Progress, Trust, Work, processes, serial
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.types import Attempt, Example, Instance


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run is carried out; nothing here changes a row.

    ``max_error_rate`` is a share of the examples, ``ask_again`` the share of the answers taken from the cache that is
    asked for once more (0: none), ``timeout`` the seconds without any answer after which a batch is given up (0:
    never).
    """

    workers: int = 1
    batch_size: int = 64
    max_error_rate: float = 0.1
    ask_again: float = ASK_AGAIN
    timeout: float = 300.0


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
) -> Iterator[Step]:
    """Steps until every piece of work has an attempt in the store; VictimFailed once too many ended in errors.

    Interrupted at any point and started again, it goes on with what is not recorded. ``learning`` is what has been
    asked before there was work; what is asked is recorded in the store as it grows.
    """
    store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
    store.put_examples(plan.dataset_fingerprint, map(_example, work))
    finished = store.finished(plan.id)
    remaining = [piece for piece in work if piece.id not in finished]
    errors, done = store.errors(plan.id), len(work) - len(remaining)
    ledger = _Asked(store, plan.id, _begun(store, plan.id, learning))
    yield Step((), done, len(work), ledger.counts)
    _check_errors(plan, errors, len(work), settings)
    for progress in _execute(plan, components, remaining, store, settings):
        store.cache().put(progress.predictions)
        store.put_attempts(progress.attempts)
        done += len(progress.attempts)
        errors |= {ended.example_id: ended.reason or "" for ended in progress.attempts if ended.outcome == "errored"}
        yield Step(progress.attempts, done, len(work), ledger.with_(progress.counts))
        _check_errors(plan, errors, len(work), settings)


def settled(
    plan: Plan, examples: int, store: Store, settings: Settings, components: Components | None = None
) -> Iterator[Step]:
    """The steps of a run whose attempts on all its examples are recorded, as ``run`` would make them.

    With components, the victim is asked again for some of what is recorded of it. That made none of the run's figures,
    so the store's counts stay as they are.
    """
    counts = _begun(store, plan.id)
    yield Step((), examples, examples, counts)
    _check_errors(plan, store.errors(plan.id), examples, settings)
    if components is not None:
        for progress in _execute(plan, components, (), store, settings):
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


@dataclass(frozen=True, slots=True)
class _Asked:
    """Keeps in the store what this command asks for a run: the proof that stands behind its figures."""

    store: Store
    run_id: str
    counts: Counts  # before the first attempt
    command: str = field(default_factory=lambda: uuid4().hex)

    def with_(self, counts: Counts) -> Counts:
        """All that was asked, with what was counted since; the store has it, too."""
        total = _sum(self.counts, counts)
        self.store.put_counts(self.run_id, self.command, json.dumps(total.document))
        return total


def _check_errors(plan: Plan, errors: Mapping[str, str], examples: int, settings: Settings) -> None:
    """Nothing, while few enough attempts have ended in errors, those of earlier runs among them."""
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
    return replace(piece.example, id=piece.id) if isinstance(piece, Instance) else piece


def _execute(
    plan: Plan, components: Components, work: Sequence[Work], store: Store, settings: Settings
) -> Iterator[Progress]:
    trust = _trust(plan, store, settings)
    if not work and not trust.recorded:
        return iter(())
    if settings.workers > 1 and work:
        return processes(plan, components, work, store.url, settings.batch_size, settings.workers, trust)
    return serial(plan, components, work, store.cache(), settings.batch_size, trust)


def _trust(plan: Plan, store: Store, settings: Settings) -> Trust:
    """Which of the victim's answers are asked for again: some of the recorded ones, where a run goes on."""
    if not settings.ask_again:
        return Trust()
    again = Again(settings.ask_again, plan.seed, settings.max_error_rate)
    return Trust(again, tuple(store.recorded_originals(plan.id, again.most, again.rank)))
