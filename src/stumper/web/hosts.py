"""The hosts that a server answers for: a link that is sent to somebody leads to none that a stranger has named."""

import re
from collections.abc import Collection, Sequence

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from stumper.errors import BadOption
from stumper.web.errors import UnknownHost
from stumper.web.failing import answer_to
from stumper.web.house import HERE
from stumper.web.words import t

HOST = re.compile(r"(?P<name>[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])\.?(?P<port>:[0-9]{1,5})?")
EVERYWHERE = ("0.0.0.0", "::")  # which is the name of no host
LONGEST_HOST = 60  # characters of a host that is repeated


def hosts(listening: str, allowed: Sequence[str]) -> frozenset[str]:
    """What this machine calls itself, where the server listens, and what is allowed besides; BadOption for no host.

    A name stands for all of its ports, unless one is given.
    """
    at = () if listening in EVERYWHERE else (f"[{listening}]" if ":" in listening else listening,)
    return HERE | {_checked(one) for one in (*at, *allowed)}


class KnownHosts:
    """The app, for requests to hosts that it answers for: those named, and the address at which a request came in."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does, or with 400."""
        asked = Headers(scope=scope).getlist("host") if scope["type"] in ("http", "websocket") else []
        strange = next((host for host in asked if not self._is_known(host, scope)), None)
        if strange is None:
            await self.app(scope, receive, send)
            return
        error = UnknownHost(t("shared.error.host", host=strange[:LONGEST_HOST]))
        if scope["type"] == "websocket":
            await receive()  # the handshake
            await send({"type": "websocket.close", "code": 1008})
        else:
            await answer_to(Request(scope), error)(scope, receive, send)

    def _is_known(self, host: str, scope: Scope) -> bool:
        found = HOST.fullmatch(host.lower())
        if found is None:
            return False
        name, port = found["name"], found["port"] or ""
        own = (scope.get("server") or ("",))[0]
        return not {name, name + port}.isdisjoint(self.hosts) or name in (own, f"[{own}]")


def _checked(host: str) -> str:
    found = HOST.fullmatch(host.lower())
    if found is None:
        raise BadOption(f"--allowed-host {host!r} is no host. Write it as in the address, such as people.example.org.")
    return found["name"] + (found["port"] or "")
