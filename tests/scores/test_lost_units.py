"""By how much a mean would be another, had a victim answered all that it failed on; all values by hand."""

import numpy as np
import pytest

from stumper.scores.variants import Failed, Missing, Variants, counted


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


def test_the_others_are_also_those_of_which_nothing_was_made() -> None:
    """Seen: 25 points lower, where one of 40 questions was lost under an attack that made two variants of three."""
    of_nothing = [(f"n{place}", "", float("nan")) for place in range(5)]
    found = counted(rows(Failed(originals=["d"]), *ANSWERED, *of_nothing), "f1", counts_variants=True)
    assert (found.missing.originals, found.missing.of_originals) == (1, 9)
    assert found.missing.units == pytest.approx(4 / 8)


def test_an_original_at_its_worst_variant_may_be_worse_by_one_that_was_lost() -> None:
    """Of `b` it is known that none is worse; `a` may score less than the half that it counts with; `d` has no score."""
    failed = Failed([("a", "a3"), ("b", "b2"), ("d", "d1")])
    found = counted(rows(failed, *ANSWERED), "f1", counts_variants=False)
    assert found.missing == Missing(0, 0, 2, 4, 1, frozenset({"a"}))
    assert found.bounds("f1") == pytest.approx((1.0 / 4, 2.5 / 4))
