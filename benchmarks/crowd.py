"""A crowd comes by a link, over real sockets: who is careless is found, the others are not, and nothing is lost.

One in ten each answers at random, answers always alike (in a way of their own), or says what another said; one in
twenty leaves in the middle and does not come back. The others are right about 75 to 95% of the questions. Everybody
does as the pages do: agrees to the text, opens the work, asks for the next piece, reads, gives a sign of life every 12
seconds, sends a judgement, until the code is shown. They come at random over ``--arriving`` seconds, and read a piece
for ``--seconds`` on average (log-normal); a copier comes once the one whose answers it has is done, and needs a third
of the time. A tenth of the pieces is gold, as in a project of which nobody has set that.

What is suggested, what the crowd's figures are with and without those who are set aside, and the truth, which the
benchmark made, are compared; a response that was told to be recorded and is not in the store is lost. With --ramp 1 a
hundred people then work faster and faster, ``RATES`` pieces a second altogether, until 95 of 100 calls no longer take
at most 800 ms.
"""

import asyncio
import json
import os
import re
import ssl
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from sqlalchemy import func, select

from clusters import cluster, database_on
from measuring import arguments, say
from people_load import cpu, ms, served
from stumper.judging import standing
from stumper.people.annotating.gold import gold_from_lines
from stumper.people.annotating.judging_work import JudgePayload
from stumper.people.joining.links import ANY, Asked, make_link
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.queue import NewItem, add_work
from stumper.people.study.care import care
from stumper.people.study.founding import make_project
from stumper.people.study.setting_aside import figures, judgements_of_everybody, put_aside
from stumper.store import Store
from stumper.store.people_schema import arrivals, responses
from stumper.store.values import to_text
from stumper.testing import EXAMPLE
from stumper.types import Judgement

KINDS = {"random": 0.1, "constant": 0.1, "copying": 0.1, "leaving": 0.05}
QUESTIONS = ("grammatical", "label_correct", "on_task")
WORDS = 24
SPREAD = 0.5  # of the logarithm of a reading time
SIGN = 12.0  # seconds after which a page says that somebody is still at work
HASTE = 1 / 3  # of the time that others need, for whoever reads nothing
FEW_JUDGES, DRAWS = 3, 400  # judges a text, and how often so many are drawn of those who judged it
RATES = (10, 20, 30, 40, 50, 60, 80, 100)  # pieces a second
RAMPING, STAGE, BEARABLE = 100, 15.0, 0.8  # people, seconds at each rate, seconds that a call may take
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # one for all, as to make one takes as long as a piece of work
Answers = tuple[bool, ...]


@dataclass
class Crowd:
    """What everybody shares, and what was measured."""

    home: str
    link: str
    project: str
    truth: dict[str, Answers]
    texts: list[str]
    seconds: float
    pieces: int
    seed: int
    said: dict[str, dict[str, Answers]] = field(default_factory=lambda: defaultdict(dict))
    recorded: int = 0
    again: int = 0
    codes: int = 0
    refused: list[str] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)


@dataclass
class Somebody:
    """One of the crowd, in a browser of their own. What they say of a text does not depend on when they get it."""

    name: str
    kind: str
    crowd: Crowd
    random: Random
    browser: httpx.AsyncClient
    source: "Somebody | None" = None
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def join(self) -> None:
        """From the link to the page of the work."""
        way = f"/go/{self.crowd.link}?PROLIFIC_PID={self.name}"
        page = (await self.timed(self.crowd.pages, "GET", way)).text
        form = {name: re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in ("csrf", "version")}  # type: ignore[index]
        went = await self.timed(self.crowd.pages, "POST", way, data={**form, "agreed": "1"})
        page = (await self.timed(self.crowd.pages, "GET", went.headers["location"])).text
        token = re.search('<meta name="csrf-token" content="(.*)">', page)[1]  # type: ignore[index]
        self.browser.headers.update({"X-CSRF-Token": token, "Accept": "application/json"})

    async def work(self) -> None:
        """Piece by piece to the code, or as far as they stay: who leaves, leaves with a piece in hands."""
        stays = self.random.randint(5, self.crowd.pieces - 2) if self.kind == "leaving" else self.crowd.pieces
        mean = self.crowd.seconds * (HASTE if self.kind == "copying" else 1)
        while await self.piece(self.random.lognormvariate(0, SPREAD) * mean / exp(SPREAD**2 / 2), stays > 0):
            stays -= 1
        if self.kind != "leaving":
            page = await self.timed(self.crowd.pages, "GET", "/my-work", headers={"Accept": "text/html"})
            self.crowd.codes += "C0DE" in page.text
        self.done.set()

    async def piece(self, seconds: float, is_sent: bool = True) -> bool:
        """One piece of work, read for so long; False where there was none, or it was not sent."""
        api = f"/api/v1/projects/{self.crowd.project}"
        found = await self.timed(self.crowd.calls, "GET", f"{api}/work/judge")
        if found.status_code == 204:
            return False
        work = found.json()
        way = f"{api}/assignments/{work['assignment']}"
        while seconds > SIGN:
            await asyncio.sleep(SIGN)
            seconds -= SIGN
            await self.timed(self.crowd.calls, "POST", f"{way}/touch")
        await asyncio.sleep(seconds)
        if not is_sent:
            return False
        text = work["text"].split()[0]
        says = self.says(text)
        body = {**dict(zip(QUESTIONS, says, strict=True)), "note": "", "turn": work["turn"]}
        sent = await self.timed(self.crowd.calls, "POST", f"{way}/response", json=body)
        if sent.status_code == 200 and sent.json()["recorded"]:
            self.crowd.recorded += 1
            self.crowd.said[self.name][text] = says
        else:
            self.crowd.refused.append(sent.text[:200])
        return True

    def says(self, text: str) -> Answers:
        """What they answer to the three questions."""
        own, of_text = Random(f"{self.crowd.seed}/{self.name}"), Random(f"{self.crowd.seed}/{self.name}/{text}")
        right, always = own.uniform(0.75, 0.95), tuple(own.random() < 0.75 for _ in QUESTIONS)
        if self.kind == "random":
            return tuple(of_text.random() < 0.5 for _ in QUESTIONS)
        if self.kind == "constant":
            return always
        if self.source and (found := self.crowd.said[self.source.name].get(text)):
            return found
        return tuple(one == (of_text.random() < right) for one in self.crowd.truth[text])

    async def timed(self, into: list[float], method: str, way: str, **sent: object) -> httpx.Response:
        """The reply, once nobody says to come later; how long each took."""
        while True:
            began = time.perf_counter()
            reply = await self.browser.request(method, way, **sent)  # type: ignore[arg-type]
            into.append(time.perf_counter() - began)
            if reply.status_code != 429:
                return reply
            self.crowd.again += 1
            await asyncio.sleep(float(reply.headers.get("Retry-After", 1)))


def main() -> None:
    args = arguments(
        __doc__, people=300, seconds=15, arriving=60, seed=1, texts=27, gold=15, sqlite=1, postgresql=1, ramp=1
    )
    for name in [one for one in ("sqlite", "postgresql") if vars(args)[one]]:
        with new_store(name) as url, Store.open(url) as store, served(url, "sliding-window") as (port, process):
            home, now = f"http://127.0.0.1:{port}", time.time()
            crowd, project = furnished(store, home, args.people, args.seconds, args.seed, args.texts, args.gold, now)
            began, used = time.perf_counter(), cpu(process.pid)
            kinds = asyncio.run(everybody(crowd, args.people, args.arriving))
            wall, used = time.perf_counter() - began, cpu(process.pid) - used
            stored = count(store)
            ramped = asyncio.run(ramp(store, home, args.seed)) if args.ramp else {}
            say("crowd", store=name, seconds=args.seconds, arriving=args.arriving, pieces=crowd.pieces,
                lost=crowd.recorded - stored, **found(store, project, crowd, kinds), **waited(crowd, wall, used),
                **ramped)  # fmt: skip


def found(store: Store, project: Project, crowd: Crowd, kinds: dict[str, str]) -> dict[str, float]:
    """Who is suggested to be set aside, and is then; and the figures before and after."""
    suggested = [one for one in care(store, project) if one.reasons]
    known = _people(store)
    flagged = Counter(kinds[known[one.person_id]] for one in suggested)
    every = Counter(kinds.values())
    before, said = figures(store, project, everybody=False), judgements_of_everybody(store, project)
    for one in suggested:
        put_aside(store, project.id, one.person_id, ", ".join(one.reasons), one.person_id, time.time())
    after = figures(store, project, everybody=False)
    aside = {one.person_id for one in suggested}
    truth = fmean(all(crowd.truth[text]) for text in crowd.texts)
    careless = {kind: every[kind] for kind in ("random", "constant", "copying")}
    careful = every["careful"] + every["leaving"]
    return {
        "people": len(kinds), **{f"are_{kind}": every[kind] for kind in (*KINDS, "careful")},
        **{f"caught_{kind}": flagged[kind] for kind in careless},
        **{f"caught_{kind}_share": flagged[kind] / number for kind, number in careless.items()},
        "caught_share": sum(flagged[kind] for kind in careless) / sum(careless.values()),
        "suspected": flagged["careful"] + flagged["leaving"],
        "suspected_share": (flagged["careful"] + flagged["leaving"]) / careful,
        "recorded": crowd.recorded, "refused": len(crowd.refused),
        "codes": crowd.codes, "true_correct": truth,
        "correct_of_everybody": before.judged.correct.value, "correct_without_careless": after.judged.correct.value,
        "alpha_of_everybody": before.agreement.alpha.value, "alpha_without_careless": after.agreement.alpha.value,
        "off_of_everybody": off(said, truth, crowd.seed),
        "off_without_careless": off([one for one in said if one.annotator not in aside], truth, crowd.seed),
    }  # fmt: skip


def count(store: Store) -> int:
    """How many responses the store has."""
    with store.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(responses)) or 0


def off(said: list[Judgement], truth: float, seed: int) -> float:
    """How far the share of correct texts is from the truth on average, had each text but three judges.

    Of a hundred judges most are right, whoever is among them; projects have few. Judges are drawn of those who judged.
    """
    random, by_text = Random(seed), defaultdict(list)
    for one in sorted(said, key=lambda one: (one.perturbation_id, one.annotator)):
        by_text[one.perturbation_id].append(one)
    drawn = [[one for of_text in by_text.values() for one in random.sample(of_text, FEW_JUDGES)] for _ in range(DRAWS)]
    return fmean(abs(standing(len(by_text), some).correct.value - truth) for some in drawn)


def waited(crowd: Crowd, wall: float, used: float) -> dict[str, float]:
    """How long the server took, and how busy it was."""
    calls, pages = sorted(crowd.calls), sorted(crowd.pages)
    return {
        "came_later": crowd.again, "calls": len(calls), "calls_a_second": len(calls) / wall,
        "pieces_a_second": crowd.recorded / wall,
        "p50_ms": ms(calls, 0.5), "p95_ms": ms(calls, 0.95), "p99_ms": ms(calls, 0.99),
        "page_p95_ms": ms(pages, 0.95), "server_cores": used / wall,
        "cpu_ms_a_piece": 1000 * used / crowd.recorded, "load": os.getloadavg()[1],
    }  # fmt: skip


def _people(store: Store) -> dict[str, str]:
    """The id by which each person came."""
    with store.engine.connect() as connection:
        rows = connection.execute(select(arrivals.c.person_id, arrivals.c.external_id)).all()
    return {row.person_id: row.external_id for row in rows}


async def everybody(crowd: Crowd, people: int, arriving: float | None) -> dict[str, str]:
    """All of them, and what each is; ``arriving`` None: one after the other, before anybody works."""
    random = Random(crowd.seed)
    kinds = [kind for kind, share in KINDS.items() for _ in range(round(share * people))]
    kinds += ["careful"] * (people - len(kinds))
    random.shuffle(kinds)
    every = [somebody(crowd, f"p{n}", kind) for n, kind in enumerate(kinds)]
    for one in every:
        if one.kind == "copying":
            one.source = random.choice([other for other in every if other.kind == "careful"])

    async def come(one: Somebody) -> None:
        if arriving is not None:
            await asyncio.sleep(one.random.uniform(0, arriving))
        if one.source:
            await one.source.done.wait()
        if arriving is not None:
            await one.join()
        await one.work()

    for one in every if arriving is None else ():
        await one.join()
    await asyncio.gather(*map(come, every))
    for one in every:
        await one.browser.aclose()
    return {one.name: one.kind for one in every}


async def ramp(store: Store, home: str, seed: int) -> dict[str, float]:
    """A hundred people who work faster and faster: the last rate at which the server kept up, and the first at which it
    did not, with how long 95 of 100 calls took there."""
    pieces = round(2 * STAGE * sum(RATES) / RAMPING)
    crowd, _ = furnished(store, home, RAMPING, 0, seed, pieces, 0, time.time())
    every = [somebody(crowd, f"r{n}", "careful") for n in range(RAMPING)]
    for one in every:
        await one.join()
    pace = RATES[0]

    async def works(one: Somebody) -> None:
        await asyncio.sleep(one.random.uniform(0, RAMPING / RATES[0]))  # nobody begins at the same moment
        while await one.piece(one.random.expovariate(pace / RAMPING)):
            pass

    kept: dict[str, float] = {"kept_up_at": 0}
    at_work = [asyncio.create_task(works(one)) for one in every]
    await asyncio.sleep(RAMPING / RATES[0])
    for pace in RATES:  # those at work look at it
        crowd.calls.clear()
        before = crowd.recorded
        await asyncio.sleep(STAGE)
        p95, did = ms(sorted(crowd.calls), 0.95), (crowd.recorded - before) / STAGE
        if p95 is None or p95 > 1000 * BEARABLE:
            kept |= {"broke_at": pace, "broke_p95_ms": p95 or 0.0, "broke_did": did}
            break
        kept |= {"kept_up_at": pace, "kept_up_p95_ms": p95, "kept_up_did": did}
    for task in at_work:
        task.cancel()
    await asyncio.gather(*at_work, return_exceptions=True)
    for one in every:
        await one.browser.aclose()
    return kept


def somebody(crowd: Crowd, name: str, kind: str) -> Somebody:
    """Of this name, in a browser of their own."""
    browser = httpx.AsyncClient(base_url=crowd.home, timeout=600, trust_env=False, verify=PLAIN)
    return Somebody(name, kind, crowd, Random(f"{crowd.seed}/{name}/pace"), browser)


def furnished(
    store: Store, home: str, people: int, seconds: float, seed: int, texts: int, gold: int, now: float,
    gold_rate: float = 0.1,
) -> tuple[Crowd, Project]:  # fmt: skip
    """A project with texts to judge, all by everybody, and others that are known, and a link to it."""
    random = Random(seed)
    truth = {f"t{n}": tuple(random.random() < 0.6 for _ in QUESTIONS) for n in range(texts + gold)}
    settings = Settings("reading", "reading", ("sliding-window",), ("judge",), gold_rate=gold_rate)
    project = make_project(store, f"Crowd {now}", settings, [EXAMPLE], "f", now)
    rest = " word" * (WORDS - 1)
    known = [{"text": f"t{n}{rest}", **dict(zip(QUESTIONS, truth[f"t{n}"], strict=True))} for n in range(gold)]
    if known:
        gold_from_lines(store, project, "\n".join(map(json.dumps, known)), now)
    asked = [
        NewItem("judge", f"t{n}", to_text(JudgePayload(f"t{n}", EXAMPLE.id, "Who?", f"t{n}{rest}", "", "")), people,
                key=f"t{n}")
        for n in range(gold, texts + gold)
    ]  # fmt: skip
    add_work(store, project.id, asked, now)
    pieces = min(texts + gold, round(texts / (1 - gold_rate)))
    link = make_link(store, project, Asked("annotator", people, 1, pieces, ANY, "C0DE", "", "May we?"), "m", now)
    return Crowd(home, link.code, project.id, truth, [one.topic for one in asked], seconds, pieces, seed), project


@contextmanager
def new_store(name: str) -> Iterator[str]:
    """The URL of an empty store."""
    if name == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'crowd.db'}"
        return
    with cluster() as server:
        if server is None:
            sys.exit("PostgreSQL is not here: install it (Debian: apt install postgresql), or give --postgresql 0.")
        with database_on(server) as url:
            yield url


if __name__ == "__main__":
    main()
