"""Requests that do not come, or come byte by byte, hold no connection."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from benches import Bench
from stumper.web import impatient
from stumper.web.impatient import BODY, HEAD, LEAST, Impatient
from visiting import Site

POST = b"POST /log-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
GET = b"GET /help HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def line(site: Site) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", urlsplit(site.home).port)) as plain:
        plain.settimeout(0.1)
        yield plain


def dripped(plain: socket.socket, drop: bytes) -> bytes:
    """What the server said until it ended the connection, while more and more drops came; fails if it never does."""
    said = b""
    for _ in range(600):
        try:
            plain.sendall(drop)
            if not (more := plain.recv(65_536)):
                return said
            said += more
        except TimeoutError:
            continue
        except ConnectionError:
            return said
    raise AssertionError("the connection goes on and on")


@pytest.mark.parametrize(
    ("begin", "drop", "says"),
    [
        (b"", b"", b""),
        (b"G", b"", b"408"),
        (GET, b"X-A: b\r\n", b"408"),
        (GET + b"\r\n", b"\r\n", b"408"),
        (GET + b"\r\n" + GET, b"X-A: b\r\n", b"408"),
        (POST + b"Content-Length: 900\r\n\r\n", b"x", b""),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", b""),
    ],
    ids=["nothing", "one byte", "headers", "empty lines after a request", "the next headers", "body", "chunks"],
)
def test_whoever_drips_is_cut_off_and_others_are_answered(
    site: Site, monkeypatch: pytest.MonkeyPatch, begin: bytes, drop: bytes, says: bytes
) -> None:
    with monkeypatch.context() as hurried, line(site) as plain:
        hurried.setattr(impatient, "HEAD", 1.5)
        hurried.setattr(impatient, "BODY", 0.5)
        plain.sendall(begin)
        said = dripped(plain, drop)
    assert says in said
    assert (b"The request did not come in time." in said) == bool(says)
    assert httpx.get(f"{site.home}/help", trust_env=False, timeout=60).status_code == 200


@pytest.fixture
def protocol(bench: Bench) -> Impatient:
    async def app(scope, receive, send) -> None: ...

    config = uvicorn.Config(app, log_config=None)
    made = Impatient(config, ServerState(), {}, _loop=bench)
    made.connection_made(bench)
    return made


def test_a_request_that_is_there_waits_for_nothing(bench: Bench, protocol: Impatient) -> None:
    assert bench.waits() == [HEAD]
    protocol.data_received(GET)
    assert bench.waits() == [HEAD]
    protocol.data_received(b"\r\n")
    assert bench.waits() == []


def test_a_body_that_keeps_its_pace_may_take_long(bench: Bench, protocol: Impatient) -> None:
    protocol.data_received(POST + b"Content-Length: 50000000\r\n\r\n")
    for _ in range(9):
        assert bench.waits() == [BODY]
        protocol.data_received(b"x" * LEAST)
        protocol.cycle.body.clear()  # as the app does when it reads
        bench.pass_time()
    protocol.data_received(b"x" * (LEAST - 1))
    assert bench.ends == []
    bench.pass_time()
    assert bench.ends == ["aborted"]


def test_whoever_waits_until_the_app_reads_on_is_not_slow(bench: Bench, protocol: Impatient) -> None:
    protocol.data_received(POST + b"Content-Length: 50000000\r\n\r\n" + b"x" * 70_000)
    assert protocol.flow.read_paused
    for _ in range(9):
        bench.pass_time()
    protocol.flow.resume_reading()
    bench.pass_time()
    assert bench.ends == []
    bench.pass_time()
    assert bench.ends == ["aborted"]
