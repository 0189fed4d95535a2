"""What was said of each view of a tossup is a child of the table of results."""

import pytest

from stumper import api
from stumper.errors import BadOption
from stumper.positions import sentence_views
from stumper.table import VIEW_COLUMNS, views_of

TEXT = "She lit a lamp. She kept the rock. For 10 points, name this keeper."


@pytest.fixture
def ran(store, tmp_path):
    """A run of an attack on bundled tossups, against the guesser that searches."""
    return api.attack("quizbowl", "tossup-reorder", "ir", limit=4, store=store)


def test_a_view_has_what_was_said_and_joins_its_row(store, ran) -> None:
    table, views = api.table(store=store), views_of(store, [ran.plan.id])
    assert tuple(views.columns) == tuple(column.name for column in VIEW_COLUMNS)
    originals = {attempt.example_id: example for attempt, example in zip(ran.attempts(), ran.dataset, strict=True)}
    for id, example in originals.items():
        of_one = views.where(views.texts("original").equal(id))
        own = of_one.where(of_one.texts("variant").equal(None))
        assert own.numbers("view").tolist() == list(range(1, len(sentence_views(example.query.text)) + 1))
        assert own.numbers("read")[-1] == 1.0
        [row, *_] = table.where(table.texts("original").equal(id)).rows()
        last = list(own.rows())[-1]
        assert (last["answer"], last["score"]) == (row["answer_before"], row["before_accuracy"])
        assert {row["attack"] for row in own.rows()} == {row["attack"]}
    asked = {row["variant"] for row in table.rows() if row["status"] == "asked"}
    assert asked
    assert {row["variant"] for row in views.rows()} == asked | {None}


def test_what_is_asked_as_a_whole_has_no_views(store, record, make) -> None:
    lit = make.question("q1", "Who lit it?", "Ada Thorn lit it.", "Ada Thorn")
    run_id = record([make.met(lit, make.variant(lit, "Who lighted it?"), {"Who lit it?": "Ada Thorn"})], [lit])
    assert len(views_of(store, [run_id])) == 0


def test_a_run_that_is_not_there_is_named(store) -> None:
    with pytest.raises(BadOption, match="The store holds no run 'r9'"):
        views_of(store, ["r9"])
