"""By how much a mean would be another, had a victim answered all that it failed on; all values by hand."""

import numpy as np
import pytest

from stumper.scores.variants import Failed, Missing, Variants, counted
from stumper.sections.wording import counted_of


def rows(failed: Failed, *scored: tuple[str, str, float]) -> Variants:
    """Originals that score 1, with variants and what these score."""
    before = {"f1": np.ones(len(scored))}
    after = {"f1": np.array([score for _, _, score in scored])}
    return Variants([id for id, _, _ in scored], [id for _, id, _ in scored], before, after, failed=failed)


ANSWERED = (("a", "a1", 0.5), ("a", "a2", 1.0), ("b", "b1", 0.0), ("c", "c1", 1.0))


def test_a_variant_that_was_lost_is_one_unit_where_variants_count() -> None:
    found = counted(rows(Failed([("b", "b2")]), *ANSWERED), "f1", counts_variants=True)
    assert found.missing == Missing(1, 5, 0, 3, 1.0)
    assert found.bounds("f1") == pytest.approx((2.5 / 5, 3.5 / 5))
    assert found.failed_rate == pytest.approx(1 / 5)


def test_an_original_that_was_lost_stands_for_as_many_variants_as_others_have() -> None:
    found = counted(rows(Failed(originals=["d"]), *ANSWERED), "f1", counts_variants=True)
    assert (found.missing.originals, found.missing.of_originals) == (1, 4)
    assert found.missing.units == pytest.approx(4 / 3)
    assert found.bounds("f1") == pytest.approx((2.5 / (4 + 4 / 3), (2.5 + 4 / 3) / (4 + 4 / 3)))


def test_an_original_at_its_worst_variant_may_be_worse_by_one_that_was_lost() -> None:
    """Of `b` it is known that none is worse; `a` may score less than the half that it counts with; `d` has no score."""
    failed = Failed([("a", "a3"), ("b", "b2"), ("d", "d1")])
    found = counted(rows(failed, *ANSWERED), "f1", counts_variants=False)
    assert found.missing == Missing(0, 0, 2, 4, 1, frozenset({"a"}))
    assert found.bounds("f1") == pytest.approx((1.0 / 4, 2.5 / 4))


def test_what_is_unsure_is_missing_from_what_is_sure() -> None:
    """`a` may score less than its half by what was lost, so of what is sure it is no part; `e` stands for itself."""
    failed = Failed([("a", "a3"), ("b", "b2"), ("d", "d1")])
    found = counted(rows(failed, *ANSWERED, ("e", "", np.nan)), "f1", counts_variants=False).made
    assert (found.sure.units, found.sure.after["f1"].tolist()) == (["b", "c"], [0.0, 1.0])
    assert found.sure.missing == Missing(0, 0, 2, 5, 2)
    assert found.bounds("f1") == pytest.approx((1.0 / 4, 2.5 / 4))


@pytest.mark.parametrize(
    ("unsure", "said"),
    [
        ((), "no figure counts these"),
        (("a", "b"), "figures count these by what it answered beside"),
        (("a",), "figures count 1 of these by what it answered beside, and not the others"),
    ],
)
def test_what_counts_by_another_variant_is_not_said_to_count_nowhere(unsure: tuple[str, ...], said: str) -> None:
    """Seen: "no figure counts these" of the one question of four that counted at a half."""
    assert counted_of(Missing(originals=2, of_originals=4, unsure=frozenset(unsure))) == said
