"""`stumper evaluate`."""

from typing import Annotated

import typer

from stumper.cli.options import (
    FailUnderOption,
    JsonOption,
    LimitOption,
    MaxErrorsOption,
    SeedOption,
    StoreOption,
    WorkersOption,
)


def evaluate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Adversarial sets: originals and variants.")],
    victim: Annotated[
        list[str] | None,
        typer.Option("--victim", "-v", help="As for attack; may be repeated.  [default: embedded]"),
    ] = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    max_errors: MaxErrorsOption = 0.1,
    fail_under: FailUnderOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score victims on adversarial sets that exist: original and adversarial, side by side."""
    from pathlib import Path

    from stumper import api
    from stumper.cli.attack import gate
    from stumper.cli.console import carry_out, show
    from stumper.cli.tables import scores_json, scores_table

    opened = api.open_store(store)
    settings = api.Settings(workers, max_error_rate=max_errors)
    scores = []
    for file in files:
        for name in victim or ["embedded"]:
            job = api.prepare_evaluation(file, name, limit=limit, seed=seed, store=opened, settings=settings)
            carry_out(job, f"{Path(file).name} x {name}")
            scores += api.scores_of(job)
    if as_json:
        print(scores_json(scores))
    else:
        show(scores_table(scores))
    if fail_under is not None:
        gate(min(s.value for s in scores if s.name == "f1" and s.on == "adversarial"), fail_under)
