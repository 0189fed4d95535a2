"""Variants in a file whose attack wanted something else than a wrong answer: scored as the attack is, and by no F1."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import stumper
from lands import QUESTIONS, ByWords, Poison, Sea, Withheld, added
from stumper.adversaries.from_file import from_file
from stumper.errors import BadData
from stumper.kept import kept_in
from stumper.protocols import Adversary
from stumper.reports import build_report
from stumper.scoring import Answering, Score
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.scoring import SCORING
from stumper.types import Gold, Guess, Instance, Prediction

LANDS = OpenQuestions("lands", "lands-1", QUESTIONS)


def written(folder: Path, adversary: Adversary) -> Path:
    """The set that an attack on all questions writes."""
    found = stumper.attack(LANDS, victim={"by words": ByWords()}, adversaries=[adversary], store=folder / "made.db")
    path = folder / "set.jsonl"
    found.jobs[0].write(path)
    return path


@pytest.mark.parametrize(("adversary", "goal"), [(Poison(), "target_given"), (Withheld(), "answered_anyway")])
def test_variants_from_a_file_are_told_apart_as_their_attack_is(
    tmp_path: Path, adversary: Adversary, goal: str
) -> None:
    given = from_file(written(tmp_path, adversary))
    found = stumper.attack(LANDS, victim={"by words": ByWords()}, adversaries=[given], store=tmp_path / "s.db")
    report = build_report(found.store, found.run_ids)
    [section] = report.sections
    assert section.figures is not None
    assert [one["goal"] for one in section.figures["rag"]] == [goal]
    assert not report.matrices
    assert not section.further


@pytest.mark.parametrize(("adversary", "name"), [(Poison(), "target_withheld"), (Withheld(), "rag_abstains")])
def test_an_evaluation_of_such_a_set_has_its_goals_score_alone(tmp_path: Path, adversary: Adversary, name: str) -> None:
    scores = stumper.evaluate(str(written(tmp_path, adversary)), victim={"by words": ByWords()}).scores
    assert [(one.name, one.on) for one in scores] == [
        (name, "original"), (name, "adversarial"), (f"{name}_difference", "adversarial"),
    ]  # fmt: skip
    kept = kept_in(scores, SCORING)
    assert (kept.measure, kept.value) == (SCORING.measures[name].label, 0.0)


def test_an_original_that_is_answered_as_the_attack_wants_counts_as_such() -> None:
    [before, after, _] = _of_poison("Rome", "Rome")
    assert (before.value, after.value) == (0.0, 0.0)


def _of_poison(before: str, after: str) -> Sequence[Score]:
    one = added(QUESTIONS[0], "It is Rome.", replace(QUESTIONS[0].gold, rejects=("Rome",)))
    said = [{id: (Prediction((Guess(text, None),), None),)} for id, text in (("q0", before), ("q0-x", after))]
    return SCORING.instances(said[0], said[1], [Instance("q0-x", QUESTIONS[0], one)], Answering("x", "y"))


def test_variants_with_several_goals_are_to_be_parted(tmp_path: Path) -> None:
    other = written(tmp_path, Sea()).read_text().splitlines()
    path = tmp_path / "both.jsonl"
    path.write_text("\n".join([*written(tmp_path, Poison()).read_text().splitlines(), other[-1]]) + "\n")
    with pytest.raises(BadData, match=r"both\.jsonl: its variants have several goals, target_given and answer_wrong"):
        stumper.evaluate(str(path), victim={"by words": ByWords()})


def test_other_variants_are_scored_by_all_measures(tmp_path: Path) -> None:
    scores = stumper.evaluate(str(written(tmp_path, Sea())), victim={"by words": ByWords()}).scores
    assert {one.name for one in scores if one.on == "original"} == {*SCORING.measures}


def test_variants_of_questions_with_and_without_an_answer_have_two_rates_of_abstaining(tmp_path: Path) -> None:
    """Of the odd lands the data knows no answer, before and after; the system answers all."""
    half = [replace(one, gold=Gold((), False)) if place % 2 else one for place, one in enumerate(QUESTIONS)]
    made = [added(one, "The sea is wide.", one.gold) for one in half]
    instances = [Instance(f"{one.id}-x", one, variant) for one, variant in zip(half, made, strict=True)]
    said = {one.id: (Prediction((Guess("town", None),), None),) for one in half}
    after = {one.id: (Prediction((Guess("", None),), None),) for one in instances}
    rows = SCORING.instances(said, after, instances, Answering("x", "y"))
    assert {(one.name, one.on): (one.value, one.n) for one in rows if "abstains" in one.name} == {
        (f"rag_abstains_{kind}{ending}", on): (value, 20)
        for kind in ("answerable", "unanswerable")
        for ending, on, value in (("", "original", 0.0), ("", "adversarial", 1.0), ("_difference", "adversarial", 1.0))
    }
    assert all(one.signature.startswith(one.name) for one in rows if "abstains" in one.name)


def test_variants_that_have_an_answer_where_their_original_had_none_are_in_no_rate_of_abstaining() -> None:
    bare = replace(QUESTIONS[0], gold=Gold((), False))
    one = Instance("q0-x", bare, added(bare, "The capital of land 0 is town 0.", QUESTIONS[0].gold))
    said = [{id: (Prediction((Guess("", None),), None),)} for id in ("q0", "q0-x")]
    rows = SCORING.instances(said[0], said[1], [one], Answering("x", "y"))
    assert not [one for one in rows if "abstains" in one.name]
    assert {one.name for one in rows} > {"rag_f1", "rag_exact_match"}
