"""When a machine answers: thresholds and a small learned rule over its predictions for a question's beginnings."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import exp, log
from pathlib import Path

import numpy as np

from stumper.datasets.documents import json_object
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData
from stumper.predictions import best_answer
from stumper.types import Prediction
from stumper.victims.guessing.choosing import Case, fitted

FEATURES = ("one", "odds", "gap", "rise", "stays", "highest")
THRESHOLD = 0.5
BUZZER = "buzzer.json"  # in a folder
_LEAST = 1e-4  # of a probability, so that its odds are finite


@dataclass(frozen=True, slots=True)
class Buzzer:
    """Buzzes where the confidence in the best guess reaches the threshold.

    The confidence is the guess's own probability; with weights (one for each of ``FEATURES``) it is what they make of
    how the predictions have changed while the question was read.
    """

    threshold: float = THRESHOLD
    weights: tuple[float, ...] = ()


def buzzes(buzzer: Buzzer, predictions: Sequence[Prediction]) -> list[bool]:
    """For each of the beginnings whether it would buzz there; the first that is true is its buzz."""
    return [confidence >= buzzer.threshold for confidence in confidences(buzzer, predictions)]


def confidences(buzzer: Buzzer, predictions: Sequence[Prediction]) -> list[float]:
    """For each of the beginnings, how likely its best guess is right, by what was predicted up to there."""
    if not buzzer.weights:
        return [_best(prediction) for prediction in predictions]
    worths = [sum(map(float.__mul__, buzzer.weights, row)) for row in features(predictions)]
    return [1 / (1 + exp(-min(30.0, max(-30.0, worth)))) for worth in worths]


def features(predictions: Sequence[Prediction]) -> list[tuple[float, ...]]:
    """A row for each prediction in the order of ``FEATURES``; none depends on a later one.

    The odds (log) and the gap to the second are the best guess's; then how much its probability rose since the last
    beginning, whether it was the best there already, and the highest odds of any guess so far.
    """
    rows: list[tuple[float, ...]] = []
    highest = _odds(0.0)
    for at, prediction in enumerate(predictions):
        answer, best = best_answer(prediction) or "", _best(prediction)
        before = predictions[at - 1] if at else None
        rise = best - (_probability(before, answer) if before else 0.0)
        highest = max(highest, _odds(best))
        stays = float(before is not None and answer == (best_answer(before) or ""))
        rows.append((1.0, _odds(best), best - _second(prediction), rise, stays, highest))
    return rows


def learned(questions: Sequence[tuple[Sequence[Prediction], Sequence[bool]]], threshold: float = THRESHOLD) -> Buzzer:
    """A logistic regression over ``FEATURES``, fitted to predictions of beginnings and whether each was right."""
    nothing = np.zeros(len(FEATURES))
    cases = [
        Case(np.array([nothing, row]), int(is_right))
        for predictions, rights in questions
        for row, is_right in zip(features(predictions), rights, strict=True)
    ]
    return Buzzer(threshold, tuple(map(float, fitted(cases, nothing))))


def write_buzzer(path: Path, buzzer: Buzzer) -> None:
    """The buzzer stands in a file, from which ``read_buzzer`` reads it."""
    facts = {"features": FEATURES, "threshold": buzzer.threshold, "weights": buzzer.weights}
    write_bytes(path, (json.dumps(facts, indent=1) + "\n").encode())


def read_buzzer(path: Path) -> Buzzer:
    """The buzzer of a file; BadData where it holds none, or one of other features."""
    try:
        facts = json_object(path)
        weights = tuple(map(float, facts["weights"]))
        if tuple(facts["features"]) != FEATURES or len(weights) not in (0, len(FEATURES)):
            raise ValueError("it is of other features")
        return Buzzer(float(facts["threshold"]), weights)
    except (BadData, ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadData(f"{path} holds no buzzer ({error}). Fit one with training/guessing.py.") from error


def buzzer_of(victim: str) -> Buzzer:
    """The buzzer in the folder of a guesser, as it is named on the command line; else the one that ships."""
    folder = victim.partition(":")[2].partition("#")[0]
    file = Path(folder) / BUZZER
    return read_buzzer(file) if folder and file.is_file() else default_buzzer()


@lru_cache(maxsize=1)
def default_buzzer() -> Buzzer:
    """The buzzer that ships, fitted on bundled tossups that the guesser had not read."""
    return read_buzzer(Path(str(files("stumper.victims.guessing") / "shipped" / BUZZER)))


def _best(prediction: Prediction) -> float:
    """The probability of the best guess; 1 where a victim gives none, as it is then taken to be sure."""
    return _share(prediction, 0)


def _second(prediction: Prediction) -> float:
    return _share(prediction, 1) if len(prediction.guesses) > 1 else 0.0


def _share(prediction: Prediction, rank: int) -> float:
    if len(prediction.guesses) <= rank:
        return 0.0
    probability = prediction.guesses[rank].probability
    return float(rank == 0) if probability is None else probability


def _probability(prediction: Prediction, answer: str) -> float:
    found = (rank for rank, guess in enumerate(prediction.guesses) if guess.answer == answer)
    return next((_share(prediction, rank) for rank in found), 0.0)


def _odds(probability: float) -> float:
    kept = min(1 - _LEAST, max(_LEAST, probability))
    return log(kept / (1 - kept))
