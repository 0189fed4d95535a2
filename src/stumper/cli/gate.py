"""`--fail-under`: whether a victim keeps enough of its score under attack."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from stumper.errors import VictimFailed

if TYPE_CHECKING:
    from stumper.jobs import Job
    from stumper.scores import Score


@dataclass(frozen=True, slots=True)
class Kept:
    """What a victim keeps of the score called ``measure`` under one attack, or has of it where nothing was changed; NaN
    where nothing could be scored. ``trained_on`` examples were left out of it, and ``skipped`` variants of which the
    answers say nothing."""

    measure: str
    value: float
    is_adversarial: bool = True
    trained_on: int = 0
    skipped: int = 0


class BelowBound(Exception):
    """A score is below the least that is allowed: the one thing that a gate is there to say."""


def gate(kept: Sequence[Kept], least: float) -> None:
    """Nothing; BelowBound where a score is below the least that is allowed, VictimFailed where one is not known."""
    unknown = [score for score in kept if isnan(score.value)]
    if seen := sum(score.trained_on for score in unknown):
        raise VictimFailed(
            f"Nothing is left to score: the victim was trained or tuned on all {seen:,} examples (trained-on). This is "
            "no verdict for --fail-under: name examples that are new to it."
        )
    if not kept or unknown:
        raise VictimFailed("Nothing could be scored, as the victim failed on every example: this is no verdict for "
                           "--fail-under. Mend the victim and run the same command with --retry-errors.")  # fmt: skip
    if skipped := sum(score.skipped for score in kept):
        raise VictimFailed(
            f"{skipped:,} variants have no answer in the file, and the score leaves them out as the published script "
            'does: this is no verdict for --fail-under. Give each variant its answer, "" where the system says nothing.'
        )
    worst = min(kept, key=lambda score: score.value)
    if worst.value < least:
        adversarial = "adversarial " if worst.is_adversarial else ""
        raise BelowBound(f"{adversarial}{worst.measure} {100 * worst.value:.1f}% is below --fail-under {least:g}")


def kept_under(job: "Job") -> Kept:
    """What the attack of this job leaves of the score that its goal is about; of tossups, of their accuracy."""
    from stumper.registry import task_named
    from stumper.tasks.quizbowl.tossup_score import is_right

    attempts = job.attempts()
    unseen = [attempt for attempt in attempts if not attempt.trained_on]
    ended, seen = [attempt for attempt in unseen if attempt.outcome != "errored"], len(attempts) - len(unseen)
    if job.plan.goal in CLAIM_GOALS:  # whose scores are 1 or 0 a claim, before and after
        verdicts = [attempt.after if attempt.after and attempt.perturbation else attempt.before for attempt in ended]
        known = [verdict.score for verdict in verdicts if verdict.score is not None]
        value = sum(known) / len(known) if known else nan
        return Kept(CLAIM_GOALS[job.plan.goal], value, trained_on=seen)
    if job.plan.goal in task_named("quizbowl").goals:
        golds = {example.id: example.gold for example in job.dataset}
        right = [
            is_right(attempt.perturbation.gold, attempt.after.prediction)
            if attempt.after and attempt.perturbation
            else is_right(golds[attempt.example_id], attempt.before.prediction)
            for attempt in ended
        ]
        return Kept("accuracy", sum(right) / len(right) if right else nan, trained_on=seen)
    return Kept(MEASURES["f1"], job.report(with_examples=False).rows[0].f1.after.value, trained_on=seen)


def kept_in(scores: "Sequence[Score]") -> Kept:
    """What one victim keeps on one set: F1, of claims label accuracy, of tossups accuracy at the end; where nothing was
    changed, what it has."""
    from stumper.tasks.reading.variants import skipped_variants

    leading = [score for score in scores if score.name in MEASURES]
    if not leading:
        return Kept("score", nan)
    last = leading[-1]  # an adversarial score stands behind that of the originals
    is_on_claims = any(score.name == "fever_score" for score in scores)
    measure = "label accuracy" if is_on_claims else MEASURES[last.name]
    value = nan if any(not score.n for score in leading[:1]) else last.value
    return Kept(measure, value, last.on == "adversarial", last.trained_on, skipped_variants(scores))


MEASURES = {"f1": "F1", "accuracy": "accuracy"}
CLAIM_GOALS = {"label_wrong": "label accuracy", "fever_zero": "FEVER score"}
