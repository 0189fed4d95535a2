"""What types of attack test, as the report's table says it."""

import pytest

from stumper import registry
from stumper.tasks.reading.section.capabilities import BY_KIND, capabilities, kind_of_test


@pytest.mark.parametrize(
    ("kind", "family", "tested"),
    [
        ("synonym", "context edits", "vocabulary"),
        ("split + reorder", "context edits", "syntax, context"),
        ("merge + split", "context edits", "syntax"),
        ("", "sentences", "distraction"),
        ("", "from a file", ""),
    ],
)
def test_an_edit_tests_a_capability_and_several_each_once(kind: str, family: str, tested: str) -> None:
    assert capabilities(kind, family) == tested
    assert kind_of_test(kind, family) == ("invariance" if tested else "")


def test_every_edit_of_ours_tests_something() -> None:
    edits = [name.removeprefix("edit-") for name in registry.names("adversary") if name.startswith("edit-")]
    assert {name for name in edits if name != "combined"} <= set(BY_KIND)
