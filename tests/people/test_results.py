"""The figures and the files of a project, from what its people did."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring import PARAGRAPH, Authoring, authoring
from stumper.adversaries.from_file import FromFile
from stumper.datasets import open_dataset
from stumper.identity import perturbation_id
from stumper.people import exports
from stumper.people.drafts import Change, Document, save_draft
from stumper.people.results import results
from stumper.people.submissions import write_submissions
from stumper.people.submitting import Pressed, Writing, predict, submit
from stumper.people.writing_item import example_of
from stumper.store import Store
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
    assert [share.rate for share in found.successes.by_person] == [0.5, 0.0]
    assert [(row.type, row.submissions) for row in found.types] == [("distract", 1)]
    assert (found.effort.successes, found.effort.median_attempts) == (1, 2.0)


def test_practice_counts_for_nothing(room: Authoring) -> None:
    before = results(room.store, room.project).successes.all.n
    predict(at(room, place=-1), Pressed("p", "So it was: " + PARAGRAPH), 130.0)
    assert results(room.store, room.project).successes.all.n == before


def test_a_judgement_moves_the_correct_rate_and_the_leaderboard_at_once(room: Authoring) -> None:
    [made] = exports.submissions(room.store, room.project)
    assert results(room.store, room.project).submitted.judged == 0
    room.store.put_judgements([Judgement(str(made["perturbation_id"]), "judge", True, True, True)])
    found = results(room.store, room.project)
    assert (found.submitted.judged, found.submitted.correct.value) == (1, 1.0)
    assert [(place.correct, place.submissions) for place in found.board] == [(1, 1)]


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
    [line] = [json.loads(row) for row in path.read_text().splitlines()]
    assert (line["original_id"], line["label"], line["claim"]) == ("c1", "SUPPORTS", "Ada Thorn was not idle.")
    claims.close()


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
    from stumper.people.submissions import instances

    [instance] = instances(room.store, room.project)
    [row] = exports.submissions(room.store, room.project)
    assert perturbation_id(instance.perturbation) == row["perturbation_id"]
