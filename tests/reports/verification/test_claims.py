"""Attempts on claims as they are scored."""

from dataclasses import replace

from stumper.sections.ran import Names, Ran
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.section.claims import asked_run
from stumper.types import Attempt, Verdict

SUPPORTS, REFUTES, UNKNOWN = LABELS
NAMES = Names("claims", "a", "mine:Own", "mine:Own", "other attacks")


def verdict(prediction, score: float) -> Verdict:
    return Verdict(prediction, score, score, score == 0)


def run_of(*attempts: Attempt, **examples):
    known = {example.id: example for example in examples.values()}
    ran = Ran("r", NAMES, "label_wrong", 1, {}, "c" * 32, attempts, known, True, None, lambda ids: [], lambda asked: {})
    return asked_run(ran)


def test_an_attempt_that_stands_by_no_change_counts_with_what_the_original_scores(make):
    """As an adversary leaves it that searches, where the original was wrong already or nothing could be proposed."""
    example = make.claim("1", "Ada sang.", SUPPORTS)
    before = verdict(make.said(REFUTES), 0.0)
    skipped = Attempt("r", "1", "mine:Own", "a", "skipped", before, None, None, 1)
    [claim] = run_of(skipped, example=example).claims
    assert (claim.shifted.before, claim.shifted.label_before) == (claim.shifted.after, claim.shifted.label_after)
    assert (claim.shifted.after.accuracy, claim.perturbation.example_id) == (0.0, "1")


def test_a_run_that_changed_nothing_is_a_baseline_whatever_it_is_called(make):
    example = make.claim("1", "Ada sang.", SUPPORTS)
    same, other = make.changed(example, "Ada sang."), make.changed(example, "Ada never sang.", "k", "r", swaps=True)
    said = verdict(make.said(SUPPORTS), 1.0)
    found = [
        run_of(
            Attempt("r", one.id, "mine:Own", "a", "failed", said, said, one.perturbation, 2),
            example=replace(example, id=one.id),
        )
        for one in (same, other)
    ]
    assert [run.is_baseline for run in found] == [True, False]


def test_a_prediction_without_a_guess_has_no_label(make):
    example = make.claim("1", "Ada sang.", SUPPORTS)
    silent = replace(make.said(SUPPORTS), guesses=())
    attempt = Attempt("r", "1", "mine:Own", "a", "skipped", verdict(silent, 0.0), None, None, 1)
    [claim] = run_of(attempt, example=example).claims
    assert (claim.shifted.label_before, claim.shifted.before.accuracy) == ("", 0.0)
