"""Whether an event can follow on what has happened: of a log that somebody may have cut or changed."""

from stumper.people.matches.events import (
    Answered,
    Begun,
    Buzzed,
    Ended,
    Event,
    MachineFailed,
    MachineRead,
    Paused,
    Recorded,
    Resumed,
    Ruled,
    Seated,
)
from stumper.people.matches.match import PEOPLE, TEAMS, Match, ends_of
from stumper.people.matches.state import State, players_left


def problem(match: Match, state: State, recorded: Recorded) -> str:
    """What keeps the event from being the next one, as a clause; "" where nothing does."""
    expected = state.number + 1
    if recorded.number < expected:
        return f"event {recorded.number} stands there again, or behind a later one"
    if recorded.number > expected:
        missing = f"event {expected} is" if recorded.number == expected + 1 else (
            f"events {expected} to {recorded.number - 1} are")  # fmt: skip
        return f"{missing} missing before event {recorded.number}"
    if recorded.at < state.at:
        return f"event {recorded.number} happened before the one above it"
    if state.phase == "finished" and not isinstance(recorded.event, Ruled | MachineRead | MachineFailed):
        return "the match was over before this event"
    return _of(match, state, recorded.event)


def _of(match: Match, state: State, event: Event) -> str:
    match event:
        case Seated(_, side):
            places = {"teams": TEAMS, "machine": (PEOPLE,), "alone": (event.person,)}[match.rules.mode]
            return "" if side in ("", *places) else f"there is no side {side!r} in this match"
        case Begun(tossup):
            return _begun(match, state, tossup)
        case Buzzed():
            return _buzzed(match, state, event)
        case Answered(person):
            is_due = state.phase == "answering" and state.turn is not None and state.turn.person == person
            return "" if is_due else f"{person!r} answers, but has not buzzed"
        case Ruled(buzz):
            is_known = any(turn.number == buzz for play in state.plays for turn in play.turns)
            return "" if is_known else f"a decision is about event {buzz}, which is no buzz above it"
        case Ended(tossup):
            return _not_in_play(state, tossup)
        case MachineRead(tossup):
            return _not_in_packet(match, tossup) or _misread(match, event)
        case MachineFailed(tossup):
            return _not_in_packet(match, tossup)
        case Paused() if state.phase == "paused":
            return "the match pauses, but is paused already"
        case Resumed() if state.phase != "paused":
            return "the match goes on, but is not paused"
    return ""


def _begun(match: Match, state: State, tossup: int) -> str:
    if tossup != len(state.plays):
        return f"question {tossup + 1} is begun, but it is the turn of question {len(state.plays) + 1}"
    if state.phase not in ("waiting", "over"):
        return f"question {tossup + 1} is begun while question {tossup} is still played"
    return _not_in_packet(match, tossup)


def _buzzed(match: Match, state: State, event: Buzzed) -> str:
    if state.phase != "reading":
        return f"{event.person!r} buzzes, but nothing is being read"
    if wrong := _not_in_play(state, event.tossup):
        return wrong
    if event.person not in players_left(state, match):
        return f"{event.person!r} buzzes, but has no seat, or a side that has answered already, or has answered"
    words = len(ends_of(match.packet[event.tossup].text))
    return "" if 0 <= event.words <= words else f"a buzz comes after {event.words} words of a question of {words}"


def _misread(match: Match, event: MachineRead) -> str:
    words = len(ends_of(match.packet[event.tossup].text))
    places = [one.words for one in event.supposed]
    if places != sorted(places) or not all(0 <= place <= words for place in (*places, event.buzz or 0)):
        return f"the machine has read other words than the {words} of question {event.tossup + 1}, or in another order"
    probabilities = (one for supposed in event.supposed for _, one in supposed.guesses if one is not None)
    return "" if all(0 <= one <= 1 for one in probabilities) else "a guess's probability is not between 0 and 1"


def _not_in_play(state: State, tossup: int) -> str:
    is_played = state.play is not None and state.play.tossup == tossup
    return "" if is_played else f"it is about question {tossup + 1}, which is not played there"


def _not_in_packet(match: Match, tossup: int) -> str:
    is_there = 0 <= tossup < len(match.packet)
    return "" if is_there else f"there is no question {tossup + 1}: the packet has {len(match.packet)}"
