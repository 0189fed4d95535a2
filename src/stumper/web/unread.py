"""What is sent to somebody who does not read it: how long it waits, and how much of it waits for one network."""

import asyncio
import socket
import struct
from collections.abc import Iterable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stumper.people.accounts.failed_log_ins import network

WAITS = 30.0  # seconds in which so many bytes are read, if not all
LEAST = 30_000
MOST_WAITING = 64_000_000  # bytes that wait for one network
LINES = 500  # connections of one network: a classroom has some seven for each of its browsers
AT_ONCE = struct.pack("ii", 1, 0)  # how a connection ends: what the system still has to send is let go, too


class Line(Protocol):
    """A connection of the server, as uvicorn keeps them."""

    transport: asyncio.Transport
    unread: "Unread | None"


class Unread:
    """What a connection has been sent and its other side has not read: whoever reads too slowly is cut off.

    So is, where more than ``MOST_WAITING`` waits for one ``network``, the connection for which most does. "" is no
    network, as behind a proxy, where everybody comes from one address.
    """

    def __init__(self, line: Line, loop: asyncio.AbstractEventLoop, lines: Iterable[Any], network: str) -> None:
        line.transport.set_write_buffer_limits(high=0)  # it tells of each byte that is left
        self.network = network
        self._transport, self._loop, self._lines = line.transport, loop, lines
        self._deadline: asyncio.TimerHandle | None = None
        self._left = 0

    def begin(self) -> None:
        """Something is left to be read."""
        self._wait()
        if not self.network:
            return
        left = {one: one.transport.get_write_buffer_size() for one in neighbours(self._lines, self.network)}
        if sum(left.values()) > MOST_WAITING:
            _cut_off(max(left, key=left.__getitem__).transport)

    def end(self) -> None:
        """All has been read, or nobody will."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _wait(self) -> None:
        self.end()
        self._left = self._transport.get_write_buffer_size()
        self._deadline = self._loop.call_later(WAITS, self._check)

    def _check(self) -> None:
        if self._left - self._transport.get_write_buffer_size() < LEAST:
            _cut_off(self._transport)
        else:
            self._wait()


def neighbours(lines: Iterable[Any], network: str) -> list[Line]:
    """The connections of one network."""
    return [one for one in lines if one.unread is not None and one.unread.network == network]


def _cut_off(transport: asyncio.Transport) -> None:
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()


def network_of(address: tuple[str, int] | None) -> str:
    """The network of a client's address, "" where it has none, as over a socket of the file system."""
    return network(address[0]) if address else ""


class Followed(WebSocketsSansIOProtocol):
    """Websockets as uvicorn speaks them, which itself waits for ever until what was sent is read.

    Its pings end a line that says nothing; this ends one that does not read.
    """

    unread: Unread | None = None

    def __init__(self, *args: Any, is_proxied: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_proxied = is_proxied

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line is looked after from now on."""
        super().connection_made(transport)
        self.unread = Unread(self, self.loop, self.connections, "" if self._is_proxied else network_of(self.client))

    def pause_writing(self) -> None:
        """Something is left to be read."""
        super().pause_writing()
        if self.unread is not None:
            self.unread.begin()

    def resume_writing(self) -> None:
        """All was read."""
        super().resume_writing()
        if self.unread is not None:
            self.unread.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        if self.unread is not None:
            self.unread.end()
        super().connection_lost(exc)
