"""Which words of a question were changed, from questions and sentences made by hand."""

import pytest

from stumper.tasks.reading.section.analysis import changed_words


@pytest.mark.parametrize(
    ("question", "sentence", "found"),
    [
        ("In which city did Ada Lovelace live?", "Grace Hopper did live in the city of Boston.", ("entity",)),
        ("How many ships left the port in 1820?", "Six ships left the port in 1840.", ("number or date",)),
        ("How many ships left the port in May?", "Six ships left the port in June.", ("number or date",)),
        ("What do three of the ships carry?", "Four of the ships carry tin.", ("number or date",)),
        ("Which river is the longest in the north?", "The Bo is the longest river in the south.", ("antonym",)),
        ("Which city has the larger old harbour?", "The city of Zed has the smaller old harbour.", ("antonym",)),
        ("Who built the old harbour of Zed in 1820?", "Bo built the new harbour of Wye in 1840.",
         ("antonym", "entity", "number or date")),
        ("Who built the harbour?", "Bo built the harbour.", ()),
    ],
)  # fmt: skip
def test_a_word_that_the_sentence_lacks_has_its_category(question, sentence, found):
    assert changed_words(question, sentence) == found


def test_a_modal_may_is_no_month():
    assert changed_words("What may a ship carry?", "A ship can carry tin.") == ()


def test_a_sentence_that_is_not_made_of_the_question_has_no_category():
    assert changed_words("In which year did Ada Lovelace move to Paris?", "Tin is heavy.") == ()


def test_what_a_rule_says_is_believed():
    assert changed_words("Who?", "Bo.", "what-np: entity, antonym") == ("entity", "antonym")
    assert changed_words("Who?", "Bo.", "who: date, number") == ("number or date",)
    assert changed_words("Who built it in 1820?", "Bo built it in 1840.", "who:") == ()
