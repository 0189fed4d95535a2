"""Servers of models that behave, and others that redirect, send without end, fall silent or repeat the key."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HUGE = 3 << 20  # bytes


@dataclass
class ModelServer:
    """Where it listens, and what it was sent: method, path, and headers by their names in lower case."""

    port: int
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def model_server(answer: str = "Ada", fingerprint: str = "lamps-1") -> Iterator[ModelServer]:
    """A server at which ``/`` speaks Stumper's protocol, ``/v1`` OpenAI's, and each other path one fault."""
    over = threading.Event()

    class Asked(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.note()
            self.reply(200, {"fingerprint": fingerprint})

        def do_POST(self) -> None:
            self.note()
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.startswith("/redirect"):
                self.send_response(307)
                self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/")
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif self.path.startswith("/huge"):
                self.reply(200, {"choices": [{"message": {"content": "a" * HUGE}}]})
            elif self.path.startswith("/slow"):
                over.wait(60)
            elif self.path.startswith("/tells"):
                self.reply(401, {"error": {"message": f"wrong: {self.headers['Authorization']}"}})
            elif self.path.startswith("/v1"):
                said = {"message": {"role": "assistant", "content": answer}, "finish_reason": "stop"}
                self.reply(200, {"choices": [said], "model": sent["model"]})
            else:
                guesses = {"guesses": [{"answer": answer, "probability": 0.75}]}
                self.reply(200, {"predictions": [guesses for _ in sent["queries"]], "fingerprint": fingerprint})

        def note(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            made.asked.append((self.command, self.path, headers))

        def reply(self, status: int, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:
                return  # whoever asked has had enough

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Asked)
    server.daemon_threads = True
    made = ModelServer(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield made
    finally:
        over.set()
        server.shutdown()
        server.server_close()
