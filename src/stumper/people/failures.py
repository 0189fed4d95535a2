"""How often somebody may be wrong about a password, on all servers together."""

import hashlib
from ipaddress import IPv6Address, ip_address

from sqlalchemy import Connection, case, delete, select, update

from stumper.errors import Throttled
from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, writing

WINDOW = 15 * 60  # seconds from the first failure on, after which all are forgotten
OF_A_NAME = 10
FROM_AN_ADDRESS = 50
NETWORK = 64  # bits of an IPv6 address that are one household's
FAILURES = people_schema.failures


def attempted(store: Store, login: str, address: str, now: float) -> None:
    """One more attempt counts as failed until it has ``succeeded``; Throttled where there were too many.

    It is counted before the password is looked at, so that many at once are no more than so many in a row.
    """
    with writing(store.engine) as connection:
        for key, most in _keys(login, address):
            if not _counted(connection, key, most, now):
                raise Throttled("That was wrong too often. Wait 15 minutes, then try again.")


def succeeded(store: Store, login: str, address: str, now: float) -> None:
    """The name starts anew; the address keeps its failures, so that an account of one's own does not clear them."""
    (name, _), (network, _) = _keys(login, address)
    stale = select(FAILURES.c.key).where(FAILURES.c.since <= now - WINDOW).with_for_update(skip_locked=True)
    with writing(store.engine) as connection:
        connection.execute(delete(FAILURES).where(FAILURES.c.key == name))
        once_less = update(FAILURES).where(FAILURES.c.key == network, FAILURES.c.times > 0)
        connection.execute(once_less.values(times=FAILURES.c.times - 1))
    with writing(store.engine) as connection:
        connection.execute(delete(FAILURES).where(FAILURES.c.key.in_(stale)))


def forget_failures(connection: Connection, login: str) -> None:
    """Nothing is kept of a name."""
    connection.execute(delete(FAILURES).where(FAILURES.c.key == _key("name", login)))


def _keys(login: str, address: str) -> tuple[tuple[str, int], tuple[str, int]]:
    """The name's before the address's, always: nobody waits for another in a circle."""
    return (_key("name", login), OF_A_NAME), (_key("address", network(address)), FROM_AN_ADDRESS)


def _counted(connection: Connection, key: str, most: int, now: float) -> bool:
    """Whether there was room for one more; there is where the key has just been forgotten by another."""
    connection.execute(insert_once(FAILURES, connection.dialect.name), {"key": key, "times": 0, "since": now})
    # What failed in the future failed before the clock was set back; servers' clocks do not differ by as much.
    over = (FAILURES.c.since <= now - WINDOW) | (FAILURES.c.since > now + WINDOW)
    count = (
        update(FAILURES)
        .where(FAILURES.c.key == key, over | (FAILURES.c.times < most))
        .values(times=case((over, 1), else_=FAILURES.c.times + 1), since=case((over, now), else_=FAILURES.c.since))
    )
    if connection.execute(count).rowcount:
        return True
    return connection.scalar(select(FAILURES.c.key).where(FAILURES.c.key == key)) is None


def _key(kind: str, text: str) -> str:
    """A hash: what was typed as a name may be anything, even a password."""
    return f"{kind}:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def network(address: str) -> str:
    """Of an IPv6 address the part that its owner cannot vary."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(int(found) >> (128 - NETWORK)) if isinstance(found, IPv6Address) else str(found)
