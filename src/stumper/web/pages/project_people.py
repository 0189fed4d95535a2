"""Who is in a project, and the links by which others join."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import NotThere, Refused, StumperError
from stumper.people.accounts.person import ROLES, Role, code
from stumper.people.projects.invitations import invitations, invite, withdraw
from stumper.people.projects.members import add_role, members, remove_member
from stumper.web.access import ADMINISTRATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.links import link_of, opens_here_alone
from stumper.web.project_form import number_of
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, text
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
PEOPLE = "/projects/{project_id}/people"


@routes.get(PEOPLE, may=ADMINISTRATOR)
def people(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Members and links."""
    return _people(request, house, visitor)


@routes.post(PEOPLE + "/links", may=ADMINISTRATOR)
def make_link(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The page with a new link, which nobody can read again."""
    try:
        secret = invite(
            house.store,
            visitor.at.id,
            role_of(text(form, "role")),
            number_of(text(form, "places"), "projects.people.places"),
            number_of(text(form, "days"), "projects.people.days"),
            visitor.signed_in.id,
            house.clock(),
        )
    except StumperError as error:
        return _people(request, house, visitor, error=str(error))
    return _people(request, house, visitor, link=link_of(request, secret))


@routes.post(PEOPLE + "/links/{invitation_id}/withdraw", may=ADMINISTRATOR)
def withdraw_link(request: Request, invitation_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """Nobody more joins by it."""
    withdraw(house.store, invitation_id, visitor.at.id)
    return _back(request, visitor)


@routes.post(PEOPLE + "/{person_id}/roles", may=ADMINISTRATOR)
def give_role(request: Request, person_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """Somebody who is in the project has a role more."""
    add_role(house.store, visitor.at.id, person_id, role_of(text(form, "role")), house.clock())
    return _back(request, visitor)


@routes.post(PEOPLE + "/{person_id}/roles/{role}/take", may=ADMINISTRATOR)
def take_role(request: Request, person_id: str, role: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """Somebody has a role less; or the page with why not."""
    return _removed(request, house, visitor, person_id, role_of(role))


@routes.post(PEOPLE + "/{person_id}/remove", may=ADMINISTRATOR)
def remove(request: Request, person_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """Somebody is no longer in the project; what they did stays. Or the page with why not."""
    return _removed(request, house, visitor, person_id)


def role_of(name: str) -> Role:
    """The role of this name; NotThere."""
    for role in ROLES:
        if role == name:
            return role
    raise NotThere(t("projects.no_role", role=name, roles=", ".join(ROLES)))


def _removed(request: Request, house: House, visitor: Visitor, person_id: str, role: Role | None = None) -> Response:
    try:
        remove_member(house.store, visitor.at.id, person_id, role)
    except Refused as error:
        return _people(request, house, visitor, error=str(error))
    return _back(request, visitor)


def _back(request: Request, visitor: Visitor) -> Response:
    return redirect(request, f"/projects/{visitor.at.id}/people")


def _people(
    request: Request, house: House, visitor: Visitor, link: str | None = None, error: str | None = None
) -> HTMLResponse:
    project_id, now = visitor.at.id, house.clock()
    return page(
        request,
        "projects/people.html.j2",
        visitor,
        status=200 if error is None else 422,
        members=members(house.store, project_id),
        links=invitations(house.store, project_id, now),
        roles=ROLES,
        link=link,
        is_local=opens_here_alone(request),
        error=error,
        day=day,
        code=code,
        tab="people",
    )
