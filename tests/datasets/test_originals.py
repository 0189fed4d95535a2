"""Originals and variants of a set."""

from stumper.datasets.originals import originals, variants_by_original
from stumper.tasks.reading.question import Question
from stumper.types import Example, Gold, Passage


def example(id: str) -> Example:
    return Example(id, Question("?", Passage("p", "text")), Gold(()))


def test_variants_are_found_by_their_original_and_in_order() -> None:
    a, b, late, early = example("a"), example("b"), example("a-x2"), example("a-x1")
    assert originals([a, b, late, early]) == (a, b)
    assert variants_by_original([a, b, late, early]) == {"a": (late, early)}
