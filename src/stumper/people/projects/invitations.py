"""Links by which people join: the link's secret is shown once, the store knows its hash."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.account import add_person, administrators
from stumper.people.accounts.passwords import password_hash
from stumper.people.accounts.person import ROLES, Person, Role
from stumper.people.accounts.secrets import hashed, new_id, new_secret
from stumper.people.projects.members import give_role
from stumper.store import Store, people_schema
from stumper.store.connection import writing

INVITATIONS, MEMBERS, PEOPLE = people_schema.invitations, people_schema.members, people_schema.people
REMOVALS = people_schema.removals
DAY = 24 * 3600
MOST_PLACES = 1_000
MOST_DAYS = 365
FIRST_DAYS = 7
USED_UP = (
    "As many people as were invited have joined by this link. Log in if you are one of them, or ask whoever sent it "
    "for another."
)
TOO_LATE = "This link is too old to join by. Log in if you have joined before, or ask whoever sent it for another."
REMOVED = "You were removed from this project after this link was made. Ask whoever runs it for another."
NO_LINK = "There is no such invitation. Check that the whole link was copied, or ask whoever sent it for another."


@dataclass(frozen=True, slots=True)
class Invitation:
    """Into a project with a role, or without a project to the server, as its administrator.

    ``places`` is how many more may join by it, ``made_by`` a person's id; None: by the server itself. ``is_first``: by
    a server that has no administrator.
    """

    id: str
    project_id: str | None
    role: Role
    made_by: str | None
    created: float
    expires: float
    places: int
    is_first: bool = False


def invite(
    store: Store, project_id: str | None, role: Role, places: int, days: int, made_by: str | None, now: float
) -> str:
    """The secret of a link by which so many people may join within so many days; nobody can read it again."""
    if role not in ROLES:
        raise BadOption(f"There is no role {role!r}. The roles are {', '.join(ROLES)}.")
    if not 1 <= places <= MOST_PLACES:
        raise BadOption(f"A link is for 1 to {MOST_PLACES} people, not for {places}.")
    if not 1 <= days <= MOST_DAYS:
        raise BadOption(f"A link lasts for 1 to {MOST_DAYS} days, not for {days}.")
    secret = new_secret()
    made = Invitation(new_id(), project_id, role, made_by, now, now + days * DAY, places)
    with writing(store.engine) as connection:
        connection.execute(insert(INVITATIONS).values(_values(made, secret)))
    return secret


def first_invitation(store: Store, now: float) -> str | None:
    """The secret of a new link by which the first person becomes the server's administrator; None where there is one.

    Each start of each server makes a link of its own. All are good until one of them has been used, which ends all.
    """
    secret = new_secret()
    made = Invitation(new_id(), None, "administrator", None, now, now + FIRST_DAYS * DAY, 1, is_first=True)
    with writing(store.engine) as connection:
        connection.execute(delete(INVITATIONS).where(_is_first(), INVITATIONS.c.expires <= now))
        if administrators(connection):
            _close_first(connection)
            return None
        connection.execute(insert(INVITATIONS).values(_values(made, secret)))
    return secret


def invitation(store: Store, secret: str, now: float) -> Invitation:
    """What the link invites to; NotThere where there is no such link, Refused where it is too old or used up."""
    with store.engine.connect() as connection:
        found = _found(connection, secret)
    _check_open(found, now)
    return found


def joined_before(store: Store, secret: str, person_id: str) -> Invitation | None:
    """The invitation, even a used one, to whoever has what it invites to; else None."""
    with store.engine.connect() as connection:
        row = connection.execute(select(INVITATIONS).where(INVITATIONS.c.hash == hashed(secret))).one_or_none()
        if row is None:
            return None
        found = _invitation_of(row)
        theirs = select(PEOPLE.c.id).where(PEOPLE.c.id == person_id, PEOPLE.c.administrator)
        if found.project_id is not None:
            theirs = select(MEMBERS.c.role).where(
                MEMBERS.c.project_id == found.project_id, MEMBERS.c.person_id == person_id, MEMBERS.c.role == found.role
            )
        return found if connection.scalar(theirs) is not None else None


def invitations(store: Store, project_id: str | None, now: float) -> list[Invitation]:
    """Those by which one can still join the project, or None: become administrator; the newest first."""
    where = INVITATIONS.c.project_id.is_(None) if project_id is None else INVITATIONS.c.project_id == project_id
    query = select(INVITATIONS).where(where, INVITATIONS.c.expires > now, INVITATIONS.c.places > 0)
    with store.engine.connect() as connection:
        rows = connection.execute(query.order_by(INVITATIONS.c.created.desc(), INVITATIONS.c.id))
        return [_invitation_of(row) for row in rows]


def join(store: Store, secret: str, person_id: str, now: float) -> Invitation:
    """The person has what the link invites to; whoever had it before takes no place.

    Raises as ``invitation``: of those who come at once by the last place, one joins. Refused to whoever was removed
    since the link was made.
    """
    with writing(store.engine) as connection:
        return _joined(connection, secret, person_id, now)


def join_anew(store: Store, secret: str, name: str, password: str, now: float) -> Person:
    """Somebody without an account has one, and what the link invites to; or after an error neither.

    Raises as ``invitation`` and ``register``.
    """
    invitation(store, secret, now)  # before a hash is computed for whoever asks
    kept = password_hash(password)
    with writing(store.engine) as connection:
        person = add_person(connection, name, kept, now)
        _joined(connection, secret, person.id, now)
    return person


def withdraw(store: Store, invitation_id: str, project_id: str | None) -> None:
    """Nobody more joins by the link; NotThere where the project has no such invitation."""
    kept = INVITATIONS.c.project_id.is_(None) if project_id is None else INVITATIONS.c.project_id == project_id
    with writing(store.engine) as connection:
        if not connection.execute(delete(INVITATIONS).where(INVITATIONS.c.id == invitation_id, kept)).rowcount:
            raise NotThere("There is no such invitation.")


def _joined(connection: Connection, secret: str, person_id: str, now: float) -> Invitation:
    found = _found(connection, secret)
    if not _given(connection, found, person_id, now):
        return found
    _check_not_removed(connection, found, person_id)
    _check_open(found, now)
    if found.is_first:
        _close_first(connection, but=found.id)
        if administrators(connection) != [person_id]:  # a server may make a link while somebody joins by another's
            raise Refused(USED_UP)
    taken = update(INVITATIONS).where(INVITATIONS.c.id == found.id, INVITATIONS.c.places > 0)
    if not connection.execute(taken.values(places=INVITATIONS.c.places - 1)).rowcount:
        raise Refused(USED_UP)
    return found


def _is_first() -> ColumnElement[bool]:
    return INVITATIONS.c.is_first


def _close_first(connection: Connection, but: str | None = None) -> None:
    """Nobody more becomes the first administrator, whichever server's link they have, but by the one that is named.

    All are locked in one order: of two people who come by two links at once, the second finds theirs used up.
    """
    connection.execute(select(INVITATIONS.c.id).where(_is_first()).order_by(INVITATIONS.c.id).with_for_update())
    connection.execute(update(INVITATIONS).where(_is_first(), INVITATIONS.c.id != (but or "")).values(places=0))


def _given(connection: Connection, found: Invitation, person_id: str, now: float) -> bool:
    """Whether it is new to the person."""
    if found.project_id is not None:
        return give_role(connection, found.project_id, person_id, found.role, now)
    raised = update(PEOPLE).where(PEOPLE.c.id == person_id, PEOPLE.c.administrator.is_(False))
    return connection.execute(raised.values(administrator=True)).rowcount == 1


def _found(connection: Connection, secret: str) -> Invitation:
    row = connection.execute(select(INVITATIONS).where(INVITATIONS.c.hash == hashed(secret))).one_or_none()
    if row is None:
        raise NotThere(NO_LINK)
    return _invitation_of(row)


def _check_not_removed(connection: Connection, found: Invitation, person_id: str) -> None:
    removed = select(REMOVALS.c.person_id).where(
        REMOVALS.c.invitation_id == found.id, REMOVALS.c.person_id == person_id
    )
    if connection.scalar(removed) is not None:
        raise Refused(REMOVED)


def _check_open(found: Invitation, now: float) -> None:
    if found.expires <= now:
        raise Refused(TOO_LATE)
    if found.places == 0:
        raise Refused(USED_UP)


def _values(made: Invitation, secret: str) -> dict[str, Any]:
    return {name: getattr(made, name) for name in Invitation.__slots__} | {"hash": hashed(secret)}


def _invitation_of(row: Row[Any]) -> Invitation:
    return Invitation(*(getattr(row, name) for name in Invitation.__slots__))
