"""What all models of a project make of what its people made, as reports and tables of the same store have it."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from re import findall
from typing import Any

import pytest

from authoring import PARAGRAPH, Authoring, authoring, hears_less
from stumper.people.accounts.account import register
from stumper.people.annotating.drawing import draw_from_runs
from stumper.people.annotating.judging_work import Opinion, judge
from stumper.people.projects.project import Project
from stumper.people.projects.runs_to_use import own_runs
from stumper.people.projects.uploads import own_upload, put_upload
from stumper.people.queues.queue import lease
from stumper.people.study import exports
from stumper.people.study.measured import measured, report_of, write_table
from stumper.people.study.results import results
from stumper.people.study.setting_aside import put_aside, take_back
from stumper.people.study.tossup_results import tossup_results
from stumper.people.writing.asking import Listener
from stumper.people.writing.beginning import gold_of, payload_of
from stumper.people.writing.item import example_of
from stumper.people.writing.submitting import Pressed, Writing, submit
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.reports import build_report, to_json
from stumper.reports.json_file import plain
from stumper.store import Store
from stumper.store.values import to_text
from stumper.table import of_runs
from stumper.tasks.quizbowl.desk import DESK
from stumper.types import Judgement
from tossups import QUESTION, Newsroom, newsroom

TWO = ("scripted", "second")
TEXTS = (
    (0, "Mary Bell saw it. " + PARAGRAPH),
    (0, PARAGRAPH + " Mary Bell was no kin."),
    (1, PARAGRAPH + " Mary Bell was none."),
)
STUMPING = (
    "A cousin taught her to sail before she could read. Two ships were named after her when she had died. "
    "She hated the sea all her life. Name this woman of the coast, whose lamp never went out."
)
CLAIMED = ((0, "Ada Thorn was not idle."), (0, "Ada Thorn was not asleep."))


def submitted(room: Authoring, place: int, text: str, label: str | None = None) -> None:
    held = room.item(place)
    here = Writing(room.store, room.desks, room.project, held, example_of(room.store, room.project, held.item))
    assert submit(here, Pressed(text, text, label), 110.0).number


def test_an_uploaded_data_set_is_called_as_its_project_has_it(store: Store) -> None:
    file = put_upload(store, "others.csv", b"a file", 1.0, "somebody else")
    room = authoring(store, dataset=f"upload:{file}#question=q")
    own_upload(store, file, "keepers.csv", room.project.id, 2.0)
    submitted(room, 0, TEXTS[0][1])
    room.close()
    runs = list(own_runs(store, room.project))
    found = build_report(store, runs)
    assert {run.names.dataset for run in found.provenance} == {"keepers.csv"}
    assert {row["dataset"] for row in of_runs(store, runs).rows()} == {"keepers.csv"}


def test_the_name_that_somebody_else_gave_a_file_is_shown_to_nobody(store: Store) -> None:
    file = put_upload(store, "others.csv", b"a file", 1.0, "somebody else")
    room = authoring(store, dataset=f"upload:{file}")
    submitted(room, 0, TEXTS[0][1])
    room.close()
    assert "others" not in to_text(plain(build_report(store, list(own_runs(store, room.project)))))


def judged_by(store: Store, project: Project, person_id: str) -> None:
    """The person judges all that they are handed."""
    while (held := lease(store, project.id, "judge", person_id, 220.0)) is not None:
        judge(store, held.assignment.id, person_id, Opinion(True, True, True), 221.0)


def says_aside(store: Store, project: Project) -> list[str]:
    """What the report of the project's own runs says of people who are set aside."""
    report = build_report(store, list(own_runs(store, project)), with_examples=False)
    return sorted(set(findall(r'[^"]* set aside [^"]*', to_text(plain(report)))))


def test_a_report_says_whose_judgements_are_in_no_figure(store: Store) -> None:
    room = authoring(store, victims=TWO, kinds=("write", "judge"))
    for place, text in TEXTS[:2]:
        submitted(room, place, text)
    room.close()
    people = [register(store, name, None, 100.0).id for name in ("Ann", "Ada")]
    judged_by(store, room.project, people[0])
    assert not says_aside(store, room.project)
    put_aside(store, room.project.id, people[0], "too fast", people[1], 230.0)
    said = "1 person is set aside by those who run the project, and 2 judgements of theirs are in no figure."
    assert says_aside(store, room.project) == [f"reading: {said}"]
    take_back(store, room.project.id, people[0], people[1], 240.0)
    assert not says_aside(store, room.project)


@pytest.mark.parametrize("text", [TEXTS[0][1], TEXTS[1][1]])
def test_a_report_is_silent_on_people_of_another_project_on_the_same_data(store: Store, text: str) -> None:
    room = authoring(store, kinds=("write", "judge"))
    other = authoring(store, kinds=("write", "judge"), name="Other")
    submitted(room, *TEXTS[0])
    submitted(other, 0, text)
    for one in (room, other):
        one.close()
    people = [register(store, name, None, 100.0).id for name in ("Ann", "Ada")]
    judged_by(store, other.project, people[0])
    put_aside(store, other.project.id, people[0], "too fast", people[1], 230.0)
    assert says_aside(store, other.project)
    assert not says_aside(store, room.project)


def test_a_judgement_that_counts_on_from_another_project_is_not_said_to_be_in_no_figure(store: Store) -> None:
    rooms = [authoring(store, kinds=("write", "judge"), name=name) for name in ("One", "Another")]
    ann, ada = (register(store, name, None, 100.0).id for name in ("Ann", "Ada"))
    for room in rooms:
        submitted(room, *TEXTS[0])
        room.close()
        judged_by(store, room.project, ann)
    put_aside(store, rooms[0].project.id, ann, "too fast", ada, 230.0)
    assert not says_aside(store, rooms[0].project)
    put_aside(store, rooms[1].project.id, ann, "too fast", ada, 230.0)
    assert says_aside(store, rooms[0].project)


def test_a_report_of_tossups_that_were_composed_says_whose_judgements_are_in_no_figure(store: Store) -> None:
    made = newsroom(store, kinds=("write", "judge"))
    composed(made, "k1", STUMPING)
    made.close()
    assert draw_from_runs(store, made.project, list(own_runs(store, made.project)), 210.0) == 1
    ann, ada = (register(store, name, None, 100.0).id for name in ("Ann", "Ada"))
    judged_by(store, made.project, ann)
    put_aside(store, made.project.id, ann, "too fast", ada, 230.0)
    [said] = says_aside(store, made.project)
    assert "1 person is set aside by those who run the project, and 1 judgement of theirs is in no figure." in said


def composed(made: Newsroom, key: str, text: str) -> None:
    """An author has submitted the tossup."""
    held = made.begin(key=key)
    assert DESK.composing is not None
    gold, person_id = gold_of(DESK.composing, payload_of(held.item)), held.assignment.person_id
    listeners = {name: Listener(desk, DESK, gold, person_id) for name, desk in made.desks.items()}
    assert submit_tossup(made.store, made.project, held, Sent(key, text), (), 200.0, listeners).id is not None


def judged(room: Authoring) -> None:
    """The first submission is correct, the second is not, and nobody has judged what comes after."""
    rows = exports.submissions(room.store, room.project)[:2]
    says = [Judgement(str(row["perturbation_id"]), "jo", True, not place, True, judge="person")
            for place, row in enumerate(rows)]  # fmt: skip
    room.store.put_judgements(says)


def reading(store: Store) -> Authoring:
    """Three texts that fooled the first of two models, one of which fooled the second, too; two were judged."""
    made = authoring(store, victims=TWO, says={"second": hears_less}, kinds=("write", "fix", "judge"))
    for place, text in TEXTS:
        submitted(made, place, text)
    judged(made)
    return made


def verification(store: Store) -> Authoring:
    """Two claims that fooled the first of two models, one of which fooled the second, too; both were judged."""
    made = authoring(store, "verification", victims=TWO, says={"second": hears_less})
    for place, text in CLAIMED:
        submitted(made, place, text, "SUPPORTS")
    judged(made)
    return made


@pytest.fixture
def room(store: Store) -> Iterator[Authoring]:
    made = reading(store)
    yield made
    made.close()


@pytest.fixture(params=[reading, verification])
def either(store: Store, request: pytest.FixtureRequest) -> Iterator[Authoring]:
    made: Authoring = request.param(store)
    yield made
    made.close()


def whole_report(store: Store) -> dict[str, Any]:
    """As `stumper report --json` has all runs of the store, but for the examples."""
    found: dict[str, Any] = json.loads(to_json(build_report(store, list(store.plans()), with_examples=False)))
    return found


def rows(value: object) -> list[str]:
    """Whatever is told of one run or one cell, each as text: which stands first is the order of the runs."""
    match value:
        case {"names": _} | {"victim": _}:
            return [json.dumps(value)]
        case dict():
            return sorted(row for item in value.values() for row in rows(item))
        case list():
            return sorted(row for item in value for row in rows(item))
        case _:
            return []


def scores(estimate: dict[str, float]) -> tuple[float, int]:
    assert estimate["low"] is None or estimate["low"] <= estimate["value"] <= estimate["high"]
    return estimate["value"], estimate["n"]


def test_each_model_of_a_project_has_a_row_on_questions(room: Authoring) -> None:
    rows = report_of(room.store, room.project)["rows"]
    told = {row["names"]["victim"]: (scores(row["f1"]["after"]), scores(row["correct"])) for row in rows}
    assert told == {"scripted": ((0.0, 2), (0.5, 2)), "second": ((0.5, 2), (0.5, 2))}


def test_each_model_of_a_project_stands_in_the_contest_and_in_what_transfers(room: Authoring) -> None:
    found = report_of(room.store, room.project)
    [contest] = found["contests"]
    cells = contest["standings"][0]["tournament"]["cells"]
    assert {cell["victim"]: scores(cell["score"]) for cell in cells} == {"scripted": (0.0, 2), "second": (0.5, 2)}
    [transfer] = found["transfers"]
    told = {(cell["made_against"], cell["victim"]): scores(cell["after"]) for cell in transfer["cells"]}
    assert told == {("scripted", "scripted"): (0.0, 2), ("scripted", "second"): (0.5, 2)}


def test_each_model_of_a_project_has_its_scores_on_claims(store: Store) -> None:
    claims = verification(store)
    [found] = report_of(store, claims.project)["verification"]
    by = {standings["measure"]: standings["tournament"]["cells"] for standings in found["standings"]}
    told = {cell["victim"]: (cell["score"]["value"], cell["score"]["n"]) for cell in by["label accuracy"]}
    assert told == {"scripted": (0.0, 2), "second": (0.5, 2)}
    claims.close()


def test_what_a_project_says_of_its_models_is_the_report_of_the_store(either: Authoring) -> None:
    is_reading = either.project.settings.task == "reading"
    more = (
        ("Mary Bell saw it and smiled. " + PARAGRAPH, None) if is_reading else ("Ada Thorn was not away.", "SUPPORTS")
    )
    for text in (None, *more[:1]):
        if text is not None:
            submitted(either, 0, *more)
        told, of_store = report_of(either.store, either.project), whole_report(either.store)
        assert rows(told) == rows(of_store)
        assert told.keys() == of_store.keys()
        assert sorted(told["sentences"]) == sorted(of_store["sentences"])


def test_what_authors_submitted_is_as_correct_on_their_page_as_in_the_report(either: Authoring) -> None:
    found, report = results(either.store, either.project).submitted, report_of(either.store, either.project)
    [contest] = report["verification"] if report.get("verification") else report["contests"]
    [potency] = contest["standings"][0]["tournament"]["potencies"]
    assert potency["correct_rate"] == plain(asdict(found.correct))


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_the_table_of_a_project_is_that_of_its_runs_in_the_store(room: Authoring, tmp_path: Path, ending: str) -> None:
    own, of_store = tmp_path / f"own.{ending}", tmp_path / f"store.{ending}"
    write_table(room.store, room.project, own)
    of_runs(room.store, list(own_runs(room.store, room.project))).write(of_store)
    assert own.read_bytes() == of_store.read_bytes()
    assert not any(author.name in own.read_text() for author in room.authors)


def test_every_row_of_a_project_is_made_against_the_model_that_authors_write_against(room: Authoring) -> None:
    table = of_runs(room.store, list(own_runs(room.store, room.project)))
    told = {(row["adversary"], row["made_against"], row["victim"], row["outcome"]) for row in table.rows()}
    assert told == {
        ("people", "scripted", "scripted", "succeeded"),
        ("people", "scripted", "second", "succeeded"),
        ("people", "scripted", "second", "failed"),
    }


def test_where_the_model_that_authors_write_against_was_changed_no_row_names_one(room: Authoring) -> None:
    turned = replace(room.project, settings=replace(room.project.settings, victims=TWO[::-1]))
    for text in ("Mary Bell saw it, too. ", "Mary Bell saw it. And she left. "):
        submitted(replace(room, project=turned), 0, text + PARAGRAPH)
    table = of_runs(room.store, list(own_runs(room.store, turned)))
    assert {(row["victim"], row["made_against"]) for row in table.rows()} == {("second", None), ("scripted", None)}


def test_the_runs_of_another_project_are_not_a_project_s_own(room: Authoring) -> None:
    other = authoring(room.store, name="Other")
    submitted(other, *TEXTS[0])
    assert len(own_runs(room.store, room.project)) == 2
    assert len(own_runs(room.store, other.project)) == 1
    assert "second" not in json.dumps(report_of(room.store, other.project))
    other.close()


def test_a_submission_is_exported_with_what_every_model_made_of_it(room: Authoring) -> None:
    rows = exports.submissions_with_changes(room.store, room.project)
    assert [row["models"] for row in rows] == [
        ["scripted: fooled, Mary Bell", "second: fooled, Mary Bell"],
        ["scripted: fooled, Mary Bell", "second: kept, Ada Thorn"],
        ["scripted: fooled, Mary Bell", "second: kept, 1874"],
    ]
    assert rows[1]["verdicts"][1] == {  # type: ignore[index, call-overload]
        "model": "second", "outcome": "failed", "answer": "Ada Thorn", "right_before": 0.9, "right_after": 0.2,
        "fault": None,
    }  # fmt: skip


def test_a_project_in_which_nothing_was_submitted_has_no_report_and_a_table_without_rows(
    store: Store, tmp_path: Path
) -> None:
    empty = authoring(store)
    assert (measured(store, empty.project).blocks, report_of(store, empty.project)) == ((), None)
    write_table(store, empty.project, tmp_path / "results.csv")
    assert (tmp_path / "results.csv").read_text().startswith("run,task,dataset,original,")
    empty.close()


def test_the_report_of_a_project_is_made_once_until_something_is_submitted_or_judged(
    room: Authoring, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = measured(room.store, room.project)
    with monkeypatch.context() as nothing:
        nothing.setattr("stumper.people.study.measured.build_report", lambda *at, **how: pytest.fail("it is known"))
        assert to_text(measured(room.store, room.project)) == to_text(before)
    third = str(exports.submissions(room.store, room.project)[2]["perturbation_id"])
    room.store.put_judgements([Judgement(third, "jo", True, True, True, judge="person")])
    assert to_text(measured(room.store, room.project)) != to_text(before)


def test_tossups_fare_with_every_machine_as_the_report_of_the_store_says(store: Store) -> None:
    made = newsroom(store, victims=TWO)
    for key, text in (("k1", QUESTION), ("k2", STUMPING)):
        composed(made, key, text)
    report = report_of(store, made.project)
    assert rows(report) == rows(whole_report(store))
    runs = {run["names"]["victim"]: run for run in report["quizbowl"]["runs"]}
    page = {machine.machine: machine for machine in tossup_results(store, made.project).machines}
    assert set(runs) == set(page) == set(TWO)
    for name, run in runs.items():
        assert (page[name].read, page[name].position.value) == (
            run["position"]["before"]["n"], pytest.approx(run["position"]["before"]["value"]),
        )  # fmt: skip
        assert round(page[name].stumped.value * page[name].read) == run["nevers"][0]
    made.close()


def test_a_judgement_counts_once_however_many_models_met_what_was_judged(room: Authoring) -> None:
    assert any("2 judgements (2 by people)" in note for note in report_of(room.store, room.project)["notes"])
