"""What somebody wants to do in a match, and the event that comes of it, if they may now."""

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Literal

from stumper.errors import BadOption, Refused
from stumper.people.matches.events import (
    Answered,
    Begun,
    Buzzed,
    Ended,
    Event,
    Finished,
    Heard,
    Paused,
    Resumed,
    Ruled,
    Seated,
)
from stumper.people.matches.match import MOST_GUESTS, PEOPLE, TEAMS, Match, is_guest
from stumper.people.matches.points import heard
from stumper.people.matches.state import State, players_left, words_at

PlayersMove = Literal["sit", "leave", "buzz", "answer", "hold", "ready", "pass", "stop"]
ModeratorsMove = Literal["begin", "pause", "resume", "rule", "skip", "finish"]
LONGEST_ANSWER = 200  # characters of an answer
GRACE = 0.75  # seconds that an answer may be under way when its time is up
HAS_ANSWERED = {
    "team": "Your side has answered this question already.",
    "player": "You have answered this question already.",
}
MOST_CHANGES = 20  # of somebody's seat between two questions
LEAD = 3.0  # seconds from going on to the next word


@dataclass(frozen=True, slots=True)
class Move:
    """``key``, made by whoever sends it, keeps it from counting twice; the rest says what it is about.

    ``tossup`` is the one that is begun, buzzed at, stopped or given up; ``buzz`` the event ruled on or answered,
    and ``said`` how many answers there were to it before. Where these are not given, it is about what is there.
    """

    kind: PlayersMove | ModeratorsMove
    key: str
    side: str = ""
    text: str = ""
    tossup: int = -1
    buzz: int = 0
    right: bool = False
    said: int = -1


def decided(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event | None:
    """The event that the move leads to, None where it changes nothing.

    Refused where it cannot be done now, BadOption where it can never be.
    """
    if state.phase == "finished" and move.kind != "rule":
        raise Refused("The match is over.")
    return DECISIONS[move.kind](match, state, move, person, delay, now)


def heard_of(match: Match, state: State, said: str) -> Heard:
    """How the matcher takes what is said in the open turn; nobody is asked to say more a second time."""
    turn, play = state.turn, state.play
    assert turn is not None
    assert play is not None
    taken = heard(match, match.packet[play.tossup].gold, said)
    return "reject" if taken == "prompt" and turn.heard == "prompt" else taken


def begun(match: Match, state: State, person: str = "", key: str = "") -> Event:
    """The next tossup, or the end of the match where there is none."""
    number = len(state.plays)
    return Begun(number, person, key) if number < len(match.packet) else Finished(person, key)


def check_impartial(state: State, buzz: int, person: str, moderators: Set[str]) -> None:
    """The person may rule on this buzz; Refused where they play and another of the moderators who are there may sooner.

    That is one who only watches; on a buzz of the person's own side, one of another side, too.
    """
    own = state.seats.get(person)
    if own is None:
        return
    others = {state.seats.get(one) for one in moderators if one != person}
    is_own = any(turn.number == buzz and turn.side == own for play in state.plays for turn in play.turns)
    if None in others:
        raise Refused("You play in this match. Leave the decision to the moderator who does not.")
    if is_own and others - {own}:
        raise Refused("This is about your own side. Leave the decision to the other moderator.")


def _sit(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event | None:
    side = {"teams": move.side, "machine": PEOPLE, "alone": person}[match.rules.mode]
    if match.rules.mode == "teams" and side not in TEAMS:
        raise BadOption(f"There is no team {side!r} in this match. Choose one of {', '.join(TEAMS)}.")
    if state.is_in_play:
        raise Refused("A question is being played. Take a seat once it is over.")
    return _seated(state, person, side, move.key)


def _leave(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event | None:
    _check_not_in_turn(state, person)
    return _seated(state, person, "", move.key)


def _seated(state: State, person: str, side: str, key: str) -> Event | None:
    if state.seats.get(person, "") == side:
        return None
    if side and state.changes.get(person, 0) >= MOST_CHANGES:
        raise Refused("You have changed your seat very often. Wait for the next question.")
    if side and is_guest(person) and person not in state.seats and sum(map(is_guest, state.seats)) >= MOST_GUESTS:
        raise Refused(f"{MOST_GUESTS} guests play in this match already. Stay and watch.")
    return Seated(person, side, key)


def _buzz(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    side = state.seats.get(person)
    if side is None:
        raise Refused("You only watch this match. Take a seat first, then buzz.")
    if state.play is not None and 0 <= move.tossup < state.play.tossup:  # it was long under way
        raise Refused("The question that you buzzed at is over.")
    if state.phase == "answering" and state.turn is not None:
        raise Refused("Somebody was faster.")
    if state.phase != "reading" or state.play is None or state.play.tossup != move.tossup or now < state.read_at:
        raise Refused("Nothing is being read now. Wait for the next word.")
    if person not in players_left(state, match):
        raise Refused(HAS_ANSWERED[match.rules.lockout])
    return Buzzed(person, move.tossup, words_at(match, state, now), delay, move.key)


def _answer(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    turn = state.turn
    if state.phase != "answering" or turn is None or turn.person != person:
        raise Refused("It is not your turn to answer.")
    if move.buzz not in (0, turn.number) or move.said not in (-1, len(turn.said)):
        raise Refused("That was answered already. Read what is asked now.")
    if now > turn.since + match.rules.answer + GRACE:
        raise Refused("The time to answer was up.")
    said = " ".join(move.text.split())
    if len(said) > LONGEST_ANSWER:
        raise BadOption(
            f"An answer has at most {LONGEST_ANSWER} characters; yours has {len(said)}. Write a shorter one."
        )
    return Answered(person, said, heard_of(match, state, said), key=move.key)


def _begin(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    if state.phase not in ("waiting", "over"):
        raise Refused("A question is still being played.")
    _check_about(move, len(state.plays))
    return begun(match, state, person, move.key)


def _pause(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    if state.phase == "paused":
        raise Refused("The match is paused already.")
    _check_about(move, len(state.plays) - 1)
    return Paused("moderator", person, move.key)


def _resume(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    if state.phase != "paused":
        raise Refused("The match is not paused.")
    _check_about(move, len(state.plays) - 1)
    return Resumed(LEAD, person, move.key)


def _rule(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    turns = [turn for play in state.plays for turn in play.turns if turn.number == move.buzz]
    if not turns:
        raise BadOption("There is no such buzz in this match. Reload the page.")
    if turns[0].right is move.right:
        raise Refused("That was decided so already.")
    return Ruled(move.buzz, move.right, person, move.key)


def _skip(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    if not state.is_in_play or state.play is None:
        raise Refused("No question is being played.")
    _check_about(move, state.play.tossup)
    return Ended(state.play.tossup, person, move.key)


def _finish(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    return Finished(person, move.key)


def _hold(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    """Whoever plays keeps the next question from coming by itself, until somebody is ready."""
    _check_plays(state, person)
    if not match.rules.automatic or state.phase != "over":
        raise Refused("No question is about to come by itself.")
    _check_about(move, len(state.plays) - 1)
    return Paused("player", person, move.key)


def _ready(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    _check_plays(state, person)
    if state.phase != "paused" or state.why != "player":
        raise Refused("Nobody who plays has stopped the match.")
    _check_about(move, len(state.plays) - 1)
    return Resumed(0.0, person, move.key)


def _pass(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    _check_unhosted(match, state, person)
    return _skip(match, state, move, person, delay, now)


def _stop(match: Match, state: State, move: Move, person: str, delay: float | None, now: float) -> Event:
    _check_unhosted(match, state, person)
    return Finished(person, move.key)


def _check_unhosted(match: Match, state: State, person: str) -> None:
    _check_plays(state, person)
    if match.rules.hosted:
        raise Refused("This is for the moderator to do.")


def _check_plays(state: State, person: str) -> None:
    if person not in state.seats:
        raise Refused("You only watch this match. Take a seat first.")


def _check_about(move: Move, tossup: int) -> None:
    """What was meant for one question never happens to another."""
    if move.tossup not in (-1, tossup):
        raise Refused("The match is at another question by now. Look at it, then decide again.")


def _check_not_in_turn(state: State, person: str) -> None:
    turn = state.turn
    if turn is not None and turn.person == person:
        raise Refused("It is your turn to answer. Answer first.")


Decision = Callable[[Match, State, Move, str, float | None, float], Event | None]


DECISIONS: dict[str, Decision] = {
    "sit": _sit, "leave": _leave, "buzz": _buzz, "answer": _answer, "begin": _begin, "pause": _pause,
    "resume": _resume, "rule": _rule, "skip": _skip, "finish": _finish,
    "hold": _hold, "ready": _ready, "pass": _pass, "stop": _stop,
}  # fmt: skip
