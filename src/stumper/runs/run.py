"""A run: attempts every example that the store does not hold yet, and records each as it ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stumper.errors import VictimFailed
from stumper.runs.executors import Components, Progress, processes, serial
from stumper.runs.oracle import Counts
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.types import Attempt, Example


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run is carried out; nothing here changes a row. ``max_error_rate`` is a share of the examples."""

    workers: int = 1
    batch_size: int = 64
    max_error_rate: float = 0.1


@dataclass(frozen=True, slots=True)
class Step:
    """``done`` of ``total`` examples are recorded, ``ended`` being the newest; ``counts`` are of this process."""

    ended: tuple[Attempt, ...]
    done: int
    total: int
    counts: Counts


def run(
    plan: Plan, components: Components, examples: Sequence[Example], store: Store, settings: Settings
) -> Iterator[Step]:
    """Steps until every example has an attempt in the store; VictimFailed once too many ended in errors.

    Interrupted at any point and started again, it goes on with the examples that are not recorded.
    """
    store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
    store.put_examples(plan.dataset_fingerprint, examples)
    finished = store.finished(plan.id)
    remaining = [example for example in examples if example.id not in finished]
    done, errored, first_reason = len(examples) - len(remaining), 0, ""
    yield Step((), done, len(examples), Counts())
    if not remaining:
        return
    for progress in _execute(plan, components, remaining, store, settings):
        store.cache().put(progress.predictions)
        store.put_attempts(progress.attempts)
        done += len(progress.attempts)
        for ended in progress.attempts:
            if ended.outcome == "errored":
                errored += 1
                first_reason = first_reason or f"{ended.example_id}: {ended.reason}"
        yield Step(progress.attempts, done, len(examples), progress.counts)
        if errored > settings.max_error_rate * len(examples):
            raise VictimFailed(
                f"The victim {plan.victim!r} failed on {errored} of {len(examples)} examples, more than "
                f"{settings.max_error_rate:.0%} (--max-errors); the first: {first_reason}. What was done is kept; "
                "mend the victim and run the same command with --retry-errors."
            )


def _execute(
    plan: Plan, components: Components, examples: Sequence[Example], store: Store, settings: Settings
) -> Iterator[Progress]:
    if settings.workers > 1:
        return processes(plan, components, examples, store.url, settings.batch_size, settings.workers)
    return serial(plan, components, examples, store.cache(), settings.batch_size)
