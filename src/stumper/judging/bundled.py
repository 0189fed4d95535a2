"""What was judged of the claims that `stumper demo` attacks with: by a builder, before the package was made."""

import csv
from importlib.resources import files

from stumper.judging.sheet import judge_kind
from stumper.types import Judgement

ANNOTATOR = "bundled"


def bundled_judgements() -> list[Judgement]:
    """The judgements that ship with the package (training/CARD-verification.md)."""
    file = files("stumper.datasets") / "bundled" / "verification-judgements.csv"
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return [
        Judgement(
            row["perturbation_id"],
            ANNOTATOR,
            grammatical=row["grammatical"] == "yes",
            label_correct=row["label_correct"] == "yes",
            on_task=row["on_task"] == "yes",
            judge=judge_kind(row["judge"]),
        )
        for row in rows
    ]
