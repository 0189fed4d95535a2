"""Intervals hold as often as they say, and what is equal is seldom told apart: the benchmarks' small versions."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from stumper.statistics import Groups, Scored, apart, contrast, mean

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SAMPLES = 300
ARTICLES = (120, 240, 260, 180, 90, 400, 150, 210)  # questions, as uneven as real articles are
PARTLY = [0.0] * 30 + [1.0] * 60 + [0.4, 0.5, 0.67, 0.8] * 3  # scores of answers that are often all right or all wrong


@pytest.fixture
def coverage(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return import_module("coverage_of_intervals")


@pytest.mark.parametrize(("n", "groups", "correlation"), [(20, 0, 0.0), (20, 8, 0.1), (60, 8, 0.03), (60, 24, 0.1)])
@pytest.mark.parametrize("mean", [0.025, 0.5, 0.93])
def test_an_interval_of_a_mean_holds(
    coverage: ModuleType, mean: float, n: int, groups: int, correlation: float
) -> None:
    of = coverage.tilted(coverage.population("partly", PARTLY), mean)
    found = coverage.of_means((of, n, groups, correlation), SAMPLES, ARTICLES, seed=1)
    assert found["ours"][0] >= 0.93
    assert found["bootstrap"][0] < found["ours"][0]


@pytest.mark.parametrize(("n", "groups", "correlation"), [(20, 0, 0.0), (60, 24, 0.1)])
@pytest.mark.parametrize("mean", [-0.01, -0.1])
def test_an_interval_of_a_small_difference_holds(
    coverage: ModuleType, mean: float, n: int, groups: int, correlation: float
) -> None:
    lost = [-1.0] * 12 + [-0.5] * 4 + [0.3] + [1.0] * 2 + [0.0] * 40
    of = coverage.thinned(coverage.population("changes", lost, (-1.0, 1.0)), mean)
    found = coverage.of_means((of, n, groups, correlation), SAMPLES, ARTICLES, seed=1)
    assert found["ours"][0] >= 0.93


def test_an_interval_of_a_contrast_within_groups_holds_and_is_narrower_than_of_what_has_nothing_in_common() -> None:
    """Questions of 24 articles, of which three in ten are on the other side, whatever they score."""
    rng, held, ours, apart_width = np.random.default_rng(3), 0, 0.0, 0.0
    for _ in range(100):
        codes = rng.integers(24, size=200)
        right = np.sqrt(0.3) * rng.standard_normal(24)[codes] + np.sqrt(0.7) * rng.standard_normal(200) > 0
        other, ids = rng.random(200) < 0.3, np.array([f"q{place}" for place in range(200)])
        groups = Groups(("article",), {id: (str(code),) for id, code in zip(ids, codes, strict=True)})
        sides = [Scored(list(ids[of]), right[of].astype(float)) for of in (~other, other)]
        found = contrast(*sides, groups)
        alone = apart(*(mean(one.values, one.originals, groups) for one in sides))
        held += found.low <= 0 <= found.high
        ours, apart_width = ours + found.high - found.low, apart_width + alone.high - alone.low
    assert held >= 93
    assert ours < 0.9 * apart_width


@pytest.mark.parametrize("judged", [30, 0])
@pytest.mark.parametrize("many", [1, 3])
def test_intervals_of_potencies_and_resiliences_hold(monkeypatch: pytest.MonkeyPatch, many: int, judged: int) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    benchmark = import_module("coverage_of_potency")
    condition = next(
        one for one in benchmark.CONDITIONS
        if (one.many, one.rate, one.judged, one.strength, one.association) == (many, 0.5, judged, 0.5, 0.7)
    )  # fmt: skip
    found = benchmark.of_condition(condition, 60, 60, seed=1)
    assert {figure: held for figure, (held, _) in found.items() if held < 0.9} == {}
    assert all(width > 0 for figure, (_, width) in found.items() if judged or figure != "joint potency")


def test_equal_systems_are_seldom_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    found = [import_module("told_apart").sample(6, 100, seed) for seed in range(100)]
    assert np.mean([one.is_told_apart for one in found]) <= 0.05
    assert np.mean([one.is_told_apart_alone for one in found]) > 0.15  # each pair by itself misleads
    assert np.mean([one.lowest_holds for one in found]) >= 0.95


@pytest.mark.parametrize(("players", "questions", "is_uneven"), [(8, 12, False), (12, 40, True), (4, 40, False)])
@pytest.mark.parametrize("mean", [0.025, 0.5, 0.93])
def test_an_interval_of_what_players_answer_holds(
    monkeypatch: pytest.MonkeyPatch, mean: float, players: int, questions: int, is_uneven: bool
) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    benchmark, of = (import_module(f"coverage_of_{name}") for name in ("crossed", "intervals"))
    population = of.tilted(of.population("partly", PARTLY), mean)
    condition = benchmark.Condition(population, players, questions, 0.1, 0.3, is_uneven)
    found = benchmark.of_condition(condition, 200, seed=1)
    assert min(found["ours"][0], found["apart"][0]) >= 0.93
    assert found["answers"][0] < found["ours"][0]
    assert found.get("alarms", (0.0,))[0] <= 0.06
