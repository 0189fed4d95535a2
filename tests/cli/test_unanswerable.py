"""Questions without an answer from a file to the report, and attacks that propose nothing."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app

SAYS = '''
def answer(question, context):
    """Abstains where it is told nothing about lamps, and wherever somebody speaks of the harbour."""
    return "Ada Thorn" if "lamp" in context and "harbour" not in context else ""
'''


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def asked(id: str, answer: str | None) -> dict[str, object]:
        answers = [] if answer is None else [{"text": answer, "answer_start": CONTEXT.index(answer)}]
        return {"id": id, "question": f"Who {id}?", "answers": answers, "is_impossible": answer is None}

    lit = [asked("lit it", "Ada Thorn"), asked("built it", None)]
    variant = {"id": "lit it-x", **{k: v for k, v in asked("lit it", "Ada Thorn").items() if k != "id"}}
    more = {"context": f"{CONTEXT} The harbour is deep.", "qas": [variant]}
    empty = {"context": "Nothing stands there.", "qas": [asked("stood there", None)]}
    paragraphs = [{"context": CONTEXT, "qas": lit}, more, empty]
    document = {"version": "v2.0", "data": [{"title": "Lowmere", "paragraphs": paragraphs}]}
    (tmp_path / "set.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "abstaining.py").write_text(SAYS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    return tmp_path


CONTEXT = "Ada Thorn lit the lamp."


def run(*command: str) -> str:
    ran = CliRunner().invoke(app, [*command, "--victim", "python:abstaining:answer"])
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def test_an_evaluation_has_the_scores_with_and_without_an_answer(place: Path) -> None:
    scores = json.loads(run("evaluate", "set.json", "--json"))["scores"]
    found = {(score["name"], score["on"]): (score["value"], score["n"]) for score in scores}
    assert found["f1_has_answer", "original"] == (1.0, 1)
    assert found["f1_has_answer", "adversarial"] == (0.0, 1)
    assert found["f1_no_answer", "original"] == (0.5, 2)
    assert found["abstained_no_answer", "original"] == (0.5, 2)
    assert found["abstained_has_answer", "adversarial"] == (1.0, 1)
    assert found["abstained", "original"] == (pytest.approx(1 / 3), 3)


def test_two_rules_are_named_where_both_were_used(place: Path) -> None:
    """Golds that normalise to nothing are ignored in SQuAD 2.0, and in 1.1 they match by the letter."""
    graded = {"question": "Which grade?", "context": "The grade is A.", "answer": "A"}
    rows = [{**graded, "id": "a"}, {"id": "none", "question": "Who?", "context": "Nobody knows.", "answer": []}]
    marked = [{**row, "is_impossible": not row["answer"]} for row in rows]
    (place / "grading.py").write_text("def grade(question, context):\n    return 'A' if 'grade' in question else ''\n")
    found = []
    for name, lines in (("half", rows), ("all", marked)):
        (place / f"{name}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        ran = CliRunner().invoke(app, ["evaluate", f"{name}.jsonl", "--victim", "python:grading:grade", "--json"])
        assert ran.exit_code == 0, ran.output
        [f1] = [score for score in json.loads(ran.stdout)["scores"] if score["name"] == "f1"]
        found.append((f1["value"], f1["signature"].split("|")[1]))
    assert found == [(0.5, "official:squad-1.1-and-2.0"), (1.0, "official:squad-2.0")]


def test_an_attempt_to_which_nothing_was_proposed_is_not_survived(place: Path) -> None:
    told = json.loads(
        run("attack", "set.json", "-a", "from-file", "--set", "file=set.json", "--out", "a.json", "--json")
    )
    assert told["nothing_proposed"] == 1
    assert told["outcomes"] == {"skipped": 1, "failed": 1, "succeeded": 1}
    assert CliRunner().invoke(app, ["report", "--out", "out"]).exit_code == 0
    page = (place / "out" / "report.html").read_text(encoding="utf-8")
    assert "Questions with and without an answer" in page
    told = json.loads((place / "out" / "report.json").read_text(encoding="utf-8"))
    [row] = told["rows"]
    assert (row["outcomes"]["unproposed"], row["outcomes"]["failed"], row["success"]["n"]) == (1, 0, 1)
    assert "made nothing of most of the questions (2 of 3)" in " ".join(told["sentences"])


BELIEVING = '''
import re

def answer(question, context):
    """Abstains on what the paragraph does not say, and believes whatever is added to it."""
    added = re.search(r"\\. (Jeff Dean|Maria Garcia) ", context)
    return added[1] if added else "Ada Thorn" if "lit" in question else ""
'''


def test_add_sent_makes_a_system_answer_where_there_is_no_answer_and_that_is_success(place: Path) -> None:
    text = "Ada Thorn lit the lamp of Oslo in 1716."
    asked = [{"id": "lit", "question": "Who lit the lamp of Oslo?", "is_impossible": False,
              "answers": [{"text": "Ada Thorn", "answer_start": 0}]},
             {"id": "sold", "question": "Who sold the lamp of Oslo?", "is_impossible": True, "answers": []},
             {"id": "hid", "question": "What hid the lamp of Oslo?", "is_impossible": True, "answers": []}]  # fmt: skip
    document = {"version": "v2.0", "data": [{"title": "Oslo", "paragraphs": [{"context": text, "qas": asked}]}]}
    (place / "set.json").write_text(json.dumps(document), encoding="utf-8")
    (place / "believing.py").write_text(BELIEVING, encoding="utf-8")
    command = ["attack", "set.json", "-a", "add-sent", "--out", "a.json", "--json"]
    ran = CliRunner().invoke(app, [*command, "--victim", "python:believing:answer"])
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["outcomes"] == {"succeeded": 2, "failed": 1}  # of "What hid", it is no person
    made = json.loads((place / "a.json").read_text(encoding="utf-8"))["data"][0]["paragraphs"]
    changed = [(one["context"], qa) for one in made for qa in one["qas"] if qa["id"].startswith("sold-")]
    assert all(qa["is_impossible"] and not qa["answers"] and "sold" in context for context, qa in changed)
    assert len(changed) == 2
    assert CliRunner().invoke(app, ["report", "--out", "out"]).exit_code == 0
    told = json.loads((place / "out" / "report.json").read_text(encoding="utf-8"))
    [none] = [kind for kind in told["kinds"] if kind["kind"] == "without one"]
    assert [none[score][when]["value"] for score in ("f1", "abstained") for when in ("before", "after")] == [1, 0.5] * 2
