"""A run: attempts every example that the store does not hold yet, and records each as it ends."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.errors import VictimFailed
from stumper.runs.executors import Components, Progress, Work, processes, serial
from stumper.runs.oracle import Counts
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.types import Attempt, Example, Instance


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run is carried out; nothing here changes a row. ``max_error_rate`` is a share of the examples."""

    workers: int = 1
    batch_size: int = 64
    max_error_rate: float = 0.1


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


def run(plan: Plan, components: Components, work: Sequence[Work], store: Store, settings: Settings) -> Iterator[Step]:
    """Steps until every piece of work has an attempt in the store; VictimFailed once too many ended in errors.

    Interrupted at any point and started again, it goes on with what is not recorded.
    """
    store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
    store.put_examples(plan.dataset_fingerprint, map(_example, work))
    finished = store.finished(plan.id)
    remaining = [piece for piece in work if piece.id not in finished]
    errors, done = store.errors(plan.id), len(work) - len(remaining)
    yield Step((), done, len(work), Counts())
    _check_errors(plan, errors, len(work), settings)
    if not remaining:
        return
    for progress in _execute(plan, components, remaining, store, settings):
        store.cache().put(progress.predictions)
        store.put_attempts(progress.attempts)
        done += len(progress.attempts)
        errors |= {ended.example_id: ended.reason or "" for ended in progress.attempts if ended.outcome == "errored"}
        yield Step(progress.attempts, done, len(work), progress.counts)
        _check_errors(plan, errors, len(work), settings)


def settled(plan: Plan, examples: int, store: Store, settings: Settings) -> Iterator[Step]:
    """The one step of a run whose attempts on all its examples are recorded, as ``run`` would make it."""
    yield Step((), examples, examples, Counts())
    _check_errors(plan, store.errors(plan.id), examples, settings)


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
    if settings.workers > 1:
        return processes(plan, components, work, store.url, settings.batch_size, settings.workers)
    return serial(plan, components, work, store.cache(), settings.batch_size)
