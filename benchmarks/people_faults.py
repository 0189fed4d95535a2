"""Servers are killed under people at work, again and again: nothing that was saved is lost, nothing counts twice.

Each person is a thread with a browser's cookie and real sockets, who types, presses Predict and Submit, mends, votes,
judges and answers, tries again as the pages do, hangs up now and then, and writes down what the server said. In the end
the store is compared with all that they wrote down; what does not agree is printed, and the exit status is 1.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread

import httpx

from faults.browsing import Browser
from faults.comparing import Kept, compared, kept_of
from faults.journal import Journal
from faults.serving import VICTIM, Server
from measuring import say
from stumper import api
from stumper.people.accounts.account import register
from stumper.people.accounts.log_ins import open_session
from stumper.people.accounts.person import Role
from stumper.people.accounts.secrets import held_secret
from stumper.people.annotating.answering import ask_about_set
from stumper.people.annotating.fixing import ask_fixers
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Kind, Project, Settings
from stumper.people.queues.queue import items_for
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.web.cookies import SESSION, signed
from stumper.web.house import House

KINDS: tuple[Kind, ...] = ("write", "fix", "verify", "judge", "answer")
# What people do: a third writes, a third writes and annotates, a third answers.
PARTS: tuple[tuple[tuple[Role, ...], tuple[Kind, ...]], ...] = (
    (("author",), ()),
    (("author", "annotator"), ("fix", "verify", "judge")),
    (("player",), ("answer",)),
)

PATIENCE = 180.0  # seconds in which everybody must have come to the end


@dataclass
class Kills:
    """When each server was killed, and when it answered again."""

    times: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)


def main() -> None:
    args = options()
    with tempfile.TemporaryDirectory() as folder:
        url = args.store or f"sqlite:///{Path(folder) / 'people.db'}"
        servers = [Server(url, Path(folder) / f"{n}.log") for n in range(args.servers)]
        with Store.open(url) as store:
            project = furnished(store, Path(folder), args.people)
            kills, journals, ended = worked(store, project, servers, args)
            wrong = compared(store, project, journals)
            kept = kept_of(store, project)
        wrong += [f"server: {line}" for server in servers for line in complaints(server.log)]
    for line in wrong:
        print(line, file=sys.stderr)
    said(args, url, kills, journals, kept, ended, wrong)
    sys.exit(bool(wrong))


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", help="the URL of an empty database; a SQLite file of its own otherwise")
    for name, value in (("people", 30), ("kills", 20), ("servers", 1), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--pace", type=float, default=1.0, help="what every pause is multiplied by")
    parser.add_argument("--up", type=float, default=4.0, help="the most seconds that a server lives")
    return parser.parse_args()


def furnished(store: Store, folder: Path, people: int) -> Project:
    """A project with work in each of its queues."""
    dataset, now = api.load_dataset("reading"), time.time()
    settings = Settings("reading", "reading", (VICTIM,), KINDS, timer=3600, items=30, answerers=max(1, people // 3))
    project = make_project(store, "Faults", settings, list(dataset), dataset.fingerprint, now)
    rows = [
        {"id": f"{one.id}-raw0", "question": one.query.text, "answers": [gold.text for gold in one.gold.answers],
         "sentence": "Zorblatt be the one.", "fake_answer": "Zorblatt"}
        for one in list(dataset)[30:110]
    ]  # fmt: skip
    raw = folder / "raw.jsonl"
    raw.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    ask_fixers(store, project, raw, now)
    ask_about_set(store, project, dataset, now)
    return project


def worked(
    store: Store, project: Project, servers: Sequence[Server], args: argparse.Namespace
) -> tuple[Kills, list[Journal], float]:
    """Everybody works while servers are killed, and then comes to the end; the last kill hits servers at rest."""
    rng, over = Random(args.seed), Event()
    browsers = [browser(store, project, servers, n, args, over) for n in range(args.people)]
    with running(servers):
        threads = [Thread(target=one.live, daemon=True) for one in browsers]
        for thread in threads:
            thread.start()
        kills = killed(servers, args.kills, args.up, rng)
        over.set()
        ended = time.monotonic()
        for thread in threads:
            thread.join(max(0.0, ended + PATIENCE - time.monotonic()))
        ended = time.monotonic()
    for one in browsers:
        one.client.close()
    return kills, [one.journal for one in browsers], ended


def browser(
    store: Store, project: Project, servers: Sequence[Server], n: int, args: argparse.Namespace, over: Event
) -> Browser:
    """A new person's, logged in."""
    now, rng = time.time(), Random(f"{args.seed}/{n}")
    roles, kinds = PARTS[n % len(PARTS)]
    person = register(store, f"Person {n}", None, now)
    for role in roles:
        add_member(store, project.id, person.id, role, now)
    items = [item.id for item, _ in items_for(store, project.id, person.id) if item.topic] if "author" in roles else []
    house = House(store, held_secret(store), {}, {}, time.time)
    cookies = {SESSION: signed(house, SESSION, open_session(store, person.id, now))}
    client = httpx.Client(cookies=cookies, trust_env=False)
    homes = [server.home for server in servers]
    return Browser(
        homes, client, project.id, rng.sample(items, len(items)), kinds, rng, args.pace, over, Journal(person.id)
    )


@contextmanager
def running(servers: Sequence[Server]) -> Iterator[None]:
    """The servers answer; in the end they are killed."""
    for server in servers:
        server.start()
    try:
        for server in servers:
            server.wait()
        yield
    finally:
        for server in servers:
            server.kill()


def killed(servers: Sequence[Server], times: int, up: float, rng: Random) -> Kills:
    """One of the servers is killed at a random moment and started again, so many times; now and then as it starts."""
    kills = Kills()
    for n in range(times):
        time.sleep(rng.uniform(0.1, up))
        server = rng.choice(servers)
        server.kill()
        kills.times.append(time.monotonic())
        server.start()
        if rng.random() > 0.2 or n == times - 1:
            kills.back.append(server.wait())
    time.sleep(up)
    return kills


def complaints(log: Path) -> list[str]:
    """What a server wrote of errors."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "ERROR" in line or "Error" in line]


def said(
    args: argparse.Namespace,
    url: str,
    kills: Kills,
    journals: Sequence[Journal],
    kept: Kept,
    ended: float,
    wrong: Sequence[str],
) -> None:
    """The figures."""
    last = kills.back[-1]
    on = [min((heard for heard in journal.heard if heard > last), default=ended) - last for journal in journals]
    said = Counter(kept.items[kept.assignments[id].item_id].kind for id in kept.responses)
    presses = [press for journal in journals for press in journal.presses]
    responded = [one for journal in journals for one in journal.responded.values()]
    say("people-faults", database=url.partition(":")[0], people=args.people, servers=args.servers, kills=args.kills,
        seconds=round(ended - kills.times[0]), answers=sum(len(one.heard) for one in journals),
        unanswered=sum(one.unanswered for one in journals), hung_up=sum(one.hung_up for one in journals),
        errors=sum(one.broken for one in journals), too_often=sum(one.too_often for one in journals),
        drafts=sum(one.drafts for one in journals),
        changes=sum(len(one.made) for journal in journals for one in journal.written.values()),
        presses=len(presses), given_up=sum(press.said is None for press in presses),
        given_up_but_counted=len(kept.tries) - sum(press.said is not None for press in presses),
        submissions=sum(row.instance_id is not None for row in kept.tries), responses=dict(said),
        there_before=sum(one.was_there for one in responded), refused=sum(one.refused is not None for one in responded),
        on_again_s=round(max(on), 1), slowest=max(one.slowest for one in journals), wrong=len(wrong))  # fmt: skip


if __name__ == "__main__":
    main()
