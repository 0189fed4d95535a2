"""What each side did at each tossup of a match, as the analyses take it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.buzz import Buzz, Reading
from stumper.people.matches.events import Recorded
from stumper.people.matches.match import MACHINE, TEAMS, Match, coded, ends_of
from stumper.people.matches.points import AS_PLAYED, Worth, heard, points
from stumper.people.matches.state import Play, State, step

There = Mapping[int, Mapping[str, str]]  # by tossup, who sat there until it was over, and for which side


def buzzes(match: Match, events: Sequence[Recorded], state: State, worth: Worth = AS_PLAYED) -> list[Buzz]:
    """What each side did at each tossup, as the analyses take it; people by their code.

    ``state`` is what the events came to, or that scored again. Whoever was there and said nothing until nobody could
    get it any more stands at its end, not correct. What is not decided is left out, as is whoever was beaten to it.
    """
    return _of_sides(match, _there(match, events), state, worth)


@dataclass(frozen=True, slots=True)
class Told:
    """What was done at the tossups of matches: ``of_sides`` by each side, as ``buzzes`` has it, and ``of_persons`` by
    each person, by their code, without the machine.

    A silence is there of each person who had a seat until nobody could get the tossup any more, not of their side.
    Whoever could not answer, as somebody of their side had, is left out of it.
    """

    of_sides: list[Buzz]
    of_persons: list[Buzz]


def told_of(match: Match, events: Sequence[Recorded], state: State) -> Told:
    """What each side and each person did at each tossup of a match; ``state`` is what the events came to."""
    there = _there(match, events)
    return Told(_of_sides(match, there, state, AS_PLAYED), _of_persons(match, there, state))


def _of_sides(match: Match, there: There, state: State, worth: Worth) -> list[Buzz]:
    return [
        buzz
        for play in state.plays
        for buzz in (
            *_answers(match, state, play, worth),
            *_silences(match, state, play, sorted({*there.get(play.tossup, {}).values()})),
        )
    ]


def _of_persons(match: Match, there: There, state: State) -> list[Buzz]:
    found = list[Buzz]()
    for play in state.plays:
        found += [one for one in _answers(match, state, play, AS_PLAYED) if not one.is_machine]
        if _was_heard(match, play):
            sides = {turn.side for turn in play.turns} if match.rules.lockout == "team" else set[str]()
            out = {turn.person for turn in play.turns}
            seats = sorted(there.get(play.tossup, {}).items())
            found += [_silent(match, state, play, one) for one, side in seats if one not in out and side not in sides]
    return found


def _there(match: Match, events: Sequence[Recorded]) -> There:
    """Who sat at each tossup until it was over, and for which side."""
    state, there = State(), dict[int, Mapping[str, str]]()
    for recorded in events:
        if state.play is not None and state.is_in_play:
            there[state.play.tossup] = state.seats
        state = step(match, state, recorded)
    return there


def _answers(match: Match, state: State, play: Play, worth: Worth) -> Iterator[Buzz]:
    """Up to the first right one: whoever answered later was beaten to the tossup, though it may have come out only
    then."""
    for turn, gained in zip(play.turns, points(match, play, worth), strict=True):
        if turn.right is not None:
            yield _buzz(match, state, play, turn.person, turn.words, turn.right, gained)
        if turn.right:
            return


def _silences(match: Match, state: State, play: Play, there: Sequence[str]) -> Iterator[Buzz]:
    """Of those who had the whole question and said nothing."""
    if not _was_heard(match, play):
        return
    answered = {turn.side for turn in play.turns}
    machines = (MACHINE,) if match.rules.mode == "machine" and play.tossup not in state.faults else ()
    for side in (*there, *machines):
        if side not in answered:
            yield _silent(match, state, play, side)


def _was_heard(match: Match, play: Play) -> bool:
    """Whether nobody got the question though it was read to its end; not where it was given up before."""
    return not play.is_got and play.has_ended and play.words >= len(ends_of(match.packet[play.tossup].text))


def _silent(match: Match, state: State, play: Play, player: str) -> Buzz:
    total = len(ends_of(match.packet[play.tossup].text))
    return replace(_buzz(match, state, play, player, total, False, 0), censored=True)


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
        readings=_readings(match, state, play, of) if is_machine else (),
        trained_on=is_machine and (read := state.machine.get(play.tossup)) is not None and read.trained_on,
        groups=(("answer_line", asked.gold.answers[0].text),) if asked.gold.answers else (),
    )


def _readings(match: Match, state: State, play: Play, of: int) -> tuple[Reading, ...]:
    read, gold = state.machine.get(play.tossup), match.packet[play.tossup].gold
    best = [(one.words, *one.guesses[0]) for one in read.supposed if one.guesses] if read else []
    return tuple(
        Reading(words, words / of, answer, probability, heard(match, gold, answer) == "accept")
        for words, answer, probability in best
    )


def _named(match: Match, player: str) -> str:
    """A person's code; a team's name."""
    return match.rules.teams[TEAMS.index(player)] if player in TEAMS else coded(player)
