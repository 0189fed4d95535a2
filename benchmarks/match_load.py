"""A match before many people at one server, over real sockets: how far apart words reach them, what a kill costs.

Two teams of four and fifty spectators by default. Apart is the time from the first to each other who is told a word;
everybody is in one other process, with one clock. With ``--kills``, the server is killed that often in the middle of
questions and started again; nothing may be lost: no event, no word that was told, no point. With ``--servers`` several
of them tell the match and are killed by turns; spectators stay with one of them, players come to any. With ``--played``
so many questions are behind everybody already; the bytes of a change are those that one spectator gets after an event.
"""

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from measuring import say
from stumper.people.accounts.account import register
from stumper.people.accounts.tokens import make_token
from stumper.people.matches.log import Log, log_of
from stumper.people.matches.match import Asked, Room, Rules
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.points import scores
from stumper.people.matches.rooms import open_room
from stumper.people.matches.state import fold
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Settings
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Example, Gold
from stumper.web.serving import bound

SENTENCE = "This very long question goes on and on so that many words are told one by one to everybody here"
WORDS = 20  # in it
UP = 120.0  # seconds that a server may take to start


def main() -> None:
    """Says the figures."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        url = options.store or f"sqlite:///{Path(folder) / 'match.db'}"
        room, tokens = _furnish(url, options)
        say("match_load", **asyncio.run(_play(url, room, tokens, options)))


async def _play(url: str, room: Room, tokens: dict[str, str], options: argparse.Namespace) -> dict[str, object]:
    held = [bound("127.0.0.1", 0) for _ in range(options.servers)]  # nobody else listens there while a server is dead
    ports = [one.getsockname()[1] for one in held]
    servers = [_server(url, port) for port in ports]
    path = f"/api/v1/projects/{room.project_id}/matches/{room.id}/socket"
    crowd = Crowd([f"ws://127.0.0.1:{port}{path}" for port in ports])
    try:
        for port in ports:
            await _until_up(port)
        following = [asyncio.create_task(crowd.follow(name, token)) for name, token in tokens.items()]
        await crowd.until(lambda: len(crowd.lines) == len(tokens))
        for number in range(options.teams_of):
            await crowd.send(f"a{number}", kind="sit", side="a")
            await crowd.send(f"b{number}", kind="sit", side="b")
        await asyncio.sleep(1)
        kills = options.kills
        for tossup in range(options.played, len(room.match.packet)):
            await crowd.until(lambda: crowd.phase in ("waiting", "over"))
            await crowd.send("mo", kind="begin", tossup=tossup)
            await crowd.until(lambda tossup=tossup: crowd.phase == "reading" and crowd.tossup == tossup)
            await crowd.until(lambda: crowd.words >= 5)
            while kills > 0 and crowd.phase == "reading" and crowd.words < WORDS * options.rounds - 12:
                kills -= 1
                before = crowd.words
                which = kills % options.servers
                servers[which].send_signal(signal.SIGKILL)
                servers[which].wait()
                await asyncio.sleep(0.3)
                servers[which] = _server(url, ports[which])
                await _until_up(ports[which])
                await crowd.until(lambda: len(crowd.lines) == len(tokens))
                await crowd.until(lambda before=before: crowd.phase == "over" or crowd.words > before)
                if kills <= options.kills // 2 and tossup == options.played:
                    break
            await crowd.until(lambda: crowd.phase == "over" or crowd.words >= WORDS * options.rounds - 10)
            if crowd.phase == "over":  # another server read it to its end before this one was back
                continue
            for name in ("a0", "b0"):  # at once
                await crowd.send(name, kind="buzz", tossup=tossup)
            await crowd.until(lambda: crowd.phase in ("answering", "over"))
            if crowd.phase == "over":  # a machine that is busy brought both buzzes too late
                continue
            await crowd.send(crowd.turn, kind="answer", text="a planet", buzz=crowd.buzz, said=0)
            await crowd.until(lambda: crowd.phase == "over")
        await asyncio.sleep(0.5)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    finally:
        for one, server in zip(held, servers, strict=True):
            one.close()
            server.terminate()
            server.wait()
    return _figures(url, room, crowd, options)


class Crowd:
    """All who follow the match; what they were told, and when."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses, self.rng = addresses, Random(1)
        self.lines: dict[str, object] = {}
        self.told: dict[tuple[int, int], list[float]] = defaultdict(list)
        self.taken_back = 0
        self.phase, self.words, self.tossup, self.turn, self.buzz = "", 0, -1, "", 0
        self.seen: dict[str, dict[str, object]] = {}
        self.changed: dict[tuple[object, ...], list[float]] = defaultdict(list)
        self.changes: list[int] = []  # bytes of each, to one spectator
        self.entering: list[int] = []  # bytes of the first view of each
        self.keys = 0

    async def follow(self, name: str, token: str) -> None:
        """Somebody listens, and comes back whenever the line breaks."""
        seen = {"tossup": -1, "words": 0}
        while True:
            try:
                headers = {"Authorization": f"Bearer {token}"}
                address = self._address(name)
                async with connect(address, additional_headers=headers, proxy=None, compression=None) as line:
                    self.lines[name] = line
                    async for text in line:
                        await self._heard(name, line, text, time.perf_counter(), seen)
            except (ConnectionClosed, InvalidMessage, OSError, EOFError):
                self.lines.pop(name, None)
                await asyncio.sleep(0.1)

    def _address(self, name: str) -> str:
        """Of those who play any server's; spectators stay with theirs, so that each server is followed by somebody."""
        watches = name.startswith("s")
        return self.addresses[int(name[1:]) % len(self.addresses)] if watches else self.rng.choice(self.addresses)

    async def _heard(self, name: str, line, text: str, now: float, seen: dict[str, int]) -> None:  # type: ignore[no-untyped-def]
        message = json.loads(text)
        if message["kind"] == "ping":
            await line.send(json.dumps({"kind": "pong", "id": message["id"]}))
        elif message["kind"] == "words":
            self.told[seen["tossup"], message["words"]].append(now)
            seen["words"] = self.seen[name]["words"] = message["words"]
            self.words = max(self.words, message["words"])
        elif message["kind"] in ("view", "changed"):
            if message["kind"] == "view":
                self.entering.append(len(text.encode()))
            elif name == "s0":
                self.changes.append(len(text.encode()))
            message = self.seen[name] = _merged(self.seen.get(name, {}), message)
            self.changed[message["number"], message["clock"], message["is_read"]].append(now)
            tossup = len(message["plays"]) - 1
            if tossup == seen["tossup"] and message["words"] < seen["words"]:
                self.taken_back += 1
            seen.update(tossup=tossup, words=message["words"])
            if name == "mo":
                if tossup != self.tossup:
                    self.words = 0
                self.phase, self.tossup = message["phase"], tossup
                self.words = max(self.words, message["words"])
                turns = [turn for play in message["plays"] for turn in play["turns"] if turn["right"] is None]
                self.turn, self.buzz = (turns[-1]["name"], turns[-1]["buzz"]) if turns else ("", 0)

    async def send(self, name: str, **move: object) -> None:
        """A move of somebody."""
        self.keys += 1
        await self.lines[name].send(json.dumps({**move, "key": f"k{self.keys}"}))  # type: ignore[attr-defined]

    async def until(self, holds, seconds: float = 120.0) -> None:  # type: ignore[no-untyped-def]
        """Waits until this holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"stuck: {self.phase}, {self.words} words, {len(self.lines)} lines"
            await asyncio.sleep(0.01)


def _merged(before: dict[str, object], message: dict[str, object]) -> dict[str, object]:
    """The whole view after a message; what a change does not tell is as it was."""
    if message["kind"] == "view":
        return message
    plays = [*before["plays"], *message.get("plays", [])]  # type: ignore[misc]
    return {**before, **message, "plays": list({play["number"]: play for play in plays}.values())}


def _figures(url: str, room: Room, crowd: Crowd, options: argparse.Namespace) -> dict[str, object]:
    everybody = 2 * options.teams_of + options.spectators + 1
    apart, changed = (
        sorted(when - min(times) for times in told.values() if len(times) >= everybody - 1 for when in times)
        for told in (crowd.told, {key: times for key, times in crowd.changed.items() if key[1]})
    )
    with Store.open(url) as store:
        log = log_of(store, room.project_id, room.id)
        numbers = [one.number for one in log.events]
        state = fold(room.match, log.events)
    kinds = [type(one.event).__name__ for one in log.events]
    return {
        "listeners": everybody,
        "words_told": len(crowd.told),
        "apart_ms": {f"p{p}": round(1000 * apart[min(len(apart) - 1, len(apart) * p // 100)], 1) for p in (50, 95, 99)},
        "most_apart_ms": round(1000 * apart[-1], 1),
        "measured": len(apart),
        "changes_apart_ms": {f"p{p}": round(1000 * changed[len(changed) * p // 100], 1) for p in (50, 95, 99)},
        "bytes_on_entering": max(crowd.entering),
        "changes": len(crowd.changes),
        "bytes_a_change": {"median": sorted(crowd.changes)[len(crowd.changes) // 2], "most": max(crowd.changes)},
        "servers": options.servers,
        "kills": options.kills,
        "pauses": kinds.count("Paused"),
        "words_taken_back": crowd.taken_back,
        "buzzes_taken": kinds.count("Buzzed"),
        "questions": options.questions,
        "played": options.played,
        "events": len(numbers),
        "log_is_whole": numbers == list(range(1, len(numbers) + 1)),
        "points": dict(scores(room.match, state)),
        "load_average": round(os.getloadavg()[0], 1),
        "cores": os.cpu_count(),
    }


def _furnish(url: str, options: argparse.Namespace) -> tuple[Room, dict[str, str]]:
    """A room with everybody in its project, and their tokens."""
    text = " ".join([SENTENCE] * options.rounds) + "."
    gold = Gold((Answer("a planet"),))
    packet = tuple(Asked(f"q{n}", "regular", text, gold) for n in range(options.played + options.questions))
    now = time.time()
    names = {"mo": "moderator"} | {f"{side}{n}": "player" for side in "ab" for n in range(options.teams_of)}
    names |= {f"s{n}": "player" for n in range(options.spectators)}
    with Store.open(url) as store:
        settings = Settings("quizbowl", "quizbowl", (), ("judge",))
        example = Example("q", Tossup(text), gold)
        project = make_project(store, "Load", settings, [example], f"load {now}", now)
        people = {name: register(store, name, None, now) for name in names}
        for name, role in names.items():
            add_member(store, project.id, people[name].id, role, now)  # type: ignore[arg-type]
        rules = Rules("teams", speed=options.speed)
        room = open_room(store, project, "Load", rules, Packet(packet), people["mo"].id, now)
        _play_before(store, room, people["a0"].id, people["b0"].id, people["mo"].id, options.played)
        tokens = {name: make_token(store, one.id, "load", now, scope="manage") for name, one in people.items()}
        return room, tokens


def _play_before(store: Store, room: Room, ada: str, ben: str, mo: str, tossups: int) -> None:
    """So many questions are over, at each of which one side was wrong and the other right."""
    log, now = Log(store, room), room.created - 30.0 * tossups

    def played(kind: str, person: str, after: float, **fields: object) -> None:
        nonlocal now
        now += after
        log.play(Move(kind, f"{kind} {now}", **fields), person, 0.02, lambda: now)  # type: ignore[arg-type]

    for person, side in ((ada, "a"), (ben, "b")) if tossups else ():
        played("sit", person, 1.0, side=side)
    for tossup in range(tossups):
        played("begin", mo, 1.0)
        for person, text in ((ada, "a star"), (ben, "a planet")):
            played("buzz", person, 4.0, tossup=tossup)
            played("answer", person, 1.0, text=text)


def _server(url: str, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "stumper", "serve", "--port", str(port), "--store", url, "--victim", "tfidf-da"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


async def _until_up(port: int) -> None:
    end = time.monotonic() + UP
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise AssertionError("the server does not come up")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--teams-of", type=int, default=4)
    parser.add_argument("--spectators", type=int, default=50)
    parser.add_argument("--questions", type=int, default=3)
    parser.add_argument("--played", type=int, default=0, help="questions that are over before anybody comes")
    parser.add_argument("--rounds", type=int, default=5, help="of twenty words in each question")
    parser.add_argument("--speed", type=float, default=5.0)
    parser.add_argument("--kills", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
