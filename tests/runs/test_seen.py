"""Attempts say whether the victim was trained on what they attack."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from stumper.errors import BrokenVictim
from stumper.protocols import Trained
from stumper.runs.seen import seen_among
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Instance, Perturbation

GOLD = Gold((Answer("SUPPORTS"),))


@dataclass(frozen=True)
class Knows:
    """Has seen the claims that a rule says."""

    rule: Callable[[Example], object]

    def has_seen(self, example: Example) -> bool:
        return self.rule(example)  # type: ignore[return-value]


def claim(id: str, text: str = "Ada lit a lamp.") -> Example:
    return Example(id, Claim(text), GOLD)


def instance(id: str, of: Example, text: str) -> Instance:
    return Instance(id, of, Perturbation(of.id, Claim(text), GOLD, ()))


def seen(rule: Callable[[Example], object], work: Sequence[Example | Instance], **variants: Sequence[Example]) -> set:
    victim = Knows(rule)
    assert isinstance(victim, Trained)
    return set(seen_among("mine", victim, work, variants))


def test_an_instance_is_seen_where_its_original_is_or_where_it_is_itself() -> None:
    work = [instance("a-1", claim("a"), "Ada never lit a lamp."), instance("b-1", claim("b"), "No lamp was lit.")]
    assert seen(lambda example: example.id == "a", work) == {"a-1"}
    assert seen(lambda example: example.query.text == "No lamp was lit.", work) == {"b-1"}
    assert seen(lambda example: False, work) == set()


def test_a_question_is_seen_where_one_of_the_variants_that_it_meets_is() -> None:
    work = [claim("a"), claim("b")]
    assert seen(lambda example: example.id == "b-turk1", work, b=[claim("b-turk0"), claim("b-turk1")]) == {"b"}


@pytest.mark.parametrize("said", [None, 1, "yes"])
def test_what_is_neither_yes_nor_no_is_no_answer(said: object) -> None:
    with pytest.raises(BrokenVictim, match="has seen 'a', the victim 'mine' said"):
        seen(lambda example: said, [claim("a")])


def test_a_victim_that_raises_when_asked_is_broken() -> None:
    with pytest.raises(BrokenVictim, match="raised ZeroDivisionError"):
        seen(lambda example: 1 / 0, [claim("a")])
