"""Intervals of figures that are drawn: each by itself, and several together."""

from math import isnan, nan

import numpy as np
import pytest

from stumper.statistics.draws import DRAWS, observed, observed_together


def figure(seed: int, value: float = 0.5) -> np.ndarray:
    return np.concatenate([[value], np.random.default_rng(seed).normal(value, 0.1, DRAWS)])


def test_a_drawn_figure_has_the_middle_95_percent_of_its_draws() -> None:
    found = observed(figure(1), 200)
    assert (found.value, found.n) == (0.5, 200)
    assert found.low == pytest.approx(0.5 - 0.196, abs=0.006)
    assert found.high == pytest.approx(0.5 + 0.196, abs=0.006)


def test_an_interval_holds_its_figure_wherever_the_draws_lie() -> None:
    found = observed(np.concatenate([[0.0], np.full(DRAWS, 0.25)]), 7)
    assert (found.low, found.high) == (0.0, 0.25)


def test_without_draws_there_is_no_interval() -> None:
    found = observed(np.concatenate([[0.5], np.full(DRAWS, nan)]), 3)
    assert (found.value, found.n) == (0.5, 3)
    assert isnan(found.low)
    assert observed(np.full(DRAWS + 1, nan), 3).n == 0


def test_intervals_together_are_wider_the_more_there_are() -> None:
    several = [figure(seed) for seed in range(6)]
    alone = observed(several[0], 200)
    together = observed_together(several, [200] * 6)[0]
    assert 1.2 < (together.high - together.low) / (alone.high - alone.low) < 1.6
    single = observed_together(several[:1], [200])[0]
    assert single.high - single.low == pytest.approx(alone.high - alone.low, rel=0.05)


def test_what_does_not_vary_widens_no_other() -> None:
    still = 0.3 + 1e-16 * np.arange(DRAWS + 1)  # one number, as far as sums go
    first, second = observed_together([figure(1), still], [200, 200])
    assert first == observed_together([figure(1)], [200])[0]
    assert second.high - second.low < 1e-11
