"""The recurrent guesser as a victim: a bidirectional GRU over word vectors (Wallace et al. 2019, section 2.2)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from stumper.tasks.quizbowl.heard import heard
from stumper.types import Example, Prediction, Query
from stumper.victims import ledger
from stumper.victims.guessing.neural import Fitted, filled, opened, ranked

ROWS = 4  # that the graph reads at once: few of one length are asked together
PAD_TO = 16  # words; a row's padded length depends on the row alone

Floats = NDArray[np.float32]
Row = tuple[Floats, Floats]  # the vectors of a text's words, and their weights


def load(argument: str, examples: Sequence[Example]) -> "Rnn":
    """The guesser of a folder that training/guessers.py wrote; without an argument, the one that ships."""
    return Rnn(opened("rnn", argument))


@dataclass(frozen=True, slots=True)
class Rnn:
    """Its likeliest answers, with probabilities over all that it knows."""

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
        return ledger.beside(self.fitted.graph).has_seen(example)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a tossup; where it knows none of the words, how likely the answers are by themselves."""
        known = self.fitted.words
        by_length: dict[int, list[tuple[int, Row]]] = defaultdict(list)
        for place, query in enumerate(queries):
            row = known.embedded(known.heard(heard(query)))
            by_length[-(-max(1, len(row[1])) // PAD_TO) * PAD_TO].append((place, row))
        found: dict[int, Prediction] = {}
        for length, rows in by_length.items():
            scores = (row for batch in filled([row for _, row in rows], ROWS) for row in self._scores(batch, length))
            found.update(
                (place, ranked(self.fitted, row, heard(queries[place])))
                for (place, _), row in zip(rows, scores, strict=False)
            )
        return [found[place] for place in range(len(queries))]

    def _scores(self, rows: Sequence[Row], length: int) -> Floats:
        embedded = np.zeros((len(rows), length, self.fitted.words.vectors.shape[1]), np.float32)
        weights = np.zeros((len(rows), length), np.float32)
        for place, (vectors, own) in enumerate(rows):
            embedded[place, : len(own)], weights[place, : len(own)] = vectors, own
        lengths = np.array([max(1, len(own)) for _, own in rows], np.int32)
        return self.fitted.session.run(["scores"], {"embedded": embedded, "weights": weights, "lengths": lengths})[0]
