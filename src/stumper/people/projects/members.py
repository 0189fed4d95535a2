"""Who may do what in a project."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from stumper.errors import NotThere, Refused
from stumper.people.accounts.names import login
from stumper.people.accounts.person import ROLES, Person, Role, person_of
from stumper.people.projects.project import Project, project_of
from stumper.store import Store, people_schema
from stumper.store.connection import inserted, rows_of, writing

MEMBERS, PEOPLE, PROJECTS = people_schema.members, people_schema.people, people_schema.projects
INVITATIONS, REMOVALS = people_schema.invitations, people_schema.removals


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a project; ``joined`` is when they got their first role."""

    person: Person
    roles: frozenset[Role]
    joined: float


def roles(store: Store, project_id: str, person_id: str) -> frozenset[Role]:
    """What the person is in the project; an administrator of the server is everything in every project."""
    theirs = (MEMBERS.c.project_id == project_id) & (MEMBERS.c.person_id == PEOPLE.c.id)
    query = select(PEOPLE.c.administrator, MEMBERS.c.role).outerjoin(MEMBERS, theirs).where(PEOPLE.c.id == person_id)
    rows = rows_of(store.engine, query)
    if any(row.administrator for row in rows):
        return frozenset(ROLES)
    return frozenset(row.role for row in rows if row.role is not None)


def administers(store: Store, person_id: str) -> bool:
    """Whether the person is an administrator of the server or of any project."""
    theirs = select(MEMBERS.c.person_id).where(MEMBERS.c.person_id == person_id, MEMBERS.c.role == "administrator")
    with store.engine.connect() as connection:
        of_server = connection.scalar(select(PEOPLE.c.administrator).where(PEOPLE.c.id == person_id))
        return bool(of_server) or connection.scalar(theirs.limit(1)) is not None


def add_member(store: Store, project_id: str, person_id: str, role: Role, now: float) -> None:
    """The person has this role in the project, beside those that they had."""
    with writing(store.engine) as connection:
        give_role(connection, project_id, person_id, role, now)


def add_role(store: Store, project_id: str, person_id: str, role: Role, now: float) -> None:
    """Somebody who is in the project has a role more; NotThere where they are not, as people join by an invitation."""
    theirs = select(MEMBERS.c.role).where(MEMBERS.c.project_id == project_id, MEMBERS.c.person_id == person_id)
    with writing(store.engine) as connection:
        if connection.scalars(theirs).first() is None:
            raise _no_member()
        give_role(connection, project_id, person_id, role, now)


def give_role(connection: Connection, project_id: str, person_id: str, role: Role, now: float) -> bool:
    """As ``add_member``, within a transaction; whether the role is new to the person. NotThere once they are erased."""
    erased = select(PEOPLE.c.erased).where(PEOPLE.c.id == person_id).with_for_update(read=True, key_share=True)
    if connection.scalar(erased) is not None:
        raise NotThere("There is no such person.")
    values = {"project_id": project_id, "person_id": person_id, "role": role, "joined": now}
    return inserted(connection, MEMBERS, values)


def remove_member(store: Store, project_id: str, person_id: str, role: Role | None = None) -> None:
    """The person has no longer this role, or without one named no role at all; NotThere where they had none.

    Refused where the project would have no administrator. They do not come back by a link that was made before; nor
    does anybody come by a link of theirs that they could no longer make.
    """
    theirs = (MEMBERS.c.project_id == project_id) & (MEMBERS.c.person_id == person_id)
    open_to_them = INVITATIONS.c.project_id == project_id
    if role is not None:
        theirs &= MEMBERS.c.role == role
        open_to_them &= INVITATIONS.c.role == role
    with writing(store.engine) as connection:
        if role in (None, "administrator") and administered_alone(connection, person_id, project_id):
            raise Refused("Nobody else is an administrator of this project. Make somebody else one first.")
        if not connection.execute(delete(MEMBERS).where(theirs)).rowcount:
            raise _no_member()
        _withdraw_links(connection, project_id, person_id)
        for id in connection.scalars(select(INVITATIONS.c.id).where(open_to_them)).all():
            inserted(connection, REMOVALS, {"invitation_id": id, "person_id": person_id})


def administered_alone(connection: Connection, person_id: str, project_id: str | None = None) -> list[str]:
    """The ids of the projects, or of this one, that nobody but the person administers.

    Until the transaction ends, nobody else leaves a project that the person administers.
    """
    administrators = MEMBERS.c.role == "administrator"
    theirs = select(MEMBERS.c.project_id).where(MEMBERS.c.person_id == person_id, administrators)
    if project_id is not None:
        theirs = theirs.where(MEMBERS.c.project_id == project_id)
    locked = select(PROJECTS.c.id).where(PROJECTS.c.id.in_(theirs)).order_by(PROJECTS.c.id)
    found = list(connection.scalars(locked.with_for_update(key_share=True)))
    others = (
        select(MEMBERS.c.project_id)
        .join(PEOPLE, PEOPLE.c.id == MEMBERS.c.person_id)
        .where(MEMBERS.c.project_id.in_(found), administrators, PEOPLE.c.id != person_id, PEOPLE.c.erased.is_(None))
    )
    shared = set(connection.scalars(others))
    return [id for id in found if id not in shared]


def _withdraw_links(connection: Connection, project_id: str, person_id: str) -> None:
    """Withdraws the links into the project that the person made and, as what they are in it now, could not make."""
    held = select(MEMBERS.c.role).where(MEMBERS.c.project_id == project_id, MEMBERS.c.person_id == person_id)
    left: set[Role] = set(connection.scalars(held))
    if "administrator" in left:
        return
    made = (INVITATIONS.c.project_id == project_id) & (INVITATIONS.c.made_by == person_id)
    if "moderator" in left:  # who invites players to matches
        made &= INVITATIONS.c.role != "player"
    connection.execute(delete(INVITATIONS).where(made))


def _no_member() -> NotThere:
    return NotThere("There is no such member of the project.")


def members(store: Store, project_id: str) -> list[Member]:
    """Everybody in the project, by name."""
    query = (
        select(PEOPLE, MEMBERS.c.role, MEMBERS.c.joined)
        .join(MEMBERS, MEMBERS.c.person_id == PEOPLE.c.id)
        .where(MEMBERS.c.project_id == project_id, PEOPLE.c.erased.is_(None))
    )
    found: dict[Person, list[tuple[Role, float]]] = {}
    with store.engine.connect() as connection:
        for row in connection.execute(query):
            found.setdefault(person_of(row), []).append((row.role, row.joined))
    everybody = [
        Member(person, frozenset(role for role, _ in given), min(joined for _, joined in given))
        for person, given in found.items()
    ]
    return sorted(everybody, key=lambda member: (login(member.person.name), member.person.id))


def projects_of(store: Store, person_id: str) -> list[Project]:
    """The projects that the person is in (an administrator of the server: all), open ones first, then the newest."""
    theirs = select(MEMBERS.c.project_id).where(MEMBERS.c.person_id == person_id)
    with store.engine.connect() as connection:
        everywhere = connection.scalar(select(PEOPLE.c.administrator).where(PEOPLE.c.id == person_id))
        query = select(PROJECTS) if everywhere else select(PROJECTS).where(PROJECTS.c.id.in_(theirs))
        return _newest_first(map(project_of, connection.execute(query)))


def _newest_first(projects: Iterable[Project]) -> list[Project]:
    return sorted(projects, key=lambda project: (project.closed is not None, -project.created, project.id))
