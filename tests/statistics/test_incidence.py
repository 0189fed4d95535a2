"""What comes by when, against statsmodels 0.15.0 (SurvfuncRight, CumIncidenceRight), and what each wait moves."""

from collections.abc import Callable

import numpy as np
import pytest

from stumper.statistics import Crossed, crossed
from stumper.statistics.incidence import Waits, incidence, shares_by

TIMES = [1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 10, 10]
CAUSES = [1, 2, 1, 0, 1, 2, 1, 1, 0, 2, 1, 0, 1, 0, 0, 0]
# time: the cumulative incidence of 1 and of 2, and one less Kaplan and Meier's estimate for 1 with its standard error
KNOWN = {
    1: (0.0625, 0.0, 0.0625, 0.060515),
    2: (0.125, 0.0625, 0.125, 0.08268),
    3: (0.1875, 0.0625, 0.192308, 0.100033),
    5: (0.323864, 0.130682, 0.353846, 0.129777),
    8: (0.401786, 0.208604, 0.461538, 0.146153),
    10: (0.499188, 0.208604, 0.596154, 0.16002),
}


@pytest.mark.parametrize("at", KNOWN)
def test_shares_are_those_of_statsmodels(at):
    waits, (one, other, alone, error) = Waits(TIMES, CAUSES), KNOWN[at]
    assert incidence(waits, 1, at).mean() == pytest.approx(one, abs=1e-6)
    assert incidence(waits, 2, at).mean() == pytest.approx(other, abs=1e-6)
    values = incidence(waits.without(2), 1, at)
    assert values.mean() == pytest.approx(alone, abs=1e-6)
    assert values.std() / np.sqrt(len(values)) == pytest.approx(error, rel=0.03)  # Greenwood's is of the same order
    assert shares_by(waits, 1, [at])[0] == pytest.approx(one, abs=1e-6)


def test_nothing_has_come_before_the_first_time():
    assert incidence(Waits(TIMES, CAUSES), 1, 0.5).tolist() == [0.0] * 16
    assert shares_by(Waits(TIMES, CAUSES), 1, [0.5]).tolist() == [0.0]


def test_of_those_who_are_all_watched_as_long_each_counts_as_it_is():
    assert incidence(Waits([0.2, 0.5, 1.0, 1.0], [1, 2, 0, 1]), 1, 0.9).tolist() == [1.0, 0.0, 0.0, 0.0]
    waits = Waits([0.2, 0.5, 1.0, 1.0], [1, 2, 0, 1])
    assert incidence(waits, 1, 1.0, [0.9, 0.7, 0.4, 0.4]).tolist() == [0.9, 0.0, 0.0, 0.4]


def alike(time: float) -> float:
    return 1.0


def earlier_is_worth_more(time: float) -> float:
    return 1.0 - time / 2


@pytest.mark.parametrize("worth", [alike, earlier_is_worth_more])
@pytest.mark.parametrize("at", [0.3, 0.7, 1.0])
def test_a_value_is_by_how_much_its_wait_moves_the_share_or_what_it_is_worth(at, worth):
    rng = np.random.default_rng(3)
    times, causes = np.round(rng.uniform(0, 1, 30), 1), rng.integers(0, 3, 30)
    found = incidence(Waits(times, causes.tolist()), 1, at, [worth(time) for time in times])
    whole = weighed(np.ones(30), times, causes, at, worth)
    assert found.mean() == pytest.approx(whole)
    for place in range(30):
        weights = np.ones(30)
        weights[place] += 1e-6
        moved = (weighed(weights, times, causes, at, worth) - whole) / 1e-6
        assert found[place] == pytest.approx(whole + 30 * moved, abs=1e-6)


def test_an_interval_of_a_share_holds_where_some_are_censored():
    rng, held = np.random.default_rng(5), 0
    for _ in range(300):
        comes, other, end = rng.exponential(1, 60), rng.exponential(2, 60), rng.uniform(0.2, 2, 60)
        times = np.minimum(np.minimum(comes, other), end)
        causes = np.where(times == end, 0, np.where(times == comes, 1, 2))
        values = incidence(Waits(times, causes.tolist()), 1, 1.0)
        ids = [str(place) for place in range(60)]
        found = crossed(Crossed(values, {"question": ids}, "answer"))
        held += found.low <= (1 - np.exp(-1.5)) * 2 / 3 <= found.high
    assert held >= 0.93 * 300


def weighed(
    weights: np.ndarray, times: np.ndarray, causes: np.ndarray, at: float, worth: Callable[[float], float]
) -> float:
    """The integral of a worth over the cumulative incidence of 1, by its definition."""
    free, share = 1.0, 0.0
    for time in np.unique(times[times <= at]):
        watched, now = weights[times >= time].sum(), times == time
        share += worth(time) * free * weights[now & (causes == 1)].sum() / watched
        free *= 1 - weights[now & (causes > 0)].sum() / watched
    return share
