"""What the engine demands of a changed tossup, in words."""

from dataclasses import replace

import pytest

from stumper.constraints import broken
from stumper.tasks.quizbowl.constraints import CONSTRAINTS as QUIZBOWL
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.testing import TOSSUPS
from stumper.types import Answer, Example, Gold, Perturbation

PORT, KEEPER = TOSSUPS


def said(text: str, example: Example = PORT, gold: Gold | None = None) -> str | None:
    return broken(QUIZBOWL, example, Perturbation(example.id, Tossup(text), gold or example.gold, ()))


def test_a_tossup_in_other_words_is_fine() -> None:
    assert said(PORT.query.text.replace("oak was brought to mend", "was mended with oak")) is None


@pytest.mark.parametrize("word", ["Lowmere", "lowmere's", "LOWMERE"])
def test_the_answer_must_not_be_said(word: str) -> None:
    assert said(PORT.query.text.replace("this port", word)) == "the tossup must not say 'Lowmere', a word of its answer"


def test_a_short_word_of_the_answer_may_be_said() -> None:
    example = Example("w", Tossup("This conflict was short. For 10 points, name it."), Gold((Answer("Gulf War"),)))
    assert said(example.query.text.replace("conflict", "war"), example) is None
    assert said(example.query.text.replace("conflict", "gulf"), example) == (
        "the tossup must not say 'Gulf', a word of its answer"
    )


def test_a_word_of_the_answer_that_stood_there_may_stay() -> None:
    example = Example(
        "p", Tossup("This man was a son of Ada Thorn. For 10 points, name him."), Gold((Answer("Jo Thorn"),))
    )
    assert said(example.query.text.replace("a son", "the son"), example) is None


def test_half_of_the_words_must_stay_and_no_more_than_half_as_many_be_added() -> None:
    assert said("For 10 points, name this town.") == "the tossup must keep at least 19 words, and has 6"
    assert said(f"{'very ' * 40}{PORT.query.text}") == "the tossup must have at most 57 words, and has 78"


def test_the_giveaway_stays_in_the_last_sentence() -> None:
    first, last = PORT.query.text.split(" For 10 points", 1)
    assert said(f"For 10 points{last} {first}") == (
        "the last sentence must still say for how many points the answer is asked"
    )


def test_what_is_accepted_and_rejected_stays() -> None:
    assert said(PORT.query.text, gold=replace(PORT.gold, rejects=())) == (
        "what is accepted, prompted on and rejected must stay as it is"
    )


def test_a_tossup_of_one_word_may_stay_as_it_is() -> None:
    example = Example("p", Tossup("Lowmere?"), Gold((Answer("Lowmere"),)))
    assert said("Lowmere?", example) is None
    assert said("", example) == "the tossup must not be empty"
