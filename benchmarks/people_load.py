"""How long authors wait for the model as they type: a server of its own, real sockets, so many authors at once.

An author types bursts of keys at uneven speed and then thinks for a while. As the page does, each asks the model 120 ms
after the last key, or later where its last answer took longer, hangs up when the next key comes, saves the draft 400 ms
after the last key, and with --weights 1 asks for the weight of each word. A wait is counted from the last key of a
burst to the answer, that pause included; an answer that does not come before its author types on counts as later.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from measuring import arguments, say
from stumper import api
from stumper.people.accounts.account import register
from stumper.people.accounts.tokens import make_token
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Settings
from stumper.people.queues.queue import items_for
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.web.serving import bound

PAUSE, SAVING, LATEST, IDLE = (0.12, 0.4), 0.4, 3.0, 1.0  # seconds, those of the page
KEY = (-1.9, 0.5)  # of the logarithm of the seconds between two keys: 150 ms in the middle
BURST, THINKING = (6, 30), (1.0, 3.0)  # keys, seconds
WARMING = 5.0  # seconds at the start that do not count


@dataclass
class Waits:
    """What was measured."""

    pauses: list[float] = field(default_factory=list)
    late: int = 0
    requests: int = 0
    hung_up: int = 0
    superseded: int = 0
    refused: int = 0
    drafts: list[float] = field(default_factory=list)
    quick: list[float] = field(default_factory=list)


@dataclass
class Author:
    """One browser: what it knows, and its connections that are free."""

    port: int
    token: str
    path: str
    text: str
    rng: Random
    waits: Waits
    ends: float = 0.0
    revision: int = 0
    changes: int = 0
    pending: list[dict[str, object]] = field(default_factory=list)
    free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)
    last_key: float = 0.0
    pause: float = PAUSE[0]
    answer: str = ""
    saving: "asyncio.Task[None] | None" = None

    async def write(self) -> None:
        """Types and thinks until the end."""
        began = time.perf_counter()
        await asyncio.sleep(self.rng.uniform(0, 3))
        asking: asyncio.Task[float | None] | None = None
        while time.perf_counter() < self.ends:
            for _ in range(self.rng.randint(*BURST)):
                await self.hang_up(asking)
                self.type_key()
                asking = asyncio.create_task(self.ask())
                await asyncio.sleep(self.rng.lognormvariate(*KEY))
            thinking = self.rng.uniform(*THINKING)
            done, _ = await asyncio.wait([asking], timeout=thinking) if asking else (set(), set())
            if time.perf_counter() - began > WARMING:
                answered = asking.result() if asking and asking in done else None
                if answered is None:
                    self.waits.late += 1
                else:
                    self.waits.pauses.append(answered)
            if asking and asking in done and self.waits is not None and WEIGHTS:
                asking = asyncio.create_task(self.weigh())
            await asyncio.sleep(max(0.0, thinking - (time.perf_counter() - self.last_key)))
        await self.hang_up(asking)
        if self.saving:
            await self.saving

    def type_key(self) -> None:
        """One letter more, at the end of a word somewhere."""
        places = [at for at, letter in enumerate(self.text) if letter == " "]
        at = self.rng.choice(places)
        letter = self.rng.choice("etaoin ")
        self.text = self.text[:at] + letter + self.text[at:]
        self.changes += 1
        self.pending.append({"number": self.changes, "at": time.time(), "start": at, "removed": "", "inserted": letter})
        self.last_key = time.perf_counter()
        if self.saving is None or self.saving.done():
            self.saving = asyncio.create_task(self.save())

    async def ask(self) -> float | None:
        """The seconds from the last key to the answer; None where there is none."""
        began = self.last_key
        await asyncio.sleep(self.pause)
        self.waits.requests += 1
        asked = time.perf_counter()
        try:
            status, said = await self.call("POST", "predict", {"text": self.text, "label": None, "key": None})
        except asyncio.CancelledError:
            self.pause = min(PAUSE[1], max(self.pause, time.perf_counter() - asked))
            raise
        self.pause = min(PAUSE[1], max(PAUSE[0], time.perf_counter() - asked))
        if status == 200:
            self.answer = said["guesses"][0]["answer"] if said["guesses"] else ""
        self.waits.superseded += status == 409
        self.waits.refused += status not in (200, 409)
        return time.perf_counter() - began if status == 200 else None

    async def weigh(self) -> float | None:
        """Gradient weights, and after a while those by leave-one-out."""
        body = {"text": self.text, "label": None, "answer": self.answer, "method": "gradient"}
        began = time.perf_counter()
        status, _ = await self.call("POST", "weights", body)
        if status == 200:
            self.waits.quick.append(time.perf_counter() - began)
        await asyncio.sleep(IDLE)
        await self.call("POST", "weights", {**body, "method": "leave-one-out"})
        return None

    async def save(self) -> None:
        """The draft, 400 ms after the last change, or at the latest 3 s after the first that is not saved."""
        while self.pending:
            latest = time.perf_counter() + LATEST
            while (left := min(self.last_key + SAVING, latest) - time.perf_counter()) > 0:
                await asyncio.sleep(left)
            sent, self.pending = self.pending, []
            body = {"revision": self.revision, "text": self.text, "label": None, "changes": sent}
            began = time.perf_counter()
            status, answer = await self.call("PUT", "draft", body)
            self.waits.drafts.append(time.perf_counter() - began)
            assert status == 200, answer
            self.revision = answer["revision"]

    async def hang_up(self, task: "asyncio.Task[float | None] | None") -> None:
        """Nobody waits for this answer any more; the connection closes, as a browser's does."""
        if task is not None and not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def call(self, method: str, name: str, body: object) -> tuple[int, Any]:
        """Status and JSON; a call that is cancelled closes its connection."""
        reader, writer = self.free.pop() if self.free else await asyncio.open_connection("127.0.0.1", self.port)
        data = json.dumps(body).encode()
        head = (f"{method} {self.path}/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(data)}\r\n\r\n")  # fmt: skip
        try:
            writer.write(head.encode() + data)
            status, answer = await _answer(reader)
        except asyncio.CancelledError:
            self.waits.hung_up += 1
            writer.close()
            raise
        self.free.append((reader, writer))
        return status, answer


WEIGHTS = False


def main() -> None:
    global WEIGHTS
    args = arguments(__doc__, authors=30, seconds=60, seed=1, weights=1)
    WEIGHTS = bool(args.weights)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'people.db'}"
        people = furnished(url, args.authors)
        with served(url) as (port, process):
            waits = Waits()
            began = _spent(process.pid)
            asyncio.run(everybody(port, people, args.seconds, args.seed, waits))
            own, server, wall = (now - then for now, then in zip(_spent(process.pid), began, strict=True))
    every = sorted(waits.pauses + [float("inf")] * waits.late)
    say("people-load", authors=args.authors, seconds=args.seconds, weights=WEIGHTS, pauses=len(every),
        p50_ms=ms(every, 0.5), p95_ms=ms(every, 0.95), p99_ms=ms(every, 0.99), late=waits.late,
        requests_a_second=round(waits.requests / wall, 1), hung_up=round(waits.hung_up / max(1, waits.requests), 3),
        superseded=round(waits.superseded / max(1, waits.requests), 3), refused=waits.refused,
        draft_p95_ms=ms(sorted(waits.drafts), 0.95), gradient_p50_ms=ms(sorted(waits.quick), 0.5),
        mean_ms=round(1000 * fmean(waits.pauses)) if waits.pauses else None,
        server_cores=round(server / wall, 2), generator_cores=round(own / wall, 2),
        load=os.getloadavg()[0])  # fmt: skip


def ms(ordered: list[float], share: float) -> float | None:
    """A quantile in milliseconds; None where it was late, or there is nothing."""
    value = ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")
    return None if value == float("inf") else round(1000 * value)


def furnished(url: str, authors: int, victim: str = "embedded") -> list[tuple[str, str, str, str]]:
    """For each author: a token, the project, an item of their own, and its paragraph."""
    dataset = api.load_dataset("reading")
    examples, now = list(dataset), time.time()
    with Store.open(url) as store:
        settings = Settings("reading", "reading", (victim,), ("write",), timer=None, items=None)
        project = make_project(store, "Load", settings, examples, dataset.fingerprint, now)
        texts = {example.id: example.query.context.text for example in examples}
        people = []
        for n in range(authors):
            person = register(store, f"Author {n}", None, now)
            add_member(store, project.id, person.id, "author", now)
            items = [item for item, _ in items_for(store, project.id, person.id) if item.topic]
            item = items[n * 7 % len(items)]
            token = make_token(store, person.id, "load", now, scope="work")
            people.append((token, project.id, item.id, texts[item.topic]))
    return people


@contextmanager
def served(url: str, victim: str = "embedded") -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """A server on the store, at a free port, once it answers."""
    held = bound("127.0.0.1", 0)  # nobody else comes to listen there before the server does
    port = held.getsockname()[1]
    command = [sys.executable, "-m", "stumper", "serve", "--port", str(port), "--store", url, "--victim", victim]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield port, process
    finally:
        held.close()
        process.terminate()
        process.wait()


async def everybody(port: int, people: list[tuple[str, str, str, str]], seconds: int, seed: int, waits: Waits) -> None:
    """All authors at once."""
    authors: list[Author] = []
    for n, (token, project, item, text) in enumerate(people):
        author = Author(port, token, f"/api/v1/projects/{project}/items/{item}", text, Random(f"{seed}/{n}"), waits)
        status, opened = await author.call("POST", "open", {})
        assert status == 200, opened
        author.path = f"/api/v1/projects/{project}/assignments/{opened['assignment']}"
        authors.append(author)
    status, _ = await authors[0].call("POST", "predict", {"text": authors[0].text})  # the model is loaded now
    assert status == 200
    ends = time.perf_counter() + seconds
    for author in authors:
        author.ends = ends
    works: list[Coroutine[Any, Any, None]] = [author.write() for author in authors]
    await asyncio.gather(*works)


async def _answer(reader: asyncio.StreamReader) -> tuple[int, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    lines = head.split("\r\n")
    length = next((int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length")), 0)
    data = await reader.readexactly(length) if length else b""
    return int(lines[0].split()[1]), json.loads(data) if data else None


def _spent(pid: int) -> tuple[float, float, float]:
    """The processor seconds of this process and of that one, and the time."""
    return time.process_time(), cpu(pid), time.perf_counter()


def cpu(pid: int) -> float:
    """The processor seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
