"""Words of the paragraph put in other words, those first that the key sentence shares with the question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, changed, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.swaps import Swap, choices, distance, drawn, elsewhere
from stumper.errors import BadOption
from stumper.language.rewording.one_sentence import parsed
from stumper.types import Example, Perturbation

MOST_TOGETHER = 4  # replacements of one candidate
DRAWS = 32  # of places; those that come twice count once


@dataclass(frozen=True, slots=True)
class Synonym:
    """Puts synonyms or negated antonyms for words of question and key sentence (Rahurkar et al. 2020).

    With ``least_share`` a noun that the table of interchangeable words lacks is looked up in WordNet, and replaced
    where this share of its uses, as far as can be estimated, have the sense of the synonym. With ``shared`` only words
    of the key sentence that the question has are replaced; without, they come first.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    shared: bool = False
    least_share: float | None = None
    candidates: int = 32
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-synonym", "candidates", self.candidates)
        if self.least_share is not None and not 0 <= self.least_share <= 1:
            raise BadOption(f"The option 'least_share' of edit-synonym is a share of 0 to 1, not {self.least_share}.")

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """All words of the key sentence that the question has, each of them by its first choice, then the second
        choices, then what else the sentence has, the words next to an answer first; then words of other sentences,
        and some drawn of all places together.
        """
        given = paragraph(example)
        parse = None if given is None else parsed(given.key_sentence.text, self.pipeline)
        if given is None or parse is None:
            return []
        found = choices(given, parse, self.least_share)
        asked = [choice for choice in found if choice[0].is_asked]
        if self.shared:
            return first(self.candidates, (_swapped(given, swaps) for swaps in _of_key(asked, [])))
        others = sorted((choice for choice in found if not choice[0].is_asked), key=lambda of: distance(given, of[0]))
        around = elsewhere(given, self.pipeline, self.least_share)
        tries = chain(_of_key(asked, others), _of_all(given, asked + others, around, rng))
        return first(self.candidates, (_swapped(given, swaps) for swaps in tries))

    attack = one_batch


def _of_key(asked: Sequence[Sequence[Swap]], others: Sequence[Sequence[Swap]]) -> Iterator[Sequence[Swap]]:
    """What is replaced at once in the key sentence: of the words that the question has, and of the others."""
    every = (*asked, *others)
    if len(asked) > 1:
        yield [choice[0] for choice in asked][:MOST_TOGETHER]
    yield from ([choice[0]] for choice in asked)
    if asked and others:
        yield [choice[0] for choice in every][:MOST_TOGETHER]
    if len(seconds := [choice[1] for choice in every if len(choice) > 1]) > 1:
        yield seconds[:MOST_TOGETHER]
    yield from ([swap] for choice in asked for swap in choice[1:])
    if len(others) > 1:
        yield [choice[0] for choice in others][:MOST_TOGETHER]
    yield from ([choice[0]] for choice in others)


def _of_all(
    given: Paragraph, key: Sequence[Sequence[Swap]], around: Sequence[Sequence[Swap]], rng: Random
) -> Iterator[Sequence[Swap]]:
    """What is replaced at once in all the paragraph: the first of each, then some places drawn."""
    places = [*key, *around]
    if key and around:
        yield [choice[0] for choice in (*key[: MOST_TOGETHER // 2], *around[: MOST_TOGETHER // 2])]
    if len(around) > 1:
        yield [choice[0] for choice in around[:MOST_TOGETHER]]
    if len(places) > 1:
        yield from (drawn(given, places, MOST_TOGETHER, rng) for _ in range(DRAWS))
    yield from ([choice[0]] for choice in around)


def _swapped(given: Paragraph, swaps: Sequence[Swap]) -> Perturbation | None:
    rule = " + ".join(dict.fromkeys(swap.rule for swap in swaps))
    return changed(given, [swap.change for swap in swaps], "synonym", rule)
