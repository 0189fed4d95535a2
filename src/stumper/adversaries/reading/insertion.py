"""A sentence put before or after a paragraph, with the gold answers moved along."""

from dataclasses import replace
from typing import Literal

from stumper.types import Answer, Edit, Example, Gold, Passage, Perturbation, Question

Place = Literal["append", "prepend"]


def inserted(example: Example, sentence: str, place: Place) -> Perturbation:
    """The example with a sentence more; one space stands between it and the paragraph."""
    assert isinstance(example.query, Question), "a sentence is inserted into a question's paragraph"
    context = example.query.context
    if place == "append":
        added, at, shift = f" {sentence}", len(context.text), 0
    else:
        added, at, shift = f"{sentence} ", 0, len(sentence) + 1
    text = context.text[:at] + added + context.text[at:]
    query = Question(example.query.text, Passage(context.id, text, context.title))
    gold = example.gold if shift == 0 else replace(example.gold, answers=_moved(example.gold, shift))
    return Perturbation(example.id, query, gold, (Edit("context", at, at, added),))


def _moved(gold: Gold, shift: int) -> tuple[Answer, ...]:
    return tuple(Answer(a.text, None if a.start is None else a.start + shift) for a in gold.answers)
