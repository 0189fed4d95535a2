"""A crowd of twenty over real sockets: a small part of benchmarks/crowd.py, on a clock twenty times as fast.

Who is who, what each says of a text, and their ids, which decide who gets what when, are drawn by a seed; so is found
who is found, however fast the machine. How long the server takes is measured by the benchmark.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from stumper.store import Store
from visiting import Site, house_over, serving

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import crowd

PEOPLE, TIMES, SECONDS, SEED = 20, 20, 6, 1
NOON = 1_800_000_000.0


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    began, ids = time.monotonic(), Random(SEED)

    def clock() -> float:
        return NOON + TIMES * (time.monotonic() - began)

    with (
        Store.open(f"sqlite:///{tmp_path / 'crowd.db'}") as store,
        serving(house_over(store, clock=clock, ids=lambda: ids.randbytes(16).hex())) as opened,
    ):
        yield opened


def test_the_careless_are_found_the_others_are_not_and_nothing_is_lost(site: Site) -> None:
    store = site.house.store
    come, project = crowd.furnished(store, site.home, PEOPLE, SECONDS / TIMES, SEED, 12, 12, NOON, gold_rate=0.5)
    kinds = asyncio.run(crowd.everybody(come, PEOPLE, arriving=None))
    stored = crowd.count(store)
    found = crowd.found(store, project, come, kinds)
    assert [found[f"are_{kind}"] for kind in ("random", "constant", "copying", "leaving")] == [2, 2, 2, 1]
    assert [found[f"caught_{kind}"] for kind in ("random", "constant", "copying")] == [2, 2, 2]
    assert found["suspected"] == 0
    assert (come.recorded - stored, found["refused"]) == (0, 0)
    assert found["codes"] == PEOPLE - found["are_leaving"]
    assert found["off_without_careless"] < found["off_of_everybody"]  # the figures are closer to the truth without them
    assert found["alpha_without_careless"] > found["alpha_of_everybody"]
