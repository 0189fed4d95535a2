"""Accounts: who may have which name, whose password it is, and how often one may be wrong; on both databases."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from stumper.errors import BadOption, NotThere, Refused, Throttled
from stumper.people.accounts import passwords
from stumper.people.accounts.account import (
    change_password,
    confirm_password,
    has_password,
    log_in,
    people,
    person,
    register,
    set_administrator,
    set_listed,
)
from stumper.people.accounts.failed_log_ins import FREE, LONGEST_WAIT, Whence, network, wait_after
from stumper.people.accounts.log_ins import (
    MOST_BROWSERS,
    Session,
    is_remembered,
    open_session,
    remember_browser,
    session_of,
)
from stumper.store import Store
from stumper.store.people_schema import failures
from stumper.store.people_schema import people as rows

SECRET = "correct horse battery"
HERE, ELSEWHERE = Whence("192.0.2.7"), Whence("198.51.100.1")


def kept_password(store: Store, id: str) -> str:
    with store.engine.connect() as connection:
        return str(connection.scalar(select(rows.c.password).where(rows.c.id == id)))


def wrong(store: Store, name: str, whence: Whence = HERE, now: float = 0.0) -> None:
    with pytest.raises(Refused, match="is wrong"):
        log_in(store, name, "not the password", whence, now)


def test_whoever_registered_logs_in_by_name_and_password(store: Store) -> None:
    ada = register(store, " Ada  Lovelace ", SECRET, 5.0)
    assert (ada.name, ada.administrator, ada.listed, ada.created) == ("Ada Lovelace", False, True, 5.0)
    assert log_in(store, "ada lovelace", SECRET, HERE, 6.0) == person(store, ada.id) == ada


def test_a_password_is_kept_as_an_argon2_hash(store: Store) -> None:
    ada = register(store, "Ada", SECRET, 0.0)
    assert kept_password(store, ada.id).startswith("$argon2id$")


def test_without_a_password_nobody_logs_in(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    wrong(store, "Ada")
    assert not has_password(store, ada.id)


def test_a_wrong_password_and_an_unknown_name_sound_the_same(store: Store) -> None:
    register(store, "Ada", SECRET, 0.0)
    wrong(store, "Ada")
    wrong(store, "Nobody")
    wrong(store, "\ud800\0" * 1_000)


def test_an_unknown_name_takes_the_work_of_a_known_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
            asked.append(str(hash).split(",p=")[0])
            return super().verify(hash, password)  # type: ignore[return-value]

    monkeypatch.setattr(passwords, "HASHER", Counting(1, 8, 1))
    register(store, "Ada", SECRET, 0.0)
    wrong(store, "Ada")
    wrong(store, "Nobody")
    assert len(asked) == 2
    assert asked[0] == asked[1]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "a\0b", "\u202eada", "\u200d", "\ud800"])
def test_a_name_is_short_and_can_be_seen(store: Store, name: str) -> None:
    with pytest.raises(BadOption, match="name"):
        register(store, name, None, 0.0)


@pytest.mark.parametrize("name", ["Ada", "ADA", "Ａda", " ada", "A\u200dda"])
def test_a_name_is_taken_by_all_that_look_like_it(store: Store, name: str) -> None:
    register(store, "ada", None, 0.0)
    with pytest.raises(Refused, match="taken"):
        register(store, name, None, 0.0)


def test_a_name_is_given_once_to_those_who_want_it_at_once(store: Store) -> None:
    def come(_: int) -> bool:
        try:
            register(store, "Ada", None, 0.0)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(come, range(8))) == 1


@pytest.mark.parametrize("password", ["", "123456789", "x" * 1_001])
def test_a_password_has_a_length(store: Store, password: str) -> None:
    with pytest.raises(BadOption, match="characters"):
        register(store, "Ada", password, 0.0)
    assert people(store) == []


def test_a_password_may_be_of_any_characters(store: Store) -> None:
    odd = "e\u0301\0\ud800 パスワード!"
    ada = register(store, "Ada", odd, 0.0)
    assert log_in(store, "Ada", odd.replace("e\u0301", "\u00e9"), HERE, 0.0) == ada


def test_wrong_passwords_make_a_name_wait_longer_and_longer(store: Store) -> None:
    ada, now, waits = register(store, "Ada", SECRET, 0.0), 0.0, []
    for _ in range(FREE):
        wrong(store, "Ada", now=now)
    for _ in range(12):
        with pytest.raises(Throttled, match=r"Wait .*, then try again") as found:
            log_in(store, "ada", SECRET, HERE, now)
        waits.append(found.value.seconds)
        with pytest.raises(Throttled):
            log_in(store, "ada", SECRET, HERE, now + waits[-1] - 0.5)
        now += waits[-1]
        wrong(store, "Ada", now=now)
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]
    assert log_in(store, "ada", SECRET, HERE, now + LONGEST_WAIT) == ada


@pytest.mark.parametrize(
    ("times", "said"), [(5, "2 seconds"), (10, "64 seconds"), (11, "3 minutes"), (99, "15 minutes")]
)
def test_the_wait_is_told_in_words(store: Store, times: int, said: str) -> None:
    now = 0.0
    for n in range(times):
        wrong(store, "Ada", now=now)
        now += wait_after(n + 1)
    with pytest.raises(Throttled, match=f"That was wrong too often. Wait {said}, then try again."):
        log_in(store, "Ada", SECRET, HERE, now - wait_after(times))


@pytest.mark.parametrize(("left", "seconds"), [(1.5, 2), (1.0, 1), (0.25, 1)])
def test_the_last_of_a_wait_is_told_in_whole_seconds(store: Store, left: float, seconds: int) -> None:
    for _ in range(FREE):
        wrong(store, "Ada", now=0.0)
    with pytest.raises(Throttled, match=f"Wait {seconds} second{'s' * (seconds > 1)}, then") as found:
        log_in(store, "Ada", SECRET, HERE, wait_after(FREE) - left)
    assert found.value.seconds == seconds


def test_a_right_password_forgets_the_wrong_ones(store: Store) -> None:
    register(store, "Ada", SECRET, 0.0)
    for _ in range(3):
        for _ in range(FREE - 1):
            wrong(store, "Ada")
        log_in(store, "Ada", SECRET, HERE, 0.0)


def test_wrong_passwords_of_others_lock_nobody_out(store: Store) -> None:
    register(store, "Bo", SECRET, 0.0)
    ada, crowd = register(store, "Ada", SECRET, 0.0), [Whence(f"203.0.{n}.1") for n in range(20)]
    for stranger in crowd:
        for _ in range(FREE):
            wrong(store, "Ada", stranger)
    for number in range(100):
        wrong(store, f"Name {number}")
    for _ in range(FREE):
        wrong(store, "Bo")
    assert log_in(store, "Ada", SECRET, HERE, 0.0) == ada


def test_a_browser_that_knows_the_person_does_not_wait_for_what_a_neighbour_got_wrong(store: Store) -> None:
    ada, bo = register(store, "Ada", SECRET, 0.0), register(store, "Bo", SECRET, 0.0)
    remember_browser(store, "the cookie of Ada's", ada.id, 0.0)
    known, fresh = Whence(HERE.address, "the cookie of Ada's"), Whence(HERE.address, "another cookie")
    for _ in range(FREE):
        wrong(store, "Ada")
        wrong(store, "Bo")
    assert log_in(store, "Ada", SECRET, known, 0.0) == ada
    for name, whence in (("Ada", HERE), ("Ada", fresh), ("Bo", known)):
        with pytest.raises(Throttled):
            log_in(store, name, SECRET, whence, 0.0)
    assert log_in(store, "Bo", SECRET, ELSEWHERE, 0.0) == bo


def test_whoever_has_a_browser_that_is_known_cannot_guess_for_ever_either(store: Store) -> None:
    ada = register(store, "Ada", SECRET, 0.0)
    remember_browser(store, "cookie", ada.id, 0.0)
    for n in range(FREE):
        wrong(store, "Ada", Whence(f"203.0.{n}.1", "cookie"))
    with pytest.raises(Throttled):
        log_in(store, "Ada", SECRET, Whence("192.0.2.1", "cookie"), 0.0)


def test_a_browser_is_known_for_half_a_year_and_until_the_password_changes(store: Store) -> None:
    ada = register(store, "Ada", SECRET, 0.0)
    for number in range(MOST_BROWSERS + 1):
        remember_browser(store, f"cookie {number}", ada.id, float(number))
    assert [is_remembered(store, f"cookie {n}", 50.0) for n in (0, 1, MOST_BROWSERS)] == [False, True, True]
    assert not is_remembered(store, "cookie 1", 181 * 24 * 3600.0)
    change_password(store, ada.id, SECRET, "a new password", HERE, 50.0)
    assert not is_remembered(store, "cookie 1", 50.0)


@pytest.mark.parametrize("near", ["192.0.2.200", "::ffff:192.0.2.7"])
def test_whoever_has_many_addresses_side_by_side_counts_as_one(store: Store, near: str) -> None:
    for _ in range(FREE):
        wrong(store, "Ada", Whence(near))
    with pytest.raises(Throttled):
        log_in(store, "Ada", SECRET, HERE, 0.0)
    for number in range(FREE):
        wrong(store, "Bo", Whence(f"2001:db8:0:{number:x}::1"))
    with pytest.raises(Throttled):
        log_in(store, "Bo", SECRET, Whence("2001:db8:0:ffff::1"), 0.0)
    wrong(store, "Bo", Whence("2001:db8:1::1"))


def test_a_household_is_one_address_and_neighbours_are_others() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff") != network("2001:db8:0:1::1")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") != network("::ffff:192.0.2.8")
    assert network("no address") == "no address"


def test_many_guesses_at_once_are_no_more_than_in_a_row(store: Store) -> None:
    register(store, "Ada", SECRET, 0.0)

    def guess(number: int) -> type[Exception]:
        try:
            log_in(store, "Ada", f"a wrong password {number}", HERE, 0.0)
        except Refused as error:
            return type(error)
        raise AssertionError

    with ThreadPoolExecutor(10) as threads:
        ends = list(threads.map(guess, range(30)))
    assert ends.count(Refused) == FREE
    assert ends.count(Throttled) == 30 - FREE


def test_old_failures_are_not_kept(store: Store) -> None:
    register(store, "Ada", SECRET, 0.0)
    wrong(store, "Nobody")
    log_in(store, "Ada", SECRET, ELSEWHERE, 4_000.0)
    with store.engine.connect() as connection:
        assert connection.execute(select(failures)).all() == []


def test_a_hash_of_older_parameters_is_made_anew_at_log_in(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = register(store, "Ada", SECRET, 0.0)
    before = kept_password(store, ada.id)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(2, 16, 1))
    log_in(store, "Ada", SECRET, HERE, 0.0)
    assert "m=16,t=2" in kept_password(store, ada.id) != before
    log_in(store, "Ada", SECRET, HERE, 0.0)


def test_a_new_password_needs_the_old_one_and_ends_every_session(store: Store) -> None:
    ada = register(store, "Ada", SECRET, 0.0)
    session = open_session(store, ada.id, 0.0)
    with pytest.raises(Refused, match="not your password"):
        change_password(store, ada.id, "something else", "a new password", HERE, 0.0)
    assert session_of(store, session, 0.0) == Session(ada, 0.0)
    change_password(store, ada.id, SECRET, "a new password", HERE, 0.0)
    assert session_of(store, session, 0.0) is None
    wrong(store, "Ada")
    assert log_in(store, "Ada", "a new password", HERE, 0.0) == ada


def test_a_password_cannot_be_guessed_from_within_a_session_either(store: Store) -> None:
    ada = register(store, "Ada", SECRET, 0.0)
    for _ in range(FREE):
        with pytest.raises(Refused, match="not your password"):
            confirm_password(store, ada.id, "a guess", HERE, 0.0)
    with pytest.raises(Throttled):
        confirm_password(store, ada.id, SECRET, HERE, 0.0)


def test_people_come_by_name(store: Store) -> None:
    for name in ("bo", "Ada", "Cy"):
        register(store, name, None, 0.0)
    assert [one.name for one in people(store)] == ["Ada", "bo", "Cy"]


def test_somebody_stays_administrator_whatever_all_do_at_once(store: Store) -> None:
    everybody = [register(store, f"Root {n}", None, 0.0, administrator=True).id for n in range(4)]

    def lower(id: str) -> bool:
        try:
            set_administrator(store, id, False)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(lower, everybody)) == 3
    [left] = [one for one in people(store) if one.administrator]
    set_administrator(store, everybody[0], True)
    set_administrator(store, left.id, left.id == everybody[0])
    assert [one.id for one in people(store) if one.administrator] == everybody[:1]


def test_one_may_stay_off_leaderboards(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    set_listed(store, ada.id, False)
    assert not person(store, ada.id).listed


def test_nobody_is_not_there(store: Store) -> None:
    with pytest.raises(NotThere):
        person(store, "nobody")
