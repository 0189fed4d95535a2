"""What modifications of claims shift."""

from math import isnan

import pytest

from stumper.tasks.verification.fever_score import ClaimScore
from stumper.tasks.verification.shift import Shifted, Turn, shift

RIGHT, WRONG = ClaimScore(1.0, 1.0, 1.0, 1.0), ClaimScore(0.0, 0.0, 0.0, 0.0)
LABEL_ALONE = ClaimScore(0.0, 1.0, 0.5, 0.0)
UNVERIFIABLE = ClaimScore(1.0, 1.0, None, None)
S, R, N = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


def claim(original: str, before: ClaimScore = RIGHT, after: ClaimScore = WRONG, old: str = S, new: str = N) -> Shifted:
    return Shifted(original, before, after, old, new)


def test_scores_are_compared_before_and_after() -> None:
    found = shift([claim("a"), claim("b", after=LABEL_ALONE, new=S), claim("c", WRONG, RIGHT, R, S), claim("d")])
    assert (found.label_accuracy.before.value, found.label_accuracy.after.value) == (0.75, 0.5)
    assert found.label_accuracy.difference.value == -0.25
    assert (found.fever_score.before.value, found.fever_score.after.value) == (0.75, 0.25)
    assert (found.evidence_precision.before.value, found.evidence_precision.after.value) == (0.75, 0.375)
    assert (found.evidence_recall.before.value, found.evidence_recall.after.value) == (0.75, 0.25)


def test_an_original_counts_as_often_as_it_was_modified() -> None:
    found = shift([claim("a"), claim("a"), claim("a"), claim("b", WRONG, WRONG)])
    assert (found.label_accuracy.before.value, found.label_accuracy.before.n) == (0.75, 4)


def test_evidence_is_scored_on_verifiable_claims_alone() -> None:
    found = shift([claim("a", UNVERIFIABLE, UNVERIFIABLE), claim("b")])
    assert (found.evidence_recall.before.value, found.evidence_recall.before.n) == (1.0, 1)
    assert found.fever_score.before.n == 2
    without = shift([claim("a", UNVERIFIABLE, UNVERIFIABLE)])
    assert isnan(without.evidence_recall.before.value)
    assert without.evidence_recall.before.n == 0


def test_labels_are_counted_as_they_turn() -> None:
    found = shift([claim("a"), claim("b"), claim("c", old=R, new="supports"), claim("d", new=""), claim("e", old=N)])
    assert found.turns == (Turn(S, N, 2), Turn(S, "no label", 1), Turn(R, S, 1), Turn(N, N, 1))


def test_a_system_that_falls_back_on_not_enough_info_says_so_more_often_than_before() -> None:
    steady = [claim(f"s{n}", new=S) for n in range(20)]
    giving_up = shift([*steady, *(claim(f"g{n}") for n in range(10))])
    assert giving_up.not_enough_info.difference.value == pytest.approx(1 / 3)
    assert giving_up.not_enough_info.difference.low > 0
    assert shift([*steady, claim("one")]).not_enough_info.difference.low <= 0


def test_no_claim_shifts_nothing() -> None:
    found = shift([])
    assert isnan(found.label_accuracy.before.value)
    assert found.turns == ()
