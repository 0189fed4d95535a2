"""What of a file people are asked to judge, and in which words."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from stumper.datasets import open_dataset
from stumper.errors import BadOption
from stumper.identity import perturbation_id
from stumper.judging import judgeable, judgeable_set, judged_ids
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad, Variant, read, write_adversarial
from stumper.tasks.verification.claim import Claim
from stumper.testing import TOSSUPS
from stumper.types import CLOSED_WORLD, Answer, Edit, Example, Gold, Instance, Passage, Perturbation

TEXT = "Ada Thorn lit the lamp. Jo Brandt slept."


def reading(text: str, question: str = "Who lit the lamp?", *golds: str) -> Example:
    answers = tuple(Answer(gold, text.index(gold)) for gold in golds or ("Ada Thorn",))
    return Example("q", Question(question, Passage("Lamps/0", text, "Lamps")), Gold(answers))


def test_of_a_tossup_it_is_asked_whether_its_answer_stays(tmp_path: Path) -> None:
    example, _ = TOSSUPS
    text = example.query.text.replace("Ada Thorn", "a certain person")
    changed = Instance("v-1", example, Perturbation(example.id, Tossup(text), example.gold, ()))
    quizbowl.write_adversarial(tmp_path / "set.json", Quizbowl("set", "x", (example,)), [changed])
    [found] = judgeable_set(open_dataset(tmp_path / "set.json")).judgeables
    assert found.asked.endswith("Is “Lowmere” still its answer, and the only one?")
    assert (found.text, found.original, found.evidence) == (text, example.query.text, "")


def test_each_distinct_text_of_a_claim_is_judged_once_and_blindly(claims: Path) -> None:
    found = judgeable_set(open_dataset(claims)).judgeables
    assert [one.text for one in found] == [
        "There is a film called The Lantern.",
        "The Lantern is not a film.",
        "Mira Vale hated tea.",
    ]
    assert all("rule" not in repr(one) and "negation" not in repr(one) for one in found)


def test_with_evidence_it_is_asked_what_the_evidence_shows_and_the_original_stays_unseen(claims: Path) -> None:
    first = judgeable_set(open_dataset(claims)).judgeables[0]
    assert first.asked == "Does the evidence show that the claim is true?"
    assert first.evidence == "The Lantern: The Lantern is a film by Mira Vale . It was shot in Oslo in 1961 ."
    assert first.original == ""


def test_words_that_may_be_of_any_set_stand_behind_the_titles_of_all() -> None:
    sets = frozenset({"Red_Fox:0"}), frozenset({"Owl:1", "Red_Fox:2"})
    example = Example("1", Claim("It flies."), Gold((Answer("SUPPORTS"),), evidence_sets=sets))
    found = judgeable(example, Perturbation("1", example.query, example.gold, ()), "It flies .")
    assert found.evidence == "Owl, Red Fox: It flies ."


def test_a_closed_world_is_granted_where_a_claim_assumes_it() -> None:
    example = Example("1", Claim("The Lantern is a dog."), Gold((Answer("REFUTES"),)))
    text = "There is a dog called The Lantern."
    edit = Edit("claim", 0, 21, text, assumes=CLOSED_WORLD)
    asked = judgeable(example, Perturbation("1", Claim(text), example.gold, (edit,))).asked
    assert asked == (
        "Take it that there is nothing else of the same name. The original is false. Is the claim false, then?"
    )


def test_without_evidence_it_is_asked_what_follows_from_the_original(claims: Path) -> None:
    _, negated, unknown = judgeable_set(open_dataset(claims)).judgeables
    assert (negated.original, negated.evidence) == ("The Lantern is a film.", "")
    assert negated.asked == "The original is true. Is the claim false, then?"
    assert unknown.asked == "It is not known whether the original is true. Is it as unknown whether the claim is true?"


def test_a_judgement_of_a_claim_is_of_the_perturbation_that_a_run_attacks_with(claims: Path) -> None:
    dataset = open_dataset(claims)
    own = Perturbation("7", Claim("The Lantern is not a film."), dataset.instances[1].perturbation.gold, ())
    assert judgeable_set(dataset).judgeables[1].perturbation_id == perturbation_id(own)


def test_given_evidence_does_not_change_what_is_judged(claims: Path) -> None:
    perturbation = open_dataset(claims).instances[0].perturbation
    passage = Passage("The_Lantern:0", "The Lantern is a film.", "The_Lantern")
    given = replace(perturbation, query=Claim(perturbation.query.text, (passage,)))
    assert judged_ids(perturbation) == (perturbation_id(perturbation),)
    assert judged_ids(given) == (perturbation_id(given), perturbation_id(perturbation))


def test_the_examples_of_a_plain_set_are_judged_as_the_baseline(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    row = {"id": 3, "label": "REFUTES", "claim": "Oslo is a film.", "evidence": [[[1, 1, "Oslo", 0]]]}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    dataset = open_dataset(path)
    [example] = dataset
    [found] = judgeable_set(dataset).judgeables
    assert found.perturbation_id == perturbation_id(Perturbation(example.id, example.query, example.gold, ()))


def test_a_changed_paragraph_is_asked_about_with_its_question(tmp_path: Path) -> None:
    example = reading(TEXT, "Who lit the lamp?", "Ada Thorn", "Thorn")
    changed = reading(f"{TEXT} Bea Holt lit the stove.", "Who lit the lamp?", "Ada Thorn", "Thorn")
    perturbation = Perturbation("q", changed.query, changed.gold, (Edit("context", 0, 0, "Bea"),))
    path = tmp_path / "adversarial.json"
    write_adversarial(path, Squad("lamps", "f", "1.1", (example,)), [Variant("add-sent", perturbation)])
    [found] = judgeable_set(read(path)).judgeables
    assert found.asked == "“Who lit the lamp?” Does the text say that the answer is “Ada Thorn” or “Thorn”?"
    assert found.text.endswith("Bea Holt lit the stove.")
    assert found.perturbation_id == perturbation_id(perturbation)


def test_a_changed_question_is_judged_by_its_paragraph(tmp_path: Path) -> None:
    changed = reading(TEXT, "Which person lit the lamp?")
    perturbation = Perturbation("q", changed.query, changed.gold, ())
    path = tmp_path / "adversarial.json"
    write_adversarial(path, Squad("lamps", "f", "1.1", (reading(TEXT),)), [Variant("sears-1", perturbation)])
    [found] = judgeable_set(read(path)).judgeables
    assert (found.text, found.evidence, found.original) == ("Which person lit the lamp?", TEXT, "Who lit the lamp?")
    assert found.asked == "The text is the evidence. Does the text say that the answer is “Ada Thorn”?"


def test_a_draw_is_the_same_for_the_same_seed_and_never_more_than_there_is(claims: Path) -> None:
    found = judgeable_set(open_dataset(claims))
    assert found.drawn(2, 1) == found.drawn(2, 1)
    assert {found.drawn(1, seed) for seed in range(40)} == {(one,) for one in found.judgeables}
    assert sorted(one.text for one in found.drawn(9, 1)) == sorted(one.text for one in found.judgeables)
    with pytest.raises(BadOption, match="1 or more, not 0"):
        found.drawn(0, 1)
