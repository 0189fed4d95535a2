"""The deep averaging network as a victim (Iyyer et al. 2015): to it a question is a bag of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from stumper.tasks.quizbowl.heard import heard
from stumper.text import normalise_answer, words
from stumper.types import Example, Prediction, Query, Weight
from stumper.victims import ledger
from stumper.victims.graphs import session_with_gradient, shipped
from stumper.victims.guessing.neural import Fitted, filled, opened, ranked

BACKWARD = "dan-gradient.onnx"
ROWS = 16  # that the graph reads at once

Floats = NDArray[np.float32]


def load(argument: str, examples: Sequence[Example]) -> "Dan":
    """The guesser of a folder that training/guessers.py wrote; without an argument, the one that ships."""
    return Dan(opened("dan", argument))


@dataclass(frozen=True, slots=True)
class Dan:
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
        texts = [heard(query) for query in queries]
        means = [self._mean(text) for text in texts]
        scores = (row for batch in filled(means, ROWS) for row in self._scores(batch))
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

    def _mean(self, text: str) -> Floats:
        """The weighted sum of the vectors of the words that it knows."""
        vectors, weights = self.fitted.words.embedded(self.fitted.words.heard(text))
        return (weights[:, None] * vectors).sum(axis=0)

    def _scores(self, means: Sequence[Floats]) -> Floats:
        return self.fitted.session.run(["scores"], {"averaged": np.stack(means)})[0]

    def _gradient(self, mean: Floats, answer: int) -> Floats:
        """Of the answer's log probability, over the answers alone, by the mean."""
        chosen = np.zeros((1, len(self.answers)), np.float32)
        chosen[0, answer] = 1.0
        joined = session_with_gradient(self.fitted.graph, shipped() / BACKWARD)
        return joined.run(["gradient"], {"averaged": mean[None], "chosen": chosen})[0][0]
