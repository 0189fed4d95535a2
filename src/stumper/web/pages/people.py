"""Everybody on the server, for its administrators."""

from fastapi import Form
from starlette.requests import Request
from starlette.responses import Response

from stumper.errors import BadOption, NotThere, StumperError
from stumper.people.accounts.account import people, person, set_administrator
from stumper.people.accounts.names import login
from stumper.people.accounts.person import ROLES, Person
from stumper.people.accounts.recovery import recovery
from stumper.people.personal_data import erase, name_once_erased
from stumper.people.projects.invitations import invitations, invite, withdraw
from stumper.people.projects.members import projects_of, roles
from stumper.web.access import SERVER_ADMINISTRATOR, Routes, TheVisitor, Visitor
from stumper.web.failing import status_of
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.links import link_of, whole_address
from stumper.web.pages.account import data_file
from stumper.web.rendering import page, redirect
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
DAYS = 7  # for which an administrator's link lasts


@routes.get("/people", may=SERVER_ADMINISTRATOR)
def everybody(request: Request, house: TheHouse, visitor: TheVisitor, done: str = "") -> Response:
    """Everybody with an account, and the open links by which one becomes an administrator."""
    return _people(request, house, visitor, done=done if done in ("withdrawn", "erased") else None)


@routes.post("/people/invitations", may=SERVER_ADMINISTRATOR)
def invite_administrator(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """A link by which one person becomes an administrator, shown this once."""
    secret = invite(house.store, None, "administrator", 1, DAYS, visitor.signed_in.id, house.clock())
    return _people(request, house, visitor, link=link_of(request, secret))


@routes.post("/people/invitations/{invitation_id}/withdraw", may=SERVER_ADMINISTRATOR)
def withdraw_invitation(request: Request, invitation_id: str, house: TheHouse) -> Response:
    """The link no longer works."""
    withdraw(house.store, invitation_id, None)
    return redirect(request, "/people?done=withdrawn")


@routes.get("/people/{person_id}", may=SERVER_ADMINISTRATOR)
def somebody(request: Request, person_id: str, house: TheHouse, visitor: TheVisitor, done: str = "") -> Response:
    """One person: their projects, and what an administrator can do for them."""
    whose = _present(house, person_id)
    return _person(request, house, visitor, whose, done=done if done in ("raised", "lowered") else None)


@routes.post("/people/{person_id}/new-password", may=SERVER_ADMINISTRATOR)
def forgotten(request: Request, person_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """A link by which somebody sets a new password, shown this once."""
    secret = recovery(house.store, person_id, house.clock())
    link = whole_address(request, f"/new-password/{secret}")
    return _person(request, house, visitor, _present(house, person_id), link=link)


@routes.post("/people/{person_id}/administrator", may=SERVER_ADMINISTRATOR)
def raise_or_lower(
    request: Request, person_id: str, house: TheHouse, visitor: TheVisitor, administrator: bool = Form(False)
) -> Response:
    """Somebody is an administrator of the server, or no longer; oneself, too, where there is another."""
    whose = _present(house, person_id)
    try:
        set_administrator(house.store, person_id, administrator)
    except StumperError as error:
        return _person(request, house, visitor, whose, error=error)
    is_own_end = not administrator and person_id == visitor.signed_in.id
    return redirect(
        request, "/" if is_own_end else f"/people/{person_id}?done={'raised' if administrator else 'lowered'}"
    )


@routes.get("/people/{person_id}/data", may=SERVER_ADMINISTRATOR, work=COMPUTED)
def data(person_id: str, house: TheHouse) -> Response:
    """A file with all that is kept of somebody."""
    return data_file(house, _present(house, person_id))


@routes.post("/people/{person_id}/erase", may=SERVER_ADMINISTRATOR)
def erase_somebody(
    request: Request, person_id: str, house: TheHouse, visitor: TheVisitor, name: str = Form("")
) -> Response:
    """Another's account is erased, where the name confirms it; else what was wrong."""
    whose = _present(house, person_id)
    try:
        _erase(house, visitor.signed_in, whose, name)
    except StumperError as error:
        return _person(request, house, visitor, whose, error=error)
    return redirect(request, "/people?done=erased")


def _erase(house: House, by: Person, whose: Person, name: str) -> None:
    if by.id == whose.id:
        raise BadOption(t("account.person.own"))
    if login(name) != login(whose.name):
        raise BadOption(t("account.person.wrong_name", name=whose.name))
    erase(house.store, whose.id, house.clock())


def _present(house: House, person_id: str) -> Person:
    """Somebody with an account; NotThere."""
    found = person(house.store, person_id)
    if found.erased is not None:
        raise NotThere("There is no such person.")
    return found


def _people(
    request: Request, house: House, visitor: Visitor, *, done: str | None = None, link: str | None = None
) -> Response:
    """The page; ``link`` is a new one for an administrator."""
    return page(
        request,
        "account/people.html.j2",
        visitor,
        people=people(house.store),
        invitations=invitations(house.store, None, house.clock()),
        done=done,
        link=link,
        day=day,
    )


def _person(
    request: Request,
    house: House,
    visitor: Visitor,
    whose: Person,
    *,
    done: str | None = None,
    link: str | None = None,
    error: StumperError | None = None,
) -> Response:
    """The page; ``link`` is a new one for their password."""
    held = [(project, roles(house.store, project.id, whose.id)) for project in projects_of(house.store, whose.id)]
    return page(
        request,
        "account/person.html.j2",
        visitor,
        status=200 if error is None else status_of(error),
        whose=whose,
        projects=[(project, [role for role in ROLES if role in theirs]) for project, theirs in held],
        nobody=name_once_erased(whose.id),
        problem=None if error is None else str(error),
        done=done,
        link=link,
        day=day,
    )
