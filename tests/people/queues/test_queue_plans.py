"""Handing out work stays quick in long queues: by indexes, without a look at every item."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from stumper.people.accounts.account import register
from stumper.people.projects.project import Kind, Settings
from stumper.people.queues.progress import is_stuck, own_progress
from stumper.people.queues.queue import NewItem, add_items, lease
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.store.connection import writing
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'plans.db'}") as store:
        yield store


@contextmanager
def watched(store: Store) -> Iterator[list[tuple[str, Any]]]:
    """The queries that are asked meanwhile."""
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *rest: object) -> None:
        asked.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


def queue_of(store: Store, items: int) -> str:
    settings = Settings("reading", "reading", ("embedded",), ("write", "judge"))
    id = make_project(store, "Trial", settings, [EXAMPLE], "f", 0.0).id
    with writing(store.engine) as connection:
        add_items(
            connection, id, [NewItem("judge", f"t{n}", f'{{"n":{n}}}', 1, key=f"t{n}") for n in range(items)], 0.0
        )
    return id


@pytest.mark.parametrize("kind", ["judge", "write"])
def test_what_is_next_is_found_by_indexes_and_nothing_is_sorted(lite: Store, kind: Kind) -> None:
    project, ada = queue_of(lite, 20), register(lite, "Ada", None, 0.0)
    with watched(lite) as asked:
        assert lease(lite, project, kind, ada.id, 1.0) is not None
        own_progress(lite, project, kind, ada.id, 1.0)
    queries = [(text, values) for text, values in asked if text.startswith("SELECT") and "items" in text]
    with lite.engine.connect() as connection:
        plans = [
            (text, row.detail)
            for text, values in queries
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)
        ]
    assert len(queries) > 3
    assert [detail for _, detail in plans if detail.startswith(("SCAN items", "SCAN excl", "SCAN assign"))] == []
    in_order = [detail for text, detail in plans if "ORDER BY items" in text]
    assert in_order
    assert "USE TEMP B-TREE FOR ORDER BY" not in in_order


def test_a_few_queries_tell_whether_work_is_stuck_whoever_is_there(store: Store) -> None:
    project = queue_of(store, 3)
    people = [register(store, f"Person {n}", None, 0.0).id for n in range(30)]
    with watched(store) as asked:
        assert not is_stuck(store, project, "judge", people, 1.0)
    with writing(store.engine) as connection:
        again = [NewItem("judge", f"t{n}", f'{{"n":{n}}}', 1, tuple(people), key=f"t{n}") for n in range(3)]
        add_items(connection, project, again, 0.0)
    with watched(store) as more:
        assert is_stuck(store, project, "judge", people, 1.0)
    assert max(len(asked), len(more)) <= 5
