"""Of which judgements a correct rate is made: those of a sample of what it is about."""

from stumper.judgeable import Drawn
from stumper.sections.judged import sampled
from stumper.types import Judgement

FOUR = ("a", "b", "c", "d")


def judged(ids: str) -> list[Judgement]:
    return [Judgement(id, "ann", True, True, True, judge="person") for id in ids]


def kept(ids: str, drawn: Drawn) -> tuple[str, str, int]:
    found = sampled(judged(ids), FOUR, drawn)
    return "".join(one.perturbation_id for one in found.judgements), found.how, found.others


def test_what_another_attack_s_sample_brought_is_left_out() -> None:
    assert kept("abc", Drawn(frozenset("a"), frozenset("bc"))) == ("a", "drawn", 2)


def test_what_came_by_others_samples_alone_is_no_sample() -> None:
    assert kept("ab", Drawn(frozenset(), frozenset("ab"))) == ("", "", 2)


def test_where_it_is_not_recorded_all_that_may_be_of_a_sample_counts() -> None:
    assert kept("abc", Drawn()) == ("abc", "unknown", 0)
    assert kept("abc", Drawn(frozenset(), frozenset("c"))) == ("ab", "unknown", 1)


def test_a_sample_is_not_mixed_with_what_nobody_recorded() -> None:
    assert kept("abc", Drawn(frozenset("a"), frozenset())) == ("a", "drawn", 2)


def test_a_population_that_was_judged_whole_is_no_sample_however_it_came() -> None:
    assert kept("abcd", Drawn(frozenset("a"), frozenset("bcd"))) == ("abcd", "whole", 0)


def test_nothing_judged_is_nothing() -> None:
    assert kept("", Drawn()) == ("", "", 0)
