"""Small adversarial sets to judge."""

import json
from pathlib import Path

import pytest

EVIDENCE = "The Lantern is a film by Mira Vale . It was shot in Oslo in 1961 ."


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """Three variants of two claims, two of one text; one original is refuted, and one claim comes with its evidence."""
    rows = [
        variant(
            "7-rules-1", "7", "There is a film called The Lantern.", "SUPPORTS", "The Lantern is a film.", "SUPPORTS"
        ),
        variant("7-rules-2", "7", "The Lantern is not a film.", "REFUTES", "The Lantern is a film.", "SUPPORTS"),
        variant("7-again-1", "7", "The Lantern is not a film.", "REFUTES", "The Lantern is a film.", "SUPPORTS"),
        variant("8-rules-1", "8", "Mira Vale hated tea.", "NOT ENOUGH INFO", "Mira Vale liked tea.", "NOT ENOUGH INFO"),
    ]
    rows[0]["evidence_text"] = EVIDENCE
    path = tmp_path / "rules.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def variant(id: str, of: str, claim: str, label: str, original: str, original_label: str) -> dict[str, object]:
    """A line of a FEVER adversarial set."""
    sets = [[[1, 1, "The_Lantern", 0]]] if label != "NOT ENOUGH INFO" else [[[1, None, None, None]]]
    return {
        "id": id,
        "label": label,
        "claim": claim,
        "evidence": sets,
        "original_id": of,
        "original_claim": original,
        "original_label": original_label,
        "transformation": "simple negation",
        "rule": "secret rule",
    }
