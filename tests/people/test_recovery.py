"""Links that set a forgotten password, on both databases."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts import change_password, log_in, register
from stumper.people.personal_data import erase
from stumper.people.recovery import LASTS, recover, recoverable, recovery
from stumper.people.sessions import open_session, person_of_session
from stumper.store import Store

OLD, NEW, HERE = "the old password", "the new password", "192.0.2.7"


def test_whoever_has_the_link_sets_the_password_once(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    session, secret = open_session(store, ada.id, 0.0), recovery(store, ada.id, 0.0)
    assert recoverable(store, secret, 1.0) == recover(store, secret, NEW, 1.0) == ada
    assert log_in(store, "Ada", NEW, HERE, 2.0) == ada
    assert person_of_session(store, session, 2.0) is None
    for act in (recoverable, lambda store, secret, now: recover(store, secret, OLD, now)):
        with pytest.raises(NotThere):
            act(store, secret, 2.0)


def test_a_link_opens_an_account_that_had_no_password(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    recover(store, recovery(store, ada.id, 0.0), NEW, 1.0)
    assert log_in(store, "Ada", NEW, HERE, 2.0) == ada


def test_a_link_opens_a_name_that_was_closed_by_wrong_passwords(store: Store) -> None:
    ada = register(store, "Ada", OLD, 0.0)
    for _ in range(10):
        with pytest.raises(Refused):
            log_in(store, "Ada", "a wrong password", "198.51.100.1", 0.0)
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


def test_a_link_cannot_be_made_up(store: Store) -> None:
    ada, bo = register(store, "Ada", OLD, 0.0), register(store, "Bo", OLD, 0.0)
    id, expires, proof = recovery(store, ada.id, 0.0).split(".")
    made_up = [
        "", ".", "..", "nobody.1.x", f"{id}.{int(expires) + 1}.{proof}", f"{bo.id}.{expires}.{proof}",
        f"{id}.{expires}.", f"{id}.{expires}.{proof}0", f"{id}.x.{proof}", f"{id}.{expires}.\ud800",
        f"{id}.{'9' * 99}.x", f"\0.{expires}.{proof}", f"\ud800.{expires}.{proof}",
    ]  # fmt: skip
    for secret in made_up:
        with pytest.raises(NotThere):
            recoverable(store, secret, 1.0)
