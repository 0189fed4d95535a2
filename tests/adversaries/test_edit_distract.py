"""A sentence that has the question's words and denies a wrong answer."""

import re
from random import Random

import pytest

from stumper.adversaries.reading.edits.distract import Distract
from stumper.errors import BadOption
from stumper.language.wrong_answers import wrong_answers
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

TEXT = "Rain fell all day. The old mill was built by Anna Brandt in 1871. Goats slept on the hills."


def example(asked: str, answer: str, text: str = TEXT) -> Example:
    return Example("q", Question(asked, Passage("p", text)), Gold((Answer(answer, text.index(answer)),)))


def added(of: Example, edit: Distract | None = None) -> dict[str, str]:
    """The first sentence of each rule."""
    found: dict[str, str] = {}
    for perturbation in (edit or Distract(candidates=30)).proposals(of, Random(0)):
        [change] = perturbation.edits
        assert change.kind == "distract"
        found.setdefault(change.rule, change.text.strip())
    return found


def test_a_wrong_year_is_denied_in_the_words_of_the_question() -> None:
    found = added(example("When was the old mill built?", "1871"))
    assert re.fullmatch(r"It was not in \d{4} that the old mill was built\.", found["cleft: number"])
    assert re.fullmatch(r"The old mill was not built in \d{4}\.", found["negation: number"])
    assert re.fullmatch(r"It is not true that the old mill was built in \d{4}\.", found["untrue: number"])
    assert "1871" not in "".join(found.values())


def test_a_wrong_name_is_denied() -> None:
    found = added(example("Who built the old mill?", "Anna Brandt"))
    assert re.fullmatch(r"It was not [A-Z]\w+ [A-Z]\w+ that built the old mill\.", found["cleft: name"])
    assert "Brandt" not in "".join(found.values())


@pytest.mark.parametrize(
    ("place", "pattern"),
    [("start", r"It .*\. Rain fell.*hills\."), ("end", r".*hills\. It .*"), ("after", r".*1871\. It .* Goats.*")],
)
def test_the_sentence_stands_where_asked(place: str, pattern: str) -> None:
    [perturbation] = Distract(place=place, candidates=1).proposals(
        example("When was the old mill built?", "1871"), Random(0)
    )  # type: ignore[arg-type]
    assert isinstance(perturbation.query, Question)
    assert re.fullmatch(pattern, perturbation.query.context.text)


def test_nothing_is_put_before_a_sentence_that_leans_on_the_key_sentence() -> None:
    text = "Anna Brandt built the old mill in 1871. She was rich."
    assert added(example("When did Anna Brandt build the old mill?", "1871", text), Distract(place="after")) == {}


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "When?",
        "When was the old mill not built?",
        "What is another mill?",
        "Name one mill.",
        "🚢",
        "متى بنيت المنارة؟",
    ],
)
def test_a_question_that_may_have_other_answers_or_no_words_is_left_alone(asked: str) -> None:
    assert added(example(asked, "1871")) == {}


def test_an_answer_that_is_no_number_name_or_noun_is_left_alone() -> None:
    text = "The mill stopped because the river had run dry."
    assert added(example("Why did the mill stop?", "because the river had run dry", text)) == {}


def test_what_may_still_hold_of_others_is_denied_of_an_invented_name() -> None:
    now = added(example("What country has nine mills?", "France", "France has nine mills."))
    then = added(example("What country built nine mills?", "France", "France built nine mills."))
    assert re.search(r"Brackenford|Ostermere|Velden|Harrowgate|Tarnwick|Quillon", now["untrue: name"])
    assert not re.search(r"Brackenford|Ostermere|Velden|Harrowgate|Tarnwick|Quillon", then["untrue: name"])


def test_wrong_numbers_are_far_from_the_right_one() -> None:
    found = wrong_answers("about 420 crowns", "", None, True, "", Random(0))
    assert len(found) == 3
    for wrong in found:
        number = re.fullmatch(r"(\d+) crowns", wrong.text)
        assert number is not None
        assert abs(int(number.group(1)) - 420) > 10


def test_a_wrong_number_is_greater_where_things_are_counted() -> None:
    found = [wrong.text for wrong in wrong_answers("about 2000 goats", "", None, True, "", Random(0))]
    assert found
    assert all(int(text.removesuffix(" goats")) > 2000 for text in found)
    years = [int(wrong.text) for seed in range(9) for wrong in wrong_answers("1871", "", None, False, "", Random(seed))]
    assert min(years) < 1871 < max(years)


def test_what_lasts_since_a_year_is_not_denied_of_another() -> None:
    text = "The mill has stood there since 1871."
    assert added(example("Since what year has the mill stood there?", "1871", text)) == {}


def test_a_wrong_answer_has_no_word_of_the_paragraph() -> None:
    names = {wrong.text for wrong in wrong_answers("Anna Brandt", "PERSON", None, False, "", Random(0))}
    one = sorted(names)[0]
    assert one not in {
        wrong.text for wrong in wrong_answers("Anna Brandt", "PERSON", None, False, f"{one} slept.", Random(0))
    }


def test_candidates_is_a_number_of_one_or_more() -> None:
    with pytest.raises(BadOption, match="'candidates' of edit-distract is a number of 1 or more, not 0"):
        Distract(candidates=0)
