"""Data sets: read from files of any known format, and written in them."""

from stumper.datasets.fever import Fever, originals_of
from stumper.datasets.files import fingerprint_of, open_dataset, task_of_file
from stumper.datasets.guesses import Guessed, read_guesses, write_guesses
from stumper.datasets.originals import originals, variants_by_original
from stumper.datasets.quizbowl import Quizbowl
from stumper.datasets.squad import (
    Squad,
    Variant,
    bundled,
    read_predictions,
    write_adversarial,
    write_predictions,
)

__all__ = [
    "Fever",
    "Guessed",
    "Quizbowl",
    "Squad",
    "Variant",
    "bundled",
    "fingerprint_of",
    "open_dataset",
    "originals",
    "originals_of",
    "read_guesses",
    "read_predictions",
    "task_of_file",
    "variants_by_original",
    "write_adversarial",
    "write_guesses",
    "write_predictions",
]
