"""The rows of figures, and what their signatures say."""

from collections.abc import Iterable, Mapping, Sequence

from stumper.errors import BadData
from stumper.scores.signature import said_by, signature
from stumper.scoring import On, Score
from stumper.statistics import Estimate
from stumper.statistics.groups import FEW
from stumper.types import ORIGINAL


def from_estimate(
    estimate: Estimate, name: str, on: On, victim: str | None, adversary: str | None, how: Mapping[str, str]
) -> Score:
    """The row that shows an estimate, and how it was made."""
    shown = estimate.value, estimate.low, estimate.high, estimate.n
    line = signature(name, estimate.n, **how, **made_by(estimate))
    return Score(name, on, victim, adversary, *shown, line, int(how.get("trained_on", 0)))


def made_by(estimate: Estimate) -> dict[str, str]:
    """What a signature says of an interval: by what it is, how many of these there are, how many originals are in none
    of them, how much wider that makes it, and which coarser groups were too few."""
    by = estimate.by
    if by is None:
        return {"ci": "none"} if not estimate.is_known else {"ci": "score"}
    counted = [(by.level, by.groups), *by.crossing]
    how = {"ci": f"t-by-{'+'.join(level for level, _ in counted).replace('_', '-')}"}
    how |= {f"{level}s": str(groups) for level, groups in counted}
    how |= {f"in_no_{level}": str(originals) for level, originals in by.alone}
    if by.level != ORIGINAL:
        how["design_effect"] = f"{by.design_effect:.2f}"
    if by.fewest < FEW:
        how["few"] = "corrected"
    if by.too_few:
        how["too_few"] = "+".join(f"{level}-{number}" for level, number in by.too_few)
    return how


def left_out(errored: int, trained_on: int) -> dict[str, str]:
    """What a signature says of examples that no score counts: the victim failed on them, or was trained on them."""
    counts = {"errored": errored, "trained_on": trained_on}
    return {name: str(count) for name, count in counts.items() if count}


def check_any(scored: Sequence[object], units: str) -> None:
    """Nothing; BadData where there is nothing to score."""
    if not scored:
        raise BadData(f"There are no {units} to score. Name a data set that has some.")


def skipped_variants(scores: Iterable[Score]) -> int:
    """How many variants no score counts, as the answers leave them out: an attack that nobody saw withstood."""
    told = [said_by(score.signature, "unanswered_variants") or "" for score in scores]
    return max((int(number) for number in told if number.isdecimal()), default=0)
