"""The files of questions and of answers to them."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from stumper.errors import BadData
from stumper.formats import Format, PredictionsFormat
from stumper.predictions import best_answers
from stumper.protocols import Collection
from stumper.tasks.reading import squad
from stumper.tasks.reading.kinds import ANSWERS, SQUAD
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.quoting import place
from stumper.tasks.reading.squad import Squad, Variant
from stumper.types import Example, Guess, Instance, Prediction, Query


def collected(
    name: str, fingerprint: str, examples: Sequence[Example], evidence: Mapping[str, str] | None = None
) -> Squad:
    """Questions from elsewhere as a file of SQuAD would hold them; BadData where none could.

    It is one of 2.0 where an example says whether it can be answered.
    """
    for example in examples:
        if not isinstance(example.query, Question):
            raise BadData(f"{name}: {example.id!r} is no question about a paragraph. Keep one task to a data set.")
        text = example.query.context.text
        for answer in example.gold.answers:
            if answer.start is not None and not text.startswith(answer.text, answer.start):
                raise BadData(f"{name}: the answer {answer.text!r} of {example.id!r} is not at {answer.start}. "
                              "Give each answer its place in the paragraph, or none.")  # fmt: skip
    is_old = all(example.gold.answerable is None for example in examples)
    return Squad(name, fingerprint, "1.1" if is_old else "v2.0", tuple(examples))


def write_perturbed(path: Path, dataset: Collection, instances: Sequence[Instance]) -> str:
    """The file holds the instances under their ids behind their originals; its fingerprint."""
    assert isinstance(dataset, Squad), "questions"
    variants = [
        Variant(instance.id.removeprefix(f"{instance.example.id}-"), instance.perturbation) for instance in instances
    ]
    return squad.write_adversarial(path, dataset, variants)


def _parsed(path: Path, examples: Sequence[Example]) -> dict[str, str]:
    return squad.read_predictions(path)


def _answered(example: Example, answer: str) -> list[tuple[Query, Prediction]]:
    assert isinstance(example.query, Question), "answers are to questions"
    return [(example.query, Prediction((Guess(answer, None, place(example.query, answer)),), None))]


def _content(predictions: Mapping[str, Prediction]) -> list[object]:
    return [{key: [guess.answer for guess in found.guesses] for key, found in predictions.items()}]


def _write(path: Path, predictions: Mapping[str, Prediction]) -> None:
    squad.write_predictions(path, best_answers(predictions))


FORMATS = (Format("SQuAD 1.1 or 2.0", 'a JSON object with "data"', SQUAD, squad.read),)
PREDICTIONS = PredictionsFormat(
    ANSWERS,
    "answers to questions",
    re.compile(r'\s*\{\s*"(?!id")[^"]*"\s*:\s*"'),
    _parsed,
    _answered,
    _content,
    _write,
    "cannot answer QUERY in a text that is new to it: a file of predictions answers only what it was made for. Attack "
    "a victim that can be asked, or use the adversary from-file.",
)
