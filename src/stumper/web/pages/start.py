"""The first page, one's projects and what is to do in them, or what this is; and what its words and keys mean."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.people.accounts.person import Person
from stumper.people.projects.members import projects_of, roles
from stumper.people.projects.project import KINDS, Kind, Project, composes
from stumper.people.queues.progress import own_progress
from stumper.web.access import ANYONE, Routes, TheVisitor, work_for
from stumper.web.house import House, TheHouse
from stumper.web.rendering import page

routes = Routes()
TERMS = ("model", "fooled", "answer", "label", "evidence", "blind", "place")
KEYS = ("predict", "submit", "undo", "redo", "yes", "no", "move", "send", "list")


@routes.get("/", may=ANYONE)
def start(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """One's projects, or an invitation to log in."""
    if visitor.person is None:
        return page(request, "welcome.html.j2", visitor)
    offers = [_offer(house, project, visitor.person) for project in projects_of(house.store, visitor.person.id)]
    first = next(((offer.project.id, kind) for offer in offers for kind, _ in offer.open), None)
    return page(request, "start.html.j2", visitor, offers=offers, first=first)


@dataclass(frozen=True, slots=True)
class Offer:
    """A project, with how many items are left for the visitor in each kind of its work; ``done`` are without any.

    Where ``is_writing_tossups`` a new one can always be begun: what is left are those that are begun.
    """

    project: Project
    open: tuple[tuple[Kind, int], ...]
    done: tuple[Kind, ...]
    is_writing_tossups: bool


def _offer(house: House, project: Project, person: Person) -> Offer:
    held, now = roles(house.store, project.id, person.id), house.clock()
    kinds = () if project.closed else work_for(project, held)
    left = {kind: own_progress(house.store, project.id, kind, person.id, now).left for kind in kinds}
    is_writing = "write" in left and composes(project.settings)
    is_open = {kind: bool(n) or (kind == "write" and is_writing) for kind, n in left.items()}
    return Offer(
        project,
        tuple((kind, n) for kind, n in left.items() if is_open[kind]),
        tuple(kind for kind in left if not is_open[kind]),
        is_writing,
    )


@routes.get("/help", may=ANYONE)
def help_page(request: Request, visitor: TheVisitor) -> HTMLResponse:
    """The page of help."""
    return page(request, "help.html.j2", visitor, kinds=KINDS, terms=TERMS, keys=KEYS)
