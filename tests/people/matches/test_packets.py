"""Where the questions of a match come from: the project, what people submitted, both, a file; odd ones are played."""

import json
from collections import Counter

import pytest
from sqlalchemy import select, update

from stumper.errors import BadData, BadOption
from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person
from stumper.people.matches.log import Log
from stumper.people.matches.log_file import log_lines
from stumper.people.matches.match import Asked, Rules
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import NO_ANSWER, NO_END, ONE_WORD, Chosen, event, of_project, packet, unequal
from stumper.people.matches.rooms import headings, open_match, room
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings, close_project
from stumper.people.projects.uploads import put_upload
from stumper.people.queues.queue import lease_item
from stumper.people.study.founding import found_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.registry import task_named
from stumper.store import Store
from stumper.store.people_schema import tossups
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Gold, Prediction

SILENT = ScriptedVictim(lambda query: Prediction((), None))
HARD = "This sailor rowed eleven others ashore in one single night. For 10 points, name this keeper of a lighthouse."


@pytest.fixture
def project(store: Store) -> Project:
    settings = Settings("quizbowl", "quizbowl", ("scripted",), ("write",), sentences=(1, 9))
    return found_project(store, "Quiz", settings, {"scripted": SILENT}, 1.0)


@pytest.fixture
def ada(store: Store, project: Project) -> Person:
    person = register(store, "Ada", None, 1.0)
    add_member(store, project.id, person.id, "author", 1.0)
    return person


@pytest.fixture
def submitted(store: Store, project: Project, ada: Person) -> str:
    id = begin_tossup(store, project, ada.id, Beginning("k", "Grace Darling", "", "History"), 1.0)
    held = lease_item(store, id, ada.id, 1.0)
    made = submit_tossup(store, project, held, Sent("k", HARD), (), 2.0)
    assert made.id is not None, made
    return made.id


def upload(store: Store, *texts: str) -> str:
    """A file of packet questions, the last without an answer."""
    rows = [{"question": text, "answer": f"Answer {n}"} for n, text in enumerate(texts)] + [
        {"question": "For 10 points, name nothing.", "answer": "[accept]"}
    ]
    return put_upload(store, "own.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode(), 1.0, "ada")


def test_packet_of_the_project_is_drawn_and_shuffled_by_the_seed(store: Store, project: Project) -> None:
    one, again, other = (packet(store, project, Chosen("data", 10, seed)) for seed in (1, 1, 2))
    assert one == again != other
    assert len({asked.id for asked in one.asked}) == 10
    assert {asked.set for asked in one.asked} == {"regular"}
    assert all(asked.category and asked.gold.answers for asked in one.asked)


def test_what_people_submitted_is_adversarial(store: Store, project: Project, submitted: str) -> None:
    [asked] = packet(store, project, Chosen("submitted", 10, 1)).asked
    assert (asked.id, asked.set, asked.category) == (submitted, "adversarial", "History")
    assert asked.gold.answers[0].text == "Grace Darling"


def test_event_shuffles_both_kinds_half_and_half_without_two_of_one_answer(store, project, submitted) -> None:
    [hard] = of_project(store, project)
    asked = packet(store, project, Chosen("event", 10, 1)).asked
    assert Counter(one.set for one in asked) == {"regular": 9, "adversarial": 1}
    regular = [Asked(f"r{n}", "regular", "Name it.", Gold((Answer(f"Answer {n}"),))) for n in range(9)]
    same = Asked("same", "regular", "Name her.", hard.gold)
    many = [Asked(f"h{n}", "adversarial", "Name it.", Gold((Answer(f"Hard {n}"),))) for n in range(9)]
    mixed = event([*regular, same], [hard, *many], Chosen("event", 20, 3))
    assert Counter(one.set for one in mixed) == {"regular": 9, "adversarial": 10}
    assert "same" not in {one.id for one in mixed}
    kinds = [one.set for one in event(regular, many, Chosen("event", 12, 3))]
    assert Counter(kinds) == {"regular": 6, "adversarial": 6}
    assert kinds not in (sorted(kinds), sorted(kinds, reverse=True))


def test_event_has_as_many_questions_of_each_category_of_both_kinds_as_there_are() -> None:
    def some(kind: str, **categories: int) -> list[Asked]:
        return [Asked(f"{kind}{name}{n}", kind, "Name it.", Gold((Answer(f"{kind} {name} {n}"),)), None, name)
                for name, number in categories.items() for n in range(number)]  # fmt: skip

    regular = some("regular", History=30, Science=30, Music=30)
    hard = some("adversarial", History=5, Science=3, Chess=9)
    for seed in range(5):
        asked = event(regular, hard, Chosen("event", 16, seed))
        kinds = Counter((one.set, one.category) for one in asked)
        assert kinds["regular", "History"] == kinds["adversarial", "History"] == 5
        assert kinds["regular", "Science"] == kinds["adversarial", "Science"] == 3
        assert unequal(asked) == ""
    said = unequal(event(regular, hard, Chosen("event", 20, 1)))
    assert said.startswith("Regular and adversarial questions are not equal by category (Chess 0 and 2, ")


def test_file_is_played_without_the_questions_that_cannot_be_and_odd_ones_are_said_to_be_odd(store, project) -> None:
    made = packet(
        store, project, Chosen("upload", 9, 1, upload(store, "Planet", "It goes round the Sun and", "Name it.")), "ada"
    )
    assert {one.text: one.fault for one in made.asked} == {"It goes round the Sun and": NO_END, "Name it.": ""}
    assert [reason.partition(":")[0] for reason in made.skipped] == ["line 1", "line 4"]


def test_question_without_an_answer_that_can_be_read_is_played_and_left_to_the_moderator(
    store, project, submitted
) -> None:
    with store.engine.begin() as connection:
        [document] = connection.scalars(select(tossups.c.document)).all()
        broken = json.dumps(json.loads(document) | {"answer_line": "[accept]", "text": "Keeper."})
        connection.execute(update(tossups).values(document=broken))
    [asked] = packet(store, project, Chosen("submitted", 10, 1)).asked
    assert (asked.gold.answers, asked.fault) == ((), f"{ONE_WORD} {NO_ANSWER}")


def test_answer_that_was_chosen_is_right_though_its_line_leaves_it_out(store, project, submitted) -> None:
    with store.engine.begin() as connection:
        [document] = connection.scalars(select(tossups.c.document)).all()
        other = json.dumps(json.loads(document) | {"answer": "Burma", "answer_line": "Myanmar [or Union of Myanmar]"})
        connection.execute(update(tossups).values(document=other))
    [asked] = of_project(store, project)
    assert [task_named("quizbowl").listening.heard(asked.gold, said) for said in ("Burma", "Myanmar")] == [
        "accept",
        "accept",
    ]
    assert asked.line == "Myanmar [or Union of Myanmar]"


def test_questions_that_were_read_in_a_match_come_last(store: Store, project: Project, ada: Person) -> None:
    chosen = Chosen("data", 3, 1)
    made = open_match(store, project, "First", Rules("alone"), chosen, ada.id, 5.0)
    assert packet(store, project, chosen).asked == made.match.packet
    Log(store, made).play(Move("begin", "1"), ada.id, None, lambda: 6.0)
    assert made.match.packet[0].id not in {one.id for one in packet(store, project, chosen).asked}


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (Chosen("submitted", 5, 1), "no question to play"),
        (Chosen("upload", 5, 1), "Choose the file"),
        (Chosen("data", 0, 1), "1 question or more"),
        (Chosen("other", 5, 1), "no source 'other'"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_a_packet_is_said(store: Store, project: Project, chosen: Chosen, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        packet(store, project, chosen)


def test_file_that_holds_no_questions_is_said_by_its_name(store: Store, project: Project) -> None:
    file = put_upload(store, "own.json", b"[]", 1.0, "ada")
    with pytest.raises(BadData, match=r"own\.json"):
        packet(store, project, Chosen("upload", 5, 1, file), "ada")


def test_match_says_how_many_questions_were_asked_for_where_there_are_fewer(store, project, submitted, ada) -> None:
    made = open_match(store, project, "Event", Rules("alone"), Chosen("submitted", 200, 1), ada.id, 5.0)
    assert (made.match.wanted, len(made.match.packet) < 200) == (200, True)
    assert room(store, project.id, made.id).match == made.match
    assert json.loads(next(log_lines(made.match, [])))["wanted"] == 200
    [heading] = headings(store, project.id)
    assert (heading.wanted, heading.tossups) == (200, len(made.match.packet))


def test_match_is_opened_in_a_project_that_is_open(store: Store, project: Project, ada: Person) -> None:
    made = open_match(store, project, "Final", Rules("machine", victim="scripted"), Chosen("data", 3, 1), ada.id, 5.0)
    assert (made.match.name, len(made.match.packet)) == ("Final", 3)
    close_project(store, project.id, 6.0)
    assert made
