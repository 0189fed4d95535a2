"""What the pages say before a match begins, and when matches are over."""

from dataclasses import dataclass, replace
from itertools import count

import pytest

from match_rooms import PACKET, QUICK, member, opened, quiz
from stumper.people.accounts.person import Person, code
from stumper.people.matches.log import Log
from stumper.people.matches.match import Room
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.state import LEAD
from stumper.people.projects.project import Project
from stumper.people.study.played import play_in_project
from visiting import Site


@dataclass
class Event:
    """A match of a regular and an adversarial question, of which Ada gets the first and Ben misses the other."""

    site: Site
    project: Project
    people: dict[str, Person]
    room: Room

    def read(self, name: str, path: str) -> str:
        answer = self.site.visit(self.people[name]).get(f"/projects/{self.project.id}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def play(self) -> None:
        times, log = count(1000.0, LEAD + 0.25), Log(self.site.house.store, self.room)
        mo, ada, ben = (self.people[name].id for name in ("Mo", "Ada", "Ben"))
        moves = (
            (ada, Move("sit", "1", side="a")), (ben, Move("sit", "1", side="b")), (mo, Move("begin", "1")),
            (ada, Move("buzz", "2", tossup=0)), (ada, Move("answer", "3", text="Suleiman I")), (mo, Move("begin", "2")),
            (ben, Move("buzz", "2", tossup=1)), (ben, Move("answer", "3", text="Mars")), (mo, Move("finish", "3")),
        )  # fmt: skip
        for person, move in moves:
            now = next(times)
            log.play(move, person, 0.01, lambda now=now: now)


@pytest.fixture
def event(site: Site) -> Event:
    project = quiz(site)
    roles = {"Mo": "moderator", "Ada": "player", "Ben": "player", "Ann": "annotator"}
    people = {name: member(site, project, name, role) for name, role in roles.items()}
    return Event(site, project, people, opened(site, project, people["Mo"], replace(QUICK, answer=30.0), PACKET))


def test_moderator_is_told_that_fewer_questions_were_drawn_than_asked_for(event: Event) -> None:
    store, mo = event.site.house.store, event.people["Mo"].id
    said = "You asked for 200 questions. There are 2 where they are drawn from, and all are played."
    few, all_of_them = (
        open_room(store, event.project, "Final", QUICK, Packet(PACKET, wanted=wanted), mo, 1000.0)
        for wanted in (200, 2)
    )
    assert said in event.read("Mo", f"/matches/{few.id}")
    assert said not in event.read("Ada", f"/matches/{few.id}")
    assert "You asked for" not in event.read("Mo", f"/matches/{all_of_them.id}")


def test_rules_are_told_to_everybody_and_what_kinds_of_questions_there_are_to_moderators(event: Event) -> None:
    for name in ("Mo", "Ada"):
        assert "2 questions, read at 10 words a second" in event.read(name, f"/matches/{event.room.id}")
    said = "1 regular questions and 1 that were written against a machine"
    assert said in event.read("Mo", f"/matches/{event.room.id}")
    assert said not in event.read("Ada", f"/matches/{event.room.id}")


def test_link_for_players_is_made_in_the_room(event: Event) -> None:
    visit = event.site.visit(event.people["Mo"])
    answer = visit.submit(f"/projects/{event.project.id}/matches/links", room=event.room.id)
    assert "/join/" in answer.text
    assert event.room.match.name in answer.text


def test_results_compare_regular_and_adversarial_questions_once_a_match_is_over(event: Event) -> None:
    assert "regular" not in event.read("Ada", "/results")
    event.play()
    said = event.read("Ada", "/results")
    assert "of the adversarial questions" in said
    assert "of the regular ones" in said
    assert "You, regular" in said


def test_who_did_how_is_for_moderators_and_oneself(event: Event) -> None:
    event.play()
    assert "Ben, adversarial" in event.read("Mo", "/results")
    seen = event.read("Ada", "/results")
    assert "Ben" not in seen
    assert "You, adversarial" not in seen
    assert "You, regular" not in event.read("Ann", "/results")


def test_a_person_counts_the_questions_that_they_heard_to_the_end_as_all_people_together_do(event: Event) -> None:
    """Seen: 100.0 (n = 1) of a person who was right once, and silent to the end of another question."""
    log = Log(event.site.house.store, event.room)
    mo, ada, ben = (event.people[name].id for name in ("Mo", "Ada", "Ben"))
    moves = (
        (0.0, ada, Move("sit", "1", side="a")), (0.0, ben, Move("sit", "1", side="b")), (0.0, mo, Move("begin", "1")),
        (LEAD + 0.25, ada, Move("buzz", "2", tossup=0)), (0.1, ada, Move("answer", "3", text="Suleiman I")),
        (5.0, mo, Move("begin", "2")), (90.0, mo, Move("finish", "3")),
    )  # fmt: skip
    now = 1000.0
    for later, person, move in moves:
        now += later
        log.go_on(lambda now=now: now)
        log.play(move, person, 0.01, lambda now=now: now)
    found = play_in_project(event.site.house.store, event.project)
    answers = {(row.player, row.label): (row.questions, row.silent) for row in found.people}
    assert answers[code(ada), "regular"] == (1, 0)
    assert answers[code(ada), "adversarial"] == answers[code(ben), "adversarial"] == (1, 1)
    assert "You, adversarial" in event.read("Ada", "/results")
