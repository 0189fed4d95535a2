"""Whole systems for claims: evidence is retrieved, then verified; the first two are those of FEVER's baselines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from stumper.identity import content_id
from stumper.retrieval import Ranking
from stumper.tasks.verification.claim import LABELS, Claim, claim_of
from stumper.types import Example, Guess, Passage, Prediction, Query
from stumper.victims import ledger
from stumper.victims.evidence import BUNDLED, Evidence, check_gold, ids_of, open_evidence, pages_fingerprint
from stumper.victims.graphs import shipped, threads
from stumper.victims.verifying import GRAPHS, Model, Verifier, fingerprint, read

SENTENCES = 5  # that are retrieved for a claim
VERSION = 4  # of everything between retrieval, verifier and prediction


@dataclass(frozen=True, slots=True)
class Deciding:
    """A claim with the evidence that decides its label, and what is added to the scores of the labels there."""

    reading: Claim
    added: npt.NDArray[np.float64]


@dataclass(frozen=True)
class System:
    """Labels with probabilities, and the sentences that were read; those that a claim was given, if it was given some.

    Weights and pages are read when the first claim is asked.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)

    fingerprint: str
    weights: Path
    model: Model
    ranking: Ranking
    pages: str

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a claim; where no evidence is found, there is not enough.

        Given evidence is read as a whole; of retrieved sentences, by the models in ``DECIDES`` each by itself, and the
        one that decides most speaks for all.
        """
        claims = list(map(claim_of, queries))
        readings = [self._readings(claim) for claim in claims]
        pairs = [pair for reading in readings for pair in reading]
        rows = iter(self._verifier.probabilities(pairs) if pairs else ())
        return [
            _prediction(reading, self._label([next(rows) for _ in reading], is_found=not claim.evidence))
            for claim, reading in zip(claims, readings, strict=True)
        ]

    def decided_by(self, claim: Claim) -> Deciding | None:
        """What the prediction of the claim's label comes from; None where no evidence is found."""
        readings = self._readings(claim)
        if not readings:
            return None
        if claim.evidence or self.model not in DECIDES:
            return Deciding(readings[0], np.zeros(len(LABELS)))
        best = _most_decided(list(self._verifier.probabilities(readings)))
        return Deciding(readings[best], np.array([0.0, 0.0, DECIDES[self.model]]))

    def passage(self, id: str) -> Passage | None:
        """The sentence of this id, as it is read for a claim; None where the pages do not have it."""
        return self._evidence.passage(id)

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where gold evidence that is to be found is not on the pages."""
        check_gold(examples, self.pages, NAMES[self.model])

    def has_seen(self, example: Example) -> bool:
        """Whether its verifier was trained or tuned on this claim."""
        return ledger.beside(self.weights / GRAPHS[self.model]).has_seen(example)

    def _readings(self, claim: Claim) -> list[Claim]:
        """The claim with each piece of evidence that the verifier is to read."""
        if claim.evidence:
            return [claim]
        found = self._evidence(claim)
        if self.model not in DECIDES:
            return [replace(claim, evidence=found)] if found else []
        return [replace(claim, evidence=(passage,)) for passage in found]

    def _label(self, rows: Sequence[npt.NDArray[np.float64]], is_found: bool) -> npt.NDArray[np.float64]:
        """The shares of the labels: of retrieved sentences, by the one whose odds to decide the claim are highest."""
        if not rows:
            return NOTHING_FOUND
        if not is_found or self.model not in DECIDES:
            return rows[0]
        return decided(rows, DECIDES[self.model])

    @cached_property
    def _verifier(self) -> Verifier:
        return read(self.weights, self.model)

    @cached_property
    def _evidence(self) -> Evidence:
        return open_evidence(self.pages, SENTENCES, self.ranking)


def tfidf_da(argument: str, examples: Sequence[Example]) -> System:
    """TF-IDF and decomposable attention, over the pages of a file, folder or index; over those that ship, for ""."""
    return system("da", "tfidf", argument)


def tfidf_esim(argument: str, examples: Sequence[Example]) -> System:
    """TF-IDF and ESIM, over the pages of a file, folder or index; over those that ship, for ""."""
    return system("esim", "tfidf", argument)


def system(model: Model, ranking: Ranking, pages: str, weights: Path | None = None) -> System:
    """The system of a retrieval and a verifier; BadData where there are no such pages."""
    threads()
    folder = shipped() if weights is None else weights
    pages = pages or BUNDLED
    seen = ledger.fingerprint(folder / GRAPHS[model])
    parts = [VERSION, ranking, SENTENCES, fingerprint(folder, model), seen, pages_fingerprint(pages)]
    return System(content_id(*parts), folder, model, ranking, pages)


def decided(rows: Sequence[npt.NDArray[np.float64]], odds: float) -> npt.NDArray[np.float64]:
    """The shares of the labels by that one of several readings whose odds to decide the claim are highest, once NOT
    ENOUGH INFO has been given so many log odds more."""
    weighed = rows[_most_decided(rows)] * np.array([1.0, 1.0, np.exp(odds)])
    shares: npt.NDArray[np.float64] = weighed / weighed.sum()
    return shares


NAMES: Mapping[Model, str] = {"transformer": "embedded", "esim": "tfidf-esim", "da": "tfidf-da"}  # of the victims
NOTHING_FOUND = np.array([0.0, 0.0, 1.0])
# The log odds against NOT ENOUGH INFO that the best of five sentences needs to decide a claim, as one of several is
# always likely to look as if it did. Chosen by training/deciding.py on claims that are no evaluation data. Decomposable
# attention reads all sentences together.
DECIDES: Mapping[Model, float] = {"transformer": 0.0, "esim": 2.0}


def _most_decided(rows: Sequence[npt.NDArray[np.float64]]) -> int:
    """Which of the readings has the highest odds to decide the claim."""
    return int(np.argmax([np.log(row[:2].max() / row[2]) for row in rows]))


def _prediction(readings: Sequence[Claim], row: npt.NDArray[np.float64]) -> Prediction:
    evidence = tuple(passage for reading in readings for passage in reading.evidence)
    shares = dict(zip(LABELS, row.tolist(), strict=True))
    ranked = sorted(LABELS, key=lambda label: -shares[label])
    return Prediction(tuple(Guess(label, shares[label]) for label in ranked), 1.0, ids_of(evidence))
