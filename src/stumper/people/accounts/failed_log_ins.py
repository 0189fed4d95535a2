"""How long whoever was wrong about a password waits before the next attempt, on all servers together.

Wrong passwords count for a name together with where they come from: a browser in which that person has logged in
before, or else a network. So nobody makes somebody else wait, unless both come from one network and the other is new
there.
"""

from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from sqlalchemy import Connection, delete, select, update

from stumper.errors import Throttled
from stumper.people.accounts.log_ins import is_known
from stumper.people.accounts.secrets import hashed
from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, writing

FREE = 5  # failures without a wait
FIRST_WAIT = 2  # seconds after those; each failure more doubles it
LONGEST_WAIT = 15 * 60
FORGOTTEN = 3600  # seconds without a failure after which all are forgotten
HOUSEHOLD = {4: 32, 6: 64}  # bits of an address that its owner cannot vary
NEIGHBOURHOOD = {4: 24, 6: 48}  # bits that somebody who rents many addresses cannot vary
FAILURES = people_schema.failures


@dataclass(frozen=True, slots=True)
class Whence:
    """Where an attempt comes from: an address, and the secret of the browser, if it holds one."""

    address: str
    browser: str | None = None


def attempted(store: Store, login: str, whence: Whence, now: float) -> str:
    """Counts one more attempt as failed until it has ``succeeded`` with the key that is returned.

    Throttled where the next attempt must wait. It is counted before the password is looked at, so that many at once are
    no more than so many in a row.
    """
    key = _key(store, login, whence, now)
    with writing(store.engine) as connection:
        new = {"key": key, "login": hashed(login), "times": 0, "since": now}
        connection.execute(insert_once(FAILURES, connection.dialect.name), new)
        row = connection.execute(select(FAILURES).where(FAILURES.c.key == key).with_for_update()).one_or_none()
        if row is None:  # somebody has just logged in from there
            return key
        # What failed in the future failed before the clock was set back; servers' clocks do not differ by as much.
        is_old = not now - FORGOTTEN < row.since <= now + LONGEST_WAIT
        times = 0 if is_old else row.times
        if (left := row.since + wait_after(times) - now) > 0 and times:
            raise Throttled(f"That was wrong too often. Wait {_told(left)}, then try again.", _seconds(left))
        connection.execute(update(FAILURES).where(FAILURES.c.key == key).values(times=times + 1, since=now))
    return key


def wait_after(times: int) -> int:
    """The seconds between so many failures and the next attempt."""
    return 0 if times < FREE else min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(times - FREE, 20))


def succeeded(store: Store, key: str, now: float) -> None:
    """Forgets the failures of a name from where it has now logged in, and all that are old."""
    stale = select(FAILURES.c.key).where(FAILURES.c.since <= now - FORGOTTEN).with_for_update(skip_locked=True)
    with writing(store.engine) as connection:
        connection.execute(delete(FAILURES).where(FAILURES.c.key == key))
    with writing(store.engine) as connection:
        connection.execute(delete(FAILURES).where(FAILURES.c.key.in_(stale)))


def forget_failures(connection: Connection, login: str) -> None:
    """Nothing is kept of a name, wherever it was tried from."""
    connection.execute(delete(FAILURES).where(FAILURES.c.login == hashed(login)))


def network(address: str) -> str:
    """Of an IPv6 address the part that its owner cannot vary."""
    return _cut(address, HOUSEHOLD)


def _key(store: Store, login: str, whence: Whence, now: float) -> str:
    """Hashes: what was typed as a name may be anything, even a password."""
    whose = f"network {_cut(whence.address, NEIGHBOURHOOD)}"
    if whence.browser is not None and is_known(store, whence.browser, login, now):
        whose = f"browser {whence.browser}"
    return f"{hashed(login)}:{hashed(whose)}"


def _cut(address: str, bits: dict[int, int]) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found  # an IPv4 address as a socket for both kinds has it
    return str(ip_network((found, bits[found.version]), strict=False).network_address)


def _seconds(left: float) -> int:
    return max(1, -int(-left // 1))


def _told(left: float) -> str:
    seconds = _seconds(left)
    if seconds < 120:  # in words that nobody has to convert
        return f"{seconds} second{'s' * (seconds != 1)}"
    return f"{-(-seconds // 60)} minutes"
