"""One's own data on the command line: what it is taken for, mapped, grouped, converted, attacked and scored."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
ANSWERS = "python:cli_victims:reader"


@pytest.fixture
def rows(folder: Path) -> Path:
    """Ten questions on five documents, and a row without an answer."""
    lines = ["q,body,truth,sheet"]
    lines += [f'Who lit lamp {n}?,"Ada Thorn lit lamp {n}, they say.",Ada Thorn,s{n // 2}' for n in range(20)]
    (folder / "mine.csv").write_text("\n".join([*lines, "Who?,Nobody.,,s9", ""]))
    return folder / "mine.csv"


MAP = ("--map", "context=body,answer=truth,group=sheet")


def test_what_was_understood_is_said(stumper: Command, rows: Path) -> None:
    ended = stumper("data", "mine.csv", *MAP)
    assert ended.code == 0, ended.said
    assert ended.out.splitlines() == [
        "mine.csv: 20 questions (reading)",
        "",
        "columns   context = body, answer = truth, question = q, group = sheet",
        "groups    10 by sheet, 20 by paragraph",
        "left out  1 line of 21: there is no answer; the first is line 22",
        "",
        "question  Who lit lamp 0?",
        "paragraph Ada Thorn lit lamp 0, they say.",
        "right     Ada Thorn",
    ]


def test_a_first_question_without_an_answer_is_shown(stumper: Command, folder: Path) -> None:
    row = {"question": "Who?", "context": "Nobody lit it.", "answers": [], "is_impossible": True}
    (folder / "none.jsonl").write_text(json.dumps(row))
    ended = stumper("data", "none.jsonl")
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "right     to say that there is none"), ended.said


def test_it_is_said_as_json(stumper: Command, rows: Path) -> None:
    told = json.loads(stumper("data", "mine.csv", *MAP, "--json").out)
    assert (told["task"], told["examples"], told["rows"]) == ("reading", 20, 21)
    assert told["left_out"] == [{"reason": "there is no answer", "rows": 1, "first": 22, "detail": ""}]
    assert told["example"]["groups"] == {"sheet": "s0"}


def test_columns_that_do_not_tell_are_refused_with_the_first_row(stumper: Command, rows: Path) -> None:
    ended = stumper("data", "mine.csv")
    assert (ended.code, ended.out) == (2, "")
    assert "mine.csv: its columns fit no task. For questions there is no context and no answer: --map" in ended.said
    assert "its first line is {'q': 'Who lit lamp 0?', 'body': 'Ada Thorn lit lamp 0, they say.'" in ended.said


def test_a_data_set_by_name_is_described(stumper: Command) -> None:
    ended = stumper("data", "lamps.json")
    assert ended.out.startswith("lamps.json: 8 questions (reading), in the format SQuAD 1.1 or 2.0\n")
    refused = stumper("data", "reading", "--map", "question=q")
    assert (refused.code, "'reading' is no file of rows" in refused.said) == (2, True)


@pytest.mark.parametrize("form", ["squad", "jsonl", "csv"])
def test_it_is_converted_and_reads_back(stumper: Command, rows: Path, form: str) -> None:
    name = f"made.{'json' if form == 'squad' else form}"
    ended = stumper("data", "mine.csv", *MAP, "--to", form, "--out", name)
    assert (ended.code, f"wrote 20 questions to {name}" in ended.said) == (0, True)
    again = () if form == "squad" else ("--map", "group=sheet")
    told = json.loads(stumper("data", name, *again, "--json").out)
    before = json.loads(stumper("data", "mine.csv", *MAP, "--json").out)
    assert told["example"] == before["example"]
    assert told["groups"] == before["groups"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--to", "fever", "--out", "x.jsonl"), "fever is a format of claims, and mine.csv holds questions"),
        (("--to", "xml", "--out", "x"), "There is no format 'xml' of questions. Write --to squad or --to jsonl"),
        (("--to", "csv"), "--to FORMAT and --out FILE belong together"),
    ],
)
def test_another_conversion_is_refused(stumper: Command, rows: Path, words: tuple[str, ...], said: str) -> None:
    ended = stumper("data", "mine.csv", *MAP, *words)
    assert ended.code == 2
    assert said in ended.said


def test_groups_reach_the_intervals_of_every_command(stumper: Command, folder: Path, rows: Path) -> None:
    attacked = stumper("attack", "mine.csv", *MAP, "-a", "add-benign", "-v", ANSWERS, "--out", "set.json", "--json")
    assert attacked.code == 0, attacked.said
    stumper("predict", "mine.csv", *MAP, "-v", ANSWERS, "--out", "said.json")
    found = [
        stumper("score", "mine.csv", "said.json", *MAP, "--verbose").out,
        stumper("evaluate", "set.json", "-v", ANSWERS, "--verbose").out,
        (folder / "r" / "report.json").read_text() if stumper("report", "--out", "r").code == 0 else "",
    ]
    assert ["t-by-sheet" in one for one in found] == [True, True, True]


def test_a_plan_says_the_columns(stumper: Command, folder: Path, rows: Path) -> None:
    (folder / "plan.toml").write_text(
        'datasets = ["mine.csv"]\nadversaries = ["add-benign"]\nvictims = ["python:cli_victims:reader"]\n'
        '[map]\ncontext = "body"\nanswer = "truth"\ngroup = "sheet"\n'
    )
    ended = stumper("run", "plan.toml", "--out", "out")
    assert ended.code == 0, ended.said
    told = json.loads((folder / "out" / "report.json").read_text())
    [command] = [one["command"] for one in told["provenance"]]
    assert "'mine.csv#context=body,answer=truth,group=sheet'" in command


def test_a_plan_with_another_map_is_refused(stumper: Command, folder: Path, rows: Path) -> None:
    (folder / "plan.toml").write_text('datasets = ["mine.csv"]\nadversaries = ["identity"]\n[map]\ncontext = 1\n')
    ended = stumper("run", "plan.toml", "--out", "out")
    assert 'map.context is 1, not the name of a column. Write it as context = "NAME".' in ended.said


def test_plain_rows_are_evaluated_as_originals_and_repeated_ones_are_counted(stumper: Command, folder: Path) -> None:
    first, other = "Who keeps it?,Anna Berg keeps it.,Anna Berg\n", "Who?,Bo Lind bakes. He is old.,Bo Lind\n"
    (folder / "rows.csv").write_text(f"question,context,answer\n{first}{first}{other}{first}")
    (folder / "mine.py").write_text("def answer(question, context):\n    return context[:7]\n")
    ended = stumper("evaluate", "rows.csv", "--victim", "python:mine:answer")
    assert ended.code == 0, ended.said
    assert "rows.csv: 2 of its questions stand there already and are left out" in " ".join(ended.said.split())
    assert "original" in ended.out
    assert "adversarial" not in ended.out
    assert "2 of its questions stand there already and are left out" in stumper("data", "rows.csv").out


def test_labels_that_make_figures_doubtful_are_warned_of(stumper: Command, folder: Path) -> None:
    rows = ["claim,label", *(f"Lamp {n} is lit.,{'accurate' if n else 'inaccurate'}" for n in range(20)), "Lamp?,"]
    (folder / "claims.csv").write_text("\n".join(rows))
    said = stumper("data", "claims.csv").out
    assert "left out  1 line of 21: there is no label; the first is line 22" in said
    assert "warning   20 of 20 claims of claims.csv have a label of which no attack knows whether it means" in said
    assert "(inaccurate 1, accurate 19): attacks that turn a label" in said
    assert "warning   19 of 20 claims of claims.csv have the label accurate: a system that always says so is" in said
    (folder / "one.jsonl").write_text('{"claim": "It is.", "id": 1, "label": "SUPPORTS"}\n')
    [warning] = json.loads(stumper("data", "one.jsonl", "--json").out)["warnings"]
    assert warning.startswith("No claim of one.jsonl has the label REFUTES or NOT ENOUGH INFO: no figure says")
    assert json.loads(stumper("data", "verification", "--json").out)["warnings"] == []
    (folder / "again.csv").write_text("id,claim,label\n1,It is.,true\n2,It is.,false\n3,It was.,unclear\n")
    said = stumper("data", "again.csv").out
    assert "warning   2 of 3 claims of again.csv are asked in the same words as another of them: each counts" in said
    assert "; 2 of these have nothing right in common, so that no system is right on all." in said
