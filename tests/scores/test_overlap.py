"""What a question shares with training questions."""

from math import isnan

import pytest

from stumper.scores.overlap import longest_run, overlap


def test_shares_are_of_distinct_runs_of_words():
    found = overlap("the red fox met a red fox by Troy", [], ["A red fox slept.", "He went by Troy!"])
    # red fox met red fox by troy: 5 words, of which "met" is new; 5 pairs, of which "red fox" and "by troy" are known
    assert found.unigrams == pytest.approx(4 / 5)
    assert found.bigrams == pytest.approx(2 / 5)
    assert found.trigrams == 0


def test_no_run_is_found_across_two_texts():
    assert overlap("one two three four", [], ["one two", "three four"]).longest == 2


@pytest.mark.parametrize(
    ("asked", "others", "longest"),
    [
        ("a b c d", ["x b c d y"], 3),
        ("a b a b c", ["a b c"], 3),
        ("a a a", ["a a a a"], 3),
        ("a b", ["c d"], 0),
        ("a b", [], 0),
    ],
)
def test_the_longest_run_is_the_most_words_in_a_row(asked, others, longest):
    assert longest_run(asked.split(), [text.split() for text in others]) == longest


def test_a_name_is_shared_where_its_words_stand_together():
    names = ["Günter Grass", "Danzig", "Oskar Matzerath"]
    found = overlap("Günter Grass of Danzig and Oskar Matzerath", names, ["Matzerath, Oskar, left Danzig."])
    assert found.names == pytest.approx(1 / 3)


def test_a_question_without_names_shares_no_share_of_them():
    assert isnan(overlap("who", [], ["who"]).names)
