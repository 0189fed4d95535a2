"""What is refused, and with which sentence."""

import math

import numpy as np
import pytest

from stumper.errors import BrokenVictim
from stumper.reasons import reason_of
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Guess, Passage, Prediction
from stumper.victims.contract import checked

TEXT = "Paris is the capital of France."
QUESTION = Question("What is the capital?", Passage("p", TEXT))
GOOD = Prediction((Guess("Paris", 0.7, 0), Guess("France", 0.2, 24)), 0.9)


class Shorter(list[Prediction]):
    """Says that it is longer than it is."""

    def __len__(self) -> int:
        return 1


def one(*guesses: Guess, mass: float | None = None) -> list[Prediction]:
    return [Prediction(guesses, mass)]


@pytest.mark.parametrize(
    "prediction",
    [
        GOOD,
        Prediction((), None),
        Prediction((), 0.0),
        Prediction((Guess("", None),), None),
        Prediction((Guess("nowhere in the text", None),), None),
        Prediction((Guess("Paris", 0.5, 0), Guess("Paris", 0.5 + 1e-9, 0)), 1.0 + 1e-9),
        Prediction((Guess("Paris", 0.5),), None),
        Prediction((Guess("Paris", np.float32(0.5), np.int64(0)),), None),  # type: ignore[arg-type]
    ],
)
def test_what_keeps_the_contract_comes_back_as_it_is(prediction: Prediction) -> None:
    assert checked("v", [QUESTION, QUESTION], (prediction, GOOD)) == [prediction, GOOD]


@pytest.mark.parametrize(
    ("predictions", "sentence"),
    [
        (None, "returned None: predict returns a list"),
        ({}, "returned a dict: predict returns a list"),
        ([], "returned 0 predictions for 1 queries: predict returns one a query"),
        ([GOOD, GOOD], "returned 2 predictions for 1 queries"),
        (["Paris"], "returned a str where a Prediction belongs"),
        (one(Guess(None, 0.5)), "returned None where the text of an answer belongs"),
        (one("Paris"), "with a part of another type ('str' object has no attribute 'answer')"),  # type: ignore[arg-type]
        (one(Guess("Paris", "0.5")), "gave 'Paris' a str for a probability: give a number"),  # type: ignore[arg-type]
        (one(Guess("Paris", True)), "gave 'Paris' a bool for a probability"),
        (one(Guess("Paris", np.array([0.5]))), "gave 'Paris' a ndarray for a probability"),  # type: ignore[arg-type]
        (one(Guess("Paris", 0.5, 0.0)), "gave 'Paris' a float for a place: give a whole number"),  # type: ignore[arg-type]
        (one(Guess("Paris", 0.5, False)), "gave 'Paris' a bool for a place"),
        (one(Guess("Paris", 0.5), mass="1"), "gave its list a str for a mass: give a number"),  # type: ignore[arg-type]
        (one(Guess("a \ud800 b", 0.5)), "a text with half a character at 2: decode it as UTF-8"),
        (one(Guess("Paris\0", 0.5)), "a text with NUL in it"),
        (one(Guess("x" * 100_001, 0.5)), "a text of 100,001 characters: give 100,000 at most"),
        (one(*[Guess("x", None)] * 10_001), "gave 10,001 guesses: give 10,000 at most"),
        (Shorter([]), "returned 0 predictions for 1 queries"),
        ([Prediction(None, None)], "returned None where a tuple of Guess belongs"),  # type: ignore[arg-type]
        (one(Guess("Paris", math.nan)), "gave 'Paris' the probability nan"),
        (one(Guess("Paris", -0.1)), "gave 'Paris' the probability -0.1"),
        (one(Guess("Paris", 1.1)), "gave 'Paris' the probability 1.1: probabilities lie in [0, 1]"),
        (one(Guess("Paris", 0.2), Guess("France", 0.7)), "ranked 'France' below a guess that is less likely"),
        (one(Guess("Paris", 0.2), Guess("France", None)), "probabilities to some of its guesses"),
        (one(Guess("Paris", 0.2, 1)), "answered 'Paris', but at character 1 of the paragraph stands 'aris '"),
        (one(Guess("Paris", 0.2, 29)), "outside the text, at characters 29 to 34 of a paragraph that has 31"),
        (one(Guess("Paris", 0.2, -5)), "outside the text"),
        (one(Guess("Paris", 0.2), mass=math.nan), "gave its list the mass nan"),
        (one(Guess("Paris", 0.2), mass=1.5), "the mass 1.5"),
        (one(Guess("Paris", 0.2), mass=0.9), "the mass 0.9, but the probabilities in it sum to 0.2"),
        (one(Guess("Paris", None), mass=0.9), "sum to 0"),
    ],
)
def test_what_breaks_the_contract_is_named_in_one_sentence(predictions: list[Prediction], sentence: str) -> None:
    with pytest.raises(BrokenVictim) as caught:
        checked("file:v.json", [QUESTION], predictions)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("The victim 'file:v.json'")


def test_the_sentence_names_the_query() -> None:
    with pytest.raises(BrokenVictim, match=r"asked 'What is the capital\?'"):
        checked("v", [QUESTION], one(Guess("Paris", math.nan)))


def test_a_place_needs_a_paragraph() -> None:
    with pytest.raises(BrokenVictim, match="there is no paragraph"):
        checked("v", [Claim("Paris is in France.")], one(Guess("SUPPORTS", 0.9, 0)))


CLAIM = Claim("Paris is in France.")


def test_a_claim_is_answered_with_labels_alone() -> None:
    good = Prediction((Guess("SUPPORTS", 0.6), Guess("NOT ENOUGH INFO", 0.3)), 0.9, ("Paris:0",))
    assert checked("v", [CLAIM], [good]) == [good]
    for answer in ("supports", "Paris", ""):
        with pytest.raises(
            BrokenVictim, match=f"answered '{answer}' to a claim: the labels are SUPPORTS, REFUTES, NOT"
        ):
            checked("v", [CLAIM], one(Guess(answer, 0.9)))


@pytest.mark.parametrize("evidence", ["Paris:0", None, (("Paris", 0),), {"Paris:0"}])
def test_evidence_is_a_list_of_ids(evidence: object) -> None:
    with pytest.raises(BrokenVictim, match="it is a tuple of the ids of sentences"):
        checked("v", [CLAIM], [Prediction((Guess("SUPPORTS", 0.9),), 0.9, evidence)])  # type: ignore[arg-type]


@pytest.mark.parametrize("evidence", [("a\ud800:0",), ("x" * 100_001,), ("Paris:0",) * 10_001])
def test_evidence_can_be_written(evidence: tuple[str, ...]) -> None:
    with pytest.raises(BrokenVictim, match=r"named the evidence '|named 10,001 sentences as evidence"):
        checked("v", [CLAIM], [Prediction((Guess("SUPPORTS", 0.9),), 0.9, evidence)])


def test_a_predict_that_must_be_awaited_is_named_without_a_warning() -> None:
    async def predict() -> list[Prediction]:
        return [GOOD]

    with pytest.raises(BrokenVictim, match="returned a coroutine: predict returns a list"):
        checked("v", [QUESTION], predict())


def test_a_text_that_equals_every_label_is_none() -> None:
    class Agreeable(str):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = str.__hash__

    with pytest.raises(BrokenVictim, match="answered 'TRUE' to a claim"):
        checked("v", [CLAIM], one(Guess(Agreeable("TRUE"), 0.9)))


class Mute(Exception):
    def __str__(self) -> str:
        raise SystemExit(0)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("no model"), "ValueError: no model"),
        (SystemExit(0), "SystemExit: 0"),
        (ValueError("one\n  two\ttabs"), "ValueError: one two tabs"),
        (ValueError("\ud800 \0 \x1b[31m"), "ValueError: \\ud800 \\x00 \\x1b[31m"),
        (ValueError("x" * 42_000_000), f"ValueError: {'x' * 649}[… 41,999,027 characters …]{'x' * 324}"),
        (Mute(), "Mute: it cannot say why"),
        (MemoryError(), "MemoryError: "),
    ],
)
def test_a_reason_can_be_kept_and_shown(error: BaseException, reason: str) -> None:
    assert reason_of(error) == reason
