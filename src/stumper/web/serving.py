"""A house, and the server that answers for it."""

import errno
import os
import socket
import time
from collections.abc import Iterable, Sequence
from functools import partial
from threading import Thread

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from stumper.errors import BadOption
from stumper.loading import check_victim_named, load_victim, what_answers
from stumper.people.accounts.secrets import held_secret
from stumper.people.projects.key_box import key_box
from stumper.people.projects.named_models import Reach
from stumper.people.writing.likeness import read_dictionary
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.victims.address import without_password
from stumper.victims.allowed_hosts import allowed_hosts
from stumper.web.arriving import Arrival, Arrivals
from stumper.web.hosts import hosts
from stumper.web.house import House
from stumper.web.impatient import Impatient
from stumper.web.limits import limits_over
from stumper.web.machines import Desks, Machines, Victims
from stumper.web.unread import Followed

GRACE = 10  # seconds that requests have to end when the server is told to
KEEP_ALIVE = 75
BACKLOG = 256
MOST_OF_A_MESSAGE = 20_000  # bytes that somebody may send over a websocket at once


def furnish(
    store: Store,
    victims: Sequence[str],
    root_path: str = "",
    is_proxied: bool = False,
    host: str = "127.0.0.1",
    allowed: Sequence[str] = (),
    model_hosts: Sequence[str] = (),
) -> House:
    """A house over the store, whose ``arrivals`` are to be loaded: each victim with its desk.

    BadOption where the path, or a host, is none; UnknownComponent where a victim is.

    It listens at ``host`` and answers for the ``allowed`` hosts, too; ``model_hosts`` are those of models that people
    may name on pages.
    """
    path, answered = checked_root_path(root_path), hosts(host, allowed)
    names = {spec: _shown(spec, victims) for spec in victims}
    for spec in names:
        check_victim_named(spec)
    arrivals = Arrivals([Arrival(names[spec], partial(_desk, store, spec, names[spec]), spec) for spec in names])
    reach = Reach(allowed_hosts(model_hosts), key_box(store, os.environ))
    desks = Desks(Machines(store, arrivals, reach))
    return House(
        store, held_secret(store), Victims(desks), desks, time.time, path, is_proxied, answered, limits_over(store),
        arrivals=arrivals, reach=reach,
    )  # fmt: skip


def checked_root_path(root_path: str) -> str:
    """The path without a slash at its end, "" where it is the whole host; BadOption where it is no path."""
    path = root_path.rstrip("/")
    if path and (not path.startswith("/") or path.startswith("//") or not path.isprintable() or "?" in path):
        raise BadOption(f"--root-path {root_path!r} is no path. Write it as in the address, such as /stumper.")
    return path


def bound(host: str, port: int) -> socket.socket:
    """A socket at which nothing arrives before ``listen``; BadOption where the address is taken or not this
    machine's."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise BadOption(f"--host {host!r} is no address of this machine: {error.strerror}. Use 127.0.0.1.") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise BadOption(_why_not(host, port, error)) from error
    return listener


def listen(listener: socket.socket) -> None:
    """Connections arrive from now on; BadOption where another server has come to listen there first."""
    try:
        listener.listen(BACKLOG)
    except OSError as error:
        host, port = listener.getsockname()[:2]
        raise BadOption(_why_not(host, port, error)) from error


def answer(app: FastAPI, listener: socket.socket) -> None:
    """Answers until the process is told to end; then what is being answered has ten seconds to come to its end.

    Meanwhile the dictionary is read that attack types are told by, so that the first author does not wait for it.
    """
    Thread(target=read_dictionary, daemon=True).start()
    uvicorn.Server(configuration(app)).run(sockets=[listener])


def configuration(app: FastAPI) -> uvicorn.Config:
    """How uvicorn serves it: what a proxy says is read by the app itself, which knows whom to believe."""
    is_proxied: bool = app.state.house.proxied
    return uvicorn.Config(
        Refusing(app),
        http=partial(Impatient, is_proxied=is_proxied),  # type: ignore[arg-type]  # it is called as a class is
        ws=partial(Followed, is_proxied=is_proxied),  # type: ignore[arg-type]
        ws_max_size=MOST_OF_A_MESSAGE,
        ws_per_message_deflate=False,  # words are short, and many are told at once
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )


class Refusing:
    """The app; after it refused a websocket with an answer it ends as after a lost line.

    Any other end uvicorn logs as an error.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers as the app does."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        is_refused = False

        async def send_noting(message: Message) -> None:
            nonlocal is_refused
            await send(message)
            is_refused = is_refused or message["type"] == "websocket.http.response.body"

        await self.app(scope, receive, send_noting)
        if is_refused:
            raise ClientDisconnected


def _desk(store: Store, spec: str, name: str) -> Desk:
    victim = load_victim(spec)
    return Desk(name, victim, store.cache(), what_answers(spec, victim))


def _shown(spec: str, specs: Iterable[str]) -> str:
    """What pages call a victim: how it was named, without a password; BadOption where they would call two the same."""
    name = without_password(spec)
    if [without_password(other) for other in set(specs)].count(name) > 1:
        raise BadOption(f"Two victims differ in nothing but a password: {name}. Leave one of them out.")
    return name


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is taken by another program. Choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} needs rights that this program does not have. Choose one above 1023 with --port."
    return f"Nothing can listen at {host}, port {port}: {error.strerror}. Choose others with --host and --port."
