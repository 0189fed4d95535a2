"""Whose fault it was: what became of a question, by what was retrieved and said."""

from dataclasses import replace

import pytest

from stumper.standing import Met, Said, Variant
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.section.blame import Fate, noting
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction

TOWER = Passage("tower", "The tower on the hill was built by Ada Thorn in 1890.", "Hill Tower")
BARN = Passage("barn", "Bob Reed built the barn by the tower. This is so.", "Barn")
GOLD = Gold((Answer("Ada Thorn"),), evidence_sets=(frozenset({"tower"}),), passages=(TOWER,))
ONE = Example("q1", OpenQuestion("Who built the tower?"), GOLD)
ADDED = replace(ONE.query, added=(BARN,))
NONE = Gold((), False, GOLD.evidence_sets, passages=GOLD.passages)


def said(answer: str, *retrieved: str, cites: tuple[str, ...] = ()) -> Said:
    return Said(Prediction((Guess(answer, 0.5),), 0.5, cites, retrieved), 0.0, None)


def met(query: OpenQuestion, gold: Gold, after: Said, before: Said | None = None) -> Met:
    made = Variant("q1-x", "q1", query, gold, (), after)
    return Met("q1", ONE, True, 0, "failed", 2, None, False, before or said("Ada Thorn", "tower"), [made])


@pytest.mark.parametrize(
    ("gold", "after", "fate"),
    [
        (GOLD, said("Thorn", "tower", "barn"), "right"),
        (GOLD, said("Bob Reed", "tower", "barn"), "misled"),
        (GOLD, said("a barn owner", "tower", "barn", cites=("barn",)), "misled"),
        (GOLD, said("Bob Reed", "barn", "x"), "retrieval failure"),
        (GOLD, said("", "barn", "x"), "retrieval failure"),
        (GOLD, said("", "tower", "barn"), "wrongly abstained"),
        (GOLD, said("1890", "tower", "barn"), "reading failure"),
        (GOLD, said("This", "tower", "barn", cites=("barn",)), "reading failure"),  # a stray word of it
        (GOLD, said("tower", "tower", "barn"), "reading failure"),  # the gold passage says it, too
        (replace(GOLD, rejects=("Bob Reed",)), said("barn", "tower", "barn", cites=("barn",)), "reading failure"),
        (GOLD, said("Bob Reed", "tower"), "reading failure"),  # the added passage was not retrieved
        (replace(GOLD, rejects=("Bob Reed",)), said("Bob Reed", "barn", "x"), "target given"),
        (replace(GOLD, rejects=("Bob Reed",)), said("Ada Thorn, not Bob Reed", "barn", "tower"), "right"),
        (NONE, said("", "barn"), "right"),
        (NONE, said("Ada Thorn", "barn"), "wrongly answered"),
    ],
)
def test_a_question_has_one_fate(gold: Gold, after: Said, fate: Fate) -> None:
    [told] = noting()(met(ADDED, gold, after))
    assert told.after.fate == fate
    assert told.before.fate == "right"


def test_what_was_put_in_is_counted_where_it_was_retrieved() -> None:
    two = replace(ONE.query, added=(BARN, replace(BARN, id="barn-2", text="A barn.")))
    [told] = noting()(met(two, GOLD, said("Thorn", "tower", "barn", "x")))
    assert (told.after.added, told.after.found, told.after.retrieved) == (2, 1, 3)
    assert told.after.has_gold
    assert told.before.added == 0


def test_a_gold_passage_that_was_edited_was_not_put_in() -> None:
    edited = replace(TOWER, id="tower*edited")
    gold = replace(GOLD, evidence_sets=(frozenset({"tower*edited"}),), passages=(edited,))
    query = replace(ONE.query, added=(edited,), removed=("tower",))
    [told] = noting()(met(query, gold, said("1890", "tower*edited")))
    assert (told.after.added, told.after.has_gold, told.after.fate) == (0, True, "reading failure")


def test_a_passage_whose_words_nobody_has_is_known_by_its_id_alone() -> None:
    gold = Gold((Answer("Ada Thorn"),), evidence_sets=(frozenset({"534366"}),))
    [told] = noting()(met(ADDED, gold, said("1890", "Bob Reed built the barn by the tower.")))
    assert not told.after.has_gold


def test_a_text_has_the_gold_passage_where_it_has_its_words() -> None:
    short = replace(TOWER, text="The tower is 1.")
    gold = replace(GOLD, passages=(short,))
    [other] = noting()(met(ADDED, gold, said("x", "Of the barn it is said that the tower is 19 feet from it.")))
    assert not other.after.has_gold
    [same] = noting()(met(ADDED, gold, said("x", "Of the barn it is said that the tower is 1. It is old.")))
    assert same.after.has_gold


def test_a_passage_that_is_given_under_another_id_is_known_by_its_text() -> None:
    query = OpenQuestion(ONE.query.text, (Passage("chunk 7", f"{TOWER.text} Bob Reed came later."), BARN))
    [told] = noting()(met(query, GOLD, said("1890")))
    assert (told.after.has_gold, told.after.retrieved) == (True, 2)


def test_punctuation_alone_says_that_there_is_no_answer() -> None:
    [told] = noting()(met(ADDED, GOLD, said(".", "tower")))
    assert told.after.fate == "wrongly abstained"


def test_an_original_of_which_nothing_was_made_is_noted_by_itself() -> None:
    [told] = noting()(replace(met(ADDED, GOLD, said("x", "tower")), variants=[]))
    assert (told.variant, told.before.has_gold) == ("", True)


def test_what_ended_in_an_error_or_was_trained_on_is_not_noted() -> None:
    one = met(ADDED, GOLD, said("x", "tower"))
    assert not noting()(replace(one, outcome="errored"))
    assert not noting()(replace(one, trained_on=True))
    assert not noting()(replace(one, before=Said(None, None, "broken")))


@pytest.mark.parametrize(("right", "is_seen"), [("no", False), ("Ada Thorn", True)])
def test_an_answer_that_was_taken_away_is_not_seen_in_words_that_say_there_is_none(right: str, is_seen: bool) -> None:
    asked = replace(ONE, gold=replace(GOLD, answers=(Answer(right),)))
    answer = "There is no answer in the passages." if right == "no" else right
    [told] = noting()(replace(met(ONE.query, NONE, said(answer, "barn")), original=asked))
    assert told.after.says_taken is is_seen
