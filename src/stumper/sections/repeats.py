"""What to know of a data set in which the same is asked several times, before any figure of it is believed."""

from collections.abc import Iterable

from stumper.sections.wording import count, plural
from stumper.task import Task
from stumper.text import normalise_answer
from stumper.types import Example


def repeats(examples: Iterable[Example], dataset: str, task: Task) -> list[str]:
    """At most a sentence, where systems are given the very same under several ids: each counts, and intervals take them
    for independent unless a group holds them. Of those that have nothing right in common a system cannot know both."""
    answers: dict[tuple[str, ...], list[frozenset[str]]] = {}
    every = 0
    for example in examples:
        every += 1
        right = frozenset(normalise_answer(answer.text) or answer.text for answer in example.gold.answers)
        answers.setdefault(tuple(task.wire.arguments(example.query)), []).append(right)
    again = [several for several in answers.values() if len(several) > 1]
    if not again:
        return []
    number = sum(map(len, again))
    apart = sum(len(several) for several in again if not frozenset.intersection(*several) and any(several))
    torn = f"; {count(apart)} of these have nothing right in common, so that no system is right on all" if apart else ""
    these = f"{count(number)} of {plural(every, task.unit)} of {dataset} are asked in the same words as another of them"
    return [f"{these}: each counts by itself, and intervals are too narrow unless one group holds both{torn}."]
