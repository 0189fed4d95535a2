"""The logistic regression of the SQuAD paper (Rajpurkar et al. 2016, section 5.1): features of spans of a parse."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from stumper.arrays import AGAIN, read_arrays
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, file_fingerprint
from stumper.language.pipeline import load_pipeline
from stumper.tasks.reading.question import Question
from stumper.types import Example, Guess, Prediction, Query
from stumper.victims import ledger
from stumper.victims.graphs import shipped
from stumper.victims.logistic import asking
from stumper.victims.logistic.features import features
from stumper.victims.logistic.hashing import BITS
from stumper.victims.logistic.paragraph import Told, told
from stumper.victims.logistic.rarity import SIZE, Rarity
from stumper.victims.reader import GRAPH as SAME_QUESTIONS

FILE = "logistic.npz"
VERSION = 1  # of everything between the weights and the prediction
MASS, MOST = 0.95, 100  # as victims.spans has them
KEPT = 256  # paragraphs and questions whose parses are kept


@dataclass(frozen=True)
class Logistic:
    """Ranked spans, with probabilities over all candidates of the paragraph. Weights are read when first needed."""

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    file: Path
    seen_by: Path  # weights, beside which the ledger stands

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a word is left unanswered."""
        return [self._answer(query) for query in queries]

    def has_seen(self, example: Example) -> bool:
        """Whether it was trained or tuned on this one."""
        return ledger.beside(self.seen_by).has_seen(example)

    def _answer(self, query: Query) -> Prediction:
        assert isinstance(query, Question), "it says that it reads questions alone"
        known = _told(query.context.text)
        if not len(known.first):
            return Prediction((), 0.0)
        weights, rare = self._weights
        scores = weights[features(_asked(query.text), known, rare)].sum(axis=1, dtype=np.float64)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        best = np.argsort(-shares, kind="stable")[:MOST]
        covered = np.cumsum(shares[best])
        listed = best[: np.searchsorted(covered, MASS) + 1].tolist()
        guesses = tuple(_guess(known, one, float(shares[one])) for one in listed)
        return Prediction(guesses, min(1.0, float(covered[len(guesses) - 1])))

    @cached_property
    def _weights(self) -> tuple[npt.NDArray[np.float32], Rarity]:
        found = read_arrays(self.file, {"weights": "i1", "scale": "f0", "rarity": "u1"})
        if len(found["weights"]) != 1 << BITS or len(found["rarity"]) != SIZE:
            raise BadData(f"{self.file}: its arrays are not as long as they should be. {AGAIN}")
        return found["weights"].astype(np.float32) * np.float32(found["scale"]), Rarity(found["rarity"])


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
    """The reader that ships, or the one in a folder; BadOption where the folder holds none."""
    file = (Path(argument) if argument else shipped()) / FILE
    if not file.is_file():
        raise BadOption(f"There is no {str(file)!r}. After 'logistic:' comes a folder that training/classic_readers.py "
                        "wrote; 'logistic' alone is the one that ships.")  # fmt: skip
    seen_by = file if argument else shipped() / SAME_QUESTIONS
    return Logistic(content_id(VERSION, file_fingerprint(file), ledger.fingerprint(seen_by)), file, seen_by)
