"""Past clues: the sentences of texts about answers, searched for what a sentence of a question shares with them."""

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.datasets.documents import json_object
from stumper.datasets.whole_files import whole_folder
from stumper.errors import BadData
from stumper.identity import ID_LENGTH
from stumper.retrieval import fulltext
from stumper.retrieval.fulltext import FullText, Term
from stumper.retrieval.terms import STOP_WORDS
from stumper.retrieval.texts import Texts, TextsWriter, open_texts
from stumper.text import sentences

VERSION = 1  # of what lies in the folder, and of how clues are found
SEARCHED = 200  # clues that are looked at for a sentence
COUNTED = (1.0, 0.5, 0.25)  # of the clues to one answer, best first
PAIR_WEIGHT = 0.15  # of two words that stand side by side, beside the two words themselves
FLOOR = 2 / 3  # of a word that a single clue has: what is worth no more is chance
_ABOUT = "clues.json"
_QUIZ_WORDS = frozenset(("10", "ten", "points", "name", "identify", "what", "which"))


@dataclass(frozen=True, slots=True)
class About:
    """A text about an answer: a past question, or a page."""

    id: str
    answer: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """What speaks for an answer: ``score`` in words that a single clue has, and by clue how much comes from it."""

    score: float
    clues: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Clues:
    """Texts by number and their answers; the same texts and the same sentence give the same results."""

    fingerprint: str
    answers: Sequence[str]  # distinct, in order
    ids: Texts
    texts: Texts
    answer_of: NDArray[np.int64]  # by text
    text_of: NDArray[np.int64]  # by clue
    index: FullText

    @staticmethod
    def build(texts: Iterable[About], folder: Path | None = None) -> "Clues":
        """The clues of the texts, in memory or in a folder, whole or not at all.

        BadData: no text. BadOutput: something stands in the folder's place, or it cannot be written.
        """
        if folder is None:
            return _written(texts, None)
        with whole_folder(folder) as draft:
            _written(texts, draft)
        return Clues.open(folder)

    @staticmethod
    def open(folder: Path) -> "Clues":
        """The clues that were written in the folder; BadData where there are none, or of another version."""
        about = _about(folder)
        try:
            found = Clues(
                str(about["fingerprint"]),
                about["answers"],
                open_texts(folder / "ids"),
                open_texts(folder / "texts"),
                mapped(folder / "answer_of.bin", np.dtype(np.int64)),
                mapped(folder / "text_of.bin", np.dtype(np.int64)),
                fulltext.open_full_text(folder / "index"),
            )
            _check(found)
            return found
        except (OSError, ValueError, KeyError) as error:
            raise BadData(f"{folder}: the clues are damaged ({error}). Write the folder again.") from error

    @property
    def unit(self) -> float:
        """About what BM25 makes of a word that a single clue has."""
        return log(1 + len(self.text_of))

    def found(self, sentence: str) -> dict[int, Found]:
        """By answer, what speaks for it in a sentence; answers for which nothing does are left out."""
        if not (terms := self.terms(sentence)):
            return {}
        unit, counts, found = self.unit, Counter[int](), dict[int, Found]()
        for hit in sorted(self.index.ranked(terms, SEARCHED), key=lambda hit: (-hit.score, hit.number)):
            answer = int(self.answer_of[self.text_of[hit.number]])
            rank, worth = counts[answer], hit.score / unit - FLOOR
            if rank == len(COUNTED) or worth <= 0:
                continue
            counts[answer] += 1
            worth *= COUNTED[rank]
            so_far = found.get(answer, _NOTHING)
            found[answer] = Found(so_far.score + worth, {**so_far.clues, hit.number: worth})
        return found

    def rarity(self, term: Term) -> float:
        """BM25's weight of a term: the rarer, the more."""
        having = self.index.frequency(term)
        return log(1 + (len(self.text_of) - having + 0.5) / (having + 0.5))

    def clue(self, number: int) -> str:
        """The sentence of this number."""
        text = int(self.text_of[number])
        return sentences(self.texts[text])[number - int(np.searchsorted(self.text_of, text))].text

    def about(self) -> Iterator[About]:
        """All texts, in order."""
        for number, answer in enumerate(self.answer_of):
            yield About(self.ids[number], self.answers[answer], self.texts[number])

    def terms(self, sentence: str) -> list[Term]:
        """What is searched for: the words that say something, and pairs of neighbours."""
        stems = fulltext.analyzer().analyze(sentence)
        words = [Term("text", stem) for stem in dict.fromkeys(stems) if stem not in _silent()]
        return words + [Term("name", pair, PAIR_WEIGHT) for pair in _pairs(stems)]


def _check(clues: Clues) -> None:
    """Nothing; ValueError where the parts do not fit each other."""
    if not isinstance(clues.answers, list) or not all(isinstance(answer, str) for answer in clues.answers):
        raise ValueError("its answers are no list of texts")
    if not len(clues.ids) == len(clues.texts) == len(clues.answer_of):
        raise ValueError("its files do not fit each other")
    for places, most in ((clues.answer_of, len(clues.answers)), (clues.text_of, len(clues.texts))):
        if not len(places) or places.min() < 0 or places.max() >= most:
            raise ValueError("it names what it does not hold")


_NOTHING = Found(0.0, {})


def _written(texts: Iterable[About], folder: Path | None) -> Clues:
    def path(name: str) -> Path | None:
        return None if folder is None else folder / name

    answers: list[str] = []
    text_of = array("q")
    digest = sha256(f"stumper clues {VERSION}".encode())
    with ExitStack() as writing:
        ids = writing.enter_context(closing(TextsWriter(path("ids"))))
        bodies = writing.enter_context(closing(TextsWriter(path("texts"))))
        index = writing.enter_context(closing(fulltext.start(path("index"))))
        for number, about in enumerate(texts):
            ids.add(about.id)
            bodies.add(about.text)
            answers.append(about.answer)
            digest.update(f"{about.id}\t{about.answer}\t{about.text}\n".encode(errors="replace"))
            for sentence in sentences(about.text):
                stems = fulltext.analyzer().analyze(sentence.text)
                index.add(sentence.text, names=_pairs(stems))
                text_of.append(number)
        if not answers:
            raise BadData("There are no questions to learn from. Give at least one.")
        distinct = sorted(set(answers))
        places = {answer: place for place, answer in enumerate(distinct)}
        clues = Clues(
            digest.hexdigest()[:ID_LENGTH],
            distinct,
            ids.finished(),
            bodies.finished(),
            np.array([places[answer] for answer in answers], np.int64),
            np.array(text_of, np.int64),
            index.finished(),
        )
    if folder is not None:
        _describe(clues, folder)
    return clues


def _describe(clues: Clues, folder: Path) -> None:
    """The folder holds what ids, texts and index do not say: whose answer is where, and what all this is."""
    clues.answer_of.tofile(folder / "answer_of.bin")
    clues.text_of.tofile(folder / "text_of.bin")
    facts = {"format": "stumper clues", "version": VERSION, "fingerprint": clues.fingerprint, "answers": clues.answers}
    (folder / _ABOUT).write_text(json.dumps(facts, ensure_ascii=False) + "\n", encoding="utf-8")


def _pairs(stems: Sequence[str]) -> list[str]:
    """Neighbours of which at least one says something, once each."""
    silent = _silent()
    return list(dict.fromkeys(f"{a} {b}" for a, b in pairwise(stems) if not (a in silent and b in silent)))


@lru_cache(maxsize=1)
def _silent() -> frozenset[str]:
    """The stems of the words that every question has."""
    return frozenset(fulltext.terms(" ".join(STOP_WORDS | _QUIZ_WORDS)))


def _about(folder: Path) -> dict[str, Any]:
    try:
        about = json_object(folder / _ABOUT)
    except BadData as error:
        raise BadData(f"{folder} holds no clues. Name a folder that they were written in.") from error
    if about.get("version") != VERSION:
        raise BadData(f"{folder} holds no clues of version {VERSION}. Write the folder again.")
    return about
