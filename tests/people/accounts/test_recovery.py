"""Links that set a forgotten password, on both databases."""

import hmac
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Table, select

from stumper.errors import BadOption, NotThere, Refused, Throttled
from stumper.people.accounts.account import change_password, log_in, register
from stumper.people.accounts.failed_log_ins import FREE, Whence
from stumper.people.accounts.log_ins import close_all_sessions, open_session, session_of
from stumper.people.accounts.recovery import LASTS, recover, recoverable, recovery
from stumper.people.accounts.secrets import server_secret
from stumper.people.personal_data import erase
from stumper.store import Store, people_schema

OLD, NEW, HERE = "the old password", "the new password", Whence("192.0.2.7")


def test_whoever_has_the_link_sets_the_password_once(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    session, secret = open_session(store, ada.id, 0.0), recovery(store, ada.id, 0.0)
    assert recoverable(store, secret, 1.0) == recover(store, secret, NEW, 1.0) == ada
    assert log_in(store, "Ada", NEW, HERE, 2.0) == ada
    assert session_of(store, session, 2.0) is None
    for act in (recoverable, lambda store, secret, now: recover(store, secret, OLD, now)):
        with pytest.raises(NotThere):
            act(store, secret, 2.0)


def test_a_link_opens_an_account_that_had_no_password(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    recover(store, recovery(store, ada.id, 0.0), NEW, 1.0)
    assert log_in(store, "Ada", NEW, HERE, 2.0) == ada


def test_a_link_opens_a_name_that_waits_because_of_wrong_passwords(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    for _ in range(FREE):
        with pytest.raises(Refused):
            log_in(store, "Ada", "a wrong password", HERE, 0.0)
    with pytest.raises(Throttled):
        log_in(store, "Ada", OLD, HERE, 0.0)
    recover(store, recovery(store, ada.id, 0.0), NEW, 1.0)
    assert log_in(store, "Ada", NEW, HERE, 2.0) == ada


def test_a_link_ends_in_time_by_a_change_and_with_the_account(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    secret = recovery(store, ada.id, 0.0)
    with pytest.raises(Refused, match="too old"):
        recoverable(store, secret, LASTS)
    with pytest.raises(BadOption):
        recover(store, secret, "short", 1.0)
    change_password(store, ada.id, OLD, NEW, HERE, 1.0)
    with pytest.raises(NotThere):
        recoverable(store, secret, 2.0)
    secret = recovery(store, ada.id, 2.0)
    erase(store, ada.id, 3.0)
    with pytest.raises(NotThere):
        recoverable(store, secret, 4.0)


def test_a_link_is_used_once_by_those_who_press_at_once(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    secret = recovery(store, ada.id, 0.0)

    def press(number: int) -> bool:
        try:
            recover(store, secret, f"a new password {number}", 1.0)
        except NotThere:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(press, range(4))) == 1


def test_a_newer_link_ends_the_one_before_and_others_stay(store: Store) -> None:
    ada, bo = register(store, "Ada", OLD, 0.0), register(store, "Bo", OLD, 0.0)
    first, others, second = (recovery(store, id, 0.0) for id in (ada.id, bo.id, ada.id))
    assert first != second
    with pytest.raises(NotThere):
        recoverable(store, first, 1.0)
    assert [recoverable(store, secret, 1.0) for secret in (others, second)] == [bo, ada]


def test_a_link_ends_when_its_person_logs_out_everywhere(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    secret = recovery(store, ada.id, 0.0)
    close_all_sessions(store, ada.id)
    with pytest.raises(NotThere):
        recoverable(store, secret, 1.0)


@pytest.mark.parametrize("secret", ["", ".", "nobody.1.x", "\0", "\ud800", "x" * 10_000])
def test_a_link_cannot_be_made_up(store: Store, secret: str) -> None:
    recovery(store, register(store, "Ada", OLD, 0.0).id, 0.0)
    with pytest.raises(NotThere):
        recoverable(store, secret, 1.0)


def test_whoever_reads_the_whole_store_cannot_compute_a_link(store: Store) -> None:
    """Neither as links were once made, from the server's secret and the password's hash, nor from what is kept now."""
    ada = register(store, "Ada", OLD, 0.0)
    secret = recovery(store, ada.id, 0.0)
    [row], key = rows_of(store, people_schema.people), server_secret(store)
    signed = hmac.digest(key.encode(), f"recovery {ada.id} {LASTS} {row.password}".encode(), "sha256").hex()
    [kept] = rows_of(store, people_schema.recoveries)
    for computed in (f"{ada.id}.{LASTS}.{signed}", kept.hash, key, signed):
        with pytest.raises(NotThere):
            recoverable(store, computed, 1.0)
    assert secret not in str([*rows_of(store, people_schema.recoveries), row])


def rows_of(store: Store, table: Table) -> list[Any]:
    with store.engine.connect() as connection:
        return list(connection.execute(select(table)))
