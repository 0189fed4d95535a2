"""A spent budget cuts AddAny's search short and changes nothing else of it."""

from collections.abc import Sequence
from random import Random

import pytest

from stumper.adversaries.reading.add_any import AddAny
from stumper.identity import query_id
from stumper.testing import EXAMPLE
from stumper.types import OVER_BUDGET, Perturbation, Verdict

RIGHT = Verdict(None, 1.0, 1.0)
FOOLED = Verdict(None, 0.0, 0.9, succeeded=True)  # by the best guess alone: the right answer follows closely


def cut_short() -> tuple[list[Perturbation], Perturbation | None]:
    """What is asked before the budget ends within the second batch, and what is stood by."""
    attack = AddAny(search="paper").attack(EXAMPLE, RIGHT, Random(1))
    asked: list[Perturbation] = []
    [first] = next(attack)
    asked.append(first)
    batch: Sequence[Perturbation] = attack.send([Verdict(None, 1.0, 0.95)])
    asked += batch[:3]
    said = [Verdict(None, 0.5, 0.4), FOOLED, Verdict(None, 0.5, 0.6)]
    try:
        attack.send([*said, *(Verdict(None, None, None, fault=OVER_BUDGET) for _ in batch[3:])])
    except StopIteration as end:
        return asked, end.value
    pytest.fail("a search goes on after its budget")


def test_the_lowest_expectation_is_stood_by_also_when_the_budget_is_spent() -> None:
    """Else a search that is cut short would look stronger than one that may go on (decision 0001)."""
    asked, stood_by = cut_short()
    assert stood_by is not None
    assert query_id(stood_by.query) == query_id(asked[1].query)
