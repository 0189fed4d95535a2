"""What stands before every route: how often, how much, who, and whether this site's own page sent it."""

import hmac
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Message, Receive
from starlette.websockets import WebSocket, WebSocketState

from stumper.errors import StumperError
from stumper.people.accounts.failed_log_ins import network
from stumper.people.accounts.log_ins import is_remembered, session_of
from stumper.people.accounts.secrets import hashed
from stumper.people.accounts.tokens import token_held
from stumper.people.joining.arriving import has_agreed
from stumper.people.matches.guests import guest_of
from stumper.web.access import Entry, Visitor, admitted, admitted_guest
from stumper.web.cookies import cookies_of, csrf_of, keep_visit
from stumper.web.errors import BadForm, NotAgreed, NotSignedIn, TooOften
from stumper.web.failing import answer_to_program
from stumper.web.house import House, house_of
from stumper.web.limits import PLAIN, WITH_FILE
from stumper.web.turns import turn_at_all_servers
from stumper.web.words import t

Answering = Callable[[Request], Coroutine[Any, Any, Response]]
READING = ("GET", "HEAD")
API = "/api/"  # what a token is for; a page, and what it can do to an account, is for whoever is logged in


class GuardedRoute(APIRoute):
    """A route that runs its handler only for whom its rule lets in; the body is not read before."""

    def __init__(self, path: str, endpoint: Callable[..., Any], *, entry: Entry, **options: Any) -> None:
        self.entry = entry
        super().__init__(path, endpoint, **options)

    def get_route_handler(self) -> Answering:
        """FastAPI's own, behind the guard."""
        answer, entry = super().get_route_handler(), self.entry

        async def guarded(request: Request) -> Response:
            if not entry.may.asks_who:
                return await answer(request)
            house = house_of(request)
            project_id = request.path_params.get("project_id")
            visitor = await run_in_threadpool(_let_in, house, request, entry, project_id)
            request = Request(request.scope, bounded(request, entry.body), request._send)
            request.state.visitor = visitor
            async with _turn(house, visitor, entry.work):
                if request.method not in READING and visitor.token is None:
                    await _check_sent_by_own_page(request, visitor)
                response = await answer(request)
            if response.headers.get("content-type", "").startswith("text/html"):
                keep_visit(house, request, response, request.state.cookies)
            return response

        return guarded


def guarded_socket(entry: Entry) -> Callable[[WebSocket], Coroutine[Any, Any, None]]:
    """The endpoint of a websocket, run only for whom its rule lets in; others are told why not before it opens."""

    async def guarded(websocket: WebSocket) -> None:
        house, project_id = house_of(websocket), websocket.path_params.get("project_id")
        try:
            visitor = await run_in_threadpool(_let_in, house, websocket, entry, project_id)
            websocket.state.visitor = visitor
            await entry.endpoint(websocket, house, visitor)
        except StumperError as error:
            if websocket.application_state == WebSocketState.CONNECTING:
                await websocket.send_denial_response(answer_to_program(error))
            else:
                await websocket.close(1008, str(error)[:CLOSING])

    return guarded


CLOSING = 100  # characters of the reason for which a websocket is closed


def visitor_of(house: House, connection: HTTPConnection, takes_token: bool, takes_link: bool) -> Visitor:
    """Who asks, by cookie, or where one is taken by token; NotSignedIn where a token is given that is none.

    Whoever came by a link is nobody where none is taken.
    """
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    connection.state.cookies = cookies = cookies_of(house, connection)
    if scheme.lower() == "bearer" and takes_token:
        held = token_held(house.store, token.strip(), house.clock())
        if held is None:
            raise NotSignedIn(t("shared.error.token"))
        return Visitor(held.person, token=held.scope)
    if house.trusted is not None:
        return Visitor(house.trusted.person(connection, house.store, house.clock()), csrf=csrf_of(house, cookies))
    found = session_of(house.store, cookies.session, house.clock()) if cookies.session else None
    if cookies.session is None or found is None or (found.link_id is not None and not takes_link):
        return Visitor(csrf=csrf_of(house, cookies))
    return Visitor(found.person, session=cookies.session, csrf=csrf_of(house, cookies), link_id=found.link_id,
                   since=found.since, browser=cookies.browser)  # fmt: skip


def bounded(request: Request, most: int) -> Receive:
    """The request's body, cut off with a 413 once it is larger than that."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > most:
        raise _too_large(most)
    received = 0

    async def receive() -> Message:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > most:
            raise _too_large(most)
        return message

    return receive


def _let_in(house: House, request: HTTPConnection, entry: Entry, project_id: str | None) -> Visitor:
    house.key.look()
    address = request.client.host if request.client else ""
    if entry.may.guest:
        return _guest_let_in(house, request, address)
    visitor = _counted(house, request, address, entry)
    request.state.visitor = visitor  # so that an error's page knows whom it speaks to
    if project_id is not None:
        _check_agreed(house, visitor)
    return admitted(house, visitor, entry.may, project_id)


def _check_agreed(house: House, visitor: Visitor) -> None:
    """Nothing; NotAgreed where what people agree to has changed since they came by their link."""
    if visitor.link_id is not None and not has_agreed(house.store, visitor.link_id, visitor.signed_in.id):
        raise NotAgreed(t("joining.not_agreed"))


def _guest_let_in(house: House, request: HTTPConnection, address: str) -> Visitor:
    """The guest of the path's room, who counts for themselves: a class of them has one address."""
    request.state.visitor = visitor = visiting_guest(house, request)
    if visitor.guest is None:
        _count(house, request, address)
    elif wait := house.limits.person.wait(visitor.guest.id, house.clock()):
        raise TooOften(wait)
    admitted_guest(visitor, request.path_params["room_id"])
    return visitor


def visiting_guest(house: House, connection: HTTPConnection) -> Visitor:
    """Whoever asks as a guest of a match and as nothing else, whoever is logged in there."""
    connection.state.cookies = cookies = cookies_of(house, connection)
    guest = guest_of(house.store, cookies.guest, house.clock()) if cookies.guest else None
    return Visitor(csrf=csrf_of(house, cookies), guest=guest)


def _counted(house: House, request: HTTPConnection, address: str, entry: Entry) -> Visitor:
    """Who asks, unless they ask too often; whoever shows a wrong token counts as their address."""
    try:
        visitor = visitor_of(house, request, entry.path.startswith(API), entry.may.link)
    except NotSignedIn:
        _count(house, request, address)
        raise
    if visitor.person is None:
        _count(house, request, address)
    elif wait := house.limits.person.wait(visitor.person.id, house.clock(), entry.work):
        raise TooOften(wait)
    return visitor


def _count(house: House, request: HTTPConnection, address: str) -> None:
    """Counts for the address; a browser in which somebody has logged in, for itself once its address has no more."""
    now, browser = house.clock(), request.state.cookies.browser
    wait = house.limits.address.wait(network(address), now)
    if wait and browser is not None and is_remembered(house.store, browser, now):
        wait = house.limits.person.wait(f"browser {hashed(browser)}", now)
    if wait:
        raise TooOften(wait)


@asynccontextmanager
async def _turn(house: House, visitor: Visitor, work: int) -> AsyncIterator[None]:
    """The request of somebody who is signed in is answered when it is its turn; at once where it is not dear."""
    async with AsyncExitStack() as stack:
        if visitor.person is not None:
            stack.enter_context(house.turns.answering(visitor.person.id))
            if work > PLAIN:
                await stack.enter_async_context(house.turns.turn(visitor.person.id))
            if work >= WITH_FILE:
                await stack.enter_async_context(turn_at_all_servers(house.store, house.clock, visitor.person.id))
        yield


async def _check_sent_by_own_page(request: Request, visitor: Visitor) -> None:
    sent: object = request.headers.get("x-csrf-token")
    is_form = request.headers.get("content-type", "").startswith(FORMS)
    if sent is None and is_form:
        sent = (await request.form()).get("csrf")
    if not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), visitor.csrf.encode()):
        raise BadForm(t("shared.error.form"))


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, t("shared.error.too_large", most=f"{most / 1_000_000:g}"))
