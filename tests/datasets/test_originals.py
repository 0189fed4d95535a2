"""Originals and variants of a set."""

from stumper.datasets.originals import numbered_alike, original_ids, originals, variants_by_original
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage


def example(id: str) -> Example:
    return Example(id, Question("?", Passage("p", "text")), Gold(()))


def test_variants_are_found_by_their_original_and_in_order() -> None:
    a, b, late, early = example("a"), example("b"), example("a-x2"), example("a-x1")
    assert originals([a, b, late, early]) == (a, b)
    assert variants_by_original([a, b, late, early]) == {"a": (late, early)}


def test_ids_that_continue_others_are_no_variants_where_something_else_is_asked() -> None:
    """1, 1-1 and 1-2, or dates, number questions as well as variants."""
    one = Example("2024-01", Question("Who lit it?", Passage("p", "Ada lit it in 1902.")), Gold((Answer("Ada"),)))
    other = Example("2024-01-01", Question("When was it lit?", one.query.context), Gold((Answer("1902"),)))
    worded = Example("2024-01-w", Question("Who lighted it?", one.query.context), one.gold)
    moved = Example("2024-01-m", Question("Who lit it?", Passage("q", "It was lit by Ada.")), one.gold)
    assert original_ids([one, other, worded, moved]) == {
        "2024-01": "2024-01",
        "2024-01-01": "2024-01-01",
        "2024-01-w": "2024-01",
        "2024-01-m": "2024-01",
    }


def test_questions_that_are_numbered_after_others_are_no_variants_where_the_answer_is_the_same() -> None:
    text = Passage("p", "Ada lit it in 1902.")
    none, also_none = (Example(id, Question(asked, text), Gold(())) for id, asked in (("q1", "Why?"), ("q1-2", "How?")))
    one, also_one = (
        Example(id, Question(asked, text), Gold((Answer("Ada"),)))
        for id, asked in (("q2", "Who?"), ("q2-1-2", "Whose?"))
    )
    assert originals([none, also_none, one, also_one]) == (none, also_none, one, also_one)


def test_a_numbered_question_that_may_be_a_variant_is_told_of() -> None:
    """Reworded over the same text with the same answer: q0-1 may be q0 in other words, or the next question."""
    text = Passage("p", "Ada lit the lamp in 1902.")

    def asked(id: str, question: str, *answers: str) -> Example:
        return Example(id, Question(question, text), Gold(tuple(map(Answer, answers))))

    one, worded = asked("q0", "Who lit the lamp?", "Ada"), asked("q0-1", "Which person lit the lamp?", "Ada")
    others = [asked("q0-2", "When was it lit?", "1902"), asked("q0-3", "Why?"), asked("q0-w1", "By whom?", "Ada")]
    assert original_ids([one, worded])["q0-1"] == "q0-1"
    assert numbered_alike([one, worded, *others]) == ("q0-1",)
    assert numbered_alike([one, *others]) == ()
