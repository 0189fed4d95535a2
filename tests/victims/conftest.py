"""A server on a real socket that answers as it is told, after failing in every way that a server can."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import pytest

Failure = Literal[
    "closes", "cut off", "hangs", "drips", "busy", "busy for long", "broken", "refused", "absent", "moved",
    "bad request", "html", "latin-1", "huge", "nothing", "error in 200", "slow down", "overloaded", "drips headers",
    "no logprobs", "echo 400", "echo 401", "echo 500", "echo 200", "echo html", "echo at the cut", "raw",
]  # fmt: skip
Answer = Callable[[Any], Any]


@dataclass
class Server:
    """``answer`` makes the value that is sent for the value of a POST, or names a failure; the first POSTs fail by
    ``failures``, in order, and then all by ``always``. ``get`` answers a GET, a function for its path; None where only
    POST is spoken."""

    answer: Answer
    failures: list[Failure] = field(default_factory=list)
    always: Failure | None = None
    get: Any = None
    bodies: list[Any] = field(default_factory=list)  # of the POSTs
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)  # the path and headers of all requests
    keys: list[str | None] = field(default_factory=list)  # their Authorization
    released: threading.Event = field(default_factory=threading.Event)  # what hangs goes on
    lock: threading.Lock = field(default_factory=threading.Lock)
    most_at_once: int = 0
    at_once: int = 0
    port: int = 0
    login: str = ""  # USER:PASSWORD
    raw: bytes = b""  # what the failure "raw" sends, and with which status
    raw_status: int = 200

    @property
    def url(self) -> str:
        login = f"{self.login}@" if self.login else ""
        return f"http://{login}127.0.0.1:{self.port}/v1"

    def next_failure(self) -> Failure | None:
        with self.lock:
            return self.failures.pop(0) if self.failures else self.always


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Starts a server; all are stopped after the test."""
    started: list[tuple[Server, ThreadingHTTPServer]] = []

    def start(answer: Answer, *failures: Failure, always: Failure | None = None, get: Any = None) -> Server:
        server = Server(answer, list(failures), always, get)
        listening = _Listening(("127.0.0.1", 0), _handler(server))
        server.port = listening.server_address[1]
        threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        started.append((server, listening))
        return server

    yield start
    for server, listening in started:
        server.released.set()
        listening.shutdown()
        listening.server_close()


class _Listening(ThreadingHTTPServer):
    daemon_threads, block_on_close = True, False
    request_queue_size = 128  # connections that wait until they are taken: all that a test opens at once


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        disable_nagle_algorithm = True  # else each body waits for 40 ms

        def do_GET(self) -> None:
            with server.lock:
                server.asked.append((self.path, dict(self.headers)))
            if server.get is None:
                self.send_error(405)
            elif callable(server.get):
                _send(self, 200, json.dumps(server.get(self.path)).encode())
            else:
                _send(self, 200, json.dumps(server.get).encode())

        def do_POST(self) -> None:
            with server.lock:
                server.at_once += 1
                server.most_at_once = max(server.most_at_once, server.at_once)
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with server.lock:
                server.bodies.append(body)
                server.asked.append((self.path, dict(self.headers)))
                server.keys.append(self.headers["Authorization"])
            said = server.next_failure() or server.answer(body)
            try:
                if isinstance(said, str):
                    FAILURES[said](self, server)
                else:
                    _send(self, 200, json.dumps(said).encode())
            except OSError:
                pass  # the other side has gone
            finally:
                with server.lock:
                    server.at_once -= 1

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


def _send(
    handler: BaseHTTPRequestHandler, status: int, body: bytes, announced: int | None = None, **headers: str
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body) if announced is None else announced))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def _hangs(handler: BaseHTTPRequestHandler, server: Server) -> None:
    server.released.wait(60)


def _drips(handler: BaseHTTPRequestHandler, server: Server) -> None:
    _send(handler, 200, b"{", announced=1000)
    while not server.released.wait(0.02):
        handler.wfile.write(b" ")


def _drips_headers(handler: BaseHTTPRequestHandler, server: Server) -> None:
    handler.wfile.write(b"HTTP/1.0 200 OK\r\n")
    while not server.released.wait(0.02):
        handler.wfile.write(b"X-More: to come\r\n")


def _echoes(status: int, form: str = '{"error": {"message": "you sent %s"}}') -> Callable[[Any, Server], None]:
    """Repeats the header in which the key came."""
    return lambda handler, _: _send(handler, status, (form % handler.headers["Authorization"]).encode())


FAILURES: dict[Failure, Callable[[BaseHTTPRequestHandler, Server], None]] = {
    "closes": lambda handler, _: handler.connection.shutdown(2),
    "cut off": lambda handler, _: _send(handler, 200, b'{"predictions": [', announced=1000),
    "hangs": _hangs,
    "drips": _drips,
    "busy": lambda handler, _: _send(handler, 429, b'{"error": {"message": "slow down"}}', Retry_After="0.2"),
    "busy for long": lambda handler, _: _send(handler, 429, b"later", Retry_After="86400"),
    "broken": lambda handler, _: _send(handler, 500, b"Traceback: it broke"),
    "refused": lambda handler, _: _send(handler, 401, b'{"error": {"message": "no such key"}}'),
    "absent": lambda handler, _: _send(handler, 404, b'{"error": {"message": "no such model"}}'),
    "moved": lambda handler, _: _send(handler, 302, b"", Location="http://127.0.0.1:1/"),
    "bad request": lambda handler, _: _send(handler, 400, b'{"error": {"message": "too long a text"}}'),
    "html": lambda handler, _: _send(handler, 200, b"<html>Welcome to the proxy</html>"),
    "latin-1": lambda handler, _: _send(handler, 200, '{"café": []}'.encode("latin-1")),
    "huge": lambda handler, _: _send(handler, 200, b" " * ((16 << 20) + 1)),
    "nothing": lambda handler, _: _send(handler, 200, b""),
    "error in 200": lambda handler, _: _send(handler, 200, b'{"error": {"message": "upstream is away"}}'),
    "raw": lambda handler, server: _send(handler, server.raw_status, server.raw),
    "slow down": lambda handler, _: _send(handler, 429, b""),
    "overloaded": lambda handler, _: _send(handler, 503, b"overloaded"),
    "drips headers": _drips_headers,
    "no logprobs": lambda handler, _: _send(
        handler, 400, b'{"error": {"message": "Unsupported parameter: \'logprobs\'", "param": "logprobs"}}'
    ),
    "echo 400": _echoes(400),
    "echo 401": _echoes(401),
    "echo 500": _echoes(500, "Traceback: %s"),
    "echo 200": _echoes(200, '{"unknown": "%s"}'),
    "echo html": _echoes(200, "<html>%s</html>"),
    "echo at the cut": _echoes(200, '{"unknown": "' + "x" * 80 + '%s"}'),
}
