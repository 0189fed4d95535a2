"""Stores of earlier versions, with rows as those versions wrote them, are read, reported and brought up to date whole.

Each line of ``stores/version_N.jsonl`` is a table and a row of it that Stumper wrote when its store was of version N:
an attack on three lamps, with some of the predictions, and from version 4 on a project in which people are at work; of
version 8 also what people submitted, a run that met an original that was wrong already, one on claims, and one whose
attempts do not say of what they were made; of version 9 that store brought up to date, and a run on three claims of
which the attack made something of one. Each later one is that before it, brought up to date and used by the code of its
time: 10 has a sample drawn and the reason why of a claim nothing was made, 11 a guest of the match, 12 a comment and a
rejection (in its file ``items.taken_back`` is called as it is since 13, not ``set_aside``), 13 a link with somebody who
came by it, and somebody set aside, 14 a judgement that was taken back.
"""

import hmac
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Engine, MetaData, Table, insert, inspect, select, text, update

from report_figures import figures
from stumper.errors import NotThere, Refused
from stumper.people.accounts.account import log_in
from stumper.people.accounts.account import people as everybody
from stumper.people.accounts.failed_log_ins import Whence
from stumper.people.accounts.recovery import recoverable
from stumper.people.accounts.tokens import Held, token_held, tokens
from stumper.people.annotating.judging_work import Opinion, judge
from stumper.people.examples.acts import Actor, acts_on, restore
from stumper.people.examples.browsing import View, browse
from stumper.people.examples.catalogue import catch_up
from stumper.people.joining.arriving import arrive, participants
from stumper.people.joining.links import links_of
from stumper.people.matches.guests import code_of, guests_of
from stumper.people.matches.log import log_of
from stumper.people.matches.rooms import rooms
from stumper.people.projects.data_sets import data_set_name, project_dataset
from stumper.people.projects.invitations import invitation
from stumper.people.projects.project import projects
from stumper.people.queues.queue import NewItem, add_items, items_for, lease_item
from stumper.people.study.measured import report_of
from stumper.people.study.setting_aside import people_aside
from stumper.people.writing.beginning import begun_from
from stumper.people.writing.drafts import draft
from stumper.reports import build_report
from stumper.runs import Plan, from_json, to_json
from stumper.store import Store, people_schema, schema
from stumper.store.codec import decode
from stumper.store.connection import connect, writing
from stumper.store.migrations import MIGRATIONS, migrate
from stumper.store.people_schema import items, match_events, people, responses
from stumper.table import of_runs
from stumper.types import Attempt

HERE = Path(__file__).parent
NEWEST = len(MIGRATIONS)
EARLIER = range(1, 15)
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
def upgraded(database: str, version: int, brought_up: Callable[[int], Path]) -> Iterator[Store]:
    """A store that was of this version; in SQLite a copy of one that was brought up to date once."""
    if database.startswith("sqlite"):
        shutil.copyfile(brought_up(version), database.removeprefix("sqlite:///"))
    else:
        make(database, version)
    with Store.open(database) as store:
        yield store


@pytest.fixture(scope="module")
def brought_up(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """The file of a store that was of a version, brought up to date."""
    folder = tmp_path_factory.mktemp("upgraded")

    @cache
    def path_of(version: int) -> Path:
        path = folder / f"{version}.db"
        make(f"sqlite:///{path}", version)
        Store.open(str(path)).close()
        return path

    return path_of


def found(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT number FROM schema_version")).scalar_one())


def test_attempts_of_an_earlier_version_are_read(upgraded: Store) -> None:
    assert found(upgraded.engine) == NEWEST
    run_id = next(iter(upgraded.plans()))
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


def test_attempts_of_an_earlier_version_have_no_candidates_and_their_originals(upgraded: Store) -> None:
    attempts = upgraded.attempts(next(iter(upgraded.plans())))
    assert [(attempt.original_id, attempt.candidates) for attempt in attempts] == [(f"q{n}", ()) for n in range(3)]


@pytest.mark.parametrize("version", [8], indirect=True)
@pytest.mark.parametrize(
    ("adversary", "found"),
    [
        ("people", {"q0-people-1": "q0", "q0-people-2": "q0", "q1-people-1": "q1"}),
        ("identity", {"q0": "q0", "q1": "q1"}),
        ("claim-rules", {"7-claim-rules-1": "7", "7-claim-rules-2": "7", "8-claim-rules-1": "8"}),
        # by its content, by the beginning of its id, and by neither
        ("lost", {"other-lost-1": "q2", "q1-lost-2": "q1", "gone-lost-1": None}),
    ],
)
def test_the_originals_of_an_earlier_version_are_recovered_and_never_guessed(
    upgraded: Store, version: int, adversary: str, found: dict[str, str | None]
) -> None:
    plans = {from_json(document).adversary: from_json(document) for document in upgraded.plans().values()}
    attempts = upgraded.attempts(plans[adversary].id)
    assert {attempt.example_id: attempt.original_id for attempt in attempts} == found


@pytest.mark.parametrize("version", [8], indirect=True)
def test_an_original_of_two_of_the_same_content_is_not_guessed(database: str, version: int) -> None:
    make(database, version)
    engine = connect(database)
    alike = "INSERT INTO examples (fingerprint, id, document) SELECT fingerprint, 'q2-too', document FROM examples " \
        "WHERE id = 'q2'"  # fmt: skip
    with writing(engine) as connection:
        connection.execute(text(alike))
    engine.dispose()
    with Store.open(database) as store:
        [lost] = [id for id, document in store.plans().items() if from_json(document).adversary == "lost"]
        assert [attempt.original_id for attempt in store.attempts(lost)] == [None, "q1", None]


@pytest.mark.parametrize("version", [8], indirect=True)
def test_an_original_that_an_earlier_version_did_not_attack_is_told_from_one_that_today_s_left_alone(
    upgraded: Store, version: int
) -> None:
    plans = [from_json(document) for document in upgraded.plans().values()]
    [old] = [plan for plan in plans if plan.adversary == "identity"]
    skipped = upgraded.attempts(old.id)[0]
    assert (skipped.outcome, skipped.perturbation, old.referee) == ("skipped", None, 1)
    assert from_json(to_json(replace(old, referee=2))).referee == 2
    assert Plan("d", "f", "v", None, "a").referee == 2


def test_the_table_of_an_earlier_version_has_all_its_attempts(upgraded: Store, version: int) -> None:
    runs = list(upgraded.plans())
    table = of_runs(upgraded, runs)
    attempts = [attempt for run_id in runs for attempt in upgraded.attempts(run_id)]
    told = [(row["run"], row["original"], row["outcome"], row["queries"]) for row in table.rows()]
    tried = [(a.run_id, a.original_id, a.outcome, a.queries) for a in attempts]
    nothing = [(run_id, original, None, 0) for run_id in runs for original in upgraded.unmade(run_id)]
    assert len(nothing) == (1 if version >= 10 else 0)  # the claim whose reason why was kept, which is a row, too
    assert sorted(told, key=str) == sorted([*tried, *nothing], key=str)
    first = table.where(table.texts("run").equal(runs[0]))
    assert (first.texts("status").found(), first.texts("answer_before").found()) == (["asked"], ["Ada Thorn"])
    assert first.numbers("after_f1").tolist() == [0, 0, 0]
    skipped = [row["status"] for row in table.rows() if row["outcome"] == "skipped" and row["variant"] is None]
    assert set(skipped) == ({"legacy-skipped"} if version >= 8 else set())


@pytest.mark.parametrize("version", [9], indirect=True)
def test_of_which_originals_an_earlier_version_made_nothing_is_not_guessed(upgraded: Store, version: int) -> None:
    run_id = list(upgraded.plans())[-1]
    assert from_json(upgraded.plans()[run_id]).adversary == "claim-rules"
    assert upgraded.unmade(run_id) == {}
    rows = [(row["original"], row["status"]) for row in of_runs(upgraded, [run_id]).rows()]
    assert rows == [("22", "asked"), ("22", "asked")]


def written_beside(database: str, *presses: str) -> None:
    """A store of version 8 whose authors pressed against these models, with a run of another model of their project."""
    make(database, 8)
    engine, tables = connect(database), MetaData()
    tables.reflect(engine)
    [document] = [row["document"] for table, row in written(8) if table == "plans" and '"people"' in row["document"]]
    other = replace(from_json(document), victim="python:quick:slow", victim_fingerprint="slow-1")
    with writing(engine) as connection:
        connection.execute(insert(tables.tables["plans"]).values(
            run_id=other.id, fingerprint=other.dataset_fingerprint, document=without_what_is_new(other),
            concluded=False, revision=0,
        ))  # fmt: skip
        connection.execute(insert(tables.tables["attempts"]).values(
            run_id=other.id, example_id="q0-people-1", adversary="people", victim="python:quick:slow",
            outcome="errored", before_succeeded=False, queries=0, trace="[]", trained_on=False,
        ))  # fmt: skip
        held = connection.scalar(select(tables.tables["assignments"].c.id).order_by(text("position")).limit(1))
        for number, victim in enumerate(presses):
            connection.execute(insert(tables.tables["tries"]).values(
                assignment_id=held, key=f"k{number}", kind="predict", at=NOON, fooled=False,
                document=json.dumps({"text": "?", "victim": victim}),
            ))  # fmt: skip
    engine.dispose()


def without_what_is_new(plan: Plan) -> str:
    document = json.loads(to_json(plan))
    return json.dumps({name: value for name, value in document.items() if name not in ("made_against", "referee")})


@pytest.mark.parametrize(
    ("presses", "against"),
    [
        ((), "python:quick:quick"),  # the first of the project's models, as it was
        (("", "python:quick:slow"), "python:quick:slow"),
        (("python:quick:quick", "python:quick:slow"), None),
    ],
)
def test_what_people_wrote_with_an_earlier_version_is_made_against_the_model_that_they_wrote_against(
    database: str, presses: tuple[str, ...], against: str | None
) -> None:
    written_beside(database, *presses)
    with Store.open(database) as store:
        plans = {id: from_json(document) for id, document in store.plans().items()}
        people = [id for id, plan in plans.items() if plan.adversary == "people"]
        assert [plans[id].id for id in people] == people
        assert [plans[id].made_against for id in people] == [against or ""] * 2
        table = of_runs(store, people)
        told = [(row["victim"], row["made_against"], row["original"]) for row in table.rows()]
        assert told == [
            *(("python:quick:quick", against, original) for original in ("q0", "q0", "q1")),
            ("python:quick:slow", against, "q0"),
        ]


@pytest.mark.parametrize("version", [8], indirect=True)
def test_what_people_wrote_with_an_earlier_version_is_in_the_report_of_their_project(
    upgraded: Store, version: int
) -> None:
    lamps = next(project for project in projects(upgraded) if project.name == "Lamps")
    [row] = report_of(upgraded, lamps)["rows"]
    told = {name: row["outcomes"][name] for name in ("succeeded", "failed", "errored")}
    assert (row["names"]["adversary"], row["names"]["victim"]) == ("people", "python:quick:quick")
    assert told == {"succeeded": 1, "failed": 1, "errored": 1}


def before(attempt: Attempt) -> str:
    assert attempt.before.prediction is not None
    return attempt.before.prediction.guesses[0].answer


def test_a_run_of_an_earlier_version_is_reported_and_never_gone_on_with(upgraded: Store) -> None:
    run_id, document = next(iter(upgraded.plans().items()))
    plan = from_json(document)
    assert (plan.format, plan.id) == (1, run_id)
    assert replace(plan, format=2).id != run_id
    report = build_report(upgraded, [run_id])
    [row] = figures(report).rows
    assert (row.run_id, row.success.value, row.f1.before.value, row.f1.after.value) == (run_id, 1.0, 1.0, 0.0)


def test_predictions_of_an_earlier_version_can_still_be_decoded(upgraded: Store) -> None:
    query = upgraded.attempts(next(iter(upgraded.plans())))[0].perturbation.query
    with upgraded.engine.connect() as connection:
        kept = list(connection.scalars(select(schema.predictions.c.data)))
    assert len(kept) == 2
    assert all(decode(data, query).mass == 0.875 for data in kept)


def test_runs_of_today_are_recorded_beside_those_of_an_earlier_version(upgraded: Store) -> None:
    run_id, document = next(iter(upgraded.plans().items()))
    plan = replace(from_json(document), format=2)
    upgraded.put_plan(plan.id, document, plan.dataset_fingerprint)
    again = [replace(attempt, run_id=plan.id, trained_on=True) for attempt in upgraded.attempts(run_id)]
    upgraded.put_attempts(again)
    assert upgraded.attempts(plan.id) == again


@pytest.mark.parametrize("version", range(4, 15), indirect=True)
def test_people_of_an_earlier_version_find_what_they_had(upgraded: Store, version: int) -> None:
    ada = log_in(upgraded, "Ada Thorn", "a long enough password", Whence("192.0.2.1"), NOON)
    lamps = next(project for project in projects(upgraded) if project.name == "Lamps")
    [(_, held)] = [(item, held) for item, held in items_for(upgraded, lamps.id, ada.id) if held is not None]
    newest = draft(upgraded, held.id)
    assert newest is not None
    assert (newest.revision, newest.document.text) == (1, "Ada Thorn lit lamp 0 in 1874. Once.")
    with upgraded.engine.connect() as connection:
        assert connection.scalars(select(responses.c.document)).all() == ['{"grammatical":true}']
        known = select(people.c.name).where(people.c.id.not_in(select(people_schema.arrivals.c.person_id)))
        assert sorted(connection.scalars(known)) == ["Ada Thorn", "Ben"]


@pytest.mark.parametrize("version", range(5, 15), indirect=True)
def test_a_match_of_an_earlier_version_goes_on(upgraded: Store, version: int) -> None:
    quiz = next(project for project in projects(upgraded) if project.name == "Quiz")
    [room] = rooms(upgraded, quiz.id)
    state = log_of(upgraded, quiz.id, room.id).state
    assert (state.number, state.phase) == (2, "reading")
    assert list(state.seats.values()) == ["a"]


@pytest.mark.parametrize("version", range(10, 15), indirect=True)
def test_what_was_drawn_and_why_nothing_was_made_is_known_of_versions_that_kept_it(
    upgraded: Store, version: int
) -> None:
    assert upgraded.draws().among(["p0", "p1"], ["p0"]).for_these == {"p0"}
    assert upgraded.unmade(list(upgraded.plans())[-1]) == {"23": "no rule fits"}


@pytest.mark.parametrize("version", range(11, 15), indirect=True)
def test_a_guest_of_an_earlier_version_is_one_still(upgraded: Store, version: int) -> None:
    quiz = next(project for project in projects(upgraded) if project.name == "Quiz")
    [room] = rooms(upgraded, quiz.id)
    assert list(guests_of(upgraded, quiz.id).values()) == ["Gus"]
    assert code_of(upgraded, room.id, NOON + 11) is not None


@pytest.mark.parametrize("version", range(12, 15), indirect=True)
def test_what_was_said_of_examples_and_taken_back_with_an_earlier_version_stands(upgraded: Store, version: int) -> None:
    lamps = next(project for project in projects(upgraded) if project.name == "Lamps")
    ada = next(one for one in everybody(upgraded) if one.name == "Ada Thorn")
    catch_up(upgraded, lamps)
    [gone] = browse(upgraded, lamps, View(standing=("rejected",))).examples
    assert [act.said for act in acts_on(upgraded, lamps, gone.id)] == ["It says nothing."]
    kept = browse(upgraded, lamps, View()).examples
    assert [act.said for one in kept for act in acts_on(upgraded, lamps, one.id)] == ["Is it true?"]
    restore(upgraded, lamps, gone.id, Actor(ada.id, NOON + 20, moderates=True))
    assert len(browse(upgraded, lamps, View()).examples) == len(kept) + 1


@pytest.mark.parametrize("version", range(13, 15), indirect=True)
def test_who_came_by_a_link_and_who_is_set_aside_are_known_of_an_earlier_version(upgraded: Store, version: int) -> None:
    lamps, quiz = (next(one for one in projects(upgraded) if one.name == name) for name in ("Lamps", "Quiz"))
    [link] = links_of(upgraded, lamps.id)
    [came] = participants(upgraded, link.id)
    assert arrive(upgraded, link, "crowd-7", 1, None, NOON + 20).person_id == came.person_id
    assert people_aside(upgraded, quiz.id) == 1


@pytest.mark.parametrize("version", [14], indirect=True)
def test_what_was_taken_back_with_an_earlier_version_is_done_again_in_its_next_turn(
    upgraded: Store, version: int
) -> None:
    ben = next(one for one in everybody(upgraded) if one.name == "Ben")
    with upgraded.engine.connect() as connection:
        id = connection.scalar(select(items.c.id).where(items.c.key == "p9"))
    held = lease_item(upgraded, id, ben.id, NOON + 20)
    opinion = Opinion(True, True, True)
    with pytest.raises(Refused):
        judge(upgraded, held.assignment.id, ben.id, opinion, NOON + 21, turn=0)  # that of the answer taken back
    assert judge(upgraded, held.assignment.id, ben.id, opinion, NOON + 21, turn=1)


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


@pytest.mark.parametrize("version", range(5, 15), indirect=True)
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


@pytest.mark.parametrize("version", [4, 9, 14])
def test_a_copy_from_before_an_upgrade_stays_as_it_was_and_can_be_gone_back_to(version: int, tmp_path: Path) -> None:
    old, copy = tmp_path / "stumper.db", tmp_path / "copy.db"
    make(f"sqlite:///{old}", version)
    with closing(sqlite3.connect(old)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
    as_it_was = dumped(copy)
    with Store.open(str(old)) as store:
        assert store.is_current()
        upgraded = [one.name for one in everybody(store)]
    assert dumped(copy) == as_it_was != dumped(old)
    shutil.move(copy, old)  # as docs/deployment.md says to go back
    for beside in ("-wal", "-shm"):
        Path(f"{old}{beside}").unlink(missing_ok=True)
    with Store.open(str(old)) as store:
        assert store.is_current()
        assert [one.name for one in everybody(store)] == upgraded


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())
