"""Links by which people join; on both databases."""

import hmac
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts import log_in, people, person, register
from stumper.people.failures import Whence
from stumper.people.invitations import (
    first_invitation,
    invitation,
    invitations,
    invite,
    join,
    join_anew,
    joined_before,
    withdraw,
)
from stumper.people.members import add_member, members, remove_member, roles
from stumper.people.projects import make_project
from stumper.people.secrets import server_secret
from stumper.people.values import Role, Settings
from stumper.store import Store, people_schema
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))
DAY = 24 * 3600
SECRET = "correct horse battery"


def project_in(store: Store, name: str = "Trial") -> str:
    settings = Settings("reading", "reading", ("embedded",), ("judge",))
    return make_project(store, name, settings, [EXAMPLE], "f", 0.0).id


def joined(*calls: Callable[[], object]) -> list[bool]:
    """Whether each of those who press at once is in."""

    def come(call: Callable[[], object]) -> bool:
        try:
            call()
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(come, calls))


def test_whoever_has_the_link_joins_with_its_role(store: Store) -> None:
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    secret = invite(store, project, "author", 5, 7, None, 0.0)
    found = invitation(store, secret, 1.0)
    assert (found.project_id, found.role, found.places, found.expires) == (project, "author", 5, 7 * DAY)
    assert join(store, secret, ada.id, 1.0) == found
    assert roles(store, project, ada.id) == {"author"}
    assert invitation(store, secret, 1.0).places == 4


def test_joining_twice_takes_one_place(store: Store) -> None:
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    secret = invite(store, project, "author", 1, 7, None, 0.0)
    join(store, secret, ada.id, 0.0)
    join(store, secret, ada.id, 0.0)
    with pytest.raises(Refused, match="As many people"):
        invitation(store, secret, 0.0)


def test_a_used_link_still_knows_who_joined_by_it(store: Store) -> None:
    project, ada, bo = project_in(store), register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    to_project = invite(store, project, "author", 1, 7, None, 0.0)
    to_server = invite(store, None, "administrator", 1, 7, None, 0.0)
    for secret in (to_project, to_server):
        assert joined_before(store, secret, ada.id) is None
        found = join(store, secret, ada.id, 0.0)
        before = joined_before(store, secret, ada.id)
        assert before is not None
        assert before.id == found.id
        assert joined_before(store, secret, bo.id) is None
    assert joined_before(store, "another", ada.id) is None


def test_one_of_those_who_press_at_once_gets_the_last_place(store: Store) -> None:
    project = project_in(store)
    everybody = [register(store, f"Person {n}", None, 0.0).id for n in range(8)]
    secret = invite(store, project, "author", 3, 7, None, 0.0)
    ends = joined(*(lambda id=id: join(store, secret, id, 0.0) for id in everybody))  # type: ignore[misc]
    assert sum(ends) == len(members(store, project)) == 3
    with store.engine.connect() as connection:
        assert connection.scalar(select(people_schema.invitations.c.places)) == 0


def test_one_person_who_presses_often_at_once_takes_one_place(store: Store) -> None:
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    secret = invite(store, project, "author", 2, 7, None, 0.0)
    assert all(joined(*[lambda: join(store, secret, ada.id, 0.0)] * 6))
    assert invitation(store, secret, 0.0).places == 1


def test_a_link_ends(store: Store) -> None:
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    secret = invite(store, project, "author", 5, 7, None, 0.0)
    for act in (invitation, lambda *given: join(given[0], given[1], ada.id, given[2])):
        with pytest.raises(Refused, match="too old"):
            act(store, secret, 7 * DAY)
    assert roles(store, project, ada.id) == frozenset()
    assert invitations(store, project, 7 * DAY) == []


def test_a_link_can_be_withdrawn_from_its_own_project_only(store: Store) -> None:
    project, other = project_in(store), project_in(store, "Other")
    secret = invite(store, project, "author", 5, 7, None, 0.0)
    [found] = invitations(store, project, 0.0)
    for elsewhere in (other, None):
        with pytest.raises(NotThere):
            withdraw(store, found.id, elsewhere)
    withdraw(store, found.id, project)
    assert invitations(store, project, 0.0) == []
    with pytest.raises(NotThere):
        invitation(store, secret, 0.0)


def test_whoever_was_removed_does_not_come_back_by_a_link_that_was_there(store: Store) -> None:
    project, ada, bo = project_in(store), register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    secret = invite(store, project, "author", 5, 7, bo.id, 0.0)
    join(store, secret, ada.id, 1.0)
    remove_member(store, project, ada.id)
    with pytest.raises(Refused, match="removed"):
        join(store, secret, ada.id, 2.0)
    assert roles(store, project, ada.id) == frozenset()
    assert invitation(store, secret, 2.0).places == 4
    join(store, secret, bo.id, 2.0)
    join(store, invite(store, project, "author", 5, 7, bo.id, 2.0), ada.id, 3.0)
    assert roles(store, project, ada.id) == {"author"}


def test_a_role_that_was_taken_does_not_come_back_by_its_link_and_others_still_do(store: Store) -> None:
    project, ada = project_in(store), register(store, "Ada", None, 0.0)
    author, annotator = (invite(store, project, role, 5, 7, None, 0.0) for role in ("author", "annotator"))  # type: ignore[arg-type]
    join(store, author, ada.id, 1.0)
    remove_member(store, project, ada.id, "author")
    with pytest.raises(Refused, match="removed"):
        join(store, author, ada.id, 2.0)
    join(store, annotator, ada.id, 2.0)
    assert roles(store, project, ada.id) == {"annotator"}


@pytest.mark.parametrize("role", ["administrator", None])
def test_the_links_of_an_administrator_who_was_removed_open_to_nobody(store: Store, role: Role | None) -> None:
    project, ada, bo = project_in(store), register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    for one in (ada, bo):
        add_member(store, project, one.id, "administrator", 0.0)
    theirs, other = (invite(store, project, "administrator", 5, 7, id, 0.0) for id in (ada.id, bo.id))
    remove_member(store, project, ada.id, role)
    with pytest.raises(NotThere):
        join(store, theirs, bo.id, 1.0)
    assert [link.made_by for link in invitations(store, project, 1.0)] == [bo.id]
    with pytest.raises(Refused, match="removed"):
        join(store, other, ada.id, 1.0)


@pytest.mark.parametrize("left", ["administrator", "moderator", "author"])
def test_links_stay_that_whoever_made_them_could_still_make(store: Store, left: Role) -> None:
    """What they are in another project does not matter."""
    here, there = project_in(store), project_in(store, "Other")
    ada, bo = register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    for project, whose, role in (
        (here, ada, "administrator"), (here, bo, "administrator"), (here, ada, left), (here, ada, "annotator"),
        (there, ada, "administrator"),
    ):  # fmt: skip
        add_member(store, project, whose.id, role, 0.0)  # type: ignore[arg-type]
    for role in ("player", "author"):
        for project, maker in ((here, ada), (here, bo), (there, ada)):
            invite(store, project, role, 1, 7, maker.id, 0.0)  # type: ignore[arg-type]
    remove_member(store, here, ada.id, "annotator" if left == "administrator" else "administrator")
    open_to = {(one.made_by == ada.id, one.role) for one in invitations(store, here, 0.0)}
    kept = {"administrator": ("player", "author"), "moderator": ("player",), "author": ()}[left]
    assert open_to == {(False, "player"), (False, "author")} | {(True, role) for role in kept}
    assert len(invitations(store, there, 0.0)) == 2


def test_the_store_does_not_hold_the_secret(store: Store) -> None:
    secret = invite(store, project_in(store), "author", 5, 7, None, 0.0)
    with store.engine.connect() as connection:
        assert secret not in str(connection.execute(select(people_schema.invitations)).all())


@pytest.mark.parametrize(("role", "places", "days"), [("author", 0, 7), ("author", 5, 0), ("king", 5, 7)])
def test_a_link_invites_somebody_for_some_time_to_something(store: Store, role: str, places: int, days: int) -> None:
    with pytest.raises(BadOption):
        invite(store, project_in(store), role, places, days, None, 0.0)  # type: ignore[arg-type]


def test_whoever_comes_anew_has_an_account_and_the_role(store: Store) -> None:
    project = project_in(store)
    secret = invite(store, project, "annotator", 1, 7, None, 0.0)
    ada = join_anew(store, secret, "Ada", SECRET, 1.0)
    assert roles(store, project, ada.id) == {"annotator"}
    assert log_in(store, "Ada", SECRET, Whence("192.0.2.7"), 2.0) == ada


def test_whoever_comes_anew_too_late_has_no_account_either(store: Store) -> None:
    secret = invite(store, project_in(store), "annotator", 2, 7, None, 0.0)
    ends = joined(*(lambda n=n: join_anew(store, secret, f"P {n}", SECRET, 1.0) for n in range(5)))  # type: ignore[misc]
    assert sum(ends) == len(people(store)) == 2


def test_whoever_wants_a_taken_name_takes_no_place(store: Store) -> None:
    register(store, "Ada", None, 0.0)
    secret = invite(store, project_in(store), "annotator", 1, 7, None, 0.0)
    with pytest.raises(Refused, match="taken"):
        join_anew(store, secret, "ada", SECRET, 1.0)
    assert invitation(store, secret, 1.0).places == 1


def test_of_servers_that_start_at_once_each_shows_a_link_and_one_person_becomes_administrator(store: Store) -> None:
    with ThreadPoolExecutor(5) as threads:
        links: Sequence[str | None] = list(threads.map(lambda _: first_invitation(store, 0.0), range(5)))
    assert len(set(links)) == 5
    assert None not in links
    everybody = [register(store, f"Person {n}", None, 0.0).id for n in range(5)]
    by_link = zip(links, everybody, strict=True)
    ends = joined(*(lambda link=link, id=id: join(store, link, id, 1.0) for link, id in by_link))  # type: ignore[misc]
    assert sum(ends) == sum(person(store, id).administrator for id in everybody) == 1
    assert first_invitation(store, 2.0) is None
    assert invitations(store, None, 2.0) == []
    for secret in links:
        with pytest.raises(Refused):
            invitation(store, str(secret), 2.0)


def test_each_start_without_an_administrator_shows_a_link_of_its_own(store: Store) -> None:
    before, now = first_invitation(store, 0.0), first_invitation(store, 6.0 * DAY)
    assert before is not None
    assert now is not None
    assert before != now
    invitation(store, before, 6.0 * DAY)
    with pytest.raises(Refused, match="too old"):
        invitation(store, before, 8.0 * DAY)
    join_anew(store, now, "Root", SECRET, 10.0 * DAY)
    assert [one.administrator for one in people(store)] == [True]


def test_a_link_that_a_server_made_while_another_was_used_makes_nobody_an_administrator(store: Store) -> None:
    late = first_invitation(store, 0.0)
    register(store, "Root", None, 0.0, administrator=True)
    ada = register(store, "Ada", None, 0.0)
    with pytest.raises(Refused, match="have joined by this link"):
        join(store, str(late), ada.id, 1.0)
    assert not person(store, ada.id).administrator


def test_whoever_reads_the_whole_store_cannot_compute_the_first_link(store: Store) -> None:
    """Neither as it was once made, from the server's secret, nor from what is kept now."""
    secret, key = first_invitation(store, 0.0), server_secret(store)
    with store.engine.connect() as connection:
        [row] = connection.execute(select(people_schema.invitations))
    assert secret not in str(row)
    signed = hmac.digest(key.encode(), b"the first administrator", "sha256").hex()
    for computed in (signed, key, row.hash, row.id):
        with pytest.raises(NotThere):
            invitation(store, computed, 1.0)


def test_where_an_administrator_is_already_no_first_link_opens(store: Store) -> None:
    register(store, "Root", None, 0.0, administrator=True)
    assert first_invitation(store, 0.0) is None
    assert invitations(store, None, 0.0) == []


def test_an_administrator_can_make_another(store: Store) -> None:
    root, ada = register(store, "Root", None, 0.0, administrator=True), register(store, "Ada", None, 0.0)
    secret = invite(store, None, "administrator", 1, 1, root.id, 0.0)
    join(store, secret, root.id, 0.0)  # who is one already
    join(store, secret, ada.id, 0.0)
    assert person(store, ada.id).administrator
