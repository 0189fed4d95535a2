"""Who abstains, of questions with an answer, without one, and whose answer an attack takes away."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from stumper.scores.variants import Variants
from stumper.sections.ran import Names, Ran
from stumper.standing import Met, Said, Variant
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.section.abstaining import kinds, noting
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction

QUERY = Question("Who?", Passage("p", "Ada."))
HAS, NONE = Gold((Answer("Ada"),), True), Gold((), False)


def said(answer: str) -> Said:
    return Said(Prediction((Guess(answer, None),), None), None, None)


def ran(gold: Gold, before: str, *variants: tuple[str, Gold, str]) -> Ran:
    """A run on one question: of each variant its id, what is right, and what was answered."""
    made = [Variant(id, "q1", QUERY, right, (), said(answer), is_candidate=True) for id, right, answer in variants]
    met = Met("q1", Example("q1", QUERY, gold), True, 0, "failed", 1, None, False, said(before), made)
    right = [float(answer == ("Ada" if of.answerable else "")) for _, of, answer in variants]
    first = [float(before == ("Ada" if gold.answerable else ""))] * len(variants)
    before_, after = ({name: np.array(side) for name in ("f1", "exact_match")} for side in (first, right))
    rows = Variants(["q1"] * len(variants), [id for id, *_ in variants], before_, after)
    names = Names("set", "v", "edit", "edit", "edits")
    return Ran("r", names, "f1", 0, {}, rows, (), None, (), True, None, None, None, noted=noting()(met))  # type: ignore[arg-type]


def test_what_abstains_where_the_answer_was_taken_makes_no_error_in_whatever_order() -> None:
    variants = [("withheld", NONE, ""), ("kept", HAS, "Ada")]
    for one in permutations(variants):
        found = {kind.kind: kind for kind in kinds(ran(HAS, "Ada", *one))}
        assert {name: (kind.abstained.after.value, kind.f1.after.value) for name, kind in found.items()} == {
            "all": (float(one[0][0] == "withheld"), 1.0),  # of equal ones the first counts
            "with an answer": (0.0, 1.0),
            "whose answer was taken away": (1.0, 1.0),
        }


def test_scores_of_a_kind_are_of_its_own_variants() -> None:
    """What keeps the answer is missed, and so is what has none any more."""
    found = {kind.kind: kind for kind in kinds(ran(HAS, "Ada", ("kept", HAS, ""), ("withheld", NONE, "")))}
    assert {name: (kind.abstained.after.value, kind.f1.after.value) for name, kind in found.items()} == {
        "all": (1.0, 0.0), "with an answer": (1.0, 0.0), "whose answer was taken away": (1.0, 1.0)
    }  # fmt: skip


@pytest.mark.parametrize(("gold", "abstained"), [(HAS, 1.0), (NONE, 0.0)])
def test_of_several_variants_the_worst_says_whether_a_system_abstains(gold: Gold, abstained: float) -> None:
    """To any where there is an answer, to all where there is none."""
    for answers in (("", "Ada"), ("Ada", "")):
        variants = [(f"v{place}", gold, answer) for place, answer in enumerate(answers)]
        found = kinds(ran(gold, "x", *variants))
        assert {kind.abstained.after.value for kind in found} == {abstained}


def test_what_never_abstains_where_all_have_an_answer_has_no_such_figures() -> None:
    assert kinds(ran(HAS, "Ada", ("kept", HAS, "Bo"))) == ()
    silent = ran(HAS, "", ("kept", HAS, "Bo"))
    assert [kind.kind for kind in kinds(silent)] == ["all"]
    assert kinds(replace(silent, noted=())) == ()
