"""Gold is mixed in unrecognisably, once to each, and stands in no figure; on both databases."""

import json
from dataclasses import replace
from threading import Barrier, Thread

import pytest
from sqlalchemy import select

from annotation_project import EXAMPLES, project_in, settings
from authoring import authoring
from stumper.errors import BadData, NotThere, Refused
from stumper.judging import judgeable
from stumper.people.annotating.answering import Selected, ask_about_set, next_question
from stumper.people.annotating.drawing import draw_from_set
from stumper.people.annotating.gold import (
    Known,
    checks,
    gold_counts,
    gold_from_lines,
    gold_from_settled,
    gold_of_project,
    remove_gold,
)
from stumper.people.annotating.judging_work import JudgePayload, Opinion, adjudicate, judge, judge_item
from stumper.people.projects.project import Project, close_project, locked_project
from stumper.people.queues.item import Work
from stumper.people.queues.places import EVERYBODY, excluded_from
from stumper.people.queues.progress import own_progress
from stumper.people.queues.queue import add_work, finish, lease
from stumper.people.queues.responses import answered
from stumper.people.study.founding import change_settings
from stumper.people.writing.item import example_of
from stumper.people.writing.submitting import Pressed, Writing, predict, submit
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import items
from stumper.store.values import from_text, to_text
from stumper.tasks.reading.squad import Squad
from stumper.tasks.verification.fever import bundled as bundled_claims
from stumper.types import Perturbation

CLAIMS = bundled_claims()
AT = {"id": EXAMPLES[0].id, "text": "Nobody knows it.", "on_task": True}
YES, NO = Opinion(True, True, True), Opinion(True, False, True)
GOLD = "\n".join(json.dumps({"text": f"gold {n}", "label_correct": n % 2 == 0}) for n in range(6))


def texts(store: Store, project: Project, n: int = 8, twice: bool = False) -> None:
    found = [judgeable(one, Perturbation(one.id, one.query, one.gold, ())) for one in EXAMPLES[:n]]
    items = [judge_item(one, example.id, twice, []) for one, example in zip(found, EXAMPLES, strict=False)]
    add_work(store, project.id, items, 0.0)


def told_apart(store: Store, project_id: str) -> int:
    """How many pieces of gold people can tell from other work."""
    return sum(one.is_told_apart for one in gold_of_project(store, project_id))


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


def claims_project(store: Store) -> Project:
    return project_in(
        store, settings(dataset="verification", task="verification", gold_rate=0.5, sample=1000), CLAIMS.examples
    )


def test_gold_of_a_claim_shows_the_evidence_that_other_work_shows(store: Store) -> None:
    project = claims_project(store)
    draw_from_set(store, project, CLAIMS, 0.0)
    evident = next(one for one in CLAIMS.examples if one.id in CLAIMS.evidence_texts)
    gold_from_lines(store, project, json.dumps({"id": evident.id, "text": "So.", "label_correct": False}), 0.0)
    of_claim = [one for one in payloads(store) if one.example_id == evident.id]
    assert sorted(one.text for one in of_claim) == sorted(["So.", evident.query.text])
    assert len({(one.asked, one.evidence, one.original) for one in of_claim}) == 1
    assert of_claim[0].evidence
    assert told_apart(store, project.id) == 0
    line = {"id": evident.id, "text": "Or so.", "evidence": "Words of one's own.", "label_correct": False}
    gold_from_lines(store, project, json.dumps(line), 0.0)
    [given] = [one.evidence for one in payloads(store) if one.text == "Or so."]
    assert given.endswith(": Words of one's own.")


def payloads(store: Store) -> list[JudgePayload]:
    with store.engine.connect() as connection:
        return [from_text(JudgePayload, one) for one in connection.scalars(select(items.c.payload))]


def kept_from(store: Store) -> set[str]:
    """Who is not handed the one piece of gold that there is."""
    with store.engine.connect() as connection:
        return excluded_from(connection, connection.scalars(select(items.c.id).where(items.c.gold.is_not(None))).one())


@pytest.mark.parametrize("submits", [True, False])
def test_gold_is_for_nobody_who_wrote_the_text(store: Store, submits: bool) -> None:
    """Whatever they said that is true of it."""
    text = "Ada Thorn was not idle." if submits else "Ada Thorn was idle."
    room = authoring(store, "verification", kinds=("write", "judge"))
    held = room.item()
    here = Writing(store, room.desks, room.project, held, example_of(store, room.project, held.item))
    (submit if submits else predict)(here, Pressed("key", text, "REFUTES" if not submits else "SUPPORTS"), 110.0)
    room.close()
    gold_from_lines(store, room.project, json.dumps({"id": here.example.id, "text": text, "on_task": True}), 120.0)
    assert kept_from(store) == {room.authors[0].id}


def test_gold_without_an_id_is_for_nobody_who_made_a_text_that_says_the_same(store: Store) -> None:
    project = project_in(store)
    one = judgeable(EXAMPLES[0], Perturbation(EXAMPLES[0].id, EXAMPLES[0].query, EXAMPLES[0].gold, ()))
    add_work(store, project.id, [judge_item(one, EXAMPLES[0].id, False, ["ada"])], 0.0)
    judged(store, project, "ben")
    gold_from_lines(store, project, json.dumps({"text": one.text, "on_task": True}), 120.0)
    assert kept_from(store) == {"ada", "ben"}


def test_gold_that_is_sent_again_is_corrected(store: Store) -> None:
    project = project_in(store, settings(gold_rate=0.5))
    line: dict[str, object] = {"id": EXAMPLES[0].id, "text": "Nobody knows it.", "label_correct": True}
    assert gold_from_lines(store, project, json.dumps(line), 0.0) == 1
    assert gold_from_lines(store, project, json.dumps(line | {"label_correct": False}), 1.0) == 0
    with store.engine.connect() as connection:
        [known] = connection.scalars(select(items.c.gold))
    assert checks(from_text(Known, known), to_text(NO)) == [True]


def test_a_text_that_is_gold_is_drawn_to_be_judged_all_the_same(store: Store) -> None:
    project = claims_project(store)
    few = replace(CLAIMS, examples=CLAIMS.examples[:3])
    first = few.examples[0]
    gold_from_lines(store, project, json.dumps({"id": first.id, "text": first.query.text, "on_task": True}), 0.0)
    assert draw_from_set(store, project, few, 0.0) == 3


def test_a_line_of_gold_ends_where_its_json_does(store: Store) -> None:
    project = project_in(store)
    text = json.dumps({"text": "one\u2028two\u0085three", "on_task": True}, ensure_ascii=False)
    assert gold_from_lines(store, project, f"{text}\r\n\r\n{GOLD}\r\n", 0.0) == 7
    assert any(one.text == "one\u2028two\u0085three" for one in payloads(store))


def test_gold_is_refused_in_a_closed_project(store: Store) -> None:
    project = project_in(store)
    close_project(store, project.id, 1.0)
    with pytest.raises(Refused, match="is closed"):
        gold_from_lines(store, project, GOLD, 2.0)


def test_gold_that_is_removed_is_handed_to_nobody_until_its_line_is_sent_again(store: Store) -> None:
    """Seen: a line without an id stayed for ever, as nothing could name it."""
    project = project_in(store, settings(gold_rate=0.5))
    texts(store, project)
    question = {"question": "Who lit it?", "paragraph": "Ada lit the lamp.", "answers": ["Ada"]}
    assert gold_from_lines(store, project, f"{GOLD}\n{json.dumps(question)}", 0.0) == 7
    found = gold_of_project(store, project.id)
    assert [one.text for one in found] == [*(f"gold {n}" for n in (5, 4, 3, 2, 1, 0)), "Who lit it?"]
    assert [one.is_told_apart for one in found] == [True] * 6 + [False]
    for one in found[1:]:
        remove_gold(store, project.id, one.id)
    with pytest.raises(NotThere, match="may have been removed already"):
        remove_gold(store, project.id, found[1].id)
    assert gold_of_project(store, project.id) == found[:1]
    assert (gold_counts(store, project.id), told_apart(store, project.id)) == ({"judge": 1}, 1)
    assert [shown(work).text for work in judged(store, project, "ada") if work.item.gold is not None] == ["gold 5"]
    assert gold_from_lines(store, project, GOLD, 0.0) == 5
    assert gold_counts(store, project.id) == {"judge": 6}


def test_gold_of_a_settled_text_that_is_removed_comes_back_by_a_line_with_its_id_and_text_alone(store: Store) -> None:
    """Seen: the page said that sending its line again brings it back, and it never had a line."""
    project = project_in(store, settings(gold_rate=0.5))
    texts(store, project, 1, twice=True)
    judged(store, project, "ada")
    judged(store, project, "ben")
    assert gold_from_settled(store, project, 3.0) == 1
    [gold] = gold_of_project(store, project.id)
    remove_gold(store, project.id, gold.id)
    assert gold_from_settled(store, project, 4.0) == 0
    assert gold_of_project(store, project.id) == []
    [of] = {one.example_id for one in payloads(store)}
    line = {"id": of, "text": gold.text, "grammatical": True}
    assert gold_from_lines(store, project, json.dumps(line), 5.0) == 1
    assert [one.text for one in gold_of_project(store, project.id)] == [gold.text]


def test_lines_that_two_send_at_once_are_counted_once(store: Store) -> None:
    """Seen: whoever sent a file was told of the pieces that another had sent meanwhile, too."""
    project = project_in(store)
    added: list[int] = []
    for turn in range(5):
        both = Barrier(2)

        def send(who: str, turn: int = turn, both: Barrier = both) -> None:
            lines = [json.dumps({"text": f"{who} {turn} {n}", "on_task": True}) for n in range(40)]
            both.wait()
            added.append(gold_from_lines(store, project, "\n".join(lines), 0.0))

        threads = [Thread(target=send, args=(who,)) for who in ("ada", "ben")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert added == [40] * 10


def test_gold_is_removed_only_once_nobody_counts_what_is_new_of_it(store: Store) -> None:
    """Whoever sent lines was told of fewer where a piece was removed meanwhile."""
    project = project_in(store)
    gold_from_lines(store, project, GOLD, 0.0)
    [one, *_] = gold_of_project(store, project.id)
    removing = Thread(target=remove_gold, args=(store, project.id, one.id))
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        removing.start()
        removing.join(1.0)
        assert removing.is_alive()
    removing.join()
    assert one not in gold_of_project(store, project.id)


def test_what_is_no_gold_of_the_project_is_not_removed(store: Store) -> None:
    project = project_in(store)
    texts(store, project, 1)
    gold_from_lines(store, project, GOLD, 0.0)
    with store.engine.connect() as connection:
        work = connection.scalars(select(items.c.id).where(items.c.gold.is_(None))).one()
    for of, id in ((project.id, work), ("another", gold_of_project(store, project.id)[0].id)):
        with pytest.raises(NotThere):
            remove_gold(store, of, id)


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
        (
            json.dumps(AT | {"label": "SUPPORTS"}),
            "Line 2 of the gold has the label 'SUPPORTS', and what this project is about has no labels. Leave it out.",
        ),
        (json.dumps(AT | {"asked": "Is it so?"}), "Line 2 of the gold has 'asked' beside 'id'"),
        (json.dumps(AT | {"original": "It is so."}), "Line 2 of the gold has 'original' beside 'id'"),
        (json.dumps(AT | {"evidence": "It is so."}), "Line 2 of the gold has 'evidence', which nobody here is shown"),
        ('{"text": "x", "label": "SUPPORTS", "on_task": true}', "Line 2 of the gold has 'label' without 'id'"),
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
