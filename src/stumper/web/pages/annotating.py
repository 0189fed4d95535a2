"""The pages on which people fix, verify, judge, settle and answer: one item at a time, fetched by the page itself; and
what somebody sent last."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.adversaries.reading.addsent.raw_file import Vote
from stumper.errors import NotThere, Refused
from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.judging_work import Opinion
from stumper.people.annotating.last_sent import Sent, last_sent
from stumper.people.annotating.tagging import Tags
from stumper.people.annotating.undoing import undo
from stumper.people.annotating.verifying import SentencePayload
from stumper.people.projects.project import KINDS, Kind, desk_of
from stumper.people.queues.queue import work as work_of
from stumper.web.access import AT_WORK, WORK, Routes, TheVisitor, Visitor, demand, work_for
from stumper.web.came import far
from stumper.web.errors import Forbidden
from stumper.web.house import House, TheHouse
from stumper.web.markdown import rendered_once
from stumper.web.rendering import page, redirect
from stumper.web.words import WORDS, t
from stumper.web.written import clock, day

routes = Routes()
PATH = "/projects/{project_id}/"  # and the kind
SENT = f"{PATH}sent"
SHORT = 120  # characters of what work was about, before the rest is folded away


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
        leads_to=_home(visitor),
        asked=desk_of(settings).words,
        how=[text for key, text in WORDS.items() if key.startswith(f"annotating.{kind}.how.")],
        instructions=rendered_once(settings.instructions) if settings.instructions.strip() else "",
        others=[other for other in kinds if other not in (kind, "write")],
    )


@routes.get(SENT, may=AT_WORK)
def sent(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The visitor's last ten responses; those that can still be taken back have a button for it."""
    return _sent(request, house, visitor)


@routes.post(f"{SENT}/{{assignment_id}}/undo", may=AT_WORK)
def taken_back(request: Request, assignment_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The work is in the visitor's hands again, and its page shows it next."""
    held = work_of(house.store, assignment_id, visitor.signed_in.id)
    if held.item.project_id != visitor.at.id:
        raise NotThere(t("annotating.last.none_such"))
    demand(visitor, WORK[held.item.kind])
    try:
        undo(house.store, assignment_id, visitor.signed_in.id, house.clock())
    except Refused as error:
        return _sent(request, house, visitor, error=str(error))
    return redirect(request, f"/projects/{visitor.at.id}/{held.item.kind}")


def _sent(request: Request, house: House, visitor: Visitor, error: str | None = None) -> HTMLResponse:
    if visitor.link_id and not far(house, visitor).is_known:
        raise Forbidden(t("joining.other_browser"))
    found = last_sent(house.store, visitor.at.id, visitor.signed_in.id, house.clock())
    judged = desk_of(visitor.at.settings).words.judged
    return page(
        request, "annotating/sent.html.j2", visitor, status=200 if error is None else 409,
        error=error, clock=clock, day=day, short=SHORT,
        last=[(one, _about(one), _said(one, judged)) for one in found],
        back=f"/projects/{visitor.at.id}/{found[0].item.kind}" if found else _home(visitor),
    )  # fmt: skip


def _home(visitor: Visitor) -> str:
    """Where one comes from to work."""
    return "/my-work" if visitor.link_id else f"/projects/{visitor.at.id}"


def _about(one: Sent) -> str:
    """What the work was about: the text, the sentence or the question."""
    match one.payload:
        case SentencePayload():
            return one.payload.sentence
        case AnswerPayload():
            return one.payload.question
        case _:
            return one.payload.text


def _said(one: Sent, judged: str) -> list[tuple[str, str]]:
    """What was asked, and what the person said to it; ``judged`` is how the project asks about the task."""
    yes = {True: t("annotating.yes"), False: t("annotating.no")}
    match one.said:
        case Fixed(text):
            return [(t("annotating.fix.yours"), text)]
        case Vote(grammatical=good, compatible=fits):
            return [(t("annotating.verify.grammatical"), yes[good]), (t("annotating.verify.compatible"), yes[fits])]
        case Opinion(grammatical=good, label_correct=right, on_task=does, note=note):
            asked = (t("annotating.judge.grammatical"), getattr(one.payload, "asked", ""), judged)
            answers = [(question, yes[answer]) for question, answer in zip(asked, (good, right, does), strict=True)]
            return [*answers, *([(t("annotating.judge.note"), note)] if note else [])]
        case Selected(text):
            return [(t("annotating.answer.yours"), text or t("annotating.answer.none"))]
        case Tags(phenomena, note):
            named = ", ".join(t(f"annotating.tag.{name}") for name in phenomena) or t("annotating.tag.none")
            return [(t("annotating.tag.what"), named), *([(t("annotating.tag.note"), note)] if note else [])]
