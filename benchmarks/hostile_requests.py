"""How long everybody else waits while one person sends a server what is dear to work on.

A server of its own on a real socket; somebody asks for the page of help every 20 ms on a connection of their own, and
the longest wait for it is told beside how long the attack itself took, what it was answered, and the server's peak
memory and processor time, with that of its children. Whoever attacks has an account, an administrator's where a rule
asks for one, and sends all of an attack at once.
"""

import asyncio
import gzip
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from measuring import arguments, say
from people_load import cpu, furnished, served
from stumper.people.accounts.account import register
from stumper.people.accounts.tokens import make_token
from stumper.store import Store

EVERY, REST = 0.02, 0.5  # seconds between two looks, and before and after an attack
MOST = 120.0  # seconds that anything may take


Sends = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]


@dataclass(frozen=True)
class Attack:
    """``times`` requests at once; ``send`` makes one of a client."""

    name: str
    times: int
    send: Sends


def attacks() -> Sequence[Attack]:
    """What is sent."""
    many = gzip.compress(b'{"data": [' + b"[]," * 18_000_000 + b"[]]}", mtime=0)
    deep = gzip.compress(b'{"data": ' + b'[{"a":' * 9_000_000, mtime=0)
    lines = gzip.compress(b'{"question": 1, "answer": 2}\n' * 2_000_000, mtime=0)
    plain = b'{"data": [' + b"[]," * 16_000_000 + b"[]]}"
    return (
        Attack(f"{len(many) / 1000:.0f} kB of gzip, 54 MB of empty lists", 1, _file(many, "bomb.json.gz")),
        Attack("the same, four times at once", 4, _file(many, "bomb.json.gz")),
        Attack(f"{len(deep) / 1000:.0f} kB of gzip, nested 9 million deep", 1, _file(deep, "deep.json.gz")),
        Attack(f"{len(lines) / 1000:.0f} kB of gzip, 2 million bad lines", 1, _file(lines, "lines.jsonl.gz")),
        Attack("48 MB of empty lists, plain", 1, _file(plain, "plain.json")),
        Attack("25 posts of 49 kB of Markdown", 25, _markdown(49_000)),
        Attack("25 posts of 5 kB of Markdown", 25, _markdown(5_000)),
    )


def _file(data: bytes, name: str) -> Sends:
    return lambda client: client.post("/api/v1/uploads", files={"file": (name, data)})


def _markdown(characters: int) -> Sends:
    text = ("|a|b\n|-|-\n" * characters)[:characters]
    return lambda client: client.post("/api/v1/markdown", json={"text": text})


async def suffered(port: int, pid: int, token: str, attack: Attack) -> dict[str, object]:
    """The longest wait for the page of help meanwhile, in seconds, and what the attack met."""
    home = f"http://127.0.0.1:{port}"
    headers = {"Authorization": f"Bearer {token}"}
    limits = httpx.Limits(max_connections=64)
    async with (
        httpx.AsyncClient(base_url=home, timeout=MOST, trust_env=False) as looker,
        httpx.AsyncClient(base_url=home, timeout=MOST, trust_env=False, headers=headers, limits=limits) as attacker,
    ):
        waits, is_over = [0.0], asyncio.Event()

        async def look() -> None:
            while not is_over.is_set():
                began = time.perf_counter()
                await looker.get("/help")
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(EVERY)

        looking = asyncio.create_task(look())
        await asyncio.sleep(REST)
        calm, spent, began = max(waits), cpu(pid), time.perf_counter()
        answers = await asyncio.gather(*(attack.send(attacker) for _ in range(attack.times)), return_exceptions=True)
        took = time.perf_counter() - began
        await asyncio.sleep(REST)
        is_over.set()
        await looking
    told = Counter(one.status_code if isinstance(one, httpx.Response) else type(one).__name__ for one in answers)
    sentences = {one.json().get("sentence", "") for one in answers if isinstance(one, httpx.Response)}
    return {
        "attack": attack.name, "longest_wait_s": round(max(waits), 2), "before_s": round(calm, 2),
        "took_s": round(took, 1), "answers": {str(key): n for key, n in told.items()},
        "sentences": sorted(sentences - {""}),
        "server_cpu_s": round(cpu(pid) - spent, 1), "peak_mb": peak(pid),
    }  # fmt: skip


def peak(pid: int) -> int:
    """The most memory that a process has had so far, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return round(int(status.split("VmHWM:")[1].split()[0]) / 1000)


def main() -> None:
    args = arguments(__doc__, only=-1)
    chosen = [one for number, one in enumerate(attacks()) if args.only in (-1, number)]
    for attack in chosen:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{folder}/store.db"
            furnished(url, 1)
            with Store.open(url) as store:
                eve = register(store, "Eve", None, time.time(), administrator=True)
                token = make_token(store, eve.id, "attack", time.time())
            with served(url) as (port, process):
                found = asyncio.run(suffered(port, process.pid, token, attack))
        say("hostile_requests", **found)


if __name__ == "__main__":
    main()
