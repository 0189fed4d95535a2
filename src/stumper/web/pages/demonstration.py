"""The door of a demonstration: one address, behind which one is whoever of its people one wants to be."""

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Form
from starlette.requests import Request
from starlette.responses import Response

from stumper.errors import NotThere
from stumper.people.accounts.account import person
from stumper.people.accounts.person import Person
from stumper.people.accounts.secrets import hashed
from stumper.people.projects.members import projects_of, roles
from stumper.people.projects.project import Kind, Project, composes
from stumper.people.queues.progress import own_progress
from stumper.people.queues.queue import items_for
from stumper.web.access import ANYONE, Routes, TheVisitor, work_for
from stumper.web.cookies import sign_in
from stumper.web.house import House, TheHouse
from stumper.web.rendering import page, redirect
from stumper.web.words import t

routes = Routes()
FIRST, WRITER, JUDGE = 0, 1, -1  # of the people of a demonstration; the first administers it


@dataclass(frozen=True, slots=True)
class Offer:
    """A role that one can take, whose it is, and the path of its first piece of work; None while there is none."""

    role: str
    person: Person
    path: str | None


@routes.get("/enter/{secret}", may=ANYONE)
def door(request: Request, secret: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The roles to choose from. Whoever is none of these people yet is the first; no other server has such doors."""
    people = _people(house, secret)
    is_in = visitor.person is not None and visitor.person.id in {one.id for one in people}
    offers = _offers(house, people)
    failed = any(one.state == "failed" for one in house.arrivals)
    if not is_in:
        response = redirect(request, f"/enter/{secret}")
        sign_in(house, request, response, people[FIRST].id)
        return response
    return page(request, "enter.html.j2", visitor, secret=secret, offers=offers, failed=failed)


@routes.post("/enter/{secret}", may=ANYONE)
def take_role(request: Request, secret: str, house: TheHouse, role: str = Form("")) -> Response:
    """Whoever chose a role is that person, at the first piece of their work."""
    offer = next((one for one in _offers(house, _people(house, secret)) if one.role == role), None)
    if offer is None:
        raise NotThere(t("shared.error.not_there"))
    response = redirect(request, offer.path or f"/enter/{secret}")
    sign_in(house, request, response, offer.person.id)
    return response


def _people(house: House, secret: str) -> list[Person]:
    """Who can be chosen behind the door; NotThere where there is no such door."""
    found = house.doors.get(hashed(secret))
    if found is None:
        raise NotThere(t("shared.error.not_there"))
    return [person(house.store, id) for id in found]


def _offers(house: House, people: list[Person]) -> list[Offer]:
    return [
        Offer(role, people[place % len(people)], first(house, people[place % len(people)]))
        for role, place, first in ROLES
    ]


def _first_text(house: House, who: Person) -> str | None:
    """The first item that they have not written at."""
    for project in _with_work(house, who, "write"):
        if composes(project.settings):
            continue
        new = [item.id for item, held in items_for(house.store, project.id, who.id) if held is None]
        if new:
            return f"/projects/{project.id}/write/{new[0]}"
    return None


def _first_to_judge(house: House, who: Person) -> str | None:
    return next((f"/projects/{one.id}/judge" for one in _with_work(house, who, "judge")), None)


def _first_project(house: House, who: Person) -> str | None:
    return next((f"/projects/{one.id}" for one in projects_of(house.store, who.id)), None)


def _with_work(house: House, who: Person, kind: Kind) -> list[Project]:
    """Their open projects with something of this kind left for them."""
    return [
        project
        for project in projects_of(house.store, who.id)
        if not project.closed
        and kind in work_for(project, roles(house.store, project.id, who.id))
        and own_progress(house.store, project.id, kind, who.id, house.clock()).left
    ]


First = Callable[[House, Person], str | None]
ROLES: tuple[tuple[str, int, First], ...] = (
    ("write", WRITER, _first_text),
    ("judge", JUDGE, _first_to_judge),
    ("run", FIRST, _first_project),
)
