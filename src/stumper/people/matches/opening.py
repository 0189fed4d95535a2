"""A match is opened: its questions are drawn, and the room is there."""

from stumper.people.matches.match import Room, Rules
from stumper.people.matches.packets import Chosen, packet
from stumper.people.matches.rooms import open_room
from stumper.people.projects.project import Project
from stumper.store import Store


def open_match(
    store: Store, project: Project, name: str, rules: Rules, chosen: Chosen, person_id: str, now: float
) -> Room:
    """The room, in which nothing has been read yet; BadOption, BadData, NotThere of a file
    that is neither the project's nor the person's, or Refused where the project is closed."""
    return open_room(store, project, name, rules, packet(store, project, chosen, person_id), person_id, now)
