"""People's answers beside systems' in a report, on one scale of ability, whatever the task."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from stumper import api
from stumper.abilities import with_people
from stumper.datasets.answers_of_people import AnswerOfPerson, read_answers
from stumper.errors import BadData, BadOption
from stumper.reports import Report, html, to_json
from stumper.reports.terminal import terminal
from stumper.store import Store

CLAIMS = 24
SYSTEMS = """
def able(claim):
    return "SUPPORTS" if int(claim.split()[1]) % 6 else "REFUTES"


def less_able(claim):
    return "SUPPORTS" if int(claim.split()[1]) % 6 in (2, 4) else "REFUTES"
"""  # of claims all of which are true


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Two systems have been asked claims, as they are."""
    rows = [{"id": n, "claim": f"Claim {n} is true.", "label": "SUPPORTS", "verifiable": "VERIFIABLE",
             "evidence": [[[n, n, "Page", 0]]]} for n in range(CLAIMS)]  # fmt: skip
    (tmp_path / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "asked_claims.py").write_text(SYSTEMS)
    monkeypatch.syspath_prepend(tmp_path)
    store = Store.open(f"sqlite:///{tmp_path / 'runs.db'}")
    for system in ("able", "less_able"):
        api.attack(str(tmp_path / "claims.jsonl"), "unmodified", f"python:asked_claims:{system}", store=store)
    return store


def said(ids: Sequence[int], is_right: Callable[[int], bool], who: str = "") -> list[AnswerOfPerson]:
    return [
        AnswerOfPerson(str(id), "", who, "SUPPORTS" if is_right(id) else "REFUTES", None, f"answers.csv, line {id}")
        for id in ids
    ]


def reported(store: Store, answers: Sequence[AnswerOfPerson]) -> Report:
    return with_people(api.report(store=store), store, api.run_ids_in(store), answers)


def test_people_stand_beside_systems_by_right_labels_and_what_is_harder_for_one_side_is_told(store: Store) -> None:
    """The able system misses every sixth claim, the other four of six; people miss every other."""
    answers = [one for _ in range(3) for one in said(range(CLAIMS), lambda id: id % 2 == 0)]
    report = reported(store, answers)
    [(task, found)] = report.abilities
    assert task == "verification"
    assert [row.who for row in found.rows] == ["python:asked_claims:able", "people", "python:asked_claims:less_able"]
    assert [row.replies for row in found.rows] == [CLAIMS, 3 * CLAIMS, CLAIMS]
    assert len(found.gaps) == CLAIMS
    assert {int(gap.difficulty.item) % 2 for gap in found.gaps[:4]} == {0}  # people have these right
    [scale] = [one for one in report.sentences if "On one scale of ability people together give a right answer" in one]
    assert re.search(r"of 2 verifiers .*, with 24 claims in common\)", scale)
    shown = StringIO()
    Console(file=shown, width=200).print(terminal(report))
    assert "less people's" in shown.getvalue()
    assert json.loads(to_json(report))["abilities"][0]["task"] == "verification"
    page = html(report)
    assert "One scale of ability" in page
    assert "by half, %" not in page  # nobody's answer has a time


def test_what_has_no_scale_says_why_in_one_sentence(store: Store) -> None:
    report = reported(store, said(range(7), lambda id: True))
    assert report.abilities == ()
    assert "people and verifiers have answered 7 claims in common, and it takes 8" in html(report)


def test_who_has_enough_answers_has_an_ability_of_their_own(store: Store) -> None:
    answers = [*said(range(CLAIMS), lambda id: True, "ada"), *said(range(9), lambda id: False, "ben")]
    [(_, found)] = reported(store, answers).abilities
    assert {row.who for row in found.rows if row.side == "people"} == {"ada", "other people"}


def test_a_verdict_of_the_file_goes_before_the_right_answer(store: Store) -> None:
    answers = [AnswerOfPerson(str(id), "", "", "REFUTES", True, "") for id in range(CLAIMS)]
    [(_, found)] = reported(store, answers).abilities
    assert found.rows[0].who == "people"


def test_answers_to_nothing_that_was_attacked_are_refused_and_some_of_them_counted(store: Store) -> None:
    with pytest.raises(BadOption, match=r"answers.csv, line 400: nothing of what people answered .* '400'"):
        reported(store, said([400], lambda id: True))
    report = reported(store, said([*range(12), 400], lambda id: True))
    assert "1 answer of people stand" not in html(report)
    assert "1 answer of people is to nothing that these runs attacked" in html(report)


def test_an_answer_that_is_in_a_file_and_in_a_project_counts_once(store: Store) -> None:
    """An ability of their own needs twenty answers: the same twelve in two places are none."""
    once = said(range(12), lambda id: True, "ada")
    in_project = [replace(one, asked=f"Claim {one.example_id} is true.", place="project") for one in once]
    [(_, found)] = reported(store, [*once, *in_project, *said(range(12), lambda id: False)]).abilities
    assert [(row.who, row.replies) for row in found.rows if row.side == "people"] == [("people", 24)]


def test_an_answer_to_another_text_of_the_same_id_is_left_out(store: Store) -> None:
    """Ids such as 1, 2, 3 are of many data sets."""
    answers = [replace(one, asked=f"Claim {one.example_id} is true.") for one in said(range(CLAIMS), lambda id: True)]
    others = [replace(one, asked="Who was it?") for one in said(range(9), lambda id: False)]
    report = reported(store, [*answers, *others])
    [(_, found)] = report.abilities
    assert [row.replies for row in found.rows if row.side == "people"] == [CLAIMS]
    assert "9 answers of people are to nothing that these runs attacked" in html(report)


def test_runs_on_different_texts_of_an_id_are_refused_or_told(store: Store, tmp_path: Path) -> None:
    row = {"id": 3, "claim": "Claim 3 is true.", "label": "REFUTES", "verifiable": "VERIFIABLE",
           "evidence": [[[3, 3, "Page", 0]]]}  # fmt: skip
    (tmp_path / "edited.jsonl").write_text(json.dumps(row) + "\n")
    api.attack(str(tmp_path / "edited.jsonl"), "unmodified", "python:asked_claims:able", store=store)
    answers = said(range(CLAIMS), lambda id: True)
    with pytest.raises(BadOption, match="People have answered '3', and these runs attacked different texts of that id"):
        reported(store, answers)
    report = with_people(api.report(store=store), store, api.run_ids_in(store), answers, are_given=False)
    [(_, found)] = report.abilities
    assert [row.replies for row in found.rows if row.side == "people"] == [CLAIMS - 1]
    assert "1 answer of people is left out, as these runs attacked different texts of that id" in html(report)


def test_answers_to_another_task_are_not_called_strays(store: Store, tmp_path: Path) -> None:
    rows = [{"id": f"q{n}", "question": f"Who was {n}?", "context": f"It was Ada {n}.", "answer": f"Ada {n}"}
            for n in range(9)]  # fmt: skip
    (tmp_path / "questions.json").write_text(json.dumps(rows))
    api.attack(str(tmp_path / "questions.json"), "identity", "sliding-window", store=store)
    answers = [AnswerOfPerson(f"q{n}", "", "", f"Ada {n}", None, "") for n in range(9)]
    report = reported(store, [*said(range(CLAIMS), lambda id: True), *answers])
    assert "to nothing that these runs attacked" not in html(report)


def test_what_a_spreadsheet_was_kept_from_computing_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert [one.answer for one in read(tmp_path, "id,answer\nq1,'=5 men\nq2,'tis\n")] == ["=5 men", "'tis"]


def read(tmp_path: Path, text: str) -> list[AnswerOfPerson]:
    (tmp_path / "answers.csv").write_text(text)
    return read_answers([tmp_path / "answers.csv"])


def test_columns_are_found_by_any_of_their_names(tmp_path: Path) -> None:
    found = read(tmp_path, "\ufeffid;who;verdict;right\nq1;ada;SUPPORTS;1\nq2;;;no\n")
    assert [(one.example_id, one.annotator, one.answer, one.correct) for one in found] == [
        ("q1", "ada", "SUPPORTS", True),
        ("q2", "", "", False),
    ]


@pytest.mark.parametrize(("text", "expected"), [
    ('{"id": 1}', "this is JSON, and people's answers are CSV"),
    ("name,answer\na,b\n", "no column 'example_id', which may be called example_id or id"),
    ("id,time\na,3\n", "no column 'answer', which may be called answer or selected .* nor correct or right"),
    ("id,answer\na\n", "line 2 has 1 cells, fewer than there are columns"),
    ("id,answer\n,x\n", "line 2 names no example"),
    ("id,correct\na,perhaps\n", "line 2: 'correct' is 'perhaps', not 1 or 0"),
    ("id,correct\na,\n", "line 2 says neither what was answered nor whether it is right"),
    ("id,who,answer\na,ada,x\na,ada,y\n", "line 3: 'ada' answers 'a' as in .*line 2 already"),
    ('id,answer\na,"x\n', "there is a row that is no CSV"),
    ("id,answer\n", "there is no answer in it"),
])  # fmt: skip
def test_a_table_that_holds_no_answers_is_refused_with_one_sentence(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(BadData, match=expected) as told:
        read(tmp_path, text)
    assert str(told.value).startswith(str(tmp_path / "answers.csv"))
