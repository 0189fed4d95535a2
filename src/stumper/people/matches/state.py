"""What a match has come to: the fold of its log, step by step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Literal

from stumper.people.matches.events import (
    Answered,
    Begun,
    Buzzed,
    Ended,
    Finished,
    Heard,
    MachineFailed,
    MachineRead,
    Paused,
    Recorded,
    Resumed,
    Ruled,
    Seated,
    Why,
)
from stumper.people.matches.match import MACHINE, Match, ends_of

Phase = Literal["waiting", "reading", "answering", "ruling", "paused", "over", "finished"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A buzz, what was said to it, and whether it was right (None: that is open).

    ``number`` is that of the event; ``since`` is when the time to answer began.
    """

    number: int
    person: str
    side: str
    words: int
    at: float
    delay: float | None
    since: float
    said: tuple[str, ...] = ()
    heard: Heard | None = None
    late: bool = False
    right: bool | None = None
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A tossup that was begun; ``words`` have been read up to the last stop."""

    tossup: int
    words: int = 0
    turns: tuple[Turn, ...] = ()
    has_ended: bool = False

    @property
    def open_turn(self) -> Turn | None:
        """The turn of whoever is to answer."""
        return next((turn for turn in self.turns if turn.right is None), None)

    @property
    def is_got(self) -> bool:
        """Somebody was right."""
        return any(turn.right for turn in self.turns)


@dataclass(frozen=True, slots=True)
class State:
    """``number`` is that of the last event, ``since`` when the phase began.

    While it is read, word ``read_from`` + 1 comes at ``read_at``. ``held`` is what a pause interrupted. ``seats`` are
    sides by person, ``machine`` and ``faults`` by tossup. ``keys`` are those of the last moves that were taken,
    ``changes`` how often each person has changed their seat since the last tossup began.
    """

    number: int = 0
    at: float = 0.0
    phase: Phase = "waiting"
    since: float = 0.0
    plays: tuple[Play, ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict)
    read_at: float = 0.0
    read_from: int = 0
    held: Phase = "waiting"
    why: Why = "moderator"
    machine: Mapping[int, MachineRead] = field(default_factory=dict)
    faults: Mapping[int, str] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)

    @property
    def play(self) -> Play | None:
        """The tossup that is played, or was last."""
        return self.plays[-1] if self.plays else None

    @property
    def stage(self) -> Phase:
        """The phase, or while that is a pause the one which it interrupted."""
        return self.held if self.phase == "paused" else self.phase

    @property
    def is_in_play(self) -> bool:
        """A tossup has begun, and somebody can still get it, once a pause is over if there is one."""
        return self.stage in ("reading", "answering", "ruling")

    @property
    def turn(self) -> Turn | None:
        """The turn of whoever is to answer now."""
        return self.plays[-1].open_turn if self.plays else None


def fold(match: Match, log: Iterable[Recorded]) -> State:
    """What the match has come to after these events."""
    return reduce(lambda state, recorded: step(match, state, recorded), log, State())


def step(match: Match, state: State, recorded: Recorded) -> State:
    """What it has come to after one event more."""
    event, at = recorded.event, recorded.at
    state = replace(state, number=recorded.number, at=at)
    if key := getattr(event, "key", ""):
        state = replace(state, keys=(*state.keys[-KEPT:], key))
    match event:
        case Seated(person, side):
            seats = {**state.seats, person: side} if side else {k: v for k, v in state.seats.items() if k != person}
            changes = {**state.changes, person: state.changes.get(person, 0) + 1}
            return replace(state, seats=seats, changes=changes)
        case Begun(tossup):
            plays = (*state.plays, Play(tossup))
            return replace(state, plays=plays, phase="reading", since=at, read_at=at + LEAD, read_from=0, changes={})
        case Buzzed():
            return _buzzed(state, recorded.number, at, event)
        case Answered():
            return _answered(match, state, at, event)
        case Ruled():
            return _ruled(match, state, at, event)
        case Paused(why):
            return _paused(match, state, at, max(at, event.noticed), why)
        case Resumed(lead):
            return _going_on(state, state.held, at, at + lead)
        case Ended():
            play = replace(state.plays[-1], has_ended=True, words=words_at(match, state, at))
            return _over(_with_play(state, play), at)
        case MachineRead(tossup):
            return replace(state, machine={**state.machine, tossup: event})
        case MachineFailed(tossup, fault):
            return replace(state, faults={**state.faults, tossup: fault})
        case Finished():
            return replace(_stopped(match, state, at, is_last=True), phase="finished", since=at)


def players_left(state: State, match: Match) -> set[str]:
    """Who may still buzz at the tossup in play: those who have a seat, and the machine where it plays."""
    play = state.plays[-1]
    there = dict(state.seats)
    if match.rules.mode == "machine" and play.tossup not in state.faults:
        there[MACHINE] = MACHINE
    decided = [turn for turn in play.turns if turn.right is not None]
    out = {turn.person for turn in decided}
    sides = {turn.side for turn in decided} if match.rules.lockout == "team" else set()
    return {person for person, side in there.items() if person not in out and side not in sides}


def sides_left(state: State, match: Match) -> set[str]:
    """The sides of which somebody may still buzz at the tossup in play."""
    return {state.seats.get(person, person) for person in players_left(state, match)}


def words_at(match: Match, state: State, now: float) -> int:
    """How many words of the tossup in play everybody may have seen by now."""
    play = state.play
    if play is None:
        return 0
    if state.phase != "reading":
        return play.words
    total = len(ends_of(match.packet[play.tossup].text))
    if now < state.read_at or state.read_from >= total:
        return min(state.read_from, total)
    return min(total, state.read_from + 1 + int((now - state.read_at) * match.rules.speed + ROUNDING))


def word_time(match: Match, state: State, words: int) -> float:
    """When so many words have been read, while nothing stops the reading."""
    return state.read_at + max(0, words - state.read_from - 1) / match.rules.speed


KEPT = 500  # keys of moves: whoever sends one again does so at once
LEAD = 1.0  # seconds to the first word, and from a wrong answer to the next
ROUNDING = 1e-6  # so that a word is there at its own time


def _buzzed(state: State, number: int, at: float, event: Buzzed) -> State:
    side = MACHINE if event.person == MACHINE else state.seats.get(event.person, "")
    turn = Turn(number, event.person, side, event.words, at, event.delay, at)
    play = replace(state.plays[-1], words=event.words, turns=(*state.plays[-1].turns, turn))
    return replace(_with_play(state, play), phase="answering", since=at)


def _answered(match: Match, state: State, at: float, event: Answered) -> State:
    turn = state.turn
    assert turn is not None, "only an open turn is answered"
    turn = replace(turn, said=(*turn.said, event.text), heard=event.heard, late=event.late, since=at)
    match event.heard:
        case "prompt":
            return _with_turn(state, turn)
        case "unsure":
            return replace(_with_turn(state, turn), phase="ruling", since=at)
        case heard:
            return _settled(match, _with_turn(state, replace(turn, right=heard == "accept")), at)


def _ruled(match: Match, state: State, at: float, event: Ruled) -> State:
    is_current = any(turn.number == event.buzz for turn in state.plays[-1].turns)
    before = _stopped(match, state, at) if is_current else state
    ruled = replace(before, plays=tuple(_ruled_play(play, event) for play in before.plays))
    return _settled(match, ruled, at) if is_current else ruled


def _ruled_play(play: Play, event: Ruled) -> Play:
    if all(turn.number != event.buzz for turn in play.turns):
        return play
    ruled = (replace(one, right=event.right, is_ruled=True) if one.number == event.buzz else one for one in play.turns)
    return replace(play, turns=tuple(ruled))


def _settled(match: Match, state: State, at: float) -> State:
    """What follows for the tossup in play from who was right and who wrong."""
    if not state.is_in_play:  # its answer was shown, so that nobody can get it any more whatever is decided
        return state
    play = state.plays[-1]
    if play.is_got or play.has_ended or not sides_left(state, match):
        return _over(state, at)
    if state.phase == "paused":
        return replace(state, since=at, held="answering" if play.open_turn else "reading", why="ruling")
    if play.open_turn is not None:
        return state
    return _going_on(state, "reading", at, at + LEAD)


def _paused(match: Match, state: State, at: float, noticed: float, why: Why) -> State:
    return replace(_stopped(match, state, at), phase="paused", since=noticed, held=state.phase, why=why)


def _stopped(match: Match, state: State, at: float, is_last: bool = False) -> State:
    """What has been read by now is kept; whoever had all of it and said nothing had their chance."""
    if not state.plays or state.phase != "reading":
        return state
    words = words_at(match, state, at)
    is_over = is_last and words >= len(ends_of(match.packet[state.plays[-1].tossup].text))
    return _with_play(state, replace(state.plays[-1], words=words, has_ended=is_over))


def _going_on(state: State, phase: Phase, at: float, begins: float) -> State:
    turn = state.turn
    if phase == "answering" and turn is not None:  # with all of the time to answer, as nobody knows what was lost
        return replace(_with_turn(state, replace(turn, since=begins)), phase=phase, since=at)
    words = state.plays[-1].words if state.plays else 0
    return replace(state, phase=phase, since=at, read_at=begins, read_from=words)


def _over(state: State, at: float) -> State:
    return replace(state, phase="over", since=at)


def _with_play(state: State, play: Play) -> State:
    return replace(state, plays=(*state.plays[:-1], play))


def _with_turn(state: State, turn: Turn) -> State:
    play = state.plays[-1]
    turns = tuple(turn if one.number == turn.number else one for one in play.turns)
    return _with_play(state, replace(play, turns=turns))
