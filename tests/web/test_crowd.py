"""A crowd of twenty over real sockets: a small part of benchmarks/crowd.py, on a clock twenty times as fast."""

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.store import Store
from visiting import Site, house_over, serving

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import crowd

PEOPLE, TIMES, SECONDS = 20, 20, 6
BEGAN = time.time()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    def clock() -> float:
        return BEGAN + TIMES * (time.time() - BEGAN)

    with (
        Store.open(f"sqlite:///{tmp_path / 'crowd.db'}") as store,
        serving(house_over(store, clock=clock)) as opened,
    ):
        yield opened


def test_the_careless_are_found_the_others_are_not_and_nothing_is_lost(site: Site) -> None:
    store = site.house.store
    come, project = crowd.furnished(store, site.home, PEOPLE, SECONDS / TIMES, seed=1, texts=12, gold=12)
    kinds = asyncio.run(crowd.everybody(come, PEOPLE, seed=1))
    found = crowd.found(store, project, come, kinds)
    assert [found[f"are_{kind}"] for kind in ("random", "constant", "copying", "leaving")] == [2, 2, 2, 1]
    assert [found[f"caught_{kind}"] for kind in ("random", "constant", "copying")] == [2, 2, 2]
    assert found["suspected_share"] == 0
    assert (found["lost"], found["refused"]) == (0, 0)
    assert found["codes"] == PEOPLE - found["are_leaving"]
