"""Buzzes: positions, accuracy by share, expected wins."""

from dataclasses import replace

import pytest

from stumper.buzz import Buzz, Reading, expected_wins, first_right, knows_at

PERSON = Buzz("q", "regular", "ada", False, 30, 100, 0.3, True)


def readings(*rights: bool) -> tuple[Reading, ...]:
    n = len(rights)
    return tuple(Reading(place, place / n, "x", 0.5, right) for place, right in enumerate(rights, 1))


def test_an_answer_before_everybody_wins_against_everybody():
    assert expected_wins(0.0, True) == 1.0


def test_an_answer_at_the_end_wins_against_who_never_knows():
    assert expected_wins(1.0, True) == pytest.approx(1 + 0.0775 - 1.278 + 0.588)


def test_a_wrong_answer_wins_nothing():
    assert expected_wins(0.1, False) == 0.0


def test_later_answers_never_win_more():
    worth = [expected_wins(share / 100, True) for share in range(101)]
    assert worth == sorted(worth, reverse=True)


def test_first_right_is_where_it_is_right_though_it_is_wrong_again():
    assert first_right(readings(False, True, False, True)) == 0.5


def test_never_right_is_no_position():
    assert first_right(readings(False, False)) is None


def test_a_machine_knows_what_it_would_say():
    machine = replace(PERSON, is_machine=True, readings=readings(False, True, False, True))
    assert [knows_at([machine], share)[0] for share in (0.1, 0.5, 0.75, 1.0)] == [False, True, False, True]
