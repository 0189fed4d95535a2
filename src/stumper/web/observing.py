"""Each request has a number, is timed and counted, and is told in the log by its route, never by what it holds."""

import hmac
import logging
import time
from hashlib import sha256
from secrets import token_hex
from time import perf_counter

from sqlalchemy import Engine, event
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stumper.web.access import Visitor
from stumper.web.house import House
from stumper.web.metrics import Durations

log = logging.getLogger("stumper.requests")
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
ELSEWHERE = "none"  # the route of a request that met none, such as one to a host that is not ours
SUCCEEDS = range(200, 300)


class Observed:
    """The app, each of its requests with a number, which the answer carries as ``X-Request-Id``."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app, self.house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does."""
        if scope["type"] == "websocket":
            self.house.metrics.sockets += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self.house.metrics.sockets -= 1
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number = scope.setdefault("state", {})["request_id"] = token_hex(4)
        began, status = perf_counter(), 499  # whoever asked was gone before there was an answer

        async def send_numbered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = number
            await send(message)

        try:
            await self.app(scope, receive, send_numbered)
        finally:
            self._note(scope, number, status, perf_counter() - began)

    def _note(self, scope: Scope, number: str, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = route_of(scope)
        self.house.metrics.requests.add((method, route, str(status)), seconds)
        if method == "PUT" and route.endswith("/draft") and status in SUCCEEDS:
            self.house.metrics.drafts += 1
        told = {"request": number, "method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        visitor: Visitor | None = scope["state"].get("visitor")
        if visitor is not None and visitor.person is not None:
            told["person"] = pseudonym(self.house.secret, visitor.person.id)
        log.info("%s %s %s", method, route, status, extra={"told": told})


def route_of(scope: Scope) -> str:
    """The route as it is declared, with the names of its parts for what stands there."""
    return getattr(scope.get("route"), "path", ELSEWHERE)


def pseudonym(secret: str, person_id: str) -> str:
    """What a log calls somebody: the same as long as the server's secret is, and of no use without it."""
    return hmac.new(secret.encode(), f"log {person_id}".encode(), sha256).hexdigest()[:12]


def time_statements(engine: Engine, durations: Durations) -> None:
    """Each statement that the store does is counted with how long it took."""

    def begin(connection: object, cursor: object, statement: str, values: object, context: object, many: bool) -> None:
        context._began = time.perf_counter()  # type: ignore[attr-defined]

    def end(connection: object, cursor: object, statement: str, values: object, context: object, many: bool) -> None:
        durations.add((), time.perf_counter() - context._began)  # type: ignore[attr-defined]

    event.listen(engine, "before_cursor_execute", begin)
    event.listen(engine, "after_cursor_execute", end)
