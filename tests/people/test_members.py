"""Roles in projects, on both databases."""

import pytest

from stumper.errors import NotThere
from stumper.people.accounts import register
from stumper.people.members import add_member, members, projects_of, remove_member, roles
from stumper.people.projects import close_project, make_project
from stumper.people.values import ROLES, Settings
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))


def project_in(store: Store, name: str = "Trial", now: float = 0.0) -> str:
    return make_project(store, name, Settings("reading", "reading", ("embedded",), ("judge",)), [EXAMPLE], "f", now).id


def test_roles_add_up_and_go_one_by_one_or_together(store: Store) -> None:
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    assert roles(store, project, ada.id) == frozenset()
    for role in ("author", "annotator", "author"):
        add_member(store, project, ada.id, role, 0.0)  # type: ignore[arg-type]
    assert roles(store, project, ada.id) == {"author", "annotator"}
    remove_member(store, project, ada.id, "author")
    assert roles(store, project, ada.id) == {"annotator"}
    add_member(store, project, ada.id, "player", 0.0)
    remove_member(store, project, ada.id)
    assert roles(store, project, ada.id) == frozenset()
    with pytest.raises(NotThere):
        remove_member(store, project, ada.id)


def test_a_role_is_of_one_project(store: Store) -> None:
    here, there, ada = project_in(store), project_in(store, "Other"), register(store, "Ada", None, 0.0)
    add_member(store, here, ada.id, "moderator", 0.0)
    assert roles(store, there, ada.id) == frozenset()


def test_an_administrator_of_the_server_is_everything_everywhere(store: Store) -> None:
    root = register(store, "Root", None, 0.0, administrator=True)
    project = project_in(store)
    assert roles(store, project, root.id) == frozenset(ROLES)
    assert [one.id for one in projects_of(store, root.id)] == [project]
    assert members(store, project) == []


def test_members_come_by_name_with_all_their_roles(store: Store) -> None:
    project = project_in(store)
    bo, ada = register(store, "bo", None, 0.0), register(store, "Ada", None, 0.0)
    add_member(store, project, bo.id, "player", 3.0)
    add_member(store, project, ada.id, "author", 2.0)
    add_member(store, project, ada.id, "moderator", 1.0)
    found = [(member.person, member.roles, member.joined) for member in members(store, project)]
    assert found == [(ada, {"author", "moderator"}, 1.0), (bo, {"player"}, 3.0)]


def test_my_projects_are_those_that_i_am_in_the_open_ones_first(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    closed, old, new, _ = (project_in(store, name, now) for name, now in zip("abcd", (9.0, 1.0, 2.0, 3.0), strict=True))
    for project in (closed, old, new):
        add_member(store, project, ada.id, "author", 0.0)
    close_project(store, closed, 10.0)
    assert [project.id for project in projects_of(store, ada.id)] == [new, old, closed]


def test_an_id_that_no_database_could_hold_is_nobodys(store: Store) -> None:
    assert roles(store, "a\0b", "c\ud800d") == frozenset()
