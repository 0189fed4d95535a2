"""`stumper predict`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import DatasetArgument, LimitOption, SeedOption, StoreOption, VictimOption


def predict(
    dataset: DatasetArgument,
    out: Annotated[Path, typer.Option("--out", help="The predictions, in the data set's own format.")],
    victim: VictimOption = "embedded",
    limit: LimitOption = None,
    seed: SeedOption = 1,
    store: StoreOption = None,
) -> None:
    """Write a victim's predictions for a data set."""
    from stumper import api
    from stumper.cli.console import Progress, remark

    api.writable(out, dataset)
    progress = Progress("predict", "questions")
    answers: dict[str, str] = {}
    try:
        for step in api.predict(dataset, victim, limit=limit, seed=seed, store=api.open_store(store)):
            answers.update(step.answers)
            progress.update(step.done, step.total)
    finally:
        progress.close()
    api.write_predictions(out, answers)
    remark(f"wrote {len(answers)} answers to {out}; next: stumper score {dataset} {out}")
