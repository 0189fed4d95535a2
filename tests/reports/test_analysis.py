"""The error analysis of a run, from attempts made by hand."""

import re
from dataclasses import replace

import pytest

from report_figures import figures
from stumper.reports import build_report, html, markdown
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.section.analysis import finding, question_lengths, shared_words
from stumper.types import Passage, Perturbation, Prediction

CONTEXT = "The red fox met Ada Lovelace in old Paris on Monday."
ADDED = "The red fox met Zed in new Rome."


@pytest.fixture
def run(store, record, make):
    """Records a run of one attempt an answer pair (before, after); returns its analyses."""

    def made(
        answers,
        adversary="from-file",
        sentence=ADDED,
        question="Whom did the red fox meet in Paris?",
        kind="",
        longer=(),
    ):
        asked = [f"So {question}" if place in longer else question for place in range(len(answers))]
        examples = [make.question(f"q{place}", text, CONTEXT, "Ada Lovelace") for place, text in enumerate(asked)]

        def attempted(run_id, example):
            before, after = answers[int(example.id[1:])]
            changed = replace(make.appended(example, sentence), edits=make.edits(kind) if kind else ())
            attacked = type(example)(example.id, changed.query, changed.gold)
            verdict = make.verdict(attacked, after)
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
    [found] = run([("Ada Lovelace", "Zed")] * 9 + [("Ada Lovelace", "Ada Lovelace")] * 3)
    assert finding(found) == (
        "9 of 12 right answers turned wrong, 75.0% [42.8, 92.9]; of these 100.0% [57.7, 100.0] lie in the added text."
    )


def test_four_right_answers_give_shares_without_intervals(run):
    [found] = run([("Ada Lovelace", "Zed")] * 3 + [("Ada Lovelace", "Ada Lovelace")])
    assert finding(found) == "3 of 4 right answers turned wrong, 75.0%; of these 100.0% lie in the added text."


def test_groups_that_do_not_differ_are_indistinguishable_in_words(run):
    [found] = run([("Ada Lovelace", "Zed")] * 6 + [("Ada Lovelace", "Ada Lovelace")] * 6, longer=(0, 1, 2, 6, 7, 8))
    assert shared_words(found).endswith(": indistinguishable.")
    assert question_lengths(found) == (
        "Questions still answered right have 8.5 [7.9, 9.1] words on average, the others 8.5 [7.9, 9.1]: "
        "indistinguishable."
    )


def test_groups_of_three_are_too_few_to_tell_apart(run):
    [found] = run([("Ada Lovelace", "Zed")] * 3 + [("Ada Lovelace", "Ada Lovelace")] * 3)
    assert shared_words(found).endswith("of the others: too few to tell.")
    assert question_lengths(found) == (
        "Questions still answered right have 8.0 words on average, the others 8.0: too few to tell."
    )


def test_where_every_answer_turned_wrong_there_is_nothing_to_compare(run):
    [found] = run([("Ada Lovelace", "Zed")])
    assert question_lengths(found) == "Every right answer turned wrong: there is nothing to compare."


def test_where_none_turned_wrong_that_is_said(run):
    [found] = run([("Ada Lovelace", "Ada Lovelace")])
    assert finding(found) == "None of 1 right answer turned wrong."
    assert shared_words(found) == "No right answer turned wrong: there is nothing to compare."


@pytest.mark.parametrize("number", [1, 3])
def test_what_has_no_interval_is_drawn_and_told_without_one(store, record, make, number):
    examples = [make.question(f"q{place}", "Whom did it meet?", CONTEXT, "Ada Lovelace") for place in range(number)]

    def attempted(run_id, example):
        verdict = make.verdict(example, "Zed")
        changed = make.appended(example, ADDED)
        return make.attempt(run_id, example, "succeeded", make.verdict(example, "Ada Lovelace"), verdict, changed, 2)

    runs = [record(examples, attempted, adversary) for adversary in ("add-any", "edit-distract")]
    found = build_report(store, runs)
    for text in (html(found), markdown(found)):
        assert not re.search(r"\bnan\b", text, re.IGNORECASE)
    assert not re.search("indistinguishable|lower|higher", " ".join(found.sentences))
