"""A store that was damaged, or changed from outside, is the user's to mend."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from running import PLAN, Parts, steps_of
from stumper.errors import BadStore
from stumper.reports import build_report
from stumper.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with a run."""
    path = tmp_path / "s.db"
    with Store.open(str(path)) as store:
        steps_of(store, Parts())
    return path


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE examples SET document = substr(document, 1, 20)",
        "UPDATE examples SET document = '[]'",
        'UPDATE examples SET document = \'{"query": 1, "gold": {}}\'',
        "UPDATE examples SET document = NULL",
        "UPDATE examples SET document = x'ff'",
        "UPDATE attempts SET before_prediction = x'07'",
        "UPDATE attempts SET before_prediction = x''",
        "UPDATE attempts SET before_prediction = x'01ff'",
        "UPDATE attempts SET before_prediction = x'025b5d'",
        "UPDATE attempts SET trace = '{}}'",
        "UPDATE attempts SET trace = '[1]'",
        "UPDATE attempts SET before_score = 'much'",
        "UPDATE attempts SET queries = 'many'",
        "UPDATE attempts SET outcome = 'won'",
        "UPDATE perturbations SET document = '3'",
        "UPDATE examples SET document = replace(document, '\"Who lit the lamp?\"', '3')",
        "UPDATE examples SET document = replace(document, '\"Ada Thorn\",0', '7,0')",
        "UPDATE attempts SET example_id = x'ff'",
    ],
)
def test_what_stumper_did_not_write_is_said_of_the_store(file: Path, change: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        try:
            connection.execute(change)
        except sqlite3.IntegrityError:
            pytest.skip("the table itself refuses it")
        connection.commit()
    with Store.open(str(file)) as store, pytest.raises(BadStore, match=r"The store .*did not write|cannot be used"):
        store.attempts(PLAN.id)


@pytest.mark.parametrize(
    "document", ["", "{", "[]", "{}", '{"format": 1, "other": 2}', '{"format": 1, "options": [3]}']
)
def test_a_plan_that_stumper_did_not_write_is_said_to_be_none(file: Path, document: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE plans SET document = ?", (document,))
        connection.commit()
    with Store.open(str(file)) as store, pytest.raises(BadStore, match="did not write"):
        build_report(store, [PLAN.id])


@pytest.mark.parametrize("number", ["0", "-1", "'x'", "NULL", "x'ff'"])
def test_a_version_that_is_none_is_said_to_be_so(file: Path, number: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE schema_version")
        connection.execute("CREATE TABLE schema_version (id, number)")
        connection.execute(f"INSERT INTO schema_version VALUES (1, {number})")
        connection.commit()
    with pytest.raises(BadStore, match="does not say of which version"):
        Store.open(str(file))


@pytest.mark.parametrize("data", [b"x", b"SQLite format 3\0", b"x" * 10_000])
def test_what_is_no_sqlite_file_stays_as_it_is(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "s.db"
    path.write_bytes(data)
    with pytest.raises(BadStore, match="is no store: it is not an SQLite file"):
        Store.open(str(path))
    assert path.read_bytes() == data


def test_a_number_of_examples_that_is_none_is_said_to_be_so(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE plans SET examples = 'many'")
        connection.commit()
    with Store.open(str(file)) as store, pytest.raises(BadStore, match="did not write"):
        store.standing(PLAN.id)


@pytest.mark.parametrize("place", [1, 2])
def test_a_list_in_the_place_of_a_text_is_said_to_be_none(file: Path, place: int) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for rowid, document in connection.execute("SELECT rowid, document FROM examples").fetchall():
            value = json.loads(document)
            value["query"][place] = ["Who?"] if place == 1 else [["p"], "Ada did.", ""]
            connection.execute("UPDATE examples SET document = ? WHERE rowid = ?", (json.dumps(value), rowid))
        connection.commit()
    with Store.open(str(file)) as store, pytest.raises(BadStore, match="did not write"):
        store.examples(PLAN.dataset_fingerprint)
