"""Commands on claims, as a user meets them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]


def test_an_adversarial_set_can_be_evaluated_with_its_evidence_given(stumper: Command, folder: Path) -> None:
    """`given` believes what it has evidence for; of the two variants one is refuted, and so is its original."""
    rows = [
        {
            "id": f"{n}-rules-1", "label": label, "claim": f"There is a lamp called Lamp {n}.",
            "evidence": [[[1, 1, f"Lamp_{n}", 0]]], "evidence_text": f"Lamp {n} is a lamp.", "original_id": n,
            "original_claim": f"Lamp {n} is a lamp.", "original_label": label,
        }
        for n, label in enumerate(["SUPPORTS", "REFUTES"])
    ]  # fmt: skip
    (folder / "rules.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    evaluate = ("-v", "python:cli_victims:given", "--json")
    found = {}
    for file in ("rules.jsonl", "oracle:rules.jsonl"):
        ended = stumper("evaluate", file, *evaluate)
        assert ended.code == 0, ended.said
        scores = json.loads(ended.out)["scores"]
        found[file] = [score["value"] for score in scores if score["name"] == "fever_score"]
    assert found == {"rules.jsonl": [0.0, 0.0], "oracle:rules.jsonl": [0.5, 0.5]}


def test_claims_without_variants_cannot_be_evaluated(stumper: Command, folder: Path) -> None:
    row = {"id": 1, "label": "NOT ENOUGH INFO", "claim": "Lamp 1 is a lamp.", "evidence": []}
    (folder / "claims.jsonl").write_text(json.dumps(row) + "\n")
    for file in ("claims.jsonl", "oracle:claims.jsonl"):
        ended = stumper("evaluate", file, "-v", "python:cli_victims:given")
        assert (ended.code, ended.out) == (2, "")
        assert "claims.jsonl holds no variant: none of its lines has an 'original_id'" in ended.said
