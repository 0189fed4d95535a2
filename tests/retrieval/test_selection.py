"""Sentences chosen by a classifier."""

from collections.abc import Sequence

import pytest

from stumper.errors import BrokenVictim
from stumper.retrieval import RankedSentence, selected

SENTENCES = [RankedSentence("Page", line, text, 9.0 - line, ()) for line, text in enumerate(["one", "two", "three"])]


def by_length(claim: str, found: Sequence[RankedSentence]) -> list[float]:
    assert claim == "claim"
    return [float(len(sentence.text)) for sentence in found]


def test_scorer_decides_and_equals_stay_in_their_order() -> None:
    found = selected("claim", SENTENCES, by_length)
    assert [(sentence.text, sentence.score) for sentence in found] == [("three", 5.0), ("one", 3.0), ("two", 3.0)]


def test_no_more_than_k_are_left() -> None:
    assert [sentence.line for sentence in selected("claim", SENTENCES, by_length, k=1)] == [2]


def test_scorer_is_not_asked_about_nothing() -> None:
    assert selected("claim", [], lambda claim, found: pytest.fail("asked")) == ()


def test_scorer_that_gives_too_few_or_no_number_is_said() -> None:
    with pytest.raises(BrokenVictim, match="2 scores for 3 sentences"):
        selected("claim", SENTENCES, lambda claim, found: [0.1, 0.2])
    with pytest.raises(BrokenVictim, match="gave nan"):
        selected("claim", SENTENCES, lambda claim, found: [0.1, float("nan"), 0.2])
