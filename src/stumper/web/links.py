"""Links that are sent to people, as whole addresses."""

from urllib.parse import urlencode

from starlette.requests import Request

from stumper.web.rendering import address


def link_of(request: Request, secret: str, room: str = "") -> str:
    """The whole address of an invitation, as whoever asks sees this server; into the ``room`` of a match if one is
    named."""
    return whole_address(request, join_path(secret, room))


def join_path(secret: str, room: str = "") -> str:
    """The path of an invitation."""
    return f"/join/{secret}" + (f"?{urlencode({'room': room})}" if room else "")


def opens_here_alone(request: Request) -> bool:
    """Whether whoever asks sees this server by an address that means this very machine to everybody."""
    host = request.url.hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def whole_address(request: Request, path: str) -> str:
    """The path, which is without the proxy's prefix, as others can open it."""
    return f"{request.url.scheme}://{request.url.netloc}{address(request, path)}"
