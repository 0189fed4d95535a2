"""The files of claims and of predictions for them."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from stumper.errors import BadData
from stumper.formats import Format, PredictionsFormat
from stumper.protocols import Collection
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.fever import Fever
from stumper.tasks.verification.kinds import FEVER, PREDICTED_LABELS
from stumper.tasks.verification.published import PUBLISHED
from stumper.types import Example, Instance, Prediction, Query


def collected(
    name: str, fingerprint: str, examples: Sequence[Example], evidence: Mapping[str, str] | None = None
) -> Fever:
    """Claims from elsewhere as a file of FEVER's would hold them, with the words of their evidence by id; BadData where
    one is none."""
    for example in examples:
        if not isinstance(example.query, Claim):
            raise BadData(f"{name}: {example.id!r} is no claim. Keep one task to a data set.")
    return Fever(name, fingerprint, tuple(examples), evidence or {})


def write_perturbed(path: Path, dataset: Collection, instances: Sequence[Instance]) -> str:
    """The file holds the instances under their ids, each with what it was made from; its fingerprint."""
    assert isinstance(dataset, Fever), "claims"
    return fever.write_adversarial(path, dataset, instances)


def _answered(example: Example, prediction: Prediction) -> list[tuple[Query, Prediction]]:
    return [(example.query, prediction)]


def _content(predictions: Mapping[str, Prediction]) -> list[object]:
    return [{key: _said(found) for key, found in predictions.items()}]


def _said(prediction: Prediction) -> list[object]:
    answers = [guess.answer for guess in prediction.guesses]
    return [answers, list(prediction.evidence)] if prediction.evidence else [*answers]


FORMATS = (*PUBLISHED, Format("FEVER", 'JSON lines with "claim"', FEVER, fever.read, fever.suits))
PREDICTIONS = PredictionsFormat(
    PREDICTED_LABELS,
    "labels of claims",
    re.compile(r'\s*\{.*?"predicted_label"\s*:'),
    fever.read_predictions,
    _answered,
    _content,
    fever.write_predictions,
    "cannot answer QUERY in a text that is new to it: a file of predictions answers only what it was made for. Attack "
    "a victim that can be asked, or use the adversary from-file.",
)
