"""Commands on claims, as a user meets them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]


def test_an_adversarial_set_can_be_evaluated_with_its_evidence_given(stumper: Command, folder: Path) -> None:
    """`given` believes what it has evidence for: of the two variants the second is refuted, and so were its original."""
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
