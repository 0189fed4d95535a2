"""Every page and every call of the API, tried as everybody: who may not is kept out, who may is let in."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute

from openapi_bodies import body_for
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.values import Asked, Rules
from stumper.people.members import add_member
from stumper.people.projects import make_project
from stumper.people.queues import items_for, lease_item
from stumper.people.tokens import make_token, tokens
from stumper.people.values import KINDS, ROLES, Person, Project, Settings
from stumper.store import Store
from stumper.testing import EXAMPLE, QUESTIONS
from stumper.types import Answer, Example, Gold
from stumper.web.access import ADMINISTRATOR, ANYONE, MEMBER, SIGNED_IN, SOCKET, Entry, May
from stumper.web.app import entries, make_app
from stumper.web.words import t
from visiting import Site, Visit, house_over, serving

ENTRIES = [entry for entry in entries() if entry.path != "/{path:path}"]  # which is where there is nothing
SETTINGS = Settings("reading", "reading", ("scripted",), KINDS, practice=False)
EXAMPLES = [EXAMPLE, Example("mayor", QUESTIONS[2], Gold((Answer("Josef Brandt", 130),)))]
UNKNOWN = "0" * 32
# Guessed: the id of a thing that is not there. A parameter that is in no table here needs a decision.
HARMLESS = {
    "kind": "write", "name": "submissions.csv", "named": "x", "path": "stumper.css", "secret": UNKNOWN, "code": UNKNOWN,
}  # fmt: skip
GUESSED = (
    "item_id", "assignment_id", "token_id", "person_id", "invitation_id", "upload_id", "role", "run_id", "room_id",
)  # fmt: skip


@dataclass(frozen=True)
class World:
    """One project with a member of each role, and another with a member of its own."""

    site: Site
    app: FastAPI
    project: Project
    people: dict[str, Person | None]
    other: Project
    outsider: Person
    visits: dict[str, tuple[Visit, str]] = field(default_factory=dict)

    def ask(self, entry: Entry, who: str, **named: str) -> httpx.Response:
        """The route, asked from a page of this site."""
        values = {"project_id": self.project.id, **HARMLESS, **dict.fromkeys(GUESSED, UNKNOWN), **named}
        address = self.site.home + re.sub(r"{(\w+)(:path)?}", lambda match: values[match[1]], entry.path)
        if who not in self.visits:
            visit = self.site.visit(self.people[who])
            self.visits[who] = visit, visit.csrf()
        visit, token = self.visits[who]
        if entry.method == SOCKET:
            return handshake(visit, address)
        headers = {"X-CSRF-Token": token}
        if entry.path.startswith("/api/"):
            body = body_for(self.app, entry.method, entry.path)
            return visit.client.request(entry.method, address, json=body, headers=headers)
        return visit.client.request(entry.method, address, headers=headers)


@pytest.fixture(scope="module")
def new_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], World]]:
    """Makes people and projects, all of them on one server."""
    folder: Path = tmp_path_factory.mktemp("access")
    with Store.open(f"sqlite:///{folder / 'access.db'}") as store:
        house = house_over(store)
        app = make_app(house)
        with serving(house, app) as site:
            yield lambda: made(site, app)


@pytest.fixture(scope="module")
def world(new_world: Callable[[], World]) -> World:
    """For what changes nothing."""
    return new_world()


def made(site: Site, app: FastAPI) -> World:
    store, now = site.house.store, site.house.clock()
    outsider = site.person()
    project = make_project(store, "Here", SETTINGS, EXAMPLES, f"f{outsider.id}", now)
    other = make_project(store, "There", SETTINGS, EXAMPLES, f"f{outsider.id}", now)
    people: dict[str, Person | None] = {"nobody": None, "stranger": outsider, "server": site.person(administrator=True)}
    for role in ROLES:
        people[role] = member = site.person()
        add_member(store, project.id, member.id, role, now)
        add_member(store, other.id, outsider.id, role, now)
    return World(site, app, project, people, other, outsider)


def handshake(visit: Visit, address: str) -> httpx.Response:
    """What a websocket is answered before it opens; 101 where it does."""
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Origin": visit.home,
               "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
    return visit.client.get(address, headers=headers)


def named(entry: Entry) -> str:
    return f"{entry.method} {entry.path}"


def everybody(in_project: bool) -> tuple[str, ...]:
    """Elsewhere, roles in a project make no difference."""
    return ("nobody", "stranger", *(ROLES if in_project else ()), "server")


def allowed(may: May, who: str, in_project: bool) -> bool:
    """Said here once more, and differently, so that a mistake in the rules themselves is seen."""
    if who == "nobody" or not may.signed_in:
        return not may.signed_in and not in_project
    if who == "server":
        return True
    if may.administrator:
        return in_project and who == "administrator"
    if who == "stranger":
        return not in_project
    return may.roles is None or who in may.roles


def test_every_route_has_a_rule(world: World) -> None:
    declared = {(entry.method, entry.path) for entry in entries()}
    routes = world.app.router.routes
    sockets = {(SOCKET, route.path) for route in routes if isinstance(route, WebSocketRoute)}
    assert all(isinstance(route, APIRoute | WebSocketRoute) for route in routes)
    answering = [route for route in routes if isinstance(route, APIRoute)]
    assert all("GET" in route.methods for route in answering if "HEAD" in route.methods)  # under the same rule
    pages = {(method, route.path) for route in answering for method in route.methods - {"HEAD"}}
    assert pages | sockets == declared
    assert len(declared) == len(list(entries()))


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_who_may_not_is_kept_out(world: World, entry: Entry) -> None:
    in_project = "{project_id}" in entry.path
    for who in everybody(in_project):
        if allowed(entry.may, who, in_project):
            continue
        answer = world.ask(entry, who)
        if who == "nobody":
            is_page = entry.method == "GET" and not entry.path.startswith("/api/")
            assert answer.status_code == (303 if is_page else 401)
            assert not is_page or "/log-in?next=" in answer.headers["location"]
        else:
            assert answer.status_code == (404 if in_project and who == "stranger" else 403), who


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_who_may_is_let_in(world: World, new_world: Callable[[], World], entry: Entry) -> None:
    world = world if entry.method == "GET" else new_world()
    parameters = set(re.findall(r"{(\w+)", entry.path))
    for who in everybody("project_id" in parameters):
        if not allowed(entry.may, who, "project_id" in parameters):
            continue
        answer = world.ask(entry, who)
        assert answer.status_code < 500, (who, answer.text)
        assert answer.status_code not in (401, 403), (who, answer.text)
        assert "/log-in" not in answer.headers.get("location", "") or entry.path in ENDS_SESSIONS
        if parameters <= {"project_id"}:
            assert t("shared.error.not_there") not in answer.text, who


ENDS_SESSIONS = ("/log-in", "/log-out", "/account/log-out", "/account/sessions", "/account/erase")


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "{project_id}" in e.path], ids=named)
def test_project_that_is_not_there_is_like_one_of_others(world: World, entry: Entry) -> None:
    unknown, others = (world.ask(entry, "administrator", project_id=id) for id in (UNKNOWN, world.other.id))
    assert (unknown.status_code, others.status_code) == (404, 404)
    assert sentence(unknown) == sentence(others)


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "{assignment_id}" in e.path], ids=named)
def test_work_of_another_is_like_none(world: World, entry: Entry) -> None:
    """Another's in the same project; one's own, but below another project's address."""
    store, now = world.site.house.store, world.site.house.clock()
    author, moderator = world.people["author"], world.people["moderator"]
    (mine, _), *_ = items_for(store, world.project.id, author.id)
    held = lease_item(store, mine.id, author.id, now).assignment
    (elsewhere, _), *_ = items_for(store, world.other.id, world.outsider.id)
    add_member(store, world.other.id, moderator.id, "author", now)
    own = lease_item(store, elsewhere.id, moderator.id, now).assignment
    none, others, misplaced = (world.ask(entry, "moderator", assignment_id=id) for id in (UNKNOWN, held.id, own.id))
    assert (none.status_code, others.status_code, misplaced.status_code) == (404, 404, 404)
    assert sentence(none) == sentence(others)


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "{item_id}" in e.path], ids=named)
def test_item_of_another_project_is_like_none(world: World, entry: Entry) -> None:
    (elsewhere, _), *_ = items_for(world.site.house.store, world.other.id, world.outsider.id)
    for id in (UNKNOWN, elsewhere.id):
        assert world.ask(entry, "author", item_id=id).status_code == 404


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "{token_id}" in e.path], ids=named)
def test_token_of_another_is_like_none(world: World, entry: Entry) -> None:
    store, now = world.site.house.store, world.site.house.clock()
    make_token(store, world.outsider.id, "mine", now)
    kept = tokens(store, world.outsider.id)
    assert world.ask(entry, "author", token_id=kept[0].id).status_code == 404
    assert tokens(store, world.outsider.id) == kept


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "{room_id}" in e.path], ids=named)
def test_match_of_another_project_is_like_none(world: World, entry: Entry) -> None:
    store, now = world.site.house.store, world.site.house.clock()
    packet = Packet((Asked("t", "regular", "Name it.", Gold((Answer("it"),))),))
    elsewhere = open_room(store, world.other, "There", Rules("alone"), packet, world.outsider.id, now)
    for id in (UNKNOWN, elsewhere.id):
        assert world.ask(entry, "server", room_id=id).status_code == 404


def test_every_parameter_of_a_path_is_known_here() -> None:
    parameters = {name for entry in ENTRIES for name in re.findall(r"{(\w+)", entry.path)}
    assert parameters <= {"project_id", *HARMLESS, *GUESSED}


def test_rules_say_what_they_mean() -> None:
    assert allowed(ANYONE, "nobody", False)
    assert not allowed(SIGNED_IN, "nobody", False)
    assert not allowed(MEMBER, "stranger", True)
    assert not allowed(ADMINISTRATOR, "administrator", False)
    assert allowed(ADMINISTRATOR, "administrator", True)


def sentence(answer: httpx.Response) -> str:
    if answer.headers["content-type"] == "application/json":
        return answer.json()["sentence"]
    return re.search('<p class="text">(.*)</p>', answer.text)[1]
