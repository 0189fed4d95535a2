"""The models of open projects are asked once, before anybody comes."""

from authoring import authoring
from stumper.people.projects.project import close_project
from stumper.store import Store
from stumper.web.arriving import to_warm, warm


def test_the_models_of_open_projects_are_asked_what_no_cache_knows(store: Store) -> None:
    rooms = [authoring(store, task, name=task) for task in ("reading", "verification")]
    desks = rooms[0].desks
    for now in (1.0, 2.0):
        warm(to_warm(store, desks), now)
    assert desks["scripted"].victim.queries == 2 * 3
    for room in rooms:
        close_project(store, room.project.id, 3.0)
    assert to_warm(store, desks) == []
    for room in rooms:
        room.close()


def test_a_closed_desk_is_left_cold(store: Store) -> None:
    room = authoring(store)
    room.close()
    warm(to_warm(store, room.desks), 1.0)
