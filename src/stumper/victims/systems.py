"""Whole systems for claims: evidence is retrieved and chosen, then verified. Each is a row of ``DESIGNS``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from stumper.identity import content_id, file_fingerprint
from stumper.retrieval import Ranking
from stumper.tasks.verification.claim import LABELS, Claim, claim_of
from stumper.types import Example, Guess, Passage, Prediction, Query
from stumper.victims import ledger
from stumper.victims.combining import (
    NOTHING_FOUND,
    SENTENCES,
    Combining,
    aggregated,
    at_once,
    attended,
    best_of,
    most_decided,
    supported_first,
)
from stumper.victims.evidence import BUNDLED, Evidence, check_gold, ids_of, open_evidence, pages_fingerprint
from stumper.victims.graphs import shipped, threads
from stumper.victims.selecting import (
    CANDIDATES,
    LEAST_RELEVANCE,
    Selecting,
    Selection,
    by_cues,
    by_entailment,
    by_relevance,
)
from stumper.victims.verifying import GRAPHS, Floats, Model, Verifier, fingerprint, read

VERSION = 4  # of everything between retrieval, verifier and prediction

# The log odds against NOT ENOUGH INFO that the best of five sentences needs to decide a claim, as one of several is
# always likely to look as if it did. Chosen by training/deciding.py on claims that are no evaluation data.
DECIDES: Mapping[Model, float] = {"transformer": 0.0, "esim": 2.0}
Combination = Literal["at once", "most decided", "supported first", "aggregated", "attended"]
BESIDE_BASELINES = "beside-baselines"  # what the systems beside FEVER's baselines were fitted to
MORE_PAGES = 10  # on which a choice of their own finds sentences


@dataclass(frozen=True, slots=True)
class Design:
    """What a system is composed of.

    ``select`` chooses among the sentences of the ``pages`` best pages; without it, those ranked first are read. They
    are read together, or ``singly``, and ``combine`` makes one verdict of what was said of each. Evidence that
    is given is read as one text, and ``combine`` is asked only where the model's scores are not those of the labels.
    ``files`` are what both read beside the graph. What was seen in training stands in the ledger of that name, or in
    the graph's.
    """

    model: Model
    ranking: Ranking | Literal["linked"]
    combine: Combination = "at once"
    singly: bool = True
    pages: int = 5
    select: Selection | None = None
    files: tuple[str, ...] = ()
    gives_labels: bool = True
    ledger: str = ""


DESIGNS: Mapping[str, Design] = {
    "embedded": Design("transformer", "bm25", "most decided"),
    "tfidf-da": Design("da", "tfidf", singly=False),
    "tfidf-esim": Design("esim", "tfidf", "most decided"),
    "transformer": Design("transformer", "tfidf", "supported first", select=by_entailment),
    "nsmn": Design("nsmn", "bm25", singly=False, pages=MORE_PAGES, select=by_relevance,
                   files=("nsmn-selection.onnx",), ledger=BESIDE_BASELINES),
    "hexaf": Design("hexaf", "bm25", "aggregated", pages=MORE_PAGES, select=by_cues, files=("hexaf.npz",),
                    ledger=BESIDE_BASELINES),
    "enhanced-esim": Design("enhanced-esim", "linked", "attended", files=("enhanced-esim.npz",), gives_labels=False,
                            ledger=BESIDE_BASELINES),
}  # fmt: skip
COMBINATIONS: Mapping[Combination, Callable[[Path, Model], Combining]] = {
    "at once": lambda folder, model: at_once,
    "most decided": lambda folder, model: most_decided(DECIDES[model]),
    "supported first": lambda folder, model: supported_first,
    "aggregated": lambda folder, model: aggregated(folder),
    "attended": lambda folder, model: attended(folder),
}


@dataclass(frozen=True, slots=True)
class Deciding:
    """A claim with the evidence that decides its label, and what is added to the scores of the labels there."""

    reading: Claim
    added: Floats


@dataclass(frozen=True)
class System:
    """Labels with probabilities, and the sentences that were read; those that a claim was given, if it was given some.

    Weights and pages are read when the first claim is asked.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)

    fingerprint: str
    weights: Path
    name: str  # of the design
    pages: str

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a claim; where no evidence is found, there is not enough."""
        claims = list(map(claim_of, queries))
        readings = [self._readings(claim) for claim in claims]
        pairs = [pair for reading in readings for pair in reading]
        rows = iter(self._verifier.scores(pairs) if pairs else ())
        return [
            _prediction(reading, self._label(reading, [next(rows) for _ in reading], is_given=bool(claim.evidence)))
            for claim, reading in zip(claims, readings, strict=True)
        ]

    def decided_by(self, claim: Claim) -> Deciding | None:
        """What the claim's label is predicted from, by a system of which one reading speaks for all, as that which
        decides most; None where no evidence is found."""
        assert self.design.combine == "most decided", f"no one reading speaks for all to {self.name}"
        readings = self._readings(claim)
        if not readings:
            return None
        if claim.evidence:
            return Deciding(readings[0], np.zeros(len(LABELS)))
        best = best_of(list(self._verifier.probabilities(readings)))
        return Deciding(readings[best], np.array([0.0, 0.0, DECIDES[self.design.model]]))

    @property
    def design(self) -> Design:
        """What it is composed of."""
        return DESIGNS[self.name]

    def passage(self, id: str) -> Passage | None:
        """The sentence of this id, as it is read for a claim; None where the pages do not have it."""
        return self._evidence.passage(id)

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where gold evidence that is to be found is not on the pages."""
        check_gold(examples, self.pages, self.name)

    def has_seen(self, example: Example) -> bool:
        """Whether its verifier was trained or tuned on this claim."""
        return ledger.beside(_seen(self.weights, self.design)).has_seen(example)

    @property
    def manner(self) -> Mapping[str, str]:
        """How deep it reads in how much, once it has searched: recall says little without."""
        return self._evidence.manner if "_evidence" in self.__dict__ else {}

    def found(self, text: str) -> tuple[Passage, ...]:
        """The sentences that are read for a claim of this text, best first."""
        index, design = self._evidence.index, self.design
        if index is None or not text.strip():
            return ()
        most = SENTENCES if design.select is None else CANDIDATES
        if design.ranking == "linked":
            ranked = index.linked_sentences(text, most, design.pages)
        else:
            ranked = index.sentences(text, most, design.ranking, design.pages)
        chosen = ranked if self._select is None else self._select(text, ranked)
        return tuple(sentence.passage for sentence in chosen)

    def _readings(self, claim: Claim) -> list[Claim]:
        """The claim with each piece of evidence that the verifier is to read."""
        if claim.evidence:
            return [claim]
        found = self.found(claim.text)
        if not self.design.singly:
            return [replace(claim, evidence=found)] if found else []
        return [replace(claim, evidence=(passage,)) for passage in found]

    def _label(self, readings: Sequence[Claim], rows: Sequence[Floats], is_given: bool) -> Floats:
        """The shares of the labels."""
        if not rows:
            return NOTHING_FOUND
        combine = at_once if is_given and self.design.gives_labels else self._combine
        return combine(readings, np.array(rows))

    @cached_property
    def _verifier(self) -> Verifier:
        return read(self.weights, self.design.model)

    @cached_property
    def _select(self) -> Selecting | None:
        return None if self.design.select is None else self.design.select(self.weights, self._verifier, SENTENCES)

    @cached_property
    def _combine(self) -> Combining:
        return COMBINATIONS[self.design.combine](self.weights, self.design.model)

    @cached_property
    def _evidence(self) -> Evidence:
        return open_evidence(self.pages, SENTENCES)


def tfidf_da(argument: str, examples: Sequence[Example]) -> System:
    """TF-IDF and decomposable attention, at chance on the bundled claims; argument is a file, folder or index of pages.

    For "" it is the pages that ship. Of the 270 claims there a third has each label, and 37% of its labels are right.
    """
    return system("tfidf-da", argument)


def tfidf_esim(argument: str, examples: Sequence[Example]) -> System:
    """TF-IDF and ESIM, which reads one sentence at a time; argument as of tfidf-da."""
    return system("tfidf-esim", argument)


def transformer(argument: str, examples: Sequence[Example]) -> System:
    """TF-IDF pages, and a transformer that chooses sentences by entailment (Malon 2018); argument as of tfidf-da."""
    return system("transformer", argument)


def nsmn(argument: str, examples: Sequence[Example]) -> System:
    """Matching networks that choose sentences and read them at once (Nie et al. 2019); argument as of tfidf-da."""
    return system("nsmn", argument)


def hexaf(argument: str, examples: Sequence[Example]) -> System:
    """Sentences by cues, ESIM on each, and layers that add it up (Yoneda et al. 2018); argument as of tfidf-da."""
    return system("hexaf", argument)


def enhanced_esim(argument: str, examples: Sequence[Example]) -> System:
    """Pages that a claim names, ESIM pooled by attention (Hanselowski et al. 2018); argument as of tfidf-da."""
    return system("enhanced-esim", argument)


def system(name: str, pages: str, weights: Path | None = None) -> System:
    """The system of that name; BadData where there are no such pages."""
    threads()
    folder, design = shipped() if weights is None else weights, DESIGNS[name]
    pages = pages or BUNDLED
    parts: list[str | float] = [VERSION, design.ranking, SENTENCES, fingerprint(folder, design.model)]
    parts += [ledger.fingerprint(_seen(folder, design)), pages_fingerprint(pages)]
    if design.select or design.files:  # the others are older, and what they said is cached by the parts above alone
        parts += [name, *_decisive(design), *(file_fingerprint(folder / file) for file in design.files)]
    return System(content_id(*parts), folder, name, pages)


def _decisive(design: Design) -> list[str | float]:
    """What no file holds of how a system chooses sentences and comes to its verdict."""
    chosen = [CANDIDATES, LEAST_RELEVANCE] if design.select else []
    return [design.pages, design.combine, design.singly, design.gives_labels, *chosen]


def _seen(folder: Path, design: Design) -> Path:
    """What the ledger stands beside."""
    return folder / (design.ledger or GRAPHS[design.model])


def _prediction(readings: Sequence[Claim], row: Floats) -> Prediction:
    evidence = tuple(passage for reading in readings for passage in reading.evidence)
    shares = dict(zip(LABELS, row.tolist(), strict=True))
    ranked = sorted(LABELS, key=lambda label: -shares[label])
    return Prediction(tuple(Guess(label, shares[label]) for label in ranked), 1.0, ids_of(evidence))
