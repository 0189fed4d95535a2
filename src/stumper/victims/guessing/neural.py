"""The neural guessers as victims: a deep averaging network and a recurrent one.

To the first a question is a bag of words (Iyyer et al. 2015); the second is a bidirectional GRU over word vectors
(Wallace et al. 2019, section 2.2).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, TypeVar

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from stumper.datasets.documents import json_object
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, file_fingerprint
from stumper.models.guesser_words import FILE, GuesserWords, read_words
from stumper.tasks.quizbowl.heard import heard
from stumper.text import normalise_answer, words
from stumper.types import Example, Guess, Prediction, Query, Weight
from stumper.victims import ledger
from stumper.victims.graphs import session, session_with_gradient, shipped, threads
from stumper.victims.guessing.choosing import Floats, shares

Kind = Literal["dan", "rnn"]
Numbers = NDArray[np.float32]
Item = TypeVar("Item")
Row = tuple[Numbers, Numbers]  # the vectors of a text's words, and their weights
GRAPH, DESCRIPTION = "guesser.onnx", "guesser.json"
BACKWARD = "dan-gradient.onnx"
FILES = (GRAPH, FILE, DESCRIPTION)
DAN_ROWS = 16  # that the graph reads at once
RNN_ROWS = 4  # few of one length are asked together
PAD_TO = 16  # words; a row's padded length depends on the row alone
MOST_GUESSES = 10  # guesses of a prediction
FEATURES = ("score", "score, read", "none", "none, read")  # of an answer; "read" is the log of how many words were
VERSION = 2  # of everything between the weights and the prediction


@dataclass(frozen=True, slots=True)
class Fitted:
    """A guesser's weights, ready; ``choice`` has those by which scores become probabilities, one of each feature."""

    fingerprint: str
    graph: Path
    answers: tuple[str, ...]
    choice: Floats
    words: GuesserWords
    session: ort.InferenceSession

    def has_seen(self, example: Example) -> bool:
        """Whether the guesser was trained or tuned on this tossup."""
        return ledger.beside(self.graph).has_seen(example)


def opened(kind: Kind, argument: str) -> Fitted:
    """The guesser that stands in a folder, or the one that ships where none is named.

    BadOption where the folder holds no guesser, or one of another kind.
    """
    threads()
    folder = Path(argument) if argument else shipped() / kind
    if missing := [name for name in FILES if not (folder / name).is_file()]:
        raise BadOption(f"{argument!r} is no folder of a {kind}: it has no {missing[0]}. Name one that "
                        f"'training/guessers.py --kind {kind}' wrote, or say {kind!r} alone.")  # fmt: skip
    said = _described(folder / DESCRIPTION)
    if said.kind != kind:
        raise BadOption(f"In {argument!r} is a guesser of kind {said.kind!r}. Say '{said.kind}:{argument}'.")
    fingerprint = content_id(VERSION, [file_fingerprint(folder / name) for name in FILES],
                             ledger.fingerprint(folder / GRAPH))  # fmt: skip
    return Fitted(fingerprint, folder / GRAPH, said.answers, said.choice, read_words(folder / FILE),
                  session(folder / GRAPH))  # fmt: skip


def dan(argument: str, examples: Sequence[Example]) -> "Dan":
    """The guesser of a folder that training/guessers.py wrote; without an argument, the one that ships."""
    return Dan(opened("dan", argument))


def rnn(argument: str, examples: Sequence[Example]) -> "Rnn":
    """The guesser of a folder that training/guessers.py wrote; without an argument, the one that ships."""
    return Rnn(opened("rnn", argument))


@dataclass(frozen=True, slots=True)
class Dan:
    """It averages the vectors of the words that it knows."""

    tasks: ClassVar[Sequence[str]] = ("quizbowl", "bonus")

    fitted: Fitted

    @property
    def fingerprint(self) -> str:
        """Of its weights."""
        return self.fitted.fingerprint

    @property
    def answers(self) -> Sequence[str]:
        """All that it can say."""
        return self.fitted.answers

    def has_seen(self, example: Example) -> bool:
        """Whether it was trained or tuned on this tossup."""
        return self.fitted.has_seen(example)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a tossup; where it knows none of the words, how likely the answers are by themselves."""
        texts = [heard(query) for query in queries]
        means = [self._mean(text) for text in texts]
        scores = (row for batch in filled(means, DAN_ROWS) for row in self._scores(batch))
        return [ranked(self.fitted, row, text) for row, text in zip(scores, texts, strict=False)]

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        """Gradient x vector of each word, in order, for the log probability of the answer.

        To the mean of the words only its direction matters, so the weights sum to 0: a word is weighed against the
        others. Every word weighs 0 where the answer is none that it can say.
        """
        text = heard(query)
        found = words(text)
        sums = np.zeros(len(found))
        chosen = [place for place, one in enumerate(self.answers) if normalise_answer(one) == normalise_answer(answer)]
        known = self.fitted.words.heard(text)
        if chosen and known:
            vectors, weights = self.fitted.words.embedded(known)
            gradient = self._gradient(weights @ vectors, chosen[0])
            np.add.at(sums, [word.place for word in known], (weights[:, None] * vectors * gradient).sum(axis=1))
        return [Weight("tossup", word.start, word.end, value) for word, value in zip(found, sums.tolist(), strict=True)]

    def _mean(self, text: str) -> Numbers:
        """The weighted sum of the vectors of the words that it knows."""
        vectors, weights = self.fitted.words.embedded(self.fitted.words.heard(text))
        return (weights[:, None] * vectors).sum(axis=0)

    def _scores(self, means: Sequence[Numbers]) -> Numbers:
        return self.fitted.session.run(["scores"], {"averaged": np.stack(means)})[0]

    def _gradient(self, mean: Numbers, answer: int) -> Numbers:
        """Of the answer's log probability, over the answers alone, by the mean."""
        chosen = np.zeros((1, len(self.answers)), np.float32)
        chosen[0, answer] = 1.0
        joined = session_with_gradient(self.fitted.graph, shipped() / BACKWARD)
        return joined.run(["gradient"], {"averaged": mean[None], "chosen": chosen})[0][0]


@dataclass(frozen=True, slots=True)
class Rnn:
    """It reads the vectors of the words in order, from both ends."""

    tasks: ClassVar[Sequence[str]] = ("quizbowl", "bonus")

    fitted: Fitted

    @property
    def fingerprint(self) -> str:
        """Of its weights."""
        return self.fitted.fingerprint

    @property
    def answers(self) -> Sequence[str]:
        """All that it can say."""
        return self.fitted.answers

    def has_seen(self, example: Example) -> bool:
        """Whether it was trained or tuned on this tossup."""
        return self.fitted.has_seen(example)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a tossup; where it knows none of the words, how likely the answers are by themselves."""
        known = self.fitted.words
        by_length: dict[int, list[tuple[int, Row]]] = defaultdict(list)
        for place, query in enumerate(queries):
            row = known.embedded(known.heard(heard(query)))
            by_length[-(-max(1, len(row[1])) // PAD_TO) * PAD_TO].append((place, row))
        found: dict[int, Prediction] = {}
        for length, rows in by_length.items():
            scores = (
                row for batch in filled([row for _, row in rows], RNN_ROWS) for row in self._scores(batch, length)
            )
            found.update(
                (place, ranked(self.fitted, row, heard(queries[place])))
                for (place, _), row in zip(rows, scores, strict=False)
            )
        return [found[place] for place in range(len(queries))]

    def _scores(self, rows: Sequence[Row], length: int) -> Numbers:
        embedded = np.zeros((len(rows), length, self.fitted.words.vectors.shape[1]), np.float32)
        weights = np.zeros((len(rows), length), np.float32)
        for place, (vectors, own) in enumerate(rows):
            embedded[place, : len(own)], weights[place, : len(own)] = vectors, own
        lengths = np.array([max(1, len(own)) for _, own in rows], np.int32)
        return self.fitted.session.run(["scores"], {"embedded": embedded, "weights": weights, "lengths": lengths})[0]


def ranked(fitted: Fitted, scores: Numbers, text: str) -> Prediction:
    """The likeliest answers by their scores after a text, best first; ties by the order of the answers.

    What the probabilities lack to 1 is that of an answer that the guesser cannot give, and of those not named.
    """
    chances = shares(fitted.choice, choices(scores, len(text.split())))[:-1]
    best = np.argsort(-chances, kind="stable")[:MOST_GUESSES]
    guesses = tuple(Guess(fitted.answers[place], float(chances[place])) for place in best)
    return Prediction(guesses, min(1.0, float(chances[best].sum())))


def choices(scores: Numbers, read: int) -> Floats:
    """A row of ``FEATURES`` after so many words for each answer, and a last one for "none of them"."""
    rows = np.zeros((len(scores) + 1, len(FEATURES)))
    rows[:-1, 0] = scores
    rows[-1, 2] = 1.0
    rows[:, 1::2] = rows[:, ::2] * np.log1p(read)
    return rows


def filled(items: Sequence[Item], rows: int) -> Iterator[Sequence[Item]]:
    """All items in batches of as many rows, the last filled up with its last item: so none depends on its batch."""
    for begin in range(0, len(items), rows):
        batch = items[begin : begin + rows]
        yield [*batch, *[batch[-1]] * (rows - len(batch))]


@dataclass(frozen=True, slots=True)
class _Said:
    kind: str
    answers: tuple[str, ...]
    choice: Floats


def _described(path: Path) -> _Said:
    try:
        said = json_object(path)
        choice = np.array(said["choice"], np.float64)
        if choice.shape != (len(FEATURES),):
            raise ValueError("its choice is of other features")
        return _Said(said["kind"], tuple(said["answers"]), choice)
    except (BadData, ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadOption(
            f"{path} describes no guesser ({error}). Write the folder again with training/guessers.py."
        ) from error
