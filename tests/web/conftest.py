"""A site to visit: a real server over an empty SQLite store, with a scripted victim; and a browser."""

from collections.abc import Iterator

import pytest

from benches import Bench
from stumper.store import Store
from stumper.web.house import House
from visiting import Site, house_over, serving


@pytest.fixture(autouse=True)
def _quickly(parsed_here: None) -> None:
    """Files are parsed where they are asked for."""


@pytest.fixture
def house(new_store: Store) -> House:
    return house_over(new_store)


@pytest.fixture
def site(house: House) -> Iterator[Site]:
    with serving(house) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[object]:
    from browsers import chromium_at  # which needs playwright

    with chromium_at(chromium) as opened:
        yield opened


@pytest.fixture
def bench() -> Bench:
    return Bench()
