"""Links for people who forgot their password, made by an administrator; nothing of them is kept in the store."""

import hmac
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select, update

from stumper.errors import NotThere, Refused
from stumper.people.failures import forget_failures
from stumper.people.passwords import password_hash
from stumper.people.person_rows import person_of
from stumper.people.secrets import server_secret
from stumper.people.sessions import close_all_sessions
from stumper.people.values import Person
from stumper.store import Store, people_schema
from stumper.store.connection import writing

LASTS = 3 * 24 * 3600  # seconds
LONGEST = 15  # digits of a time
PEOPLE = people_schema.people
NO_LINK = "There is no such link, or it was used. Check that all of it was copied, or ask an administrator for another."
TOO_LATE = "This link is too old. Ask an administrator for another."


@dataclass(frozen=True, slots=True)
class _Claim:
    """Whom a link is for, until when, and their password's hash when it was made."""

    person: Person
    login: str
    password: str | None
    expires: int


def recovery(store: Store, person_id: str, now: float) -> str:
    """The secret of a link by which whoever has it sets the person's password, once, within three days.

    NotThere where there is no such person. A password that is set in another way ends it, too.
    """
    row = _row(store, person_id)
    expires = int(now + LASTS)
    return f"{row.id}.{expires}.{_proof(store, row, expires)}"


def recoverable(store: Store, secret: str, now: float) -> Person:
    """Whose password the link sets; NotThere where it is none or was used, Refused where it is too old."""
    return _claim(store, secret, now).person


def recover(store: Store, secret: str, password: str, now: float) -> Person:
    """The person logs in with this password; whoever was logged in, or had a token, no longer is.

    Raises as ``recoverable`` and ``register``.
    """
    found = _claim(store, secret, now)
    kept = password_hash(password)
    unchanged = PEOPLE.c.password.is_(None) if found.password is None else PEOPLE.c.password == found.password
    with writing(store.engine) as connection:
        set_once = update(PEOPLE).where(PEOPLE.c.id == found.person.id, PEOPLE.c.erased.is_(None), unchanged)
        if not connection.execute(set_once.values(password=kept)).rowcount:
            raise NotThere(NO_LINK)
        forget_failures(connection, found.login)
    close_all_sessions(store, found.person.id)
    return found.person


def _claim(store: Store, secret: str, now: float) -> _Claim:
    person_id, _, rest = secret.partition(".")
    expires, _, proof = rest.partition(".")
    is_whole = person_id.isascii() and person_id.isalnum() and expires.isascii() and expires.isdecimal()
    if not is_whole or len(expires) > LONGEST:
        raise NotThere(NO_LINK)
    try:
        row = _row(store, person_id)
    except NotThere:
        raise NotThere(NO_LINK) from None
    if not hmac.compare_digest(proof.encode("utf-8", "surrogatepass"), _proof(store, row, int(expires)).encode()):
        raise NotThere(NO_LINK)
    if int(expires) <= now:
        raise Refused(TOO_LATE)
    return _Claim(person_of(row), row.login, row.password, int(expires))


def _row(store: Store, person_id: str) -> Row[Any]:
    query = select(PEOPLE).where(PEOPLE.c.id == person_id, PEOPLE.c.erased.is_(None))
    with store.engine.connect() as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        raise NotThere("There is no such person.")
    return row


def _proof(store: Store, row: Row[Any], expires: int) -> str:
    said = f"recovery {row.id} {expires} {row.password or ''}"
    return hmac.digest(server_secret(store).encode(), said.encode(), "sha256").hex()
