"""Matches that nobody plays: moves drawn at random, as a server takes them, without a store."""

from dataclasses import replace
from pathlib import Path
from random import Random

from match_rooms import PACKET, QUICK
from stumper.errors import StumperError
from stumper.people.matches.due import due
from stumper.people.matches.events import Event, Finished, MachineFailed, MachineRead, Paused, Recorded, Supposed
from stumper.people.matches.log_file import log_lines
from stumper.people.matches.match import Asked, Match, Mode
from stumper.people.matches.moves import Move, decided
from stumper.people.matches.state import State, step
from stumper.types import Gold

PEOPLE = {name: name * 32 for name in "abcd"}  # ids as long as real ones
UNREAD = Asked("q3", "regular", "For 10 points, name it.", Gold(()), line="nothing that can be read")
SAID = ("Suleiman", "Suleiman I", "Suleiman the Magnificent", "Mercury", "Venus", "", "Selim")
USUAL = {"waiting": ("sit", "sit", "begin"), "reading": ("buzz",), "answering": ("answer",), "ruling": ("rule",),
         "paused": ("resume",), "over": ("begin", "sit", "rule")}  # fmt: skip
RARE = ("sit", "leave", "buzz", "answer", "begin", "pause", "rule", "skip")


def played(seed: int, mode: Mode, moves: int = 100) -> tuple[Match, list[Recorded]]:
    """A match in which so many things were tried, and which then came to its end."""
    rng, now = Random(seed), 1000.0
    match = Match(
        "Final", replace(QUICK, speed=2.0, mode=mode, victim="ir" if mode == "machine" else ""), (*PACKET, UNREAD)
    )
    events, state = list[Recorded](), State()
    for place in range(moves):
        person = rng.choice(list(PEOPLE.values()))
        now += rng.choice((0.0, 0.1, 0.3, 1.1))
        found = due(match, state)
        if found is not None and found.at <= now:
            event: Event | None = found.event
        elif place % 20 == 7 and len(state.machine) + len(state.faults) < len(match.packet):
            event = _thought(rng, len(state.machine) + len(state.faults))
        elif place % 30 == 11 and state.phase in ("reading", "answering"):
            event = Paused("server", noticed=now + 5)
        else:
            event = _moved(match, state, person, rng, now, f"key-{place}")
        if event is not None:
            events.append(Recorded(len(events) + 1, now, event))
            state = step(match, state, events[-1])
    if state.phase != "finished":
        events.append(Recorded(len(events) + 1, now, Finished(PEOPLE["d"], "end")))
    return match, events


def written(path: Path, match: Match, events: list[Recorded]) -> Path:
    """The file with the log of the match."""
    path.write_text("".join(log_lines(match, events)), encoding="utf-8")
    return path


def _thought(rng: Random, tossup: int) -> Event:
    if rng.random() < 0.3:
        return MachineFailed(tossup, "It gave no answer.")
    guesses = (("Suleiman I", 0.6), ("Mars", None))
    return MachineRead(tossup, (Supposed(1, guesses[1:]), Supposed(4, guesses)), rng.choice((None, 4)))


def _moved(match: Match, state: State, person: str, rng: Random, now: float, key: str) -> Event | None:
    buzzes = [turn.number for play in state.plays for turn in play.turns]
    turn = state.turn
    kind = rng.choice(USUAL.get(state.phase, RARE) if rng.random() < 0.8 else RARE)
    side, text, right = rng.choice("ab"), rng.choice(SAID), rng.random() < 0.5
    move = Move(kind, key, side, text, tossup=len(state.plays) - 1, right=right)
    match move.kind:
        case "rule" if buzzes:
            move = replace(move, buzz=rng.choice(buzzes))
        case "begin":
            move = replace(move, tossup=-1)
        case "answer" if turn is not None:
            person = turn.person
    try:
        return decided(match, state, move, person, rng.choice((None, 0.02)), now)
    except StumperError:
        return None
