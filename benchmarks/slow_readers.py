"""What so many clients hold of a server that ask for much and read it slowly, or never.

A server of its own on a real socket. Each client asks for a download of 3 MB, or for the websocket of a match, and then
reads nothing, or a byte ten times a second. Told are how many of their connections were refused at once, how many were
still held after a while, the server's memory before and then, and how long somebody else waited for the page of help.
"""

import asyncio
import socket
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from measuring import arguments, say
from people_load import served
from stumper import api
from stumper.people.accounts import register
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.values import Asked, Rules
from stumper.people.matches.watching import link_to_watch
from stumper.people.projects import make_project
from stumper.people.tokens import make_token
from stumper.people.values import Settings
from stumper.store import Store

PROJECTS, LENGTH = 60, 50_000  # with instructions of so many characters, all of which is told in one answer
EVERY = 0.1  # seconds between two bytes, and between two looks of somebody else
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
ATTACKS = (  # what is asked for, whether that is a websocket, and how many bytes are read at a time
    ("a download of 3 MB, never read", False, 0),
    ("the same, 10 bytes a second", False, 1),
    ("the websocket of a match, never read", True, 0),
)


@dataclass
class Client:
    """Somebody who reads slowly: ``pace`` bytes at a time, 0 never."""

    port: int
    request: bytes
    pace: int
    line: socket.socket = field(default_factory=socket.socket)

    async def hold(self, until: float) -> str:
        """What became of the connection: "refused", "ended", or "held" until then."""
        loop = asyncio.get_running_loop()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.setblocking(False)
        try:
            await loop.sock_connect(self.line, ("127.0.0.1", self.port))
            await loop.sock_sendall(self.line, self.request)
            if not await loop.sock_recv(self.line, 1):
                return "refused"
            while time.monotonic() < until:
                await asyncio.sleep(EVERY)
                if self.pace and not await loop.sock_recv(self.line, self.pace):
                    return "ended"
            return "held" if is_established(self.line) else "ended"
        except ConnectionError:
            return "refused" if time.monotonic() < until - 1 and not self.pace else "ended"


def is_established(line: socket.socket) -> bool:
    """Whether the other side has not ended it, as the system knows."""
    return line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1


def memory(pid: int) -> int:
    """What the process has in memory now, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return round(int(status.split("VmRSS:")[1].split()[0]) / 1000)


def much(url: str) -> tuple[str, str, str]:
    """A token of somebody in many projects, the path of the websocket of a match, and that of all projects."""
    dataset = api.load_dataset("reading")
    with Store.open(url) as store:
        now, settings = time.time(), Settings("reading", "reading", ("embedded",), ("judge",), "x" * LENGTH)
        eve = register(store, "Eve", None, now, administrator=True)
        for number in range(PROJECTS):
            one = make_project(store, f"Much {number}", settings, list(dataset), dataset.fingerprint, now)
        tossups = api.load_dataset("quizbowl")
        asked = tuple(Asked(it.id, "regular", it.query.text, it.gold) for it in list(tossups)[:5])
        room = open_room(store, one, "Final", Rules("alone"), Packet(asked), eve.id, now)
        code = link_to_watch(store, one.id, room.id, now)
        token = make_token(store, eve.id, "attack", now, scope="manage")
    return token, f"/api/v1/watch/{code}/socket", "/api/v1/projects"


async def suffered(port: int, pid: int, request: bytes, clients: int, pace: int, seconds: int) -> dict[str, object]:
    """What the clients came to, and the server, in so many seconds."""
    before, waits, is_over = memory(pid), [0.0], asyncio.Event()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as looker:

        async def look() -> None:
            while not is_over.is_set():
                began = time.perf_counter()
                with suppress(httpx.HTTPError):
                    await looker.get("/help")
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(EVERY)

        looking, everybody = asyncio.create_task(look()), []
        until = time.monotonic() + seconds
        for _ in range(clients):
            everybody.append(asyncio.create_task(Client(port, request, pace).hold(until)))
            await asyncio.sleep(0.06)  # within the rate of one person
        came_to = await asyncio.gather(*everybody)
        held = memory(pid)
        is_over.set()
        await looking
    counts = {what: came_to.count(what) for what in ("refused", "ended", "held")}
    return {**counts, "memory_mb": [before, held], "longest_wait_s": round(max(waits), 2)}


def main() -> None:
    args = arguments(__doc__, clients=200, seconds=60, only=-1)
    for number, (name, is_socket, pace) in enumerate(ATTACKS):
        if args.only not in (-1, number):
            continue
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{folder}/store.db"
            token, match, all_projects = much(url)
            with served(url) as (port, process):
                path = match if is_socket else all_projects
                head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
                request = f"{head}{UPGRADE if is_socket else ''}\r\n".encode()
                found = asyncio.run(suffered(port, process.pid, request, args.clients, pace, args.seconds))
        say("slow_readers", clients=name, of=args.clients, seconds=args.seconds, **found)


if __name__ == "__main__":
    main()
