"""`stumper predict`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import DatasetArgument, LimitOption, SeedOption, StoreOption, VictimOption
from stumper.types import Prediction


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
    progress = Progress("predict", "queries")
    predictions: dict[str, Prediction] = {}
    try:
        for step in api.predict(dataset, victim, limit=limit, seed=seed, store=api.open_store(store)):
            predictions.update(step.predictions)
            progress.update(step.done, step.total)
    finally:
        progress.close()
    api.write_predicted(out, dataset, predictions)
    remark(f"wrote {len(predictions)} answers to {out}; next: stumper score {dataset} {out}")
