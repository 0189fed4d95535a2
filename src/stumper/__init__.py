"""Adversarial examples for systems that answer questions and check facts, scored with their correctness."""

from stumper.from_python import attack, compare, evaluate, load, stored, system
from stumper.results import Progress, Results, Tracked, to_mlflow
from stumper.version import __version__

__all__ = [
    "Progress",
    "Results",
    "Tracked",
    "__version__",
    "attack",
    "compare",
    "evaluate",
    "load",
    "stored",
    "system",
    "to_mlflow",
]
