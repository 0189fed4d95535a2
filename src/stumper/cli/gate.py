"""`--fail-under`: whether a victim keeps enough of its score under attack."""

from collections.abc import Sequence
from math import isnan

from stumper.cli.junit import Case, record
from stumper.errors import NoVerdict, VictimFailed
from stumper.kept import Kept


class GateFailed(Exception):
    """A score is below the least that is allowed: the one thing that a gate is there to say."""


def pass_gate(kept: Sequence[Kept], least: float) -> None:
    """Nothing; GateFailed where a score is below the least that is allowed, VictimFailed where one is not known."""
    for score in kept:
        record(_case(score, least))
    unknown = [score for score in kept if isnan(score.value)]
    if nothing := [score for score in unknown if score.unmade and not score.errored]:
        raise VictimFailed(
            f"{nothing[0].cell} was no attack: nothing was made of any of {nothing[0].unmade:,}. This is no verdict "
            "for --fail-under: attack others, or change the attack's options (--set)."
        )
    if seen := sum(score.trained_on for score in unknown):
        raise VictimFailed(
            f"Nothing is left to score: the victim was trained or tuned on all {seen:,} examples (trained-on). This is "
            "no verdict for --fail-under: name examples that are new to it."
        )
    if not kept or unknown:
        raise VictimFailed("Nothing could be scored, as the victim failed on every example: this is no verdict for "
                           "--fail-under. Mend the victim and run the same command with --retry-errors.")  # fmt: skip
    if skipped := sum(score.skipped for score in kept):
        have = "variant has" if skipped == 1 else "variants have"
        raise VictimFailed(
            f"{skipped:,} {have} no answer in the file, so nobody knows what the system makes of them: this is no "
            'verdict for --fail-under. Give each variant its answer, "" where the system gave none.'
        )
    worst = min(kept, key=lambda score: score.value)
    if worst.value < least:
        adversarial = "adversarial " if worst.is_adversarial else ""
        below = sum(score.value < least for score in kept)
        of = f" ({worst.cell}; {below} of {len(kept)} are below)" if len(kept) > 1 and worst.cell else ""
        raise GateFailed(f"{adversarial}{worst.measure} {100 * worst.value:.1f}% is below --fail-under {least:g}{of}")
    worst = min(kept, key=lambda score: score.at_least)
    if worst.at_least < least:
        raise VictimFailed(
            f"The victim failed on {worst.failed_on}: {worst.measure} is "
            f"{100 * worst.value:.1f}% of the others, and {100 * worst.at_least:.1f}% if these are lost, which is "
            f"below --fail-under {least:g}. This is no verdict: mend the victim and run the same command with "
            "--retry-errors."
        )
    worst = min(kept, key=lambda score: (not score.has_no_answers, score.answered))
    if worst.has_no_answers or worst.answered < least:
        raise NoVerdict(f"{_lost_answers(worst, least)}. This is no verdict: see what the system answers there, or "
                        "name with --score the one score that is meant.")  # fmt: skip


def _lost_answers(score: Kept, least: float) -> str:
    """Why a system that does not do what an attack wants may be broken all the same, without a full stop."""
    from stumper.sections.wording import plural

    if score.has_no_answers:
        return (f"Of {plural(score.n, 'variant')} no original is answered rightly, so that {score.measure} "
                f"{100 * score.value:.1f}% may be that of a system that answers nothing")  # fmt: skip
    lost, of = score.lost_answers or (0, 0)
    return (f"{lost:,} of {of:,} variants whose originals are answered rightly have no right answer any more: "
            f"{score.measure} is {100 * score.value:.1f}%, and {100 * score.answered:.1f}% if these are lost, which is "
            f"below --fail-under {least:g}")  # fmt: skip


def _case(score: Kept, least: float) -> Case:
    what = f"{score.cell or 'predictions'}: {score.measure} --fail-under {least:g}"
    if isnan(score.value):
        return Case(what, "error", "Nothing could be scored.")
    if score.value < least:
        return Case(what, "failure", f"{score.measure} {100 * score.value:.1f}% is below {100 * least:g}%")
    if score.at_least < least:
        return Case(what, "error", f"The victim failed on {score.failed_on}.")
    if score.has_no_answers or score.answered < least:
        return Case(what, "error", f"{_lost_answers(score, least)}.")
    return Case(what, "passed")
