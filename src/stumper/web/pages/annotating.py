"""The pages on which people fix, verify, judge, settle and answer: one item at a time, fetched by the page itself."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.errors import NotThere
from stumper.people.projects.project import KINDS, Kind, desk_of
from stumper.web.access import WORK, Routes, TheVisitor, Visitor, work_for
from stumper.web.markdown import rendered_once
from stumper.web.rendering import page
from stumper.web.words import WORDS, t

routes = Routes()
PATH = "/projects/{project_id}/"  # and the kind


def _page_of(kind: Kind) -> Callable[..., HTMLResponse]:
    def work(request: Request, visitor: TheVisitor) -> HTMLResponse:
        return _work(request, visitor, kind)

    return work


for kind in KINDS:
    if kind != "write":
        routes.get(PATH + kind, may=WORK[kind])(_page_of(kind))


def _work(request: Request, visitor: Visitor, kind: Kind) -> HTMLResponse:
    """The page of a kind; NotThere where the project has none of it."""
    kinds = work_for(visitor.at, visitor.roles)
    if kind not in kinds:
        raise NotThere(t("annotating.not_in_project"))
    settings = visitor.at.settings
    return page(
        request,
        f"annotating/{kind}.html.j2",
        visitor,
        kind=kind,
        leads_to="/my-work" if visitor.link_id else f"/projects/{visitor.at.id}",
        asked=desk_of(settings).words,
        how=[text for key, text in WORDS.items() if key.startswith(f"annotating.{kind}.how.")],
        instructions=rendered_once(settings.instructions) if settings.instructions.strip() else "",
        others=[other for other in kinds if other not in (kind, "write")],
    )
