"""A victim that writes down every query that it is asked: as Python, and behind a URL."""

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from stumper.identity import query_id
from stumper.types import Guess, Prediction, Query
from stumper.victims.exchange import answers_to_json, read_queries

LOG, PACE = "STUMPER_COUNTED", "STUMPER_PACE"  # variables: the file that queries are written down in; seconds a query
FINGERPRINT = "counting"


@dataclass(frozen=True)
class Counting:
    """Answers one query after the other; each is written down before it is answered."""

    fingerprint: str = FINGERPRINT

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """By chance, which only the query decides."""
        return [prediction for _, prediction in self.predict_each(queries)]

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction]]:
        """The same, one by one."""
        for place, query in enumerate(queries):
            note(Path(os.environ[LOG]), [query])
            time.sleep(float(os.environ.get(PACE, "0")))
            yield place, by_chance(query)


counting = Counting()


def by_chance(query: Query) -> Prediction:
    """An answer, and how sure it is, that only the query decides."""
    chance = int(query_id(query)[:6], 16)
    answer = "in 1874" if chance % 29 == 0 else "Ada" if chance % 7 == 0 else "Ada Thorn"
    probability = 0.3 + chance % 997 / 2000
    return Prediction((Guess(answer, probability),), probability)


def note(log: Path, queries: Sequence[Query]) -> None:
    """The queries stand in the file; several processes may write it at once."""
    line = "".join(f"{query_id(query)}\n" for query in queries).encode()
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        os.write(file, line)
    finally:
        os.close(file)


def noted(log: Path) -> Counter[str]:
    """How often each query was asked."""
    return Counter(log.read_text().split() if log.exists() else ())


@dataclass
class Asked:
    """What a server behind a URL notes, and how long it takes for a query."""

    log: Path
    pace: float
    port: int = 0

    @property
    def victim(self) -> str:
        """How the command line names it."""
        return f"http:http://127.0.0.1:{self.port}/#batch=8"


@contextmanager
def answering(asked: Asked) -> Iterator[None]:
    """Meanwhile a server answers at the port of ``asked``."""

    class Handler(BaseHTTPRequestHandler):
        """One connection; HTTP/1.1, so that it is kept."""

        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer({"fingerprint": FINGERPRINT})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            queries = read_queries(json.loads(body))
            note(asked.log, queries)
            time.sleep(asked.pace * len(queries))
            self._answer(answers_to_json([by_chance(query) for query in queries], FINGERPRINT))

        def _answer(self, value: object) -> None:
            content = json.dumps(value).encode()
            try:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except OSError:  # whoever asked was killed
                self.close_connection = True

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads, server.block_on_close = True, False
    server.handle_error = lambda request, client: None  # type: ignore[method-assign, assignment]  # killed while asking
    asked.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
