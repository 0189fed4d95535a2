"""`stumper attack`."""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import (
    AskAgainOption,
    BudgetOption,
    ContinueOption,
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
    TimeoutOption,
    VictimOption,
    WorkersOption,
    pairs,
)

if TYPE_CHECKING:
    from stumper.cli.console import Done


def attack(
    dataset: DatasetArgument,
    out: Annotated[
        Path, typer.Option("--out", help="The adversarial set, in the data set's format (.json, .jsonl or .gz).")
    ],
    adversary: Annotated[str, typer.Option("--adversary", "-a", help="See: stumper list adversaries.")],
    victim: VictimOption = "embedded",
    settings: SetOption = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    budget: BudgetOption = None,
    goal: GoalOption = None,
    workers: WorkersOption = 1,
    max_errors: MaxErrorsOption = 0.1,
    ask_again: AskAgainOption = 0.01,
    timeout: TimeoutOption = 300,
    retry_errors: RetryOption = False,
    continue_earlier: ContinueOption = False,
    fail_under: FailUnderOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Attack a victim on a data set and write the adversarial set."""
    from stumper import api
    from stumper.cli.console import aside, carry_out, remark, say_earlier, show, tell
    from stumper.cli.gate import gate, kept_under
    from stumper.reports import terminal

    began = time.perf_counter()
    api.writable(out, dataset)
    there = out.absolute()  # a victim may change the current folder
    with aside():
        job = api.prepare(
            dataset, adversary, victim, options=pairs(settings), goal=goal, seed=seed, budget=budget, limit=limit,
            url=store, settings=api.Settings(workers, max_error_rate=max_errors, ask_again=ask_again, timeout=timeout),
            retry_errors=retry_errors, continue_earlier=continue_earlier,
        )  # fmt: skip
        say_earlier([job])
        api.apart(there, adversary, pairs(settings))
        done = carry_out(job, adversary)
    wrote = job.write(there)
    job.conclude()
    if as_json:
        told = {
            "adversary": adversary,
            "victim": job.plan.victim,
            **_told(done, time.perf_counter() - began),
            "out": str(out),
        }
        told |= {"trained_on": job.store.trained_on(job.plan.id)}
        tell(json.dumps(told))
    else:
        show(terminal(job.report(with_examples=False)))
        said = f"wrote {out}" if wrote else f"{out} is as it was written"
        remark(f"{said}; stumper report --out FOLDER shows it example by example")
    if fail_under is not None:
        gate([kept_under(job)], fail_under)


def _told(done: "Done", seconds: float) -> dict[str, object]:
    """What ``--json`` says of the work itself."""
    counts = done.counts
    return {
        "examples": done.examples,
        "outcomes": done.outcomes,
        "queries": counts.told,
        "seconds": {"wall": seconds, "victim": counts.victim_seconds},
        **({"usage": asdict(counts.usage)} if counts.usage.requests else {}),
    }
