"""The pages on which people fix, verify, judge, settle and answer: one item at a time, fetched by the page itself."""

from dataclasses import dataclass

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.errors import NotThere
from stumper.people.values import Kind
from stumper.web.access import ANNOTATOR, MODERATOR, PLAYER, May, Routes, Visitor, the_visitor
from stumper.web.markdown import rendered
from stumper.web.rendering import page
from stumper.web.words import WORDS, t

routes = Routes()


@dataclass(frozen=True, slots=True)
class Queue:
    """A kind of work, who may do it, and the kind of a project that it belongs to."""

    kind: Kind
    may: May
    part_of: Kind


QUEUES: dict[Kind, Queue] = {
    queue.kind: queue
    for queue in (
        Queue("fix", ANNOTATOR, "fix"),
        Queue("verify", ANNOTATOR, "fix"),
        Queue("judge", ANNOTATOR, "judge"),
        Queue("adjudicate", MODERATOR, "judge"),
        Queue("answer", ANNOTATOR | PLAYER, "answer"),
    )
}
PATH = "/projects/{project_id}/"


@routes.get(PATH + "fix", may=QUEUES["fix"].may)
def fix(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Mending raw sentences."""
    return _work(request, visitor, QUEUES["fix"])


@routes.get(PATH + "verify", may=QUEUES["verify"].may)
def verify(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Voting on mended sentences."""
    return _work(request, visitor, QUEUES["verify"])


@routes.get(PATH + "judge", may=QUEUES["judge"].may)
def judge(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Judging texts, blind."""
    return _work(request, visitor, QUEUES["judge"])


@routes.get(PATH + "adjudicate", may=QUEUES["adjudicate"].may)
def adjudicate(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Settling what judges disagree about."""
    return _work(request, visitor, QUEUES["adjudicate"])


@routes.get(PATH + "answer", may=QUEUES["answer"].may)
def answer(request: Request, visitor: Visitor = Depends(the_visitor)) -> HTMLResponse:
    """Picking answers out of paragraphs."""
    return _work(request, visitor, QUEUES["answer"])


def _work(request: Request, visitor: Visitor, queue: Queue) -> HTMLResponse:
    """The page of a kind; NotThere where the project has none of it."""
    if not _has(visitor, queue):
        raise NotThere(t("annotating.not_in_project"))
    others = [other.kind for other in QUEUES.values() if other != queue and _has(visitor, other)]
    settings = visitor.at.settings
    return page(
        request,
        f"annotating/{queue.kind}.html.j2",
        visitor,
        kind=queue.kind,
        task=settings.task,
        how=[text for key, text in WORDS.items() if key.startswith(f"annotating.{queue.kind}.how.")],
        instructions=rendered(settings.instructions) if settings.instructions.strip() else "",
        others=[kind for kind in others if _may(visitor, QUEUES[kind])],
    )


def _has(visitor: Visitor, queue: Queue) -> bool:
    kinds = visitor.at.settings.kinds
    return queue.kind in kinds or queue.part_of in kinds


def _may(visitor: Visitor, queue: Queue) -> bool:
    return bool((queue.may.roles or frozenset()) & visitor.roles)
