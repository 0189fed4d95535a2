"""Gold is mixed in unrecognisably, once to each, and stands in no figure; on both databases."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import select

from annotation_project import EXAMPLES, project_in, settings
from stumper.errors import BadData
from stumper.judging import judgeable
from stumper.people.annotating.answering import Selected, ask_about_set, next_question
from stumper.people.annotating.gold import Known, checks, gold_counts, gold_from_lines, gold_from_settled, told_apart
from stumper.people.annotating.judging_work import JudgePayload, Opinion, adjudicate, judge, judge_item
from stumper.people.projects.project import Project
from stumper.people.queues.item import Work
from stumper.people.queues.places import EVERYBODY
from stumper.people.queues.progress import own_progress
from stumper.people.queues.queue import add_work, finish, lease
from stumper.people.queues.responses import answered
from stumper.people.study.founding import change_settings
from stumper.store import Store
from stumper.store.people_schema import items
from stumper.store.values import from_text, to_text
from stumper.tasks.reading.squad import Squad
from stumper.types import Perturbation

YES, NO = Opinion(True, True, True), Opinion(True, False, True)
GOLD = "\n".join(json.dumps({"text": f"gold {n}", "label_correct": n % 2 == 0}) for n in range(6))


def texts(store: Store, project: Project, n: int = 8, twice: bool = False) -> None:
    found = [judgeable(one, Perturbation(one.id, one.query, one.gold, ())) for one in EXAMPLES[:n]]
    items = [judge_item(one, example.id, twice, []) for one, example in zip(found, EXAMPLES, strict=False)]
    add_work(store, project.id, items, 0.0)


def judged(store: Store, project: Project, person: str, opinion: Opinion = YES) -> list[Work]:
    """All that the person is handed, to which they say this."""
    found = []
    while (held := lease(store, project.id, "judge", person, 1.0)) is not None:
        judge(store, held.assignment.id, person, opinion, 2.0)
        found.append(held)
    return found


def test_gold_comes_at_its_rate_once_to_each_and_only_beside_other_work(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    assert gold_from_lines(store, project, GOLD, 0.0) == 6
    assert gold_from_lines(store, project, GOLD, 0.0) == 0
    assert lease(store, project.id, "judge", "ada", 1.0) is None
    texts(store, project)
    handed = judged(store, project, "ada")
    gold = [work for work in handed if work.item.gold is not None]
    assert len(handed) - len(gold) == 8
    assert len({work.item.id for work in gold}) == len(gold) == 6
    assert own_progress(store, project.id, "judge", "ada", 3.0).left == 0


def test_without_a_rate_there_is_none(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.0))
    gold_from_lines(store, project, GOLD, 0.0)
    texts(store, project)
    assert not any(work.item.gold for work in judged(store, project, "ada"))


def test_of_ten_pieces_one_is_gold_at_a_place_of_ones_own(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.25))
    gold_from_lines(store, project, GOLD, 0.0)
    texts(store, project, twice=True)
    places = {}
    for person in ("ada", "ben"):
        handed = judged(store, project, person)
        places[person] = [n for n, work in enumerate(handed) if work.item.gold is not None]
        assert [n // 4 for n in places[person]] == list(range(len(places[person])))
        assert len(places[person]) >= 2
    assert places["ada"] != places["ben"]


def test_what_is_said_of_gold_is_in_no_figure(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    gold_from_lines(store, project, GOLD, 0.0)
    texts(store, project)
    handed = judged(store, project, "ada")
    gold = [from_text(JudgePayload, work.item.payload).perturbation_id for work in handed if work.item.gold]
    assert gold
    assert store.judgements(gold) == []
    with store.engine.connect() as connection:
        assert {one.item.gold for one in answered(connection, project.id, "judge")} == {None}


def test_what_is_settled_is_gold_for_those_who_did_not_judge_it(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    texts(store, project, 3, twice=True)
    for person, says in (("ada", [YES, YES, YES]), ("ben", [YES, NO, NO])):
        for _ in range(3):
            held = lease(store, project.id, "judge", person, 1.0)
            assert held is not None
            number = [one.id for one in EXAMPLES].index(from_text(JudgePayload, held.item.payload).example_id)
            judge(store, held.assignment.id, person, says[number], 2.0)
    settling = lease(store, project.id, "adjudicate", "cy", 3.0)
    assert settling is not None
    adjudicate(store, settling.assignment.id, "cy", NO, 3.0)
    assert gold_from_settled(store, project, 4.0) == 2  # of one text nobody has settled yet what is true
    assert gold_counts(store, project.id) == {"judge": 2}
    assert lease(store, project.id, "judge", "ada", 5.0) is None


def test_the_places_of_gold_stay_when_settings_change(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    gold_from_lines(store, project, GOLD, 0.0)
    texts(store, project)
    change_settings(store, project.id, "Trial", replace(project.settings, double_share=0.5), 1.0)
    query = select(items.c.places).where(items.c.gold.is_not(None)).distinct()
    with store.engine.connect() as connection:
        assert connection.scalars(query).all() == [EVERYBODY]


def shown(work: Work) -> JudgePayload:
    return from_text(JudgePayload, work.item.payload)


def test_gold_that_names_the_text_of_which_it_is_a_change_is_asked_of_in_the_same_words(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    texts(store, project)
    line = {"id": EXAMPLES[0].id, "text": "Nobody knows it.", "label_correct": False}
    assert gold_from_lines(store, project, json.dumps(line), 0.0) == 1
    [gold, other] = sorted(
        (shown(work) for work in judged(store, project, "ada") if shown(work).example_id == EXAMPLES[0].id),
        key=lambda one: one.text != line["text"],
    )
    assert gold.text == line["text"] != other.text
    assert (gold.asked, gold.original, gold.evidence) == (other.asked, "", "")
    assert told_apart(store, project.id) == 0


def test_gold_is_counted_that_people_can_tell_from_other_texts(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    gold_from_lines(store, project, GOLD, 0.0)
    assert told_apart(store, project.id) == 0  # there is nothing yet to tell them from
    texts(store, project)
    assert told_apart(store, project.id) == 6  # no second question is asked of them
    more = {"text": "Lit.", "original": "It was lit.", "asked": "Was it lit?", "label_correct": True}
    gold_from_lines(store, project, json.dumps(more), 0.0)
    assert told_apart(store, project.id) == 7  # which shows a text before the change


@pytest.mark.parametrize(
    ("known", "said", "right"),
    [
        (Known((True, None, False)), Opinion(True, False, True), [True, False]),
        (Known(answers=("the Lamp",)), Selected("lamp", 3), [True]),
        (Known(answers=("",)), Selected("", None), [True]),
        (Known(answers=("Ada",)), Selected("", None), [False]),
    ],
)
def test_an_answer_to_gold_is_right_where_what_is_known_is_said(known: Known, said: object, right: list[bool]) -> None:
    assert checks(known, to_text(said)) == right


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "Line 2 of the gold is no JSON object"),
        ("[" * 100_000, "Line 2 of the gold is no JSON object"),
        ('{"text": "x"}', "Line 2 of the gold does not say what is right"),
        ('{"text": "x", "on_task": 1}', "Line 2 of the gold does not say what is right"),
        ('{"on_task": true}', "Line 2 of the gold has no 'text'"),
        ('{"text": "x", "id": "q0", "on_task": true}', "Line 2 of the gold names 'q0', and the project has no text of"),
        ('{"question": "Who?", "paragraph": "Ada."}', "no list of answers"),
        ('{"question": "Who?", "paragraph": "Ada.", "answers": ["Bob"]}', "'Bob', which is not in its paragraph"),
    ],
)
def test_gold_with_a_fault_adds_nothing(store: Store, line: str, sentence: str) -> None:
    project = project_in(store)
    with pytest.raises(BadData, match=sentence):
        gold_from_lines(store, project, f'{{"text": "good", "on_task": true}}\n{line}', 0.0)
    assert gold_counts(store, project.id) == {}


def test_questions_with_gold_answers_are_handed_out_with_the_others(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    line = json.dumps({"question": "Who?", "paragraph": "Ada did.", "answers": ["Ada"]})
    assert gold_from_lines(store, project, line, 0.0) == 1
    assert gold_counts(store, project.id) == {"answer": 1}
    ask_about_set(store, project, Squad("questions", "questions", "1.1", EXAMPLES[:4]), 0.0)
    handed = []
    while (held := next_question(store, project.id, "ada", 1.0)) is not None:
        finish(store, held.assignment.id, "ada", 2.0)
        handed.append(held.item.gold is not None)
    assert sorted(handed) == [False] * 4 + [True]
