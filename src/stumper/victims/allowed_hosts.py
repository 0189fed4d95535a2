"""Which hosts a server may ask for people who name a model on a page, and at which addresses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from stumper.errors import BadOption, Refused

Ip = IPv4Address | IPv6Address
PORTS = {"http": 80, "https": 443}  # that an entry without a port means
_HOST = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?")
TRANSLATED = ip_network("64:ff9b::/96")  # NAT64 (RFC 6052): the last 32 bits are an address of IPv4


@dataclass(frozen=True, slots=True)
class AllowedHost:
    """A host as ASCII in lower case, or an address; ``port`` is None where the port of the scheme is meant."""

    host: str
    port: int | None


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """What the server's administrator has listed; nothing by default."""

    hosts: Sequence[AllowedHost] = ()

    def check(self, url: httpx.URL) -> None:
        """Nothing; Refused where the host of the URL, at its port, is not listed."""
        if not self._lists(host_of(url), url):
            raise Refused(
                f"This server asks no models at {place_of(url)!r}. Whoever runs it can allow that: "
                f"stumper serve --model-host {place_of(url)}."
            )

    def check_address(self, address: str, url: httpx.URL) -> None:
        """Nothing; Refused where the URL's host has an address of a private network that is not itself listed."""
        found = ip_address(address)
        if not (is_public(found) or self._lists(str(found), url)):
            raise Refused(
                f"{host_of(url)!r} has the address {str(found)!r}, which is not public. Whoever runs this server can "
                f"allow that address, too: stumper serve --model-host {bracketed(str(found))}{_port_shown(url)}."
            )

    def _lists(self, host: str, url: httpx.URL) -> bool:
        port = url.port or PORTS[url.scheme]
        return any(
            one.host == host and port == (PORTS[url.scheme] if one.port is None else one.port) for one in self.hosts
        )


def allowed_hosts(written: Sequence[str]) -> AllowedHosts:
    """The hosts of ``HOST`` or ``HOST:PORT`` each, an IPv6 address in brackets; BadOption where one is none."""
    return AllowedHosts(tuple(map(_entry, written)))


def is_public(address: Ip) -> bool:
    """Whether anybody on the internet reaches the address, and it is no other way to write one that nobody does."""
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            return False
        within = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in TRANSLATED:
            within.append(IPv4Address(int(address) & 0xFFFFFFFF))
        if any(one is not None and not is_public(one) for one in within):
            return False
    return address.is_global and not address.is_multicast


def host_of(url: httpx.URL) -> str:
    """The host of a URL as ASCII in lower case, without a dot at its end; an address in its usual form."""
    host = url.raw_host.decode("ascii").lower().removesuffix(".")
    try:
        return str(ip_address(host.strip("[]")))
    except ValueError:
        return host


def place_of(url: httpx.URL) -> str:
    """The host of a URL with its port where that is not the scheme's own."""
    return f"{bracketed(host_of(url))}{_port_shown(url)}"


def bracketed(host: str) -> str:
    """The host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _port_shown(url: httpx.URL) -> str:
    return "" if url.port in (None, PORTS[url.scheme]) else f":{url.port}"


def _entry(written: str) -> AllowedHost:
    try:
        url = httpx.URL(f"http://{written}")
        given = written.rpartition("]")[2].rpartition(":")[1:]  # httpx forgets a port that is the scheme's own
        port = int(given[1]) if given[0] else None
    except (httpx.InvalidURL, ValueError):
        raise _no_host(written) from None
    is_whole = url.path in ("", "/") and not url.userinfo and not url.query and not url.fragment
    if not (
        _HOST.fullmatch(written)
        and url.host
        and is_whole
        and not written.endswith("/")
        and (port is None or 0 < port < 65536)
    ):
        raise _no_host(written)
    return AllowedHost(host_of(url), port)


def _no_host(written: str) -> BadOption:
    return BadOption(f"--model-host {written!r} is no host. Write HOST or HOST:PORT, such as models.example:8000.")
