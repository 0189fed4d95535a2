"""The figures and the files of a project, from what its people did."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event, select

from authoring import CLAIMS, PARAGRAPH, PASSAGE, Authoring, authoring
from stumper.adversaries.from_file import FromFile
from stumper.datasets import open_dataset
from stumper.identity import perturbation_id
from stumper.judging import judged_ids
from stumper.people.accounts.account import set_listed
from stumper.people.study import exports
from stumper.people.study.results import results
from stumper.people.writing.drafts import Change, Document, save_draft
from stumper.people.writing.item import example_of
from stumper.people.writing.submissions import write_submissions
from stumper.people.writing.submitting import Pressed, Writing, predict, submit
from stumper.store import Store
from stumper.store.schema import memos
from stumper.store.values import to_text
from stumper.types import Judgement

FOOLING = "Mary Bell saw it. " + PARAGRAPH


def at(room: Authoring, place: int = 0, author: int = 0) -> Writing:
    held = room.item(place, author)
    return Writing(room.store, room.desks, room.project, held, example_of(room.store, room.project, held.item))


@pytest.fixture
def room(store: Store) -> Iterator[Authoring]:
    """One author fools the model at the second try, the other never."""
    made = authoring(store)
    first = at(made)
    predict(first, Pressed("one", "So it was: " + PARAGRAPH), 105.0)
    added = [Change(1, 106.0, 0, "", "Mary Bell saw it. ")]
    save_draft(store, first.held.assignment.id, PARAGRAPH, 0, Document(FOOLING), added, 107.0)
    submit(first, Pressed("two", FOOLING, attack_types=("distract",)), 110.0)
    predict(at(made, author=1), Pressed("one", "=1+1 " + PARAGRAPH), 120.0)
    yield made
    made.close()


def test_presses_become_the_tables_of_the_study(room: Authoring) -> None:
    found = results(room.store, room.project)
    assert (found.successes.succeeded, found.successes.all.n) == (1, 3)
    assert [share.share.value for share in found.successes.by_person] == [0.5, 0.0]
    assert [(row.type, row.submissions) for row in found.types] == [("distract", 1)]
    assert (found.effort.successes, found.effort.median_attempts) == (1, 2.0)


def test_practice_counts_for_nothing(room: Authoring) -> None:
    before = results(room.store, room.project).successes.all.n
    predict(at(room, place=-1), Pressed("p", "So it was: " + PARAGRAPH), 130.0)
    assert results(room.store, room.project).successes.all.n == before


def test_a_judgement_moves_the_correct_rate_and_the_leaderboard_at_once(room: Authoring) -> None:
    [made] = exports.submissions(room.store, room.project)
    assert results(room.store, room.project).submitted.judged == 0
    room.store.put_judgements([Judgement(str(made["perturbation_id"]), "judge", True, True, True, judge="person")])
    found = results(room.store, room.project)
    assert (found.submitted.judged, found.submitted.correct.value) == (1, 1.0)
    assert [(place.correct, place.submissions) for place in found.board] == [(1, 1)]


def test_figures_are_computed_once_until_somebody_does_something(
    room: Authoring, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = results(room.store, room.project)
    with monkeypatch.context() as nothing:
        nothing.setattr("stumper.people.study.results.presses", lambda *at: pytest.fail("they are known"))
        assert to_text(results(room.store, room.project)) == to_text(before)
    predict(at(room), Pressed("three", "Then it was: " + PARAGRAPH), 125.0)
    assert results(room.store, room.project).successes.all.n == before.successes.all.n + 1
    set_listed(room.store, room.authors[0].id, False)
    assert results(room.store, room.project).board == ()


def test_no_name_is_kept_with_the_figures(room: Authoring) -> None:
    assert results(room.store, room.project).board[0].name == room.authors[0].name
    with room.store.engine.connect() as connection:
        kept = list(connection.scalars(select(memos.c.document)))
    assert kept
    assert room.authors[0].name not in "".join(kept)


def test_submissions_are_an_adversarial_set_that_from_file_takes(room: Authoring, tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    write_submissions(room.store, room.project, path)
    [original, variant] = open_dataset(path)
    assert (original.id, variant.id) == ("q1", "q1-people-1")
    assert list(FromFile(path).variants) == ["q1"]
    [row] = exports.submissions(room.store, room.project)
    [same] = FromFile(path).variants["q1"]
    assert row["text"] == FOOLING == same.query.context.text  # type: ignore[union-attr]


def test_claims_are_exported_with_their_original_and_the_label_that_their_author_stated(
    store: Store, tmp_path: Path
) -> None:
    claims = authoring(store, "verification")
    submit(at(claims), Pressed("k", "Ada Thorn was not idle.", "SUPPORTS", ("paraphrase",)), 110.0)
    path = tmp_path / "made.jsonl"
    write_submissions(claims.store, claims.project, path)
    original, line = [json.loads(row) for row in path.read_text().splitlines()]
    assert (original["id"], "original_id" in original) == ("c1", False)
    assert (line["original_id"], line["label"], line["claim"]) == ("c1", "SUPPORTS", "Ada Thorn was not idle.")
    claims.close()


def test_every_press_is_exported(room: Authoring) -> None:
    rows = exports.attempts(room.store, room.project)
    assert [(row["kind"], row["fooled"], row["model_answer"]) for row in rows] == [
        ("predict", False, "Ada Thorn"),
        ("submit", True, "Mary Bell"),
        ("predict", False, "Ada Thorn"),
    ]
    assert [row["counts"] for row in rows] == [True, True, True]
    assert [row["author"] for row in rows[1:]] == [exports.code(author.id) for author in room.authors]
    assert (rows[1]["text"], rows[1]["number_of_changes"], rows[1]["seconds"]) == (FOOLING, 1, 10.0)


def test_the_presses_that_count_are_those_of_which_results_are_the_shares(room: Authoring) -> None:
    text = "Mary Bell again. " + PARAGRAPH
    predict(at(room), Pressed("once", text), 120.0)
    submit(at(room), Pressed("and again", text), 121.0)
    counted = [row for row in exports.attempts(room.store, room.project) if row["counts"]]
    found = results(room.store, room.project).successes
    assert len(exports.attempts(room.store, room.project)) == len(counted) + 1
    assert (len(counted), sum(bool(row["fooled"]) for row in counted)) == (found.all.n, found.succeeded)


def test_a_text_on_an_original_that_the_model_gets_wrong_is_no_attempt(store: Store) -> None:
    claims = authoring(store, "verification")
    predict(at(claims, place=1), Pressed("k", "Tom Thorn was a queen and a king."), 110.0)
    found = results(store, claims.project).successes
    assert (found.all.n, found.skipped) == (0, 1)
    claims.close()


def test_the_model_is_named_that_was_attacked(room: Authoring) -> None:
    other = replace(room.project, settings=replace(room.project.settings, victims=("other",)))
    assert results(room.store, other).successes.victims == ("scripted",)


def test_edit_logs_are_read_at_once_however_many_submissions_there_are(
    room: Authoring,
) -> None:
    for n in range(3):
        submit(at(room), Pressed(f"more {n}", f"Mary Bell {n}. {PARAGRAPH}"), 130.0)
    queries: list[str] = []
    event.listen(room.store.engine, "before_cursor_execute", lambda *about: queries.append(about[2]))
    rows = exports.submissions_with_changes(room.store, room.project)
    assert [len(row["changes"]) for row in rows] == [1, 1, 1, 1]  # type: ignore[arg-type]
    assert sum("FROM changes" in query for query in queries) == 1


def test_json_lines_hold_every_change_that_led_to_a_submission(room: Authoring) -> None:
    [line] = exports.as_json_lines(exports.submissions_with_changes(room.store, room.project))
    row = json.loads(line)
    assert [change["inserted"] for change in row["changes"]] == ["Mary Bell saw it. "]
    assert (row["attack_types"], row["correct"], row["model_answer"]) == (["distract"], None, "Mary Bell")


def test_people_are_named_by_a_code_in_exports(room: Authoring) -> None:
    [row] = exports.submissions(room.store, room.project)
    assert row["author"] == exports.code(room.authors[0].id)
    assert room.authors[0].name not in "".join(exports.as_csv([row]))


def test_a_table_is_csv_in_which_no_cell_is_a_formula() -> None:
    text = "".join(exports.as_csv([{"text": "=1+1, he said", "yes": True, "kinds": ["a", "b"], "none": None, "n": 2}]))
    assert list(csv.reader(io.StringIO(text))) == [
        ["text", "yes", "kinds", "none", "n"],
        ["'=1+1, he said", "yes", "a | b", "", "2"],
    ]


def test_a_project_without_work_has_figures_without_numbers(store: Store) -> None:
    empty = authoring(store)
    found = results(empty.store, empty.project)
    assert (found.successes.all.n, found.effort.successes, found.board, found.humans) == (0, 0, (), ())
    assert list(exports.as_csv(exports.submissions(store, empty.project))) == []
    empty.close()


def test_the_perturbation_of_a_submission_is_the_one_that_judges_see(room: Authoring) -> None:
    from stumper.people.writing.submissions import instances

    [instance] = instances(room.store, room.project)
    [row] = exports.submissions(room.store, room.project)
    assert perturbation_id(instance.perturbation) == row["perturbation_id"]


def test_a_judgement_counts_for_a_claim_that_comes_with_its_evidence(store: Store) -> None:
    given = [replace(one, query=replace(one.query, evidence=(PASSAGE,))) for one in CLAIMS]
    oracle = authoring(store, "verification", examples=given)
    done = submit(at(oracle), Pressed("k", "Ada Thorn was not idle.", "SUPPORTS"), 110.0)
    assert done.number == 1
    id = judged_ids(done.said.perturbation)[-1]
    store.put_judgements([Judgement(id, "judge", True, True, True, judge="person")])
    found = results(store, oracle.project)
    assert (found.submitted.judged, found.board[0].correct) == (1, 1)
    [row] = exports.submissions(store, oracle.project)
    assert (row["perturbation_id"], row["judgements"], row["correct"]) == (id, 1, True)
    again = submit(at(oracle, author=1), Pressed("k", "Ada Thorn was not idle.", "SUPPORTS"), 110.0)
    assert again.refusal is not None
    oracle.close()
