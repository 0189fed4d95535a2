"""Which samples were drawn of what."""

from collections.abc import Iterator

import pytest

from stumper.judgeable import Drawn
from stumper.store import Store


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened


def test_what_was_drawn_of_all_is_drawn_of_a_part_of_it_and_not_the_other_way_round(store: Store) -> None:
    store.draws().put(["a", "b", "c", "d"], ["b", "d"])
    assert store.draws().among(["b", "a"], ["a", "b"]) == Drawn(frozenset("b"), frozenset())
    assert store.draws().among(["b", "e"], ["a", "b", "e"]) == Drawn(frozenset(), frozenset("b"))


def test_what_is_drawn_of_two_populations_is_of_both(store: Store) -> None:
    store.draws().put("abc", "b")
    store.draws().put("bcd", "bd")
    assert store.draws().among("bd", "bcd") == Drawn(frozenset("bd"), frozenset())
    assert store.draws().among("bd", "ab") == Drawn(frozenset("b"), frozenset("d"))


def test_drawing_twice_adds_nothing_and_drawing_more_adds_to_it(store: Store) -> None:
    for drawn in ("a", "a", "ab"):
        store.draws().put("cab", drawn)
    assert store.draws().among("abc", "abc") == Drawn(frozenset("ab"), frozenset())


def test_of_what_was_never_drawn_nothing_is_recorded(store: Store) -> None:
    assert store.draws().among([], []) == Drawn()
    assert store.draws().among("a", "a") == Drawn()


def test_a_draw_is_another_state(store: Store) -> None:
    before = store.state([])
    store.draws().put("ab", "a")
    assert store.state([]) != before
