"""Whoever reads what they asked for a few bytes at a time, or never, holds no connection; others read on."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from threading import Thread
from time import sleep

import httpx
import pytest
import uvicorn

from benches import Bench
from stumper.web import impatient, unread
from stumper.web.impatient import Impatient
from stumper.web.unread import LEAST, MOST_WAITING, WAITS, Followed, Unread

MUCH = 30_000_000  # bytes, of which no system keeps as many for a connection
FEW = 200  # at a time: a client still has what came before the end
HERE = "127.0.0.1"
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@dataclass
class Talker:
    """An app that says much to whoever asks; ``ends`` is how that ended, one after the other."""

    ends: list[str] = field(default_factory=list)

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "lifespan":
            return
        if scope["type"] == "http":
            length = (b"content-length", str(MUCH).encode())
            await send({"type": "http.response.start", "status": 200, "headers": [length]})
            await send({"type": "http.response.body", "body": b"x" * MUCH})
            return
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "bytes": b"x" * 64_000})
        except Exception as error:  # whatever uvicorn raises where nobody is there any more
            self.ends.append(type(error).__name__)
            raise


@contextmanager
def talking(app: Talker) -> Iterator[int]:
    """The port at which a server says what the app does."""
    listener = socket.create_server((HERE, 0))
    config = uvicorn.Config(app, http=Impatient, ws=Followed, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        thread.join()


@contextmanager
def asked(port: int, request: bytes) -> Iterator[socket.socket]:
    """A connection on which something was asked for."""
    with socket.socket() as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.connect((HERE, port))
        plain.settimeout(0.02)
        plain.sendall(request)
        yield plain


def is_ended(plain: socket.socket) -> bool:
    """Whether the server ended the connection; a few bytes are read where it did not."""
    try:
        return not plain.recv(FEW)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def drips(plain: socket.socket) -> bool:
    """Reads a few bytes at a time until the server ends the connection; False where it never does."""
    for _ in range(1_000):
        if is_ended(plain):
            return True
        sleep(0.02)
    return False


@pytest.mark.parametrize("upgrade", [b"", UPGRADE], ids=["download", "websocket"])
def test_whoever_reads_a_few_bytes_at_a_time_is_cut_off(monkeypatch: pytest.MonkeyPatch, upgrade: bytes) -> None:
    monkeypatch.setattr(unread, "WAITS", 0.3)
    app = Talker()
    with talking(app) as port, asked(port, GET + upgrade + b"\r\n") as plain:
        assert drips(plain)
    assert len(app.ends) == bool(upgrade)


def test_whoever_reads_on_is_told_all() -> None:
    with talking(Talker()) as port:
        assert len(httpx.get(f"http://{HERE}:{port}/", trust_env=False, timeout=60).content) == MUCH


def test_one_connection_too_many_of_a_network_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impatient, "LINES", 2)
    with talking(Talker()) as port, asked(port, b"") as first, asked(port, b"") as second:
        with asked(port, b"") as third:
            third.settimeout(10)
            assert is_ended(third)
        assert not is_ended(second)
        first.close()
        answers = (asked(port, GET.replace(b"GET", b"HEAD") + b"\r\n") for _ in range(500))
        assert any(is_answered(one) for one in answers)


def is_answered(asking: AbstractContextManager[socket.socket]) -> bool:
    with asking as plain:
        plain.settimeout(10)
        return not is_ended(plain)


class Line:
    """A connection: ``left`` is what waits to be read."""

    def __init__(self, left: int) -> None:
        self.left, self.is_cut, self.unread, self.transport = left, False, None, self

    def set_write_buffer_limits(self, high: int) -> None: ...

    def get_write_buffer_size(self) -> int:
        return self.left

    def get_extra_info(self, _: str) -> "Line":
        return self

    def setsockopt(self, *_: object) -> None: ...

    def abort(self) -> None:
        self.is_cut = True


def looked_after(bench: Bench, *left: int, network: str = "198.51.100.7") -> list[Line]:
    """Connections of one network for each of which so many bytes wait."""
    lines = [Line(waiting) for waiting in left]
    for line in lines:
        line.unread = Unread(line, bench, lines, network)
    return lines


def test_a_slow_reader_may_take_long_who_keeps_a_pace(bench: Bench) -> None:
    [line] = looked_after(bench, 10 * LEAST)
    line.unread.begin()
    assert bench.waits() == [WAITS]
    for _ in range(9):
        line.left -= LEAST
        bench.pass_time()
    assert not line.is_cut
    line.left -= LEAST - 1
    bench.pass_time()
    assert line.is_cut


def test_nothing_is_waited_for_once_all_is_read(bench: Bench) -> None:
    [line] = looked_after(bench, 5)
    line.unread.begin()
    line.unread.end()
    assert bench.waits() == []


def test_where_too_much_waits_for_a_network_whoever_has_most_of_it_is_cut_off(bench: Bench) -> None:
    *lines, newest = looked_after(bench, MOST_WAITING // 4, MOST_WAITING // 2, 1, MOST_WAITING // 4)
    newest.unread.begin()
    assert [line.is_cut for line in (*lines, newest)] == [False, True, False, False]
    assert not looked_after(bench, MOST_WAITING)[0].is_cut


def test_behind_a_proxy_nobody_is_of_a_network(bench: Bench) -> None:
    lines = looked_after(bench, MOST_WAITING, MOST_WAITING, network="")
    lines[0].unread.begin()
    assert not any(line.is_cut for line in lines)
    assert bench.waits() == [WAITS]
