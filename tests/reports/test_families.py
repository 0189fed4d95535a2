"""Which family an adversary belongs to."""

import pytest

from stumper.sections.families import FAMILIES, by_family, family


@pytest.mark.parametrize(
    ("adversary", "name"),
    [
        ("identity", "controls"),
        ("add-benign", "controls"),
        ("add-any", "word sequences"),
        ("add-common", "word sequences"),
        ("add-sent", "sentences"),
        ("add-one-sent", "sentences"),
        ("add-sent-mod", "sentences"),
        ("edit-reorder", "context edits"),
        ("edit-combined", "context edits"),
        ("from-file", "from a file"),
        ("their.module:Own", "other attacks"),
    ],
)
def test_an_adversary_has_one_family_and_a_plug_in_the_last(adversary, name):
    assert family(adversary) == name


def test_items_stand_by_family_in_the_table_s_order_and_their_own():
    grouped = by_family(["own", "edit-b", "add-any", "edit-a", "identity"], family)
    assert list(grouped) == ["controls", "word sequences", "context edits", "other attacks"]
    assert grouped["context edits"] == ["edit-b", "edit-a"]


def test_no_two_families_share_a_name():
    assert len({row.name for row in FAMILIES}) == len(FAMILIES)
