"""The pages on which people fix, verify, judge, settle and answer: one item at a time, fetched by the page itself."""

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.errors import NotThere
from stumper.people.projects.project import Kind, desk_of
from stumper.web.access import WORK, Routes, Visitor, the_visitor, work_for
from stumper.web.markdown import rendered_once
from stumper.web.rendering import page
from stumper.web.words import WORDS, t

routes = Routes()
PATH = "/projects/{project_id}/"


@routes.get(PATH + "fix", may=WORK["fix"])
def fix(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Mending raw sentences."""
    return _work(request, visitor, "fix")


@routes.get(PATH + "verify", may=WORK["verify"])
def verify(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Voting on mended sentences."""
    return _work(request, visitor, "verify")


@routes.get(PATH + "judge", may=WORK["judge"])
def judge(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Judging texts, blind."""
    return _work(request, visitor, "judge")


@routes.get(PATH + "adjudicate", may=WORK["adjudicate"])
def adjudicate(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Settling what judges disagree about."""
    return _work(request, visitor, "adjudicate")


@routes.get(PATH + "answer", may=WORK["answer"])
def answer(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Picking answers out of paragraphs."""
    return _work(request, visitor, "answer")


@routes.get(PATH + "tag", may=WORK["tag"])
def tag(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Saying what makes tossups hard."""
    return _work(request, visitor, "tag")


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
        asked=desk_of(settings).words,
        how=[text for key, text in WORDS.items() if key.startswith(f"annotating.{kind}.how.")],
        instructions=rendered_once(settings.instructions) if settings.instructions.strip() else "",
        others=[other for other in kinds if other not in (kind, "write")],
    )
