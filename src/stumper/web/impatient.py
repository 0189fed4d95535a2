"""Connections that are cut off where a request does not come, neither its head in time, nor its body at any pace; and
where its answer is not read."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stumper.web.unread import LINES, Unread, neighbours, network_of

HEAD = 15.0  # seconds from a connection's beginning, or a request's first byte, to the end of its head
BODY = 15.0  # seconds in which so many bytes of a body come, if it does not end
LEAST = 15_000
SAID = b"The request did not come in time. Send it again, all at once.\n"
TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%b"
) % (len(SAID), SAID)


class Impatient(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, which itself would wait for ever for the rest of a request that has begun, or until an
    answer is read.

    Between requests uvicorn's own time holds (``timeout_keep_alive``).
    """

    unread: Unread | None = None

    def __init__(self, *args: Any, is_proxied: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_proxied = is_proxied
        self._deadline: asyncio.TimerHandle | None = None
        self._received = 0  # bytes of a head, or of a body since it was last looked at
        self._was_paused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn declares it
        """The first head is waited for, though nothing has come of it; one line too many of a network is ended."""
        super().connection_made(transport)
        network = "" if self._is_proxied else network_of(self.client)
        self.unread = Unread(self, self.loop, self.connections, network)
        if network and len(neighbours(self.connections, network)) > LINES:
            transport.abort()
            return
        self._wait(HEAD, self._give_up)

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

    def data_received(self, data: bytes) -> None:
        """Anything that comes while nothing is answered is a head, if only of empty lines."""
        self._received += len(data)
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(HEAD, self._give_up)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """The next head may begin while a request is answered."""
        super().on_message_begin()
        if self._deadline is None:
            self._wait(HEAD, self._give_up)

    def on_headers_complete(self) -> None:
        """Now the body is waited for."""
        self._received, self._was_paused = 0, False
        self._wait(BODY, self._check_pace)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Nothing is waited for."""
        self._stop_waiting()
        self._received = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The websocket's protocol takes over."""
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self._stop_waiting()
        if self.unread is not None:
            self.unread.end()
        super().connection_lost(exc)

    def _wait(self, seconds: float, then: Any) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, then)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _check_pace(self) -> None:
        """Whoever is slow because the app has not read on is not slow."""
        is_paused = self.flow.read_paused
        if self._received < LEAST and not (is_paused or self._was_paused):
            self._stop_waiting()
            self.transport.abort()
            return
        self._received, self._was_paused = 0, is_paused
        self._wait(BODY, self._check_pace)

    def _give_up(self) -> None:
        """No head has come; a browser that opened a connection ahead, and sent nothing, needs no word about it."""
        self._stop_waiting()
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            return
        if self._received:
            self.transport.write(TOO_LATE)
        self.transport.close()
