"""Logging in and out, joining by a link and a new password for a forgotten one."""

from fastapi import Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stumper.errors import StumperError
from stumper.people.accounts.account import log_in
from stumper.people.accounts.passwords import SHORTEST
from stumper.people.accounts.recovery import recover, recoverable
from stumper.people.projects.invitations import Invitation, invitation, join, join_anew, joined_before
from stumper.people.projects.project import project
from stumper.web.access import ANYONE, Routes, TheVisitor, Visitor
from stumper.web.cookies import sign_in, sign_out, whence
from stumper.web.failing import say_when, status_of
from stumper.web.house import House, TheHouse
from stumper.web.links import join_path
from stumper.web.rendering import local, page, redirect
from stumper.web.trusted import check_own_log_in

routes = Routes()


@routes.get("/log-in", may=ANYONE)
def log_in_page(request: Request, house: TheHouse, visitor: TheVisitor, next: str = "/") -> Response:
    """The form; whoever is logged in goes on, and where a proxy logs people in there is none."""
    if visitor.person is not None:
        return redirect(request, local(next))
    check_own_log_in(house.trusted)
    return _log_in_form(request, visitor, next)


@routes.post("/log-in", may=ANYONE)
def log_in_with(
    request: Request,
    house: TheHouse,
    visitor: TheVisitor,
    name: str = Form(""),
    password: str = Form(""),
    next: str = Form("/"),
) -> Response:
    """Logged in, and on to where one wanted to go; else the form again with what was wrong."""
    check_own_log_in(house.trusted)
    try:
        person = log_in(house.store, name, password, whence(house, request), house.clock())
    except StumperError as error:
        return _log_in_form(request, visitor, next, name, error)
    return _signed_in(house, request, person.id, local(next))


@routes.post("/log-out", may=ANYONE)
def log_out(request: Request, house: TheHouse, next: str = Form("/")) -> Response:
    """Logged out here."""
    response = redirect(request, local(next))
    sign_out(house, request, response)
    return response


@routes.get("/join/{secret}", may=ANYONE)
def join_page(request: Request, secret: str, house: TheHouse, visitor: TheVisitor, room: str = "") -> Response:
    """What the link invites to, and how to join; whoever has joined goes on, into the ``room`` of a match if one is
    named."""
    if visitor.person is not None and (found := joined_before(house.store, secret, visitor.person.id)):
        return redirect(request, _home_of(found, room))
    return _join_form(request, house, visitor, secret, room)


@routes.post("/join/{secret}", may=ANYONE)
def join_with(
    request: Request,
    secret: str,
    house: TheHouse,
    visitor: TheVisitor,
    room: str = "",
    name: str = Form(""),
    password: str = Form(""),
) -> Response:
    """Joined, with the account that one is logged in with or a new one; else the form again with what was wrong."""
    if visitor.person is not None:
        return redirect(request, _home_of(join(house.store, secret, visitor.person.id, house.clock()), room))
    check_own_log_in(house.trusted)
    found = invitation(house.store, secret, house.clock())
    try:
        person = join_anew(house.store, secret, name, password, house.clock())
    except StumperError as error:
        return _join_form(request, house, visitor, secret, room, name, error)
    return _signed_in(house, request, person.id, _home_of(found, room))


@routes.get("/new-password/{secret}", may=ANYONE)
def new_password_page(request: Request, secret: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The form for somebody who forgot theirs."""
    return _new_password_form(request, house, visitor, secret)


@routes.post("/new-password/{secret}", may=ANYONE)
def new_password(
    request: Request, secret: str, house: TheHouse, visitor: TheVisitor, password: str = Form("")
) -> Response:
    """Logged in, the new password set; else the form again with what was wrong."""
    check_own_log_in(house.trusted)
    try:
        person = recover(house.store, secret, password, house.clock())
    except StumperError as error:
        return _new_password_form(request, house, visitor, secret, error)
    return _signed_in(house, request, person.id, "/")


def _log_in_form(
    request: Request, visitor: Visitor, next: str, name: str = "", error: StumperError | None = None
) -> Response:
    status, problem = _said(error)
    values = {"next": local(next), "name": name, "problem": problem}
    return say_when(page(request, "account/log_in.html.j2", visitor, status=status, **values), error)


def _join_form(
    request: Request,
    house: House,
    visitor: Visitor,
    secret: str,
    room: str,
    name: str = "",
    error: StumperError | None = None,
) -> Response:
    found = invitation(house.store, secret, house.clock())
    status, problem = _said(error)
    return page(
        request,
        "account/join.html.j2",
        visitor,
        status=status,
        path=join_path(secret, room),
        invited_to=None if found.project_id is None else project(house.store, found.project_id),
        role=found.role,
        name=name,
        problem=problem,
        shortest=SHORTEST,
    )


def _new_password_form(
    request: Request, house: House, visitor: Visitor, secret: str, error: StumperError | None = None
) -> Response:
    person = recoverable(house.store, secret, house.clock())
    status, problem = _said(error)
    values = {"secret": secret, "person": person, "problem": problem, "shortest": SHORTEST}
    return page(request, "account/new_password.html.j2", visitor, status=status, **values)


def _said(error: StumperError | None) -> tuple[int, str | None]:
    return (200, None) if error is None else (status_of(error), str(error))


def _signed_in(house: House, request: Request, person_id: str, path: str) -> RedirectResponse:
    response = redirect(request, path)
    sign_in(house, request, response, person_id)
    return response


def _home_of(found: Invitation, room: str) -> str:
    home = "/" if found.project_id is None else f"/projects/{found.project_id}"
    return f"{home}/matches/{room}" if found.project_id and room.isalnum() and room.isascii() else home
