"""What a victim has said of examples and of texts made of them: each text is asked once."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace

from stumper.predictions import best_answer
from stumper.registry import task_of
from stumper.types import Example, Prediction, Query

CHUNK = 4096  # queries that are put together
Asking = Generator[Sequence[Query], Sequence[Prediction | None], None]


@dataclass(frozen=True, slots=True)
class Answers:
    """The examples and what the victim has said so far: by query, and None where it failed."""

    examples: Sequence[Example]
    said: dict[Query, str | None] = field(default_factory=dict)
    turned: dict[tuple[int, str], bool] = field(default_factory=dict)

    def ask(self, queries: Sequence[Query]) -> Asking:
        """What was not asked yet is asked and remembered."""
        new = [query for query in dict.fromkeys(queries) if query not in self.said]
        for begin in range(0, len(new), CHUNK):
            chunk = new[begin : begin + CHUNK]
            predictions = yield chunk
            for query, prediction in zip(chunk, predictions, strict=True):
                self.said[query] = None if prediction is None else best_answer(prediction) or ""

    def query(self, example: int, text: str) -> Query:
        """The example's query with this text."""
        return replace(self.examples[example].query, text=text)

    def is_right(self, example: int) -> bool:
        """Whether the victim answers the example so that there is something to turn."""
        answer = self.said[self.examples[example].query]
        return answer is not None and not self._reached(example, answer)

    def is_turned(self, example: int, text: str) -> bool:
        """Whether a right answer has become a wrong one; only of texts that were asked."""
        if (example, text) not in self.turned:
            answer = self.said[self.query(example, text)]
            self.turned[example, text] = answer is not None and self._reached(example, answer)
        return self.turned[example, text]

    def of(self, example: int, text: str | None = None) -> str:
        """What was said of the example, or of this text in its place; "" where the victim failed."""
        query = self.examples[example].query if text is None else self.query(example, text)
        return self.said[query] or ""

    def _reached(self, example: int, answer: str) -> bool:
        # What the engine means by success where nobody names a goal.
        goal = next(iter(task_of(self.examples[example].query).goals.values()))
        return goal.reached(goal.score(self.examples[example].gold, answer), 1.0)
