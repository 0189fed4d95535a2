import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.errors import BadStore
from stumper.store.codec import DOCUMENT, SPANS, decode, decode_best, encode
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Guess, Passage, Prediction, Query

TEXT = "Ötzi was found in 1991, near the border; he is 5,300 years old. 𝔘nicode counts as one."
QUESTION = Question("When?", Passage("p", TEXT))

probabilities = st.none() | st.floats(0, 1)


@st.composite
def spans(draw: st.DrawFn) -> Guess:
    start = draw(st.integers(0, len(TEXT)))
    end = draw(st.integers(start, len(TEXT)))
    return Guess(TEXT[start:end], draw(probabilities), start)


anything = st.builds(
    Guess, answer=st.text(st.characters()), probability=probabilities, start=st.none() | st.integers(0, 2**40)
)
queries = st.sampled_from([QUESTION, Claim("It is so."), Tossup("This man")])


def predictions(guesses: st.SearchStrategy[Guess]) -> st.SearchStrategy[Prediction]:
    return st.builds(
        Prediction,
        guesses=st.lists(guesses, max_size=20).map(tuple),
        mass=probabilities,
        evidence=st.lists(st.text(st.characters()), max_size=3).map(tuple),
    )


def float32(prediction: Prediction) -> Prediction:
    def rounded(guess: Guess) -> Guess:
        if guess.probability is None:
            return guess
        return replace(guess, probability=struct.unpack("f", struct.pack("f", guess.probability))[0])

    return replace(prediction, guesses=tuple(map(rounded, prediction.guesses)))


@given(predictions(spans() | st.just(Guess("", 0.25))))
def test_spans_come_back_with_probabilities_as_float32(prediction: Prediction) -> None:
    data = encode(prediction, QUESTION)
    assert data[0] == SPANS
    assert decode(data, QUESTION) == float32(prediction)


@given(predictions(anything | spans()), queries)
def test_any_prediction_comes_back_with_probabilities_as_float32(prediction: Prediction, query: Query) -> None:
    assert decode(encode(prediction, query), query) == float32(prediction)


@given(predictions(anything | spans()) | predictions(spans()), queries)
def test_the_best_guess_can_be_had_alone(prediction: Prediction, query: Query) -> None:
    data = encode(prediction, query)
    whole = decode(data, query)
    assert decode_best(data, query) == replace(whole, guesses=whole.guesses[:1])


@given(predictions(anything | spans()), queries)
def test_coding_twice_changes_nothing_more(prediction: Prediction, query: Query) -> None:
    once = decode(encode(prediction, query), query)
    assert decode(encode(once, query), query) == once


def test_hundred_spans_take_about_a_kilobyte() -> None:
    guesses = tuple(Guess(TEXT[start : start + 9], 0.01, start) for start in range(50)) * 2
    assert len(encode(Prediction(guesses, 0.95), QUESTION)) < 1100


@pytest.mark.parametrize(
    "guess",
    [
        Guess("1991", 0.5, 19),  # stands one character before
        Guess("1991", 0.5),
        Guess("in the ice", 0.5, 0),
        Guess("1991", 0.5, -72),
    ],
)
def test_what_is_no_span_of_the_paragraph_is_kept_as_it_is(guess: Guess) -> None:
    data = encode(Prediction((guess,), None), QUESTION)
    assert data[0] == DOCUMENT
    assert decode(data, QUESTION).guesses == (guess,)


def test_a_span_too_long_for_the_compact_layout_is_kept_as_it_is() -> None:
    question = Question("What?", Passage("p", "a" * 70_000))
    prediction = Prediction((Guess("a" * 69_000, 0.5, 3),), 0.5)
    assert decode(encode(prediction, question), question) == prediction


def test_a_prediction_without_guesses_keeps_its_mass() -> None:
    assert decode(encode(Prediction((), 0.125), QUESTION), QUESTION) == Prediction((), 0.125)


def test_a_layout_from_the_future_is_not_misread() -> None:
    with pytest.raises(BadStore, match="77"):
        decode(bytes([77, 0, 0]), QUESTION)
