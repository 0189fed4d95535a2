"""Guessers for the tests of the command line."""

import re
from collections.abc import Iterator

from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Example, Gold


def knows(tossup: str) -> list[tuple[str, float]]:
    """The town by its number, once it was heard; before that, a wrong guess."""
    found = re.search(r"town (\d+)", tossup)
    return [(f"Lowmere {found[1]}", 0.75), ("Highmere", 0.25)] if found else [("Highmere", 0.5)]


def guess(tossup: str) -> str:
    """Always wrong."""
    return "Highmere"


class Towns:
    """A data set of somebody's own."""

    name, fingerprint = "my-towns", "1"

    def __iter__(self) -> Iterator[Example]:
        text = "A famous mayor of this town {} bought stones. For 10 points, name this town."
        return (Example(f"t{n}", Tossup(text.format(n)), Gold((Answer(f"Lowmere {n}"),))) for n in range(3))
