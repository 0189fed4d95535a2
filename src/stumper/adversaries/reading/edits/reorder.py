"""Sentences in another order; what leans on a sentence, or takes up what it brings up, stays behind it."""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.order import hangs_on_the_last, needed, tells_of_an_event
from stumper.text import words
from stumper.types import Example, Perturbation

SHUFFLES = 8
SHORTEST = 2  # words of a sentence
QUOTES = ('"', "“", "‘")


@dataclass(frozen=True, slots=True)
class Reorder:
    """Puts the paragraph's sentences in another order, the key sentence early or late (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 6

    def __post_init__(self) -> None:
        at_least_one("edit-reorder", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """Orders of the sentences, those that move the key sentence furthest first; none of a torn paragraph."""
        given = paragraph(example)
        if given is None or not given.reads_whole() or _has_fragments(given):
            return []
        blocks = _blocks(given)
        parts = [given.kept(block[0], block[-1]) for block in blocks]
        texts = [given.text_of([part]) for part in parts]
        key = next(at for at, block in enumerate(blocks) if given.key in block)
        found = (
            rewritten(example, given.laid_out([[parts[at]] for at in order]), "reorder", rule)
            for rule, order in _orders(needed(texts), key, rng)
            if order != sorted(order)
        )
        return first(self.candidates, found)

    attack = one_batch


def _has_fragments(given: Paragraph) -> bool:
    """Whether a sentence is of one word, as where a name has a mark that ends sentences: *EAT!*"""
    return any(len(words(sentence.text)) < SHORTEST for sentence in given.sentences)


def _blocks(given: Paragraph) -> list[range]:
    """The sentences in runs that stay together; what opens with a quotation, hangs on the sentence before it by its
    words, or tells what happened next, stays with that."""
    found = list[range]()
    for block in given.blocks():
        opening, before = given.sentences[block[0]].text, given.sentences[block[0] - 1].text
        goes_on = tells_of_an_event(opening) and tells_of_an_event(before)
        if found and (goes_on or opening.startswith(QUOTES) or hangs_on_the_last(opening)):
            found[-1] = range(found[-1][0], block[-1] + 1)
        else:
            found.append(block)
    return found


def _orders(need: Sequence[Set[int]], key: int, rng: Random) -> Iterator[tuple[str, list[int]]]:
    """Rules and orders in which every block stands behind those that it needs."""
    every = range(len(need))
    needs_key = {i for i in every if key in need[i]}
    yield "key sentence early", [*sorted(need[key] | {key}), *(i for i in every if i != key and i not in need[key])]
    yield "key sentence late", [*(i for i in every if i != key and i not in needs_key), key, *sorted(needs_key)]
    for rule, one in (("key sentence and the next swapped", key), ("key sentence and the one before swapped", key - 1)):
        if 0 <= one < len(need) - 1 and one not in need[one + 1]:
            yield rule, [*every[:one], one + 1, one, *every[one + 2 :]]
    yield "reversed", _drawn(need, max)
    for _ in range(SHUFFLES):
        yield "shuffled", _drawn(need, rng.choice)


def _drawn(need: Sequence[Set[int]], choose: Callable[[Sequence[int]], int]) -> list[int]:
    """An order, each next one chosen of those whose needs are met."""
    order = list[int]()
    while len(order) < len(need):
        order.append(choose([i for i in range(len(need)) if i not in order and need[i] <= set(order)]))
    return order
