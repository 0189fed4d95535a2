"""How far a project is: each queue, who works in it, and what is stuck."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.people.accounts.person import Role
from stumper.people.projects.members import members
from stumper.people.projects.project import Kind
from stumper.people.queues.progress import QueueProgress, is_stuck, progress
from stumper.web.access import MODERATOR, WORK, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.rendering import page
from stumper.web.written import ago, clock, duration

routes = Routes()
ASKED: dict[Kind, Role] = {
    "write": "author",
    "fix": "annotator",
    "verify": "annotator",
    "judge": "annotator",
    "adjudicate": "moderator",
    "answer": "player",
}


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue; ``lacks`` is the role that somebody would need to go on, ``stuck`` that nobody there can."""

    progress: QueueProgress
    lacks: Role | None
    stuck: bool


@routes.get("/projects/{project_id}/progress", may=MODERATOR)
def whole(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The page, which keeps itself up to date."""
    return _page(request, house, visitor, "projects/progress.html.j2")


@routes.get("/projects/{project_id}/progress/now", may=MODERATOR)
def newest(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """What changes on it, alone."""
    return _page(request, house, visitor, "projects/queues_now.html.j2")


def _page(request: Request, house: House, visitor: Visitor, template: str) -> HTMLResponse:
    now = house.clock()
    return page(
        request,
        template,
        visitor,
        queues=_queues(house, visitor, now),
        clock=clock(now),
        ago=lambda seen: ago(now - seen),
        duration=duration,
        tab="progress",
    )


def _queues(house: House, visitor: Visitor, now: float) -> list[Queue]:
    found = progress(house.store, visitor.at.id, now)
    present = members(house.store, visitor.at.id)
    return [_queue(house, visitor.at.id, queue, {m.person.id: m.roles for m in present}, now) for queue in found]


def _queue(
    house: House, project_id: str, queue: QueueProgress, present: dict[str, frozenset[Role]], now: float
) -> Queue:
    asked = WORK[queue.kind].roles or frozenset()
    able = [person_id for person_id, roles in present.items() if roles & asked]
    if queue.complete == queue.items:
        return Queue(queue, None, False)
    lacks = None if able else ASKED[queue.kind]
    return Queue(queue, lacks, bool(able) and is_stuck(house.store, project_id, queue.kind, able, now))
