"""Ids of pages: whether they were met, and their order, for any bytes."""

from random import Random

import pytest

from stumper.retrieval import page_ids
from stumper.retrieval.page_ids import MetIds, order_of
from stumper.retrieval.texts import TextsWriter

TITLES = (
    "Ångström A A_ A_b Aa List_of List_of_ List_of_rivers List_of_rivers_of_Chad List_of_rivers_of_Mali Zürich 東京 🙂"
)
ODD = ["\0", "\0\0", "a\0", "a", "\uffff", "12345678"]


def ordered(titles: list[str]) -> list[str]:
    writer = TextsWriter(None)
    for title in titles:
        writer.add(title)
    return [titles[number] for number in order_of(writer.finished()).tolist()]


@pytest.mark.parametrize("seed", range(3))
def test_order_is_that_of_the_characters(seed: int) -> None:
    rng = Random(seed)
    drawn = {"".join(rng.choices("ab_é東", k=rng.randint(1, 40))) for _ in range(300)}
    titles = sorted({*TITLES.split(), *ODD, *drawn})
    assert ordered(rng.sample(titles, len(titles))) == titles


@pytest.mark.parametrize("titles", [[], ["One"]])
def test_none_and_one_are_in_order(titles: list[str]) -> None:
    assert ordered(titles) == titles


def test_id_is_new_once_whether_it_waits_or_has_been_sorted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_ids, "RECENT", 4)
    met = MetIds()
    met.add_all([b"old", b"older"])
    names = [str(number).encode() for number in range(11)]
    assert {met.add(name) for name in names} == {True}
    assert {met.add(name) for name in [*names, b"old", b"older"]} == {False}
