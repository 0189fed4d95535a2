"""Whether the server lives and is ready, for a proxy or a supervisor; and its figures, for whoever was let to them."""

import hmac
from collections.abc import Iterator
from ipaddress import ip_address

from fastapi.responses import PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response

from stumper.errors import NotThere, StumperError
from stumper.web.access import ANYONE, FILES, Routes
from stumper.web.house import House, TheHouse
from stumper.web.machines import Desks
from stumper.web.metrics import CONTENT_TYPE, values_of
from stumper.web.words import t

routes = Routes()
KNOWN_FOR = 1.0  # seconds for which an answer about the store is given again, so that strangers cost it little
UNAVAILABLE = 503


@routes.get("/health", may=FILES)
def health() -> Response:
    """The process answers; nothing else is looked at."""
    return PlainTextResponse("yes\n")


@routes.get("/ready", may=FILES)
def ready(house: TheHouse) -> Response:
    """Yes once the store answers, is of this version, and all models are loaded; else no, with 503."""
    is_ready = house.arrivals.are_ready and has_store(house)
    return PlainTextResponse("yes\n" if is_ready else "no\n", 200 if is_ready else UNAVAILABLE)


@routes.get("/metrics", may=ANYONE)
def metrics(request: Request, house: TheHouse) -> Response:
    """The figures for whoever shows their token or comes from a listed address; to everybody else there is nothing."""
    if not _may_see(request, house):
        raise NotThere(t("shared.error.not_there"))
    lines = [*house.metrics.requests.lines(), *house.metrics.statements.lines(), *_looked_up(house)]
    return PlainTextResponse("\n".join(lines) + "\n", media_type=CONTENT_TYPE)


def has_store(house: House) -> bool:
    """Whether the store answers and is of the version that this server knows."""
    now, looked = house.ticks(), house.looked
    with looked.lock:
        if now - looked.at >= KNOWN_FOR:
            try:
                looked.found = house.store.is_current()
            except (StumperError, SQLAlchemyError):  # whatever keeps it from answering
                looked.found = False
            looked.at = house.ticks()
        return looked.found


def _may_see(request: Request, house: House) -> bool:
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    token = house.seers.token
    if token and scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), token.encode()):
        return True
    if request.client is None or not house.seers.networks:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:  # what a proxy says of whoever asks is no address
        return False
    return any(address in network for network in house.seers.networks)


def _looked_up(house: House) -> Iterator[str]:
    """What stands in the server's memory at this moment."""
    yield from values_of("stumper_drafts_kept_total", "Drafts that were kept.", "counter", [({}, house.metrics.drafts)])
    yield from values_of("stumper_websockets", "Open websockets.", "gauge", [({}, house.metrics.sockets)])
    desks = list(house.desks.machines.open() if isinstance(house.desks, Desks) else house.desks.values())
    named = [({"model": desk.name}, desk) for desk in desks]
    yield from values_of("stumper_model_queries_total", "Queries put to a model, or found among what it has said.",
                         "counter", [(label, desk.answered) for label, desk in named])  # fmt: skip
    yield from values_of("stumper_model_waiting", "Requests that wait for a model.", "gauge",
                         [(label, desk.waiting) for label, desk in named])  # fmt: skip
    yield from values_of("stumper_model_silent_seconds", "How long a model has been at what it was asked last.",
                         "gauge", [(label, desk.silent) for label, desk in named])  # fmt: skip
    standing = [({"name": one.name}, float(one.state == "ready")) for one in house.arrivals]
    yield from values_of("stumper_ready", "Whether a model is loaded.", "gauge", standing)
