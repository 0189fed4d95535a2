"""Stores of earlier versions, with rows as those versions wrote them, are read, reported and brought up to date whole.

Each line of ``stores/version_N.jsonl`` is a table and a row of it that Stumper wrote when its store was of version N:
an attack on three lamps, with some of the predictions, and from version 4 on a project in which people are at work.
"""

import hmac
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Engine, MetaData, Table, insert, inspect, select, text, update

from stumper.errors import NotThere
from stumper.people.accounts.account import log_in
from stumper.people.accounts.account import people as everybody
from stumper.people.accounts.failed_log_ins import Whence
from stumper.people.accounts.recovery import recoverable
from stumper.people.accounts.tokens import Held, token_held, tokens
from stumper.people.matches.log import log_of
from stumper.people.matches.rooms import rooms
from stumper.people.projects.data_sets import data_set_name, project_dataset
from stumper.people.projects.invitations import invitation
from stumper.people.projects.project import projects
from stumper.people.queues.queue import NewItem, add_items, items_for
from stumper.people.writing.beginning import begun_from
from stumper.people.writing.drafts import draft
from stumper.reports import build_report
from stumper.runs import from_json
from stumper.store import Store, people_schema, schema
from stumper.store.codec import decode
from stumper.store.connection import connect, writing
from stumper.store.migrations import MIGRATIONS, migrate
from stumper.store.people_schema import items, match_events, people, responses
from stumper.types import Attempt

HERE = Path(__file__).parent
NEWEST = len(MIGRATIONS)
EARLIER = range(1, 8)
NOON = 1_790_000_000.0


def written(version: int) -> list[tuple[str, dict[str, object]]]:
    lines = (HERE / "stores" / f"version_{version}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(table, {name: _value(value) for name, value in row.items()}) for table, row in map(json.loads, lines)]


def _value(value: object) -> object:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def make(url: str, version: int) -> None:
    """The database is what that version left."""
    engine, tables = connect(url), MetaData()
    migrate(engine, MIGRATIONS[:version])
    tables.reflect(engine)
    with writing(engine) as connection:
        for name, row in written(version):
            connection.execute(insert(table := tables.tables[name]), _typed(table, row))
    engine.dispose()


def _typed(table: Table, row: dict[str, object]) -> dict[str, object]:
    """SQLite keeps numbers for what is true or false; positions are the database's own to give."""
    kept = {name: value for name, value in row.items() if name != "position"}
    return {name: bool(kept[name]) if isinstance(table.c[name].type, Boolean) else kept[name] for name in kept}


@pytest.fixture(params=EARLIER)
def version(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def upgraded(database: str, version: int) -> Iterator[Store]:
    make(database, version)
    with Store.open(database) as store:
        yield store


def found(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT number FROM schema_version")).scalar_one())


def test_attempts_of_an_earlier_version_are_read(upgraded: Store) -> None:
    assert found(upgraded.engine) == NEWEST
    [run_id] = upgraded.plans()
    attempts = upgraded.attempts(run_id)
    assert [attempt.example_id for attempt in attempts] == ["q0", "q1", "q2"]
    assert {attempt.outcome for attempt in attempts} == {"succeeded"}
    assert not any(attempt.trained_on for attempt in attempts)
    for attempt in attempts:
        assert before(attempt) == "Ada Thorn"
        assert attempt.perturbation is not None
        assert attempt.perturbation.query.context.text.startswith("Ada Thorn lit lamp")
        assert attempt.perturbation.edits[0].text
        assert attempt.trace[-1][1] == 0
    assert upgraded.standing(run_id).concluded


def before(attempt: Attempt) -> str:
    assert attempt.before.prediction is not None
    return attempt.before.prediction.guesses[0].answer


def test_a_run_of_an_earlier_version_is_reported_and_never_gone_on_with(upgraded: Store) -> None:
    [(run_id, document)] = upgraded.plans().items()
    plan = from_json(document)
    assert (plan.format, plan.id) == (1, run_id)
    assert replace(plan, format=2).id != run_id
    report = build_report(upgraded, [run_id])
    [row] = report.rows
    assert (row.run_id, row.success.value, row.f1.before.value, row.f1.after.value) == (run_id, 1.0, 1.0, 0.0)


def test_predictions_of_an_earlier_version_can_still_be_decoded(upgraded: Store) -> None:
    query = upgraded.attempts(*upgraded.plans())[0].perturbation.query
    with upgraded.engine.connect() as connection:
        kept = list(connection.scalars(select(schema.predictions.c.data)))
    assert len(kept) == 2
    assert all(decode(data, query).mass == 0.875 for data in kept)


def test_runs_of_today_are_recorded_beside_those_of_an_earlier_version(upgraded: Store) -> None:
    [(run_id, document)] = upgraded.plans().items()
    plan = replace(from_json(document), format=2)
    upgraded.put_plan(plan.id, document, plan.dataset_fingerprint)
    again = [replace(attempt, run_id=plan.id, trained_on=True) for attempt in upgraded.attempts(run_id)]
    upgraded.put_attempts(again)
    assert upgraded.attempts(plan.id) == again


@pytest.mark.parametrize("version", [4, 5, 6, 7], indirect=True)
def test_people_of_an_earlier_version_find_what_they_had(upgraded: Store, version: int) -> None:
    ada = log_in(upgraded, "Ada Thorn", "a long enough password", Whence("192.0.2.1"), NOON)
    lamps = next(project for project in projects(upgraded) if project.name == "Lamps")
    [(_, held)] = [(item, held) for item, held in items_for(upgraded, lamps.id, ada.id) if held is not None]
    newest = draft(upgraded, held.id)
    assert newest is not None
    assert (newest.revision, newest.document.text) == (1, "Ada Thorn lit lamp 0 in 1874. Once.")
    with upgraded.engine.connect() as connection:
        assert connection.scalars(select(responses.c.document)).all() == ['{"grammatical":true}']
        assert sorted(connection.scalars(select(people.c.name))) == ["Ada Thorn", "Ben"]


@pytest.mark.parametrize("version", [5, 6, 7], indirect=True)
def test_a_match_of_an_earlier_version_goes_on(upgraded: Store, version: int) -> None:
    quiz = next(project for project in projects(upgraded) if project.name == "Quiz")
    [room] = rooms(upgraded, quiz.id)
    state = log_of(upgraded, quiz.id, room.id).state
    assert (state.number, state.phase) == (2, "reading")
    assert list(state.seats.values()) == ["a"]


def test_links_that_a_reader_of_an_earlier_store_can_compute_open_nothing(database: str) -> None:
    make(database, 6)
    engine = connect(database)
    with writing(engine) as connection:  # as version 6 left it where nobody was an administrator
        connection.execute(update(people_schema.invitations).values(places=1, expires=NOON + 9e5))
        ada = connection.execute(select(people).where(people.c.login == "ada thorn")).one()
        key = connection.scalar(select(people_schema.secrets.c.value)).encode()
    engine.dispose()
    first = hmac.digest(key, b"the first administrator", "sha256").hex()
    expires = int(NOON + 9e5)
    forgotten = hmac.digest(key, f"recovery {ada.id} {expires} {ada.password}".encode(), "sha256").hex()
    with Store.open(database) as store:
        with pytest.raises(NotThere):
            invitation(store, first, NOON)
        with pytest.raises(NotThere):
            recoverable(store, f"{ada.id}.{expires}.{forgotten}", NOON)


@pytest.mark.parametrize("version", [6], indirect=True)
def test_a_token_of_an_earlier_version_opens_what_it_did_and_ends(upgraded: Store, version: int) -> None:
    now, ada = time.time(), next(one for one in everybody(upgraded) if one.name == "Ada Thorn")
    held = token_held(upgraded, "stumper_3P9P3kmNOa0Hq57hjQAGGFmIS6qJyRdESU6kP6BbNvM", now)
    assert held == Held(ada, "manage")
    [token] = tokens(upgraded, ada.id)
    assert abs(token.expires - now - 90 * 86_400) < 3_600


@pytest.mark.parametrize("version", [6], indirect=True)
def test_a_file_of_an_earlier_version_is_the_project_s_that_is_made_of_it_and_nobody_else_s(
    upgraded: Store, version: int
) -> None:
    found = {project.name: project for project in projects(upgraded)}
    spec = found["Ports"].settings.dataset
    assert [example.id for example in project_dataset(upgraded, spec, found["Ports"].id).examples] == ["p1"]
    assert data_set_name(upgraded, spec, found["Ports"].id) == "ports.json"
    with pytest.raises(NotThere):
        project_dataset(upgraded, spec, found["Lamps"].id, *(one.id for one in everybody(upgraded)))


@pytest.mark.parametrize("version", [7], indirect=True)
def test_work_of_an_earlier_version_is_told_apart_by_what_it_is_of(upgraded: Store, version: int) -> None:
    ada = next(one for one in everybody(upgraded) if one.name == "Ada Thorn")
    of = {project.name: project for project in projects(upgraded)}
    lamps, quiz = of["Lamps"], of["Quiz"]
    with upgraded.engine.connect() as connection:
        kept = select(items.c.kind, items.c.key, items.c.example_id, items.c.author_id, items.c.made_of, items.c.id)
        rows = connection.execute(kept.order_by(items.c.position)).all()
    told = {(row.kind, row.key): row for row in rows}
    assert len(told) == len(rows)
    assert (told["fix", "raw0 append"].example_id, told["answer", "q0 p0"].example_id) == ("q0", "q0")
    assert told["verify", "raw0/abc append"].made_of == "raw0"
    first, second = [row for row in rows if row.kind == "judge" and row.key in ("p0", row.id)]
    assert (first.key, second.key) == ("p0", second.id)
    first, second = (told["write", f"{ada.id} {key}"] for key in ("key1", "key2"))
    assert (first.author_id, first.made_of, second.made_of) == (ada.id, None, first.id)
    assert begun_from(upgraded, quiz) == {first.id: "", second.id: first.id}
    again = [NewItem("fix", "raw0", "whatever it says", 3, key="raw0 append")]
    with writing(upgraded.engine) as connection:
        assert add_items(connection, lamps.id, again, NOON) == [told["fix", "raw0 append"].id]


@pytest.mark.parametrize("version", [5, 6, 7], indirect=True)
def test_events_of_an_earlier_version_have_their_kind_and_whose_they_are(upgraded: Store, version: int) -> None:
    with upgraded.engine.connect() as connection:
        rows = connection.execute(select(match_events).order_by(match_events.c.number)).all()
    ids = {one.name: one.id for one in everybody(upgraded)}
    assert [(row.kind, row.person_id) for row in rows] == [("seated", ids["Ben"]), ("begun", ids["Ada Thorn"])]


KILLED = """
import os, signal, sys
from sqlalchemy import event
from stumper.store import connection, store

left = int(sys.argv[2])
connect = store.connect

def fatal(*arguments):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

def listened(*arguments):
    engine = connect(*arguments)
    event.listen(engine, "before_cursor_execute", lambda c, cursor, said, *rest: changes(said) and fatal())
    event.listen(engine, "commit", fatal)
    return engine

def changes(said):
    return said.lstrip().startswith(("CREATE", "ALTER", "UPDATE", "DELETE", "INSERT"))

store.connect = listened
store.Store.open(sys.argv[1])
"""


ALL = sum(
    1 + sum(isinstance(step, str) for step in migration.steps) for migration in MIGRATIONS[3:]
)  # and then the transaction is to end


@pytest.mark.parametrize("changes", [0, 1, ALL // 2, ALL - 1, ALL])
def test_an_upgrade_that_is_killed_is_taken_back_whole_and_done_at_the_next_start(database: str, changes: int) -> None:
    make(database, 3)
    killed = subprocess.run([sys.executable, "-c", KILLED, database, str(changes)], check=False, env=os.environ)
    assert killed.returncode == -signal.SIGKILL
    engine = connect(database)
    assert found(engine) == 3
    assert "people" not in inspect(engine).get_table_names()
    engine.dispose()
    with Store.open(database) as store:
        assert found(store.engine) == NEWEST
        assert len(store.attempts(*store.plans())) == 3


def test_earlier_judgements_are_of_people_who_have_accounts_of_a_builder_or_unknown(database: str) -> None:
    make(database, 5)
    engine = connect(database)
    migrate(engine, MIGRATIONS[:6])
    with writing(engine) as connection:
        ada = connection.scalars(select(people.c.id).where(people.c.name == "Ada Thorn")).one()
        for annotator in (ada, "bundled", "jo"):
            connection.execute(text(JUDGED), {"annotator": annotator})
    engine.dispose()
    with Store.open(database) as store:
        assert [judgement.judge for judgement in store.judgements(["p"])] == ["person", "builder", "unknown"]


JUDGED = """
INSERT INTO judgements (perturbation_id, annotator, grammatical, label_correct, on_task, note)
VALUES ('p', :annotator, true, true, true, '')
"""
