"""Two halves of examples that share no text and no group, so that what is learned from one is new to the other."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from stumper.errors import BadOption
from stumper.registry import task_of
from stumper.statistics.groups import groups_of
from stumper.types import Example


def halves(examples: Sequence[Example], rng: Random) -> tuple[list[Example], list[Example]]:
    """Two halves drawn at random, each in the order of the examples, as even as their groups allow.

    Groups are the coarsest that set any apart: the articles of questions, the pages of claims. BadOption where all
    examples hang together.
    """
    groups = groups_of(examples, lambda example: task_of(example.query).groups(example))
    for level in range(len(groups.levels)) or (None,):
        labels = ["" if level is None else groups.of[example.id][level] for example in examples]
        parts = _together([example.query.text for example in examples], labels)
        if len(parts) > 1:
            return _shared_out(parts, examples, rng)
    raise BadOption(_nothing_apart(len(examples), groups.levels))


def _together(texts: Sequence[str], labels: Sequence[str]) -> list[list[int]]:
    """The places of what shares a text or a label, directly or through others; "" is no label."""
    above: dict[tuple[str, str], tuple[str, str]] = {}

    def top(node: tuple[str, str]) -> tuple[str, str]:
        while (upper := above.get(node, node)) != node:
            above[node] = above.get(upper, upper)
            node = upper
        return node

    for text, label in zip(texts, labels, strict=True):
        if label and top(("text", text)) != top(("group", label)):
            above[top(("text", text))] = top(("group", label))
    parts = defaultdict(list)
    for place, text in enumerate(texts):
        parts[top(("text", text))].append(place)
    return list(parts.values())


def _shared_out(
    parts: Sequence[Sequence[int]], examples: Sequence[Example], rng: Random
) -> tuple[list[Example], list[Example]]:
    """The parts in random order, each to the half that has fewer examples."""
    first: list[int] = []
    second: list[int] = []
    for part in rng.sample(parts, len(parts)):
        (second if len(second) < len(first) else first).extend(part)
    return [examples[place] for place in sorted(first)], [examples[place] for place in sorted(second)]


def _nothing_apart(examples: int, levels: Sequence[str]) -> str:
    shared = " or ".join(("text", *levels))
    found = f"the {examples:,} examples all hang together by {shared}" if examples > 1 else "there is one example alone"
    return (
        f"sears holds out half of the examples to count its rules on, but {found}, so that nothing can be held out. "
        "Name more examples, or say held_out=false to take the rules as they are."
    )
