"""A match as JSON lines, from which alone it is replayed and scored again; people are named by a code."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stumper.datasets.json_lines import Line, read_lines
from stumper.datasets.kinds import check_kind
from stumper.errors import BadData, StumperError
from stumper.people.matches.checked import checked
from stumper.people.matches.events import KINDS, Recorded, event_document
from stumper.people.matches.match import Match, coded, listening_to
from stumper.people.matches.order import problem
from stumper.people.matches.points import scores
from stumper.people.matches.state import State, fold, step
from stumper.store.values import to_text
from stumper.tasks.quizbowl.kinds import MATCH_LOG

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
