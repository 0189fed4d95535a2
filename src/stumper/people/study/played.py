"""All that was played in matches and written as tossups, as the report takes it; people are named by a code."""

from collections.abc import Iterator

from stumper.people.annotating.tagging import agreed_tags, tagged
from stumper.people.matches.buzzes import buzzes
from stumper.people.matches.log import Log
from stumper.people.matches.match import Match
from stumper.people.matches.rooms import rooms
from stumper.people.matches.state import State
from stumper.people.projects.project import Project
from stumper.people.projects.project_rows import projects
from stumper.people.writing.submitting_tossups import submitted_tossups
from stumper.reports.quizbowl.values import Composed
from stumper.store import Store
from stumper.tasks.quizbowl.buzz import ADVERSARIAL, Buzz


def played_in(store: Store) -> tuple[list[Buzz], list[Composed]]:
    """The buzzes of every match, in the order in which rooms were opened, and every question that was written or that
    somebody has heard of.

    What was written is adversarial, with the phenomena that its annotators agree on.
    """
    found: list[Buzz] = []
    composed: dict[str, Composed] = {}
    for project in projects(store):
        for room in reversed(rooms(store, project.id)):
            log = Log(store, room)
            state = log.catch_up()
            found += buzzes(room.match, log.events, state)
            composed |= {one.id: one for one in _read(room.match, state)}
        composed |= {one.id: one for one in _written(store, project)}
    return found, list(composed.values())


def _read(match: Match, state: State) -> Iterator[Composed]:
    """Those of which somebody has heard a word."""
    for asked in (match.packet[play.tossup] for play in state.plays if play.words):
        answer = asked.gold.answers[0].text if asked.gold.answers else ""
        yield Composed(asked.id, asked.text, answer, asked.set, asked.category)


def _written(store: Store, project: Project) -> Iterator[Composed]:
    tags = agreed_tags(tagged(store, project))
    for one in submitted_tossups(store, project):
        written = one.written
        yield Composed(one.id, written.text, written.answer, ADVERSARIAL, written.category, tuple(tags.get(one.id, ())))
