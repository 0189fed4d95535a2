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


def test_a_sheet_that_is_named_without_a_sample_has_all(stumper: Command, attacked: Path) -> None:
    drawn = stumper("judge", "rules.jsonl", "--out", "all.csv")
    assert (drawn.code, drawn.out) == (0, "")
    assert "wrote all.csv: 4 of 4 to judge" in drawn.said


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
    assert "1 open" in ended.out  # one that is right by ann and wrong by bob


def test_where_every_judgement_is_a_tie_one_sentence_says_so(stumper: Command, attacked: Path) -> None:
    for name, said in (("ann", ("yyy",) * 4), ("bob", ("yny",) * 4)):
        assert stumper("judge", "rules.jsonl", "--sample", "4", "--out", f"{name}.csv").code == 0
        fill(Path(f"{name}.csv"), *said)
        ended = stumper("judge", "rules.jsonl", "--read", f"{name}.csv", "--annotator", name, "--judge", JUDGES[name])
    assert "The judges of all 4 are split, so there is no correct rate: have one more judge them." in ended.out
    assert "4 open" in ended.out
    assert "correct 0.0" not in ended.out
    found = json.loads(stumper("judge", "rules.jsonl", "--json").out)
    assert (found["open"], found["correct"]["value"], found["correct"]["n"]) == (4, None, 0)


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


def test_a_row_that_cannot_be_taken_is_named_and_the_others_are_recorded(stumper: Command, attacked: Path) -> None:
    """One cell of sixty with a question mark in it lost an hour of judging."""
    stumper("judge", "rules.jsonl", "--sample", "4")
    fill(Path("rules-judge.csv"), "yyy", "y y", "yyy", "nyy")
    arguments = "judge", "rules.jsonl", "--read", "rules-judge.csv", "--annotator", "ann", "--judge", "person"
    ended = stumper(*arguments)
    assert ended.code == 2
    assert "3 new" in ended.said
    assert "rules-judge.csv: row 3, column 'label correct?' is empty" in ended.said
    assert (
        "1 row was refused, as said above; the other 3 are recorded. Mend what was refused and read it again"
        in ended.said
    )
    assert "judged 3 of 4" in ended.out
    fill(Path("rules-judge.csv"), "yyy", "yyy", "yny", "nyy")
    again = stumper(*arguments)
    assert (again.code, "1 new, 2 known" in again.said) == (2, True)
    assert "rules-judge.csv: row 4: 'ann' judged this otherwise before. Name another --annotator" in again.said
    assert json.loads(stumper("judge", "rules.jsonl", "--json").out)["judged"] == 4


def test_a_sheet_of_which_no_row_can_be_taken_makes_no_store(stumper: Command, attacked: Path) -> None:
    stumper("judge", "rules.jsonl", "--sample", "4")
    fill(Path("rules-judge.csv"), "y y", "y y", "y y", "y y")
    ended = stumper("judge", "rules.jsonl", "--read", "rules-judge.csv", "--annotator", "ann", "--judge", "person")
    assert (ended.code, "4 rows were refused" in ended.said, "nothing is recorded" in ended.said) == (2, True, True)
    assert not Path("stumper.db").exists()


def test_a_sheet_says_of_what_it_is_a_sample_and_one_of_another_file_is_no_sample_of_this_one(
    stumper: Command, attacked: Path, folder: Path
) -> None:
    """Of two of four variants a sheet was drawn, and read with the file of all four."""
    lines = attacked.read_text().splitlines(keepends=True)
    (folder / "two.jsonl").write_text("".join(lines[:2]))
    assert stumper("judge", "two.jsonl", "--sample", "2").code == 0
    fill(Path("two-judge.csv"), "yyy", "yyy")
    arguments = "--read", "two-judge.csv", "--annotator", "ann", "--judge", "person"
    assert stumper("judge", "two.jsonl", *arguments).code == 0
    here = json.loads(stumper("judge", "two.jsonl", "--json").out)
    assert (here["judged"], here["drawn"], here["others"]) == (2, "whole", 0)
    there = stumper("judge", "rules.jsonl", *arguments)
    assert "2 more came by the sample of another file, no random sample of this one, and are left out." in there.out
    stumper("judge", "rules.jsonl", "--sample", "3")
    fill(Path("rules-judge.csv"), "yny", "yny", "yny")
    ended = stumper(
        "judge", "rules.jsonl", "--read", "rules-judge.csv", "--annotator", "bob", "--judge", "person", "--json"
    )
    assert (json.loads(ended.out)["drawn"], json.loads(ended.out)["judged"]) == ("drawn", 3)


def test_a_sheet_of_before_samples_were_recorded_is_taken_and_that_is_said(stumper: Command, attacked: Path) -> None:
    stumper("judge", "rules.jsonl", "--sample", "3")
    fill(Path("rules-judge.csv"), "yyy", "yyy", "yny")
    rows = list(csv.reader(Path("rules-judge.csv").read_text(encoding="utf-8-sig").splitlines()))
    with Path("rules-judge.csv").open("w", newline="") as file:
        csv.writer(file).writerows(row[:-1] for row in rows)
    ended = stumper("judge", "rules.jsonl", "--read", "rules-judge.csv", "--annotator", "ann", "--judge", "person")
    assert (ended.code, "judged 3 of 4" in ended.out) == (0, True)
    assert "How what was judged was drawn is not recorded: it is taken for a random sample of this file." in ended.out
