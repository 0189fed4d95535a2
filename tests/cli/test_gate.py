"""`--fail-under` with claims: label accuracy, or the FEVER score where that is the goal."""

import json
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pytest

from stumper.cli.gate import GateFailed, pass_gate
from stumper.errors import VictimFailed
from stumper.kept import Kept

Command = Callable[..., Any]


@pytest.fixture
def lamps(folder: Path) -> Path:
    """Four claims; of three `lit` is right about the label, and of one of these it names the evidence."""
    rows = [
        {
            "id": n, "label": "REFUTES" if n == 3 else "SUPPORTS", "claim": f"Lamp {n} was lit by Ada Thorn.",
            "evidence": [[[1, 1, "Lamp_0" if n == 0 else "Owl", 0]]],
        }
        for n in range(4)
    ]  # fmt: skip
    path = folder / "claims.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def lamps_again(lamps: Path) -> Path:
    """The same claims as variants of others."""
    rows = [json.loads(line) for line in lamps.read_text().splitlines()]
    of = [
        {"original_id": f"o{row['id']}", "original_claim": row["claim"] + " Once.", "original_label": row["label"]}
        for row in rows
    ]
    path = lamps.with_name("variants.jsonl")
    path.write_text("".join(json.dumps(row | original) + "\n" for row, original in zip(rows, of, strict=True)))
    return path


LIT = ("-v", "python:cli_victims:lit")


@pytest.mark.parametrize("adversary", ["unmodified", "identity"])
@pytest.mark.parametrize(
    ("goal", "least", "code"),
    [
        ("label_wrong", "0.75", 0),
        ("label_wrong", "0.76", 1),
        ("fever_zero", "0.25", 0),
        ("fever_zero", "0.26", 1),
    ],
)
def test_an_attack_on_claims_is_gated_by_the_score_of_its_goal(
    stumper: Command, lamps: Path, adversary: str, goal: str, least: str, code: int
) -> None:
    attack = ("attack", "claims.jsonl", "-a", adversary, *LIT, "--out", "o.jsonl")
    ended = stumper(*attack, "--goal", goal, "--fail-under", least)
    assert ended.code == code, ended.said
    says = {"label_wrong": "adversarial label accuracy 75.0", "fever_zero": "adversarial FEVER score 25.0"}[goal]
    assert (f"{says}% is below --fail-under" in ended.said) is bool(code)


def test_a_gate_is_about_the_score_that_is_asked_for(stumper: Command, lamps: Path) -> None:
    attack = ("attack", "claims.jsonl", "-a", "unmodified", *LIT, "--out", "o.jsonl", "--fail-under", "0.26")
    ended = stumper(*attack, "--score", "fever_score")
    assert ended.code == 1, ended.said
    assert "adversarial FEVER score 25.0% is below --fail-under 0.26" in ended.said
    assert stumper(*attack).code == 0
    refused = stumper(*attack, "--score", "f1")
    assert (refused.code, "There is no score 'f1' that a gate could be about" in refused.said) == (2, True)


@pytest.mark.parametrize(("least", "code"), [("0.75", 0), ("0.76", 1)])
def test_evaluate_gates_the_label_accuracy_of_claims(
    stumper: Command, lamps_again: Path, least: str, code: int
) -> None:
    ended = stumper("evaluate", "variants.jsonl", *LIT, "--fail-under", least)
    assert ended.code == code, ended.said


@pytest.mark.parametrize("file", ["claims.jsonl", "variants.jsonl"])
@pytest.mark.parametrize(("least", "code"), [("0.75", 0), ("0.76", 1)])
def test_score_gates_the_label_accuracy_of_claims(
    stumper: Command, lamps_again: Path, file: str, least: str, code: int
) -> None:
    rows = [{"id": n, "predicted_label": "SUPPORTS", "predicted_evidence": []} for n in range(4)]
    Path("said.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert stumper("score", file, "said.jsonl", "--fail-under", least).code == code


def test_nothing_is_called_adversarial_where_nothing_was_changed(stumper: Command, lamps_again: Path) -> None:
    rows = [{"id": n, "predicted_label": "SUPPORTS", "predicted_evidence": []} for n in range(4)]
    Path("said.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    plain = stumper("score", "claims.jsonl", "said.jsonl", "--fail-under", "0.99").said
    assert "label accuracy 75.0% is below --fail-under 0.99" in plain
    assert "adversarial" not in plain
    changed = stumper("score", "variants.jsonl", "said.jsonl", "--fail-under", "0.99").said
    assert "adversarial label accuracy 75.0% is below --fail-under 0.99" in changed


def test_where_every_claim_failed_the_gate_gives_no_verdict(stumper: Command, lamps_again: Path) -> None:
    fails = ("-v", "python:cli_victims:fails", "--max-errors", "1")
    attacked = stumper("attack", "claims.jsonl", "-a", "unmodified", *fails, "--out", "o.jsonl", "--fail-under", "0")
    assert attacked.code == 3, attacked.said
    assert stumper("evaluate", "variants.jsonl", *fails, "--fail-under", "0").code == 3
    scores = json.loads(stumper("evaluate", "variants.jsonl", *fails, "--json").out)["scores"]
    assert {(score["value"], score["n"]) for score in scores} == {(None, 0)}


def test_a_system_that_fails_where_it_is_attacked_does_not_pass() -> None:
    """Left out, the questions on which it fails would make its score better than it is."""
    kept = Kept("F1", 0.6, n=18, errored=2)
    pass_gate([kept], 0.5)
    with pytest.raises(VictimFailed, match=r"The victim failed on 2 of 20: F1 is 60.0% of the others, and 54.0% if"):
        pass_gate([kept], 0.55)
    with pytest.raises(GateFailed):
        pass_gate([kept], 0.61)


def test_an_attack_that_made_nothing_passes_no_gate() -> None:
    """Its originals stand in for what it should have made, so that any system would pass."""
    with pytest.raises(VictimFailed, match=r"silent x it was no attack: nothing was made of any of 4\. This is no"):
        pass_gate([Kept("F1", 0.9, n=4), Kept("F1", nan, n=4, unmade=4, cell="silent x it")], 0.5)
