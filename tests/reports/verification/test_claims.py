"""Attempts on claims as they are scored."""

from dataclasses import replace

from stumper.identity import perturbation_id
from stumper.scores.variants import Variants
from stumper.sections.ran import Names, Ran
from stumper.standing import Ended, Met, Said, Variant
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.section.claims import asked_run, noting
from stumper.types import Attempt, Candidate, Example, Perturbation, Verdict

SUPPORTS, REFUTES, UNKNOWN = LABELS
NONE = Variants([], [], {}, {})
NAMES = Names("claims", "a", "mine:Own", "mine:Own", "other attacks")


def verdict(prediction, score: float) -> Verdict:
    return Verdict(prediction, score, score, score == 0)


def run_of(*attempts: Attempt, **examples):
    known = {example.id: example for example in examples.values()}
    made = {attempt.example_id: attempt for attempt in attempts}
    ended = [Ended(one.example_id, one.original_id, one.outcome, one.queries, one.reason, one.trained_on, True,
                   (), 0, 0, False) for one in attempts]  # fmt: skip
    note = noting()
    noted = tuple(claim for one in attempts for claim in note(met(one, known[one.example_id])))
    ran = Ran("r", NAMES, "label_wrong", 1, {}, NONE, ended, lambda ids, _: ((made[id], known[id]) for id in ids),
              known.values(), True, None, lambda ids: [], lambda asked: {}, noted=noted)  # fmt: skip
    return asked_run(ran)


def met(attempt: Attempt, example: Example) -> Met:
    """The attempt as it is read while the table is made."""
    one = attempt.perturbation
    variants = [variant(each.perturbation, each.verdict, True) for each in attempt.candidates]
    if one is not None and not variants:
        variants = [variant(one, attempt.after, False)]
    return Met(example.id, example, True, 0, attempt.outcome, attempt.queries, attempt.reason, attempt.trained_on,
               said(attempt.before), variants)  # fmt: skip


def variant(one: Perturbation, verdict: Verdict | None, is_candidate: bool) -> Variant:
    after = None if verdict is None else said(verdict)
    return Variant(perturbation_id(one), one.example_id, one.query, one.gold, one.edits, after, True, is_candidate)


def said(verdict: Verdict) -> Said:
    return Said(verdict.prediction, verdict.score, verdict.fault)


def test_an_attempt_that_stands_by_no_change_counts_in_no_mean(make):
    example = make.claim("1", "Ada sang.", SUPPORTS)
    before = verdict(make.said(REFUTES), 0.0)
    skipped = Attempt("r", "1", "mine:Own", "a", "skipped", before, None, None, 1)
    assert run_of(skipped, example=example).claims == ()


def test_each_of_the_candidates_of_an_attempt_counts_by_itself(make):
    example = make.claim("1", "Ada sang.", SUPPORTS)
    right, wrong = verdict(make.said(SUPPORTS), 1.0), verdict(make.said(REFUTES), 0.0)
    made = [make.changed(example, text).perturbation for text in ("So Ada sang.", "Ada did sing.")]
    over = Candidate(make.changed(example, "Ada sang so.").perturbation, Verdict(None, None, None, fault="budget"))
    candidates = (Candidate(made[0], right), Candidate(made[1], wrong), over)
    attempt = Attempt("r", "1", "mine:Own", "a", "succeeded", right, wrong, made[1], 3, candidates=candidates)
    assert [claim.shifted.after.accuracy for claim in run_of(attempt, example=example).claims] == [1.0, 0.0]


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
    made = make.changed(example, "So Ada sang.").perturbation
    attempt = Attempt("r", "1", "mine:Own", "a", "skipped", verdict(silent, 0.0), verdict(silent, 0.0), made, 2)
    [claim] = run_of(attempt, example=example).claims
    assert (claim.shifted.label_before, claim.shifted.before.accuracy) == ("", 0.0)
