"""What takes long runs where STUMPER_REQUIRE names "slow"; elsewhere some tests of each long family do.

A family is what bears one mark: the cases of a test, or the tests of a module. Which of them stay in the default run is
drawn by the family's name, so that every run on every machine has the same ones.
"""

import os
from collections import defaultdict
from collections.abc import Collection
from random import Random

import pytest

TOLD = "slow: {reason}; `make test-all` runs it"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Has those tests skipped, with the reason that their mark gives, that the default run does not keep."""
    if "slow" in os.environ.get("STUMPER_REQUIRE", "").split(","):
        return
    families: defaultdict[str, list[tuple[pytest.Item, pytest.Mark]]] = defaultdict(list)
    for item in items:
        if marked := next(item.iter_markers_with_node("slow"), None):
            node, mark = marked
            families[node.nodeid.partition("[")[0]].append((item, mark))
    for family, members in families.items():
        kept = kept_of(family, [item.nodeid for item, _ in members], members[0][1].kwargs.get("kept", 0))
        for item, mark in members:
            if item.nodeid not in kept:
                [reason] = mark.args
                item.add_marker(pytest.mark.skip(reason=TOLD.format(reason=reason)))


def kept_of(family: str, tests: Collection[str], number: int) -> set[str]:
    """So many of a family's tests, whatever order they come in; all where there are no more."""
    return set(Random(family).sample(sorted(tests), min(number, len(tests))))
