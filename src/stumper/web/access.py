"""Who may do what: each rule stands here once, every route is declared with its rule, and answers nobody else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from stumper.errors import NotThere
from stumper.people.accounts.person import ROLES, SCOPES, Person, Role, Scope
from stumper.people.matches.guests import Guest
from stumper.people.projects.members import roles
from stumper.people.projects.project import FOLLOWS, Kind, Project, composes, project
from stumper.web.errors import Forbidden, NotSignedIn
from stumper.web.house import House
from stumper.web.limits import BODY, PLAIN
from stumper.web.words import t


@dataclass(frozen=True, slots=True)
class May:
    """A rule: anybody; somebody signed in; an administrator of the server; one of these roles in the path's project; or
    a guest of the path's room.

    ``token`` is the least scope of a token that opens the route, None where no token does. Whoever came by a link to
    work is nobody but where ``link`` says otherwise.
    ``asks_who`` is False of what is the same for everybody, so that it costs no look into the store and no rate.
    """

    signed_in: bool = True
    roles: frozenset[Role] | None = None
    administrator: bool = False
    asks_who: bool = True
    guest: bool = False
    link: bool = False
    token: Scope | None = None

    def or_by_link(self) -> "May":
        """The same people, whether they logged in or came by a link to work."""
        return replace(self, link=True)

    def by(self, token: Scope) -> "May":
        """The same people, and their programs with a token of this scope or a greater one."""
        return replace(self, token=token)


def _roles(*roles: Role) -> May:
    """Members of these roles, and whoever runs the project."""
    return May(roles=frozenset({*roles, "administrator"}))


FILES = May(signed_in=False, asks_who=False)
ANYONE = May(signed_in=False)
COMING = ANYONE.or_by_link()  # who opens a link to work, for the first time or again
GUEST = May(signed_in=False, guest=True)  # of a match, by its code and a name
SIGNED_IN = May()
ARRIVED = SIGNED_IN.or_by_link()  # who came by a link; each handler asks whether by the one of its path
SERVER_ADMINISTRATOR = May(administrator=True)
MEMBER = _roles(*ROLES)
AT_WORK = MEMBER.or_by_link()  # what each kind of work has in common; which kind, the handler asks
AUTHOR = _roles("author", "moderator").or_by_link()
ANNOTATOR = _roles("annotator", "moderator").or_by_link()
ANSWERER = _roles("annotator", "player", "moderator").or_by_link()
PLAYER = _roles("player", "moderator")
MODERATOR = _roles("moderator")
ADMINISTRATOR = _roles()
WORK: Mapping[Kind, May] = {
    "write": AUTHOR.by("work"),
    "fix": ANNOTATOR.by("work"),
    "verify": ANNOTATOR.by("work"),
    "judge": ANNOTATOR.by("work"),
    "adjudicate": MODERATOR.by("work"),
    "answer": ANSWERER.by("work"),
    "tag": ANNOTATOR.by("work"),
}
FOLLOW, PLAY, CONDUCT = MEMBER.by("read"), PLAYER.by("work"), MODERATOR.by("manage")  # a match, however it is done


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks. ``session`` is what their cookie holds, ``csrf`` what their forms must carry; ``token`` is the scope of
    the token that they show instead. ``guest`` is who they are in a match that they joined by its code; it is asked
    for by the routes for guests alone, and gives no right anywhere else. ``link_id`` is the link to work by which the
    person came, without logging in, and ``since`` when they did in this browser, whose secret is ``browser``."""

    person: Person | None = None
    project: Project | None = None
    roles: frozenset[Role] = frozenset()
    session: str | None = None
    csrf: str = ""
    token: Scope | None = None
    guest: Guest | None = None
    link_id: str | None = None
    since: float = 0.0
    browser: str | None = None

    @property
    def signed_in(self) -> Person:
        """The person, on a route that lets nobody else in."""
        assert self.person is not None
        return self.person

    @property
    def at(self) -> Project:
        """The project, on a route below /projects/{project_id}."""
        assert self.project is not None
        return self.project

    @property
    def moderates(self) -> bool:
        """Whether the visitor sees to the work and the matches of the project."""
        return holds(self, MODERATOR)

    @property
    def administers(self) -> bool:
        """Whether the visitor runs the project."""
        return holds(self, ADMINISTRATOR)


async def the_visitor(connection: HTTPConnection) -> Visitor:
    """Who asks, as the guard of the route found."""
    visitor: Visitor = connection.state.visitor
    return visitor


TheVisitor = Annotated[Visitor, Depends(the_visitor)]


def work_for(project: Project, held: frozenset[Role]) -> list[Kind]:
    """The kinds of work that the project has and somebody with these roles in it may do, in their order."""
    kinds = {*project.settings.kinds, *(kind for kind, first in FOLLOWS.items() if first in project.settings.kinds)}
    return [kind for kind, may in WORK.items() if kind in kinds and may.roles and may.roles & held]


def demand(visitor: Visitor, may: May) -> None:
    """Raises NotSignedIn or Forbidden where the rule keeps the visitor, or the token that they show, out."""
    if may.signed_in and visitor.person is None:
        raise NotSignedIn(t("shared.error.not_signed_in"))
    if not holds(visitor, may):
        raise Forbidden(t("shared.error.forbidden"))
    if visitor.token is not None:
        _demand_scope(visitor.token, may.token)


def holds(visitor: Visitor, may: May) -> bool:
    """Whether the visitor is one of those whom a rule names, by whatever they show."""
    if may.administrator:
        return visitor.person is not None and visitor.person.administrator
    return may.roles is None or bool(may.roles & visitor.roles)


def admitted_guest(visitor: Visitor, room_id: str) -> Guest:
    """Who the visitor is in this room; NotThere where they joined another, or none."""
    if visitor.guest is None or visitor.guest.room_id != room_id:
        raise NotThere(t("matches.guest.not_in"))
    return visitor.guest


def admitted(house: House, visitor: Visitor, may: May, project_id: str | None) -> Visitor:
    """The visitor with the path's project and their roles in it; NotSignedIn, NotThere or Forbidden."""
    if project_id is not None and visitor.person is not None:
        visitor = _in_project(house, visitor, project_id)
    elif project_id is not None:
        raise NotSignedIn(t("shared.error.not_signed_in"))
    demand(visitor, may)
    return visitor


def composed_in(visitor: Visitor) -> Project:
    """The visitor's project, which is one in which tossups are written; NotThere."""
    settings = visitor.at.settings
    if not composes(settings) or "write" not in settings.kinds:
        raise NotThere(t("writing.tossups.not_in_project"))
    return visitor.at


@dataclass(frozen=True, slots=True)
class Entry:
    """One declared route."""

    method: str
    path: str
    endpoint: Callable[..., Any]
    may: May
    body: int
    options: dict[str, Any]
    work: int = PLAIN


Endpoint = Callable[..., Any]
SOCKET = "WEBSOCKET"  # what stands for the method of a route for websockets


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes of one module; each needs ``may``, the rest is FastAPI's ``add_api_route``.

    ``body`` bounds what is sent, in bytes; ``work`` is how many plain requests one counts as (``limits``).
    """

    prefix: str = ""
    entries: list[Entry] = field(default_factory=list)

    def get(
        self, path: str, *, may: May, body: int = BODY, work: int = PLAIN, **options: Any
    ) -> Callable[[Endpoint], Endpoint]:
        """Registers what answers a GET."""
        return self._route("GET", path, may, body, work, options)

    def post(
        self, path: str, *, may: May, body: int = BODY, work: int = PLAIN, **options: Any
    ) -> Callable[[Endpoint], Endpoint]:
        """Registers what answers a POST."""
        return self._route("POST", path, may, body, work, options)

    def put(
        self, path: str, *, may: May, body: int = BODY, work: int = PLAIN, **options: Any
    ) -> Callable[[Endpoint], Endpoint]:
        """Registers what answers a PUT."""
        return self._route("PUT", path, may, body, work, options)

    def delete(
        self, path: str, *, may: May, body: int = BODY, work: int = PLAIN, **options: Any
    ) -> Callable[[Endpoint], Endpoint]:
        """Registers what answers a DELETE."""
        return self._route("DELETE", path, may, body, work, options)

    def socket(self, path: str, *, may: May) -> Callable[[Endpoint], Endpoint]:
        """Registers what talks over a websocket."""
        return self._route(SOCKET, path, may, 0, PLAIN, {})

    def _route(
        self, method: str, path: str, may: May, body: int, work: int, options: dict[str, Any]
    ) -> Callable[[Endpoint], Endpoint]:
        assert may.asks_who or method == "GET", f"{path}: what changes something must know who does it"
        assert may.signed_in or work == PLAIN, f"{path}: what is dear is for somebody whose turn it can be"
        assert may.roles is None or "{project_id}" in path, f"{path}: a rule of roles needs a project in the path"
        assert not may.guest or "{room_id}" in path, f"{path}: a rule for guests needs a room in the path"

        def registered(endpoint: Endpoint) -> Endpoint:
            self.entries.append(Entry(method, self.prefix + path, endpoint, may, body, options, work))
            return endpoint

        return registered


def _in_project(house: House, visitor: Visitor, project_id: str) -> Visitor:
    held = roles(house.store, project_id, visitor.signed_in.id)
    if not held:
        raise NotThere(t("shared.error.not_there"))
    return replace(visitor, project=project(house.store, project_id), roles=held)


def _demand_scope(token: Scope, least: Scope | None) -> None:
    if least is None:
        raise Forbidden(t("shared.error.no_token"))
    if SCOPES.index(token) < SCOPES.index(least):
        raise Forbidden(t(f"shared.error.scope.{least}", scope=t(f"shared.scope.{token}")))
