"""Who is logged in, and in which browsers somebody once was: a secret in a cookie, its hash in the store."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from stumper.people.accounts.person import Person, person_of
from stumper.people.accounts.secrets import hashed, new_secret, renew_server_secret
from stumper.store import Store, people_schema
from stumper.store.connection import insert_or_replace, row_of, value_of, writing

LASTS = 30 * 24 * 3600  # seconds from logging in
PEOPLE, SESSIONS, TOKENS = people_schema.people, people_schema.sessions, people_schema.tokens
BROWSERS, RECOVERIES, WATCH_LINKS = people_schema.browsers, people_schema.recoveries, people_schema.watch_links
ROOM_CODES, GUESTS = people_schema.room_codes, people_schema.guests
BROWSER_LASTS = 180 * 24 * 3600  # seconds from the last time that the person logged in there
MOST_BROWSERS = 20  # browsers of one person


@dataclass(frozen=True, slots=True)
class Session:
    """Whose browser it is since when; ``link_id`` is the link to work by which they came, None where they logged in."""

    person: Person
    since: float
    link_id: str | None = None


def open_session(store: Store, person_id: str, now: float, link_id: str | None = None) -> str:
    """Whoever shows the secret that is returned is this person, for 30 days; by a link, as far as it lets them."""
    secret = new_secret()
    values = {"hash": hashed(secret), "person_id": person_id, "created": now, "expires": now + LASTS,
              "link_id": link_id}  # fmt: skip
    past = select(SESSIONS.c.hash).where(SESSIONS.c.expires <= now).with_for_update(skip_locked=True)
    with writing(store.engine) as connection:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.hash.in_(past)))
        connection.execute(insert(SESSIONS).values(values))
    return secret


def session_of(store: Store, secret: str, now: float) -> Session | None:
    """The session that the secret opens; None where it opens none, or no longer."""
    query = (
        select(PEOPLE, SESSIONS.c.created.label("since"), SESSIONS.c.link_id)
        .join(SESSIONS, SESSIONS.c.person_id == PEOPLE.c.id)
        .where(SESSIONS.c.hash == hashed(secret), SESSIONS.c.expires > now, PEOPLE.c.erased.is_(None))
    )
    row = row_of(store.engine, query)
    return None if row is None else Session(person_of(row), row.since, row.link_id)


def close_session(store: Store, secret: str) -> None:
    """The secret is nobody's any longer."""
    with writing(store.engine) as connection:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.hash == hashed(secret)))


def close_all_sessions(store: Store, person_id: str) -> None:
    """The person is logged in nowhere, and nothing that lets in as them is valid: whoever had got at it is out."""
    with writing(store.engine) as connection:
        close_ways_in(connection, person_id)


def close_ways_in(connection: Connection, person_id: str) -> None:
    """As ``close_all_sessions``, within a transaction: sessions, tokens, links of recovery, and known browsers end."""
    for table in (SESSIONS, TOKENS, RECOVERIES, BROWSERS):
        connection.execute(delete(table).where(table.c.person_id == person_id))


def close_everybodys_sessions(store: Store) -> None:
    """Nobody is logged in at any server on this store, and no cookie or form is good any longer.

    Links of recovery, to watch a match by and codes to join one end as well, and guests are out; tokens of programs
    and invitations stay.
    """
    with writing(store.engine) as connection:
        renew_server_secret(connection)
        for table in (SESSIONS, RECOVERIES, BROWSERS, WATCH_LINKS, ROOM_CODES):
            connection.execute(delete(table))
        connection.execute(update(GUESTS).values(expires=0.0))


def remember_browser(store: Store, secret: str, person_id: str, now: float) -> None:
    """The person has logged in in the browser that holds the secret; of very many browsers the newest are known."""
    values = {"hash": hashed(secret), "person_id": person_id, "created": now, "expires": now + BROWSER_LASTS}
    theirs = BROWSERS.c.person_id == person_id
    newest = (
        select(BROWSERS.c.hash).where(theirs).order_by(BROWSERS.c.created.desc(), BROWSERS.c.hash).limit(MOST_BROWSERS)
    )
    with writing(store.engine) as connection:
        known = insert_or_replace(BROWSERS, connection.dialect.name, ["hash", "person_id"])
        connection.execute(known.values(values))
        kept = connection.scalars(newest).all()
        connection.execute(delete(BROWSERS).where(theirs, BROWSERS.c.hash.not_in(kept)))


def is_remembered(store: Store, secret: str, now: float) -> bool:
    """Whether anybody has logged in in the browser that holds the secret."""
    query = select(BROWSERS.c.hash).where(BROWSERS.c.hash == hashed(secret), BROWSERS.c.expires > now).limit(1)
    return value_of(store.engine, query) is not None


def is_known(store: Store, secret: str, login: str, now: float) -> bool:
    """Whether the person who logs in by this name has done so in the browser that holds the secret."""
    query = (
        select(BROWSERS.c.hash)
        .join(PEOPLE, PEOPLE.c.id == BROWSERS.c.person_id)
        .where(BROWSERS.c.hash == hashed(secret), BROWSERS.c.expires > now, PEOPLE.c.login == login)
    )
    return value_of(store.engine, query) is not None


def knows_person(connection: Connection, secret: str | None, person_id: str, now: float) -> bool:
    """Whether the browser that holds the secret is one in which this person logged in, or began to work by a link."""
    if secret is None:
        return False
    query = select(BROWSERS.c.hash).where(
        BROWSERS.c.hash == hashed(secret), BROWSERS.c.expires > now, BROWSERS.c.person_id == person_id
    )
    return connection.scalar(query) is not None
