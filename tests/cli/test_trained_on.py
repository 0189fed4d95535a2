"""What a victim was trained on stands in no score, no verdict and no headline, and every command says so."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
SOME, EVERY = ("-v", "python:cli_victims:studied"), ("-v", "python:cli_victims:studied_all")


@pytest.fixture
def lamps(folder: Path) -> Path:
    """Four questions about lamps; `studied` has seen the first two, and falls for the variants of the last two."""
    paragraphs = []
    for n in range(4):
        for id, more in ((f"q{n}", ""), (f"q{n}-turk0", " It was a trap." if n > 1 else " It was green.")):
            answers = [{"text": "Ada Thorn", "answer_start": 0}]
            asked = {"id": id, "question": f"Who lit lamp {n}?", "answers": answers}
            paragraphs.append({"context": f"Ada Thorn lit lamp {n} in 1874.{more}", "qas": [asked]})
    path = folder / "variants-of-lamps.json"
    path.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}))
    return path


@pytest.fixture
def claims(folder: Path) -> Path:
    """Four claims with a variant each; `studied` supports all, and has seen the originals of the first two."""
    rows = [
        {"id": f"v{n}", "label": "SUPPORTS" if n < 3 else "REFUTES", "claim": f"Lamp {n} was lit.", "evidence": [],
         "original_id": f"q{n}", "original_claim": f"Lamp {n} was lit once.",
         "original_label": "SUPPORTS" if n < 3 else "REFUTES"}
        for n in range(4)
    ]  # fmt: skip
    path = folder / "variants-of-claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def towns(folder: Path) -> Path:
    """Four tossups; `studied` says Hector to all, which is right of all but the last, and has seen the first two."""
    questions = [
        {"qanta_id": f"q{n}", "text": f"Keeper {n} lit a lamp. Name him.", "answer": "Hector" if n < 3 else "Ada",
         "page": "Hector" if n < 3 else "Ada"}
        for n in range(4)
    ]  # fmt: skip
    path = folder / "towns.json"
    path.write_text(json.dumps({"questions": questions}))
    return path


@pytest.mark.parametrize(
    ("fixture", "name", "before", "after"),
    [("lamps", "f1", 1.0, 0.0), ("claims", "accuracy", 0.5, 0.5), ("towns", "accuracy", 0.5, None)],
)
def test_evaluate_leaves_out_what_the_victim_was_trained_on(
    stumper: Command, request: pytest.FixtureRequest, fixture: str, name: str, before: float, after: float | None
) -> None:
    file = request.getfixturevalue(fixture).name
    ended = stumper("evaluate", file, *SOME, "--json")
    assert ended.code == 0, ended.said
    scores = [score for score in json.loads(ended.out)["scores"] if score["name"] == name]
    assert [score["value"] for score in scores] == [before, *([] if after is None else [after])]
    assert {(score["n"], score["trained_on"]) for score in scores} == {(2, 2)}
    assert all("|trained-on:2|" in score["signature"] for score in scores)
    told = f"{file}: python:cli_victims:studied was trained or tuned on 2 of 4 (trained-on), so no score counts them."
    assert told in ended.said


@pytest.mark.parametrize("fixture", ["lamps", "claims", "towns"])
def test_a_victim_that_has_seen_everything_gets_no_score_and_no_verdict(
    stumper: Command, request: pytest.FixtureRequest, fixture: str
) -> None:
    file = request.getfixturevalue(fixture).name
    ended = stumper("evaluate", file, *EVERY, "--json", "--fail-under", "0")
    assert ended.code == 3, ended.said
    assert {(score["value"], score["n"], score["trained_on"]) for score in json.loads(ended.out)["scores"]} == {
        (None, 0, 4)
    }
    assert "was trained or tuned on all 4 examples (trained-on). This is no verdict for --fail-under" in ended.said


@pytest.mark.parametrize(
    ("fixture", "adversary", "measure", "kept"),
    [
        ("lamps", "from-file", "adversarial F1", 0.0),
        ("claims", "from-file", "adversarial label accuracy", 0.5),
        ("towns", "identity", "adversarial accuracy", 0.5),
    ],
)
def test_the_gate_of_an_attack_counts_what_is_new_to_the_victim(
    stumper: Command, request: pytest.FixtureRequest, fixture: str, adversary: str, measure: str, kept: float
) -> None:
    path = request.getfixturevalue(fixture)
    attack = ("attack", path.name, "-a", adversary, "--out", f"out{path.suffix}")
    attack += ("--set", f"file={path.name}") if adversary == "from-file" else ()
    below = stumper(*attack, *SOME, "--json", "--fail-under", "0.9")
    assert (below.code, json.loads(below.out)["trained_on"]) == (1, 2), below.said
    assert f"{measure} {100 * kept:.1f}% is below --fail-under 0.9" in below.said
    assert stumper(*attack, *SOME, "--fail-under", str(kept)).code == 0
    nothing = stumper(*attack, *EVERY, "--fail-under", "0")
    assert nothing.code == 3
    assert "All 4 attempts on python:cli_victims:studied_all are trained-on" in " ".join(nothing.out.split())


def test_workers_mark_what_one_process_marks(stumper: Command, lamps: Path) -> None:
    one = stumper("evaluate", lamps.name, *SOME, "--json", "--store", "one.db")
    two = stumper("evaluate", lamps.name, *SOME, "--json", "--store", "two.db", "--workers", "2")
    assert one.out == two.out


def test_what_was_seen_is_told_by_an_object_without_a_fingerprint_as_well(stumper: Command, lamps: Path) -> None:
    ended = stumper("evaluate", lamps.name, "-v", "python:cli_victims:studied_unnamed", "--json")
    assert {score["trained_on"] for score in json.loads(ended.out)["scores"]} == {2}


def test_a_machine_that_plays_on_what_it_learned_from_is_said_to(stumper: Command) -> None:
    assert stumper("buzz", "quizbowl:guesstrain", "-v", "dan", "--limit", "3", "--out", "b.jsonl").code == 0
    assert all(json.loads(line)["trained_on"] for line in Path("b.jsonl").read_text().splitlines())
    told = stumper("report", "--buzzes", "b.jsonl")
    assert "All 3 answers of dan are trained-on" in " ".join(told.out.split()), told.said
    assert stumper("buzz", "quizbowl", "-v", "dan", "--limit", "3", "--out", "c.jsonl").code == 0
    assert "trained_on" not in Path("c.jsonl").read_text()
