"""How many have come to something by when, where some are watched no further than a time, or come to something else.

The cumulative incidence of a cause is the estimate of Aalen and Johansen (1978, Scandinavian Journal of Statistics
5:141): other causes end the wait for it. Where these are taken for censoring, it is one less that of Kaplan and Meier
(1958, Journal of the American Statistical Association 53:457): the share if nothing else could come between.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from stumper.statistics.intervals import Values
from stumper.statistics.statistic import Floats

Ints = NDArray[np.intp]
CENSORED = 0  # the cause of those of whom nothing more is known
SAME = 1e-9  # times that lie no farther apart are one


@dataclass(frozen=True, slots=True)
class Waits:
    """How long each was watched, and by which cause that ended: numbers from 1 on, or ``CENSORED``."""

    times: Values
    causes: Sequence[int]

    def without(self, cause: int) -> "Waits":
        """As if nobody had been watched any further once this cause came."""
        return Waits(self.times, [CENSORED if one == cause else one for one in self.causes])


def incidence(waits: Waits, of: int, at: float, worth: Values | None = None) -> Floats:
    """A value of each wait; their mean is the share that the cause has come to by this time.

    ``worth`` has by wait what the cause is worth at its time, alike at one time: the mean is then the integral of that
    over the share as it grows. Without it, the cause is worth 1.

    Each value is that share and by how much the wait moves it (the infinitesimal jackknife), so that an interval of
    their mean, by whatever groups they belong to, is one of the share. Where all are watched as long, it is what the
    cause is worth for those that it has come to, and 0 for others. Of those who are censored when something happens it
    is not said.
    """
    times, causes = np.asarray(waits.times, dtype=np.float64), np.asarray(waits.causes, dtype=np.intp)
    worths = np.ones_like(times) if worth is None else np.asarray(worth, dtype=np.float64)
    has_come = (causes == of) & (times <= at + SAME)
    if not ((causes == CENSORED) & (times < at - SAME)).any():
        whole: Floats = has_come * worths
        return whole
    points, where = np.unique(times, return_inverse=True)
    last = int(np.searchsorted(points, at + SAME, side="right")) - 1
    return _moved(where, causes, of, last, worths)


def shares_by(waits: Waits, of: int, times: Values) -> Floats:
    """The shares that the cause has come to by each of these times."""
    watched_to, causes = np.asarray(waits.times, dtype=np.float64), np.asarray(waits.causes, dtype=np.intp)
    points, where = np.unique(watched_to, return_inverse=True)
    shares = np.concatenate(([0.0], _steps(where, causes, of).share))
    found: Floats = shares[np.searchsorted(points, np.asarray(times, dtype=np.float64) + SAME, side="right")]
    return found


@dataclass(frozen=True, slots=True)
class _Steps:
    """By the number of each time how many are ``watched`` then and how many things have ``ended`` that; the share
    that nothing has come to before, how much more the cause comes to, and what it comes to."""

    watched: Floats
    ended: Floats
    free: Floats
    more: Floats
    share: Floats


def _steps(where: Ints, causes: Ints, of: int) -> _Steps:
    n = len(where)
    watched = n - np.concatenate(([0], np.cumsum(np.bincount(where))[:-1])).astype(np.float64)
    ended = np.bincount(where, weights=causes != CENSORED, minlength=len(watched)).astype(np.float64)
    free = np.concatenate(([1.0], np.cumprod(1 - ended / watched)[:-1]))
    more = free * np.bincount(where, weights=causes == of, minlength=len(watched)) / watched
    return _Steps(watched, ended, free, more, np.cumsum(more))


def _moved(where: Ints, causes: Ints, of: int, last: int, worths: Floats) -> Floats:
    """By the numbers of the times, of which ``last`` is the latest that counts."""
    found = _worth(_steps(where, causes, of), where, worths)
    stay = found.watched - found.ended
    over = np.divide(1.0, stay, out=np.zeros_like(stay), where=stay > 0)
    each = found.ended / found.watched * over
    hazard, known = np.cumsum(each), np.minimum(where, last)
    rest, is_met = found.share[last] - found.share[known], where <= last
    moved = np.cumsum(found.more * (hazard - each))[known] + rest * hazard[known]
    moved -= np.cumsum(found.more / found.watched)[known]
    moved -= np.where((causes != CENSORED) & is_met, rest * over[where], 0.0)
    moved += np.where((causes == of) & is_met, worths * found.free[where] / found.watched[where], 0.0)
    values: Floats = found.share[last] + len(where) * moved
    return values


def _worth(found: _Steps, where: Ints, worths: Floats) -> _Steps:
    """With what the cause is worth in the place of how much more it comes to."""
    at = np.empty_like(found.more)
    at[where] = worths
    more = found.more * at
    return replace(found, more=more, share=np.cumsum(more))
