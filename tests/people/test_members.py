"""Roles in projects, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import update

from stumper.errors import NotThere, Refused
from stumper.people.accounts import register
from stumper.people.members import add_member, add_role, administers, members, projects_of, remove_member, roles
from stumper.people.personal_data import erase
from stumper.people.projects import close_project, make_project
from stumper.people.values import ROLES, Role, Settings
from stumper.store import Store, people_schema
from stumper.store.connection import writing
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


@pytest.mark.parametrize("role", ["administrator", None])
def test_the_last_administrator_of_a_project_stays_one(store: Store, role: Role | None) -> None:
    here, there = project_in(store), project_in(store, "Other")
    ada, bo = register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    for project, person, given in (
        (here, ada, "administrator"), (here, ada, "author"), (here, bo, "moderator"), (there, bo, "administrator"),
    ):  # fmt: skip
        add_member(store, project, person.id, given, 0.0)  # type: ignore[arg-type]
    with pytest.raises(
        Refused, match=r"^Nobody else is an administrator of this project\. Make somebody else one first"
    ):
        remove_member(store, here, ada.id, role)
    assert roles(store, here, ada.id) == {"administrator", "author"}
    remove_member(store, here, ada.id, "author")
    add_member(store, here, bo.id, "administrator", 0.0)
    remove_member(store, here, ada.id, role)
    assert roles(store, here, ada.id) == frozenset()
    with pytest.raises(Refused):
        remove_member(store, here, bo.id, role)


def test_whoever_administers_nothing_leaves_a_project_without_administrators(store: Store) -> None:
    """Such as one that the server's administrators look after."""
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    add_member(store, project, ada.id, "author", 0.0)
    remove_member(store, project, ada.id)
    with pytest.raises(NotThere):
        remove_member(store, project, ada.id, "administrator")


def test_an_administrator_stays_in_a_project_even_if_all_leave_at_once(store: Store) -> None:
    everybody = [register(store, f"Ada {n}", None, 0.0).id for n in range(4)]
    made = [project_in(store, f"Trial {n}") for n in range(5)]
    for project in made:
        for one in everybody:
            add_member(store, project, one, "administrator", 0.0)
    together = Barrier(4)

    def goes(number: int) -> None:
        together.wait()
        for project in made:
            try:
                remove_member(store, project, everybody[number], "administrator" if number % 2 else None)
            except Refused:
                continue

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(goes, range(4)))
    assert [len(members(store, project)) for project in made] == [1] * len(made)


def test_two_administrators_of_whom_one_leaves_while_the_other_is_erased_leave_the_project_to_the_servers(
    store: Store,
) -> None:
    root = register(store, "Root", None, 0.0, administrator=True)
    made = [project_in(store, f"Trial {n}") for n in range(5)]
    pairs = [tuple(register(store, f"{name} {n}", None, 0.0).id for name in ("Ada", "Bo")) for n in range(5)]
    for project, pair in zip(made, pairs, strict=True):
        for one in pair:
            add_member(store, project, one, "administrator", 0.0)
    for project, (ada, bo) in zip(made, pairs, strict=True):
        together = Barrier(2)

        def leaves(project: str = project, ada: str = ada, together: Barrier = together) -> bool:
            together.wait()
            try:
                remove_member(store, project, ada)
            except Refused:
                return False
            return True

        def is_erased(bo: str = bo, together: Barrier = together) -> None:
            together.wait()
            erase(store, bo, 1.0)

        with ThreadPoolExecutor(2) as threads:
            left, _ = threads.submit(leaves), threads.submit(is_erased)
        assert [one.person.id for one in members(store, project)] == [root.id if left.result() else ada]


def test_only_who_is_in_the_project_has_a_role_more(store: Store) -> None:
    here, there = project_in(store), project_in(store, "Other")
    ada, bo = register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    add_member(store, here, ada.id, "author", 0.0)
    add_member(store, there, bo.id, "author", 0.0)
    add_role(store, here, ada.id, "player", 0.0)
    assert roles(store, here, ada.id) == {"author", "player"}
    for nobody in (bo.id, "nobody"):
        with pytest.raises(NotThere):
            add_role(store, here, nobody, "player", 0.0)
    with pytest.raises(NotThere):
        add_role(store, there, ada.id, "player", 0.0)


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


def test_members_are_those_of_one_project_who_still_have_an_account(store: Store) -> None:
    here, there = project_in(store), project_in(store, "Other")
    ada, bo, eve = (register(store, name, None, 0.0) for name in ("Ada", "Bo", "Eve"))
    for project, person in ((here, ada), (here, eve), (there, bo)):
        add_member(store, project, person.id, "author", 0.0)
    with writing(store.engine) as connection:  # as a server of before could leave it, that gave a role meanwhile
        connection.execute(update(people_schema.people).where(people_schema.people.c.id == eve.id).values(erased=1.0))
    assert [member.person for member in members(store, here)] == [ada]
    assert [member.person for member in members(store, there)] == [bo]
    add_member(store, here, ada.id, "administrator", 0.0)
    add_member(store, here, bo.id, "administrator", 0.0)
    with writing(store.engine) as connection:
        connection.execute(update(people_schema.people).where(people_schema.people.c.id == bo.id).values(erased=1.0))
    with pytest.raises(Refused):  # nor does somebody erased administer a project
        remove_member(store, here, ada.id)


def test_whoever_administers_any_project_or_the_server_administers_something(store: Store) -> None:
    root = register(store, "Root", None, 0.0, administrator=True)
    ada, bo, eve = (register(store, name, None, 0.0) for name in ("Ada", "Bo", "Eve"))
    project = project_in(store)
    add_member(store, project, ada.id, "administrator", 0.0)
    for role in ROLES:
        if role != "administrator":
            add_member(store, project, bo.id, role, 0.0)
    found = {one.name: administers(store, one.id) for one in (root, ada, bo, eve)}
    assert found == {"Root": True, "Ada": True, "Bo": False, "Eve": False}


def test_my_projects_are_those_that_i_am_in_the_open_ones_first(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    closed, old, new, _ = (project_in(store, name, now) for name, now in zip("abcd", (9.0, 1.0, 2.0, 3.0), strict=True))
    for project in (closed, old, new):
        add_member(store, project, ada.id, "author", 0.0)
    close_project(store, closed, 10.0)
    assert [project.id for project in projects_of(store, ada.id)] == [new, old, closed]


def test_an_id_that_no_database_could_hold_is_nobodys(store: Store) -> None:
    assert roles(store, "a\0b", "c\ud800d") == frozenset()
