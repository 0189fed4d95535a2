"""A match as it is told afterwards: question by question, as it was decided then, as it is judged and scored now."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

from stumper.people.matches.due import guesses_after
from stumper.people.matches.events import Heard, Ruled
from stumper.people.matches.log_file import Logged
from stumper.people.matches.match import MACHINE, TEAMS, Match, Mode, coded, ends_of, first_words
from stumper.people.matches.points import AS_PLAYED, Worth, heard, is_in_power, points, scores, sides
from stumper.people.matches.state import Play, State, Turn
from stumper.types import Gold

Judge = Literal["matcher", "moderator", "clock", "nobody"]


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A buzz: ``read`` are the words that were read since the one before, and ``score`` what all sides have after it.

    ``right`` is how it counts now, ``was_right`` how it did in the log, each None where that is open; ``today`` is what
    today's matcher makes of it. ``by`` decided in the log: the clock of who said nothing in time.
    """

    player: str
    side: str
    is_machine: bool
    words: int
    delay: float | None
    read: str
    said: tuple[str, ...]
    was_right: bool | None
    by: Judge
    moderator: str
    today: Heard | None
    right: bool | None
    is_in_power: bool
    points: int
    score: tuple[tuple[str, int], ...]

    @property
    def is_changed(self) -> bool:
        """It counts otherwise now than it did."""
        return self.right is not self.was_right


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A question as far as it was played: ``read`` is what came after the last buzz, ``words`` how many were read.

    ``guesses`` are those of the machine, best first, after the last word that was read; it was sure after ``sure``
    words. ``fault`` says why it did not play.
    """

    number: int
    id: str
    set: str
    category: str
    answer: str
    words: int
    of: int
    turns: tuple[ToldTurn, ...]
    read: str
    guesses: tuple[tuple[str, float | None], ...]
    sure: int | None
    fault: str


@dataclass(frozen=True, slots=True)
class SideScore:
    """``logged`` by what was decided then, ``rescored`` by what is now; ``shown``: what the match itself showed."""

    side: str
    shown: int | None
    logged: int
    rescored: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole match; ``rescored`` is what it comes to now, ``is_over`` whether the log goes to its end."""

    name: str
    mode: Mode
    questions: int
    plays: tuple[ToldPlay, ...]
    scores: tuple[SideScore, ...]
    is_over: bool
    rescored: State

    @property
    def changed(self) -> list[tuple[ToldPlay, ToldTurn]]:
        """The answers that count otherwise now."""
        return [(play, turn) for play in self.plays for turn in play.turns if turn.is_changed]

    @property
    def open(self) -> list[tuple[ToldPlay, ToldTurn]]:
        """The answers that nobody has decided on."""
        return [(play, turn) for play in self.plays for turn in play.turns if turn.right is None and turn.said]


def replay(logged: Logged, keeps_rulings: bool = True, worth: Worth = AS_PLAYED) -> Replay:
    """The match as it went, and scored again with today's matcher; moderators' decisions stand, unless left out."""
    match = logged.match
    rescored = judged_again(match, logged.state, keeps_rulings)
    now, then, shown = scores(match, rescored, worth), scores(match, logged.state), logged.shown
    return Replay(
        name=match.name,
        mode=match.rules.mode,
        questions=len(match.packet),
        plays=_plays(logged, rescored, worth),
        scores=tuple(
            SideScore(side_label(match, side), None if shown is None else shown.get(side, 0), then[side], now[side])
            for side in now
        ),
        is_over=logged.state.phase == "finished",
        rescored=rescored,
    )


def side_label(match: Match, side: str) -> str:
    """What a side is called in a file: a team's name, "people", the machine's, or a person's code."""
    if side == MACHINE:
        return match.rules.victim or MACHINE
    return match.rules.teams[TEAMS.index(side)] if side in TEAMS else coded(side)


def judged_again(match: Match, state: State, keeps_rulings: bool = True) -> State:
    """The match as it would stand had today's matcher heard the same answers; with ``keeps_rulings`` what a moderator
    decided stays so."""
    return replace(state, plays=tuple(_judged(match, play, keeps_rulings) for play in state.plays))


def heard_today(match: Match, gold: Gold, said: tuple[str, ...]) -> Heard | None:
    """What today's matcher makes of all that was said after one buzz; None where nothing was said.

    Prompt: it would ask for more, and nobody did.
    """
    for place, text in enumerate(said):
        taken = heard(match, gold, text)
        if taken != "prompt":
            return taken
        if place:
            return "reject"  # nobody is asked a second time
    return "prompt" if said else None


def _plays(logged: Logged, rescored: State, worth: Worth) -> tuple[ToldPlay, ...]:
    match, score = logged.match, Counter(dict.fromkeys(sides(logged.match, rescored), 0))
    moderators = {one.event.buzz: one.event.person for one in logged.events if isinstance(one.event, Ruled)}
    found: list[ToldPlay] = []
    for play, again in zip(logged.state.plays, rescored.plays, strict=True):
        turns: list[ToldTurn] = []
        for turn, new, gained in zip(play.turns, again.turns, points(match, again, worth), strict=True):
            score[turn.side] += gained
            standing = tuple((side_label(match, side), points) for side, points in score.items())
            before = turns[-1].words if turns else 0
            turns.append(_turn(match, play, turn, new, gained, standing, before, moderators.get(turn.number, "")))
        found.append(_play(logged, play, tuple(turns)))
    return tuple(found)


def _turn(
    match: Match,
    play: Play,
    turn: Turn,
    new: Turn,
    gained: int,
    score: tuple[tuple[str, int], ...],
    before: int,
    moderator: str,
) -> ToldTurn:
    asked = match.packet[play.tossup]
    return ToldTurn(
        player=side_label(match, turn.person),
        side=side_label(match, turn.side),
        is_machine=turn.person == MACHINE,
        words=turn.words,
        delay=turn.delay,
        read=first_words(asked.text, turn.words, before).strip(),
        said=turn.said,
        was_right=turn.right,
        by=_by(turn),
        moderator=moderator,
        today=heard_today(match, asked.gold, turn.said),
        right=new.right,
        is_in_power=is_in_power(asked, turn.words),
        points=gained,
        score=score,
    )


def _by(turn: Turn) -> Judge:
    if turn.is_ruled:
        return "moderator"
    if turn.right is None:
        return "nobody"
    return "clock" if turn.late else "matcher"


def _play(logged: Logged, play: Play, turns: tuple[ToldTurn, ...]) -> ToldPlay:
    asked, state = logged.match.packet[play.tossup], logged.state
    last = max([0, *(turn.words for turn in turns)])
    words, machine = max(play.words, last), state.machine.get(play.tossup)
    return ToldPlay(
        number=play.tossup + 1,
        id=asked.id,
        set=asked.set,
        category=asked.category,
        answer=asked.gold.answers[0].text if asked.gold.answers else asked.line,
        words=words,
        of=len(ends_of(asked.text)),
        turns=turns,
        read=first_words(asked.text, words, last).strip(),
        guesses=guesses_after(machine, words) if machine else (),
        sure=machine.buzz if machine else None,
        fault=state.faults.get(play.tossup, ""),
    )


def _judged(match: Match, play: Play, keeps_rulings: bool) -> Play:
    return replace(play, turns=tuple(
        turn if turn.is_ruled and keeps_rulings else replace(turn, right=_right(match, play, turn))
        for turn in play.turns
    ))  # fmt: skip


def _right(of: Match, play: Play, turn: Turn) -> bool | None:
    match heard_today(of, of.packet[play.tossup].gold, turn.said):
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
