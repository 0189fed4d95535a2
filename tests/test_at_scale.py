"""The simulation of a run that is too large to be tried says what was measured of runs that are not."""

import importlib
import json
from dataclasses import replace
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def at_scale(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("at_scale")


def hand_made(at_scale: ModuleType, **changed: Any) -> tuple[Any, Any]:
    """640 rows, by four workers that ask for a second a row, and what nothing else costs."""
    plan = at_scale.Plan(640, 4, shards=1, databases=1, rate=1.0, lost=0.0, price=1.0, driver_price=1.0)
    return replace(plan, **changed), at_scale.Costs(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("size", ["10000", "100000"])
def test_a_run_that_was_measured_took_about_as_long_as_is_predicted(at_scale: ModuleType, size: str) -> None:
    """Its driver, workers and database shared two cores, and little else ran there; here each has one to itself."""
    measured = json.loads(at_scale.COSTS.read_text())["figures"][f"{size}/seconds"]
    plan = at_scale.Plan(int(size), 2, shards=1, databases=1, rate=inf, lost=0.0, price=0.0, driver_price=0.0)
    predicted = at_scale.simulated(plan, at_scale.costs_of(at_scale.COSTS, size)).seconds
    assert 0.95 * predicted <= measured <= 1.1 * predicted


def test_where_the_system_is_slow_workers_never_wait(at_scale: ModuleType) -> None:
    plan, costs = hand_made(at_scale, examples=64_000)
    found = at_scale.simulated(plan, costs)
    assert found.seconds == pytest.approx(16_000, rel=0.01)
    assert found.workers_busy > 0.99


def test_a_driver_takes_in_nothing_while_its_database_commits(at_scale: ModuleType) -> None:
    plan, costs = hand_made(at_scale, rate=inf)
    found = at_scale.simulated(plan, replace(costs, driver=2.0, database=3.0))
    assert found.seconds == pytest.approx(640 * (2 + 3))
    assert (found.drivers_busy, found.drivers_waiting) == pytest.approx((0.4, 0.6))
    assert found.databases_busy == pytest.approx(0.6)


def test_drivers_of_one_database_wait_for_one_another(at_scale: ModuleType) -> None:
    plan, costs = hand_made(at_scale, rate=inf, shards=4, databases=4)
    costs = replace(costs, driver=1.0, database=1.0)
    assert at_scale.simulated(plan, costs).seconds == pytest.approx(160 * 2)
    shared = at_scale.simulated(replace(plan, databases=1), costs)
    assert shared.seconds == pytest.approx(640, rel=0.05)  # what the database alone takes
    assert shared.databases_busy == pytest.approx(1, rel=0.05)
    assert shared.drivers_waiting == pytest.approx(0.75, rel=0.05)


def test_what_a_lost_machine_was_at_is_done_again_and_nothing_is_missing(at_scale: ModuleType) -> None:
    plan, costs = hand_made(at_scale, lost=30.0)
    found = at_scale.simulated(plan, replace(costs, database=0.001))
    assert found.again > 0
    assert found.seconds > at_scale.simulated(replace(plan, lost=0.0), replace(costs, database=0.001)).seconds
    assert found.databases_busy * found.seconds == pytest.approx(0.64)  # each row once
