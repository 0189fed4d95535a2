"""The rows of figures, and what their signatures say."""

from collections.abc import Iterable, Mapping, Sequence

from stumper.errors import BadData
from stumper.scores.intervals import Estimate
from stumper.scores.signature import said_by, signature
from stumper.scoring import On, Score


def from_estimate(
    estimate: Estimate, name: str, on: On, victim: str | None, adversary: str | None, how: Mapping[str, str]
) -> Score:
    """The row that shows an estimate, and how it was made."""
    shown = estimate.value, estimate.low, estimate.high, estimate.n
    line = signature(name, estimate.n, **how)
    return Score(name, on, victim, adversary, *shown, line, int(how.get("trained_on", 0)))


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
