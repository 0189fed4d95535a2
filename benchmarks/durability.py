"""What it costs the pages that a SQLite store outlasts a power cut: the same people at two servers, one of which waits.

By turns a server whose store waits for the disk at each commit, as `stumper serve` does, and one whose store does not.
People without a pause save drafts, put texts to the model by a button, which counts, and open a page.
"""

import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread

import httpx

from faults.serving import VICTIM
from measuring import arguments, say
from people_load import furnished
from stumper.store import Store
from stumper.web.app import make_app
from stumper.web.serving import answer, bound, furnish, listen

Waits = Mapping[str, list[float]]  # seconds, by what was waited for


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], int(sys.argv[3]), outlasts_power=sys.argv[4] == "True")
        return
    args = arguments(__doc__, people=8, seconds=15, rounds=3)
    for _ in range(args.rounds):
        for outlasts_power in (False, True):
            with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
                waits = measured(f"sqlite:///{Path(folder) / 'people.db'}", args.people, args.seconds, outlasts_power)
            writes = sum(len(waits[kind]) for kind in ("draft", "predict"))
            say("durability", outlasts_power=outlasts_power, people=args.people, seconds=args.seconds,
                writes_a_second=round(writes / args.seconds, 1),
                **{f"{kind}_{share}_ms": ms(found, int(share[1:])) for kind, found in waits.items()
                   for share in ("p50", "p95")})  # fmt: skip


def serve(url: str, port: int, outlasts_power: bool) -> None:
    """Until it is killed."""
    with bound("127.0.0.1", port) as listener, Store.open(url, outlasts_power) as store:
        app = make_app(house := furnish(store, [VICTIM]))
        house.arrivals.load()
        listen(listener)
        answer(app, listener)


def measured(url: str, count: int, seconds: float, outlasts_power: bool) -> Waits:
    """How long everybody waited for what, at a server of their own."""
    people, waits = furnished(url, count, VICTIM), defaultdict[str, list[float]](list)
    with bound("127.0.0.1", 0) as held:
        port = held.getsockname()[1]
        command = [sys.executable, str(Path(__file__).resolve()), "serve", url, str(port), str(outlasts_power)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent)
        try:
            client = httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60)
            until_up(client)
            threads = [Thread(target=work, args=(client, *person, seconds, waits)) for person in people]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            process.kill()
            process.wait()
    return waits


def until_up(client: httpx.Client) -> None:
    while True:
        try:
            client.get("/help")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return


def work(
    client: httpx.Client, token: str, project: str, item: str, text: str, seconds: float, waits: dict[str, list[float]]
) -> None:
    """One person: a draft, a button and a page, over and over."""
    headers, at = {"Authorization": f"Bearer {token}"}, f"/api/v1/projects/{project}"
    opened = client.post(f"{at}/items/{item}/open", json={}, headers=headers).raise_for_status().json()
    held, until, revision = f"{at}/assignments/{opened['assignment']}", time.monotonic() + seconds, 0

    def timed(kind: str, method: str, path: str, body: object = None) -> httpx.Response:
        began = time.monotonic()
        said = client.request(method, path, json=body, headers=headers)
        waits[kind].append(time.monotonic() - began)
        return said.raise_for_status()

    while time.monotonic() < until:
        change = {"number": revision + 1, "at": time.time(), "start": len(text), "removed": "", "inserted": " x"}
        text += " x"
        body = {"revision": revision, "text": text, "label": None, "changes": [change]}
        revision = timed("draft", "PUT", f"{held}/draft", body).json()["revision"]
        timed("predict", "POST", f"{held}/predict", {"text": text, "label": None, "key": f"{item}-{revision:06}"})
        timed("page", "GET", "/help")
        time.sleep(0.15)  # the most that one person may ask is 20 requests a second


def ms(found: Sequence[float], percent: int) -> float:
    ordered = sorted(found)
    return round(1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 1)


if __name__ == "__main__":
    main()
