"""Who came by a link: one person for each id, what they agreed to, and how much of the work they have done.

Ids of crowd sites are told to many and can be guessed. So whoever brings an id to a browser of which nothing is known
may go on with the work under it, and is shown nothing that was done or is kept under it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Select, bindparam, exists, func, insert, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.log_ins import knows_person
from stumper.people.accounts.secrets import new_id, new_secret
from stumper.people.joining.links import COLUMNS, WorkLink, check_open, link_of, newest_consent
from stumper.people.projects.members import give_role
from stumper.people.projects.project import check_open as check_project_open
from stumper.people.projects.project import project
from stumper.people.queues.places import ASSIGNED, PRACTICE
from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, rows_of, value_of, writing
from stumper.store.people_schema import arrivals, assignments, consent_texts, consents, items, withdrawn, work_links

PEOPLE, MEMBERS = people_schema.people, people_schema.members
MOST_BROWSERS = 5  # in which one id may be used
SHOWN_LETTERS = 6  # of a person's id, in the name that they are given
OTHER_BROWSER = "This work was begun in another browser. Go on there: what you wrote is shown nowhere else."
FINISHED = (
    "The work of this id is finished. Its code is shown in the browser in which the work was done; whoever sent you "
    "the link sees that it is finished, too."
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who came by a link; ``external_id`` is None where they have none, ``finished`` until they have done what
    is asked. ``is_known`` says whether the browser may see what is kept of them."""

    link: WorkLink
    person_id: str
    external_id: str | None
    finished: float | None
    done: int
    has_agreed: bool
    is_known: bool = False

    @property
    def left(self) -> int:
        """How many pieces of work are still to be done."""
        return max(0, self.link.pieces - self.done)


@dataclass(frozen=True, slots=True)
class Participant:
    """A line of a moderator's table."""

    external_id: str | None
    person_id: str
    name: str
    at: float
    version: int | None
    agreed: float | None
    browsers: int
    done: int
    seconds: float
    finished: float | None
    erased: bool


def arrive(
    store: Store,
    link: WorkLink,
    external_id: str | None,
    version: int,
    browser: str | None,
    now: float,
    ids: Callable[[], str] = new_id,
) -> Arrival:
    """Somebody is there who agreed to this version of the text: whoever came with the id before, or somebody new, who
    is the next of the ``ids``.

    Refused where nobody new can come, to whoever was erased or removed, and in one browser too many; where the work is
    finished or is writing, in any but the browser in which it was begun. BadOption where the text has changed
    meanwhile.
    """
    check_project_open(project(store, link.project_id))
    hash = _hash(link, external_id or new_secret())
    with writing(store.engine) as connection:
        locked = select(*COLUMNS).where(work_links.c.id == link.id).with_for_update()
        link = link_of(connection.execute(locked).one())
        row = connection.execute(
            select(arrivals).where(arrivals.c.link_id == link.id, arrivals.c.hash == hash)
        ).one_or_none()
        if row is None:
            person_id = _begun(connection, link, hash, external_id, now, ids())
        else:
            person_id = row.person_id
            _check_comes_back(connection, link, person_id)
            if not knows_person(connection, browser, person_id, now):
                _check_other_browser(link, row.browsers, row.finished)
                more = update(arrivals).where(arrivals.c.link_id == link.id, arrivals.c.hash == hash)
                connection.execute(more.values(browsers=arrivals.c.browsers + 1))
        _agreed(connection, link.id, person_id, version, now)
        return _arrival(connection, link.id, person_id, is_known=row is None)


def check_expected(store: Store, link: WorkLink, external_id: str | None, now: float) -> None:
    """Nothing; Refused where nobody new can come, and nobody came with this id before."""
    check_project_open(project(store, link.project_id))
    theirs = (arrivals.c.link_id == link.id) & (arrivals.c.hash == _hash(link, external_id or new_secret()))
    with store.engine.connect() as connection:
        if connection.scalar(select(arrivals.c.person_id).where(theirs)) is None:
            check_open(link, now)


def agree(store: Store, link: WorkLink, person_id: str, version: int, now: float) -> None:
    """Somebody who came by the link agreed to this version of the text; BadOption where it has changed meanwhile."""
    with writing(store.engine) as connection:
        _agreed(connection, link.id, person_id, version, now)


def arrival(store: Store, link_id: str, person_id: str, browser: str | None, now: float) -> Arrival:
    """How far somebody is who came by the link; NotThere."""
    with store.engine.connect() as connection:
        return _arrival(connection, link_id, person_id, knows_person(connection, browser, person_id, now))


def has_agreed(store: Store, link_id: str, person_id: str) -> bool:
    """Whether the person agreed to the text as it is now."""
    query = select(consents.c.at).where(consents.c.link_id == link_id, consents.c.person_id == person_id, _IS_NEWEST)
    return value_of(store.engine, query) is not None


def finish(store: Store, found: Arrival, nothing_left: bool, now: float) -> Arrival:
    """Somebody who has done what is asked, or all that there was for them, is finished from now on."""
    if found.finished is None and (not found.left or (nothing_left and found.done)):
        theirs = (arrivals.c.link_id == found.link.id) & (arrivals.c.person_id == found.person_id)
        with writing(store.engine) as connection:
            connection.execute(update(arrivals).where(theirs, arrivals.c.finished.is_(None)).values(finished=now))
            return _arrival(connection, found.link.id, found.person_id, found.is_known)
    return found


def participants(store: Store, link_id: str) -> list[Participant]:
    """Everybody who came by the link, in the order in which they did."""
    newest = (
        select(consents.c.person_id, func.max(consents.c.version).label("version"))
        .where(consents.c.link_id == link_id)
        .group_by(consents.c.person_id)
        .subquery()
    )
    query = (
        select(arrivals, PEOPLE.c.name, PEOPLE.c.erased, newest.c.version, consents.c.at.label("agreed"))
        .join(PEOPLE, PEOPLE.c.id == arrivals.c.person_id)
        .outerjoin(newest, newest.c.person_id == arrivals.c.person_id)
        .outerjoin(consents, (consents.c.link_id == link_id) & (consents.c.person_id == arrivals.c.person_id)
                   & (consents.c.version == newest.c.version))
        .where(arrivals.c.link_id == link_id)
        .order_by(arrivals.c.at, arrivals.c.person_id)
    )  # fmt: skip
    with store.engine.connect() as connection:
        project_id = connection.execute(select(work_links.c.project_id).where(work_links.c.id == link_id)).scalar_one()
        did = {row.person_id: row for row in connection.execute(_did(project_id))}
        rows = connection.execute(query).all()
    return [
        Participant(row.external_id, row.person_id, row.name, row.at, row.version, row.agreed, row.browsers,
                    did[row.person_id].done if row.person_id in did else 0,
                    did[row.person_id].seconds if row.person_id in did else 0.0, row.finished, row.erased is not None)
        for row in rows
    ]  # fmt: skip


def external_ids(store: Store, project_id: str) -> dict[str, str]:
    """By person the id that a crowd site or an event gave them, of whoever came to the project with one."""
    query = (
        select(arrivals.c.person_id, arrivals.c.external_id)
        .join(work_links, work_links.c.id == arrivals.c.link_id)
        .where(work_links.c.project_id == project_id, arrivals.c.external_id.is_not(None))
    )
    return {row.person_id: row.external_id for row in rows_of(store.engine, query)}


def counts(store: Store, link_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """By link how many came and how many of them are finished."""
    query = (
        select(arrivals.c.link_id, func.count(), func.count(arrivals.c.finished))
        .where(arrivals.c.link_id.in_(link_ids))
        .group_by(arrivals.c.link_id)
    )
    found = {id: (came, finished) for id, came, finished in rows_of(store.engine, query)}
    return {id: found.get(id, (0, 0)) for id in link_ids}


def _hash(link: WorkLink, external_id: str) -> str:
    return sha256(f"{link.id} {external_id}".encode()).hexdigest()


def _begun(connection: Connection, link: WorkLink, hash: str, external_id: str | None, now: float, id: str) -> str:
    """The id of somebody new, who takes a place of the link."""
    check_open(link, now)
    person = {"id": id, "login": None, "name": f"Visitor {id[:SHOWN_LETTERS]}", "password": None,
              "administrator": False, "listed": False, "created": now}  # fmt: skip
    connection.execute(insert(PEOPLE).values(person))
    give_role(connection, link.project_id, id, link.role, now)
    came = {"link_id": link.id, "hash": hash, "external_id": external_id, "person_id": id, "at": now, "browsers": 1}
    connection.execute(insert(arrivals).values(came))
    connection.execute(update(work_links).where(work_links.c.id == link.id).values(places=work_links.c.places - 1))
    return id


def _check_comes_back(connection: Connection, link: WorkLink, person_id: str) -> None:
    if connection.scalar(select(PEOPLE.c.erased).where(PEOPLE.c.id == person_id)) is not None:
        raise Refused("What was kept under this id was erased. Nobody begins again under it.")
    theirs = (MEMBERS.c.project_id == link.project_id) & (MEMBERS.c.person_id == person_id)
    if connection.scalar(select(MEMBERS.c.role).where(theirs, MEMBERS.c.role == link.role)) is None:
        raise Refused("You were removed from this project. Ask whoever sent you the link.")


def _check_other_browser(link: WorkLink, browsers: int, finished: float | None) -> None:
    if finished is not None:
        raise Refused(FINISHED)
    if link.role == "author":
        raise Refused(OTHER_BROWSER)
    if browsers >= MOST_BROWSERS:
        raise Refused("This id was used in too many browsers. Go on in one of them.")


def _agreed(connection: Connection, link_id: str, person_id: str, version: int, now: float) -> None:
    if version != newest_consent(connection, link_id).version:
        raise BadOption("The text has changed meanwhile. Read it again.")
    values = {"link_id": link_id, "person_id": person_id, "version": version, "at": now}
    connection.execute(insert_once(consents, connection.dialect.name), values)


def _arrival(connection: Connection, link_id: str, person_id: str, is_known: bool) -> Arrival:
    row = connection.execute(_ARRIVAL, {"of_link": link_id, "of_person": person_id}).one_or_none()
    if row is None:
        raise NotThere("You did not come by this link.")
    return Arrival(link_of(row), person_id, row.external_id, row.finished, row.done, row.has_agreed, is_known)


def _did(project_id: str) -> Select[Any]:
    """How many pieces of work each person has done in the project, and in how many seconds."""
    return (
        select(assignments.c.person_id, func.count().label("done"), func.sum(assignments.c.spent).label("seconds"))
        .select_from(ASSIGNED)
        .where(items.c.project_id == project_id, _COUNTS)
        .group_by(assignments.c.person_id)
    )


# Whoever was set aside is counted, too, as what was done is to be paid or refused all the same.
_COUNTS = (items.c.topic != PRACTICE) & (
    (assignments.c.state == "done") | assignments.c.id.in_(select(withdrawn.c.assignment_id))
)
_IS_NEWEST = consents.c.version == (
    select(func.max(consent_texts.c.version)).where(consent_texts.c.link_id == consents.c.link_id).scalar_subquery()
)
_DONE = (
    select(func.count())
    .select_from(ASSIGNED)
    .where(items.c.project_id == work_links.c.project_id, assignments.c.person_id == arrivals.c.person_id, _COUNTS)
    .scalar_subquery()
)
_AGREED = exists().where(
    consents.c.link_id == work_links.c.id, consents.c.person_id == arrivals.c.person_id, _IS_NEWEST
)
# Made once, and one statement, as it is asked twice for each piece of work.
_ARRIVAL: Select[Any] = (
    select(*COLUMNS, arrivals.c.external_id, arrivals.c.finished, _DONE.label("done"), _AGREED.label("has_agreed"))
    .join(arrivals, arrivals.c.link_id == work_links.c.id)
    .where(work_links.c.id == bindparam("of_link"), arrivals.c.person_id == bindparam("of_person"))
)
