"""The index of a service, changed by requests of its own: what is added, taken out and looked up by ids."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import Any
from urllib.parse import urljoin, urlsplit

from stumper.errors import BadOption, BrokenVictim
from stumper.identity import content_id
from stumper.types import OwnIndex
from stumper.victims.address import Url, whole_url
from stumper.victims.allowance import may_write_indexes
from stumper.victims.foreign_index import ForeignIndex, Item
from stumper.victims.journal import Journal
from stumper.victims.retrying import Unanswered, quotation, told
from stumper.victims.transport import Request, Service

NOTHING_SAID = (202, 204)  # statuses of a request that is done, where nothing need be answered
NO_ENDPOINTS = (
    "does not say that passages can be added to its index. Name where they are, such as #add=/add&remove=/remove, or "
    "attack the question alone"
)
UNSAID = (
    'does not say that it applies what a query adds and removes. Let it answer a GET with {"index": ["add", "remove"]} '
    "if it does so for that query alone, or name where its index is changed, such as #add=/add&remove=/remove"
)
REMOTE = "is not on this machine, and its index would be written to. Say --allow-index-writes if that may be"
NO_GET = (
    "has no place that gives passages by their ids, so that one that is taken out could not be put back. Name it, such "
    "as #get=/get, or choose an attack that only adds"
)


def http_index(service: Service, add: str, remove: str, get: str) -> ForeignIndex | None:
    """The index of a service, by the places where passages are added, taken out and given by their ids; None where
    there is no such place. BadOption where one is missing that is needed, or is at another host."""
    if not (add or remove or get):
        return None
    if not (add and remove):
        raise BadOption("Say both 'add' and 'remove' of an index, as what is added is taken out again: each is a path "
                        "on the service's host.")  # fmt: skip
    adding, removing = _at(service, add), _at(service, remove)
    looking = _at(service, get) if get else None
    return ForeignIndex(
        Journal(f"http:{service.url.text}"),
        lambda items: _done(adding, {"passages": [dict(item) for item in items]}),
        lambda ids: _done(removing, {"ids": list(ids)}),
        None if looking is None else lambda ids: _looked_up(looking, ids),
    )


def own_index(service: Service, index: ForeignIndex | None, without: str) -> OwnIndex:
    """What can be done with the index of a service; ``without`` is why nothing can where no option says how."""
    if index is None:
        return OwnIndex(added=without, removed=without)
    if not (_is_here(service.url) or may_write_indexes()):
        return OwnIndex(added=REMOTE, removed=REMOTE)
    return OwnIndex(removed="" if index.get is not None else NO_GET)


def _at(service: Service, place: str) -> Service:
    """A service at a place of another's host, asked with its key: therefore at no other host."""
    url = whole_url(urljoin(service.url.asked, place))
    if url is None or url.origin != service.url.origin:
        raise BadOption(f"An index is changed where its service is, {service.url.origin}, not at {place[:80]!r}: name "
                        "a path there, such as /add.")  # fmt: skip
    own = replace(url, authorization=service.url.authorization, secrets=(*url.secrets, *service.url.secrets))
    return Service(own, service.limits, service.key, service.key_name, "", headers=service.headers,
                   secrets=service.secrets)  # fmt: skip


def _is_here(url: Url) -> bool:
    """Whether a URL names this machine."""
    host = urlsplit(url.asked).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _done(service: Service, body: Any) -> None:
    service.one(
        Request(body, lambda said: _no_error(said, service), content_id(body), silent=NOTHING_SAID, is_due=True)
    )


def _looked_up(service: Service, ids: Sequence[str]) -> Sequence[Item]:
    body = {"ids": list(ids)}
    return service.one(Request(body, lambda said: _passages(said, service), content_id(body), is_due=True))


def _no_error(said: Any, service: Service) -> None:
    if isinstance(said, Mapping) and said.get("error"):
        raise Unanswered(f"{service.url.text} answered with an error{quotation(told(said['error']))}")


def _passages(said: Any, service: Service) -> Sequence[Item]:
    _no_error(said, service)
    found = said.get("passages") if isinstance(said, Mapping) else None
    if not isinstance(found, list) or not all(
        isinstance(one, dict) and isinstance(one.get("id"), str) and isinstance(one.get("text"), str) for one in found
    ):
        raise BrokenVictim(f"{service.url.text} answered {str(said)[:80]!r}: an object with the list 'passages' "
                           "belongs there, each with the texts id and text.")  # fmt: skip
    return found
