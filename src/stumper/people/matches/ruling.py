"""Who may say whether an answer was right: whoever plays leaves that to somebody who does not play on their side."""

from collections.abc import Set

from stumper.errors import Refused
from stumper.people.matches.state import State


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
