"""`stumper score`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import (
    DatasetArgument,
    Gate,
    LimitOption,
    MapOption,
    OriginalsOption,
    SeedOption,
    StrictOption,
    Told,
)


def score(
    dataset: DatasetArgument,
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTIONS",
            help="Answers by question id as JSON; of claims the shared task's JSON lines, of tossups guesses or "
            "recorded runs; or a log of Inspect (.eval) or of lm-evaluation-harness (samples_*.jsonl).",
        ),
    ],
    limit: LimitOption = None,
    seed: SeedOption = 1,
    originals: OriginalsOption = None,
    map_: MapOption = None,
    strict: StrictOption = False,
    gate: Gate = Gate(),
    told: Told = Told(),
) -> None:
    """Score a file of predictions made anywhere; on an adversarial set, original and adversarial side by side."""
    from stumper import api
    from stumper.cli.against import NOTHING, check_baseline, judged
    from stumper.cli.console import remark, show, tell
    from stumper.cli.gate import pass_gate
    from stumper.cli.tables import scores_json, scores_table
    from stumper.comparing import Predictions
    from stumper.kept import gated, kept_in
    from stumper.scores.score import skipped_variants
    from stumper.sections.score_notes import (
        little_known,
        on_retrieval,
        unanswered,
        unchanged,
        unmatched,
        without_answers,
    )
    from stumper.sections.wording import plural
    from stumper.store import store_at

    compared = NOTHING
    check_baseline(gate)
    [dataset] = api.with_maps([dataset], map_)
    if gate.gate_score is not None:
        gated(api.task_in(dataset).scoring, score=gate.gate_score)
    scores = api.score(dataset, predictions, originals=originals, limit=limit, seed=seed, strict=strict)
    if gate.against is not None:
        known = Predictions(dataset, originals, limit, seed)
        held = api.baseline(gate.against, store_at(told.store), (), known)
        compared = judged(gate, lambda: api.compare_predictions(held, predictions, known))
    if told.as_json:
        tell(scores_json(scores, further=compared.told))
    else:
        show(scores_table(scores))
        if told.verbose:
            tell("\n".join(score.signature for score in scores))
    for note in little_known(scores, api.task_in(dataset).unit):
        remark(note)
    if said := unanswered(scores, api.task_in(dataset).unit, "in the file"):
        remark(said if limit else f"{said} A file of predict --limit is scored with the same --limit and --seed.")
    if said := unmatched(scores):
        remark(said)
    if skipped := skipped_variants(scores):
        verb = "is" if skipped == 1 else "are"
        remark(f"{plural(skipped, 'variant')} without an answer in the file {verb} left out, as by the published "
               f"script: a system that says nothing of them keeps its score."
               f"{_in_comparison(gate.against)}")  # fmt: skip
    for said in filter(None, (without_answers(scores), *on_retrieval(scores))):
        remark(said)
    if said := unchanged(scores, api.task_in(dataset).unit):
        remark(said)
    if gate.fail_under is not None:
        pass_gate([kept_in(scores, api.task_in(dataset).scoring, score=gate.gate_score)], gate.fail_under)
    compared.end(told.as_json)


def _in_comparison(baseline: str | None) -> str:
    """That the comparison with a baseline counts silence otherwise than the published script, where there is one."""
    if baseline is None:
        return ""
    return (" In the comparison below they count as wrong on both sides, so the figure may be lower there: who said "
            "nothing of what the other answered must not pass for as good.")  # fmt: skip
