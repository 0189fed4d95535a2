"""From replies of language models to predictions."""

import math
from pathlib import Path

import pytest

from stumper.errors import BadOption
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import LIGHTHOUSE
from stumper.types import Guess, Passage, Prediction
from stumper.victims.prompts import Prompts, read_prompts, read_replies, read_reply
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
        "Who lit it? The passage says so.\n</think>\nAda Thorn",
        "<answer>Ada Thorn</answer>",
        "The answer is Ada Thorn.",
        "Based on the passage, the answer is: **Ada Thorn**.",
        "According to the passage, it was lit by **Ada Thorn**.",
        "Ada Thorn, who kept it for forty years.",
        '{"answer": "Ada Thorn"}',
        'Here it is:\n```json\n{"answer": "Ada Thorn", "confidence": 0.9}\n```',
        "Sure! Here's the answer:\n\nAda Thorn",
        "- Ada Thorn",
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


@pytest.mark.parametrize(
    "reply",
    [
        "The passage does not say.",
        "I don't know.",
        "Unfortunately, the text doesn\u2019t specify this.",
        "There is no information about that in the passage.",
        "The name of the keeper is not mentioned. It says that the lighthouse was lit.",
        "The question cannot be answered from the given paragraph.",
        "It is not possible to determine this.",
        "Not stated",
        "Answer: Not mentioned in the text",
        '{"answer": null}',
        '{"answer": ""}',
        "The passage does not name him, but it says that he was tall.",
    ],
)
def test_who_abstains_says_that_there_is_no_answer(reply: str) -> None:
    assert answer(reply) == Guess("", None)


@pytest.mark.parametrize(
    ("reply", "paragraph"),
    [
        ("there is no known case", "In fact there is no known case of it."),
        ("Unknown", "The composer is unknown."),
        ("I'm afraid you may have the wrong Norman", '"I\'m afraid you may have the wrong Norman," he said.'),
        ("It was not the mayor but Ada Thorn", "It was not the mayor but Ada Thorn who lit it."),
    ],
)
def test_words_of_the_paragraph_are_an_answer_whatever_they_sound_like(reply: str, paragraph: str) -> None:
    found = answer(reply, paragraph)
    assert found is not None
    assert found.answer.lower() == reply.lower()


@pytest.mark.parametrize(
    "reply", ["I'm sorry, but I can't help with that.", "As an AI, I cannot assist with this.", "I can't help with it."]
)
def test_a_refusal_is_no_answer_to_a_question(reply: str) -> None:
    assert answer(reply) is None


NOTE = Passage("note", "Nobody answered: I cannot help with that. No answer is known. The lamp was lit by Ada Thorn.")


def open_answer(reply: str, *passages: Passage) -> str | None:
    prediction = read_reply(OpenQuestion("Who lit the lighthouse?", passages or None), Reply(reply))
    return None if prediction is None else prediction.guesses[0].answer


@pytest.mark.parametrize("passages", [(), (LIGHTHOUSE,)])
@pytest.mark.parametrize(
    "reply",
    [
        "Answer: Ada Thorn",
        "The answer is Ada Thorn.",
        "According to the passages, the answer is **Ada Thorn**.",
        '{"answer": "Ada Thorn"}',
        "The lighthouse was lit by Ada Thorn.",
        "<think>Who?</think>\n- Ada Thorn",
    ],
)
def test_an_answer_to_an_open_question_is_taken_out_of_what_stands_around_it(
    reply: str, passages: tuple[Passage, ...]
) -> None:
    assert open_answer(reply, *passages) == "Ada Thorn"


def test_an_answer_to_an_open_question_stays_as_it_was_said() -> None:
    assert open_answer("Miss Ada Thornton", LIGHTHOUSE) == "Miss Ada Thornton"


@pytest.mark.parametrize("reply", ["I don't know.", "The passages do not say.", "No answer.", '{"answer": null}'])
def test_who_abstains_from_an_open_question_says_that_there_is_no_answer(reply: str) -> None:
    assert (open_answer(reply), open_answer(reply, LIGHTHOUSE)) == ("", "")


def test_a_refusal_is_no_answer_to_an_open_question() -> None:
    assert open_answer("I'm sorry, but I can't help with that.", LIGHTHOUSE) is None


def test_no_answer_is_what_the_prompt_asks_for_whatever_a_passage_says() -> None:
    assert open_answer("no answer", NOTE) == ""
    assert open_answer("I cannot help with that", NOTE) == "I cannot help with that"


def test_a_sentence_is_the_one_stretch_that_the_question_does_not_say() -> None:
    def of(question: str, reply: str) -> str:
        prediction = read_reply(Question(question, LIGHTHOUSE), Reply(reply))
        assert prediction is not None
        return prediction.guesses[0].answer

    assert of("Who lit the lighthouse?", "The lighthouse was lit by Ada Thorn.") == "Ada Thorn"
    whole = "In 1874 the lamp was lit by Ada Thorn."
    assert of("What happened to the lamp?", whole) == whole.removesuffix(".")


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


@pytest.mark.parametrize(
    "reply",
    [
        "George Eliot | 80%\nJane Austen | 10%",
        "1. George Eliot | 80%\n2. **Jane Austen** | 10 %",
        '{"guesses": [{"answer": "Jane Austen", "confidence": 10}, {"answer": "George Eliot", "confidence": 0.8}]}',
    ],
)
def test_a_guess_has_the_confidence_that_is_said_of_it(reply: str) -> None:
    prediction = read_reply(Tossup("This author"), Reply(reply, (Token("George", -0.5, {}),)))
    assert prediction == Prediction((Guess("George Eliot", 0.8), Guess("Jane Austen", 0.1)), pytest.approx(0.9))


def test_confidences_that_add_up_to_more_than_one_are_scaled_and_some_alone_are_none() -> None:
    prediction = read_reply(Tossup("?"), Reply("George Eliot | 90%\nJane Austen | 60%"))
    assert prediction == Prediction((Guess("George Eliot", 0.6), Guess("Jane Austen", pytest.approx(0.4))), 1.0)
    prediction = read_reply(Tossup("?"), Reply("George Eliot | 90%\nJane Austen"))
    assert prediction == Prediction((Guess("George Eliot", None), Guess("Jane Austen", None)), None)


def test_a_pattern_takes_the_answer_and_nothing_else_counts() -> None:
    pattern = r"(?i)in short: (.+)"
    found = read_reply(WHO, Reply("In short: the mayor\nNo. In short: Ada Thorn."), pattern)
    assert found == Prediction((Guess("Ada Thorn", None, 34),), None)
    assert read_reply(WHO, Reply("Ada Thorn"), pattern) is None
    assert read_reply(WHO, Reply("The passage does not say."), pattern) == Prediction((Guess("", None),), None)
    assert read_reply(CLAIM, Reply("In short: refuted"), pattern) == Prediction((Guess("REFUTES", None),), None)


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [("(", "is no regular expression"), ("Answer: .+", "needs one group"), ("(a)(b)", "one group")],
)
def test_a_pattern_that_cannot_be_meant_is_refused(pattern: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        read_prompts(None, None, pattern)
