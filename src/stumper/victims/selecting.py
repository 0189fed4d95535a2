"""Which of the sentences on the best pages a system reads for a claim: chosen by a model of its own, or by cues."""

from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import TypeAlias

import numpy as np

from stumper.datasets.wiki_pages import parted, readable, readable_title
from stumper.retrieval import RankedSentence, Scorer, selected
from stumper.retrieval.fulltext import terms
from stumper.retrieval.page_ranking import text_terms
from stumper.retrieval.terms import name_words
from stumper.tasks.verification.evidence import is_sentence_id, sentence_ids
from stumper.types import Passage
from stumper.victims.verifying import Floats, Verifier, entailment, read, read_layers, readings

CANDIDATES = 20  # sentences of the best pages, among which it is chosen
LEAST_RELEVANCE = 0.5  # of a sentence beside the most relevant one

Selecting: TypeAlias = Callable[[str, Sequence[RankedSentence]], Sequence[RankedSentence]]
"""Gives the sentences to be read, best first, of those that were found for a claim's text."""

Selection: TypeAlias = Callable[[Path, Verifier, int], Selecting]
"""Makes the choice of so many sentences, of a folder of weights and the verifier that reads what is chosen."""


def by_entailment(folder: Path, verifier: Verifier, most: int) -> Selecting:
    """Those of which the verifier itself is surest that they decide the claim (Malon 2018)."""
    return best_by(entailment(verifier), most)


def by_relevance(folder: Path, verifier: Verifier, most: int) -> Selecting:
    """The most relevant one, and those as likely relevant as not, by a network that matches them with the claim (Nie et
    al. 2019)."""
    matching = read(folder, "nsmn-selection")
    best = best_by(lambda claim, found: matching.probabilities(readings(claim, found))[:, 1].tolist(), most)
    return lambda claim, found: [
        one for place, one in enumerate(best(claim, found)) if not place or one.score >= LEAST_RELEVANCE
    ]


def by_cues(folder: Path, verifier: Verifier, most: int) -> Selecting:
    """Those that a logistic regression over cues puts first (Yoneda et al. 2018)."""
    weights = read_layers(folder / "hexaf.npz", {"cues": 1})["cues"]
    return best_by(lambda claim, found: [likelihood(weights, claim, one.passage) for one in found], most)


def best_by(scorer: Scorer, most: int) -> Selecting:
    """So many sentences that the scorer puts first."""
    return lambda claim, found: selected(claim, found, scorer, most)


def likelihood(weights: Floats, claim: str, sentence: Passage) -> float:
    """How likely a sentence is to be evidence, by its cues; ``weights`` has one for each, and what all have."""
    score = float(np.dot(weights[:-1], cues(claim, sentence)) + weights[-1])
    return 1 / (1 + float(np.exp(-score)))


def cues(claim: str, sentence: Passage) -> list[float]:
    """What tells of a sentence whether it is evidence: the shares of the claim's words that it has with its page's
    title and without, of its names and numbers, and of the title's words that the claim has; whether the title is said
    whole; whether it is the first line, how far down it stands, how long it is."""
    said, names = set(text_terms(claim)), {term for word in name_words(claim) for term in terms(word)}
    title, text = set(terms(readable_title(sentence.title))), set(terms(readable(sentence.text)))
    line = next((parted(id)[1] for id in sentence_ids(sentence.id) if is_sentence_id(id)), 0)
    return [
        _share(said, title | text),
        _share(said, text),
        _share(names, text),
        _share(title, set(terms(claim))),
        float(bool(title) and title <= set(terms(claim))),
        float(line == 0),
        log(1 + line),
        log(1 + len(text)),
    ]


def _share(wanted: set[str], found: set[str]) -> float:
    return len(wanted & found) / len(wanted) if wanted else 0.0
