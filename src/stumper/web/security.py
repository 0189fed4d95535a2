"""What holds for every request and response: the headers, the origin, the proxy's word."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stumper.web.errors import Forbidden
from stumper.web.failing import answer_to
from stumper.web.words import t

READING = ("GET", "HEAD", "OPTIONS")
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Headed:
    """The app, each response with the headers that keep a browser from doing more than it should."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does."""

        async def send_headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if scope["scheme"] == "https":
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        await self.app(scope, receive, send_headed if scope["type"] == "http" else send)


class SameOrigin:
    """The app, for what changes something, and for websockets, only where no other site's page sent it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does, or with 403."""
        if scope["type"] == "websocket" and is_foreign(Headers(scope=scope)):
            await receive()  # the handshake
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http" and scope["method"] not in READING and is_foreign(Headers(scope=scope)):
            await answer_to(Request(scope), Forbidden(t("shared.error.foreign")))(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def is_foreign(headers: Headers) -> bool:
    """The browser says that a page of another origin sent this; programs that are no browsers say nothing."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class BehindProxy:
    """The app under the path where the proxy serves it; the proxy's word on scheme, host and address where trusted.

    The path may come with or without the prefix. Of several addresses the last is what the nearest proxy saw itself;
    what stands before it, anybody may have written.
    """

    def __init__(self, app: ASGIApp, root_path: str, is_trusted: bool) -> None:
        self.app, self.root_path, self.is_trusted = app, root_path, is_trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does."""
        if scope["type"] in ("http", "websocket"):
            scope = {**self._as_outside(scope), "peer": scope.get("client")}  # who is at the other end of the line
        await self.app(scope, receive, send)

    def _as_outside(self, scope: Scope) -> Scope:
        root_path = self.root_path
        if self.is_trusted:
            headers = Headers(scope=scope)
            scope, root_path = _believing(scope, headers), _prefix(headers) or root_path
        if root_path:
            path = scope["path"]
            inside = path == root_path or path.startswith(f"{root_path}/")
            scope = {**scope, "root_path": root_path, "path": path if inside else root_path + path}
        return scope


def _prefix(headers: Headers) -> str:
    prefix = headers.get("x-forwarded-prefix", "").rstrip("/")
    return prefix if prefix.startswith("/") and not prefix.startswith("//") else ""


def _believing(scope: Scope, headers: Headers) -> Scope:
    changed: dict[str, object] = {}
    if (scheme := _last(headers, "x-forwarded-proto")) in ("http", "https"):
        is_socket = scope["type"] == "websocket"
        changed["scheme"] = scheme.replace("http", "ws") if is_socket else scheme
    if address := _without_port(_last(headers, "x-forwarded-for")):
        changed["client"] = (address, 0)
    if host := _last(headers, "x-forwarded-host"):
        kept = [(name, value) for name, value in scope["headers"] if name != b"host"]
        changed["headers"] = [*kept, (b"host", host.encode("latin-1"))]
    return {**scope, **changed}


def _last(headers: Headers, name: str) -> str:
    """The last of all values, over several header lines, too."""
    return ",".join(headers.getlist(name)).rpartition(",")[2].strip()


def _without_port(address: str) -> str:
    """The address alone of ``203.0.113.9:1234`` and ``[2001:db8::1]:1234``."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address
