"""Synonyms and negated antonyms for words that question and key sentence share."""

from importlib.resources import files
from random import Random

import pytest

from stumper.adversaries.reading.edits.synonym import LITOTES, OPPOSITES, Synonym
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage


def swapped(text: str, asked: str, answer: str, edit: Synonym | None = None) -> list[str]:
    example = Example("q", Question(asked, Passage("p", text)), Gold((Answer(answer, text.index(answer)),)))
    found = (edit or Synonym(candidates=30)).proposals(example, Random(0))
    return [p.query.context.text for p in found if isinstance(p.query, Question)]


def test_a_shared_word_gets_a_synonym_in_its_form() -> None:
    found = swapped("Anna Brandt purchased the mill in 1871.", "When did Anna Brandt purchase the mill?", "1871")
    assert found[0] == "Anna Brandt bought the mill in 1871."


def test_a_word_that_the_question_does_not_have_stays_unless_asked_for() -> None:
    text = "Anna Brandt purchased the mill in 1871."
    assert swapped(text, "Who was there in 1871?", "1871") == []
    found = swapped(text, "Who was there in 1871?", "1871", Synonym(shared=False))
    assert "Anna Brandt bought the mill in 1871." in found


def test_all_words_are_replaced_together_after_each_alone() -> None:
    found = swapped("The ruler purchased the mill.", "What did the ruler purchase?", "the mill")
    alone = ["The sovereign purchased the mill.", "The ruler bought the mill."]
    assert found[:3] == [*alone, "The sovereign bought the mill."]


def test_the_article_follows_the_new_word() -> None:
    found = swapped("Bees were a problem for a doctor in 1871.", "When were bees a problem for a doctor?", "1871")
    assert "Bees were a problem for a physician in 1871." in found
    found = swapped("Anna Brandt paid an attorney in 1871.", "When did Anna Brandt pay an attorney?", "1871")
    assert "Anna Brandt paid a lawyer in 1871." in found


def test_a_word_is_put_as_not_its_opposite() -> None:
    found = swapped("The mill was large in 1871.", "When was the mill large?", "1871")
    assert "The mill was not small in 1871." in found


def test_a_negation_by_prefix_is_put_as_a_negation() -> None:
    found = swapped("The lock was invisible in 1871.", "When was the lock invisible?", "1871")
    assert found == ["The lock was not visible in 1871."]


@pytest.mark.parametrize(
    "text",
    [
        "The Purchased Mill was new in 1871.",
        'A book called "how they purchased mills" came out in 1871.',
        "A pre-purchased mill burned in 1871.",
    ],
)
def test_names_quotations_and_parts_of_words_stay(text: str) -> None:
    assert not any("bought" in found for found in swapped(text, "When was it purchased?", "1871"))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The law knew one punishment in 1871.", "When did the law know a punishment?"),
        ("The law knew a penalty in 1871.", "When did the law know a penalty?"),
    ],
)
def test_punishment_and_a_penalty_are_not_interchanged(text: str, asked: str) -> None:
    found = swapped(text, asked, "1871")
    assert not any("penalt" in new.lower() and "punish" in text for new in found)
    assert not any("punish" in new.lower() and "penalty" in text for new in found)


def test_an_answer_keeps_its_words() -> None:
    found = swapped("The ruler purchased the mill.", "Who purchased the mill?", "The ruler")
    assert found
    assert all(text.startswith("The ruler ") for text in found)


def test_the_table_has_no_row_twice_and_replaces_no_word_by_itself() -> None:
    lines = (files("stumper.language.rewording") / "interchangeable.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ", 2) for line in lines if not line.startswith("#")]
    assert len({(part, word) for part, word, _ in rows}) == len(rows) > 400
    assert {part for part, _, _ in rows} == {"noun", "verb", "verb+obj", "adj", "adv"}
    assert all(word not in others.split(", ") for _, word, others in rows)
    assert set(LITOTES) < set(OPPOSITES)


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="'candidates' of edit-synonym is a number of 1 or more, not 0"):
        Synonym(candidates=0)
    with pytest.raises(BadOption, match=r"'least_share' of edit-synonym is a share of 0 to 1, not 1\.5"):
        Synonym(least_share=1.5)
