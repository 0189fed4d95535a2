"""What a program shows instead of a cookie: a token, made by a person for a time and known to the store by its hash."""

from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.names import LONGEST_NAME
from stumper.people.accounts.person import SCOPES, Person, Scope, person_of
from stumper.people.accounts.secrets import hashed, new_id, new_secret
from stumper.store import Store, people_schema
from stumper.store.connection import row_of, rows_of, writing

PREFIX = "stumper_"  # so that a token is recognised where it should not lie
MOST_TOKENS = 50  # tokens of one person
DAY = 24 * 3600
MOST_DAYS = 365
DAYS = 90  # for which a token works where nobody says
PRECISION = 60.0  # seconds to which the last use is known: a busy program does not write at every request
PEOPLE, TOKENS = people_schema.people, people_schema.tokens


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token; the token itself is not. ``expires`` is when it ends."""

    id: str
    name: str
    scope: Scope
    created: float
    expires: float
    used: float | None


@dataclass(frozen=True, slots=True)
class Held:
    """Who shows a token, and what it opens."""

    person: Person
    scope: Scope


def make_token(store: Store, person_id: str, name: str, now: float, *, scope: Scope = "read", days: int = DAYS) -> str:
    """A token by which a program is this person, as far as the scope goes, until the days are over or it is revoked.

    Nobody can read it again.
    """
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(f"A token has a name of 1 to {LONGEST_NAME} characters. Write what you will use it for.")
    if not 1 <= days <= MOST_DAYS:
        raise BadOption(f"A token lasts for 1 to {MOST_DAYS} days, not for {days}.")
    secret = PREFIX + new_secret()
    values = {"id": new_id(), "hash": hashed(secret), "person_id": person_id, "name": name, "scope": scope,
              "created": now, "expires": now + days * DAY}  # fmt: skip
    with writing(store.engine) as connection:
        count = select(func.count()).select_from(TOKENS).where(TOKENS.c.person_id == person_id)
        if connection.execute(count).scalar_one() >= MOST_TOKENS:
            raise Refused(f"You have {MOST_TOKENS} tokens already. Revoke one that you no longer use.")
        connection.execute(insert(TOKENS).values(values))
    return secret


def scope_of(name: str) -> Scope:
    """The scope of this name; BadOption."""
    for scope in SCOPES:
        if scope == name:
            return scope
    raise BadOption(f"There is no scope {name!r} of tokens. Choose one of {', '.join(SCOPES)}.")


def token_held(store: Store, secret: str, now: float) -> Held | None:
    """Whose token it is, which is used by that; None where it is nobody's, or has ended."""
    query = (
        select(PEOPLE, TOKENS.c.id.label("token_id"), TOKENS.c.scope, TOKENS.c.used)
        .join(TOKENS, TOKENS.c.person_id == PEOPLE.c.id)
        .where(TOKENS.c.hash == hashed(secret), TOKENS.c.expires > now, PEOPLE.c.erased.is_(None))
    )
    row = row_of(store.engine, query)
    if row is None:
        return None
    if row.used is None or now - row.used > PRECISION:
        with writing(store.engine) as connection:
            connection.execute(update(TOKENS).where(TOKENS.c.id == row.token_id).values(used=now))
    return Held(person_of(row), row.scope)


def tokens(store: Store, person_id: str) -> list[Token]:
    """The person's tokens, the newest first."""
    query = select(*(TOKENS.c[name] for name in Token.__slots__)).where(TOKENS.c.person_id == person_id)
    return [Token(*row) for row in rows_of(store.engine, query.order_by(TOKENS.c.created.desc(), TOKENS.c.id))]


def revoke(store: Store, person_id: str, token_id: str) -> None:
    """The token is nobody's any longer; NotThere where the person has no such token."""
    theirs = delete(TOKENS).where(TOKENS.c.id == token_id, TOKENS.c.person_id == person_id)
    with writing(store.engine) as connection:
        if not connection.execute(theirs).rowcount:
            raise NotThere("You have no such token.")
