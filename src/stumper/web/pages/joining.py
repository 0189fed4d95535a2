"""Coming by a link to work: what one agrees to, then the first piece of work, and in the end the code."""

from fastapi import Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from stumper.errors import StumperError
from stumper.people.accounts.failed_log_ins import network
from stumper.people.joining.arriving import Arrival, agree, arrive, check_expected, finish
from stumper.people.joining.links import WorkLink, address_back, consent, external_id, id_in, link_by_code
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.members import roles
from stumper.people.projects.project import Kind, project
from stumper.people.queues.progress import own_progress
from stumper.web.access import ARRIVED, COMING, Routes, TheVisitor, Visitor, work_for
from stumper.web.came import far
from stumper.web.cookies import begin_work, cookies_of, sign_out
from stumper.web.errors import Forbidden, TooOften
from stumper.web.failing import say_when, status_of
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.rendering import page, redirect
from stumper.web.trusted import check_own_log_in
from stumper.web.words import t

routes = Routes()
MINE = "/my-work"
LONGEST_VERSION = 8  # digits


@routes.get("/go/{code}", may=COMING)
def come(request: Request, code: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """What one agrees to; whoever has agreed goes on with the work."""
    check_own_log_in(house.trusted)
    link = link_by_code(house.store, code)
    found = _before(request, house, visitor, link)
    if found is not None and found.has_agreed:
        return redirect(request, _place(house, found))
    if found is None:
        check_expected(house.store, link, external_id(link, request.query_params), house.clock())
    return _text(request, house, visitor, link)


@routes.post("/go/{code}", may=COMING)
def agree_and_go(
    request: Request, code: str, house: TheHouse, visitor: TheVisitor, version: str = Form(""), agreed: str = Form("")
) -> Response:
    """At the first piece of work; or the text again with what is wrong."""
    check_own_log_in(house.trusted)
    link = link_by_code(house.store, code)
    try:
        if not agreed:
            raise Forbidden(t("joining.agree_first"))
        before = _before(request, house, visitor, link)
        if before is not None:
            agree(house.store, link, before.person_id, _number(version), house.clock())
            return redirect(request, _place(house, before))
        found = _arrived(request, house, link, _number(version))
    except StumperError as error:
        return say_when(_text(request, house, visitor, link, error), error)
    response = redirect(request, _place(house, found))
    begin_work(house, request, response, found.person_id, link.id, found.is_known)
    return response


@routes.get(MINE, may=ARRIVED)
def my_work(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """How far one is, and where to go on; or that it is finished, with the code."""
    found = far(house, visitor)
    if not found.has_agreed:
        return redirect(request, f"/go/{found.link.code}")
    kind = _next_kind(house, found)
    found = finish(house.store, found, nothing_left=kind is None, now=house.clock())
    return page(
        request,
        "joining/my_work.html.j2",
        visitor,
        found=found,
        at=project(house.store, found.link.project_id),
        areas=("projects",),
        go=None if found.finished is not None or kind is None else _place(house, found),
        back=address_back(found.link, found.external_id),
    )


@routes.get(MINE + "/data", may=ARRIVED, work=COMPUTED)
def my_data(house: TheHouse, visitor: TheVisitor) -> Response:
    """All that is kept of whoever came by a link, as a file; only in the browser in which they began."""
    _check_known(far(house, visitor))
    found = personal_data(house.store, visitor.signed_in.id)
    return JSONResponse(found, headers={"Content-Disposition": 'attachment; filename="my-data.json"'})


@routes.post(MINE + "/erase", may=ARRIVED)
def erase_me(request: Request, house: TheHouse, visitor: TheVisitor, sure: str = Form("")) -> Response:
    """Nobody can tell any longer who they were; only in the browser in which they began."""
    _check_known(far(house, visitor))
    if not sure:
        raise Forbidden(t("joining.erase.sure_first"))
    erase(house.store, visitor.signed_in.id, house.clock())
    response: HTMLResponse = page(request, "joining/erased.html.j2", Visitor(csrf=visitor.csrf))
    sign_out(house, request, response)
    return response


def _before(request: Request, house: House, visitor: Visitor, link: WorkLink) -> Arrival | None:
    """The visitor, where they came by this link in this browser, and not with another id; else None."""
    if visitor.link_id != link.id:
        return None
    found, sent = far(house, visitor), id_in(link, request.query_params)
    return found if sent in ("", found.external_id) else None


def _arrived(request: Request, house: House, link: WorkLink, version: int) -> Arrival:
    """Whoever came, unless too many come from one network."""
    address, now = network(request.client.host) if request.client else "", house.clock()
    id = external_id(link, request.query_params)
    if wait := house.limits.arrivals.wait(f"{address} {link.id}", now):
        raise TooOften(wait)
    return arrive(house.store, link, id, version, cookies_of(house, request).browser, now, house.ids)


def _text(
    request: Request, house: House, visitor: Visitor, link: WorkLink, error: StumperError | None = None
) -> Response:
    """What one agrees to, and the button with which one does."""
    return page(
        request,
        "joining/agree.html.j2",
        visitor,
        status=200 if error is None else status_of(error),
        at=project(house.store, link.project_id),
        link=link,
        consent=consent(house.store, link.id),
        path=f"/go/{link.code}" + (f"?{request.url.query}" if request.url.query else ""),
        problem=None if error is None else str(error),
    )


def _place(house: House, found: Arrival) -> str:
    """Where somebody goes on: the first queue that holds something for them, or where they see that they are done."""
    kind = None if found.finished is not None else _next_kind(house, found)
    return MINE if kind is None else f"/projects/{found.link.project_id}/{kind}"


def _next_kind(house: House, found: Arrival) -> Kind | None:
    at = project(house.store, found.link.project_id)
    kinds = () if at.closed else work_for(at, roles(house.store, at.id, found.person_id))
    now = house.clock()
    left = (kind for kind in kinds if own_progress(house.store, at.id, kind, found.person_id, now).left)
    return next(left, None)


def _check_known(found: Arrival) -> None:
    if not found.is_known:
        raise Forbidden(t("joining.other_browser"))


def _number(version: str) -> int:
    is_number = version.isascii() and version.isdecimal() and len(version) <= LONGEST_VERSION
    return int(version) if is_number else 0
