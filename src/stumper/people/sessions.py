"""Who is logged in: a secret in a cookie, its hash in the store."""

from sqlalchemy import Connection, delete, insert, select

from stumper.people.person_rows import person_of
from stumper.people.secrets import hashed, new_secret, renew_server_secret
from stumper.people.values import Person
from stumper.store import Store, people_schema
from stumper.store.connection import writing

LASTS = 30 * 24 * 3600  # seconds from logging in
PEOPLE, SESSIONS, TOKENS = people_schema.people, people_schema.sessions, people_schema.tokens
BROWSERS, RECOVERIES, WATCH_LINKS = people_schema.browsers, people_schema.recoveries, people_schema.watch_links


def open_session(store: Store, person_id: str, now: float) -> str:
    """Whoever shows the secret that is returned is this person, for 30 days."""
    secret = new_secret()
    values = {"hash": hashed(secret), "person_id": person_id, "created": now, "expires": now + LASTS}
    past = select(SESSIONS.c.hash).where(SESSIONS.c.expires <= now).with_for_update(skip_locked=True)
    with writing(store.engine) as connection:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.hash.in_(past)))
        connection.execute(insert(SESSIONS).values(values))
    return secret


def person_of_session(store: Store, secret: str, now: float) -> Person | None:
    """Whose session it is; None where it is nobody's, or no longer."""
    query = (
        select(PEOPLE)
        .join(SESSIONS, SESSIONS.c.person_id == PEOPLE.c.id)
        .where(SESSIONS.c.hash == hashed(secret), SESSIONS.c.expires > now, PEOPLE.c.erased.is_(None))
    )
    with store.engine.connect() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else person_of(row)


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

    Links of recovery, and to watch a match by, end as well; tokens of programs and invitations stay.
    """
    with writing(store.engine) as connection:
        renew_server_secret(connection)
        for table in (SESSIONS, RECOVERIES, BROWSERS, WATCH_LINKS):
            connection.execute(delete(table))
