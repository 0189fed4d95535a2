"""Guesses at the answer of a question by past questions: retrieval alone, or together with types and a network."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import pairwise
from typing import ClassVar

import numpy as np

from stumper.protocols import Victim
from stumper.retrieval import fulltext
from stumper.retrieval.clues import PAIR_WEIGHT, Clues, Found
from stumper.retrieval.fulltext import Term
from stumper.tasks.quizbowl.heard import heard
from stumper.tasks.quizbowl.media import without_marks
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import Stretch, sentences, words
from stumper.types import Example, Guess, Passage, Prediction, Query, Weight
from stumper.victims.guessing.answer_types import AnswerTypes
from stumper.victims.guessing.choosing import Floats, shares
from stumper.victims.ledger import NOTHING, Ledger

VERSION = 2  # of everything between the parts and the prediction
GUESSES = 10
CANDIDATES = 30  # answers of retrieval that the choice is among
PASSAGES = 5  # past questions that are named as reasons
FEATURES = (  # of a candidate; "read" is the log of how many words were
    "score",
    "root",
    "none",
    "none, read",
    "named",
    "score, read",
    "root, read",
    "first",
    "type",
    "network",
)
USED: Mapping[str, int] = {"ir": 8, "ensemble": 9, "network": 10}  # of the features, by what a guesser is made of
_UNLIKELY = 1e-4  # what a network's answers count that it does not name
_REMEMBERED = 1_000  # sentences, at up to 50 KB; what comes in the beginnings of one question comes soon
_STEMMED = 20_000  # answers


@dataclass(frozen=True, slots=True)
class Parts:
    """What a guesser is made of; ``weights`` are those of as many of ``FEATURES`` as there are parts for."""

    clues: Clues
    weights: Floats
    types: AnswerTypes | None = None
    network: Victim | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """Answers to choose from, a row of features for each, and a last row for "none of them"."""

    answers: tuple[str, ...]
    rows: Floats


@dataclass(frozen=True)
class Guesser:
    """Ten guesses with probabilities, and past questions that speak for the first. Parts are opened when first asked.

    The score of an answer is the sum, over the sentences read, of what its past clues have in common with each; what a
    sentence gives is remembered, so that the beginnings of one question share their work.
    """

    tasks: ClassVar[Sequence[str]] = ("quizbowl", "bonus")

    fingerprint: str
    opened: Callable[[], Parts]
    learned: Callable[[], Ledger] = lambda: NOTHING  # what the parts were fitted to
    named: str = ""  # on the command line, by which its buzzer is found

    def has_seen(self, example: Example) -> bool:
        """Whether it was fitted to this tossup."""
        return self._seen.has_seen(example)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question, in order; none depends on another."""
        network = self.parts.network
        said = network.predict(queries) if network else [None] * len(queries)
        return [self._prediction(heard(query), other) for query, other in zip(queries, said, strict=True)]

    def passage(self, id: str) -> Passage | None:
        """The past question or page of this id, its answer being the title; None where there is none."""
        clues, number = self.parts.clues, self._numbers.get(id)
        if number is None:
            return None
        return Passage(id, clues.texts[number], clues.answers[clues.answer_of[number]])

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        """What each word adds to the answer's score, by the past clues that it is in; 0 for a word in none."""
        text, number = without_marks(query.text), self._answer_numbers.get(answer)
        found = [self._remembered(sentence.text).get(number, None) if number is not None else None
                 for sentence in sentences(text)]  # fmt: skip
        return clue_weights(self.parts.clues, text, found, "tossup" if isinstance(query, Tossup) else "part")

    def candidates(self, text: str, said: Prediction | None = None) -> Candidates:
        """What is chosen from after a text: the best answers of retrieval, those of the network, and none of them."""
        return self._candidates(text, self._scores(text), said)

    @property
    def answers(self) -> Sequence[str]:
        """All that it can answer."""
        return self.parts.clues.answers

    @cached_property
    def parts(self) -> Parts:
        """What it is made of."""
        return self.opened()

    @cached_property
    def _seen(self) -> Ledger:
        return self.learned()

    def _prediction(self, text: str, said: Prediction | None) -> Prediction:
        scores = self._scores(text)
        found = self._candidates(text, scores, said)
        chances = shares(self.parts.weights, found.rows)[:-1].tolist()
        best = nsmallest(GUESSES, zip(found.answers, chances, strict=True), key=lambda pair: (-pair[1], pair[0]))
        guesses = tuple(Guess(answer, chance) for answer, chance in best)
        return Prediction(guesses, min(1.0, sum(chance for _, chance in best)), self._evidence(text, best[0][0]))

    def _candidates(self, text: str, scores: Mapping[int, float], said: Prediction | None) -> Candidates:
        clues, types = self.parts.clues, self.parts.types
        numbers = nsmallest(CANDIDATES, scores, key=lambda number: (-scores[number], number))
        if len(numbers) < GUESSES:
            numbers += [number for number in self._common if number not in scores][: GUESSES - len(numbers)]
        names = {clues.answers[number]: scores.get(number, 0.0) for number in numbers}
        shares = {guess.answer: guess.probability or 0.0 for guess in said.guesses} if said else {}
        for answer in shares:
            names.setdefault(answer, scores.get(self._answer_numbers.get(answer, -1), 0.0))
        worth, read = np.array(list(names.values())), np.log1p(len(text.split()))
        rows = np.zeros((len(names) + 1, len(self.parts.weights)))
        rows[:-1, 0], rows[:-1, 1] = worth, np.sqrt(worth)
        rows[-1, 2], rows[-1, 3] = 1.0, read
        rows[:-1, 4] = self._are_named(names, text)
        rows[:-1, 5], rows[:-1, 6] = read * worth, read * np.sqrt(worth)
        rows[0, 7] = float(worth[0] > 0)
        if types is not None:
            likely = types.likely(text)
            rows[:-1, 8] = likely[[types.of(answer) for answer in names]]
        if said is not None:
            rows[:-1, 9] = [np.log(max(_UNLIKELY, shares.get(answer, 0.0))) for answer in names]
        return Candidates(tuple(names), rows)

    def _are_named(self, answers: Iterable[str], text: str) -> list[bool]:
        """Of each answer whether all its words stand in the text: a question that names one asks for another."""
        read = set(fulltext.terms(text))
        return [_stems(answer) <= read for answer in answers]

    def _scores(self, text: str) -> dict[int, float]:
        scores: dict[int, float] = {}
        for sentence in sentences(text):
            for answer, found in self._remembered(sentence.text).items():
                scores[answer] = scores.get(answer, 0.0) + found.score
        return scores

    def _evidence(self, text: str, answer: str) -> tuple[str, ...]:
        """The ids of the texts that speak loudest for an answer."""
        clues, worths = self.parts.clues, dict[int, float]()
        if (number := self._answer_numbers.get(answer)) is None:
            return ()
        for sentence in sentences(text):
            if found := self._remembered(sentence.text).get(number):
                for clue, worth in found.clues.items():
                    place = int(clues.text_of[clue])
                    worths[place] = worths.get(place, 0.0) + worth
        best = nsmallest(PASSAGES, worths, key=lambda place: (-worths[place], place))
        return tuple(clues.ids[place] for place in best)

    @cached_property
    def _remembered(self) -> Callable[[str], Mapping[int, Found]]:
        return lru_cache(maxsize=_REMEMBERED)(self.parts.clues.found)

    @cached_property
    def _answer_numbers(self) -> Mapping[str, int]:
        return {answer: number for number, answer in enumerate(self.parts.clues.answers)}

    @cached_property
    def _common(self) -> Sequence[int]:
        """The answers with the most texts, which are guessed where nothing speaks for any."""
        counts = Counter(self.parts.clues.answer_of.tolist())
        return nsmallest(GUESSES * 2 + CANDIDATES, counts, key=lambda number: (-counts[number], number))

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        ids = self.parts.clues.ids
        return {ids[number]: number for number in range(len(ids))}


@lru_cache(maxsize=_STEMMED)
def _stems(answer: str) -> frozenset[str]:
    return frozenset(fulltext.terms(answer))


def clue_weights(clues: Clues, text: str, found: Sequence[Found | None], field: str = "tossup") -> list[Weight]:
    """A weight for each word of the text in a field of a query, in order, by what was found for each of its sentences.

    A clue's worth is shared out among the words that it has in common with the sentence, by how rare they are: BM25's
    own shares where no word of the clue occurs twice. The weights sum to the answer's score.
    """
    weights = {(word.start, word.end): 0.0 for word in words(text)}
    for sentence, one in zip(sentences(text), found, strict=True):
        for number, worth in (one.clues if one else {}).items():
            for (start, _), value in _shared_out(clues, sentence, clues.clue(number), worth).items():
                place = next((place for place in weights if place[0] <= start < place[1]), None)
                if place is not None:
                    weights[place] += value
    return [Weight(field, start, end, value) for (start, end), value in weights.items()]


def _shared_out(clues: Clues, sentence: Stretch, clue: str, worth: float) -> dict[tuple[int, int], float]:
    """By the characters of a word, its share of the clue's worth."""
    has = fulltext.analyzer().analyze(clue)
    pairs = {f"{a} {b}" for a, b in pairwise(has)}
    wanted = {(term.field, term.text) for term in clues.terms(sentence.text)}
    tokens = fulltext.analyzer().pre_tokenize(sentence.text).tokens
    places = [(sentence.start + token.char_offset_from, sentence.start + token.char_offset_to) for token in tokens]
    stems = [token.text for token in tokens]
    rarity: dict[tuple[int, int], float] = dict.fromkeys(places, 0.0)
    for place, stem in zip(places, stems, strict=True):
        if ("text", stem) in wanted and stem in has:
            rarity[place] += clues.rarity(Term("text", stem)) / stems.count(stem)
    for (first, second), (a, b) in zip(pairwise(places), pairwise(stems), strict=True):
        if ("name", pair := f"{a} {b}") in wanted and pair in pairs:
            for place in (first, second):
                rarity[place] += PAIR_WEIGHT / 2 * clues.rarity(Term("name", pair))
    whole = sum(rarity.values())
    return {place: worth * value / whole for place, value in rarity.items()} if whole else {}
