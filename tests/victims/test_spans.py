"""best_spans against a plain loop over every span, and its promises one by one."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stumper.types import Guess, Prediction
from stumper.victims.spans import best_spans

CONTEXT = "Paris is the capital of France."
WORDS = [(0, 5), (6, 8), (9, 12), (13, 20), (21, 23), (24, 30), (30, 31)]


def by_hand(starts, ends, offsets, longest):
    """Probability of each (begin, end) by the definition."""
    scores: dict[tuple[int, int], float] = {}
    for start, end, characters in zip(starts, ends, offsets, strict=True):
        for i in range(len(characters)):
            for j in range(i, min(i + longest, len(characters))):
                span = characters[i][0], characters[j][1]
                score = float(start[i]) + float(end[j])
                if span[0] < span[1]:
                    scores[span] = max(score, scores.get(span, -math.inf))
    total = math.fsum(math.exp(score) for score in scores.values())
    return {span: math.exp(score) / total for span, score in scores.items()}


def scores_of(seed: int, length: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 2, length).astype(np.float32), rng.normal(0, 2, length).astype(np.float32)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 7), st.integers(1, 4), st.integers(0, 3))
def test_equals_a_loop_over_every_span_of_every_window(seed: int, length: int, longest: int, shift: int) -> None:
    windows = [scores_of(seed, length), scores_of(seed + 1, max(0, length - shift))]
    offsets = [WORDS[:length], WORDS[shift:length] if shift < length else []]
    starts = [starts for starts, _ in windows]
    ends = [ends for _, ends in windows]
    prediction = best_spans(starts, ends, offsets, CONTEXT, longest, mass=1.1, most=1000)
    expected = by_hand(starts, ends, offsets, longest)
    found = {(g.start, g.start + len(g.answer)): g.probability for g in prediction.guesses}
    assert found == pytest.approx(expected)
    assert len(prediction.guesses) == len(expected)
    assert prediction.mass == pytest.approx(1.0)


def test_answers_are_exactly_the_characters_of_the_paragraph() -> None:
    starts, ends = scores_of(1, 7)
    for guess in best_spans([starts], [ends], [WORDS], CONTEXT).guesses:
        assert guess.start is not None
        assert CONTEXT[guess.start : guess.start + len(guess.answer)] == guess.answer


def test_the_list_stops_as_soon_as_it_holds_the_mass() -> None:
    starts, ends = scores_of(2, 7)
    everything = best_spans([starts], [ends], [WORDS], CONTEXT, mass=1.1)
    prediction = best_spans([starts], [ends], [WORDS], CONTEXT, mass=0.8)
    assert prediction.guesses == everything.guesses[: len(prediction.guesses)]
    assert prediction.mass == pytest.approx(sum(guess.probability or 0 for guess in prediction.guesses))
    assert prediction.mass >= 0.8 > prediction.mass - (prediction.guesses[-1].probability or 0)


def test_the_list_is_never_longer_than_most_and_keeps_the_likeliest() -> None:
    starts, ends = scores_of(3, 7)
    everything = best_spans([starts], [ends], [WORDS], CONTEXT, mass=1.1)
    assert best_spans([starts], [ends], [WORDS], CONTEXT, mass=1.1, most=5).guesses == everything.guesses[:5]
    assert all((a.probability or 0) >= (b.probability or 0) for a, b in pairwise(everything.guesses))


def test_equal_spans_come_in_the_order_of_the_text_also_where_the_list_is_cut() -> None:
    level = np.zeros(7, np.float32)
    whole = best_spans([level], [level], [WORDS], CONTEXT, mass=1.1)
    places = [(guess.start, len(guess.answer)) for guess in whole.guesses]
    assert places == sorted(places)
    assert best_spans([level], [level], [WORDS], CONTEXT, most=9).guesses == whole.guesses[:9]


def test_a_span_in_two_windows_counts_once_with_its_higher_score() -> None:
    low, high = np.array([0.0, 0.0]), np.array([1.0, 1.0])
    prediction = best_spans([low, high], [low, high], [WORDS[:2], WORDS[1:3]], CONTEXT, longest=1)
    total = 1 + 2 * math.exp(2)
    assert [guess.answer for guess in prediction.guesses] == ["is", "the", "Paris"]
    assert [guess.probability for guess in prediction.guesses] == pytest.approx(
        [math.exp(2) / total, math.exp(2) / total, 1 / total]
    )


def test_two_tokens_of_one_character_give_one_span() -> None:
    scores = np.array([1.0, 2.0])
    prediction = best_spans([scores], [scores], [[(0, 1), (0, 1)]], "€", mass=1.1)
    assert prediction.guesses == (Guess("€", 1.0, 0),)


def test_a_token_without_characters_answers_nothing() -> None:
    scores = np.array([5.0, 1.0])
    assert best_spans([scores], [scores], [[(0, 0), (0, 5)]], CONTEXT, longest=1).guesses == (Guess("Paris", 1.0, 0),)


@pytest.mark.parametrize("windows", [0, 1, 2])
def test_no_tokens_no_guesses(windows: int) -> None:
    nothing = [np.array([], np.float32)] * windows
    prediction = best_spans(nothing, nothing, [[]] * windows, "")
    assert prediction.guesses == ()
    assert prediction.mass == 0.0


def test_scores_far_apart_do_not_overflow() -> None:
    scores = np.array([5000.0, -5000.0])
    prediction = best_spans([scores], [scores], [WORDS[:2]], CONTEXT)
    assert prediction.guesses == (Guess("Paris", 1.0, 0),)


def test_a_nan_is_passed_on_to_be_noticed() -> None:
    scores = np.array([math.nan, 0.0])
    assert any(
        math.isnan(guess.probability or 0) for guess in best_spans([scores], [scores], [WORDS[:2]], CONTEXT).guesses
    )


def test_no_answer_stands_among_the_spans_by_its_score() -> None:
    starts, ends, offsets = [np.array([2.0, 0.0])], [np.array([1.0, 0.0])], [[(0, 3), (4, 7)]]
    bare = best_spans(starts, ends, offsets, "one two", mass=1.0)
    for null, place in ((9.0, 0), (3.0, 1), (-9.0, 3)):
        found = best_spans(starts, ends, offsets, "one two", mass=1.0, null=null)
        answers = [guess.answer for guess in found.guesses]
        assert answers.index("") == place
        assert [answer for answer in answers if answer] == [guess.answer for guess in bare.guesses]
        assert found.mass == pytest.approx(1.0)
        shares = [guess.probability or 0.0 for guess in found.guesses]
        assert shares == sorted(shares, reverse=True)
    assert best_spans([], [], [], "", null=0.0) == Prediction((Guess("", 1.0),), 1.0)
