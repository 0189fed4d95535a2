"""What types of attack test, as the table and the report say it."""

import pytest

from stumper import registry
from stumper.kind_of_test import kind_of_test
from stumper.tasks.reading.capabilities import BY_KIND, capability
from stumper.types import Answer, Gold


@pytest.mark.parametrize(
    ("kind", "family", "tested"),
    [
        ("synonym", "context edits", "vocabulary"),
        ("split + reorder", "context edits", "context, syntax"),
        ("reorder + split", "context edits", "context, syntax"),
        ("merge + split", "context edits", "syntax"),
        ("", "sentences", "distraction"),
        ("distract", "context edits", "negation"),  # "It was not … that …", by edit-distract
        ("distract", "", "distraction"),  # by people, who deny nothing with it
        ("", "from a file", ""),
    ],
)
def test_an_edit_tests_a_capability_and_several_each_once(kind: str, family: str, tested: str) -> None:
    assert capability(kind, family) == tested


def test_every_edit_of_ours_tests_something() -> None:
    edits = [name.removeprefix("edit-") for name in registry.names("adversary") if name.startswith("edit-")]
    assert set(edits) - {"combined", "search"} <= set(BY_KIND)  # these two say the kinds of what they combine


ADA = Gold((Answer("Ada Thorn", 3), Answer("Ada", 3)))


@pytest.mark.parametrize(
    ("before", "after", "test"),
    [
        (ADA, Gold((Answer("Ada", 9), Answer("Ada Thorn", 9))), "invariance"),
        (ADA, Gold((Answer("Bo Linden", 3),)), "directional"),
        (ADA, Gold((), answerable=False), "directional"),
        (Gold((), answerable=False), Gold((), answerable=False), "invariance"),
        (Gold((Answer("SUPPORTS"),)), Gold((Answer("REFUTES"),)), "directional"),
        (None, ADA, "minimum functionality"),
    ],
)
def test_the_right_answers_tell_the_kind_of_test(before: Gold | None, after: Gold, test: str) -> None:
    assert kind_of_test(before, after) == test
