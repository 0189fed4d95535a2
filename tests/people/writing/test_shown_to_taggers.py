"""What annotators see beside a tossup: what machines say of it, by which clue, and how it was written."""

from collections.abc import Iterator

import pytest

from stumper.people.annotating.tagging import Guessed, Heard, Step, TagPayload
from stumper.people.personal_data import erase
from stumper.people.projects.project import composing
from stumper.people.queues.queue import lease
from stumper.people.writing.asking import Listener
from stumper.people.writing.beginning import gold_of, payload_of
from stumper.people.writing.readings import record_reading
from stumper.people.writing.shown_to_taggers import STEPS, steps_of, steps_to
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.people.writing.tossup import Named, Reading
from stumper.store import Store
from stumper.store.values import from_text
from stumper.tasks.quizbowl.desk import DESK
from tossups import QUESTION, Newsroom, newsroom


@pytest.fixture
def room(store: Store) -> Iterator[Newsroom]:
    made = newsroom(store)
    yield made
    made.close()


def reading(text: str, answer: str = "") -> Reading:
    guesses = (Named(answer, 0.5, answer == "Salt"),) if answer else ()
    return Reading("scripted", text, 1, 1.0, guesses, None, 4, None)


def test_readings_are_steps_in_their_order():
    first, last = steps_of([reading("She rowed."), reading("She rowed out.", "Salt"), reading("She rowed out.")])
    assert first == Step("She rowed.", (Heard("scripted", None),))
    assert last == Step("She rowed out.", (Heard("scripted", Guessed("Salt", 0.5, True)), Heard("scripted", None)))


def test_of_many_readings_the_first_and_the_last_stay():
    found = steps_of([reading(str(number)) for number in range(500)])
    assert (len(found), found[0].text, found[-1].text) == (STEPS, "0", "499")


def test_a_tossup_to_tag_has_what_machines_say_of_it_and_its_log_until_its_author_is_erased(room):
    held = room.begin()
    payload = payload_of(held.item)
    listener = Listener(
        room.desks["scripted"], DESK, gold_of(composing(room.project.settings), payload), room.people[0].id
    )
    for text in ("She rowed out.", QUESTION):
        record_reading(room.store, held.assignment.id, reading(text), 150.0)
    made = submit_tossup(room.store, room.project, held, Sent("s", QUESTION), (), 200.0, {"scripted": listener})
    assert made.id is not None
    shown = lease(room.store, room.project.id, "tag", room.people[2].id, 200.0)
    assert shown is not None
    [said] = from_text(TagPayload, shown.item.payload).said
    assert said.machine == "scripted"
    [clue] = said.clues
    assert clue.title == "Ada Thorn"
    assert [clue.text[start:end] for start, end in clue.shared] == [
        "Port Ilse",
        "She wrote the poem Forty Years of Salt",
    ]
    assert [one.text for one in steps_to(room.store, made.id)] == ["She rowed out.", QUESTION]
    erase(room.store, room.people[0].id, 300.0)
    assert steps_to(room.store, made.id) == ()
