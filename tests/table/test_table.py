"""Columns, masks and several tables as one."""

import numpy as np
import pytest

from stumper.errors import BadOption
from stumper.table import COLUMNS, Table, Texts, joined, of_runs
from stumper.table.columns import texts_of


@pytest.fixture
def table(store, record, make) -> Table:
    """Two questions with a variant each."""
    examples = [make.question(f"q{n}", "Who lit it?", "Ada Thorn lit it.", "Ada Thorn") for n in (1, 2)]
    says = {"Who lit it?": "Ada Thorn", "By whom?": "Ada"}
    run_id = record([make.met(one, make.variant(one, "By whom?"), says) for one in examples], examples)
    return of_runs(store, [run_id])


def test_texts_are_numbers_of_distinct_texts() -> None:
    texts = texts_of(["b", None, "", "b"])
    assert (texts.known, texts.codes.tolist(), texts.codes.dtype) == (("b", ""), [0, -1, 1, 0], np.int32)
    assert list(texts) == ["b", None, "", "b"]
    assert (texts[1], texts[2]) == (None, "")
    assert texts.equal("b").tolist() == [True, False, False, True]
    assert texts.equal(None).tolist() == [False, True, False, False]
    assert texts.equal("c").tolist() == [False] * 4
    assert texts.at(np.array([2, 0])).found() == ["", "b"]


def test_a_column_is_asked_for_by_what_it_holds(table) -> None:
    assert list(table.texts("original")) == ["q1", "q2"]
    assert table.numbers("after_f1").tolist() == pytest.approx([2 / 3, 2 / 3])
    with pytest.raises(BadOption, match=r"holds numbers\. Ask for it with numbers"):
        table.texts("after_f1")
    with pytest.raises(BadOption, match=r"holds texts\. Ask for it with texts"):
        table.numbers("original")
    with pytest.raises(BadOption, match=r"no column 'originals'\. Did you mean 'original'"):
        table.texts("originals")


def test_columns_stand_in_the_documented_order(table) -> None:
    places = [
        next(place for place, column in enumerate(COLUMNS) if matches(column.name, name)) for name in table.columns
    ]
    assert places == sorted(places)


def matches(documented: str, name: str) -> bool:
    if documented == "<group>":
        return name in ("article", "paragraph")
    return name == documented or ("<" in documented and name.startswith(documented.partition("<")[0]))


def test_rows_are_taken_by_a_mask_or_by_places(table) -> None:
    second = table.where(table.texts("original").equal("q2"))
    assert [row["original"] for row in second.rows()] == ["q2"]
    assert list(table.where(np.array([1, 0])).texts("original")) == ["q2", "q1"]
    assert len(table.of("reading")) == 2
    assert len(table.of("quizbowl")) == 0


def test_tables_are_joined_whatever_columns_they_have(table) -> None:
    both = joined([table, table.where(table.texts("original").equal("q2"))])
    assert list(both.rows()) == [*table.rows(), list(table.rows())[1]]
    other = Table({name: column for name, column in table.columns.items() if name not in ("article", "after_f1")})
    rows = list(joined([other, table]).rows())
    assert [row["article"] for row in rows] == [None, None, "Lowmere", "Lowmere"]
    assert [row["after_f1"] for row in rows[:2]] == [None, None]
    assert list(joined([table, other]).columns) == list(table.columns)


def test_no_tables_make_none(table) -> None:
    nothing = joined([])
    assert len(nothing) == 0
    assert isinstance(nothing.texts("run"), Texts)
