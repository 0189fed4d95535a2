from dataclasses import replace
from math import isnan
from statistics import stdev

import pytest

from stumper.people.accounts.person import Person
from stumper.people.study.attempts import (
    Share,
    attempts,
    counting,
    effort,
    leaderboard,
    spread,
    successes,
    type_counts,
)
from stumper.people.writing.tries import Press
from stumper.statistics import UNKNOWN, Groups


def press(
    example: str, person: str, text: str, fooled: bool = False, submitted: bool = False, seconds: float = 10.0,
    changes: int = 3, types: tuple[str, ...] = (),
) -> Press:  # fmt: skip
    return Press(example, person, text, fooled, submitted, seconds, changes, types)


MADE = [
    press("q1", "ada", "a"),
    press("q1", "ada", "b", fooled=True, seconds=60, changes=12),
    press("q1", "ada", "b", fooled=True, submitted=True, seconds=70, changes=12, types=("reorder", "distract")),
    press("q1", "ben", "c", fooled=True, submitted=True, seconds=20, changes=4, types=("distract",)),
    press("q2", "ben", "d"),
    press("q2", "ben", "e"),
]


def test_the_same_text_put_again_is_one_attempt_and_is_said_to_be_dropped() -> None:
    assert len(attempts(MADE)) == 5
    assert successes(MADE).dropped == 0  # to submit what one has tried is no repetition
    again = successes([*MADE, MADE[0], MADE[3]])
    assert (again.dropped, again.all.n) == (2, 5)


def test_what_is_refused_as_somebody_elses_is_said_apart() -> None:
    refused = replace(press("q1", "ada", "c", fooled=True), is_anothers=True)
    found = successes([*MADE, press("q1", "ada", "c", fooled=True), refused])
    assert (found.dropped, found.anothers) == (0, 1)


def test_what_cannot_succeed_is_no_attempt_and_is_said_to_be_skipped() -> None:
    hopeless = [replace(press("q3", "ada", text), can_succeed=False) for text in ("x", "x", "y")]
    found = successes([*MADE, *hopeless])
    assert (found.all, found.skipped, found.dropped) == (successes(MADE).all, 2, 0)
    assert effort([*MADE, *hopeless]) == effort(MADE)


def test_a_text_that_was_tried_and_then_submitted_counts_with_the_time_of_the_try_and_the_types_of_the_submission() -> (
    None
):
    [kept] = [one for one in attempts(MADE) if one.text_id == "b"]
    assert (kept.submitted, kept.seconds, kept.attack_types) == (True, 60, ("reorder", "distract"))


def test_the_same_text_of_two_people_or_on_two_examples_is_two_attempts() -> None:
    assert len(attempts([press("q1", "ada", "a"), press("q1", "ben", "a"), press("q2", "ada", "a")])) == 3


def test_successes_are_shared_out_by_example_and_by_person() -> None:
    found = successes(MADE)
    assert (found.succeeded, found.all.n, found.all.value) == (2, 5, 0.4)
    assert [(one.of, one.succeeded, one.attempts) for one in found.by_example] == [("q1", 2, 3), ("q2", 0, 2)]
    assert [(one.of, one.succeeded, one.attempts) for one in found.by_person] == [("ada", 1, 2), ("ben", 1, 3)]


def test_the_spread_is_that_of_a_sample_of_rates() -> None:
    found = successes(MADE).over_persons
    assert (found.mean, found.n) == (pytest.approx((1 / 2 + 1 / 3) / 2), 2)
    assert found.deviation == pytest.approx(stdev([1 / 2, 1 / 3]))
    assert found.variance == pytest.approx(stdev([1 / 2, 1 / 3]) ** 2)


def test_one_share_alone_has_no_deviation_and_none_has_no_mean() -> None:
    assert isnan(spread([Share("q1", 1, 2, UNKNOWN)]).deviation)
    assert isnan(spread([]).mean)


def test_types_are_counted_over_submissions_alone_each_of_them_once_a_type() -> None:
    counts = {row.type: (row.submissions, row.examples, row.persons) for row in type_counts(MADE)}
    assert counts == {"distract": (2, 1, 2), "reorder": (1, 1, 1)}
    assert [row.type for row in type_counts(MADE)] == ["distract", "reorder"]


def test_effort_is_that_of_the_first_success_of_each_person_on_each_example() -> None:
    found = effort(MADE)
    assert (found.successes, found.without) == (2, 1)
    assert (found.seconds.value, found.median_seconds) == (40, 40)
    assert (found.changes.value, found.attempts.value) == (8, 1.5)


def test_without_a_success_effort_says_so_instead_of_a_number() -> None:
    found = effort(MADE[:1])
    assert (found.successes, found.without) == (0, 1)
    assert isnan(found.seconds.value)
    assert isnan(found.median_changes)


def test_what_one_author_tries_on_one_example_is_one_effort() -> None:
    tried = [press(f"q{n % 10}", f"p{n % 10}", f"text {n}", fooled=n % 10 < 4) for n in range(100)]
    found = successes(tried).all
    assert (found.value, found.n) == (0.4, 100)
    assert found.high - found.low > 0.5  # of a hundred independent attempts: 0.19
    assert found.by is not None
    assert (found.by.level, found.by.groups, found.by.crossing) == ("author", 10, (("example", 10),))


def test_what_one_author_tries_on_one_example_is_no_more_than_one_try_of_that_author() -> None:
    """Five tries on each of eight examples, of which all succeed or none."""
    tried = [press(f"q{n % 8}", "ada", f"text {n}", fooled=n % 8 < 4) for n in range(40)]
    [many], [once] = successes(tried).by_person, successes(tried[:8]).by_person
    assert (many.share.value, many.share.n, once.share.n) == (0.5, 40, 8)
    assert (many.share.low, many.share.high) == pytest.approx((once.share.low, once.share.high))


def test_examples_of_one_article_hang_together() -> None:
    tried = [press(f"q{n}", f"p{n}", f"text {n}", fooled=n % 6 < 3, seconds=60.0 * (n % 6 < 3)) for n in range(48)]
    articles = Groups(("article",), {f"q{n}": (f"article {n // 3}",) for n in range(48)})
    alone, by_article = successes(tried).all, successes(tried, articles).all
    assert (by_article.by.level, by_article.by.crossing) == ("author", (("article", 16),))
    assert by_article.high - by_article.low > 1.5 * (alone.high - alone.low)
    assert effort(tried, articles).changes.n == 24


def test_one_text_under_two_labels_is_one_attempt_which_is_that_of_the_label_stated_last() -> None:
    first, last = (
        replace(press("c1", "ada", id, fooled=id == "b", seconds=seconds), same="text", label=id)
        for id, seconds in (("a", 10.0), ("b", 50.0))
    )
    assert attempts([first, last]) == [last]
    assert attempts([last, first]) == [first]
    assert counting([first, last]) == [False, True]
    assert effort([first, last]).seconds.value == 50.0


def test_a_label_that_is_stated_again_has_the_time_of_its_first_press() -> None:
    made = [
        replace(press("c1", "ada", id, fooled=id == "a", seconds=seconds), same="text", label=id)
        for id, seconds in (("a", 1.0), ("b", 10.0), ("a", 14.0))
    ]
    assert attempts(made) == [made[0]]
    assert counting(made) == [True, False, False]
    assert effort(made).seconds.value == 1.0
    [submitted] = attempts([*made[:2], replace(made[2], submitted=True)])
    assert (submitted.submitted, submitted.seconds) == (True, 1.0)


def test_what_was_submitted_of_a_text_counts_and_not_what_was_said_of_it_only_to_try() -> None:
    submitted = replace(press("c1", "ada", "a", fooled=True, submitted=True), same="text", label="REFUTES")
    tried = replace(press("c1", "ada", "b"), same="text", label="SUPPORTS")
    assert attempts([submitted, tried]) == attempts([tried, submitted]) == [submitted]
    assert counting([tried, submitted, tried]) == [False, True, False]


def test_what_was_submitted_under_two_labels_counts_on_the_leaderboard_once() -> None:
    made = [replace(press("c1", "ada", id, fooled=True, submitted=True), same="text", label=id) for id in ("a", "b")]
    [place] = leaderboard(made, [], {"ada": Person("ada", "Ada", False, True, 0.0)})
    assert (place.submissions, successes(made).all.n, successes(made).dropped) == (1, 1, 1)
