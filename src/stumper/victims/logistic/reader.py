"""The logistic regression of the SQuAD paper (Rajpurkar et al. 2016, section 5.1): features of spans of a parse."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from stumper.arrays import AGAIN, read_arrays
from stumper.errors import BadData
from stumper.identity import content_id, file_fingerprint
from stumper.language.pipeline import load_pipeline
from stumper.tasks.reading.question import Question
from stumper.types import Example, Guess, Prediction, Query
from stumper.victims import ledger
from stumper.victims.graphs import mean_log_shares, members, shipped
from stumper.victims.logistic import asking
from stumper.victims.logistic.features import features
from stumper.victims.logistic.hashing import ALL, BITS, SIZE, Rarity, places_of
from stumper.victims.logistic.paragraph import Told, told
from stumper.victims.reader import GRAPH as SAME_QUESTIONS

Weights = npt.NDArray[np.float32]

FILE = "logistic.npz"
VERSION = 1  # of everything between the weights and the prediction
MASS, MOST_GUESSES = 0.95, 100  # as victims.spans has them
KEPT = 256  # paragraphs and questions whose parses are kept


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """Weights, and by which salt keys have their places among them."""

    weights: Weights
    salt: int


@dataclass(frozen=True)
class Logistic:
    """Ranked spans, with probabilities over all candidates of the paragraph.

    Several models answer together with the mean of their log probabilities. Weights are read when first needed.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    files: tuple[Path, ...]
    seen_by: tuple[Path, ...]  # weights, beside which the ledgers stand

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a word is left unanswered."""
        return [self._answer(query) for query in queries]

    def has_seen(self, example: Example) -> bool:
        """Whether one of the models was trained or tuned on this one."""
        return any(ledger.beside(weights).has_seen(example) for weights in self.seen_by)

    def _answer(self, query: Query) -> Prediction:
        assert isinstance(query, Question), "it says that it reads questions alone"
        known = _told(query.context.text)
        if not len(known.first):
            return Prediction((), 0.0)
        asked = _asked(query.text)
        scores = mean_log_shares(
            [
                model.weights[places_of(found, model.salt)].sum(axis=1, dtype=np.float64)
                for rare, models in self._models
                for found in [features(asked, known, rare)]
                for model in models
            ]
        )
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        best = np.argsort(-shares, kind="stable")[:MOST_GUESSES]
        covered = np.cumsum(shares[best])
        listed = best[: np.searchsorted(covered, MASS) + 1].tolist()
        guesses = tuple(_guess(known, one, float(shares[one])) for one in listed)
        return Prediction(guesses, min(1.0, float(covered[len(guesses) - 1])))

    @cached_property
    def _models(self) -> list[tuple[Rarity, list[_Model]]]:
        """The models by the rarity of words that they were fitted with: the same features are made once."""
        fitted: dict[bytes, tuple[Rarity, list[_Model]]] = {}
        for file in self.files:
            model, rarity = _read(file)
            fitted.setdefault(rarity.tobytes(), (Rarity(rarity), []))[1].append(model)
        return list(fitted.values())


def _read(file: Path) -> tuple[_Model, npt.NDArray[np.uint8]]:
    """A model, and how rare words are where it was fitted. Only a member of an ensemble has a salt in its file."""
    found = read_arrays(file, {"weights": "i1", "scale": "f0", "rarity": "u1", "salt": "i0"}, optional=("salt",))
    if len(found["weights"]) != 1 << BITS or len(found["rarity"]) != SIZE:
        raise BadData(f"{file}: its arrays are not as long as they should be. {AGAIN}")
    weights = found["weights"].astype(np.float32) * np.float32(found["scale"])
    return _Model(weights, int(found.get("salt", ALL))), found["rarity"]


def _guess(known: Told, candidate: int, share: float) -> Guess:
    first, last = int(known.first[candidate]), int(known.last[candidate])
    return Guess(known.parse.span(first, last), share, known.parse.tokens[first].start)


@lru_cache(KEPT)
def _told(text: str) -> Told:
    [parse] = load_pipeline().parse([text])
    return told(parse)


@lru_cache(KEPT)
def _asked(text: str) -> asking.Question:
    [parse] = load_pipeline().parse([text])
    return asking.question(parse)


def load(argument: str, examples: Sequence[Example]) -> Logistic:
    """The logistic regression; ``argument`` is nothing, or a folder as ``graphs.members`` has it."""
    files = members("logistic", argument, FILE)
    seen_by = files if argument else (shipped() / SAME_QUESTIONS,)
    known = [file_fingerprint(file) for file in files]
    return Logistic(content_id(VERSION, *known, *map(ledger.fingerprint, seen_by)), files, seen_by)
