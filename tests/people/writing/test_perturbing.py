"""Where gold answers stand in what a person wrote, and which edits it is made of."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.constraints import broken
from stumper.registry import task_of
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim, Label
from stumper.tasks.verification.constraints import BY_PEOPLE as VERIFICATION_BY_PEOPLE
from stumper.types import Answer, Edit, Example, Gold, Passage, Perturbation

TEXT = "Suleiman was born in Trabzon. His father, Selim, died in 1520."


def question(*answers: Answer, text: str = TEXT) -> Example:
    return Example("q", Question("Where was he born?", Passage("p", text, "Suleiman")), Gold(answers))


def claim(label: str = "SUPPORTS") -> Example:
    return Example("c", Claim("Selim died in 1520."), Gold((Answer(label),)))


def placed(text: str, answer: str) -> Answer:
    return Answer(answer, text.index(answer))


def perturbed(example: Example, text: str, stated: str | None = None, kinds: Sequence[str] = ()) -> Perturbation:
    desk = task_of(example.query).desk
    assert desk is not None
    return desk.perturbed(example, text, stated, kinds)


def original_text(example: Example) -> str:
    desk = task_of(example.query).desk
    assert desk is not None
    return desk.shown(example).text


def applied(before: str, edits: tuple[Edit, ...]) -> str:
    for edit in reversed(edits):
        before = before[: edit.start] + edit.text + before[edit.end :]
    return before


def test_an_answer_moves_with_the_words_before_it() -> None:
    example = question(placed(TEXT, "Trabzon"), placed(TEXT, "in Trabzon"))
    after = "The great " + TEXT
    made = perturbed(example, after)
    assert made.gold.answers == (placed(after, "Trabzon"), placed(after, "in Trabzon"))
    assert made.edits == (Edit("context", 0, 0, "The great "),)
    assert broken(READING, example, made) is None


def test_of_several_places_the_one_that_was_kept_is_taken() -> None:
    example = question(placed(TEXT, "Trabzon"))
    after = "Trabzon is a port. " + TEXT + " Trabzon grew."
    assert perturbed(example, after).gold.answers == (Answer("Trabzon", after.index("in Trabzon") + 3),)


def test_an_answer_whose_own_place_is_gone_stands_at_the_nearest_other_place() -> None:
    example = question(placed(TEXT, "Selim"))
    after = "Selim ruled. Suleiman was born in Trabzon. His father died in 1520, said Selim. Selim was old."
    assert perturbed(example, after).gold.answers == (Answer("Selim", after.index("said Selim") + 5),)


def test_a_part_of_another_word_is_no_place_for_an_answer() -> None:
    text = "The art is here."
    example = question(placed(text, "art"), text=text)
    made = perturbed(example, "The party is here.")
    assert made.gold.answers == (Answer("art", None),)
    assert broken(READING, example, made) == "the answer 'art' must stay in the paragraph"


def test_an_answer_that_was_cut_from_a_word_may_be_so_again() -> None:
    text = "It costs 50km."
    example = question(placed(text, "50"), text=text)
    assert perturbed(example, "It is far: 1500km.").gold.answers == (Answer("50", 12),)


def test_an_answer_without_a_place_stays_without() -> None:
    assert perturbed(question(Answer("elsewhere")), "Something else.").gold.answers == (Answer("elsewhere"),)


def test_every_edit_carries_all_types_of_attack() -> None:
    made = perturbed(question(), TEXT.replace("born", "raised").replace("died", "fell"), kinds=("synonym", "reorder"))
    assert [(edit.text, edit.kind) for edit in made.edits] == [
        ("raised", "synonym + reorder"),
        ("fell", "synonym + reorder"),
    ]


@given(st.text(alphabet="ab .", max_size=30), st.text(alphabet="ab .", max_size=30), st.data())
def test_edits_make_the_new_text_and_answers_stand_where_the_gold_says(before: str, after: str, data: st.DataObject
                                                                       ) -> None:  # fmt: skip
    start = data.draw(st.integers(0, len(before)))
    answer = Answer(before[start : start + 3], start)
    made = perturbed(question(answer, text=before), after)
    assert applied(before, made.edits) == after
    [moved] = made.gold.answers
    assert moved.start is None or after.startswith(moved.text, moved.start)


@pytest.mark.parametrize(
    ("label", "stated", "swaps"),
    [
        ("SUPPORTS", "REFUTES", True),
        ("REFUTES", "SUPPORTS", True),
        ("SUPPORTS", "NOT ENOUGH INFO", False),
        ("NOT ENOUGH INFO", "REFUTES", False),
        ("SUPPORTS", None, False),
    ],
)
def test_a_claim_has_the_label_that_its_author_states(label: Label, stated: Label | None, swaps: bool) -> None:
    example = claim(label)
    made = perturbed(example, "Selim did not die in 1520.", stated)
    assert made.gold.answers == (Answer(stated or label),)
    assert all(edit.swaps_label == swaps for edit in made.edits)
    assert broken(VERIFICATION_BY_PEOPLE, example, made) is None


def test_an_unchanged_claim_keeps_its_label() -> None:
    example = claim()
    said = broken(VERIFICATION_BY_PEOPLE, example, perturbed(example, original_text(example), "REFUTES"))
    assert said == "the label of an unchanged claim must stay SUPPORTS"
