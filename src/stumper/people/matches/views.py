"""What people see of a match: never a word that has not been read, nor the answer while somebody can still get it.

What has changed from one view to the next is told once, and what has ended again where a ruling changes it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Any, Literal

from stumper.people.matches.due import due, guesses_after, silent_at
from stumper.people.matches.events import Finished
from stumper.people.matches.match import MACHINE, PEOPLE, TEAMS, Asked, Match, ends_of, first_words, words_to_giveaway
from stumper.people.matches.points import is_in_power, points, scores
from stumper.people.matches.state import Phase, Play, State, Turn, players_left, sides_left, words_at
from stumper.types import Gold

NONE = Gold(())
Clock = Literal["", "answer", "silence", "begins", "next", "ends"]
Onlooker = Literal["moderator", "member", "stranger"]  # a moderator who does not play; a guest, or with the link alone


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who plays; ``delay`` in seconds is half of what a message to them and back takes, where it is known.

    ``out``: they may not buzz at the question in play any more.
    """

    person: str
    name: str
    delay: float | None
    out: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays together, and their points; ``out``: they have been wrong about the question in play."""

    id: str
    name: str
    points: int
    seats: tuple[Seat, ...]
    out: bool


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A buzz as people see it; ``right`` is None while it is open. ``giveaway``: it came in the last sentence, which is
    said once nobody can get the question any more."""

    buzz: int
    person: str
    name: str
    side: str
    words: int
    delay: float | None
    said: tuple[str, ...]
    right: bool | None
    late: bool
    ruled: bool
    power: bool
    points: int
    giveaway: bool = False


@dataclass(frozen=True, slots=True)
class SeenGuess:
    """A guess of the machine."""

    answer: str
    probability: float | None


@dataclass(frozen=True, slots=True)
class SeenPlay:
    """A tossup that was begun; ``answer`` and the machine's guesses are there once nobody can get it any more.

    Moderators who do not play are shown more: ``line`` is the answer line as it was written, with what is accepted,
    prompted and rejected, as soon as they may see the answer, and ``text`` what was read of a question that is over.
    ``length`` is how many words the question has, 0 until it is told.
    ``machine_words`` is after how many words the machine was sure. ``machine_out``: it does not play this one, for the
    moderator with the ``fault``. ``odd`` is what is wrong with the question.
    """

    number: int
    set: str
    turns: tuple[SeenTurn, ...]
    told: bool
    answer: str
    guesses: tuple[SeenGuess, ...]
    machine_words: int | None
    machine_out: bool
    fault: str
    odd: str
    line: str
    accepts: tuple[str, ...]
    prompts: tuple[str, ...]
    rejects: tuple[str, ...]
    text: str
    length: int


@dataclass(frozen=True, slots=True)
class View:
    """All that somebody sees; times are the server's, ``ends`` that at which the clock in view runs out."""

    number: int
    now: float
    name: str
    mode: str
    phase: Phase
    why: str
    of: int
    words: int
    text: str
    is_read: bool
    clock: Clock
    ends: float | None
    seconds: float
    sides: tuple[Side, ...]
    watching: int
    plays: tuple[SeenPlay, ...]
    is_moderator: bool
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Company:
    """Who is there: what people are called, their delays in seconds where known, and how many only watch."""

    names: Mapping[str, str]
    delays: Mapping[str, float]
    watching: int


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the same onlooker saw in an earlier state."""

    state: State
    view: View


def view(
    match: Match, state: State, company: Company, now: float, onlooker: Onlooker, earlier: Earlier | None = None
) -> View:
    """What is to be seen now; what cannot have changed is taken from ``earlier``.

    A moderator is shown the answer as they rule. A stranger gets a code in the place of each person's id.
    """
    code, is_moderator = to_strangers if onlooker == "stranger" else _member, onlooker == "moderator"
    play, words = state.play, words_at(match, state, now)
    asked = match.packet[play.tossup] if play else None
    is_read = asked is not None and words >= len(ends_of(asked.text))
    clock, ends, seconds = _clock(match, state, is_read, now)
    return View(
        number=state.number,
        now=now,
        name=match.name,
        mode=match.rules.mode,
        phase=state.phase,
        why=state.why if state.phase == "paused" else "",
        of=len(match.packet),
        words=words,
        text=first_words(asked.text, words) if asked else "",
        is_read=is_read,
        clock=clock,
        ends=ends,
        seconds=seconds,
        sides=_sides(match, state, company, code),
        watching=company.watching,
        plays=tuple(
            _as_before(state, place, earlier) or _seen(match, state, one, company.names, is_moderator, code)
            for place, one in enumerate(state.plays)
        ),
        is_moderator=is_moderator,
        skipped=match.skipped if is_moderator else (),
    )


def to_strangers(person: str) -> str:
    """No person's id, of which the exported files hold a part; the same for the same person."""
    return person if person in (MACHINE, PEOPLE, *TEAMS) else sha256(f"watched {person}".encode()).hexdigest()[:12]


def is_told(state: State, play: Play) -> bool:
    """Whether nobody can get this tossup any more, so that its answer is no secret."""
    return play is not state.plays[-1] or state.stage in ("over", "finished") or play.has_ended


def side_name(match: Match, id: str, names: Mapping[str, str]) -> str:
    """What a side is called; "" of the people and of the machine, for which each page has its own word."""
    if match.rules.mode == "teams":
        return match.rules.teams[TEAMS.index(id)]
    return "" if id in (MACHINE, PEOPLE) else names.get(id, "")


def answer_of(asked: Asked) -> str:
    """The canonical answer; "" where the answer line could not be read."""
    return asked.gold.answers[0].text if asked.gold.answers else ""


def changes(before: View, now: View) -> Mapping[str, Any]:
    """The fields that are not as they were, as JSON takes them; of the questions those that changed or came."""
    plays = tuple(
        play for place, play in enumerate(now.plays) if place >= len(before.plays) or play != before.plays[place]
    )
    changed = {field.name for field in fields(View) if getattr(now, field.name) != getattr(before, field.name)}
    return {name: value for name, value in asdict(replace(now, plays=plays)).items() if name in changed}


def asked_again(seen: View, since: int) -> View:
    """The view for somebody who asks again; where nothing has happened ``since``, they know the questions before the
    last."""
    return replace(seen, plays=seen.plays[-1:]) if since == seen.number else seen


def read_on(seen: View, number: int, after: int, words: int, text: str) -> View:
    """The view of somebody who was told the words behind ``after``, if they belong to it; ``text`` is all of them."""
    if number != seen.number or not after <= seen.words < words:
        return seen
    return replace(seen, words=words, text=text)


def _member(person: str) -> str:
    return person


def _as_before(state: State, place: int, earlier: Earlier | None) -> SeenPlay | None:
    """A question that was over by then and has not changed since."""
    if earlier is None or place >= len(earlier.state.plays) - 1:
        return None
    before, tossup = earlier.state, state.plays[place].tossup
    is_same = (
        state.plays[place] is before.plays[place]
        and state.machine.get(tossup) is before.machine.get(tossup)
        and state.faults.get(tossup) == before.faults.get(tossup)
    )
    return earlier.view.plays[place] if is_same else None


def _clock(match: Match, state: State, is_read: bool, now: float) -> tuple[Clock, float | None, float]:
    """Its end of reading is told only once all is read, as it says how long the question is."""
    rules = match.rules
    if state.phase == "answering" and state.turn is not None and state.turn.person != MACHINE:
        return "answer", state.turn.since + rules.answer, rules.answer
    if state.phase == "reading" and now < state.read_at:
        return "begins", state.read_at, state.read_at - state.since
    if state.phase == "reading" and is_read:
        return "silence", silent_at(match, state), rules.silence
    found = due(match, state) if state.phase in ("waiting", "over", "paused") else None
    since = state.at if state.phase == "waiting" else state.since
    if found is None:
        return "", None, 0.0
    return "ends" if isinstance(found.event, Finished) else "next", found.at, found.at - since


def _sides(match: Match, state: State, company: Company, code: Callable[[str], str]) -> tuple[Side, ...]:
    left = sides_left(state, match) if state.plays else None
    may = players_left(state, match) if state.is_in_play else state.seats.keys()
    return tuple(
        Side(
            id=code(id),
            name=side_name(match, id, company.names),
            points=total,
            seats=tuple(
                Seat(code(person), company.names.get(person, ""), company.delays.get(person), person not in may)
                for person, side in state.seats.items()
                if side == id
            ),
            out=state.is_in_play and left is not None and id not in left and _has_played(state, id),
        )
        for id, total in scores(match, state).items()
    )


def _has_played(state: State, side: str) -> bool:
    return any(turn.side == side for turn in state.plays[-1].turns)


def _seen(
    match: Match, state: State, play: Play, names: Mapping[str, str], is_moderator: bool, code: Callable[[str], str]
) -> SeenPlay:
    asked, told = match.packet[play.tossup], is_told(state, play)
    rules_now = is_moderator and any(turn.said for turn in play.turns)
    read = state.machine.get(play.tossup) if told else None
    words = max([play.words, *(turn.words for turn in play.turns)])
    fault = state.faults.get(play.tossup, "")
    gold = asked.gold if is_moderator and (told or rules_now) else NONE
    shows_line = (is_moderator and (told or rules_now)) or (told and not asked.gold.answers)
    return SeenPlay(
        number=play.tossup + 1,
        set=asked.set if told else "",
        turns=_turns(match, asked, play, names, code, told),
        told=told,
        answer=answer_of(asked) if told or rules_now else "",
        guesses=tuple(SeenGuess(*guess) for guess in guesses_after(read, words)) if read else (),
        machine_words=read.buzz if read else None,
        machine_out=fault != "",
        fault=fault if told and is_moderator else "",  # a model's own words may hold the question
        odd=asked.fault if told or is_moderator else "",
        line=asked.line if shows_line else "",
        accepts=tuple(answer.text for answer in gold.answers),
        prompts=gold.prompts,
        rejects=gold.rejects,
        text=first_words(asked.text, play.words) if told and is_moderator else "",
        length=len(ends_of(asked.text)) if told else 0,
    )


def _turns(
    match: Match, asked: Asked, play: Play, names: Mapping[str, str], code: Callable[[str], str], told: bool
) -> tuple[SeenTurn, ...]:
    worth: Sequence[int] = points(match, play)
    return tuple(_turn(asked, turn, gained, names, code, told) for turn, gained in zip(play.turns, worth, strict=True))


def _turn(
    asked: Asked, turn: Turn, gained: int, names: Mapping[str, str], code: Callable[[str], str], told: bool
) -> SeenTurn:
    return SeenTurn(
        buzz=turn.number,
        person=code(turn.person),
        name=names.get(turn.person, ""),
        side=code(turn.side),
        words=turn.words,
        delay=turn.delay,
        said=turn.said,
        right=turn.right,
        late=turn.late,
        ruled=turn.is_ruled,
        power=is_in_power(asked, turn.words) and gained > 0,
        points=gained,
        giveaway=told and turn.words > words_to_giveaway(asked.text),
    )
