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


@pytest.fixture
def poisoned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Six open questions, each with a variant by which an attack wants Rome said; `sulks` says nothing to variants."""
    lines = list[dict[str, object]]()
    for n in range(6):
        gold = [{"id": f"p{n}", "text": f"Lamp {n} was lit in Ulm."}]
        asked = {"question": f"Where was lamp {n} lit?", "answers": ["Ulm"], "gold_passages": gold}
        lies = [{"id": f"x{n}", "text": f"Lamp {n} was lit in Rome."}]
        lines.append({"id": f"q{n}", **asked, "passages": gold})
        lines.append({"id": f"q{n}-x", "original_id": f"q{n}", **asked, "passages": gold + lies, "target": ["Rome"]})
    (folder / "poisoned.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "sulking.py").write_text(
        "def sulks(question: str, passages: list[str]) -> str:\n    return 'Ulm' if len(passages) == 1 else ''\n"
    )
    monkeypatch.syspath_prepend(folder)
    return "poisoned.jsonl"


def test_a_set_whose_attack_wants_something_said_is_gated_by_right_answers_too(stumper: Command, poisoned: str) -> None:
    evaluate = ("evaluate", poisoned, "-v", "python:sulking:sulks", "--fail-under", "0.5")
    ended = stumper(*evaluate)
    assert ended.code == 3, ended.said
    lost = "6 of 6 variants whose originals are answered rightly have no right answer any more: target not given is 100"
    assert lost in ended.said
    assert stumper(*evaluate, "--score", "target_withheld").code == 0
    named = stumper(*evaluate, "--score", "rag_f1")
    assert (named.code, "adversarial F1 0.0% is below --fail-under 0.5" in named.said) == (1, True)
    refused = stumper(*evaluate, "--score", "rag_gold_retrieved")
    assert (refused.code, "queries put: 12" in refused.said) == (2, False)


def test_a_score_that_no_gate_is_about_is_named_before_predictions_are_scored(stumper: Command, poisoned: str) -> None:
    ids = [f"q{n}{end}" for n in range(6) for end in ("", "-x")]
    Path("said.jsonl").write_text(
        "".join(json.dumps({"id": id, "answer": "Ulm", "retrieved": []}) + "\n" for id in ids)
    )
    gate = ("score", poisoned, "said.jsonl", "--fail-under", "0.5")
    assert stumper(*gate).code == 0
    refused = stumper(*gate, "--score", "rag_gold_retrieved")
    assert (refused.code, refused.out) == (2, "")
    assert "it has target_withheld" in stumper(*gate, "--score", "rag_f1").said
