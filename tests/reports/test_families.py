"""Which family an adversary belongs to, and what it controls: what it says, or of old plans what Stumper knew."""

from dataclasses import replace

import pytest

from stumper.errors import UnknownComponent
from stumper.loading import declared, load_adversary
from stumper.preparing import draft
from stumper.registry import names
from stumper.reports.naming import names as named
from stumper.runs.plan import Plan
from stumper.sections.families import FAMILIES, by_family

ADDED = """
from dataclasses import dataclass
from typing import ClassVar

from stumper.adversaries.identity import Identity
from stumper.types import Perturbation


@dataclass(frozen=True)
class Typo:
    family: ClassVar[str] = "typing errors"

    def attack(self, example, original, rng):
        yield [Perturbation(example.id, example.query, example.gold, ())]


class Same(Typo):
    control = "unchanged"


class Odd(Typo):
    control = "placebo"


class Numbered(Typo):
    family = 3
"""


def plan(adversary: str, **fields: str) -> Plan:
    return Plan("reading", "f", "embedded", None, adversary, **fields)


@pytest.fixture
def own(tmp_path, monkeypatch) -> None:
    (tmp_path / "declaring.py").write_text(ADDED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("adversary", "family", "control"),
    [
        ("identity", "controls", "unchanged"),
        ("unmodified", "other attacks", "unchanged"),
        ("add-benign", "controls", "longer"),
        ("add-any", "word sequences", ""),
        ("add-common", "word sequences", ""),
        ("add-sent", "sentences", ""),
        ("add-one-sent", "sentences", ""),
        ("add-sent-mod", "sentences", ""),
        ("edit-reorder", "context edits", ""),
        ("edit-combined", "context edits", ""),
        ("tossup-reorder", "question edits", ""),
        ("from-file", "from a file", ""),
        ("claim-rules", "other attacks", ""),
        ("their.module:Own", "other attacks", ""),
    ],
)
def test_plans_that_do_not_say_their_family_have_the_one_that_they_had(adversary, family, control):
    [found] = named({"run": plan(adversary)}, {}).values()
    assert (found.family, found.control) == (family, control)


# Of several kinds by their options; and those that no plan without a family can name, as they are younger.
APART = ("from-file", "sears", "in-passage")


@pytest.mark.parametrize(
    "adversary", [name for name in names("adversary") if name not in APART and not name.startswith("passage-")]
)
def test_each_of_ours_declares_what_old_plans_are_taken_for(adversary):
    says = declared(load_adversary(adversary), adversary)
    [new] = named({"run": plan(adversary, **says)}, {}).values()
    [old] = named({"run": plan(adversary)}, {}).values()
    assert new == old


def test_an_adversary_of_somebody_else_says_its_family_and_that_it_is_a_control(own):
    typo = draft("reading", "declaring:Typo", limit=1).plan
    same = draft("reading", "declaring:Same", limit=1).plan
    found = named({"1": typo, "2": same}, {})
    assert [(one.family, one.control) for one in found.values()] == [
        ("typing errors", ""), ("typing errors", "unchanged"),
    ]  # fmt: skip
    assert typo.id == replace(typo, family="", control="").id


@pytest.mark.parametrize(
    ("name", "said"),
    [("Odd", "a control of the kind 'placebo'. Write 'unchanged' or 'longer'"), ("Numbered", "its family is 3")],
)
def test_what_no_report_is_made_of_is_named(own, name, said):
    with pytest.raises(UnknownComponent, match=said):
        draft("reading", f"declaring:{name}", limit=1)


def test_items_stand_by_family_in_the_report_s_order_and_their_own():
    items = [("a", "other attacks"), ("b", "typing errors"), ("c", "sentences"), ("d", "controls"), ("e", "sentences")]
    grouped = by_family(items, lambda item: item[1])
    assert list(grouped) == ["controls", "sentences", "typing errors", "other attacks"]
    assert [name for name, _ in grouped["sentences"]] == ["c", "e"]


def test_no_two_families_share_a_name():
    assert len({*FAMILIES}) == len(FAMILIES)
