"""People answer one version of a question each; how right they are together, as it was and under attack."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from random import Random

import pytest
from sqlalchemy import insert

from annotation_project import EXAMPLES, FINGERPRINT, handed, join, project_in, settings
from stumper.adversaries.reading.insertion import inserted
from stumper.errors import BadData, BadOption, Refused
from stumper.identity import perturbation_id
from stumper.people.annotating.answering import (
    AnswerPayload,
    Selected,
    answer,
    answered_in,
    ask_about_runs,
    ask_about_set,
    next_question,
)
from stumper.people.projects.project import Project
from stumper.people.queues.progress import OwnProgress, own_progress, progress
from stumper.people.queues.queue import NewItem, add_items, finish
from stumper.people.study.founding import change_settings
from stumper.people.study.human_scores import ONE, WORST, human_answers, human_scores, majority
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import tries
from stumper.store.values import from_text
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad
from stumper.testing import CLAIMS
from stumper.types import Answer, Attempt, Example, Gold, Passage, Verdict

TEXT = "The lamp was lit by Ada Thorn. It burned for forty years."
LAMP = Example("lamp", Question("Who lit the lamp?", Passage("p", TEXT, "Lamp")), Gold((Answer("Ada Thorn", 20),)))
YEARS = Example("years", Question("How long?", Passage("p", TEXT, "Lamp")), Gold((Answer("forty years", 45),)))
ADDED = ("Jeff Dean lit the fire.", "Mary Bell lit the barn.")


def variant(example: Example, number: int) -> Example:
    made = inserted(example, ADDED[number], "append")
    return Example(f"{example.id}-v{number}", made.query, made.gold)


ATTACKED = Squad("s", "f", "1.1", (LAMP, variant(LAMP, 0), variant(LAMP, 1), YEARS, variant(YEARS, 0)))


def versions(store: Store, project: Project) -> list[str]:
    """The paragraphs' last sentences in the queue, in its order."""
    return [one.example_id for one in human_answers(store, project) for _ in range(1 + len(one.variants))]


def respond(store: Store, project: Project, person: str, text: str) -> AnswerPayload:
    """The person answers what they are handed with this, and is told what it was."""
    held = next_question(store, project.id, person, 1.0)
    assert held is not None
    payload = from_text(AnswerPayload, held.item.payload)
    start = payload.paragraph.index(text) if text else None
    assert answer(store, held.assignment.id, person, Selected(text, start), 2.0)
    return payload


def all_answer(store: Store, project: Project, by_version: dict[str, Sequence[str]]) -> None:
    """For each version, which its last sentence tells, as many people as texts, who answer so."""
    left = {version: list(texts) for version, texts in by_version.items()}
    for number in range(100):
        if not any(left.values()):
            return
        person = f"p{number}"
        join(store, person)
        held = next_question(store, project.id, person, 1.0)
        assert held is not None
        payload = from_text(AnswerPayload, held.item.payload)
        key = next((added for added in ADDED if payload.paragraph.endswith(added)), "")
        text = left[f"{payload.example_id}|{key}"].pop(0)
        selected = Selected(text, payload.paragraph.index(text) if text else None)
        answer(store, held.assignment.id, person, selected, 2.0)


def test_a_question_is_asked_as_it_was_and_in_every_version(store: Store) -> None:
    project = project_in(store)
    assert ask_about_set(store, project, ATTACKED, 0.0) == 5
    assert ask_about_set(store, project, ATTACKED, 1.0) == 0
    assert sorted(versions(store, project)) == ["lamp"] * 3 + ["years"] * 2
    [queue] = progress(store, project.id, 2.0)
    assert queue.places == 15


def test_of_many_questions_a_sample_is_asked(store: Store) -> None:
    project = project_in(store, settings(sample=1))
    ask_about_set(store, project, ATTACKED, 0.0)
    assert len(human_answers(store, project)) == 1


def test_a_plain_set_is_asked_as_it_is(store: Store) -> None:
    assert ask_about_set(store, project_in(store), Squad("s", "f", "1.1", EXAMPLES), 0.0) == len(EXAMPLES)


def test_what_runs_made_of_questions_is_asked(store: Store) -> None:
    project = project_in(store)
    runs = []
    for victim, number in (("a", 0), ("b", 1)):
        plan = Plan("reading", FINGERPRINT, victim, victim, "add-sent")
        made = inserted(EXAMPLES[0], ADDED[number], "append")
        said = Verdict(None, 1.0, 1.0)
        attempt = Attempt(plan.id, EXAMPLES[0].id, "add-sent", victim, "failed", said, said, made, 2)
        store.put_plan(plan.id, to_json(plan), FINGERPRINT)
        store.put_attempts([attempt])
        runs.append(plan.id)
    assert ask_about_runs(store, project, runs[:1], 0.0) == 2
    assert ask_about_runs(store, project, runs, 0.0) == 1
    assert [(one.example_id, len(one.variants)) for one in human_answers(store, project)] == [(EXAMPLES[0].id, 2)]


def test_reports_are_told_what_everybody_answered_to_which_version_and_nobodys_name(store: Store) -> None:
    project = project_in(store)
    ask_about_set(store, project, ATTACKED, 0.0)
    payloads = [respond(store, project, person, "lit") for person in ("ada", "ben", "ada")]
    found = answered_in(store)
    assert sorted((one.example_id, one.variant) for one in found) == sorted(
        (one.example_id, one.variant) for one in payloads
    )
    assert {one.answer for one in found} == {"lit"}
    assert sorted(Counter(one.annotator for one in found).values()) == [1, 2]
    assert {"ada", "ben"}.isdisjoint(one.annotator for one in found)


def test_nobody_answers_two_versions_of_one_question(store: Store) -> None:
    project = project_in(store)
    ask_about_set(store, project, ATTACKED, 0.0)
    answered = [respond(store, project, "ada", "years").example_id for _ in range(2)]
    assert sorted(answered) == ["lamp", "years"]
    assert next_question(store, project.id, "ada", 3.0) is None


def test_versions_that_others_have_answered_come_first(store: Store) -> None:
    many = [replace(example, id=f"{example.id}-{n}") for n in range(6) for example in (LAMP, YEARS)]
    project = project_in(store, settings(answerers=3))
    ask_about_set(store, project, Squad("s", "f", "1.1", tuple(many)), 0.0)
    first = {respond(store, project, "ada", "lit").example_id for _ in range(3)}
    for person in ("ben", "cy"):
        assert {respond(store, project, person, "lit").example_id for _ in range(3)} == first
    held = next_question(store, project.id, "dee", 3.0)
    assert held is not None
    assert held.item.topic not in first
    assert next_question(store, project.id, "dee", 3.0) == replace(held, assignment=held.assignment)


def test_who_was_shown_the_right_answer_at_other_work_is_not_asked(store: Store) -> None:
    project = project_in(store)
    ask_about_set(store, project, ATTACKED, 0.0)
    raw = NewItem("fix", "lamp-raw0", "{}", 5, key="lamp-raw0 append", example_id="lamp")
    with writing(store.engine) as connection:
        add_items(connection, project.id, [raw], 0.0)
    assert own_progress(store, project.id, "answer", "ada", 0.0) == OwnProgress(done=0, left=2)
    handed(store, project, "fix", "ada")
    assert own_progress(store, project.id, "answer", "ada", 0.0) == OwnProgress(done=0, left=1)
    assert respond(store, project, "ada", "years").example_id == "years"
    assert own_progress(store, project.id, "answer", "ada", 3.0) == OwnProgress(done=1, left=0)
    assert next_question(store, project.id, "ada", 3.0) is None


def test_who_wrote_a_version_does_not_answer_it(store: Store) -> None:
    project = project_in(store, settings(kinds=("write", "answer"), sample=1), EXAMPLES)
    made = inserted(EXAMPLES[0], ADDED[0], "append")
    work = handed(store, project, "write", "ada")
    values = {"assignment_id": work.assignment.id, "key": "k", "kind": "submit", "at": 1.0, "fooled": True,
              "perturbation_id": perturbation_id(made), "instance_id": "i", "document": "{}"}  # fmt: skip
    with writing(store.engine) as connection:
        connection.execute(insert(tries).values(values))
    finish(store, work.assignment.id, "ada", 1.0)
    version = Example(f"{EXAMPLES[0].id}-v0", made.query, made.gold)
    ask_about_set(store, project, Squad("s", "f", "1.1", (EXAMPLES[0], version)), 0.0)
    assert next_question(store, project.id, "ben", 3.0) is not None
    for person in ("cy", "dee", "eli", "fay", "gus"):
        assert next_question(store, project.id, person, 3.0) is not None
    assert next_question(store, project.id, "ada", 3.0) is None


@pytest.mark.parametrize(
    ("selected", "said"),
    [
        (Selected("Ada Thorn", 21), "not in the text"),
        (Selected("Ada Thorn", -37), "not in the text"),
        (Selected("", 3), "not in the text"),
        (Selected("Ada Thorn", None), "Say where"),
        (Selected("", None), "Every question here has an answer"),
    ],
)
def test_an_answer_stands_in_the_text(store: Store, selected: Selected, said: str) -> None:
    project = project_in(store)
    ask_about_set(store, project, Squad("s", "f", "1.1", (LAMP,)), 0.0)
    held = next_question(store, project.id, "ada", 1.0)
    assert held is not None
    with pytest.raises(BadOption, match=said):
        answer(store, held.assignment.id, "ada", selected, 2.0)


def test_there_may_be_no_answer_where_the_data_says_so(store: Store) -> None:
    open_question = replace(LAMP, gold=Gold((), answerable=False))
    project = project_in(store, settings(answerers=1))
    ask_about_set(store, project, Squad("s", "f", "v2.0", (open_question,)), 0.0)
    respond(store, project, "ada", "")
    [found] = human_answers(store, project)
    assert found.original is not None
    assert set(found.original.values()) == {1.0}


def test_claims_are_not_answered(store: Store) -> None:
    project = project_in(store, settings(task="verification"))
    with pytest.raises(Refused, match="this project is about claims"):
        ask_about_set(store, project, Squad("s", "f", "1.1", CLAIMS), 0.0)
    with pytest.raises(BadData, match="a set of questions, and the project is about claims"):
        ask_about_set(store, project, ATTACKED, 0.0)


def test_a_set_of_claims_is_not_answered_either(store: Store) -> None:
    with pytest.raises(BadData, match="a set of claims, and the project is about questions"):
        ask_about_set(store, project_in(store), Squad("s", "f", "1.1", CLAIMS), 0.0)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (["Ada Thorn", "the ada thorn.", "Jeff"], {"Ada Thorn"}),
        (["Jeff", "Ada", "ada"], {"Ada"}),
        (["Ada", "Jeff", "Mary"], {"Ada", "Jeff", "Mary"}),
        (["Ada"], {"Ada"}),
        (["Ada", "ada", "Jeff", "jeff", "Mary"], {"Ada", "ada", "Jeff", "jeff", "Mary"}),
    ],
)
def test_most_decide_and_without_a_majority_chance(answers: list[str], expected: set[str]) -> None:
    assert {majority(answers, Random(seed)) for seed in range(60)} == expected
    assert majority(answers, Random(7)) == majority(answers[::-1], Random(7)) or len(expected) == 1


SAID = {
    "lamp|": ["Ada Thorn"], f"lamp|{ADDED[0]}": ["Jeff Dean"], f"lamp|{ADDED[1]}": ["Ada Thorn"],
    "years|": ["forty years"], f"years|{ADDED[0]}": ["forty"],
}  # fmt: skip


def test_scores_are_on_originals_on_one_variant_and_on_the_worst(store: Store) -> None:
    """Of the lamp's two variants people get one right and one wrong; of the years' one variant half."""
    project = project_in(store, settings(answerers=1))
    ask_about_set(store, project, ATTACKED, 0.0)
    all_answer(store, project, SAID)
    scores = {(row.name, row.adversary): row for row in human_scores(store, project)}
    assert scores["f1", None].value == 1.0
    assert scores["exact_match", None].n == 2
    assert scores["f1", WORST].value == pytest.approx((0 + 2 / 3) / 2)
    assert scores["exact_match", WORST].value == 0.0
    assert scores["f1", ONE].value in (pytest.approx((0 + 2 / 3) / 2), pytest.approx((1 + 2 / 3) / 2))
    assert scores["f1_difference", WORST].value == pytest.approx((0 + 2 / 3) / 2 - 1)
    assert "vote:majority-of-1" in scores["f1", WORST].signature
    assert isnan(scores["f1", WORST].low)  # two questions say too little of others
    assert "|ci:none|n:2|" in scores["f1", WORST].signature


def test_scores_of_six_questions_have_intervals(store: Store) -> None:
    project = project_in(store, settings(answerers=1))
    asked = [replace(LAMP, id=f"lamp{number}") for number in range(6)]
    changed = [variant(one, 0) for one in asked]
    ask_about_set(store, project, Squad("s", "f", "1.1", (*asked, *changed)), 0.0)
    said = {f"lamp{number}|": ["Ada Thorn"] for number in range(6)}
    said |= {f"lamp{number}|{ADDED[0]}": ["Jeff Dean" if number % 2 else "Ada Thorn"] for number in range(6)}
    all_answer(store, project, said)
    scores = {(row.name, row.adversary): row for row in human_scores(store, project)}
    worst, change = scores["f1", WORST], scores["f1_difference", WORST]
    assert (worst.value, worst.n, change.value) == (0.5, 6, -0.5)
    assert 0 < worst.low < 0.5 < worst.high < 1
    assert -1 < change.low < -0.5 < change.high
    assert "|ci:t-by-original|originals:6|" in worst.signature


def test_a_question_counts_once_all_of_its_answers_are_in(store: Store) -> None:
    project = project_in(store, settings(answerers=2))
    ask_about_set(store, project, Squad("s", "f", "1.1", (LAMP, variant(LAMP, 0))), 0.0)
    assert all(isnan(row.value) and row.n == 0 for row in human_scores(store, project))
    all_answer(store, project, {"lamp|": ["Ada Thorn"] * 2, f"lamp|{ADDED[0]}": ["Ada Thorn"] * 2})
    assert {row.n for row in human_scores(store, project)} == {1}


def test_what_all_have_answered_counts_on_when_more_or_fewer_are_asked(store: Store) -> None:
    project = project_in(store, settings(answerers=1))
    ask_about_set(store, project, ATTACKED, 0.0)
    all_answer(store, project, SAID)
    for answerers in (3, 1):
        changed = change_settings(store, project.id, "Trial", settings(answerers=answerers), 3.0)
        [score, *_] = human_scores(store, changed)
        assert score.n == 2
        assert "vote:majority-of-1|" in score.signature


def test_one_variant_is_the_same_whenever_one_looks(store: Store) -> None:
    project = project_in(store, settings(answerers=1))
    ask_about_set(store, project, ATTACKED, 0.0)
    all_answer(store, project, SAID)
    [lamp] = [one for one in human_answers(store, project) if one.example_id == "lamp"]
    drawn = {seed: lamp.one(seed) for seed in range(30)}
    assert all(scored in drawn.values() for scored in lamp.versions.values())
    assert all(scored in lamp.versions.values() for scored in drawn.values())
    assert drawn == {seed: lamp.one(seed) for seed in range(30)}
