"""Whether what somebody said is right, what a buzz is worth, and who has how many points: from the log alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from stumper.people.matches.events import Heard
from stumper.people.matches.match import MACHINE, PEOPLE, TEAMS, Asked, Match, ends_of, listening_to
from stumper.people.matches.state import Play, State
from stumper.types import Gold


@dataclass(frozen=True, slots=True)
class Worth:
    """What a right answer counts, one in power, and the first wrong interruption."""

    right: int = 10
    power: int = 15
    interruption: int = -5


AS_PLAYED = Worth()


def points(match: Match, play: Play, worth: Worth = AS_PLAYED) -> tuple[int, ...]:
    """Of each turn at a tossup: the first right one counts, more in power; the first wrong interruption costs.

    What comes after a right answer counts nothing, nor does what is not decided.
    """
    asked, given = match.packet[play.tossup], list[int]()
    words, is_got, was_interrupted = len(ends_of(asked.text)), False, False
    for turn in play.turns:
        interrupts = turn.right is False and turn.words < words and not was_interrupted
        if is_got:
            given.append(0)
        elif turn.right:
            is_powerful = match.rules.power and is_in_power(asked, turn.words)
            given.append(worth.power if is_powerful else worth.right)
        else:
            given.append(worth.interruption if interrupts else 0)
        is_got, was_interrupted = is_got or turn.right is True, was_interrupted or interrupts
    return tuple(given)


def scores(match: Match, state: State, worth: Worth = AS_PLAYED) -> Mapping[str, int]:
    """The points of each side that plays or has played, in a fixed order."""
    total = Counter(dict.fromkeys(sides(match, state), 0))
    for play in state.plays:
        for turn, gained in zip(play.turns, points(match, play, worth), strict=True):
            total[turn.side] += gained
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


def heard(match: Match, gold: Gold, said: str) -> Heard:
    """Accept, prompt or reject; "unsure" where the answer line could not be read, so that the moderator decides.

    Nothing said is never right.
    """
    if not said:
        return "reject"
    return listening_to(match.task).heard(gold, said) if gold.answers else "unsure"
