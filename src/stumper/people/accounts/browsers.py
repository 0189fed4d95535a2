"""Browsers in which somebody has logged in: a secret in a cookie, its hash in the store, for each person there."""

from sqlalchemy import delete, select

from stumper.people.accounts.secrets import hashed
from stumper.store import Store, people_schema
from stumper.store.connection import insert_or_replace, writing

LASTS = 180 * 24 * 3600  # seconds from the last time that the person logged in there
MOST = 20  # browsers of one person
BROWSERS, PEOPLE = people_schema.browsers, people_schema.people


def remember_browser(store: Store, secret: str, person_id: str, now: float) -> None:
    """The person has logged in in the browser that holds the secret; of very many browsers the newest are known."""
    values = {"hash": hashed(secret), "person_id": person_id, "created": now, "expires": now + LASTS}
    theirs = BROWSERS.c.person_id == person_id
    newest = select(BROWSERS.c.hash).where(theirs).order_by(BROWSERS.c.created.desc(), BROWSERS.c.hash).limit(MOST)
    with writing(store.engine) as connection:
        known = insert_or_replace(BROWSERS, connection.dialect.name, ["hash", "person_id"])
        connection.execute(known.values(values))
        kept = connection.scalars(newest).all()
        connection.execute(delete(BROWSERS).where(theirs, BROWSERS.c.hash.not_in(kept)))


def is_remembered(store: Store, secret: str, now: float) -> bool:
    """Whether anybody has logged in in the browser that holds the secret."""
    query = select(BROWSERS.c.hash).where(BROWSERS.c.hash == hashed(secret), BROWSERS.c.expires > now).limit(1)
    with store.engine.connect() as connection:
        return connection.scalar(query) is not None


def is_known(store: Store, secret: str, login: str, now: float) -> bool:
    """Whether the person who logs in by this name has done so in the browser that holds the secret."""
    query = (
        select(BROWSERS.c.hash)
        .join(PEOPLE, PEOPLE.c.id == BROWSERS.c.person_id)
        .where(BROWSERS.c.hash == hashed(secret), BROWSERS.c.expires > now, PEOPLE.c.login == login)
    )
    with store.engine.connect() as connection:
        return connection.scalar(query) is not None
