"""What a report says of runs on tossups."""

import re
from math import sqrt
from operator import attrgetter

import pytest

from report_figures import figures
from stumper.reports import build_report, html, markdown, to_json
from stumper.store.values import from_text, to_text
from stumper.tasks.quizbowl.section.figures import Quizbowl
from stumper.tasks.quizbowl.section.parts import attack_plots
from texts_of_values import as_text

WORDS = 19  # of the question: 7, 6 and 6


@pytest.mark.parametrize("said", ["+++", "-++", "--+", "---"])
def test_a_position_is_the_share_of_the_words_after_which_it_is_first_right(report, said):
    [run] = figures(report((said, said))).quizbowl.runs
    first = said.find("+")
    assert run.position.before.value == pytest.approx([7 / WORDS, 13 / WORDS, 1.0][first] if first >= 0 else 1.0)
    assert run.first_sentence.before.value == float(first == 0)
    assert run.nevers == ((1, 1) if first < 0 else (0, 0))


def test_accuracy_is_that_at_the_end_of_the_question(report):
    [run] = figures(report(("+++", "++-"), ("--+", "---"))).quizbowl.runs
    assert (run.accuracy.before.value, run.accuracy.after.value) == (1.0, 0.0)
    assert run.accuracy.difference.value == -1.0


def test_shares_of_few_questions_have_intervals_that_leave_room_for_others(report):
    """As if half of the squared t-value more had been seen at either end: Agresti and Coull's, by Student's t."""
    [run] = figures(report(*[("+++", "-++")] * 10)).quizbowl.runs
    assert (run.accuracy.after.value, run.accuracy.after.high) == (1.0, 1.0)
    t = 2.2621571628  # of 9 degrees of freedom, at 97.5%
    share = (10 + t**2 / 2) / (10 + t**2)
    assert run.accuracy.after.low == pytest.approx(share - t * sqrt(share * (1 - share) / (10 + t**2)), abs=1e-6)
    assert run.first_sentence.after.high == pytest.approx(1 - run.accuracy.after.low)


@pytest.mark.parametrize("number", [1, 4])
def test_what_has_no_interval_is_drawn_and_told_without_one(report, number):
    found = report(*[("+++", "-++")] * number)
    for text in (html(found), markdown(found)):
        assert not re.search(r"\bnan\b", text, re.IGNORECASE)


def test_what_was_not_changed_counts_in_no_accuracy(report):
    [run] = figures(report(("---", None), ("+++", "---"))).quizbowl.runs
    assert (run.accuracy.before.value, run.accuracy.before.n) == (1.0, 1)
    assert (run.accuracy.after.value, run.accuracy.after.n) == (0.0, 1)
    assert run.ended.skipped == 1
    assert run.success.n == 1


def test_errors_are_counted_and_enter_no_mean(report):
    made = report(("!", None), ("+++", "+++"))
    [run] = figures(made).quizbowl.runs
    assert (run.ended.errored, run.accuracy.after.n) == (1, 1)
    assert any("1 variant of tossups ended in an error" in note for note in figures(made).quizbowl.notes)


def test_the_curve_rises_where_the_guesser_is_first_right(report):
    [curve] = figures(report(("+++", "--+"), ("-++", "---"))).quizbowl.curves
    before = {round(point.share, 2): point.estimate.value for point in curve.before}
    assert (before[0.35], before[0.4], before[0.7], before[1.0]) == (0.0, 0.5, 1.0, 1.0)
    assert [point.estimate.value for point in curve.after][-1] == 0.5


def test_a_curve_is_by_what_its_questions_share_as_every_figure_of_the_run(report):
    """Eight packets of three questions, which are all right after the first sentence or all never."""
    said = [pair for number in range(8) for pair in [("+++", "+++" if number % 2 else "---")] * 3]
    made = report(*said, packets=[f"packet {number // 3}" for number in range(24)])
    found = figures(made).quizbowl
    [curve], [run] = found.curves, found.runs
    last = curve.after[-1].estimate
    assert (last.by.level, last.by.groups) == ("packet", 8)
    assert as_text(last) == as_text(run.accuracy.after)  # of these both are one
    told = next(line for line in made.provenance[0].signatures if line.startswith("right_so_far|"))
    assert "|ci:t-by-packet|packets:8|" in told


def test_a_run_of_errors_alone_is_drawn_nowhere_and_moves_no_label(store, record):
    good = record([("+++", "--+"), ("-++", "---")])
    bad = record([("!", None)], adversary="tossup-reorder")
    unheard = record([("!", None)], "rnn")
    curves = figures(build_report(store, [good, bad, unheard])).quizbowl.curves
    [plot] = attack_plots(curves)
    assert [curve.label for curve in plot.curves] == ["original", "tossup-synonym"]
    assert plot.curves == attack_plots(curves[:1])[0].curves


def test_a_page_of_errors_alone_draws_no_curve(report):
    page = html(report(("!", None)))
    assert not re.search(r"[\"L ]nan\b", page)


def test_runs_on_tossups_stand_among_no_rows_of_reading(report):
    made = report(("+++", "---"))
    assert (figures(made).rows, figures(made).curves, figures(made).verification) == ((), (), ())
    assert made.sentences[-1:] == figures(made).quizbowl.sentences


def test_the_sentence_says_what_the_strongest_attack_leaves(report):
    made = report(*[("+++", "---")] * 4, *[("+++", "-++")] * 4)
    accuracy, early = made.sentences
    assert accuracy.startswith("tossup-synonym is not told apart from no effect on ir: it changes its 100.0 accuracy")
    assert early.startswith("ir is first right after 84.2% of the words under tossup-synonym, instead of 36.8% of the")
    assert early.endswith("n = 8.")


def test_a_guesser_of_a_file_is_called_by_the_files_name(store, record):
    runs = [record([("+++", "---")], victim) for victim in ("ir:/data/sets/tossups.jsonl.gz", "hf:owner/name")]
    assert [run.names.victim for run in figures(build_report(store, runs)).quizbowl.runs] == [
        "ir:tossups.jsonl.gz",
        "hf:owner/name",
    ]


def test_two_guessers_have_a_sentence_each(store, record):
    runs = [record([("+++", "---")] * 3, victim) for victim in ("ir", "rnn")]
    found = build_report(store, runs)
    together, *each = found.sentences
    assert together == "None of 2 systems is shown to lose accuracy to the attacks, or to lose none (n = 3)."
    assert [sum(bool(re.search(rf"\b{name}\b", said)) for said in each) for name in ("ir", "rnn")] == [2, 2]


def test_an_example_shows_the_guess_at_the_end_of_each_sentence(report):
    [shown] = report(("-++", "--+")).examples
    assert [one.correct for one in shown.heard] == [False, True, True]
    assert [one.answer for one in shown.heard_after] == ["Paris", "Paris", "Hector"]
    assert shown.heard[0].end == len("Keeper 0 lit a lamp in Troy.")
    assert [change.text for change in shown.paragraph if change.kind == "added"] == ["lantern"]
    assert (shown.before.f1, shown.kind, shown.rule) == (1.0, "synonym", "wordnet")


def test_without_cached_predictions_an_example_shows_the_end_alone(report):
    [shown] = report(("-++", "--+"), cached=False).examples
    assert (shown.heard, shown.heard_after) == ((), ())
    assert shown.before.guesses[0].answer == "Hector"


def test_a_report_without_examples_has_the_same_rows(store, record):
    run = record([("+++", "---")])
    whole, table = build_report(store, [run]), build_report(store, [run], with_examples=False)
    assert as_text(figures(table).quizbowl) == as_text(figures(whole).quizbowl)
    assert table.examples == ()


def test_the_part_reads_back_from_the_store(report):
    found = figures(report(("+++", "---"), ("+++", "+++"))).quizbowl
    assert to_text(from_text(Quizbowl, to_text(found))) == to_text(found)


def test_every_form_tells_the_figures(report):
    made = report(("+++", "---"), ("+++", "+++"))
    assert "| ir | tossup-synonym | 2 |" in markdown(made)
    assert '"nevers": [' in to_json(made)


def test_provenance_names_signatures_and_the_command(report):
    [run] = report(("+++", "---")).provenance
    assert run.command.startswith("stumper attack quizbowl --adversary tossup-synonym --victim ir")
    assert [line.split("|")[0] for line in run.signatures] == [
        "accuracy", "first_right", "right_so_far", "expected_wins", "success_rate",
    ]  # fmt: skip


def test_what_the_guesser_was_trained_on_is_left_out_and_said(report):
    said = [("+++", "--+"), ("-++", "---"), ("+++", "+++"), ("---", None)]
    made, whole = report(*said, seen=(2, 3)), report(*said[:2], victim="rnn")
    [run] = figures(made).quizbowl.runs
    [unseen] = figures(whole).quizbowl.runs
    assert (run.trained_on, run.accuracy.after.n, run.ended.skipped, run.queries.total) == (2, 2, 0, 8 * 3 + 3)
    of = attrgetter("accuracy", "position", "success", "nevers")
    assert as_text(of(run)) == as_text(of(unseen))
    assert as_text(figures(made).quizbowl.curves[0].before) == as_text(figures(whole).quizbowl.curves[0].before)
    assert made.sentences[0].endswith("n = 2, without 2 trained-on.")
    assert "Of 4 attempts on ir 2 are trained-on" in figures(made).quizbowl.notes[0]
    assert all("|trained-on:2-left-out|" in line for line in made.provenance[0].signatures)
    assert [exhibit.trained_on for exhibit in made.examples] == [False, False, True, True]
    assert "trained-on" in markdown(made)
    assert '"trained":true' in html(made)


def test_of_a_guesser_that_has_seen_everything_there_is_no_figure_but_the_reason(report):
    made = report(("+++", "--+"), ("+++", "+++"), seen=(0, 1))
    assert made.sentences == (
        "All 2 attempts on ir are trained-on: it was trained or tuned on what it was asked, so there is no figure to "
        "quote.",
    )
    assert figures(made).quizbowl.runs[0].accuracy.after.n == 0
    html(made)
