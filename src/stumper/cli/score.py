"""`stumper score`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import DatasetArgument, FailUnderOption, JsonOption


def score(
    dataset: DatasetArgument,
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTIONS",
            help="Answers by question id as JSON; of claims the shared task's JSON lines, of tossups guesses.",
        ),
    ],
    fail_under: FailUnderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score a file of predictions made anywhere; on an adversarial set, original and adversarial side by side."""
    from stumper import api
    from stumper.cli.console import show
    from stumper.cli.gate import gate, kept_in
    from stumper.cli.tables import scores_json, scores_table

    scores = api.score(dataset, predictions)
    if as_json:
        print(scores_json(scores))
    else:
        show(scores_table(scores))
    if fail_under is not None:
        gate([kept_in(scores)], fail_under)
