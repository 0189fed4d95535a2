"""The reader that only matches words."""

import pytest

from stumper.answers import answer_score
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.testing import check_victim
from stumper.types import Passage
from stumper.victims.sliding_window import SlidingWindow, load

TEXT = "Ada Thorn lit the lamp of the harbour in 1874. Ben Hale brought oil by boat."


def best(question: str, text: str = TEXT) -> str:
    [found] = SlidingWindow().predict([Question(question, Passage("p", text))])
    return found.guesses[0].answer


def test_it_answers_from_the_sentence_with_most_of_the_questions_words() -> None:
    assert best("Who lit the lamp of the harbour?") == "Ada Thorn"
    assert best("Who brought the oil?") == "Ben Hale"


def test_a_number_is_meant_where_the_question_asks_for_one() -> None:
    assert best("When was the lamp of the harbour lit by Ada Thorn?") == "1874"


def test_a_sentence_of_the_questions_words_misleads_it() -> None:
    asked = "Who first lit the lamp of the harbour?"
    assert best(asked) == "Ada Thorn"
    assert best(asked, f"{TEXT} Jo Brandt first lit the lamp of the bridge at the harbour.") == "Jo Brandt"


def test_it_keeps_the_contract_of_victims_and_has_no_distribution() -> None:
    check_victim(SlidingWindow(), [example.query for example in bundled()][:8])
    [found] = SlidingWindow().predict([Question("Who?", Passage("p", "..."))])
    assert (found.guesses, found.mass) == ((), None)


def test_it_is_right_about_three_times_in_ten_on_the_bundled_set() -> None:
    examples = tuple(bundled())
    said = SlidingWindow().predict([example.query for example in examples])
    f1 = [answer_score(one.gold, it.guesses[0].answer).f1 for one, it in zip(examples, said, strict=True)]
    assert round(sum(f1) / len(f1), 3) == 0.314


def test_it_takes_nothing_after_a_colon() -> None:
    with pytest.raises(BadOption, match="takes nothing after a colon, not 'x'"):
        load("x", ())
