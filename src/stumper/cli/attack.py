"""`stumper attack`."""

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import (
    BudgetOption,
    DatasetArgument,
    FailUnderOption,
    GoalOption,
    JsonOption,
    LimitOption,
    MaxErrorsOption,
    RetryOption,
    SeedOption,
    SetOption,
    StoreOption,
    VictimOption,
    WorkersOption,
    pairs,
)
from stumper.errors import VictimFailed


def attack(
    dataset: DatasetArgument,
    out: Annotated[Path, typer.Option("--out", help="The adversarial set, in the data set's format (.json or .gz).")],
    adversary: Annotated[str, typer.Option("--adversary", "-a", help="See: stumper list adversaries.")],
    victim: VictimOption = "embedded",
    settings: SetOption = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    budget: BudgetOption = None,
    goal: GoalOption = None,
    workers: WorkersOption = 1,
    max_errors: MaxErrorsOption = 0.1,
    retry_errors: RetryOption = False,
    fail_under: FailUnderOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Attack a victim on a data set and write the adversarial set."""
    from stumper import api
    from stumper.cli.console import aside, carry_out, remark, show
    from stumper.reports import terminal

    began = time.perf_counter()
    api.writable(out, dataset)
    with aside():
        job = api.prepare(
            dataset, adversary, victim, options=pairs(settings), goal=goal, seed=seed, budget=budget, limit=limit,
            url=store, settings=api.Settings(workers, max_error_rate=max_errors),
            retry_errors=retry_errors,
        )  # fmt: skip
        api.apart(out, adversary, pairs(settings))
        done = carry_out(job, adversary)
    wrote = job.write(out)
    job.conclude()
    if as_json:
        print(json.dumps({
            "adversary": adversary, "victim": victim, "examples": done.examples, "outcomes": done.outcomes,
            "queries": {"asked": done.counts.asked, "unique": done.counts.unique, "cached": done.counts.cached},
            "seconds": {"wall": time.perf_counter() - began, "victim": done.counts.victim_seconds},
            **({"usage": asdict(done.counts.usage)} if done.counts.usage.requests else {}),
            "out": str(out),
        }))  # fmt: skip
    else:
        if done.counts.usage.requests:
            remark(done.counts.usage.said)
        show(terminal(job.report(with_examples=False)))
        said = f"wrote {out}" if wrote else f"{out} is as it was written"
        remark(f"{said}; stumper report --out FOLDER shows it example by example")
    if fail_under is not None:
        gate([job.report(with_examples=False).rows[0].f1.after.value], fail_under)


def gate(values: Sequence[float], least: float) -> None:
    """Exits with 1 when an adversarial F1 is below the least that is allowed; VictimFailed where one is not known."""
    from stumper.cli.console import remark

    if any(math.isnan(value) for value in values):
        raise VictimFailed("Nothing could be scored, as the victim failed on every example: this is no verdict for "
                           "--fail-under. Mend the victim and run the same command with --retry-errors.")  # fmt: skip
    if min(values) < least:
        remark(f"adversarial F1 {100 * min(values):.1f} is below --fail-under {100 * least:.1f}")
        raise typer.Exit(1)
