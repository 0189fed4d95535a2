"""What a changed query tests, and by which kind of test (Ribeiro et al. 2020): its right answers alone tell that."""

from collections.abc import Iterable
from typing import Literal

from stumper.types import Gold

Test = Literal["minimum functionality", "invariance", "directional"]
MEANING = (
    "invariance: the right answer stays; directional: another is right; minimum functionality: there is no original"
)


def joined(names: Iterable[str]) -> str:
    """Each name once, in order: how the kinds and rules of several edits are told as one."""
    return " + ".join(dict.fromkeys(filter(None, names)))


def kind_of_test(before: Gold | None, after: Gold) -> Test:
    """Invariance where what was right before is right after, directional where something else is. Without an original,
    a test of minimum functionality.

    Where an answer stands, and which evidence shows it, makes none another.
    """
    if before is None:
        return "minimum functionality"
    return "invariance" if _right(before) == _right(after) else "directional"


def _right(gold: Gold) -> tuple[frozenset[str], bool]:
    return frozenset(answer.text for answer in gold.answers), gold.answerable is not False
