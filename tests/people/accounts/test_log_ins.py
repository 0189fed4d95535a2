"""Sessions and the servers' secret, on both databases."""

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import func, select

from stumper.people.accounts.account import register
from stumper.people.accounts.log_ins import Session, close_all_sessions, close_session, open_session, session_of
from stumper.people.accounts.secrets import server_secret
from stumper.store import Store
from stumper.store.people_schema import sessions

DAY = 24 * 3600


def test_whoever_shows_the_secret_is_the_person_for_thirty_days(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    secret = open_session(store, ada.id, 0.0)
    assert session_of(store, secret, 30 * DAY - 1) == Session(ada, 0.0)
    assert session_of(store, secret, 30 * DAY) is None
    assert session_of(store, "another", 0.0) is None


def test_the_store_does_not_hold_the_secret(store: Store) -> None:
    secret = open_session(store, register(store, "Ada", None, 0.0).id, 0.0)
    with store.engine.connect() as connection:
        assert secret not in str(connection.execute(select(sessions)).all())


def test_logging_out_ends_one_session_and_logging_out_everywhere_all(store: Store) -> None:
    ada, bo = register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    one, two, three = (open_session(store, ada.id, 0.0) for _ in range(3))
    bos = open_session(store, bo.id, 0.0)
    close_session(store, one)
    here = Session(ada, 0.0)
    assert [session_of(store, secret, 0.0) for secret in (one, two, three)] == [None, here, here]
    close_all_sessions(store, ada.id)
    assert [session_of(store, secret, 0.0) for secret in (two, three, bos)] == [None, None, Session(bo, 0.0)]


def test_sessions_that_are_over_are_not_kept(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    for day in (0, 10, 45):
        open_session(store, ada.id, day * DAY)
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(sessions)) == 1


def test_all_servers_that_start_at_once_sign_with_one_secret(store: Store) -> None:
    with ThreadPoolExecutor(6) as threads:
        [secret] = set(threads.map(lambda _: server_secret(store), range(12)))
    assert len(secret) >= 43
    assert server_secret(store) == secret


def test_logging_out_everywhere_ends_tokens_too(store: Store) -> None:
    from stumper.people.accounts.tokens import make_token, token_held

    person = register(store, "Ada", None, 0.0)
    token = make_token(store, person.id, "script", 0.0)
    close_all_sessions(store, person.id)
    assert token_held(store, token, 1.0) is None
