"""What the report says of fact verification."""

import re

from report_figures import figures
from stumper.reports import build_report, html, markdown
from stumper.tasks.verification.claim import LABELS
from stumper.types import Guess, Prediction

SUPPORTS, REFUTES, UNKNOWN = LABELS
JUDGED = {"unmodified": (39, 1), "claim-rules": (30, 10), "sears": (10, 30)}


def test_the_most_potent_attack_and_the_most_resilient_system_come_first(claims_report):
    first, second, *_ = claims_report(judged=JUDGED).sentences
    assert first.startswith("claim-rules is the most potent of 2 attacks: potency ")
    assert first.endswith("as 75.0% [59.8, 85.8] of the 40 that 1 person judged are correct.")
    assert second.startswith("tfidf-da is the most resilient of 3 systems: ")
    assert second.endswith("], indistinguishable from the embedded verifier and tfidf-esim.")


def test_unjudged_attacks_have_a_raw_potency_alone(claims_report):
    first, second, *_ = claims_report().sentences
    assert re.match(r"Under claim-rules \S+ keeps \d+\.\d of its \d+\.\d FEVER score \[", second)
    assert first.startswith("claim-rules has the highest raw potency of 2 attacks: ")
    assert first.endswith("Nobody has judged what it made, so its potency is not known.")


def test_partly_judged_attacks_are_named(claims_report):
    [part] = figures(claims_report(judged={"claim-rules": (9, 1)})).verification
    assert "Not judged, hence without a potency and left out of every resilience: sears." in part.notes


def test_of_one_system_it_is_said_what_it_keeps(claims_report):
    said = claims_report(victims=("embedded",), adversaries=("claim-rules",), judged=JUDGED).sentences
    assert said[0].startswith("Under claim-rules the embedded verifier keeps ")
    assert " FEVER score [" in said[0]
    assert said[1].startswith("claim-rules has a potency of ")
    assert said[2].startswith("The embedded verifier has a resilience of ")


def test_a_system_that_falls_back_is_named(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(12)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def giving_up(one):
        return Prediction((Guess(SUPPORTS, 1.0),), 1.0), Prediction((Guess(UNKNOWN, 1.0),), 1.0)

    said = build_report(store, [recorder.run("claim-rules", "tfidf-da", made, giving_up)]).sentences
    assert said[-1] == (
        "Under claim-rules tfidf-da falls back on NOT ENOUGH INFO: 100.0 [100.0, 100.0] points more often than on the "
        "originals."
    )


def test_the_baseline_alone_tells_what_the_best_system_has(claims_report):
    [said] = claims_report(adversaries=("unmodified",)).sentences
    assert said.startswith("Without an attack the embedded verifier has ")


def test_a_run_of_nothing_but_errors_says_so(store, recorder, make):
    made = [make.changed(make.claim("1", "Ada sang.", SUPPORTS), "Ada never sang.", "k", "r", swaps=True)]
    run_id = recorder.run("claim-rules", "a", made, lambda one: (None, None))
    said = build_report(store, [run_id]).sentences
    assert said == ("Every attempt ended in an error (1 attempt): there is nothing to score.",)


def test_a_score_that_rose_is_not_kept(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(9)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def coming_right(one):
        return make.said(UNKNOWN), make.said(SUPPORTS)

    said = build_report(store, [recorder.run("claim-rules", "embedded", made, coming_right)]).sentences
    assert said[0] == (
        "The embedded verifier has 100.0 label accuracy [100.0, 100.0] under claim-rules, "
        "against 0.0 without it, n = 9."
    )


def test_an_attack_that_had_nothing_to_propose_is_named(store, recorder):
    run_id = recorder.run("sears", "a", [], None)
    assert build_report(store, [run_id]).sentences == ("Nothing has been attempted yet.",)
    store.conclude(run_id, 0)
    assert build_report(store, [run_id]).sentences == (
        "sears proposed nothing for the claims: there is nothing to score.",
    )


def test_an_attack_that_had_nothing_to_propose_is_named_beside_others(store, recorder, make):
    made = [make.changed(make.claim("1", "Ada sang.", SUPPORTS), "So Ada sang.", "k", "r")]
    ids = [recorder.run(name, "a", of, lambda one: (make.said(SUPPORTS),) * 2)
           for name, of in (("claim-rules", made), ("sears", []))]  # fmt: skip
    store.conclude(ids[1], 0)
    [part] = figures(build_report(store, ids)).verification
    assert "sears proposed nothing." in part.notes


def test_fewer_perturbations_than_were_asked_for_are_told(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(13)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    ids = [
        recorder.run("claim-rules", victim, made, lambda one: (make.said(SUPPORTS),) * 2, options=(("balanced", "30"),))
        for victim in ("a", "b")
    ]
    said = "claim-rules was asked for 30 claims and could make 13."
    [part] = figures(build_report(store, ids)).verification
    assert said not in part.notes, "what has not ended may make more"
    store.conclude(ids[0], 13)
    store.conclude(ids[1], 13)
    [part] = figures(build_report(store, ids)).verification
    assert part.notes.count(said) == 1


def test_a_figure_over_too_few_originals_has_no_interval(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(2)]
    made = [make.changed(one, f"So {one.query.text} {n}", "k", "r", number=n) for one in claims for n in range(6)]
    report = build_report(
        store, [recorder.run("sears", "embedded", made, lambda one: (make.said(SUPPORTS), make.said(UNKNOWN)))]
    )
    [part] = figures(report).verification
    assert report.sentences[0] == "Under sears the embedded verifier keeps 0.0 of its 100.0 label accuracy, n = 12."
    assert report.sentences[1].startswith("sears has a raw potency: 100.0, n = 12.")
    assert any(note.endswith("those over fewer than 5 originals (sears).") for note in part.notes)


def test_no_figure_that_a_builder_judged_is_called_peoples(claims_report):
    report = claims_report(judged=JUDGED, judge="builder")
    assert report.sentences[0].endswith("of the 40 that 1 builder judged are correct.")
    [part] = figures(report).verification
    assert "Judged by builders, and by no person: unmodified, claim-rules and sears." in part.notes
    page, told = html(report), markdown(report)
    assert "of 40 by 1 builder" in told
    assert "of 40 by 1 builder" in page
    assert "people judged" not in page.lower() + told.lower()
