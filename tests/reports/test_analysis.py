"""The error analysis of a run, from attempts made by hand."""

from dataclasses import replace

import pytest

from report_figures import figures
from stumper.reports import build_report
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.section.analysis import finding, question_lengths, shared_words
from stumper.types import Passage, Perturbation, Prediction

CONTEXT = "The red fox met Ada Lovelace in old Paris on Monday."
ADDED = "The red fox met Zed in new Rome."


@pytest.fixture
def run(store, record, make):
    """Records a run of one attempt an answer pair (before, after); returns its analyses."""

    def made(answers, adversary="from-file", sentence=ADDED, question="Whom did the red fox meet in Paris?", kind=""):
        examples = [make.question(f"q{place}", question, CONTEXT, "Ada Lovelace") for place in range(len(answers))]

        def attempted(run_id, example):
            before, after = answers[int(example.id[1:])]
            changed = replace(make.appended(example, sentence), edits=make.edits(kind) if kind else ())
            longer = type(example)(example.id, changed.query, changed.gold)
            verdict = make.verdict(longer, after)
            outcome = "succeeded" if verdict.score == 0 else "failed"
            return make.attempt(run_id, example, outcome, make.verdict(example, before), verdict, changed, 2)

        return figures(build_report(store, [record(examples, attempted, adversary)])).analyses

    return made


def test_only_answers_that_were_exactly_right_are_counted(run):
    [found] = run([("Ada Lovelace", "Zed"), ("Ada Lovelace", "Ada Lovelace"), ("Ada", "Zed")])
    assert (found.failures.turned_wrong.value, found.failures.turned_wrong.n) == (0.5, 2)


def test_an_answer_that_is_half_right_has_turned_wrong(run):
    [found] = run([("Ada Lovelace", "Ada")])
    assert found.failures.turned_wrong.value == 1


def test_an_answer_in_the_added_sentence_is_found_by_its_place(run):
    [found] = run([("Ada Lovelace", "Zed"), ("Ada Lovelace", "Monday"), ("Ada Lovelace", "Ada Lovelace")])
    assert (found.failures.in_added.value, found.failures.in_added.n) == (0.5, 2)


@pytest.mark.parametrize(
    ("adversary", "kind", "counted"),
    [
        ("add-any", "", 1),
        ("add-sent", "add-sent", 1),
        ("edit-distract", "distract", 1),
        ("edit-combined", "ablate + elongate", 1),
        ("edit-garbage", "garbage", 1),
        ("edit-misspell", "misspell", 0),
        ("edit-combined", "split + reorder", 0),
        ("mine:Own", "", 0),
    ],
)
def test_only_what_adds_words_or_sentences_has_added_text(run, adversary, kind, counted):
    [found] = run([("Ada Lovelace", "Zed")], adversary, kind=kind)
    assert found.failures.in_added.n == counted
    assert ("added text" in finding(found)) == bool(counted)


def test_without_edits_the_added_sentence_is_compared_with_the_question(run):
    [found] = run([("Ada Lovelace", "Zed"), ("Ada Lovelace", "Ada Lovelace")])
    assert [(row.category, row.success.value, row.success.n) for row in found.changed_words] == [("entity", 0.5, 2)]


def test_word_sequences_have_no_categories_of_change(run):
    [found] = run([("Ada Lovelace", "Zed")], adversary="add-any")
    assert found.changed_words == ()


def test_a_control_has_no_analysis(run):
    assert run([("Ada Lovelace", "Zed")], adversary="add-benign") == ()


def test_a_sentence_that_only_moved_is_not_added(store, record, make):
    paragraph = "One came. Two left at noon."
    example = make.question("q", "When did Two leave?", paragraph, "noon")
    text = "Two left at noon. One came."
    gold = make.question("q", "When did Two leave?", text, "noon").gold
    changed = Perturbation("q", Question(example.query.text, Passage("q-p", text)), gold, make.edits("reorder"))
    longer = type(example)("q", changed.query, gold)
    before, after = make.verdict(example, "noon"), make.verdict(longer, "One")
    run_id = record(
        [example], lambda run, _: make.attempt(run, example, "succeeded", before, after, changed, 2), "edit-reorder"
    )
    [found] = figures(build_report(store, [run_id])).analyses
    assert found.failures.turned_wrong.value == 1
    assert found.failures.in_added.n == 0


def test_an_unanswered_question_has_turned_wrong_and_lies_nowhere(store, record, make):
    example = make.question("q", "Whom did the fox meet?", CONTEXT, "Ada Lovelace")
    changed = make.appended(example, ADDED)
    silent = type(make.verdict(example, "x"))(Prediction((), None), 0.0, 0.0, True)
    before = make.verdict(example, "Ada Lovelace")
    run_id = record([example], lambda run, _: make.attempt(run, example, "succeeded", before, silent, changed, 2))
    [found] = figures(build_report(store, [run_id])).analyses
    assert (found.failures.turned_wrong.value, found.failures.in_added.value) == (1, 0)


def test_the_finding_has_counts_shares_and_intervals(run):
    [found] = run([("Ada Lovelace", "Zed")] * 3 + [("Ada Lovelace", "Ada Lovelace")])
    assert finding(found) == (
        "3 of 4 right answers turned wrong, 75.0% [30.1, 95.4]; of these 100.0% [43.9, 100.0] lie in the added text."
    )


def test_groups_that_do_not_differ_are_indistinguishable_in_words(run):
    [found] = run([("Ada Lovelace", "Zed")] * 3 + [("Ada Lovelace", "Ada Lovelace")] * 3)
    assert shared_words(found).endswith(": indistinguishable.")
    assert question_lengths(found) == (
        "Questions still answered right have 8.0 [8.0, 8.0] words on average, the others 8.0 [8.0, 8.0]: "
        "indistinguishable."
    )


def test_where_every_answer_turned_wrong_there_is_nothing_to_compare(run):
    [found] = run([("Ada Lovelace", "Zed")])
    assert question_lengths(found) == "Every right answer turned wrong: there is nothing to compare."


def test_where_none_turned_wrong_that_is_said(run):
    [found] = run([("Ada Lovelace", "Ada Lovelace")])
    assert finding(found) == "None of 1 right answer turned wrong."
    assert shared_words(found) == "No right answer turned wrong: there is nothing to compare."
