"""`--fail-under`: whether a victim keeps enough of its score under attack."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from stumper.errors import VictimFailed

if TYPE_CHECKING:
    from stumper.jobs import Job
    from stumper.scoring import Score, Scoring


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
    """What the attack of this job leaves of the score that its goal is about: the mean over what was attempted."""
    from stumper.scores import mean_interval

    scoring = job.material.task.scoring
    measure = scoring.measures[scoring.by_goal.get(job.plan.goal, scoring.headline)]
    golds, attempts = {example.id: example.gold for example in job.dataset}, job.attempts()
    unseen = [attempt for attempt in attempts if not attempt.trained_on]
    found = [
        measure.score(attempt.perturbation.gold, attempt.after.prediction)
        if attempt.after and attempt.perturbation
        else measure.score(golds[attempt.example_id], attempt.before.prediction)
        for attempt in unseen
        if attempt.outcome != "errored"
    ]
    return Kept(measure.label, mean_interval(found).value, trained_on=len(attempts) - len(unseen))


def kept_in(scores: "Sequence[Score]", scoring: "Scoring") -> Kept:
    """What one victim keeps on one set of the score that a gate is about; where nothing was changed, what it has."""
    from stumper.scores.score import skipped_variants

    leading = [score for score in scores if score.name == scoring.headline]
    if not leading:
        return Kept("score", nan)
    last = leading[-1]  # an adversarial score stands behind that of the originals
    value = last.value if leading[0].n else nan
    label = scoring.measures[scoring.headline].label
    return Kept(label, value, last.on == "adversarial", last.trained_on, skipped_variants(scores))
