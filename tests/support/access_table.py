"""The table of who may do what, and a server at which every cell of it is tried.

Nothing of the rules of access is known here: what is expected is what the table says.
"""

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from access_requests import LEAVES, Ask, Scene, ask_for, scene_on
from stumper.people.accounts import passwords
from stumper.people.accounts.account import person
from stumper.people.accounts.log_ins import open_session, remember_browser
from stumper.people.accounts.person import Person, Role, Scope
from stumper.people.projects import fittings
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.store import Store, people_schema
from stumper.testing import EXAMPLE
from stumper.web.app import make_app
from stumper.web.cookies import BROWSER, GUEST, SESSION, signed
from stumper.web.words import t
from visiting import Site, Visit, house_over, serving

ROLES: tuple[str, ...] = get_args(Role)
PROGRAMS: dict[str, Scope] = {"reads": "read", "works": "work", "manages": "manage", "player's": "manage"}
SOCKET = "WEBSOCKET"
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
           "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
VOLATILE = {"tokens.used", "rooms.alive", "uploads.data"}  # which say nothing of what somebody could do
KEPT = [
    f"SELECT {', '.join(one.name for one in table.c if f'{table.name}.{one.name}' not in VOLATILE)} FROM {table.name}"
    for table in people_schema.metadata.sorted_tables
]


@dataclass(frozen=True)
class Row:
    """A line of the table: ``done`` is what comes of it where it is allowed, ``cells`` the outcome by column."""

    route: str
    done: tuple[str, ...]
    cells: dict[str, str]

    @property
    def method(self) -> str:
        return self.route.split()[0]

    @property
    def path(self) -> str:
        return self.route.split()[1]


def read_table(file: Path) -> list[Row]:
    """The rows of the table; what stands above its header, and lines that begin with #, are for people."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    start = next(number for number, line in enumerate(lines) if line.startswith("route "))
    columns = lines[start].split()[2:]
    rows = []
    for line in lines[start + 1 :]:
        *route, done = line.split()[: -len(columns)]
        cells = line.split()[-len(columns) :]
        rows.append(Row(" ".join(route), tuple(done.split(",")), dict(zip(columns, cells, strict=True))))
    return rows


TABLE = read_table(Path(__file__).parents[1] / "web" / "access.txt")


@dataclass(frozen=True)
class Asker:
    """Somebody with a browser, or with a program."""

    person: Person | None
    visit: Visit
    csrf: str


@dataclass(frozen=True)
class World:
    """A server with two projects, and two others that some are in; ``askers`` are those who have come before."""

    site: Site
    app: FastAPI
    scene: Scene
    there: Project
    eye: sqlite3.Connection
    askers: dict[str, Asker] = field(default_factory=dict)
    seen: dict[object, list[list[object]]] = field(default_factory=dict)

    def everybody(self, column: str) -> list[str]:
        """Who stands for a column of the table."""
        return [f"{column} {role}" for role in ROLES] if column == "elsewhere" else [column]

    def asker(self, who: str, is_new: bool = False) -> Asker:
        """The one who is this; ``is_new``: somebody who has not been here."""
        if is_new or who not in self.askers:
            made = self._asker(who)
            if is_new:
                return made
            self.askers[who] = made
        return self.askers[who]

    def said(self, row: Row, asker: Asker, ask: Ask) -> str:
        """What comes of asking, in the words of the table."""
        return self._moved(asker, filled(row, ask), ask.move) if ask.move else outcome(self.sent(row, asker, ask))

    def sent(self, row: Row, asker: Asker, ask: Ask) -> httpx.Response:
        """The answer to a request, or to the handshake of a websocket."""
        client, address = asker.visit.client, asker.visit.home + filled(row, ask)
        if row.method == SOCKET:
            return client.get(address, headers={**UPGRADE, "Origin": asker.visit.home})
        headers = {"X-CSRF-Token": asker.csrf}
        return client.request(row.method, address, headers=headers, data=ask.form, json=ask.json, files=ask.files)

    def kept(self) -> list[list[object]]:
        """All that the store keeps of people and what they do; read again only once somebody has written."""
        version = self.eye.execute("PRAGMA data_version").fetchone()
        if version not in self.seen:
            self.seen.clear()
            self.seen[version] = [self.eye.execute(query).fetchall() for query in KEPT]
        return self.seen[version]

    def _asker(self, who: str) -> Asker:
        site, store, now = self.site, self.site.house.store, self.site.house.clock()
        person = (
            None
            if who in ("nobody", "guest", "link")
            else site.person(administrator=who in ("server", "reads", "works", "manages"))
        )
        _, _, elsewhere = who.partition("elsewhere ")
        if person and elsewhere:
            add_member(store, self.there.id, person.id, elsewhere, now)  # type: ignore[arg-type]
        elif person and (role := who.removesuffix("'s")) in ROLES:
            for project in (self.scene.reading, self.scene.quiz):
                add_member(store, project.id, person.id, role, now)  # type: ignore[arg-type]
        visit = site.program(person, PROGRAMS[who]) if person and who in PROGRAMS else site.visit(person)
        if who == "link":
            return self._arrived()
        if who == "guest":
            secret = self.scene.guest(self.scene.room_for_guests())[1]
            visit.client.cookies.set(GUEST, signed(site.house, GUEST, secret))
        if who in PROGRAMS:
            visit.get("/api/v1/me")  # the token has been used, which the store keeps to the minute
        return Asker(person, visit, visit.csrf())

    def _arrived(self) -> Asker:
        """Somebody who came by a link, in the browser in which they began."""
        site, came = self.site, self.scene.came()
        store, now, visit = site.house.store, site.house.clock(), self.site.visit()
        session = open_session(store, came.person_id, now, came.link.id)
        remember_browser(store, came.person_id, came.person_id, now)
        visit.client.cookies.set(SESSION, signed(site.house, SESSION, session))
        visit.client.cookies.set(BROWSER, signed(site.house, BROWSER, came.person_id))
        return Asker(person(store, came.person_id), visit, visit.csrf())

    def _moved(self, asker: Asker, path: str, kind: str) -> str:
        """What is answered to a move over a websocket, or why it does not open."""
        client = asker.visit.client
        headers = {"Origin": asker.visit.home, "Cookie": "; ".join(f"{k}={v}" for k, v in client.cookies.items())}
        if "Authorization" in client.headers:
            headers["Authorization"] = client.headers["Authorization"]
        try:
            line = connect(asker.visit.home.replace("http", "ws", 1) + path, additional_headers=headers, proxy=None)
        except InvalidStatus as error:
            return str(error.response.status_code)
        with line:
            line.send(json.dumps({"kind": kind, "key": "k"}))
            while (said := json.loads(line.recv(10))).get("key") != "k":
                pass
        if said["kind"] == "done":
            return "done"
        is_kept_out = said["sentence"] == t("shared.error.forbidden") or said["sentence"].startswith("This token may")
        return "403" if is_kept_out else said["sentence"]


def filled(row: Row, ask: Ask) -> str:
    """The path with its parameters."""
    return re.sub(r"{(\w+)(:path)?}", lambda match: ask.path[match[1]], row.path)


def outcome(answer: httpx.Response) -> str:
    """A response in the words of the table."""
    is_sent_to_log_in = answer.status_code == 303 and "/log-in?next=" in answer.headers["location"]
    return "log-in" if is_sent_to_log_in else str(answer.status_code)


@contextmanager
def world_in(folder: Path) -> Iterator[World]:
    """The server, over a store of its own, where a password's hash takes a thousandth of the time."""
    doors: dict[str, Sequence[str]] = {}
    passwords.HASHER, slow = PasswordHasher(1, 8, 1), passwords.HASHER
    fittings.start_process, started = lambda store, id: None, fittings.start_process  # which would write meanwhile
    try:
        yield from _world_in(folder, doors)
    finally:
        passwords.HASHER, fittings.start_process = slow, started


def _world_in(folder: Path, doors: dict[str, Sequence[str]]) -> Iterator[World]:
    file = folder / "access.db"
    with Store.open(f"sqlite:///{file}") as store, closing(sqlite3.connect(file)) as eye:
        house = house_over(store, doors=doors)
        app = make_app(house)
        with serving(house, app) as site:
            scene = scene_on(site, doors)
            settings = Settings("reading", "reading", ("scripted",), ("write",))
            there = make_project(store, "There", settings, [EXAMPLE], "there", house.clock())
            yield World(site, app, scene, there, eye)


def differences(world: World, row: Row) -> Iterator[str]:
    """What comes of a request, or of a refused one is changed, that the table does not say: one sentence for each."""
    for column, wanted in row.cells.items():
        for who in world.everybody(column):
            asker = world.asker(who, is_new=row.route in LEAVES)
            ask = ask_for(world.scene, row.route, asker.person)
            before = world.kept() if wanted != "yes" else None
            said = world.said(row, asker, ask)
            if said not in (row.done if wanted == "yes" else (wanted,)):
                yield f"{row.route} by {who}: {said}, where the table says {wanted} ({','.join(row.done)})"
            elif before is not None and world.kept() != before:
                yield f"{row.route} by {who}: refused with {said}, and yet something is changed"


def told(world: World, row: Row, who: str, **named: str) -> str:
    """What somebody is told who asks for what a row is about, but with these in the path: the status and the words."""
    asker = world.asker(who)
    ask = ask_for(world.scene, row.route, asker.person)
    answer = world.sent(row, asker, replace(ask, path={**ask.path, **named}))
    words = re.sub("<head>.*</head>|<script.*?</script>", "", answer.text, flags=re.S)
    for value in (*named.values(), answer.headers.get("X-Request-Id", "")):  # each request has an id of its own
        words = words.replace(value, "")
    return f"{answer.status_code} {' '.join(words.split())}"
