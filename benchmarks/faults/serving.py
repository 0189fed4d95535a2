"""`stumper serve` in a process of its own, which is killed and started again at the same port."""

import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

import httpx

from faults.browsing import FOOLING
from stumper import api
from stumper.tasks.reading.question import Question
from stumper.types import Guess, Prediction, Query
from stumper.web.serving import bound

VICTIM = "python:faults.serving:easily_fooled"


@dataclass
class Server:
    """``log`` is the file that takes what it complains of."""

    url: str
    log: Path
    held: socket.socket = field(default_factory=partial(bound, "127.0.0.1", 0))  # its port, while it is dead, too
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def port(self) -> int:
        found: int = self.held.getsockname()[1]
        return found

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """It is starting."""
        command = [sys.executable, "-m", "stumper", "serve", "--port", str(self.port), "--store", self.url,
                   "--victim", VICTIM]  # fmt: skip
        with self.log.open("ab") as log:
            folder = Path(__file__).parents[1]
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, cwd=folder)

    def kill(self) -> None:
        """It is dead, whatever it was at."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def wait(self) -> float:
        """The time at which it answers."""
        for _ in range(1200):
            with suppress(httpx.TransportError):
                httpx.get(f"{self.home}/help", trust_env=False, timeout=60)
                return time.monotonic()
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError(f"it does not answer: {self.log.read_text()}")


@dataclass
class EasilyFooled:
    """Right about every question of the bundled data, but for paragraphs that have a certain name in them."""

    fingerprint: str = "easily fooled"
    asked: list[int] = field(default_factory=list)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        time.sleep(0.01)
        return [Prediction((_guess(query),), 0.9) for query in queries]


easily_fooled = EasilyFooled()


def _guess(query: Query) -> Guess:
    assert isinstance(query, Question)
    text = FOOLING if FOOLING in query.context.text else _answers()[query.text]
    return Guess(text, 0.9, query.context.text.index(text))


@cache
def _answers() -> Mapping[str, str]:
    return {one.query.text: one.gold.answers[0].text for one in api.load_dataset("reading")}
