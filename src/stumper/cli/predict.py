"""`stumper predict`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import (
    AskAgainOption,
    Asked,
    DatasetArgument,
    DryRunOption,
    IndexWritesOption,
    LimitOption,
    MapOption,
    MaxCostOption,
    MaxRequestsOption,
    SeedOption,
    StoreOption,
    TimeoutOption,
    VictimOption,
)
from stumper.types import Prediction


def predict(
    dataset: DatasetArgument,
    out: Annotated[Path, typer.Option("--out", help="The predictions, in the data set's own format.")],
    victim: VictimOption = "embedded",
    asked: Asked = Asked(),
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
    map_: MapOption = None,
    seed: SeedOption = 1,
    ask_again: AskAgainOption = 0.01,
    timeout: TimeoutOption = 300,
    allow_index_writes: IndexWritesOption = False,
    max_requests: MaxRequestsOption = None,
    max_cost: MaxCostOption = None,
    dry_run: DryRunOption = False,
    store: StoreOption = None,
) -> None:
    """Write a victim's predictions for a data set."""
    from stumper import api
    from stumper.cli.console import followed, remark
    from stumper.cli.rehearsal import rehearse
    from stumper.sections.wording import plural

    [dataset] = api.with_maps([dataset], map_)
    [victim] = asked.of([victim])
    if dry_run:
        rehearse([dataset], [victim], {}, limit=limit, seed=seed)
        return
    api.writable(out, dataset)
    if positions is not None:
        _guess_along(dataset, out, victim, positions, limit, seed, ask_again, timeout, store)
        return
    there = out.absolute()  # a victim may change the current folder
    predictions: dict[str, Prediction] = {}
    steps = api.predict(
        dataset, victim, limit=limit, seed=seed, store=api.open_store(store), ask_again=ask_again, timeout=timeout,
        allow_index_writes=allow_index_writes,
    )  # fmt: skip
    for step in followed("predict", "queries", steps):
        predictions.update(step.predictions)
    api.write_predicted(there, dataset, predictions)
    silent = sum(not prediction.guesses for prediction in predictions.values())
    wrote = f"wrote {plural(len(predictions) - silent, 'answer')}{f' ({silent:,} left unanswered)' if silent else ''}"
    remark(f"{wrote} to {out}; next: stumper score {dataset} {out}{_drawn(limit, seed)}")


def _guess_along(
    dataset: str,
    out: Path,
    victim: str,
    positions: int,
    limit: int | None,
    seed: int,
    ask_again: float,
    timeout: float,
    store: str | None,
) -> None:
    """The file holds guesses at beginnings of the tossups, too."""
    from stumper import api, playing
    from stumper.cli.console import followed, remark
    from stumper.listening import Guessed
    from stumper.sections.wording import plural

    found: list[Guessed] = []
    there = out.absolute()  # a victim may change the current folder
    cache = api.open_store(store).cache()
    steps = playing.guess_along(
        dataset, victim, positions, cache, limit=limit, seed=seed, ask_again=ask_again, timeout=timeout
    )
    for step in followed("predict", "questions", steps):
        found += step.guesses
    playing.write_along(there, dataset, found)
    remark(
        f"wrote {plural(len(found), 'guess', 'guesses')} to {out}; "
        f"next: stumper evaluate {dataset} --victim file:{out}{_drawn(limit, seed)}"
    )


def _drawn(limit: int | None, seed: int) -> str:
    """The options that draw the same examples again."""
    return "" if limit is None else f" --limit {limit} --seed {seed}"
