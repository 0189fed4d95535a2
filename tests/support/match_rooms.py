"""Rooms to play matches in, and players at their websockets."""

import itertools
import json
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from websockets.sync.client import ClientConnection, connect

from stumper.people.accounts.person import Person
from stumper.people.matches.match import Asked, Room, Rules
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Example, Gold, Guess, Prediction, Query
from stumper.web.cookies import GUEST, signed
from visiting import Site

FIRST = "He took Belgrade. He besieged Vienna. For 10 points, name this sultan who was called the Magnificent."
SECOND = "It turns three times in two of its years. For 10 points, name this planet next to the Sun."
SULTAN = Gold((Answer("Suleiman the Magnificent"), Answer("Suleiman I")), prompts=("Suleiman",))
PLANET = Gold((Answer("Mercury"),))
PACKET = (
    Asked("q1", "regular", FIRST, SULTAN, power=FIRST.index(" He besieged"), category="History"),
    Asked("q2", "adversarial", SECOND, PLANET, category="Science"),
)
EXAMPLES = [Example(asked.id, Tossup(asked.text), asked.gold) for asked in PACKET]
QUICK = Rules("teams", ("Reds", "Blues"), speed=10.0, silence=1.0, answer=5.0)
KEYS = itertools.count()


def listens(query: Query) -> Prediction:
    """A machine that knows the sultan once it has heard of Vienna, and takes the planet for another."""
    if "Vienna" in query.text:
        return Prediction((Guess("Suleiman I", 0.9), Guess("Selim I", 0.1)), 1.0)
    answer = "Venus" if "turns" in query.text else "Selim I"
    return Prediction((Guess(answer, 0.02), Guess("Mars", 0.01)), 0.03)


def quiz(site: Site, name: str = "Quiz") -> Project:
    """A quizbowl project."""
    settings = Settings("quizbowl", "quizbowl", ("scripted",), ("judge",))
    return make_project(site.house.store, name, settings, EXAMPLES, "quiz", site.house.clock())


def member(site: Site, project: Project, name: str, role: str) -> Person:
    """Somebody new in the project."""
    person = site.person(name)
    add_member(site.house.store, project.id, person.id, role, site.house.clock())  # type: ignore[arg-type]
    return person


def opened(site: Site, project: Project, person: Person, rules: Rules = QUICK, packet: tuple = PACKET) -> Room:
    """A room in which nothing has been read."""
    return open_room(site.house.store, project, "Final", rules, Packet(packet), person.id, site.house.clock())


@dataclass
class Player:
    """Somebody at the websocket of a match, who keeps all that they were told: as it came in ``told``, and in ``said``
    with each change made the whole view that it leads to."""

    line: ClientConnection
    stack: ExitStack
    said: list[dict] = field(default_factory=list)
    told: list[dict] = field(default_factory=list)
    seen: dict = field(default_factory=dict)

    @classmethod
    def at(cls, site: Site, room: Room, person: Person | None, code: str = "", **options: object) -> "Player":
        """With the cookies of a browser; without a person by the link."""
        path = (
            f"/api/v1/watch/{code}/socket" if code else f"/api/v1/projects/{room.project_id}/matches/{room.id}/socket"
        )
        cookies = "; ".join(f"{name}={value}" for name, value in site.cookies(person).items())
        address = site.home.replace("http", "ws", 1) + path
        headers = {"Cookie": cookies, "Origin": site.home} | options
        stack = ExitStack()
        return cls(stack.enter_context(connect(address, additional_headers=headers, proxy=None)), stack)

    @classmethod
    def as_guest(cls, site: Site, room: Room, secret: str) -> "Player":
        """With the cookie of a browser in which somebody joined the room as a guest."""
        address = site.home.replace("http", "ws", 1) + f"/api/v1/play/{room.id}/socket"
        headers = {"Cookie": f"{GUEST}={signed(site.house, GUEST, secret)}", "Origin": site.home}
        stack = ExitStack()
        return cls(stack.enter_context(connect(address, additional_headers=headers, proxy=None)), stack)

    def hear(self, timeout: float = 60.0) -> dict:
        """The next message; pings are answered."""
        while True:
            message = json.loads(self.line.recv(timeout))
            self.told.append(message)
            message = self._whole(message)
            self.said.append(message)
            if message["kind"] != "ping":
                return message
            self.line.send(json.dumps({"kind": "pong", "id": message["id"]}))

    def until(self, told: Callable[[dict], bool], timeout: float = 60.0) -> dict:
        """The first message of which this holds."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.hear()
            if told(message):
                return message
        raise AssertionError(f"not told in {timeout} s; the last was {self.said[-1]}")

    def hears(self, words: int) -> dict:
        """The message with which so many words of the question are read."""
        return self.until(lambda message: message["kind"] == "words" and message["words"] >= words)

    def sees(self, phase: str) -> dict:
        """The first view in this phase from now on."""
        return self.until(lambda message: message["kind"] == "view" and message["phase"] == phase)

    def send(self, kind: str, **fields: object) -> str:
        """The key of a move that is under way; it is about what is in view, where ``fields`` do not say."""
        key = f"key-{next(KEYS)}"
        self.line.send(json.dumps({"kind": kind, "key": key, **self._about(kind), **fields}))
        return key

    def move(self, kind: str, **fields: object) -> str:
        """ "" once the move was made, or why it was not."""
        return self.answer(self.send(kind, **fields))

    def answer(self, key: str) -> str:
        """What is said to the move with this key, once the view shows what came of it."""
        said = self.until(lambda message: message.get("key") == key)
        while said["kind"] == "done" and self.seen["number"] < said["number"]:
            self.hear()
        return said.get("sentence", "")

    def close(self) -> None:
        """The line is closed."""
        self.stack.close()

    def _about(self, kind: str) -> dict:
        plays = self.seen.get("plays", [])
        if kind == "answer":
            turns = [turn for play in plays for turn in play["turns"] if turn["right"] is None]
            return {"buzz": turns[0]["buzz"], "said": len(turns[0]["said"])} if turns else {"buzz": 1, "said": 0}
        if kind in ("begin", "pause", "resume", "skip"):
            return {"tossup": len(plays) - (kind != "begin")}
        return {}

    def _whole(self, message: dict) -> dict:
        """A change as the view that it leads to; what was told of words since the last is part of it."""
        if message["kind"] == "words" and message["number"] == self.seen.get("number"):
            self.seen = self._further(message)
        if message["kind"] == "changed":
            plays = {play["number"]: play for play in (*self.seen["plays"], *message.get("plays", []))}
            message = {**self.seen, **message, "kind": "view", "plays": list(plays.values())}
        if message["kind"] == "view":
            self.seen = message
        return message

    def _further(self, message: dict) -> dict:
        missing = self.seen["words"] - message["after"]
        if missing < 0 or message["words"] <= self.seen["words"]:
            return self.seen
        more = "".join(re.findall(r"\s*\S+", message["more"])[missing:])
        return {**self.seen, "words": message["words"], "text": self.seen["text"] + more}
