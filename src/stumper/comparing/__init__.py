"""Two systems, runs or files compared: what improved, what fell, in pairs; and the gate that a comparison makes."""

from stumper.comparing.as_json import figures, pairs_of, to_json
from stumper.comparing.compared import Comparison, compared
from stumper.comparing.sides import Baseline, Predictions, Runs, Specs, of_one_version, of_predictions, sides
from stumper.comparing.verdict import FailIf, Verdict, verdict

__all__ = [
    "Baseline",
    "Comparison",
    "FailIf",
    "Predictions",
    "Runs",
    "Specs",
    "Verdict",
    "compared",
    "figures",
    "of_one_version",
    "of_predictions",
    "pairs_of",
    "sides",
    "to_json",
    "verdict",
]
