"""All that was played in matches and written as tossups, as reports take it; people are named by a code."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from sqlalchemy import func, select

from stumper.buzz import ADVERSARIAL, Buzz
from stumper.identity import content_id
from stumper.listening import Composed, Stored
from stumper.people.annotating.tagging import agreed_tags, tagged
from stumper.people.matches.buzzes import Told, told_of
from stumper.people.matches.log import Log
from stumper.people.matches.match import Match, Room, listening_to
from stumper.people.matches.rooms import rooms
from stumper.people.matches.state import State
from stumper.people.projects.project import Project, projects
from stumper.people.projects.taken_back import acts_in, taken_back
from stumper.people.study.tossup_results import origins
from stumper.people.writing.submissions import submitted_tossups
from stumper.sections.play import Play
from stumper.store import Store
from stumper.store.connection import rows_of, value_of
from stumper.store.people_schema import match_events as events
from stumper.store.people_schema import rooms as rooms_table


def played_in(store: Store) -> Stored:
    """The buzzes of every match, in the order in which rooms were opened, and every question that was written or that
    somebody has heard of. Matches of one name are rounds of their own.

    What was written is adversarial, with the phenomena that its annotators agree on. Nothing of a tossup that was taken
    back in its project is among them.
    """
    found = Told([], [])
    composed: dict[str, Composed] = {}
    called: Counter[str] = Counter()
    for project in projects(store):
        gone = taken_back(store, project)
        for room in reversed(rooms(store, project.id)):
            log = Log(store, room)
            state = log.catch_up()
            called[room.match.name] += 1
            told = told_of(room.match, log.events, state)
            for side, every in ((told.of_sides, found.of_sides), (told.of_persons, found.of_persons)):
                every += _of_round(_counted(side, gone), called[room.match.name])
            composed |= {one.id: one for one in _read(room.match, state) if one.id not in gone}
        composed |= {one.id: one for one in _written(store, project)}
    return Stored(found.of_sides, list(composed.values()), found.of_persons)


def still_played(store: Store) -> int:
    """How many matches of the store have begun and are not over: what was played in them so far counts."""
    begun = select(events.c.room_id).where(events.c.kind == "begun")
    open_ones = (
        select(func.count()).select_from(rooms_table).where(rooms_table.c.closed.is_(None), rooms_table.c.id.in_(begun))
    )
    return int(value_of(store.engine, open_ones))


def play_in_project(store: Store, project: Project) -> Play:
    """How they did in a project whose texts are read out; it is kept, with people by their codes, until a match ends, a
    decision is corrected or a tossup is taken back.

    Who is silent to the end of a question counts it, too, for a person as for all people together.
    """
    told = listening_to(project.settings.task).play
    over = [room for room in reversed(rooms(store, project.id)) if room.closed is not None]
    of_rooms = [room.id for room in over], _lengths(store, over)
    state = content_id(store.state(()), *of_rooms, acts_in(store, project))

    def figures() -> Play:
        found, gone = _told(store, over), taken_back(store, project)
        of_sides, of_persons = (_counted(side, gone) for side in (found.of_sides, found.of_persons))
        play: Play = told.figures(of_sides, with_ladder=False, of_persons=of_persons)
        return play

    return store.memos().computed(f"matches, persons silent {project.id}", state, Play, figures)


def _counted(found: list[Buzz], gone: Collection[str]) -> list[Buzz]:
    return [buzz for buzz in found if buzz.question_id not in gone]


def _of_round(found: list[Buzz], number: int) -> list[Buzz]:
    """The buzzes of a match; of a second one of its name that says so, so that both are told apart."""
    return found if number == 1 else [replace(buzz, round=f"{buzz.round} ({number})") for buzz in found]


def _read(match: Match, state: State) -> Iterator[Composed]:
    """Those of which somebody has heard a word."""
    for asked in (match.packet[play.tossup] for play in state.plays if play.words):
        answer = asked.gold.answers[0].text if asked.gold.answers else ""
        groups = (("answer_line", answer),) if answer else ()
        yield Composed(asked.id, asked.text, answer, asked.set, asked.category, groups=groups)


def _written(store: Store, project: Project) -> Iterator[Composed]:
    tags, made = agreed_tags(tagged(store, project)), submitted_tossups(store, project)
    for one, origin in zip(made, origins(made), strict=True):
        written, known = one.written, tuple(tags.get(one.id, ()))
        of, author = Composed(one.id, written.text, written.answer, ADVERSARIAL, written.category, known), one.person_id
        yield replace(of, original=origin, groups=(("author", author), ("answer_line", written.answer)))


def _lengths(store: Store, over: list[Room]) -> list[list[object]]:
    """How many events each has."""
    query = select(events.c.room_id, func.max(events.c.number)).where(events.c.room_id.in_([room.id for room in over]))
    return [list(row) for row in rows_of(store.engine, query.group_by(events.c.room_id).order_by(events.c.room_id))]


def _told(store: Store, over: list[Room]) -> Told:
    """What was done in these matches, in one pass over the log of each."""
    found = Told([], [])
    for room in over:
        log = Log(store, room)
        state = log.catch_up()
        one = told_of(room.match, log.events, state)
        found.of_sides.extend(one.of_sides)
        found.of_persons.extend(one.of_persons)
    return found
