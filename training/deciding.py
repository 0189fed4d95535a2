"""How sure retrieved evidence must be to decide a claim: `python training/deciding.py --data DATA`.

Says, for each verifier, the share of claims whose label is right by the log odds against NOT ENOUGH INFO that the
sentence which decides most needs; ``together``: all sentences are read as one. Chosen for ``systems.DECIDES`` are, of
each model that reads sentences one at a time, the odds with which most are right, the smaller ones where two are alike.
None is below 0: no claim is decided by a sentence that says itself that there is not enough info.

The claims are made (claims.py) of SQuADShifts' Reddit and Amazon parts, of which no verifier has learned claims, and
are no evaluation data. Each paragraph gives one, as many of each label. They name few things by which a page could be
found ("The reviewer gave it 4 stars."), so the paragraph is the page that is found, and its best five sentences are
read; where there is not enough info, it is left without the sentences that hold the answer.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from claims import Asking, Made, beside, claims_by_asking, read_askings
from measuring import measures, say
from stumper.datasets.wiki_pages import Page, Sentence
from stumper.retrieval import Index, Ranking
from stumper.retrieval.fulltext import Hit
from stumper.retrieval.sentence_ranking import best_sentences
from stumper.tasks.verification.claim import LABELS, Claim, Label
from stumper.types import Passage
from stumper.victims.combining import SENTENCES, most_decided
from stumper.victims.systems import System, system
from stumper.victims.verifying import Model

PARTS, SEED = ("reddit", "amazon_reviews"), 1
ODDS = tuple(step / 2 for step in range(11))
RANKINGS: Mapping[Model, tuple[str, Ranking]] = {
    "transformer": ("embedded", "bm25"),
    "esim": ("tfidf-esim", "tfidf"),
    "da": ("tfidf-da", "tfidf"),
}  # and the names of the systems
CHUNK = 512

Shares: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Open:
    """A claim, its label, and the sentences of the page among which its evidence is to be found."""

    text: str
    label: Label
    page: tuple[str, ...]


def read_open(data: Path) -> list[Open]:
    """The claims that the choice is made on."""
    made = (open_claims(read_askings(data / "reading" / f"squadshifts-{part}.json.gz"), part) for part in PARTS)
    return [one for part in made for one in part]


def open_claims(askings: Iterator[Asking], part: str) -> list[Open]:
    """One claim of each paragraph where one can be made, as many of each label."""
    rng = random.Random(f"{SEED}/{part}")
    by_paragraph: dict[tuple[str, ...], list[Open]] = {}
    for asking, made in claims_by_asking(list(askings), rng):
        by_paragraph.setdefault(asking.sentences, []).extend(_open(asking, one) for one in made)
    by_label: dict[Label, list[Open]] = {label: [] for label in LABELS}
    for found in by_paragraph.values():
        # The label that fewest paragraphs have so far, of those that this one can have: so they come out alike.
        label = min((one.label for one in found), key=lambda label: len(by_label[label]))
        by_label[label].append(rng.choice([one for one in found if one.label == label]))
    fewest = min(map(len, by_label.values()))
    return [one for of_label in by_label.values() for one in of_label[:fewest]]


def _open(asking: Asking, made: Made) -> Open:
    page = tuple(beside(asking)) if made.label == "NOT ENOUGH INFO" else asking.sentences
    return Open(made.claim, made.label, page)


def retrieved(claims: Sequence[Open], ranking: Ranking) -> list[tuple[Passage, ...]]:
    """The sentences of its page that a system would retrieve for each claim; the pages have no titles."""
    pages = [(str(n), [Sentence(str(n), at, text) for at, text in enumerate(one.page)]) for n, one in enumerate(claims)]
    content = Index.build(Page(id, tuple(sentences)) for id, sentences in pages).content
    found = []
    for (id, _), one in zip(pages, claims, strict=True):
        number = content.page_number(id)
        assert number is not None
        best = best_sentences(content, one.text, [Hit(number, 0.0)], SENTENCES, ranking)
        found.append(tuple(Passage(sentence.id, sentence.text) for sentence in best))
    return found


def readings(victim: System, claims: Sequence[Claim]) -> list[Shares]:
    """The shares of the labels that the verifier gives each claim, with the evidence that it comes with."""
    found = []
    for begin in range(0, len(claims), CHUNK):
        for prediction in victim.predict(claims[begin : begin + CHUNK]):
            shares = {guess.answer: guess.probability for guess in prediction.guesses}
            found.append(np.array([shares[label] for label in LABELS], np.float64))
    return found


def right(claims: Sequence[Open], rows: Sequence[Shares]) -> float:
    """The share of the claims whose label is the likeliest."""
    return sum(LABELS[int(row.argmax())] == one.label for one, row in zip(claims, rows, strict=True)) / len(claims)


def chosen(shares: Mapping[float, float]) -> float:
    """The odds with which most claims are right, the smaller of those that are alike."""
    return max(sorted(shares), key=lambda odds: shares[odds])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/")
    args = parser.parse_args()
    measures(args)
    claims = read_open(args.data)
    say("deciding", claims=len(claims))
    for model, (name, ranking) in RANKINGS.items():
        victim, found = system(name, ""), retrieved(claims, ranking)
        singly = [
            Claim(one.text, (passage,)) for one, passages in zip(claims, found, strict=True) for passage in passages
        ]
        rows = iter(readings(victim, singly))
        alone = [[next(rows) for _ in passages] for passages in found]
        together = readings(victim, [Claim(one.text, passages) for one, passages in zip(claims, found, strict=True)])
        shares = {odds: right(claims, [most_decided(odds)((), np.log(ones)) for ones in alone]) for odds in ODDS}
        say("deciding", model=model, right=shares, together=right(claims, together), chosen=chosen(shares))


if __name__ == "__main__":
    main()
