"""Links that are sent to people, as whole addresses."""

from starlette.requests import Request

from stumper.web.rendering import address


def link_of(request: Request, secret: str) -> str:
    """The whole address of an invitation, as whoever asks sees this server."""
    return whole_address(request, f"/join/{secret}")


def whole_address(request: Request, path: str) -> str:
    """The path, which is without the proxy's prefix, as others can open it."""
    return f"{request.url.scheme}://{request.url.netloc}{address(request, path)}"
