"""A match as JSON lines, from which alone it is replayed and scored again; people are named by a code."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from stumper.errors import BadData
from stumper.people.exports import code
from stumper.people.matches.events import KINDS, Recorded, event_document, event_of
from stumper.people.matches.judging import heard
from stumper.people.matches.log import Log
from stumper.people.matches.points import points, scores, sides
from stumper.people.matches.state import Play, State, fold
from stumper.people.matches.values import MACHINE, TEAMS, Asked, Match
from stumper.people.matches.words import ends_of
from stumper.scores.buzz import Buzz, Reading
from stumper.store.values import from_text, to_text


def log_lines(log: Log) -> Iterator[str]:
    """A line with the name, the rules and the packet, then one for each event."""
    log.catch_up()
    yield json.dumps({"kind": "match", **json.loads(to_text(log.room.match))}, ensure_ascii=False) + "\n"
    for recorded in log.events:
        document = _coded(json.loads(event_document(recorded.event)))
        yield json.dumps({"number": recorded.number, "at": recorded.at, **document}, ensure_ascii=False) + "\n"


def read_log(lines: Iterable[str], name: str = "the log") -> tuple[Match, tuple[Recorded, ...]]:
    """The match and its events that ``log_lines`` wrote; BadData."""
    documents = [_object(line, f"{name}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not documents or documents[0].get("kind") != "match":
        raise BadData(f"{name}: this is no log of a match. Download one from the page of a match.")
    match = from_text(Match, json.dumps(documents[0]))
    for number, document in enumerate(documents[1:], 2):
        if document.get("kind") not in KINDS or not isinstance(document.get("number"), int):
            raise BadData(f"{name}, line {number}: there is no event of the kind {document.get('kind')!r}.")
    return match, tuple(Recorded(one["number"], one["at"], event_of(json.dumps(one))) for one in documents[1:])


def rescored(lines: Iterable[str], name: str = "the log") -> Mapping[str, int]:
    """The points of each side, computed from a downloaded log alone."""
    match, events = read_log(lines, name)
    return scores(match, fold(match, events))


def buzzes(match: Match, state: State) -> list[Buzz]:
    """What each side did at each tossup, as the analyses take it; people by their code.

    Whoever said nothing until nobody could get it any more stands at its end, not correct. What is not decided is left
    out, as is whoever was beaten to it.
    """
    return [buzz for play in state.plays for buzz in (*_answers(match, state, play), *_silences(match, state, play))]


def _answers(match: Match, state: State, play: Play) -> Iterator[Buzz]:
    for turn, gained in zip(play.turns, points(match, play), strict=True):
        if turn.right is not None:
            yield _buzz(match, state, play, turn.person, turn.words, turn.right, gained)


def _silences(match: Match, state: State, play: Play) -> Iterator[Buzz]:
    """Of those who had the whole question and said nothing; not of a question that was given up before its end."""
    total = len(ends_of(match.packet[play.tossup].text))
    if play.is_got or not play.has_ended or play.words < total:
        return
    answered = {turn.side for turn in play.turns}
    for side in sides(match, state):
        if side not in answered and not (side == MACHINE and play.tossup in state.faults):
            yield _buzz(match, state, play, side, total, False, 0)


def _buzz(match: Match, state: State, play: Play, player: str, words: int, right: bool, gained: int) -> Buzz:
    asked, is_machine = match.packet[play.tossup], player == MACHINE
    of = max(1, len(ends_of(asked.text)))
    return Buzz(
        question_id=asked.id,
        set=asked.set,
        player=match.rules.victim if is_machine else _named(match, player),
        is_machine=is_machine,
        words=words,
        of=of,
        position=words / of,
        correct=right,
        points=gained,
        round=match.name,
        category=asked.category,
        readings=_readings(asked, state, play, of) if is_machine else (),
    )


def _readings(asked: Asked, state: State, play: Play, of: int) -> tuple[Reading, ...]:
    read = state.machine.get(play.tossup)
    best = [(one.words, *one.guesses[0]) for one in read.supposed if one.guesses] if read else []
    return tuple(
        Reading(words, words / of, answer, probability, heard(asked.gold, answer) == "accept")
        for words, answer, probability in best
    )


def _named(match: Match, player: str) -> str:
    """A person's code; a team's name."""
    if len(player) == ID_LENGTH:
        return code(player)
    return match.rules.teams[TEAMS.index(player)] if player in TEAMS else player


def _coded(document: dict[str, Any]) -> dict[str, Any]:
    """The event without anybody's id."""
    coded = {
        name: code(document[name])
        for name in ("person", "side")
        if isinstance(document.get(name), str) and len(document[name]) == ID_LENGTH
    }
    key = {"key": document["key"].partition(":")[2]} if document.get("key") else {}
    return document | coded | key


ID_LENGTH = 32  # of people's ids, which teams and the machine do not have


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadData(f"{where}: this is not JSON ({error.msg}). Download the log again.") from error
    if not isinstance(found, dict):
        raise BadData(f"{where}: this is no event. Download the log again.")
    return found
