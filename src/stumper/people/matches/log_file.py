"""A match as JSON lines, from which alone it is replayed and scored again; people are named by a code.

Anybody may have written the lines: each value is held against the type of its field, each event against those before.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from stumper.datasets.documents import called
from stumper.datasets.json_lines import Line, read_lines
from stumper.datasets.kinds import check_kind
from stumper.errors import BadData, StumperError
from stumper.listening import MATCH_LOG
from stumper.people.matches.events import (
    KINDS,
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
    event_document,
)
from stumper.people.matches.match import PEOPLE, TEAMS, Match, coded, ends_of, listening_to
from stumper.people.matches.points import scores
from stumper.people.matches.state import State, fold, players_left, step
from stumper.store.values import to_text

VERSION = 1  # of the format


@dataclass(frozen=True, slots=True)
class Logged:
    """A match as a file tells it: its events, what it came to, and the points that it showed, where the file has them.

    People are their codes.
    """

    match: Match
    events: tuple[Recorded, ...]
    state: State
    shown: Mapping[str, int] | None


def log_lines(match: Match, events: Sequence[Recorded]) -> Iterator[str]:
    """A line with the name, the rules, the packet and the points, then one for each event."""
    shown = {coded(side): points for side, points in scores(match, fold(match, events)).items()}
    head = {"kind": "match", "version": VERSION, **json.loads(to_text(match)), "scores": shown}
    yield json.dumps(head, ensure_ascii=False) + "\n"
    for recorded in events:
        document = _coded(json.loads(event_document(recorded.event)))
        yield json.dumps({"number": recorded.number, "at": recorded.at, **document}, ensure_ascii=False) + "\n"


def read_log(path: Path) -> Logged:
    """The match that ``log_lines`` wrote; BadData names the file, the line, and what is wrong there."""
    check_kind(path, MATCH_LOG)
    head, *lines = read_lines(path)
    try:
        match, shown = _match(head)
        state, events = State(), list[Recorded]()
        for line in lines:
            recorded = _recorded(line)
            if wrong := problem(match, state, recorded):
                raise line.bad(f"{wrong}. {AGAIN}")
            events.append(recorded)
            state = step(match, state, recorded)
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    return Logged(match, tuple(events), state, shown)


AGAIN = "Download the log again"


def _match(line: Line) -> tuple[Match, Mapping[str, int] | None]:
    if line.values.get("kind") != "match":
        raise line.bad("this is no log of a match, which begins with its rules and questions. Download one from the "
                       "page of a match")  # fmt: skip
    version = line.values.get("version", 1)
    if type(version) is not int or version < 1:
        raise line.bad(f"'version' is {version!r}, not a whole number. {AGAIN}")
    if version > VERSION:
        raise line.bad(f"the log is of version {version}, and this Stumper reads up to {VERSION}. Install a newer one")
    match = _checked(Match, line, line.values)
    if not match.packet:
        raise line.bad(f"there is no question in its 'packet'. {AGAIN}")
    try:
        listening_to(match.task)
    except StumperError as error:
        raise line.bad(f"its 'task' is {match.task!r}, of which nothing is read out here: {error}") from None
    if match.rules.speed <= 0:
        raise line.bad(f"'rules.speed' is {match.rules.speed:g}, but words are read at some speed. {AGAIN}")
    shown = line.values.get("scores")
    if shown is not None and not (isinstance(shown, dict) and all(type(one) is int for one in shown.values())):
        raise line.bad(f"'scores' are no points by side. {AGAIN}")
    return match, shown


def _recorded(line: Line) -> Recorded:
    kind = line.values.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise line.bad(f"there is no event of the kind {kind!r}. {AGAIN}, or install a newer Stumper")
    stamp = _checked(_Stamp, line, line.values)
    return Recorded(stamp.number, stamp.at, _checked(KINDS[kind], line, line.values))


@dataclass(frozen=True, slots=True)
class _Stamp:
    number: int
    at: float


def _checked(kind: type[Any], line: Line, document: Mapping[str, object]) -> Any:
    try:
        return checked(kind, document)
    except BadData as error:
        raise line.bad(f"{error}. {AGAIN}") from None


def _coded(document: dict[str, Any]) -> dict[str, Any]:
    """The event without anybody's id."""
    named = {name: coded(document[name]) for name in ("person", "side") if isinstance(document.get(name), str)}
    key = {"key": document["key"].partition(":")[2]} if document.get("key") else {}
    return document | named | key


Value = TypeVar("Value")
LARGEST_NUMBER = 1e15  # of a number that counts, or that tells a time


def checked(kind: type[Value], document: Mapping[str, object]) -> Value:
    """The value with these fields, those that it does not know passed over; BadData names the field that is wrong."""
    value: Value = _made(kind, document, "")
    return value


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _made(kind: Any, document: Mapping[str, object], at: str) -> Any:
    hints = _hints(kind)
    return kind(**{name: value for field in fields(kind) for name, value in _given(field, hints, document, at)})


def _given(
    field: "Field[Any]", hints: Mapping[str, Any], document: Mapping[str, object], at: str
) -> Iterator[tuple[str, Any]]:
    """The field with its value; nothing where it is left out and has a default."""
    if field.name in document:
        yield field.name, _typed(hints[field.name], document[field.name], f"{at}{field.name}")
    elif field.default is MISSING and field.default_factory is MISSING:
        raise BadData(f"there is no {at + field.name!r}")


def _typed(kind: Any, value: object, at: str) -> Any:
    arguments, origin = get_args(kind), get_origin(kind) or kind
    if origin in (Union, UnionType):  # of one type and None
        return None if value is None else _typed(next(one for one in arguments if one is not type(None)), value, at)
    if origin is Literal:
        is_one = isinstance(value, str) and value in arguments
        return _is(is_one, value, f"one of {', '.join(arguments)}", at)
    if origin is tuple:
        return _tuple(arguments, value, at)
    if origin is frozenset:
        return frozenset(_tuple((arguments[0], ...), value, at))
    if is_dataclass(kind):
        return _made(kind, _is(isinstance(value, dict), value, "an object", at), f"{at}.")
    return _plain(kind, value, at)


def _tuple(arguments: tuple[Any, ...], value: object, at: str) -> tuple[Any, ...]:
    listed = _is(isinstance(value, list), value, "a list", at)
    kinds = arguments[:1] * len(listed) if arguments[-1] is Ellipsis else arguments
    _is(len(kinds) == len(listed), value, f"a list of {len(kinds)}", at)
    return tuple(_typed(kind, item, f"{at}[{i}]") for i, (kind, item) in enumerate(zip(kinds, listed, strict=True)))


def _plain(kind: Any, value: object, at: str) -> Any:
    if kind is float:
        is_number = type(value) in (int, float) and -LARGEST_NUMBER < value < LARGEST_NUMBER  # type: ignore[operator]
        return float(_is(is_number, value, "a number", at))
    if kind is int:
        return _is(type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER, value, "a whole number", at)
    return _is(type(value) is kind, value, {str: "a text", bool: "true or false"}[kind], at)


def _is(is_so: bool, value: object, wanted: str, at: str) -> Any:
    if not is_so:
        found = repr(value) if isinstance(value, str | int | float) and len(repr(value)) <= 40 else called(value)
        raise BadData(f"{at!r} is {found}, not {wanted}")
    return value


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
