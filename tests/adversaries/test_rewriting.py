"""A paragraph made of kept stretches and new words."""

from hypothesis import given
from hypothesis import strategies as st

from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.constraints import broken
from stumper.language.rewording.pieces import Kept, Piece
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Edit, Example, Gold, Passage

TEXT = "Rain fell. Anna ran home. The dog slept."
EXAMPLE = Example("q", Question("Who ran home?", Passage("p", TEXT, "Rain")), Gold((Answer("Anna", 11),)))


def test_an_answer_moves_along_with_its_stretch() -> None:
    pieces: list[Piece] = [Kept(11, 26), Kept(0, 11), Kept(26, len(TEXT))]
    moved = rewritten(EXAMPLE, pieces, "reorder")
    assert moved is not None
    assert moved.query == Question("Who ran home?", Passage("p", "Anna ran home. Rain fell. The dog slept.", "Rain"))
    assert moved.gold == Gold((Answer("Anna", 0),))
    assert moved.edits == (
        Edit("context", 0, 11, "", "reorder"),
        Edit("context", 26, 26, "Rain fell. ", "reorder"),
    )


def test_an_answer_that_is_taken_out_or_cut_in_two_is_no_perturbation() -> None:
    assert rewritten(EXAMPLE, [Kept(0, 11), Kept(26, len(TEXT))], "ablate") is None
    assert rewritten(EXAMPLE, [Kept(0, 13), "-", Kept(13, len(TEXT))], "misspell") is None


def test_an_answer_across_two_stretches_that_stay_neighbours_is_kept() -> None:
    kept = rewritten(EXAMPLE, [Kept(0, 13), Kept(13, len(TEXT)), " So be it."], "elongate", "tail")
    assert kept is not None
    assert kept.gold == EXAMPLE.gold
    assert kept.edits == (Edit("context", 40, 40, " So be it.", "elongate", "tail"),)


def test_nothing_changed_is_no_perturbation() -> None:
    assert rewritten(EXAMPLE, [Kept(0, 20), "", Kept(20, len(TEXT))], "elongate") is None


def test_an_answer_that_stood_nowhere_does_not_hinder() -> None:
    example = Example("q", EXAMPLE.query, Gold((Answer("Anna", 3), Answer("nobody"))))
    kept = rewritten(example, ["Well. ", Kept(0, len(TEXT))], "elongate")
    assert kept is not None
    assert kept.gold == example.gold


def test_a_longer_answer_may_be_torn_apart_where_a_shorter_one_that_it_held_is_kept() -> None:
    example = Example("q", EXAMPLE.query, Gold((Answer("Anna ran home", 11), Answer("Anna", 11))))
    pieces: list[Piece] = [Kept(0, 15), " never stopped. She", Kept(15, len(TEXT))]
    made = rewritten(example, pieces, "split")
    assert made is not None
    assert made.gold == Gold((Answer("Anna ran home"), Answer("Anna", 11)))
    assert broken(READING, example, made) is None
    assert rewritten(example, [Kept(0, 12), "-", Kept(12, len(TEXT))], "misspell") is None


def test_an_answer_is_kept_without_the_mark_behind_it() -> None:
    example = Example("q", EXAMPLE.query, Gold((Answer("home. The dog", 20),)))
    assert rewritten(example, [Kept(0, 24), " ", "the", Kept(29, len(TEXT))], "split") is None
    example = Example("q", EXAMPLE.query, Gold((Answer("Anna ran home.", 11),)))
    made = rewritten(example, ["Then ", Kept(11, 24), ", and", Kept(25, len(TEXT))], "merge")
    assert made is not None
    assert made.gold == Gold((Answer("Anna ran home."),))
    assert broken(READING, example, made) is None


bounds = st.integers(0, len(TEXT))
pieces = st.lists(st.one_of(st.text(max_size=5), st.builds(Kept, bounds, bounds)), max_size=6)


@given(pieces)
def test_whatever_is_made_keeps_the_answers_and_its_edits_lead_to_it(drawn: list[Piece]) -> None:
    made = rewritten(EXAMPLE, drawn, "any")
    if made is None:
        return
    assert broken(READING, EXAMPLE, made) is None
    text = TEXT
    for edit in reversed(made.edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert isinstance(made.query, Question)
    assert text == made.query.context.text
