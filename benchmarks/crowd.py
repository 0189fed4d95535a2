"""A crowd comes by a link, over real sockets: who is careless is found, the others are not, and nothing is lost.

One in ten each answers at random, answers always the same, or says what another said; one in twenty leaves in the
middle and does not come back. The others are right about 75 to 95% of the questions. Everybody does as the pages
do: agrees to the text, opens the work, asks for the next piece, reads for ``--seconds`` on average, sends a judgement,
until the code is shown. Copiers begin once the others are done, as they need their answers. What is suggested, what the
crowd's figures are with and without those who are set aside, and the truth, which the benchmark made, are compared; a
response that was told to be recorded and is not in the store is lost.
"""

import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from sqlalchemy import func, select

from clusters import cluster, database_on
from measuring import arguments, say
from people_load import cpu, ms, served
from stumper.people.annotating.gold import gold_from_lines
from stumper.people.annotating.judging_work import JudgePayload
from stumper.people.joining.links import ANY, Asked, make_link
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.queue import NewItem, add_work
from stumper.people.study.care import care
from stumper.people.study.founding import make_project
from stumper.people.study.setting_aside import figures, put_aside
from stumper.store import Store
from stumper.store.people_schema import arrivals, responses
from stumper.store.values import to_text
from stumper.testing import EXAMPLE

KINDS = {"random": 0.1, "constant": 0.1, "copying": 0.1, "leaving": 0.05}
QUESTIONS = ("grammatical", "label_correct", "on_task")
WORDS = 24
ARRIVING = 10.0  # pieces of work's time over which people come
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
    said: dict[str, dict[str, Answers]] = field(default_factory=lambda: defaultdict(dict))
    recorded: int = 0
    again: int = 0
    codes: int = 0
    refused: list[str] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)


@dataclass
class Somebody:
    """One of the crowd, in a browser of their own."""

    name: str
    kind: str
    crowd: Crowd
    random: Random
    source: str = ""

    async def come(self, wait: float) -> None:
        """From the link to the code, or as far as they stay."""
        await asyncio.sleep(wait)
        async with httpx.AsyncClient(base_url=self.crowd.home, timeout=60, trust_env=False) as browser:
            way = f"/go/{self.crowd.link}?PROLIFIC_PID={self.name}"
            page = (await self.timed(self.crowd.pages, browser, "GET", way)).text
            form = {name: re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in ("csrf", "version")}  # type: ignore[index]
            went = await self.timed(self.crowd.pages, browser, "POST", way, data={**form, "agreed": "1"})
            page = (await self.timed(self.crowd.pages, browser, "GET", went.headers["location"])).text
            token = re.search('<meta name="csrf-token" content="(.*)">', page)[1]  # type: ignore[index]
            browser.headers.update({"X-CSRF-Token": token, "Accept": "application/json"})
            await self.work(browser)

    async def work(self, browser: httpx.AsyncClient) -> None:
        """Piece by piece."""
        api = f"/api/v1/projects/{self.crowd.project}"
        # Gold is mixed in while there is other work, so that the last of it may never come: who leaves does so before.
        surely = len(self.crowd.truth) - 2
        stays = min(self.random.randint(5, 30), surely) if self.kind == "leaving" else sys.maxsize
        right = self.random.uniform(0.75, 0.95)
        while stays:
            stays -= 1
            found = await self.timed(self.crowd.calls, browser, "GET", f"{api}/work/judge")
            if found.status_code == 204:
                break
            work = found.json()
            await asyncio.sleep(self.crowd.seconds * self.random.uniform(0.75, 1.25))
            if not stays:
                return  # with this piece in hands
            text = work["text"].split()[0]
            says = self.says(text, right)
            body = {**dict(zip(QUESTIONS, says, strict=True)), "note": "", "turn": work["turn"]}
            way = f"{api}/assignments/{work['assignment']}/response"
            sent = await self.timed(self.crowd.calls, browser, "POST", way, json=body)
            if sent.status_code == 200 and sent.json()["recorded"]:
                self.crowd.recorded += 1
                self.crowd.said[self.name][text] = says
            else:
                self.crowd.refused.append(sent.text[:200])
        page = await self.timed(self.crowd.pages, browser, "GET", "/my-work", headers={"Accept": "text/html"})
        self.crowd.codes += "C0DE" in page.text

    def says(self, text: str, right: float) -> Answers:
        """What they answer to the three questions."""
        if self.kind == "random":
            return tuple(self.random.random() < 0.5 for _ in QUESTIONS)
        if self.kind == "constant":
            return (True,) * len(QUESTIONS)
        if self.source and (found := self.crowd.said[self.source].get(text)):
            return found
        return tuple(one == (self.random.random() < right) for one in self.crowd.truth[text])

    async def timed(
        self, into: list[float], browser: httpx.AsyncClient, method: str, way: str, **sent: object
    ) -> httpx.Response:
        """The reply, once nobody says to come later; how long each took."""
        while True:
            began = time.perf_counter()
            reply = await browser.request(method, way, **sent)  # type: ignore[arg-type]
            into.append(time.perf_counter() - began)
            if reply.status_code != 429:
                return reply
            self.crowd.again += 1
            await asyncio.sleep(float(reply.headers.get("Retry-After", 1)))


def main() -> None:
    args = arguments(__doc__, people=300, seconds=12, seed=1, texts=15, gold=15, sqlite=1, postgresql=1)
    for name in [one for one in ("sqlite", "postgresql") if vars(args)[one]]:
        with new_store(name) as url, Store.open(url) as store:
            with served(url, "sliding-window") as (port, process):
                crowd, project = furnished(
                    store, f"http://127.0.0.1:{port}", args.people, args.seconds, args.seed, args.texts, args.gold
                )
                began, used = time.perf_counter(), cpu(process.pid)
                kinds = asyncio.run(everybody(crowd, args.people, args.seed))
                wall, used = time.perf_counter() - began, cpu(process.pid) - used
            say("crowd", store=name, **found(store, project, crowd, kinds), **waited(crowd, wall, used))


def found(store: Store, project: Project, crowd: Crowd, kinds: dict[str, str]) -> dict[str, float]:
    """Who is suggested to be set aside, and is then; what is lost; and the figures before and after."""
    suggested = [one for one in care(store, project) if one.reasons]
    known = _people(store)
    flagged = Counter(kinds[known[one.person_id]] for one in suggested)
    every = Counter(kinds.values())
    with store.engine.connect() as connection:
        stored = connection.scalar(select(func.count()).select_from(responses))
    before = figures(store, project, everybody=False).judged.correct
    for one in suggested:
        put_aside(store, project.id, one.person_id, ", ".join(one.reasons), one.person_id, time.time())
    after = figures(store, project, everybody=False).judged.correct
    texts = [crowd.truth[text] for text in crowd.texts]
    caught = {f"caught_{kind}": flagged[kind] for kind in ("random", "constant", "copying")}
    careless = sum(every[kind] for kind in ("random", "constant", "copying"))
    careful = every["careful"] + every["leaving"]
    are = {f"are_{kind}": every[kind] for kind in (*KINDS, "careful")}
    return {
        "people": len(kinds), **are, **caught,
        "caught_share": sum(caught.values()) / careless,
        "suspected_share": (flagged["careful"] + flagged["leaving"]) / careful,
        "recorded": crowd.recorded, "lost": crowd.recorded - (stored or 0), "refused": len(crowd.refused),
        "codes": crowd.codes, "true_correct": sum(all(one[:2]) for one in texts) / len(texts),
        "correct_of_everybody": before.value, "correct_without_careless": after.value,
    }  # fmt: skip


def waited(crowd: Crowd, wall: float, used: float) -> dict[str, float]:
    """How long the server took, and how busy it was."""
    calls, pages = sorted(crowd.calls), sorted(crowd.pages)
    return {
        "came_later": crowd.again, "calls": len(calls), "calls_a_second": len(calls) / wall,
        "p50_ms": ms(calls, 0.5), "p95_ms": ms(calls, 0.95), "p99_ms": ms(calls, 0.99),
        "page_p95_ms": ms(pages, 0.95), "server_cores": used / wall,
    }  # fmt: skip


def _people(store: Store) -> dict[str, str]:
    """The id by which each person came."""
    with store.engine.connect() as connection:
        rows = connection.execute(select(arrivals.c.person_id, arrivals.c.external_id)).all()
    return {row.person_id: row.external_id for row in rows}


async def everybody(crowd: Crowd, people: int, seed: int) -> dict[str, str]:
    """All of them, and what each is; copiers come once the others are done."""
    random = Random(seed)
    kinds = [kind for kind, share in KINDS.items() for _ in range(round(share * people))]
    kinds += ["careful"] * (people - len(kinds))
    random.shuffle(kinds)
    every = [Somebody(f"p{n}", kind, crowd, Random(f"{seed}/{n}")) for n, kind in enumerate(kinds)]
    careful = [one.name for one in every if one.kind == "careful"]
    for one in every:
        one.source = random.choice(careful) if one.kind == "copying" else ""
    for some in (
        [one for one in every if one.kind != "copying"],
        [one for one in every if one.kind == "copying"],
    ):
        waits = [ARRIVING * crowd.seconds * place / max(1, len(some)) for place in range(len(some))]
        await asyncio.gather(*(one.come(wait) for one, wait in zip(some, waits, strict=True)))
    return {one.name: one.kind for one in every}


def furnished(
    store: Store, home: str, people: int, seconds: float, seed: int, texts: int, gold: int
) -> tuple[Crowd, Project]:
    """A project with texts to judge, of which some are known, and a link to it."""
    random, now = Random(seed), time.time()
    truth = {f"t{n}": tuple(random.random() < 0.6 for _ in QUESTIONS) for n in range(texts + gold)}
    settings = Settings("reading", "reading", ("sliding-window",), ("judge",), gold_rate=gold / (texts + gold))
    project = make_project(store, "Crowd", settings, [EXAMPLE], "f", now)
    rest = " word" * (WORDS - 1)
    known = [{"text": f"t{n}{rest}", **dict(zip(QUESTIONS, truth[f"t{n}"], strict=True))} for n in range(gold)]
    gold_from_lines(store, project, "\n".join(map(json.dumps, known)), now)
    asked = [
        NewItem("judge", f"t{n}", to_text(JudgePayload(f"t{n}", EXAMPLE.id, "Who?", f"t{n}{rest}", "", "")), people,
                key=f"t{n}")
        for n in range(gold, texts + gold)
    ]  # fmt: skip
    add_work(store, project.id, asked, now)
    link = make_link(store, project, Asked("annotator", people, 1, texts + gold, ANY, "C0DE", "", "May we?"), "m", now)
    return Crowd(home, link.code, project.id, truth, [item.topic for item in asked], seconds), project


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
