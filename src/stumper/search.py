"""Searches over sequences of words for the one that a loss likes least, as generators of batches.

A search knows nothing of queries or victims: it yields batches of sequences and is sent one Loss each; it returns
the sequence that it stands by.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, isfinite
from random import Random

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a sequence is worth: lower is better for the attacker; infinite where it could not be asked."""

    value: float
    succeeded: bool = False


Search = Generator[Sequence[Words], Sequence[Loss], Words]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words to choose from: ``common`` ones, of which some are drawn, and ``special`` ones, which are all tried."""

    common: Words
    special: Words = ()

    def drawn(self, count: int, rng: Random) -> Words:
        """``count`` common words and all special ones, without duplicates."""
        return tuple(dict.fromkeys((*rng.sample(self.common, min(count, len(self.common))), *self.special)))


@dataclass(slots=True)
class _Start:
    """One sequence under local search, with the loss of its present form."""

    words: Words
    loss: Loss
    order: list[int]


def local_search(
    vocabulary: Vocabulary, rng: Random, length: int, drawn: int, epochs: int, lonely_epochs: int, further_starts: int
) -> Search:
    """AddAny's search (Jia & Liang 2017, section 3.3.2), to the letter.

    Positions are visited in random order, once an epoch; at each, ``drawn`` random words and the special ones are
    tried, and the position changes only if that lowers the loss. After ``lonely_epochs`` without success
    ``further_starts`` random starts join, and all are searched together. It ends once the best sequence succeeds.
    """
    starts = yield from _begun(vocabulary, rng, length, 1)
    for epoch in range(epochs):
        if epoch == lonely_epochs:
            starts += yield from _begun(vocabulary, rng, length, further_starts)
        for start in starts:
            start.order = rng.sample(range(length), length)
        for step in range(length):
            if (best := min(starts, key=lambda start: start.loss.value)).loss.succeeded:
                return best.words
            proposals = [
                [_replaced(start.words, start.order[step], word) for word in vocabulary.drawn(drawn, rng)]
                for start in starts
            ]
            losses = iter((yield [words for tried in proposals for words in tried]))
            for start, tried in zip(starts, proposals, strict=True):
                for words in tried:
                    if (loss := next(losses)).value < start.loss.value:
                        start.words, start.loss = words, loss
    return min(starts, key=lambda start: start.loss.value).words


def _begun(vocabulary: Vocabulary, rng: Random, length: int, count: int
           ) -> Generator[Sequence[Words], Sequence[Loss], list[_Start]]:  # fmt: skip
    drawn = [tuple(rng.choices(vocabulary.common, k=length)) for _ in range(count)]
    losses = yield drawn
    return [_Start(words, loss, []) for words, loss in zip(drawn, losses, strict=True)]


def _replaced(words: Words, position: int, word: str) -> Words:
    return (*words[:position], word, *words[position + 1 :])


POPULATION, CHILDREN, ROUNDS = 10, 8, 120
TRIES = 100 * CHILDREN  # at one batch, before there are taken to be no new sequences left
FRESH = 0.3  # the share of drawn words that are taken at random instead of by what has worked
WARMTH = 0.05  # the loss by which a word must be better to be drawn e times as often
CAUTION = 2.0  # how many observations of no effect every word begins with


def fast_search(vocabulary: Vocabulary, rng: Random, length: int) -> Search:
    """A race: the best sequences breed, and words are drawn by how much better the sequences with them have done.

    It asks at most 968 sequences, none twice, and ends with the first that succeeds, or when it finds no new one. All
    starts share one record of words, so nothing learned at one position, or from one start, is lost on the others.
    """
    record = _Record(vocabulary, rng)
    born = list(dict.fromkeys(tuple(record.draw() for _ in range(length)) for _ in range(CHILDREN)))
    alive: list[tuple[float, Words]] = []
    asked: set[Words] = set()
    for _ in range(ROUNDS + 1):
        asked.update(born)
        losses = yield born
        for words, loss in zip(born, losses, strict=True):
            if loss.succeeded:
                return words
        record.note(born, losses)
        alive = sorted([*alive, *((loss.value, words) for words, loss in zip(born, losses, strict=True))])[:POPULATION]
        if not (born := _children(alive, asked, record, rng)):
            break
    return alive[0][1]


def _children(alive: Sequence[tuple[float, Words]], asked: set[Words], record: "_Record", rng: Random) -> list[Words]:
    """New sequences: each a fit parent's, half of them crossed with another's, with one to three words drawn anew."""
    born: dict[Words, None] = {}
    for _ in range(TRIES):
        if len(born) == CHILDREN:
            break
        parent = min(rng.sample(alive, min(3, len(alive))))[1]
        other = rng.choice(alive)[1] if rng.random() < 0.5 else parent
        words = [rng.choice(pair) for pair in zip(parent, other, strict=True)]
        for position in rng.sample(range(len(words)), min(len(words), rng.choice((1, 1, 2, 3)))):
            words[position] = record.draw()
        if (child := tuple(words)) not in asked:
            born[child] = None
    return list(born)


@dataclass(slots=True)
class _Record:
    """How much lower than their batch's mean the losses of sequences with a word were, added up."""

    vocabulary: Vocabulary
    rng: Random
    gains: dict[str, float] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def note(self, born: Sequence[Words], losses: Sequence[Loss]) -> None:
        """Every word of a sequence shares in how the sequence did."""
        asked = [(words, loss.value) for words, loss in zip(born, losses, strict=True) if isfinite(loss.value)]
        mean = fsum(value for _, value in asked) / max(1, len(asked))
        for words, value in asked:
            for word in dict.fromkeys(words):  # not a set: its order differs from process to process
                self.gains[word] = self.gains.get(word, 0.0) + mean - value
                self.seen[word] = self.seen.get(word, 0) + 1

    def draw(self) -> str:
        """A word: by its record, or at random, special and common ones alike often."""
        if not self.seen or self.rng.random() < FRESH:
            special = self.vocabulary.special
            return self.rng.choice(special if special and self.rng.random() < 0.5 else self.vocabulary.common)
        known = list(self.seen)
        weights = [exp(self.gains[word] / (self.seen[word] + CAUTION) / WARMTH) for word in known]
        return self.rng.choices(known, weights)[0]
