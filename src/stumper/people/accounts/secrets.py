"""Secrets: made at random, kept as hashes wherever a person carries them."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex, token_urlsafe
from time import monotonic

from sqlalchemy import Connection, select

from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, insert_or_replace, value_of, writing

SECRETS = people_schema.secrets
SERVER = "server"  # the name of what all servers on one store sign with
KNOWN_FOR = 2.0  # seconds after which a server looks whether there is another


def server_secret(store: Store) -> str:
    """What the servers on this store sign with: made once, and the same for all of them."""
    query = select(SECRETS.c.value).where(SECRETS.c.name == SERVER)
    known: str | None = value_of(store.engine, query)
    if known is not None:
        return known
    with writing(store.engine) as connection:
        connection.execute(insert_once(SECRETS, connection.dialect.name), {"name": SERVER, "value": new_secret()})
        made: str = connection.execute(query).scalar_one()
    return made


def renew_server_secret(connection: Connection) -> None:
    """Replaces what the servers sign with; nothing that was signed before is good any longer."""
    renewed = insert_or_replace(SECRETS, connection.dialect.name, ["name"])
    connection.execute(renewed, {"name": SERVER, "value": new_secret()})


@dataclass(slots=True)
class ServerSecret:
    """The server's secret as a running server holds it; ``look`` finds out, every two seconds, whether it was changed.

    ``ticks`` count seconds and are never set.
    """

    store: Store
    value: str
    ticks: Callable[[], float] = monotonic
    _looked: float = float("-inf")

    def look(self) -> None:
        """Reads the secret anew, unless that has been done in the last two seconds."""
        if (now := self.ticks()) - self._looked >= KNOWN_FOR:
            self._looked = now
            self.value = server_secret(self.store)


def held_secret(store: Store) -> ServerSecret:
    """The server's secret for a server that starts."""
    return ServerSecret(store, server_secret(store))


def new_secret() -> str:
    """A text that nobody guesses (256 bits), fit for an address or a cookie."""
    return token_urlsafe(32)


def new_id() -> str:
    """The id of something new, which says nothing of it."""
    return token_hex(16)


def hashed(secret: str) -> str:
    """What is kept of a secret; as it is long and random, a quick hash without salt is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
