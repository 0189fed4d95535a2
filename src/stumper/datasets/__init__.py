"""Data sets: read from files of any known format, and written in them."""

from stumper.datasets.files import fingerprint_of, open_dataset
from stumper.datasets.originals import originals, variants_by_original
from stumper.datasets.squad import (
    Squad,
    Variant,
    bundled,
    read_predictions,
    write_adversarial,
    write_predictions,
)

__all__ = [
    "Squad",
    "Variant",
    "bundled",
    "fingerprint_of",
    "open_dataset",
    "originals",
    "read_predictions",
    "variants_by_original",
    "write_adversarial",
    "write_predictions",
]
