"""A match judged again: with today's matcher, with or without the moderator's decisions."""

from dataclasses import replace

from stumper.people.matches.events import Heard
from stumper.people.matches.judging import heard
from stumper.people.matches.match import Match
from stumper.people.matches.state import Play, State, Turn
from stumper.types import Gold


def judged_again(match: Match, state: State, keeps_rulings: bool = True) -> State:
    """The match as it would stand had today's matcher heard the same answers; with ``keeps_rulings`` what a moderator
    decided stays so."""
    return replace(state, plays=tuple(_judged(match, play, keeps_rulings) for play in state.plays))


def heard_today(gold: Gold, said: tuple[str, ...]) -> Heard | None:
    """What today's matcher makes of all that was said after one buzz; None where nothing was said.

    Prompt: it would ask for more, and nobody did.
    """
    for place, text in enumerate(said):
        taken = heard(gold, text)
        if taken != "prompt":
            return taken
        if place:
            return "reject"  # nobody is asked a second time
    return "prompt" if said else None


def _judged(match: Match, play: Play, keeps_rulings: bool) -> Play:
    gold = match.packet[play.tossup].gold
    return replace(play, turns=tuple(
        turn if turn.is_ruled and keeps_rulings else replace(turn, right=_right(gold, turn)) for turn in play.turns
    ))  # fmt: skip


def _right(gold: Gold, turn: Turn) -> bool | None:
    match heard_today(gold, turn.said):
        case "accept":
            return True
        case "reject":
            return False
        case "prompt" if not turn.is_ruled:  # nobody knows what would have been said: it stays as it was taken
            return turn.right
        case "prompt":
            return {"accept": True, "reject": False}.get(turn.heard or "")
        case _:
            return None
