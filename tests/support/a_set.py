"""A small adversarial set of questions: an original with a variant, and one without."""

import json
from pathlib import Path

PIER = "The pier was built by Ada Thorn in 1874."
ROWS = [
    {"id": "a", "question": "Who built the pier?", "context": PIER, "answer": "Ada Thorn"},
    {
        "id": "a-added",
        "question": "Who built the pier?",
        "context": f"{PIER} Cy Roe built the dock.",
        "answer": "Ada Thorn",
    },
    {"id": "b", "question": "Who lit it?", "context": "Bo Lind lit the pier.", "answer": "Bo Lind"},
]


def a_set(folder: Path) -> str:
    """The path of the set."""
    path = folder / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)
