"""Judgements on their way into the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.judging import Recorded, record
from stumper.store import Store
from stumper.types import Judgement

FIRST, SECOND = (
    Judgement("a", "ann", True, True, True, judge="person"),
    Judgement("b", "ann", True, False, True, judge="person"),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "judged.db")) as opened:
        yield opened


def test_what_was_there_stays_beside_what_is_new(store: Store) -> None:
    assert record(store, [FIRST]) == Recorded(1, 0, 0)
    assert record(store, [FIRST, SECOND]) == Recorded(1, 1, 0)
    assert record(store, [Judgement("a", "bob", False, True, True, judge="person")]) == Recorded(1, 0, 0)
    assert len(store.judgements(["a", "b"])) == 3


def test_another_opinion_of_the_same_annotator_is_refused_alone_unless_it_shall_replace(store: Store) -> None:
    record(store, [FIRST])
    other = Judgement("a", "ann", False, True, True, judge="person")
    assert record(store, [SECOND, other]) == Recorded(1, 0, 0, (other,))
    assert store.judgements(["a", "b"]) == [FIRST, SECOND]
    assert record(store, [SECOND, other], replaces=True) == Recorded(0, 1, 1)
    assert store.judgements(["a", "b"]) == [other, SECOND]
