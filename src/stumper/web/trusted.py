"""Log-in by a proxy, which has found out who asks and says so in a header."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Protocol

from starlette.requests import HTTPConnection

from stumper.errors import BadOption, Refused
from stumper.people.accounts.person import Person
from stumper.people.accounts.proxied import RULES, Rule, person_by_proxy
from stumper.store import Store
from stumper.web.errors import Forbidden
from stumper.web.words import t

NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
OTHERS = ("authorization", "cookie", "host", "origin", "x-csrf-token")  # which are read for something else
Network = IPv4Network | IPv6Network


class Given(Protocol):
    """What the command line says of it."""

    @property
    def header(self) -> str:
        """Its name, "" for none."""

    @property
    def proxies(self) -> Sequence[str]:
        """Addresses or networks."""

    @property
    def rule(self) -> str:
        """Who gets in."""


@dataclass(frozen=True, slots=True)
class Trusted:
    """The header, the networks from which it is believed, and who gets in by it."""

    header: str
    proxies: Collection[Network]
    rule: Rule

    def person(self, connection: HTTPConnection, store: Store, now: float) -> Person | None:
        """Whom the proxy names; None where it names nobody, Forbidden where it names several or they get no account.

        What anybody but a listed proxy says is not heard.
        """
        if not self._is_listed(connection.scope.get("peer")):
            return None
        named = [name.strip() for name in connection.headers.getlist(self.header)]
        if not any(named):
            return None
        if len(named) > 1:
            raise Forbidden(t("shared.error.proxy_names_several"))
        return person_by_proxy(store, _text(named[0]), self.rule, now)

    def _is_listed(self, peer: object) -> bool:
        """Whether the other end of the connection itself, whatever it says of others, is a listed proxy."""
        if not isinstance(peer, tuple | list) or not peer:
            return False
        try:
            address = ip_address(peer[0])
        except ValueError:  # a socket without an address
            return False
        return any(address in network for network in self.proxies)


def trusted_from(given: Given, is_proxied: bool) -> Trusted | None:
    """What is believed of proxies; None where nothing is, BadOption where what is said of it does not fit together."""
    if not given.header:
        if given.proxies:
            raise BadOption("--login-proxy names whose --login-header is believed. Give that, too, or leave it out.")
        return None
    if NAME.fullmatch(given.header) is None or given.header.lower() in OTHERS:
        raise BadOption(f"--login-header {given.header!r} cannot be it. Write one such as X-Remote-User.")
    if not is_proxied or not given.proxies:
        raise BadOption("--login-header needs --proxy, and --login-proxy with the address from which the proxy comes.")
    rule = next((one for one in RULES if one == given.rule), None)
    if rule is None:
        raise BadOption(f"--login-rule {given.rule!r} is none. Write one of: {', '.join(RULES)}.")
    return Trusted(given.header.lower(), networks(given.proxies), rule)


def networks(given: Sequence[str]) -> list[Network]:
    """Addresses and networks as text; BadOption for what is neither."""
    return [_network(one) for one in given]


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise BadOption(f"{text!r} is no address and no network. Write one such as 10.0.0.7 or 10.0.0.0/8.") from None


def _text(sent: str) -> str:
    """The header as text: proxies write UTF-8, and it is read as if each byte were a sign."""
    raw = sent.encode("latin-1")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return sent


def check_own_log_in(trusted: Trusted | None) -> None:
    """Nothing; Refused where a proxy says who asks: nobody comes in there by a password, or by a link to work."""
    if trusted is not None:
        raise Refused(t("shared.error.by_proxy"))
