"""The page of one match: as it is played and moderated, and as anybody watches it."""

from collections import Counter
from dataclasses import dataclass

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.buzz import ADVERSARIAL, REGULAR
from stumper.errors import StumperError
from stumper.people.accounts.failed_log_ins import network
from stumper.people.matches.guests import (
    CODE_LENGTH,
    LONGEST_GUEST_NAME,
    code_of,
    end_code,
    join_room,
    renew_code,
    room_of_code,
)
from stumper.people.matches.match import Match, Room, Rules
from stumper.people.matches.media import has_media
from stumper.people.matches.moves import Move
from stumper.people.matches.rooms import any_room, room
from stumper.people.matches.views import to_strangers
from stumper.people.matches.watch_links import DAYS as WATCHED_DAYS
from stumper.people.matches.watch_links import link_to_watch, watched_room
from stumper.web.access import (
    ANYONE,
    GUEST,
    MEMBER,
    MODERATOR,
    PLAY,
    Routes,
    TheVisitor,
    Visitor,
    admitted_guest,
    holds,
)
from stumper.web.cookies import let_in, let_out
from stumper.web.errors import TooOften
from stumper.web.failing import say_when, status_of
from stumper.web.house import House, TheHouse
from stumper.web.links import whole_address
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, text
from stumper.web.words import t

routes = Routes()
CALLED = (  # what pages call somebody in a match, so that no guest is called so
    "js.matches.machine", "js.matches.people", "js.matches.you", "js.matches.guest", "js.matches.nobody",
    "js.matches.nobody_got", "matches.people_together", "projects.role.moderator", "projects.role.administrator",
)  # fmt: skip
PLACES, DAYS = 20, 7  # of a link by which players join


@dataclass(frozen=True, slots=True)
class Told:
    """What everybody may know of a match beforehand; ``seconds`` are those to answer."""

    name: str
    rules: Rules
    questions: str
    speed: str
    seconds: str


@routes.get("/projects/{project_id}/matches/{room_id}", may=MEMBER)
def match(request: Request, room_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """One match as it is played; its page holds nothing of it, and asks for what may be seen."""
    return match_page(request, house, visitor, room_id)


@routes.post("/projects/{project_id}/matches/{room_id}/watch-links", may=MODERATOR)
def make_watch_link(request: Request, room_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The page with a new link by which anybody watches, which nobody can read again."""
    secret = link_to_watch(house.store, visitor.at.id, room_id, house.clock())
    return match_page(request, house, visitor, room_id, watch_link=whole_address(request, f"/watch/{secret}"))


@routes.get("/watch/{code}", may=ANYONE)
def watch(request: Request, code: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The same for whoever has the link to it, who only watches."""
    found = any_room(house.store, watched_room(house.store, code, house.clock()))
    api = f"/api/v1/watch/{code}"
    return page(
        request, "matches/match.html.j2", visitor, page_state=_state(found, api), rules_it=False, is_watching=True,
        api=api, back="", results="", drawn="", told=_told(found.match),
    )  # fmt: skip


@routes.post("/projects/{project_id}/matches/{room_id}/code", may=MODERATOR)
def change_code(request: Request, room_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The match has a new code by which anybody joins it, or none any more."""
    if text(form, "ends"):
        end_code(house.store, visitor.at.id, room_id)
    else:
        renew_code(house.store, visitor.at.id, room_id, house.clock())
    return redirect(request, f"/projects/{visitor.at.id}/matches/{room_id}")


@routes.get("/play", may=ANYONE)
def play_page(request: Request, visitor: TheVisitor, code: str = "") -> HTMLResponse:
    """Where one joins a match by its code and a name."""
    return _joining(request, visitor, code)


@routes.post("/play", may=ANYONE)
def join_match(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """In the match, as a guest; or the form again with what is wrong."""
    now, code, name = house.clock(), text(form, "code"), text(form, "name")
    address = network(request.client.host) if request.client else ""
    try:
        if wait := house.limits.codes.wait(address, now):
            raise TooOften(wait)
        found = room_of_code(house.store, code, now)
        if wait := house.limits.joins.wait(f"{address} {found.id}", now):
            raise TooOften(wait)
        guest, secret = join_room(house.store, code, name, now, [t(word) for word in CALLED])
    except StumperError as error:
        return say_when(_joining(request, visitor, code, name, error), error)
    response = redirect(request, f"/play/{guest.room_id}")
    let_in(house, request, response, secret)
    return response


@routes.get("/play/{room_id}", may=GUEST)
def guests_match(request: Request, room_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The match as a guest plays it."""
    guest, found = admitted_guest(visitor, room_id), any_room(house.store, room_id)
    api = f"/api/v1/play/{room_id}"
    state = _state(found, api) | {"person": to_strangers(guest.id), "moves": f"{api}/moves", "plays": True}
    return page(
        request, "matches/match.html.j2", visitor, page_state=state, rules_it=False, is_watching=False, api=api,
        back="", results="", drawn="", told=_told(found.match),
    )  # fmt: skip


@routes.post("/play/{room_id}/leave", may=GUEST)
async def leave_match(request: Request, room_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The browser is nobody's in the match any more, and its seat is free; what the guest did stays."""
    guest, hall = admitted_guest(visitor, room_id), await house.halls.hall(house, room_id)
    state = hall.log.state
    if guest.id in state.seats and state.phase != "finished" and (state.turn is None or state.turn.person != guest.id):
        await hall.move(Move("leave", f"left {state.number}"), guest.id, None)
    response = redirect(request, "/play")
    await to_thread.run_sync(let_out, house, request, response)
    return response


def _joining(
    request: Request, visitor: Visitor, code: str, name: str = "", error: StumperError | None = None
) -> HTMLResponse:
    values = {"code": code, "name": name, "problem": None if error is None else str(error)}
    status = 200 if error is None else status_of(error)
    return page(
        request,
        "matches/play.html.j2",
        visitor,
        status=status,
        **values,
        longest=LONGEST_GUEST_NAME,
        length=CODE_LENGTH,
    )


def match_page(
    request: Request,
    house: House,
    visitor: Visitor,
    room_id: str,
    link: str | None = None,
    watch_link: str | None = None,
) -> HTMLResponse:
    """For members; ``link`` is a new one by which players join, ``watch_link`` one by which anybody watches."""
    found, home = room(house.store, visitor.at.id, room_id), f"/projects/{visitor.at.id}"
    api = f"/api/v1{home}/matches/{room_id}"
    rules_it, wanted, there = visitor.moderates, found.match.wanted, len(found.match.packet)
    state = _state(found, api) | {
        "person": visitor.signed_in.id,
        "moves": f"{api}/moves",
        "rulings": f"{api}/rulings",
        "guests": f"{api}/guests",
        "plays": holds(visitor, PLAY),
        "rules": rules_it,
    }
    files = {"log": f"match-{room_id[:8]}.jsonl", "buzzes": f"buzzes-{room_id[:8]}.jsonl"}
    return page(
        request,
        "matches/match.html.j2",
        visitor,
        page_state=state,
        rules_it=rules_it,
        is_watching=False,
        api=api,
        back=f"{home}/matches",
        results=f"{home}/results",
        room_id=room_id,
        link=link,
        places=PLACES,
        days=DAYS,
        watch_link=watch_link,
        watched_days=WATCHED_DAYS,
        code=(code := code_of(house.store, room_id, house.clock())),
        code_link=whole_address(request, f"/play?code={code}") if code else "",
        play_at=whole_address(request, "/play"),
        drawn=t("matches.drawn", asked=wanted, n=there) if rules_it and wanted > there else "",
        makeup=_makeup(found.match) if rules_it else "",
        commands={name: t(f"matches.{name}.command", file=file) for name, file in files.items()},
        told=_told(found.match),
    )


def _state(found: Room, api: str) -> dict[str, object]:
    """What the script knows of a match that one watches."""
    return {
        "person": "", "read": api, "socket": f"{api}/socket", "moves": "", "rulings": "", "plays": False,
        "rules": False, "machine": found.match.rules.victim, "hosted": found.match.rules.hosted,
        "media": has_media(found.match.packet),
    }  # fmt: skip


def _told(match: Match) -> Told:
    rules, n = match.rules, len(match.packet)
    questions = t("matches.questions.1" if n == 1 else "matches.questions", n=n)
    return Told(match.name, rules, questions, f"{rules.speed:g}", f"{rules.answer:g}")


def _makeup(match: Match) -> str:
    """How many questions of each kind there are, where people wrote some of them."""
    sets = Counter(asked.set for asked in match.packet)
    if not sets[REGULAR] or not sets[ADVERSARIAL]:
        return ""
    return t("matches.makeup", regular=sets[REGULAR], adversarial=sets[ADVERSARIAL])
