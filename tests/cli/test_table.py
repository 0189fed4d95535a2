"""`stumper table`: what it writes, and what it says instead."""

import csv
import json

import pytest


def test_the_table_of_all_runs_or_of_those_named_is_written(stumper, folder) -> None:
    for adversary in ("identity", "edit-misspell"):
        ended = stumper("attack", "lamps.json", "-a", adversary, "-v", "python:cli_victims:right", "--out", "out.json")
        assert ended.code == 0
    ended = stumper("table", "--out", "all.csv")
    assert (ended.code, ended.out) == (0, "")
    with (folder / "all.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert ended.said.startswith(f"wrote {len(rows)} rows of {len(rows[0])} columns to all.csv: ")
    assert {row["attack"] for row in rows} == {"identity", "edit-misspell"}
    assert {row["dataset"] for row in rows} == {"lamps"}
    run = rows[0]["run"]
    assert stumper("table", run[:8], "--out", "one.jsonl").code == 0
    lines = [json.loads(line) for line in (folder / "one.jsonl").read_text().splitlines()]
    assert {line["run"] for line in lines} == {run}
    assert [line["answer_before"] for line in lines if line["chosen"]] == ["Ada Thorn"] * 8


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--out", "t.xlsx"], "names no format of a table"),
        (["--out", "t.csv"], "There is no store"),
        (["--out", "none/t.csv", "--store", "nowhere.db"], "There is no store nowhere.db"),
    ],
)
def test_what_cannot_be_had_is_one_sentence(stumper, arguments, says) -> None:
    ended = stumper("table", *arguments)
    assert ended.code == 2
    assert says in ended.said
    assert len(ended.said.strip().splitlines()) == 1


def test_a_file_that_was_evaluated_joins_the_data_set_that_it_was_made_of(stumper, folder) -> None:
    right, reader = "python:cli_victims:right", "python:cli_victims:reader"
    assert stumper("attack", "lamps.json", "-a", "edit-misspell", "-v", right, "--out", "out.json").code == 0
    assert stumper("evaluate", "out.json", "-v", reader).code == 0
    assert stumper("table", "--out", "t.jsonl").code == 0
    rows = [json.loads(line) for line in (folder / "t.jsonl").read_text().splitlines()]
    assert {(row["dataset"], row["victim"]) for row in rows} == {("lamps", right), ("lamps", reader)}
    paragraphs = {row["original"]: set() for row in rows}
    for row in rows:
        paragraphs[row["original"]].add(row["paragraph"])
    assert {len(found) for found in paragraphs.values()} == {1}
