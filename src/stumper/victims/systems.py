"""Whole systems for claims: evidence is retrieved, then verified; the first two are those of FEVER's baselines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.identity import content_id
from stumper.retrieval import Ranking
from stumper.types import LABELS, Claim, Example, Guess, Prediction, Query
from stumper.victims.evidence import BUNDLED, Evidence, ids_of, open_evidence, pages_fingerprint
from stumper.victims.sessions import shipped, threads
from stumper.victims.verifying import Model, Verifier, fingerprint, read

SENTENCES = 5  # that are retrieved for a claim
VERSION = 1  # of everything between retrieval, verifier and prediction


@dataclass(frozen=True)
class System:
    """Labels with probabilities, and the sentences that were read; those that a claim was given, if it was given some.

    Weights and pages are read when the first claim is asked.
    """

    fingerprint: str
    weights: Path
    model: Model
    ranking: Ranking
    pages: str

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a claim; where no evidence is found, there is not enough."""
        read = [replace(claim, evidence=self._evidence(claim)) for claim in map(_claim, queries)]
        found = [claim for claim in read if claim.evidence]
        rows = iter(self._verifier.probabilities(found) if found else ())
        return [_prediction(claim, next(rows) if claim.evidence else NOTHING_FOUND) for claim in read]

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
    parts = [VERSION, ranking, SENTENCES, fingerprint(folder, model), pages_fingerprint(pages)]
    return System(content_id(*parts), folder, model, ranking, pages)


NOTHING_FOUND = np.array([0.0, 0.0, 1.0])


def _prediction(claim: Claim, row: npt.NDArray[np.float64]) -> Prediction:
    shares = dict(zip(LABELS, row.tolist(), strict=True))
    ranked = sorted(LABELS, key=lambda label: -shares[label])
    return Prediction(tuple(Guess(label, shares[label]) for label in ranked), 1.0, ids_of(claim.evidence))


def _claim(query: Query) -> Claim:
    assert isinstance(query, Claim), "a verifier reads claims"
    return query
