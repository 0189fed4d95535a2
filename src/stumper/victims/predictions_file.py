"""A victim that was asked before: its answers stand in a file of predictions, in the data set's own format."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets import fever, squad
from stumper.datasets.documents import read_start
from stumper.datasets.guesses import read_guessed, read_up_to
from stumper.datasets.kinds import (
    ANSWERS,
    BUZZ_LOG,
    DATA_SET,
    GUESSES,
    MATCH_LOG,
    PREDICTED_LABELS,
    check_kind,
    kind_of,
)
from stumper.datasets.kinds import Kind as FileKind
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, query_id
from stumper.types import Claim, Example, Prediction, Query, Question, Tossup
from stumper.victims.plain_answers import answered


def load(argument: str, examples: Sequence[Example]) -> "PredictionsFile":
    """The victim whose answers to ``examples`` stand in the file by their ids; BadData where it cannot be used.

    An example that the file leaves out is left unanswered. Of examples with one and the same query, the first that
    the file answers speaks for all.
    """
    if not argument:
        raise BadOption("Nothing stands behind 'file:'. Name a file of predictions there.")
    path = Path(argument)
    _check_kind(path, examples[:1])
    if examples and all(isinstance(example.query, Tossup) for example in examples):
        return _guesser(path, examples)
    found = _read(path, examples)
    predictions: dict[str, Prediction] = {}
    for example in examples:
        key = query_id(example.query)
        if example.id in found and not predictions.get(key, UNANSWERED).guesses:
            predictions[key] = found[example.id]
        else:
            predictions.setdefault(key, UNANSWERED)
    return PredictionsFile(path, content_id({key: _said(found) for key, found in predictions.items()}), predictions)


def _guesser(path: Path, examples: Sequence[Example]) -> "PredictionsFile":
    """What was guessed at each tossup, and at those of its beginnings that the file has guesses for."""
    texts = {example.id: example.query.text for example in examples}
    predictions: dict[str, Prediction] = {query_id(example.query): UNANSWERED for example in examples}
    for guess in read_guessed(path, examples):
        key = query_id(Tossup(read_up_to(texts[guess.id], guess.position)))
        if not predictions.get(key, UNANSWERED).guesses:
            predictions[key] = guess.prediction
    said = {key: [[guess.answer, guess.probability] for guess in found.guesses] for key, found in predictions.items()}
    return PredictionsFile(path, content_id("guesses", said), predictions)


def _check_kind(path: Path, examples: Sequence[Example]) -> None:
    """Nothing; BadData where the file holds no predictions, or those for other queries than these, as it begins so."""
    start = read_start(path)
    if kind_of(start) in (MATCH_LOG, BUZZ_LOG, DATA_SET):
        for example in examples:
            check_kind(path, WANTED[type(example.query)])
    held = next((kind for kind in KINDS if kind.marks.match(start)), None)
    for example in examples:
        if held is not None and not isinstance(example.query, held.query):
            asked = next(kind.asked for kind in KINDS if isinstance(example.query, kind.query))
            raise BadData(f"{path} holds {held.said}, but it is asked {asked}. Name a file of predictions that was "
                          "made for this data set.")  # fmt: skip


def _read(path: Path, examples: Sequence[Example]) -> Mapping[str, Prediction]:
    """The predictions by the ids of the examples, of which those of claims are in FEVER's format."""
    if examples and all(isinstance(example.query, Claim) for example in examples):
        return fever.read_predictions(path, examples)
    answers = squad.read_predictions(path, [example.id for example in examples])
    return {example.id: answered(example.query, answers[example.id]) for example in examples if example.id in answers}


def _said(prediction: Prediction) -> list[object]:
    answers = [guess.answer for guess in prediction.guesses]
    return [answers, list(prediction.evidence)] if prediction.evidence else [*answers]


@dataclass(frozen=True, slots=True)
class PredictionsFile:
    """Gives the prediction of each query by its content; a query that is not there raises BadData.

    ``fingerprint`` is of the queries with their answers: in another data set the same id may be another query's.
    """

    path: Path
    fingerprint: str
    predictions: Mapping[str, Prediction]

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, as the file has it."""
        return [self._prediction(query) for query in queries]

    def _prediction(self, query: Query) -> Prediction:
        prediction = self.predictions.get(query_id(query))
        if prediction is None and isinstance(query, Tossup):
            raise BadData(
                f"{self.path} has no guess after {query.text!r}: a file of guesses answers only the beginnings that "
                "it was made for. Write one with stumper predict --positions 20, or ask a victim that can be asked."
            )
        if prediction is None:
            raise BadData(
                f"{self.path} cannot answer {query.text!r} in a text that is new to it: a file of predictions answers "
                "only what it was made for. Attack a victim that can be asked, or use the adversary from-file."
            )
        return prediction


@dataclass(frozen=True, slots=True)
class Kind:
    """What a file of predictions begins with, what it holds in words, and what its queries are and are called."""

    marks: re.Pattern[str]
    said: str
    query: type[Query]
    asked: str


KINDS = (
    Kind(re.compile(r'\s*\{.*?"guesses"\s*:'), "guesses at tossups", Tossup, "tossups"),
    Kind(re.compile(r'\s*\{.*?"predicted_label"\s*:'), "labels of claims", Claim, "claims"),
    Kind(re.compile(r'\s*\{\s*"(?!id")[^"]*"\s*:\s*"'), "answers to questions", Question, "questions"),
)
WANTED: Mapping[type[Query], FileKind] = {Question: ANSWERS, Claim: PREDICTED_LABELS, Tossup: GUESSES}
UNANSWERED = Prediction((), None)
