"""Leave-one-out with scripted victims."""

import pytest

from stumper.errors import BrokenVictim
from stumper.saliency import explain, leave_one_out
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import Finds, Says, ScriptedVictim
from stumper.types import Guess, Passage, Prediction, Query, Weight

QUESTION = Question("Who lit it?", Passage("p", "It was lit by Ada Thorn, in 1874."))


def by_word(query: Question, weights: list[Weight]) -> dict[str, float]:
    texts = {"question": query.text, "context": query.context.text}
    return {texts[weight.field][weight.start : weight.end]: weight.value for weight in weights}


def test_every_word_of_question_and_paragraph_in_order_in_one_batch() -> None:
    victim = ScriptedVictim(Finds(("Ada Thorn",), (0.9,)))
    weights = leave_one_out(victim, QUESTION, "Ada Thorn")
    assert [weight.field for weight in weights] == ["question"] * 3 + ["context"] * 8
    assert weights[:2] == [Weight("question", 0, 3, 0.0), Weight("question", 4, 7, 0.0)]
    assert victim.calls == 1
    assert victim.queries == 12


def test_the_value_is_the_drop_in_probability() -> None:
    def rule(query: Query) -> Prediction:
        probability = 0.8 if "lit" in query.text else 0.25
        return Prediction((Guess("Ada Thorn", probability),), probability)

    values = by_word(QUESTION, leave_one_out(ScriptedVictim(rule), QUESTION, "Ada Thorn"))
    assert values["1874"] == 0.0
    weights = leave_one_out(ScriptedVictim(rule), QUESTION, "Ada Thorn")
    assert weights[1] == Weight("question", 4, 7, pytest.approx(0.55))


def test_a_word_of_the_answer_takes_it_away() -> None:
    values = by_word(QUESTION, leave_one_out(ScriptedVictim(Finds(("Ada Thorn",), (0.9,))), QUESTION, "Ada Thorn"))
    assert {word for word, value in values.items() if value > 0} == {"Ada", "Thorn"}
    assert values["Ada"] == pytest.approx(0.9)


def test_a_word_that_hurt_the_answer_weighs_less_than_nothing() -> None:
    weights = leave_one_out(ScriptedVictim(Finds(("1874", "Ada"), (0.7, 0.2))), QUESTION, "Ada")
    assert by_word(QUESTION, weights)["1874"] == pytest.approx(0.2 - 0.7)


def test_one_space_goes_with_the_word() -> None:
    victim = ScriptedVictim(Finds(("Ada",)))
    leave_one_out(victim, Question("Who?", Passage("p", "by Ada, then")), "Ada")
    [[_, *asked]] = victim.batches
    texts = [query.context.text for query in asked if isinstance(query, Question)]
    assert texts == ["by Ada, then", "Ada, then", "by, then", "by Ada,"]
    assert [query.text for query in asked] == ["?", "Who?", "Who?", "Who?"]


def test_equal_answers_are_equal_when_normalised_and_add_up() -> None:
    def rule(query: Query) -> Prediction:
        return Prediction((Guess("the Thorn", 0.5), Guess("Thorn.", 0.25), Guess("1874", 0.125)), 0.875)

    def silent_without_who(query: Query) -> Prediction:
        return rule(query) if "Who" in query.text else Prediction((), 0.0)

    weights = leave_one_out(ScriptedVictim(silent_without_who), QUESTION, "thorn")
    assert weights[0].value == pytest.approx(0.75)


def test_a_victim_without_probabilities_is_sure_of_its_best_guess() -> None:
    weights = leave_one_out(ScriptedVictim(Finds(("Ada Thorn", "1874"))), QUESTION, "Ada Thorn")
    assert by_word(QUESTION, weights)["Ada"] == 1.0
    assert by_word(QUESTION, weights)["1874"] == 0.0


@pytest.mark.parametrize(("query", "field"), [(Claim("It is lit."), "claim"), (Tossup("It is lit."), "tossup")])
def test_claims_and_tossups(query: Query, field: str) -> None:
    weights = leave_one_out(ScriptedVictim(Says({"It is lit.": "SUPPORTS"}, 0.5)), query, "SUPPORTS")
    assert weights == [Weight(field, 0, 2, 0.5), Weight(field, 3, 5, 0.5), Weight(field, 6, 9, 0.5)]


def test_predictions_that_cannot_be_believed_are_refused() -> None:
    with pytest.raises(BrokenVictim):
        leave_one_out(ScriptedVictim(Finds(("Ada",)), fault="nan", where="1874"), QUESTION, "Ada")


def test_a_victim_that_explains_itself_is_asked_to() -> None:
    class Explaining:
        fingerprint = None

        def predict(self, queries: object) -> list[Prediction]:
            raise AssertionError("there is a faster way")

        def saliency(self, query: Query, answer: str) -> list[Weight]:
            return [Weight("question", 0, 3, 1.0)]

    assert explain(Explaining(), QUESTION, "Ada") == [Weight("question", 0, 3, 1.0)]
    victim = ScriptedVictim(Finds(("Ada",)))
    assert explain(victim, QUESTION, "Ada") == leave_one_out(victim, QUESTION, "Ada")
