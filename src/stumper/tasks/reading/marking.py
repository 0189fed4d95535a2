"""Which questions of a data set have an answer, where it marks only those that have none."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.types import Example


def marked(examples: Sequence[Example]) -> tuple[Example, ...]:
    """The questions of a data set; where any is marked as unanswerable, each that has an answer and no mark of its own
    is answerable: whoever marks some has looked at all."""
    if not any(one.gold.answerable is False for one in examples):
        return tuple(examples)
    return tuple(
        replace(one, gold=replace(one.gold, answerable=True))
        if one.gold.answerable is None and one.gold.answers
        else one
        for one in examples
    )
