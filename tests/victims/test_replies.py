"""From replies of language models to predictions."""

import math
from pathlib import Path

import pytest

from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import LIGHTHOUSE
from stumper.types import Guess, Passage, Prediction
from stumper.victims.prompts import Prompts, read_replies, read_reply
from stumper.wire import Reply, Token

WHO = Question("Who lit the lighthouse?", LIGHTHOUSE)
CLAIM = Claim("The lighthouse was lit in 1874.")


def answer(reply: str, paragraph: str = LIGHTHOUSE.text) -> Guess | None:
    prediction = read_reply(Question("?", Passage("p", paragraph)), Reply(reply))
    return None if prediction is None else prediction.guesses[0]


@pytest.mark.parametrize(
    "reply",
    [
        "Ada Thorn",
        "Ada Thorn.",
        '"Ada Thorn"',
        "**Ada Thorn**",
        "Answer: Ada Thorn",
        "Ada Thorn\n\nShe is named in the first sentence.",
        "<think>Who? Answer: the mayor.</think>\nAda Thorn",
        "Let me see.\nFinal answer: `Ada Thorn`.",
    ],
)
def test_the_answer_is_taken_out_of_what_stands_around_it(reply: str) -> None:
    assert answer(reply) == Guess("Ada Thorn", None, LIGHTHOUSE.text.index("Ada"))


def test_a_full_stop_that_stands_in_the_paragraph_stays() -> None:
    assert answer("U.S.", "It was built in the U.S. in 1874") == Guess("U.S.", None, 20)


@pytest.mark.parametrize("reply", ["No answer", "unanswerable.", "Answer: NONE"])
def test_that_there_is_no_answer_is_an_answer(reply: str) -> None:
    assert answer(reply) == Guess("", None)
    assert answer("none", "There were none.") == Guess("none", None, 11)


@pytest.mark.parametrize("reply", ["", "  \n ", "<think>Let me see", "<think>x</think>"])
def test_a_reply_without_words_means_nothing(reply: str) -> None:
    assert answer(reply) is None
    assert read_reply(CLAIM, Reply(reply)) is None


def test_a_label_that_the_first_token_does_not_begin_has_no_probability() -> None:
    tokens = (Token("The", math.log(0.9), {"SUPPORTS": math.log(0.1)}), Token(" claim", 0.0, {}))
    assert read_reply(CLAIM, Reply("The claim is true.", tokens)) == Prediction((Guess("SUPPORTS", None),), None)


def test_a_label_that_is_not_the_likeliest_has_no_probability() -> None:
    tokens = (Token("REFUTES", math.log(0.4), {"SUPPORTS": math.log(0.6)}),)
    assert read_reply(CLAIM, Reply("REFUTES", tokens)) == Prediction((Guess("REFUTES", None),), None)


def test_probabilities_never_sum_to_more_than_one() -> None:
    others = {"SUPPORTS": math.log(0.7), "SUP": math.log(0.4)}
    prediction = read_reply(CLAIM, Reply("SUPPORTS", (Token("SUPPORTS", math.log(0.7), others),)))
    assert prediction is not None
    assert prediction.mass == 1.0


def test_answers_that_differ_in_case_and_articles_are_one() -> None:
    replies = [Reply("forty years"), Reply("Ada Thorn"), Reply("The forty years."), Reply("")]
    assert read_replies(WHO, replies) == Prediction(
        (Guess("forty years", 0.5, LIGHTHOUSE.text.index("forty")), Guess("Ada Thorn", 0.25, 34)), 0.75
    )
    assert read_replies(WHO, [Reply("")]) is None


def test_the_templates_are_shown_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto-victim.md").read_text(encoding="utf-8")
    for template in Prompts().texts[:3]:
        assert f"```text\n{template}\n```" in page


def guesses(reply: str) -> list[str] | None:
    prediction = read_reply(Tossup("This author of Middlemarch"), Reply(reply))
    return None if prediction is None else [guess.answer for guess in prediction.guesses]


@pytest.mark.parametrize(
    "reply",
    [
        "The answer is George Eliot.",
        "I think this is George Eliot.",
        "I think it's George Eliot.",
        "It’s George Eliot",
        "**George Eliot** (Mary Ann Evans)",
        "1. **George Eliot**, the novelist",
        "Guess 1: George Eliot",
        "My best guess is: **George Eliot**",
        "George Eliot. She wrote Middlemarch in 1871.",
        '{"answer": "George Eliot"} I hope that this helps!',
        'Here it is:\n```json\n{"answer": "George Eliot", "confidence": 0.9}\n```',
        '["George Eliot"]',
        '{"guesses": [{"answer": "George Eliot", "probability": 0.7}]}',
    ],
)
def test_a_guess_is_taken_out_of_what_stands_around_it(reply: str) -> None:
    assert guesses(reply) == ["George Eliot"]


def test_guesses_in_json_keep_their_order() -> None:
    assert guesses('{"guesses": ["George Eliot", "Jane Austen", "george eliot", 3]}') == ["George Eliot", "Jane Austen"]


@pytest.mark.parametrize(
    "reply",
    ["This Is Spinal Tap", "It's a Wonderful Life", "It", "The Answer", "Sorry, Wrong Number", "I, Claudius"],
)
def test_a_title_that_begins_like_prose_stays(reply: str) -> None:
    assert guesses(reply) == [reply]


@pytest.mark.parametrize(
    "reply", ["Unknown.", "Answer: unknown", "I don't know.", "I do not know yet.", "Not enough information."]
)
def test_who_does_not_know_yet_has_no_right_guess(reply: str) -> None:
    assert guesses(reply) == [""]


@pytest.mark.parametrize("reply", ["I'm sorry, but I can't help with that.", "As an AI, I cannot answer this.", "{}"])
def test_a_refusal_is_no_guess(reply: str) -> None:
    assert guesses(reply) is None
