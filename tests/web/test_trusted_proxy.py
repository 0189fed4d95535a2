"""Log-in by a proxy's header: believed of a listed proxy alone, whatever anybody else writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from stumper.cli.serving import Trusting
from stumper.errors import BadOption
from stumper.people.accounts.account import people, register
from stumper.people.personal_data import erase
from stumper.store import Store
from stumper.web.trusted import trusted_from
from visiting import Site, house_over, serving

HEADER = "X-Remote-User"


@contextmanager
def behind(path: Path, proxies: tuple[str, ...] = ("127.0.0.1",), rule: str = "new") -> Iterator[Site]:
    with Store.open(str(path / "web.db")) as store:
        trusted = trusted_from(Trusting(HEADER, proxies, rule), is_proxied=True)
        with serving(replace(house_over(store), trusted=trusted, proxied=True)) as site:
            yield site


def named(site: Site, *headers: tuple[str, str]) -> httpx.Response:
    given = [(name.encode(), value.encode()) for name, value in (("Accept", "application/json"), *headers)]
    return httpx.get(f"{site.home}/api/v1/me", headers=given, trust_env=False, timeout=60)


def test_the_first_log_in_makes_an_account_and_the_next_finds_it(tmp_path: Path) -> None:
    with behind(tmp_path) as site:
        first, again = named(site, (HEADER, "Ada Thorn")), named(site, (HEADER, "Ada Thorn"))
        assert first.json()["name"] == "Ada Thorn"
        assert first.json() == again.json()
        assert named(site).status_code == 401
        assert named(site, (HEADER, "Zoë")).json()["name"] == "Zoë"
        assert len(people(site.house.store)) == 2
        assert (
            "/log-out"
            not in httpx.get(f"{site.home}/help", headers={HEADER: "Ada Thorn"}, trust_env=False, timeout=60).text
        )


@pytest.mark.parametrize(
    "claims",
    [
        [(HEADER, "Ada")],
        [(HEADER.lower(), "Ada"), ("X-Forwarded-For", "10.0.0.7")],
        [(HEADER, "Ada"), ("X-Forwarded-For", "10.0.0.7, 10.0.0.7"), ("X-Forwarded-Host", "localhost")],
        [(HEADER, "Ada"), ("X-Real-IP", "10.0.0.7"), ("Forwarded", "for=10.0.0.7")],
    ],
)
def test_whoever_is_no_listed_proxy_is_not_believed_whatever_they_claim_to_be(tmp_path: Path, claims) -> None:
    with behind(tmp_path, ("10.0.0.7",)) as site:
        register(site.house.store, "Ada", None, 0.0, administrator=True)
        assert named(site, *claims).status_code == 401


@pytest.mark.parametrize("second", ["Ada", "Ben", ""])
def test_two_names_at_once_let_nobody_in(tmp_path: Path, second: str) -> None:
    with behind(tmp_path) as site:
        assert named(site, (HEADER, "Ada"), (HEADER, second)).status_code == 403
        assert people(site.house.store) == []


def test_nobody_takes_the_account_that_was_here_before_by_being_called_so(tmp_path: Path) -> None:
    with behind(tmp_path) as site:
        register(site.house.store, "Root", "a long password", 0.0, administrator=True)
        for name in ("Root", "root", "ROOT", "R00t"):
            answer = named(site, (HEADER, name))
            assert (answer.status_code, answer.json()["kind"]) == (409, "refused")
        assert named(site, (HEADER, "R\u043e\u043et")).status_code == 422  # signs of two scripts are no name at all


def test_by_the_rule_known_only_people_with_an_account_come_in(tmp_path: Path) -> None:
    with behind(tmp_path, rule="known") as site:
        ada = register(site.house.store, "Ada", "a long password", 0.0)
        assert named(site, (HEADER, "ada")).json()["name"] == ada.name
        assert named(site, (HEADER, "Ben")).status_code == 409
        assert len(people(site.house.store)) == 1


def test_whoever_was_erased_begins_anew(tmp_path: Path) -> None:
    with behind(tmp_path) as site:
        named(site, (HEADER, "Ada"))
        (ada,) = people(site.house.store)
        erase(site.house.store, ada.id, 1.0)
        assert named(site, (HEADER, "Ada")).json()["name"] == "Ada"
        assert [one.id for one in people(site.house.store)] != [ada.id]


def test_neither_a_password_nor_an_old_session_lets_anybody_in(tmp_path: Path) -> None:
    with behind(tmp_path) as site:
        ada = register(site.house.store, "Ada", "a long password", 0.0)
        assert site.visit(ada).get("/account").status_code == 303
        answer = site.visit().submit("/log-in", name="Ada", password="a long password")
        assert answer.status_code == 409
        assert "Here nobody logs in with a password" in answer.text
        assert site.program(ada).get("/api/v1/me").json()["name"] == "Ada"  # its own token, which is asked for first


@pytest.mark.parametrize(
    ("given", "is_proxied", "said"),
    [
        (Trusting(HEADER, ("10.0.0.7",)), False, "needs --proxy"),
        (Trusting(HEADER), True, "--login-proxy with the address"),
        (Trusting("", ("10.0.0.7",)), True, "Give that, too"),
        (Trusting("Cookie", ("10.0.0.7",)), True, "'Cookie' cannot be it"),
        (Trusting("X Y", ("10.0.0.7",)), True, "'X Y' cannot be it"),
        (Trusting(HEADER, ("proxy.lan",)), True, "'proxy.lan' is no address"),
        (Trusting(HEADER, ("10.0.0.7",), "all"), True, "--login-rule 'all' is none"),
    ],
)
def test_what_does_not_fit_together_is_one_sentence(given: Trusting, is_proxied: bool, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        trusted_from(given, is_proxied)
