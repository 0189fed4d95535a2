"""What sets questions apart whose answers turned wrong, counted by hand."""

import pytest

from stumper.scores import Case, failures
from stumper.scores.failures import QuestionLength, failures_of, lies_in_added, longest_shared, measured
from stumper.text import Stretch

PARAGRAPH = "The red fox met Ada in old Paris on Monday."
AFTER = PARAGRAPH + " The red dog met Zed."
ADDED = (Stretch(" The red dog met Zed.", len(PARAGRAPH), len(AFTER)),)


def case(answer="Zed", question="Whom did the red fox meet?", wrong=True, start=None, added=ADDED):
    return Case(question, PARAGRAPH, "Ada", answer, start, added, wrong)


RIGHT = case("Ada", wrong=False)


def test_the_share_that_turned_wrong_is_of_all_cases():
    found = failures([RIGHT, RIGHT, RIGHT, case()])
    assert (found.turned_wrong.value, found.turned_wrong.n) == (0.25, 4)


@pytest.mark.parametrize(
    ("answer", "start", "lies"),
    [
        ("Zed", AFTER.index("Zed"), True),
        ("Paris", AFTER.index("Paris"), False),
        ("red", AFTER.index("red"), False),
        ("red", AFTER.rindex("red"), True),
        ("Monday. The red dog", AFTER.index("Monday"), True),
        ("Monday.", AFTER.index("Monday"), False),
        ("Zed", None, True),
        ("Paris", None, False),
        ("", None, False),
    ],
)
def test_an_answer_lies_in_the_added_text_with_any_part_of_it(answer, start, lies):
    assert lies_in_added(case(answer, start=start)) == lies


def test_where_nothing_was_added_no_share_lies_in_it():
    found = failures([case(added=()), case()])
    assert (found.in_added.value, found.in_added.n) == (1, 1)


def test_only_wrong_answers_of_more_than_29_words_are_long():
    long, edge = " ".join(["word"] * 30), " ".join(["word"] * 29)
    found = failures([case(long), case(edge), case(long, wrong=False), case()])
    assert (found.long_answers.value, found.long_answers.n) == (pytest.approx(1 / 3), 3)
    assert found.answer_words.value == pytest.approx((30 + 29 + 1) / 3)
    assert found.right_answer_words.value == 1


@pytest.mark.parametrize(
    ("question", "longest"),
    [
        ("Whom did the red fox meet?", 3),
        ("Who met Ada in old paris?", 5),
        ("In old, Paris on what?", 4),
        ("Why not?", 0),
        ("", 0),
        (PARAGRAPH, 10),
    ],
)
def test_the_longest_run_of_shared_words_ignores_case_and_marks(question, longest):
    assert longest_shared(question, PARAGRAPH) == longest


def test_questions_share_n_words_in_a_row_by_n():
    found = failures([case(), case(question="Why not?"), case("Ada", "Who met Ada in old Paris?", wrong=False)])
    shares = [(row.n, row.share.still_right.value, row.share.turned_wrong.value) for row in found.shared]
    assert shares == [(1, 1, 0.5), (2, 1, 0.5), (3, 1, 0.5), (4, 1, 0), (5, 1, 0), (6, 0, 0), (7, 0, 0)]
    assert found.shared[3].share.difference.value == -1


def test_question_lengths_have_means_and_counts():
    found = failures([case(), case(question="Why not so?"), RIGHT])
    assert (found.question_words.still_right.value, found.question_words.turned_wrong.value) == (6, 4.5)
    assert found.question_words.difference.value == -1.5
    assert found.lengths == (QuestionLength(3, 0, 1), QuestionLength(6, 1, 1))


def test_a_group_without_questions_has_no_difference():
    found = failures([case()])
    assert found.question_words.difference.n == 0
    assert {row.share.difference.n for row in found.shared} == {0}


def test_variants_of_one_question_on_both_sides_say_little_of_what_differs():
    """Each of twelve questions has a variant that still is answered right and one that turned wrong."""
    cases = [case(wrong=wrong, question="word " * (4 + number % 3)) for number in range(12) for wrong in (False, True)]
    made = [measured(one) for one in cases]
    of_one = failures_of(made, [f"q{place // 2}" for place in range(24)]).question_words.difference
    apart = failures_of(made).question_words.difference
    assert of_one.value == apart.value == 0
    assert of_one.high - of_one.low < 0.1 < apart.high - apart.low
