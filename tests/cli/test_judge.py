"""`stumper judge`: from an adversarial set to a correct rate."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

JUDGES = {"ann": "person", "bob": "builder"}


@pytest.fixture
def attacked(folder: Path) -> Path:
    """Four variants of four claims, as an attack writes them."""
    rows = [
        {
            "id": f"{n}-rules-1", "label": "SUPPORTS", "claim": f"There is a lamp called Lamp {n}.",
            "evidence": [[[1, 1, f"Lamp_{n}", 0]]], "original_id": n, "original_claim": f"Lamp {n} is a lamp.",
            "original_label": "SUPPORTS", "transformation": "entailment-preserving", "rule": "there is",
        }
        for n in range(4)
    ]  # fmt: skip
    path = folder / "rules.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def fill(path: Path, *said: str) -> None:
    rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    for row, answers in zip(rows[1:], said, strict=True):
        row[5:8] = ["yes" if sign == "y" else "no" if sign == "n" else "" for sign in answers]
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows)


def test_a_sample_is_drawn_judged_and_told_as_a_correct_rate(stumper: Command, attacked: Path) -> None:
    drawn = stumper("judge", "rules.jsonl", "--sample", "3")
    assert (drawn.code, drawn.out) == (0, "")
    assert "wrote rules-judge.csv: 3 of 4 to judge" in drawn.said
    sheet = Path("rules-judge.csv")
    assert "there is" not in sheet.read_text(encoding="utf-8-sig")
    fill(sheet, "yyy", "yny", "   ")
    read = stumper("judge", "rules.jsonl", "--read", str(sheet), "--annotator", "ann", "--judge", "model")
    assert read.code == 0, read.said
    assert "2 new, 1 not filled in" in read.said
    assert "judged 2 of 4" in read.out
    assert "50.0 [" in read.out
    found = json.loads(stumper("judge", "rules.jsonl", "--json").out)
    assert (found["judged"], found["correct"]["value"], found["annotators"]) == (
        2,
        0.5,
        [{"name": "ann", "judge": "model", "judgements": 2}],
    )


def test_two_annotators_of_one_sample_are_compared(stumper: Command, attacked: Path) -> None:
    for name, said in (("ann", ("yyy", "yny", "yyy", "yyy")), ("bob", ("yyy", "yny", "yny", "yyy"))):
        sheet = f"{name}.csv"
        assert stumper("judge", "rules.jsonl", "--sample", "4", "--out", sheet).code == 0
        fill(Path(sheet), *said)
        ended = stumper("judge", "rules.jsonl", "--read", sheet, "--annotator", name, "--judge", JUDGES[name])
    assert "Krippendorff's alpha" in ended.out
    assert "0.50 ann and bob (n = 4)" in ended.out
    assert "judged by ann (person) 4, bob (builder) 4" in ended.out
    assert "50.0 [15.0, 85.0] of 4 by 1 builder" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sample", "2", "--read", "x.csv"), "not both at once"),
        (("--read", "x.csv"), "--annotator NAME"),
        (("--read", "x.csv", "--annotator", "ann"), "There is no file x.csv"),
        (("--read", "x.csv", "--annotator", "ann", "--judge", "cat"), "'cat' is no kind of judge"),
        (("--sample", "0"), "1 or more, not 0"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    stumper: Command, attacked: Path, arguments: tuple[str, ...], said: str
) -> None:
    ended = stumper("judge", "rules.jsonl", *arguments)
    assert ended.code == 2
    assert said in ended.said


def test_before_anything_is_judged_it_says_how_to_begin(stumper: Command, attacked: Path) -> None:
    ended = stumper("judge", "rules.jsonl")
    assert "None of 4 has been judged yet" in ended.out
    assert not Path("stumper.db").exists()


def test_a_sheet_that_is_there_is_not_drawn_over(stumper: Command, attacked: Path) -> None:
    stumper("judge", "rules.jsonl", "--sample", "2")
    fill(Path("rules-judge.csv"), "yyy", "yny")
    filled = Path("rules-judge.csv").read_bytes()
    ended = stumper("judge", "rules.jsonl", "--sample", "2")
    assert (ended.code, Path("rules-judge.csv").read_bytes()) == (2, filled)
    assert "rules-judge.csv is there already" in ended.said


def test_a_sheet_that_cannot_be_taken_in_makes_no_store(stumper: Command, attacked: Path) -> None:
    assert stumper("judge", "rules.jsonl", "--read", "x.csv", "--annotator", "ann").code == 2
    assert not Path("stumper.db").exists()
