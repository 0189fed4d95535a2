"""Searches over sequences of words for the one that a loss likes least, as generators of batches.

A search knows nothing of queries or victims: it yields batches of sequences and is sent one Loss each; it returns
the sequence that it stands by.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, inf, isfinite
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


POPULATION, CHILDREN, ROUNDS = 10, 8, 140
PATIENCE = 15  # rounds without a better best, after which all but the best make room for new starts
TRIES = 200  # to bear eight children that have not been asked yet; a tiny vocabulary runs out of them
PASTE, SWAP = 0.25, 0.15  # shares of the children changed so; the others have one to three words drawn anew
FRESH = 0.3  # the share of drawn words that are taken at random instead of by what has worked
WARMTH = 0.05  # the loss by which a word must be better to be drawn e times as often
CAUTION = 2.0  # how many observations of no effect every word begins with


def fast_search(vocabulary: Vocabulary, rng: Random, length: int) -> Search:
    """A race: the best sequences breed, and words are drawn by how much better the sequences with them have done.

    It asks at most 1128 sequences, none twice, and ends with the first that succeeds. All starts share one record of
    words, so nothing that was learned at one position, or from one start, is lost on the others. Runs of special
    words are kept together: a reader falls for what looks like its question.
    """
    record = _Record(vocabulary, rng)
    alive: list[tuple[float, Words]] = []
    asked: set[Words] = set()
    best, idle = inf, 0
    born = _unasked((_started(length, record, rng) for _ in range(TRIES)), asked)
    for _ in range(ROUNDS + 1):
        asked.update(born)
        losses = yield born
        for words, loss in zip(born, losses, strict=True):
            if loss.succeeded:
                return words
        record.note(born, losses)
        alive = sorted([*alive, *((loss.value, words) for words, loss in zip(born, losses, strict=True))])[:POPULATION]
        best, idle = alive[0][0], 0 if alive[0][0] < best else idle + 1
        if idle == PATIENCE:
            alive, idle = alive[:1], 0
            born = _unasked((_started(length, record, rng) for _ in range(TRIES)), asked)
        else:
            born = _unasked((_child(alive, record, rng) for _ in range(TRIES)), asked)
        if not born:
            break
    return alive[0][1]


def _unasked(candidates: Iterator[Words], asked: set[Words]) -> list[Words]:
    """The first CHILDREN different candidates that have not been asked."""
    born: dict[Words, None] = {}
    for words in candidates:
        if words not in asked:
            born[words] = None
        if len(born) == CHILDREN:
            break
    return list(born)


def _started(length: int, record: "_Record", rng: Random) -> Words:
    """Words drawn one by one and, where there are special ones, a run of these."""
    words = [record.draw() for _ in range(length)]
    return tuple(_pasted(words, record.vocabulary.special, rng) if record.vocabulary.special else words)


def _child(alive: Sequence[tuple[float, Words]], record: "_Record", rng: Random) -> Words:
    """A fit parent, half of the time crossed with another, changed in one way."""
    parent = min(rng.sample(alive, min(3, len(alive))))[1]
    other = rng.choice(alive)[1] if rng.random() < 0.5 else parent
    words = [rng.choice(pair) for pair in zip(parent, other, strict=True)]
    way = rng.random()
    if way < PASTE and record.vocabulary.special:
        return tuple(_pasted(words, record.vocabulary.special, rng))
    if way > 1 - SWAP and len(words) > 1:
        a, b = rng.sample(range(len(words)), 2)
        words[a], words[b] = words[b], words[a]
        return tuple(words)
    for position in rng.sample(range(len(words)), min(len(words), rng.choice((1, 1, 2, 3)))):
        words[position] = record.draw()
    return tuple(words)


def _pasted(words: list[str], special: Words, rng: Random) -> list[str]:
    """The words with a random run of the special ones, in their own order, over a random stretch."""
    size = rng.randint(1, min(len(words), len(special)))
    source, target = rng.randint(0, len(special) - size), rng.randint(0, len(words) - size)
    return [*words[:target], *special[source : source + size], *words[target + size :]]


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
