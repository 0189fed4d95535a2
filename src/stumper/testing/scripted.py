"""A victim that answers by a rule, keeps what it was asked, and commits one fault where it is told to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from stumper.registry import task_of
from stumper.tasks.reading.question import Question
from stumper.types import Guess, Prediction, Query
from stumper.victims.python_callable import answered

Fault = Literal["raises", "count", "nan", "outside"]


class Rule(Protocol):
    """How a scripted victim answers one query."""

    def __call__(self, query: Query, /) -> Prediction:
        """Answers one query."""


@dataclass(frozen=True)
class Finds:
    """Guesses those of ``answers`` that stand in the paragraph, in this order.

    The first found has the first of ``probabilities``, and so on; without them the victim gives no distribution.
    """

    answers: tuple[str, ...]
    probabilities: tuple[float, ...] | None = None

    def __call__(self, query: Query, /) -> Prediction:
        """Guesses the answers that stand in the query's text, the first of them first."""
        text = query.context.text if isinstance(query, Question) else query.text
        found, place = [answer for answer in self.answers if answer in text], task_of(query).wire.place
        if self.probabilities is None:
            return Prediction(tuple(Guess(answer, None, place(query, answer)) for answer in found), None)
        ranked = list(zip(found, self.probabilities, strict=False))
        guesses = tuple(Guess(answer, probability, place(query, answer)) for answer, probability in ranked)
        return Prediction(guesses, sum(probability for _, probability in ranked))


@dataclass(frozen=True)
class Says:
    """Answers by the text of the question, claim or tossup; a text that is not among them is left unanswered."""

    answers: Mapping[str, str]
    probability: float | None = None

    def __call__(self, query: Query, /) -> Prediction:
        """Says what it has for the text of a query; nothing for others."""
        answer = self.answers.get(query.text)
        return Prediction((), None) if answer is None else answered(query, answer, self.probability)


@dataclass(frozen=True)
class ScriptedVictim:
    """Answers by a rule and keeps all that it was asked, one tuple a call, in ``batches``.

    Where a text or a paragraph holds ``where`` (as every one holds ""), it commits its ``fault``: it raises, leaves
    the prediction out, gives a probability of NaN, or places its answer outside the paragraph.
    """

    rule: Rule
    fingerprint: str | None = "scripted"
    fault: Fault | None = None
    where: str = ""
    batches: list[tuple[Query, ...]] = field(default_factory=list, compare=False)

    @property
    def calls(self) -> int:
        """How often it was called."""
        return len(self.batches)

    @property
    def queries(self) -> int:
        """How many queries it was asked, repetitions included."""
        return sum(len(batch) for batch in self.batches)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, but for its fault."""
        self.batches.append(tuple(queries))
        return [prediction for query in queries for prediction in self._predictions(query)]

    def _predictions(self, query: Query) -> list[Prediction]:
        context = query.context.text if isinstance(query, Question) else ""
        if self.fault is None or not (self.where in query.text or self.where in context):
            return [self.rule(query)]
        match self.fault:
            case "raises":
                raise RuntimeError(f"scripted to fail on {query.text!r}")
            case "count":
                return []
            case "nan":
                return [Prediction((Guess("nan", float("nan")),), None)]
            case "outside":
                return [Prediction((Guess("outside", 1.0, len(context)),), 1.0)]
