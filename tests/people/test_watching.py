"""Links by which anybody watches a match, on both databases."""

import pytest
from sqlalchemy import select

from stumper.errors import NotThere
from stumper.people.accounts import register
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.values import Asked, Room, Rules
from stumper.people.matches.watching import DAYS, link_to_watch, watched_room
from stumper.people.projects import make_project
from stumper.people.sessions import close_everybodys_sessions
from stumper.people.values import Project, Settings
from stumper.store import Store, people_schema
from stumper.testing import EXAMPLE
from stumper.types import Answer, Gold

DAY = 24 * 3600
ASKED = Asked("q", "regular", "Name this lamp.", Gold((Answer("Lux"),)))


def room_in(store: Store, name: str = "Quiz") -> tuple[Project, Room]:
    settings = Settings("quizbowl", "quizbowl", (), ("tag",))
    project = make_project(store, name, settings, [EXAMPLE], "f", 0.0)
    person = register(store, f"Author of {name}", None, 0.0)
    return project, open_room(store, project, "Final", Rules("alone"), Packet((ASKED,)), person.id, 0.0)


def kept(store: Store) -> list[str]:
    with store.engine.connect() as connection:
        return list(connection.scalars(select(people_schema.watch_links.c.hash)))


def test_each_link_opens_its_match_for_thirty_days_and_the_store_has_none(store: Store) -> None:
    project, room = room_in(store)
    first, second = (link_to_watch(store, project.id, room.id, now) for now in (0.0, DAY))
    assert [watched_room(store, link, DAY) for link in (first, second)] == [room.id] * 2
    for link in (*kept(store), room.id, first[:-1], "", "\0", "\ud800"):
        with pytest.raises(NotThere, match="There is no such link"):
            watched_room(store, link, DAY)
    assert not {first, second} & {*kept(store)}
    with pytest.raises(NotThere, match="too old"):
        watched_room(store, first, DAYS * DAY)
    assert watched_room(store, second, DAYS * DAY) == room.id


def test_links_that_are_too_old_are_forgotten_when_another_is_made(store: Store) -> None:
    project, room = room_in(store)
    for now in (0.0, DAY, DAYS * DAY):
        link_to_watch(store, project.id, room.id, now)
    assert len(kept(store)) == 2


def test_a_link_is_to_a_match_of_the_project_of_whoever_makes_it(store: Store) -> None:
    _, room = room_in(store)
    other, _ = room_in(store, "Other")
    with pytest.raises(NotThere):
        link_to_watch(store, other.id, room.id, 0.0)
    assert kept(store) == []


def test_a_new_secret_of_the_server_ends_them(store: Store) -> None:
    project, room = room_in(store)
    link = link_to_watch(store, project.id, room.id, 0.0)
    close_everybodys_sessions(store)
    with pytest.raises(NotThere):
        watched_room(store, link, 1.0)
