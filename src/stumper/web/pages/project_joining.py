"""Where moderators make links by which anybody works in the project, and see who came by them."""

import csv
from io import StringIO

import segno
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import StumperError
from stumper.people.accounts.person import Role, code
from stumper.people.joining.arriving import Participant, counts, participants
from stumper.people.joining.links import (
    ANY,
    KINDS_OF,
    OPENED,
    Asked,
    WorkLink,
    change_consent,
    close_link,
    consents_of,
    link,
    links_of,
    make_link,
    reopen_link,
)
from stumper.web.access import MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.links import opens_here_alone, whole_address
from stumper.web.project_form import number_of
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, text
from stumper.web.trusted import check_own_log_in
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
JOINING = "/projects/{project_id}/joining"
ONE = JOINING + "/{link_id}"
BLANK = {"role": "annotator", "places": "100", "days": "14", "pieces": "10", "ids": "any", "parameter": "",
         "completion": "", "back": "", "consent": ""}  # fmt: skip
COLUMNS = ("external_id", "person", "came", "consent_version", "consented", "browsers", "pieces", "seconds", "finished",
           "erased")  # fmt: skip


@routes.get(JOINING, may=MODERATOR)
def joining(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The project's links, and a form for another."""
    return _links(request, house, visitor)


@routes.post(JOINING, may=MODERATOR)
def make(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The page of a new link; or the form again with what is wrong."""
    try:
        check_own_log_in(house.trusted)
        made = make_link(house.store, visitor.at, _asked(form), visitor.signed_in.id, house.clock())
    except StumperError as error:
        return _links(request, house, visitor, {name: text(form, name) for name in BLANK}, str(error))
    return _to(request, visitor, made.id)


@routes.get(ONE, may=MODERATOR)
def one_link(request: Request, link_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """A link, its QR code, its text, and who came by it."""
    return _link(request, house, visitor, link_id)


@routes.post(ONE + "/consent", may=MODERATOR)
def change_text(request: Request, link_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """From now on everybody is asked whether they agree to the text as it is here; or the page with what is wrong."""
    wanted = text(form, "consent").replace("\r\n", "\n")
    try:
        change_consent(house.store, visitor.at.id, link_id, wanted, visitor.signed_in.id, house.clock())
    except StumperError as error:
        return _link(request, house, visitor, link_id, wanted, str(error))
    return _to(request, visitor, link_id)


@routes.post(ONE + "/close", may=MODERATOR)
def close(request: Request, link_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """Nobody new comes by the link, or somebody does again."""
    if text(form, "reopens"):
        reopen_link(house.store, visitor.at.id, link_id)
    else:
        close_link(house.store, visitor.at.id, link_id, house.clock())
    return _to(request, visitor, link_id)


@routes.get(ONE + "/people.csv", may=MODERATOR, work=COMPUTED)
def people(link_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """Who came by the link, as a table for the site that they came from."""
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows(map(_row, participants(house.store, link(house.store, visitor.at.id, link_id).id)))
    headers = {"Content-Disposition": 'attachment; filename="people.csv"'}
    return Response(file.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _row(one: Participant) -> list[object]:
    """A spreadsheet takes no cell for a formula: one that might be begins with an apostrophe."""
    id = one.external_id or ""
    return [f"'{id}" if id[:1] in ("+", "-") else id, code(one.person_id), one.at, one.version, one.agreed,
            one.browsers, one.done, round(one.seconds, 1), one.finished, one.erased]  # fmt: skip


def _asked(form: FormData) -> Asked:
    """What the form means; BadOption where a number is none."""
    return Asked(
        role=_role(text(form, "role")),
        places=number_of(text(form, "places"), "joining.places"),
        days=number_of(text(form, "days"), "joining.days"),
        pieces=number_of(text(form, "pieces"), "joining.pieces"),
        parameter={"none": None, "any": ANY}.get(text(form, "ids"), text(form, "parameter")),
        completion=text(form, "completion"),
        back=text(form, "back"),
        consent=text(form, "consent").replace("\r\n", "\n"),
    )


def _role(name: str) -> Role:
    return next((role for role in OPENED if role == name), "moderator")  # which no such link is for


def _to(request: Request, visitor: Visitor, link_id: str) -> Response:
    return redirect(request, f"/projects/{visitor.at.id}/joining/{link_id}")


def _links(
    request: Request, house: House, visitor: Visitor, entered: dict[str, str] = BLANK, error: str | None = None
) -> HTMLResponse:
    found = links_of(house.store, visitor.at.id)
    return page(
        request,
        "joining/links.html.j2",
        visitor,
        status=200 if error is None else 422,
        links=found,
        counts=counts(house.store, [one.id for one in found]),
        roles=[role for role in OPENED if KINDS_OF[role] & {*visitor.at.settings.kinds}],
        entered=entered,
        error=error,
        now=house.clock(),
        day=day,
        tab="joining",
    )


def _link(
    request: Request, house: House, visitor: Visitor, link_id: str, entered: str | None = None,
    error: str | None = None,
) -> HTMLResponse:  # fmt: skip
    found = link(house.store, visitor.at.id, link_id)
    came = participants(house.store, found.id)
    return page(
        request,
        "joining/link.html.j2",
        visitor,
        status=200 if error is None else 422,
        link=found,
        address=_address(request, found),
        is_local=opens_here_alone(request),
        picture=_picture(_address(request, found)) if found.parameter is None else None,
        areas=("projects",),
        texts=consents_of(house.store, found.id),
        entered=entered,
        came=came[-SHOWN:][::-1],
        total=len(came),
        finished=sum(one.finished is not None for one in came),
        error=error,
        now=house.clock(),
        day=day,
        tab="joining",
    )


SHOWN = 200  # people on a page; the file has all


def _address(request: Request, found: WorkLink) -> str:
    """What is given to a crowd site or shown at an event; where ids are wanted, with the place for one."""
    address = whole_address(request, f"/go/{found.code}")
    if found.parameter is None:
        return address
    name = found.parameter or "PROLIFIC_PID"
    return f"{address}?{name}=" + ("{{%PROLIFIC_PID%}}" if name == "PROLIFIC_PID" else t("joining.their_id"))


def _picture(address: str) -> Markup:
    """The address as a QR code, drawn by lines of a picture in the page (ISO/IEC 18004)."""
    return Markup(
        segno.make(address, error="m", micro=False).svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    )
