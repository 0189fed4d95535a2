"""Whether a finding of a paper is seen: a difference that it says is above 0, estimated here with its interval."""

from math import ceil, isnan

from measuring import say, shown
from stumper.scores import Estimate

LEAST = 0.02  # a difference below it is none that a reader of the paper would care for


def verdict(difference: Estimate, least: float = LEAST) -> tuple[str, int | None]:
    """Seen, not seen or not decidable at this n, and for the last the n that would decide it.

    Seen: the whole interval is above 0. Not seen: it is below ``least``. Intervals shrink with the root of n; what has
    the size that was estimated, or ``least`` where that is smaller, would be told from 0.
    """
    if isnan(difference.low):
        return "not decidable", None
    if difference.low > 0:
        return "seen", None
    if difference.high < least:
        return "not seen", None
    below = difference.value - difference.low
    return "not decidable", ceil(difference.n * (below / max(abs(difference.value), least)) ** 2)


def tell(benchmark: str, finding: str, system: str, difference: Estimate, least: float = LEAST) -> None:
    """Prints the finding's line."""
    found, n = verdict(difference, least)
    told = f"{found}: n = {n:,} would" if n else found
    say(benchmark, finding=finding, system=system, difference=shown(difference), found={"verdict": told})
