"""What was judged of the claims that `stumper demo` attacks with: by one reader, before the package was made."""

import csv
from importlib.resources import files

from stumper.types import Judgement

ANNOTATOR = "bundled"


def bundled_judgements() -> list[Judgement]:
    """The judgements that ship with the package (training/CARD-verification.md)."""
    file = files("stumper.datasets") / "bundled" / "verification-judgements.csv"
    rows = csv.reader(file.read_text(encoding="utf-8").splitlines()[1:])
    return [Judgement(id, ANNOTATOR, *(flag == "yes" for flag in flags)) for id, *flags in rows]
