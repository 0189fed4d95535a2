"""A project's own page: what it is about, and what is to do in it for whoever looks."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.people.annotating.filling import FILLED
from stumper.people.matches.rooms import headings
from stumper.people.projects.fittings import fittings
from stumper.people.projects.members import members
from stumper.people.projects.project import Kind, Project, composes, has_work
from stumper.people.queues.progress import own_progress, progress
from stumper.store.uploads import PREFIX
from stumper.web.access import MEMBER, Routes, TheVisitor, Visitor, work_for
from stumper.web.house import House, TheHouse
from stumper.web.markdown import rendered_once
from stumper.web.rendering import page

routes = Routes()


@dataclass(frozen=True, slots=True)
class Todo:
    """A kind of work that the visitor may do."""

    kind: Kind
    done: int
    left: int


@routes.get("/projects/{project_id}", may=MEMBER)
def overview(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Instructions, what is to do, and for moderators what is missing."""
    project = visitor.at
    own = [_todo(house, visitor, kind) for kind in work_for(project, visitor.roles)]
    todo = [one for one in own if one.done or one.left or one.kind == "write"]
    plays = has_work(project.settings, "match")
    return page(
        request,
        "projects/overview.html.j2",
        visitor,
        instructions=rendered_once(project.settings.instructions) if project.settings.instructions else None,
        todo=todo,
        later=[] if visitor.moderates else [one.kind for one in own if one not in todo],
        first=next((one.kind for one in todo if one.left), None),
        is_alone=visitor.administers and _is_alone(house, visitor),
        empty=_empty(house, project) if visitor.moderates else [],
        offers_guesser=visitor.moderates and _offers_guesser(house, project),
        matches=headings(house.store, project.id, visitor.signed_in.id, is_open=True) if plays else [],
        plays=plays,
        tab="overview",
    )


def _todo(house: House, visitor: Visitor, kind: Kind) -> Todo:
    own = own_progress(house.store, visitor.at.id, kind, visitor.signed_in.id, house.clock())
    return Todo(kind, own.done, own.left)


def _offers_guesser(house: House, project: Project) -> bool:
    """Whether the project's tossups are a file of its own, on which no guesser has been fitted yet."""
    is_own = composes(project.settings) and project.settings.dataset.startswith(PREFIX) and project.closed is None
    return is_own and not fittings(house.store, project.id)


def _is_alone(house: House, visitor: Visitor) -> bool:
    return all(member.person.id == visitor.signed_in.id for member in members(house.store, visitor.at.id))


def _empty(house: House, project: Project) -> list[Kind]:
    """The kinds of work that somebody must add before there is any; judging comes from writing by itself."""
    kinds = project.settings.kinds
    there = {queue.kind for queue in progress(house.store, project.id, house.clock())}
    wanted = [kind for kind in FILLED if kind in kinds and kind not in there]
    return [kind for kind in wanted if kind != "judge" or "write" not in kinds]
