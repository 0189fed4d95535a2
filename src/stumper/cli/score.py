"""`stumper score`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import DatasetArgument, FailUnderOption, JsonOption, LimitOption, SeedOption

if TYPE_CHECKING:
    from stumper.scores import Score


def score(
    dataset: DatasetArgument,
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTIONS",
            help="Answers by question id as JSON; of claims the shared task's JSON lines, of tossups guesses.",
        ),
    ],
    limit: LimitOption = None,
    seed: SeedOption = 1,
    fail_under: FailUnderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score a file of predictions made anywhere; on an adversarial set, original and adversarial side by side."""
    from stumper import api
    from stumper.cli.console import remark, show, tell
    from stumper.cli.gate import gate, kept_in
    from stumper.cli.tables import scores_json, scores_table
    from stumper.scores.score import skipped_variants
    from stumper.sections.wording import plural

    scores = api.score(dataset, predictions, limit=limit, seed=seed)
    if as_json:
        tell(scores_json(scores))
    else:
        show(scores_table(scores))
    if said := _missing(scores):
        remark(said if limit else f"{said} A file of predict --limit is scored with the same --limit and --seed.")
    if skipped := skipped_variants(scores):
        verb = "is" if skipped == 1 else "are"
        remark(f"{plural(skipped, 'variant')} without an answer in the file {verb} left out, as by the published "
               "script: a system that says nothing of them keeps its score.")  # fmt: skip
    if fail_under is not None:
        gate([kept_in(scores, api.task_in(dataset).scoring)], fail_under)


def _missing(scores: "Sequence[Score]") -> str:
    """How many questions the predictions leave out, if any: in the scores they are wrong."""
    from stumper.scores.signature import said_by
    from stumper.sections.wording import count, plural

    missing, n = max((int(said_by(score.signature, "unanswered") or 0), score.n) for score in scores)
    if not missing:
        return ""
    verb = "has" if missing == 1 else "have"
    return f"{count(missing)} of {plural(n, 'question')} {verb} no answer in the file and count as wrong."
