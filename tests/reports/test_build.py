"""From attempts made by hand to the numbers of a report."""

from dataclasses import replace
from math import isnan
from operator import attrgetter
from pathlib import Path

import pytest

from report_figures import figures
from stumper.errors import BadOption
from stumper.identity import perturbation_id
from stumper.reports import Report, build_report, html, markdown, to_json
from stumper.store import Store
from stumper.table import of_runs, read
from stumper.types import NOTHING_PROPOSED, Attempt, Guess, JudgeKind, Judgement, Prediction, Verdict
from texts_of_values import as_text

CONTEXT = "The red fox met Ada Lovelace in Paris on Monday."
JUDGES: tuple[tuple[str, JudgeKind], ...] = (("ann", "person"), ("bo", "builder"))
FAULT = Verdict(None, None, None, fault="the victim raised TimeoutError")


@pytest.fixture
def examples(make):
    return [
        make.question("q1", "Whom did the fox meet?", CONTEXT, "Ada Lovelace", title="Fox"),
        make.question("q2", "Where?", CONTEXT, "Paris"),
        make.question("q3", "When?", CONTEXT, "Monday"),
        make.question("q4", "What colour?", CONTEXT, "red"),
    ]


@pytest.fixture
def attempts(make):
    """Fooled with the fifth query; half right and kept; wrong before; failing."""

    def made(run_id, example):
        changed = make.appended(example, "When people did.")
        longer = type(example)(example.id, changed.query, changed.gold)
        match example.id:
            case "q1":
                before, after = make.verdict(example, "Ada Lovelace"), make.verdict(longer, "people")
                return make.attempt(run_id, example, "succeeded", before, after, changed, 5)
            case "q2":
                before, after = make.verdict(example, "in Paris"), make.verdict(longer, "in Paris")
                return make.attempt(run_id, example, "failed", before, after, changed, 3)
            case "q3":
                return make.attempt(run_id, example, "skipped", make.verdict(example, "fox"))
            case _:
                before = make.verdict(example, "red")
                return make.attempt(run_id, example, "errored", before, FAULT, changed, 2, "the victim timed out")

    return made


@pytest.fixture
def report(store, record, examples, attempts) -> Report:
    return build_report(store, [record(examples, attempts)])


def test_f1_and_exact_match_are_means_over_all_but_errored_attempts(report):
    [row] = figures(report).rows
    assert row.f1.before.n == row.f1.after.n == 3
    assert row.f1.before.value == pytest.approx((1 + 2 / 3 + 0) / 3)
    assert row.f1.after.value == pytest.approx((0 + 2 / 3 + 0) / 3)
    assert row.f1.difference.value == pytest.approx(-1 / 3)
    assert row.exact_match.before.value == pytest.approx(1 / 3)
    assert row.exact_match.after.value == 0


def test_the_success_rate_is_of_the_attempts_that_were_made(report):
    [row] = figures(report).rows
    assert (row.success.value, row.success.n) == (0.5, 2)


def test_the_recipe_of_the_documentation_meets_the_success_rate(store, record, examples, attempts, make, tmp_path):
    """Seen: 6 of 11 by the documented rule, 6 of 8 in the report, as to three nothing had been proposed."""

    def met(run_id, example):
        if example.id == "q4":
            reason = f"{NOTHING_PROPOSED}no rule fits"
            return make.attempt(run_id, example, "failed", make.verdict(example, "red"), reason=reason)
        return attempts(run_id, example)

    run_id = record(examples, met)
    page = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    [recipe] = [block for block in page.split("```") if "def fooled_rate" in block]
    of_runs(store, [run_id]).write(tmp_path / "t.csv")
    names = {"table": read(tmp_path / "t.csv")}
    exec(recipe.removeprefix("python"), names)
    [row] = figures(build_report(store, [run_id])).rows
    assert names["fooled_rate"](names["table"]) == row.success.value == 0.5
    assert row.outcomes.unproposed == 1


def test_every_outcome_is_counted(report):
    outcomes = figures(report).rows[0].outcomes
    assert (outcomes.succeeded, outcomes.failed, outcomes.exhausted, outcomes.skipped, outcomes.errored) == (
        1,
        1,
        0,
        1,
        1,
    )
    assert outcomes.total == 4


def test_queries_are_averaged_over_attempts_made_and_summed_over_all(report):
    queries = figures(report).rows[0].queries
    assert (queries.mean, queries.median, queries.total) == (4.0, 4.0, 5 + 3 + 1 + 2)


def test_mass_that_guesses_leave_out_is_averaged(report):
    assert figures(report).rows[0].uncovered == pytest.approx(0.4)


def test_a_victim_without_a_distribution_leaves_the_mass_unknown(store, record, examples, make):
    def made(run_id, example):
        return make.attempt(run_id, example, "failed", make.verdict(example, "fox", victim="python:a:b"))

    report = build_report(store, [record(examples, made, victim="python:a:b")])
    assert figures(report).rows[0].uncovered is None
    assert any("no distribution" in note for note in figures(report).notes)


def test_the_curve_steps_down_where_an_attempt_reached_a_lower_score(report):
    [curve] = figures(report).curves
    assert [point.queries for point in curve.points] == [1, 5]
    assert [point.value for point in curve.points] == pytest.approx([5 / 9, 2 / 9])
    assert curve.measure == "F1"


def test_exhibits_show_what_was_added_and_both_answers(report):
    shown = report.examples[0]
    assert [change.text for change in shown.paragraph if change.kind == "added"] == [" When people did."]
    assert {change.kind for change in shown.question} == {"kept"}
    assert (shown.before.guesses[0].answer, shown.after.guesses[0].answer) == ("Ada Lovelace", "people")
    assert (shown.before.f1, shown.after.f1) == (1, 0)
    assert shown.title == "Fox"


def test_an_errored_exhibit_keeps_its_reason(report):
    assert report.examples[3].outcome == "errored"
    assert report.examples[3].reason == "the victim timed out"
    assert report.examples[3].after.guesses == ()


def test_offsets_of_gold_answers_move_with_a_prepended_sentence(store, record, examples, make):
    def made(run_id, example):
        changed = make.appended(example, "So it was.", prepended=True)
        verdict = make.verdict(example, "Paris")
        return make.attempt(run_id, example, "failed", verdict, verdict, changed, 2)

    shown = build_report(store, [record(examples[1:2], made)]).examples[0]
    assert shown.golds_after[0].start == shown.golds[0].start + len("So it was. ")


def test_judgements_of_the_changed_examples_are_counted(store, record, examples, attempts):
    run_id = record(examples, attempts)
    changed = [found.perturbation for found in store.attempts(run_id) if found.perturbation]
    store.put_judgements(
        [Judgement(perturbation_id(changed[0]), who, True, True, True, judge=kind) for who, kind in JUDGES]
    )
    report = build_report(store, [run_id])
    assert [(row.kind, row.judgements) for row in figures(report).rows[0].judges] == [("person", 1), ("builder", 1)]
    assert any("2 judgements (1 by people and 1 by builders)" in note for note in figures(report).notes)
    assert "100.0 [16.7, 100.0] of 1 by 1 person and 1 builder" in markdown(report)


def test_what_was_made_alike_against_two_systems_is_judged_once(store, record, examples, attempts):
    """Seen: 150 judgements where there were 75, of the variants that searches against two systems both found."""
    runs = [record(examples, attempts, victim=victim, made_against=victim) for victim in ("embedded", "b")]
    changed = [found.perturbation for found in store.attempts(runs[0]) if found.perturbation]
    store.put_judgements(
        [Judgement(perturbation_id(changed[0]), who, True, True, True, judge=kind) for who, kind in JUDGES]
    )
    report = build_report(store, runs)
    assert [len(row.judges) for row in figures(report).rows] == [2, 2]
    assert any("2 judgements (1 by people and 1 by builders)" in note for note in figures(report).notes)


def test_a_run_in_which_everything_failed_has_no_numbers_but_is_counted(store, record, examples, make):
    report = build_report(
        store,
        [record(examples, lambda run_id, example: make.attempt(run_id, example, "errored", FAULT, reason="gone"))],
    )
    [row] = figures(report).rows
    assert row.f1.after.n == 0
    assert isnan(row.f1.after.value)
    assert row.outcomes.errored == 4
    assert figures(report).curves[0].points == ()
    assert report.sentences == (
        "Every attempt on the embedded reader ended in an error (4 attempts): there is nothing to score.",
    )


def test_a_control_knows_how_many_words_it_adds(store, record, examples, make):
    sentences = dict(zip((example.id for example in examples), ["So it is.", "So is all of it."] * 9, strict=False))

    def attempted(run_id, example):
        seen, changed = make.verdict(example, "one"), make.appended(example, sentences[example.id])
        return make.attempt(run_id, example, "failed", seen, seen, changed, 2)

    ids = [record(examples[:2], attempted, adversary) for adversary in ("add-benign", "add-any")]
    assert [row.added_words for row in figures(build_report(store, ids)).rows] == [4, None]


def test_a_run_that_has_not_begun_is_no_run_of_errors(store, record, attempts):
    report = build_report(store, [record([], attempts)])
    assert report.sentences == ("Nothing has been attempted on the embedded reader yet.",)


def test_an_attack_that_had_nothing_to_propose_is_named(store, record, attempts):
    run_id = record([], attempts, "sears")
    store.conclude(run_id, 0)
    report = build_report(store, [run_id])
    assert report.sentences == (
        "sears made nothing that could be asked of any of the questions that it was given, so the embedded reader was "
        "not attacked by it.",
    )


def test_provenance_repeats_the_run(store, record, examples, attempts):
    run_id = record(examples, attempts, options=(("search", "fast"),), seed=3, budget=500, limit=4)
    [run] = build_report(store, [run_id]).provenance
    assert run.command == (
        "stumper attack reading --adversary add-any --victim embedded --set search=fast "
        "--limit 4 --seed 3 --budget 500 --out out/add-any.json"
    )
    counts = {"f1": 3, "exact_match": 3, "success_rate": 2, "edit_distance": 2, "turned_wrong": 1, "in_added": 1}
    counts |= {"long_answers": 1, "shared_words": 1, "question_words": 1, "answer_contained": 3}
    assert [line.partition("|")[0] for line in run.signatures] == list(counts)
    assert all(f"|n:{n}|" in line for line, n in zip(run.signatures, counts.values(), strict=True))


def test_runs_that_differ_only_in_an_option_are_told_apart(store, record, examples, attempts):
    ids = [record(examples, attempts, options=options) for options in ((), (("search", "fast"),))]
    assert [row.names.attack for row in figures(build_report(store, ids)).rows] == [
        "AddAny search=default",
        "AddAny search=fast",
    ]


def test_an_adversarial_set_is_called_after_its_file(store, record, examples, attempts):
    run_id = record(examples, attempts, "from-file", options=(("file", "sets/addsent.json.gz"),))
    assert figures(build_report(store, [run_id])).rows[0].names.attack == "addsent"


def test_an_unanswerable_question_is_right_where_the_victim_says_that_there_is_no_answer(store, record, make):
    example = make.question("q5", "Why?", CONTEXT)
    example = replace(example, gold=replace(example.gold, answerable=False))
    denying = Verdict(Prediction((Guess("", None),), None), 1.0, 1.0)

    def made(run_id, example) -> Attempt:
        return make.attempt(run_id, example, "failed", denying)

    assert figures(build_report(store, [record([example], made)])).rows[0].f1.after.value == 1


def test_an_unknown_run_is_named(store):
    with pytest.raises(BadOption, match="no run 'nope'"):
        build_report(store, ["nope"])


def test_no_run_at_all_says_how_to_begin(store):
    report = build_report(store, [])
    assert report.sentences[0] == "Nothing has been attacked yet."
    assert "stumper demo" in report.sentences[1]


def test_a_report_is_the_same_in_whatever_order_attempts_were_recorded(store, record, examples, attempts, tmp_path):
    run_id = record(examples, attempts)
    with Store.open(str(tmp_path / "other.db")) as other:
        other.put_plan(run_id, store.plans()[run_id], "f" * 32)
        other.put_examples("f" * 32, examples)
        other.put_attempts([attempts(run_id, example) for example in reversed(examples)])
        assert as_text(build_report(other, [run_id])) == as_text(build_report(store, [run_id]))


def test_attempts_of_which_nothing_could_be_asked_are_said(store, record, examples, make):
    def refused(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        return make.attempt(run_id, example, "failed", before, reason="the question must stay as it is")

    report = build_report(store, [record(examples, refused)])
    assert figures(report).rows[0].refused == 4
    assert any("In 4 attempts of 4 all that was proposed broke a constraint" in note for note in figures(report).notes)


def test_attempts_without_a_change_to_propose_are_said(store, record, examples, make):
    def unable(run_id, example):
        before = make.verdict(example, example.gold.answers[0].text)
        if example.id == "q1":
            changed = make.appended(example, "So it was.")
            return make.attempt(run_id, example, "failed", before, before, changed, 2)
        return make.attempt(run_id, example, "failed", before)

    report = build_report(store, [record(examples, unable, "edit-merge")])
    assert figures(report).rows[0].without == 3
    told = "Questions for which nothing was made or asked, which count as they are: edit-merge 3 of 4 (75.0%)."
    assert told in figures(report).notes
    nothing = build_report(store, [record(examples, lambda run_id, example: make.attempt(
        run_id, example, "failed", make.verdict(example, example.gold.answers[0].text)), "edit-split")])  # fmt: skip
    assert not any("which count as they are" in note for note in figures(nothing).notes)


def test_without_examples_there_is_no_analysis_and_the_same_rows(store, record, examples, attempts):
    run_id = record(examples, attempts)
    whole, quick = build_report(store, [run_id]), build_report(store, [run_id], with_examples=False)
    assert (quick.examples, figures(quick).attack_types, figures(quick).analyses) == ((), (), ())
    same = attrgetter("rows", "curves")
    assert as_text(same(figures(quick))) == as_text(same(figures(whole)))
    assert quick.sentences == whole.sentences
    assert figures(whole).attack_types
    assert figures(whole).analyses


def test_what_the_victim_was_trained_on_is_shown_and_in_no_figure(store, record, examples, attempts):
    seen = record(examples, lambda run_id, one: replace(attempts(run_id, one), trained_on=one.id in ("q1", "q4")))
    bare = record(examples[1:3], attempts, adversary="add-any", fingerprint="e" * 32)
    report = build_report(store, [seen, bare])
    row, unseen = figures(report).rows
    assert (row.trained_on, row.outcomes.total, row.queries.total) == (2, 2, 5 + 3 + 1 + 2)
    assert (row.f1, row.exact_match, row.success, row.without) == (
        unseen.f1, unseen.exact_match, unseen.success, unseen.without,
    )  # fmt: skip
    assert figures(report).curves[0].points == figures(report).curves[1].points
    assert [(exhibit.example_id, exhibit.trained_on) for exhibit in report.examples[:4]] == [
        ("q1", True), ("q2", False), ("q3", False), ("q4", True),
    ]  # fmt: skip
    assert all("|trained-on:2-left-out|" in line for line in report.provenance[0].signatures)
    assert not any("trained-on" in line for line in report.provenance[1].signatures)
    assert figures(report).attack_types[0].success.n == figures(report).attack_types[1].success.n


def test_an_attack_that_asked_only_what_was_learned_is_said_to_be_given_all(store, record, make):
    """Seen: "any of the 3 questions that it was given, so the embedded reader was not attacked": it was given 4, and
    asked the one that the reader was trained on."""
    four = [make.question(f"q{at}", "Who was it?", f"Ada met Bo {at}.", "Ada") for at in range(1, 5)]

    def met(run_id, one):
        seen = make.verdict(one, "Ada")
        if one.id != "q1":
            return make.attempt(run_id, one, "failed", seen, reason="nothing proposed: no number")
        learned = make.attempt(run_id, one, "failed", seen, seen, make.appended(one, "Zed."), 2)
        return replace(learned, trained_on=True)

    assert build_report(store, [record(four, met)]).sentences[-1] == (
        "AddAny made nothing that could be asked of 3 of the 4 questions that it was given (no number); the other is "
        "trained-on: the embedded reader was trained or tuned on it, so there is no figure to quote."
    )


def test_the_sentence_and_a_note_say_how_many_were_trained_on(store, record, examples, attempts):
    run = record(examples, lambda run_id, one: replace(attempts(run_id, one), trained_on=one.id == "q1"))
    report = build_report(store, [run])
    assert "n = 2, without 1 trained-on" in report.sentences[0]
    assert figures(report).notes[0] == (
        "Of 4 attempts on embedded 1 is trained-on: the system was trained or tuned on the example, or on the original "
        "of it, so every figure leaves it out."
    )
    assert "n = 2, without 1 trained-on" in markdown(report)
    assert "| attempts trained-on |" in markdown(report)
    page = html(report)
    assert "without 1 trained-on" in page
    assert ">trained-on</abbr>" in page
    assert '"trained":true' in page
    assert '"trained_on": 1' in to_json(report)


def test_a_victim_that_has_seen_everything_has_no_headline_but_the_reason(store, record, examples, attempts):
    run = record(examples, lambda run_id, one: replace(attempts(run_id, one), trained_on=True))
    report = build_report(store, [run])
    assert report.sentences == (
        "All 4 attempts on the embedded reader are trained-on: it was trained or tuned on what it was asked, so there "
        "is no figure to quote.",
    )
    assert isnan(figures(report).rows[0].f1.after.value)
    assert html(report)
    assert markdown(report)


def test_an_attack_that_made_nothing_of_anything_is_not_told_by_what_was_trained_on(store, record, examples, make):
    """Seen: "All 12 attempts are trained-on" of a system with 8 others, of which nothing was made either."""

    def unable(run_id, example):
        made = make.attempt(run_id, example, "failed", make.verdict(example, example.gold.answers[0].text))
        return replace(made, trained_on=example.id in ("q1", "q4"))

    report = build_report(store, [record(examples, unable, "edit-merge")])
    assert report.sentences[-1] == (
        "edit-merge made nothing that could be asked of any of the 4 questions that it was given, so the embedded "
        "reader was not attacked by it."
    )
    assert "All " not in " ".join(report.sentences)


def test_of_a_long_run_as_many_questions_are_shown_as_a_page_can_hold(store, record, examples, make):
    several = [replace(examples[0], id=str(number)) for number in range(800)]
    run = record(several, lambda run_id, one: make.attempt(run_id, one, "skipped", make.verdict(one, "x")))
    report = build_report(store, [run])
    shown = [int(exhibit.example_id) for exhibit in report.examples]
    assert (len(shown), shown[:3], shown[-1]) == (400, [0, 2, 4], 798)
    assert any("the examples show 400, at even distances" in note for note in figures(report).notes)
