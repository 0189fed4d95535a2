"""AddAny and AddCommon: words that mean nothing, found by querying the victim (Jia & Liang 2017, section 3.3.2)."""

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.reading.insertion import Place, inserted
from stumper.errors import BadOption
from stumper.search import Loss, Search, Vocabulary, Words, fast_search, local_search
from stumper.text import words
from stumper.types import OVER_BUDGET, Example, Perturbation, Verdict


@cache
def common_words() -> Words:
    """The 1,000 most frequent words of the Brown corpus, lower case (counts are facts; see the data's card)."""
    text = (files("stumper.adversaries.reading") / "brown-1000.txt").read_text(encoding="utf-8")
    return tuple(text.split())


LEAST = {"length": 1, "drawn": 1, "epochs": 1, "lonely_epochs": 0, "further_starts": 0}


@dataclass(frozen=True, slots=True)
class AddAny:
    """Adds ``length`` words, searched for so that the victim's expected F1 falls (Jia & Liang 2017).

    At every position ``drawn`` common words are tried and, with ``question_words``, all words of the question.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "word sequences"
    searches: ClassVar[bool] = True

    search: Literal["paper", "fast"] = "paper"
    place: Place = "append"
    length: int = 10
    drawn: int = 20
    epochs: int = 6
    lonely_epochs: int = 3
    further_starts: int = 4
    question_words: bool = True

    def __post_init__(self) -> None:
        for option, least in LEAST.items():
            if (value := getattr(self, option)) < least:
                raise BadOption(f"The option {option!r} of add-any is a number of {least} or more, not {value}.")

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """Batches of sentences until one succeeds, the search ends, or the budget is spent.

        By the paper's search it stands by the lowest expected F1, however the attempt ends; the best guess may score
        lower on another sentence.
        """
        vocabulary = self._vocabulary(example)
        search = self._search(vocabulary, rng)
        losses: Sequence[Loss] | None = None
        lowest, best = math.inf, None
        while True:
            try:
                proposed = search.send(losses)  # type: ignore[arg-type]  # None starts a generator
            except StopIteration as end:
                return None if self.search == "fast" else self._perturbed(example, end.value)
            said = yield [self._perturbed(example, sequence) for sequence in proposed]
            losses = [Loss(math.inf if v.expected is None else v.expected, v.succeeded) for v in said]
            for sequence, loss in zip(proposed, losses, strict=True):
                if loss.value < lowest:
                    lowest, best = loss.value, sequence
            if best is not None and self.search == "paper" and any(v.fault == OVER_BUDGET for v in said):
                return self._perturbed(example, best)

    def _vocabulary(self, example: Example) -> Vocabulary:
        """The common words and, as special ones, the question's; without ``question_words`` the fast search still
        favours those of the question's that are common ones, which it may draw anyway."""
        asked = tuple(dict.fromkeys(word.text.lower() for word in words(example.query.text)))
        if self.question_words:
            return Vocabulary(common_words(), asked)
        favoured = tuple(word for word in asked if word in common_words()) if self.search == "fast" else ()
        return Vocabulary(common_words(), favoured)

    def _search(self, vocabulary: Vocabulary, rng: Random) -> Search:
        if self.search == "fast":
            return fast_search(vocabulary, rng, self.length)
        return local_search(vocabulary, rng, self.length, self.drawn, self.epochs, self.lonely_epochs,
                            self.further_starts)  # fmt: skip

    def _perturbed(self, example: Example, sequence: Words) -> Perturbation:
        return inserted(example, " ".join(sequence) + ".", self.place)


add_common = partial(AddAny, question_words=False)
add_common.__doc__ = "Adds common words alone: AddAny without the question's words (Jia & Liang 2017)."
