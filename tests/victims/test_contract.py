"""What is refused, and with which sentence."""

import math

import pytest

from stumper.errors import BrokenVictim
from stumper.types import Claim, Guess, Passage, Prediction, Question
from stumper.victims.contract import checked

TEXT = "Paris is the capital of France."
QUESTION = Question("What is the capital?", Passage("p", TEXT))
GOOD = Prediction((Guess("Paris", 0.7, 0), Guess("France", 0.2, 24)), 0.9)


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
        (one(Guess("Paris", "0.5")), "with a part of another type"),  # type: ignore[arg-type]
        (one(Guess("Paris", 0.5, 0.0)), "with a part of another type"),  # type: ignore[arg-type]
        (one(Guess("Paris", 0.5), mass="1"), "with a part of another type"),  # type: ignore[arg-type]
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
