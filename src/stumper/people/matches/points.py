"""What a buzz is worth, and who has how many points: from the log alone."""

from collections import Counter
from collections.abc import Mapping

from stumper.people.matches.state import Play, State, Turn
from stumper.people.matches.values import MACHINE, PEOPLE, TEAMS, Asked, Match
from stumper.people.matches.words import ends_of

RIGHT, IN_POWER, INTERRUPTED = 10, 15, -5


def points(match: Match, play: Play) -> tuple[int, ...]:
    """Of each turn at a tossup: the first right one has 10, 15 in power; a wrong interruption costs 5.

    What comes after a right answer counts nothing, nor does what is not decided.
    """
    asked, given, is_got = match.packet[play.tossup], list[int](), False
    for turn in play.turns:
        given.append(0 if is_got else _worth(match, asked, turn))
        is_got = is_got or turn.right is True
    return tuple(given)


def scores(match: Match, state: State) -> Mapping[str, int]:
    """The points of each side that plays or has played, in a fixed order."""
    total = Counter(dict.fromkeys(sides(match, state), 0))
    for play in state.plays:
        for turn, worth in zip(play.turns, points(match, play), strict=True):
            total[turn.side] += worth
    return dict(total)


def sides(match: Match, state: State) -> tuple[str, ...]:
    """The sides of the match: two teams; people and machine; or everybody by themselves, as they came."""
    match match.rules.mode:
        case "teams":
            return TEAMS
        case "machine":
            return (PEOPLE, MACHINE)
        case "alone":
            played = (turn.side for play in state.plays for turn in play.turns)
            return tuple(dict.fromkeys([*state.seats.values(), *played]))


def is_in_power(asked: Asked, words: int) -> bool:
    """The last of so many words ends before the power mark."""
    ends = ends_of(asked.text)
    return asked.power is not None and words > 0 and ends[min(words, len(ends)) - 1] <= asked.power


def _worth(match: Match, asked: Asked, turn: Turn) -> int:
    if turn.right:
        return IN_POWER if match.rules.power and is_in_power(asked, turn.words) else RIGHT
    is_interruption = turn.words < len(ends_of(asked.text))
    return INTERRUPTED if turn.right is False and is_interruption else 0
