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
    positions: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=200,
            help="Of tossups: guess also at this many even shares and at each sentence's end, as stumper evaluate and "
            "stumper buzz ask file:OUT.",
        ),
    ] = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    store: StoreOption = None,
) -> None:
    """Write a victim's predictions for a data set."""
    from stumper import api
    from stumper.cli.console import Progress, remark
    from stumper.reports.wording import plural

    api.writable(out, dataset)
    if positions is not None:
        _guess_along(dataset, out, victim, positions, limit, seed, store)
        return
    progress = Progress("predict", "queries")
    predictions: dict[str, Prediction] = {}
    try:
        for step in api.predict(dataset, victim, limit=limit, seed=seed, store=api.open_store(store)):
            predictions.update(step.predictions)
            progress.update(step.done, step.total)
    finally:
        progress.close()
    api.write_predicted(out, dataset, predictions)
    remark(
        f"wrote {plural(len(predictions), 'answer')} to {out}; next: stumper score {dataset} {out}{_drawn(limit, seed)}"
    )


def _guess_along(
    dataset: str, out: Path, victim: str, positions: int, limit: int | None, seed: int, store: str | None
) -> None:
    """The file holds guesses at beginnings of the tossups, too."""
    from stumper import api, playing
    from stumper.cli.console import Progress, remark
    from stumper.datasets.guesses import Guessed, write_guessed
    from stumper.reports.wording import plural

    progress, found = Progress("predict", "questions"), list[Guessed]()
    try:
        for step in playing.guess_along(
            dataset, victim, positions, api.open_store(store).cache(), limit=limit, seed=seed
        ):
            found += step.guesses
            progress.update(step.done, step.total)
    finally:
        progress.close()
    write_guessed(out, found)
    remark(
        f"wrote {plural(len(found), 'guess', 'guesses')} to {out}; "
        f"next: stumper evaluate {dataset} --victim file:{out}{_drawn(limit, seed)}"
    )


def _drawn(limit: int | None, seed: int) -> str:
    """The options that draw the same examples again."""
    return "" if limit is None else f" --limit {limit} --seed {seed}"
