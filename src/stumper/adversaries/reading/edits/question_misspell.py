"""Words of the question misspelt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal, get_args

from stumper.adversaries.reading.edits.asked import reasked
from stumper.adversaries.reading.edits.paragraph import Change, content_words
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.language.rewording.misspelling import SHORTEST, Slip, misspelt
from stumper.text import Stretch, words
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class QuestionMisspell:
    """Misspells words of the question: two letters change places, a neighbour's key is hit, a letter is dropped.

    ``words`` are misspelt at most at a time. Names stay: one wrong letter makes another name of many.
    """

    tasks: ClassVar[Sequence[str]] = ("reading", "rag")
    family: ClassVar[str] = "question edits"
    changes: ClassVar[Sequence[str]] = ("text",)
    searches: ClassVar[bool] = False

    method: Literal["all", "swap", "keyboard", "drop"] = "all"
    words: int = 2
    candidates: int = 12

    def __post_init__(self) -> None:
        at_least_one("question-misspell", "words", self.words)
        at_least_one("question-misspell", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The longest words together, then each alone, by each method in turn."""
        question = example.query.text
        found = [word for word in content_words(question) if _may_be_misspelt(word)]
        longest = sorted(found, key=lambda word: (-len(word.text), word.start))
        together = [longest[: self.words]] if self.words > 1 < len(longest) else []
        methods: tuple[Slip, ...] = get_args(Slip) if self.method == "all" else (self.method,)
        return first(self.candidates, self._made(example, [*together, *([word] for word in longest)], methods, rng))

    attack = one_batch

    def _made(
        self, example: Example, tries: Sequence[Sequence[Stretch]], methods: Sequence[Slip], rng: Random
    ) -> Iterator[Perturbation | None]:
        known = frozenset(word.text.lower() for word in words(example.query.text)) | FUNCTION_WORDS
        for chosen in tries:
            for method in methods:
                wrong = [(word, misspelt(word.text, method, known, rng)) for word in chosen]
                changes = [Change(word.start, word.end, text) for word, text in wrong if text]
                if len(changes) == len(chosen):
                    yield reasked(example, changes, "question misspelling", method)


def _may_be_misspelt(word: Stretch) -> bool:
    text = word.text
    return len(text) >= SHORTEST and text.isascii() and text.isalpha() and text.islower()
