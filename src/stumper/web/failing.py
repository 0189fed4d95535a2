"""What goes wrong, as a page or as JSON: what happened, what was kept, what to do."""

import logging
import re
from secrets import token_hex
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stumper.errors import BadData, BadOption, BadOutput, BadStore, NotThere, Refused, StumperError, Throttled
from stumper.people.writing.patience import Unanswered
from stumper.shown import in_a_line
from stumper.web.access import ANYONE, Routes, Visitor
from stumper.web.errors import BadForm, Forbidden, NotAgreed, NotLoaded, NotSignedIn, StillLoading, UnknownHost
from stumper.web.rendering import page, redirect
from stumper.web.words import t

log = logging.getLogger("stumper.web")
routes = Routes()
# The first that fits; whatever else is the user's to mend, a request could not be worked on.
STATUSES: tuple[tuple[type[StumperError], int], ...] = (
    (UnknownHost, 400),
    (NotSignedIn, 401),
    (NotAgreed, 403),
    (Forbidden, 403),
    (BadForm, 403),
    (NotThere, 404),
    (StillLoading, 503),
    (Unanswered, 503),
    (NotLoaded, 503),
    (Throttled, 429),
    (Refused, 409),
    (BadOption, 422),
    (BadData, 422),
    (BadOutput, 503),
    (BadStore, 503),
    (StumperError, 422),
)
NOT_THERE = 404
NOT_ALLOWED = 405
UNAUTHORIZED = 401


@routes.get("/{path:path}", may=ANYONE)
def not_found(path: str) -> None:
    """Says of every address that nothing else answers at that there is no page, as one that knows who asks."""
    raise NotThere(t("shared.error.not_there"))


def speak_of_errors(app: FastAPI) -> None:
    """The app answers every error in a sentence."""
    app.add_exception_handler(StumperError, _of_stumper)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _of_validation)


class Unbroken:
    """The app; a bug in it becomes a page with a reference number, under which the log has the traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def send_noting(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except ClientDisconnect:  # whoever asked is gone
            return
        except Exception:
            reference = scope.get("state", {}).get("request_id") or token_hex(4)
            log.exception("error %s: %s %s", reference, scope["method"], _place(scope))
            if has_begun:
                raise
            request = Request(scope)
            broken = _answer(request, 500, "error", t("shared.error.broken", reference=reference))
            await broken(scope, receive, send)


def _place(scope: Scope) -> str:
    """Where it happened; not the address itself, which may be a link that lets somebody in."""
    return getattr(scope.get("route"), "path", "an address of no route")


def status_of(error: StumperError) -> int:
    """The HTTP status that says what kind of error it is."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def answer_to(request: Request, error: StumperError) -> Response:
    """The error for whoever asked: a program gets JSON, a person a page; who must log in is sent there."""
    status = status_of(error)
    if status == UNAUTHORIZED and request.method == "GET" and not _is_program(request):
        return _to_log_in(request)
    if isinstance(error, NotAgreed) and request.method == "GET" and not _is_program(request):
        return redirect(request, "/my-work")
    response = _answer(request, status, _kind(error), str(error))
    return say_when(response, error)


def say_when(response: Response, error: StumperError | None) -> Response:
    """The response, which tells programs when to come back where the error is that it was too often."""
    if isinstance(error, Throttled):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def answer_to_program(error: StumperError) -> Response:
    """The error for a program, before a websocket opens."""
    return JSONResponse({"sentence": str(error), "kind": _kind(error)}, status_of(error))


def _of_stumper(request: Request, error: Exception) -> Response:
    assert isinstance(error, StumperError)
    return answer_to(request, error)


def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == NOT_THERE:
        return answer_to(request, NotThere(t("shared.error.not_there")))
    if error.status_code == NOT_ALLOWED:
        said = t("shared.error.method", method=request.method, methods=(error.headers or {}).get("Allow", ""))
    else:
        said = str(error.detail)
    response = _answer(request, error.status_code, "refused", said)
    response.headers.update(error.headers or {})
    return response


def _of_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return _answer(request, 422, "bad-option", t("shared.error.field", field=where, problem=first["msg"]))


def _answer(request: Request, status: int, kind: str, said: str) -> Response:
    """The sentence for whoever asked; it may repeat what a request held, of any length."""
    sentence = in_a_line(said)
    if _is_program(request):
        return JSONResponse({"sentence": sentence, "kind": kind}, status)
    visitor: Visitor = getattr(request.state, "visitor", Visitor())
    title = t(f"shared.error.{status}") if status in TITLED else t("shared.error.title")
    return page(request, "error.html.j2", visitor, status=status, heading=title, sentence=sentence,
                request_id=getattr(request.state, "request_id", ""))  # fmt: skip


TITLED = (401, 403, 404, 409, 413, 429, 500, 503)


def _to_log_in(request: Request) -> Response:
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    query = f"?{request.url.query}" if request.url.query else ""
    return redirect(request, f"/log-in?next={quote(path + query)}")


def _is_program(request: Request) -> bool:
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    accepted = request.headers.get("accept", "*/*")
    return path.startswith("/api/") or ("application/json" in accepted and "text/html" not in accepted)


def _kind(error: StumperError) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()
