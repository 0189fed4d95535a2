"""Tokens of programs, on both databases."""

import pytest
from sqlalchemy import select

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts import tokens as module
from stumper.people.accounts.account import register
from stumper.people.accounts.tokens import Held, make_token, revoke, token_held, tokens
from stumper.store import Store, people_schema


def test_whoever_shows_the_token_is_the_person_until_it_is_revoked(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    secret = make_token(store, ada.id, " my  script ", 1.0)
    assert secret.startswith("stumper_")
    assert token_held(store, secret, 2.0) == Held(ada, "read")
    assert token_held(store, secret + "x", 2.0) is None
    [token] = tokens(store, ada.id)
    assert (token.name, token.created, token.used) == ("my script", 1.0, 2.0)
    revoke(store, ada.id, token.id)
    assert token_held(store, secret, 3.0) is None
    assert tokens(store, ada.id) == []


def test_the_last_use_is_known_to_the_minute(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    secret = make_token(store, ada.id, "script", 0.0)
    used = []
    for now in (10.0, 70.0, 70.5):
        token_held(store, secret, now)
        used.append(tokens(store, ada.id)[0].used)
    assert used == [10.0, 10.0, 70.5]


def test_the_store_does_not_hold_the_token(store: Store) -> None:
    secret = make_token(store, register(store, "Ada", None, 0.0).id, "script", 0.0)
    with store.engine.connect() as connection:
        assert secret not in str(connection.execute(select(people_schema.tokens)).all())


def test_nobody_revokes_the_token_of_another(store: Store) -> None:
    ada, bo = register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    secret = make_token(store, ada.id, "script", 0.0)
    [token] = tokens(store, ada.id)
    with pytest.raises(NotThere):
        revoke(store, bo.id, token.id)
    assert token_held(store, secret, 0.0) == Held(ada, "read")


def test_a_token_ends(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    secret = make_token(store, ada.id, "script", 100.0, scope="manage", days=7)
    end = 100.0 + 7 * 24 * 3600
    assert [(one.scope, one.expires) for one in tokens(store, ada.id)] == [("manage", end)]
    assert token_held(store, secret, end - 1) == Held(ada, "manage")
    assert token_held(store, secret, end) is None


@pytest.mark.parametrize("days", [0, -1, 366])
def test_a_token_lasts_for_a_year_at_most(store: Store, days: int) -> None:
    ada = register(store, "Ada", None, 0.0)
    with pytest.raises(BadOption, match="365 days"):
        make_token(store, ada.id, "script", 0.0, days=days)
    assert tokens(store, ada.id) == []


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\0b"])
def test_a_token_has_a_name(store: Store, name: str) -> None:
    ada = register(store, "Ada", None, 0.0)
    with pytest.raises(BadOption, match="name"):
        make_token(store, ada.id, name, 0.0)


def test_a_person_has_only_so_many_tokens(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TOKENS", 2)
    ada = register(store, "Ada", None, 0.0)
    for name in ("one", "two"):
        make_token(store, ada.id, name, 0.0)
    with pytest.raises(Refused, match="Revoke one"):
        make_token(store, ada.id, "three", 0.0)
