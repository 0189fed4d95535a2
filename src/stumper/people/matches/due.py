"""What happens by itself in a match, and when."""

from dataclasses import dataclass

from stumper.people.matches.events import Answered, Begun, Buzzed, Ended, Event, MachineRead, Resumed
from stumper.people.matches.match import MACHINE, Match, ends_of
from stumper.people.matches.moves import GRACE, LEAD, begun, heard_of
from stumper.people.matches.state import State, Turn, players_left, word_time, words_at

THINKING = 1.0  # seconds from the machine's buzz to its answer, so that people see who it was
AT_THE_END = (
    1.0  # seconds before the time for a buzz is over at which the machine says what it has, as it risks nothing
)
GET_READY = 5.0  # seconds from the first seat to the first question, where nobody begins it
COMING_BACK = 3.0  # seconds that people have to come back after the server was away


@dataclass(frozen=True, slots=True)
class Due:
    """An event, and when it happens unless something else does before."""

    at: float
    event: Event


def due(match: Match, state: State, attended: bool = True) -> Due | None:
    """What happens next by itself; None: nothing, until somebody does something.

    Nothing is begun, or gone on with, where nobody is there who plays or moderates (``attended``).
    """
    found = _next(match, state)
    return None if found and not attended and isinstance(found.event, Begun | Resumed) else found


def silent_at(match: Match, state: State) -> float:
    """When the time for a buzz is over, if nothing stops the reading."""
    assert state.play is not None
    total = len(ends_of(match.packet[state.play.tossup].text))
    return max(state.read_at, word_time(match, state, total)) + match.rules.silence


def guesses_after(read: MachineRead, words: int) -> tuple[tuple[str, float | None], ...]:
    """The machine's guesses once so many words have been read."""
    known = [one.guesses for one in read.supposed if one.words <= words]
    return known[-1] if known else ()


def _next(match: Match, state: State) -> Due | None:
    match state.phase:
        case "reading":
            return min(filter(None, (_silence(match, state), _machine_buzzes(match, state))), key=lambda one: one.at)
        case "answering":
            turn = state.turn
            assert turn is not None
            return _machine_answers(match, state, turn) if turn.person == MACHINE else _too_late(match, turn)
        case "paused" if state.why == "server":
            return Due(state.since + COMING_BACK, Resumed(LEAD))
        case "waiting" if not match.rules.hosted and state.seats:
            return Due(state.at + GET_READY, begun(match, state))
        case "over" if match.rules.automatic:
            return Due(state.since + match.rules.rest, begun(match, state))
    return None


def _silence(match: Match, state: State) -> Due:
    assert state.play is not None
    return Due(silent_at(match, state), Ended(state.play.tossup))


def _machine_buzzes(match: Match, state: State) -> Due | None:
    play = state.play
    assert play is not None
    read = state.machine.get(play.tossup)
    total = len(ends_of(match.packet[play.tossup].text))
    if read is None or MACHINE not in players_left(state, match) or not guesses_after(read, total):
        return None
    if read.buzz is None:
        return Due(silent_at(match, state) - AT_THE_END, Buzzed(MACHINE, play.tossup, total))
    at = max(word_time(match, state, read.buzz), state.at)  # the latter where it has read too late, or only now
    return Due(at, Buzzed(MACHINE, play.tossup, words_at(match, state, at)))


def _machine_answers(match: Match, state: State, turn: Turn) -> Due:
    """With its best guess; asked to be more specific, with the next one."""
    assert state.play is not None
    read = state.machine[state.play.tossup]
    guesses = [answer for answer, _ in guesses_after(read, turn.words)]
    text = guesses[len(turn.said)] if len(turn.said) < len(guesses) else ""
    return Due(turn.since + THINKING, Answered(MACHINE, text, heard_of(match, state, text)))


def _too_late(match: Match, turn: Turn) -> Due:
    return Due(turn.since + match.rules.answer + GRACE, Answered(turn.person, "", "reject", late=True))
