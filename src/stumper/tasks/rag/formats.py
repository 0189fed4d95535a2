"""The files of open questions and of answers to them."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from stumper.errors import BadData
from stumper.formats import Format, Kind, PredictionsFormat, line_with
from stumper.protocols import Collection
from stumper.tasks.rag import files
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.published import PUBLISHED
from stumper.types import Example, Instance, Prediction, Query

OPEN_QUESTIONS = line_with(r'"question"\s*:', r'"gold_passages"\s*:')
OPEN_ANSWERS = Kind(
    "a file of answers with what was retrieved",
    "Ask it as a victim, --victim file:PATH, or score it: stumper score DATASET PATH",
    (line_with(r'"answer"\s*:', r'"retrieved"\s*:'),),
)


def collected(
    name: str, fingerprint: str, examples: Sequence[Example], evidence: Mapping[str, str] | None = None
) -> OpenQuestions:
    """Open questions from elsewhere; BadData where one is none."""
    for example in examples:
        if not isinstance(example.query, OpenQuestion):
            raise BadData(f"{name}: {example.id!r} is no open question. Keep one task to a data set.")
    return OpenQuestions(name, fingerprint, tuple(examples))


def write_perturbed(path: Path, dataset: Collection, instances: Sequence[Instance]) -> str:
    """The file holds the questions, and behind them the instances under their ids; its fingerprint."""
    assert isinstance(dataset, OpenQuestions), "open questions"
    return files.write_adversarial(path, dataset, instances)


def _answered(example: Example, prediction: Prediction) -> list[tuple[Query, Prediction]]:
    return [(example.query, prediction)]


def _content(predictions: Mapping[str, Prediction]) -> list[object]:
    return [
        {
            id: [[guess.answer for guess in found.guesses], found.evidence, found.retrieved]
            for id, found in predictions.items()
        }
    ]


FORMATS = (
    Format("open questions", 'JSON lines with "question" and "gold_passages"', OPEN_QUESTIONS, files.read),
    *PUBLISHED,
)
PREDICTIONS = PredictionsFormat(
    OPEN_ANSWERS,
    "answers with what was retrieved",
    re.compile(r'\s*\{.*?"answer"\s*:.*?"retrieved"\s*:'),
    files.read_answers,
    _answered,
    _content,
    files.write_answers,
    "cannot answer QUERY with passages that are new to it: a file of answers holds only what it was made for. Attack a "
    "system that can be asked, or use the adversary from-file.",
)
