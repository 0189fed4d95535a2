"""The kind of test that a changed query is (Ribeiro et al. 2020), told by its right answers alone."""

from typing import Literal, get_args

from stumper.types import Gold

Test = Literal["minimum functionality", "invariance", "directional"]
TESTS: tuple[Test, ...] = get_args(Test)
MEANING = (
    "invariance: the right answer stays; directional: another is right; minimum functionality: there is no original"
)


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
