"""Secrets: made at random, kept as hashes wherever a person carries them."""

import hashlib
from secrets import token_hex, token_urlsafe

from sqlalchemy import select

from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, writing

SERVER = "server"  # the name of what all servers on one store sign with


def server_secret(store: Store) -> str:
    """What the servers on this store sign with: made once, and the same for all of them."""
    table = people_schema.secrets
    query = select(table.c.value).where(table.c.name == SERVER)
    with store.engine.connect() as connection:
        known: str | None = connection.scalar(query)
    if known is not None:
        return known
    with writing(store.engine) as connection:
        connection.execute(insert_once(table, connection.dialect.name), {"name": SERVER, "value": new_secret()})
        made: str = connection.execute(query).scalar_one()
    return made


def new_secret() -> str:
    """A text that nobody guesses (256 bits), fit for an address or a cookie."""
    return token_urlsafe(32)


def new_id() -> str:
    """The id of something new, which says nothing of it."""
    return token_hex(16)


def hashed(secret: str) -> str:
    """What is kept of a secret; as it is long and random, a quick hash without salt is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
