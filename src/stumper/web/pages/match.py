"""The page of one match: as it is played and moderated, and as anybody watches it."""

from collections import Counter
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.buzz import ADVERSARIAL, REGULAR
from stumper.people.matches.match import Match, Room, Rules
from stumper.people.matches.rooms import any_room, room
from stumper.people.matches.watch_links import DAYS as WATCHED_DAYS
from stumper.people.matches.watch_links import link_to_watch, watched_room
from stumper.web.access import ANYONE, MEMBER, MODERATOR, PLAY, Routes, TheVisitor, Visitor, holds
from stumper.web.house import House, TheHouse
from stumper.web.links import whole_address
from stumper.web.rendering import page
from stumper.web.words import t

routes = Routes()
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
        drawn=t("matches.drawn", asked=wanted, n=there) if rules_it and wanted > there else "",
        makeup=_makeup(found.match) if rules_it else "",
        commands={name: t(f"matches.{name}.command", file=file) for name, file in files.items()},
        told=_told(found.match),
    )


def _state(found: Room, api: str) -> dict[str, object]:
    """What the script knows of a match that one watches."""
    return {
        "person": "", "read": api, "socket": f"{api}/socket", "moves": "", "rulings": "", "plays": False,
        "rules": False, "machine": found.match.rules.victim,
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
