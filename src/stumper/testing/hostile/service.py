"""A server on a real socket that misbehaves, by the path of the URL, as a row of its table says."""

import json
import socket
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

from stumper.testing.hostile.town import TRAP, honest_answer
from stumper.testing.hostile.ways import LONG

PAUSE = 0.2  # seconds between two bytes of a drip
PIECE = 1 << 16


@dataclass(slots=True)
class Service:
    """Serves ``rows`` at ``/NAME``; what it was asked for each is counted, and the keys that came along are kept."""

    rows: "Mapping[str, Respond]"
    port: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    keys: set[str] = field(default_factory=set)
    is_healthy: bool = False
    released: threading.Event = field(default_factory=threading.Event)
    has_misbehaved: threading.Event = field(default_factory=threading.Event)  # where that matters to others

    def url(self, name: str, host: str = "127.0.0.1") -> str:
        """Where the row of this name is served."""
        return f"http://{host}:{self.port}/{name}"


@dataclass(frozen=True, slots=True)
class Request:
    """A request with the connection that it came by; ``number`` counts those for one row and method."""

    service: Service
    connection: socket.socket
    name: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    number: int

    @property
    def is_trap(self) -> bool:
        """Whether it asks for the query where to misbehave."""
        return TRAP.encode() in self.body

    def honest(self) -> Any:
        """What the honest system answers."""
        if self.method == "GET":
            return {"fingerprint": f"service-{self.name}"}
        asked = json.loads(self.body)
        if "messages" in asked:
            said = honest_answer(" ".join(message["content"] for message in asked["messages"]))
            message = {"role": "assistant", "content": said or "I do not know."}
            return {"id": "said-1", "object": "chat.completion", "created": 0, "model": "hostile",
                    "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                    "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}}  # fmt: skip
        answers = [honest_answer(" ".join(map(str, query.values()))) for query in asked["queries"]]
        return {"predictions": [{"guesses": [{"answer": a, "probability": 0.9}] if a else []} for a in answers]}

    def send(self, value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Sends a whole response with a value as JSON, or with bytes as they are."""
        content = value if isinstance(value, bytes) else json.dumps(value).encode("ascii")
        self.begin(status, {"Content-Length": str(len(content)), **(headers or {})})
        self.write(content)

    def begin(self, status: int, headers: Mapping[str, str]) -> None:
        """Sends the head of a response."""
        lines = [f"HTTP/1.1 {status} Said", "Content-Type: application/json", "Connection: close",
                 *(f"{name}: {value}" for name, value in headers.items())]  # fmt: skip
        self.write("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def write(self, content: bytes) -> None:
        """Sends bytes."""
        self.connection.sendall(content)

    def drip(self, content: bytes) -> None:
        """Sends a byte at a time."""
        for place in range(len(content)):
            if self.service.released.wait(PAUSE):
                return
            self.write(content[place : place + 1])

    def hang(self) -> None:
        """Waits until the service is closed."""
        self.service.released.wait(LONG)

    def reset(self) -> None:
        """Breaks the connection off as a machine that goes down does."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


Respond = Callable[[Request], None]


@contextmanager
def serving(rows: Mapping[str, Respond]) -> Iterator[Service]:
    """A service that is open meanwhile, on a port of its own of this machine."""
    service = Service(rows)

    class Answering(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # whoever asked has hung up
                _answer(service, self.request)

    class Server(ThreadingTCPServer):
        daemon_threads, block_on_close, request_queue_size = True, False, 64

    with Server(("127.0.0.1", 0), Answering) as server:
        service.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield service
        finally:
            service.released.set()
            server.shutdown()


def _answer(service: Service, connection: socket.socket) -> None:
    if (request := _read(service, connection)) is None:
        return
    respond = service.rows.get(request.name)
    if respond is None or service.is_healthy:
        request.send(request.honest())
    else:
        respond(request)


def _read(service: Service, connection: socket.socket) -> Request | None:
    """The request that comes by a connection; None where it ends before."""
    with connection.makefile("rb") as file:
        line = file.readline(PIECE).decode("latin-1").split()
        headers = {}
        while (header := file.readline(PIECE).decode("latin-1").strip()) != "":
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        body = file.read(int(headers.get("content-length", 0)))
    if len(line) < 3:
        return None
    method, path = line[0], line[1]
    name = path.strip("/").partition("/")[0]
    service.asked[f"{method} {name}"] += 1
    if "authorization" in headers:
        service.keys.add(f"{name}: {headers['authorization']}")
    number = service.asked[f"{method} {name}"]
    return Request(service, connection, name, method, path, headers, body, number)
