"""Matches over the API: opened, followed over a websocket or by asking again, played, ruled on, exported."""

import json
from typing import Annotated

from anyio import to_thread
from fastapi import Path, Query, Response
from starlette.websockets import WebSocket

from stumper.datasets.buzz_log import buzz_row
from stumper.errors import NotThere, Refused
from stumper.people.matches.buzzes import buzzes
from stumper.people.matches.guests import put_out
from stumper.people.matches.log import Log, log_of
from stumper.people.matches.log_file import log_lines
from stumper.people.matches.media import medium_of
from stumper.people.matches.moves import Move
from stumper.people.matches.rooms import heading_of, headings, room, rooms_of
from stumper.people.matches.rooms import open_match as open_match_room
from stumper.people.matches.views import View, asked_again
from stumper.people.matches.watch_links import watched_room
from stumper.people.projects.project import check_open
from stumper.web.access import (
    ANYONE,
    CONDUCT,
    FOLLOW,
    GUEST,
    MEMBER,
    MODERATOR,
    PLAY,
    Routes,
    TheVisitor,
    Visitor,
    admitted_guest,
)
from stumper.web.api import matches_models as models
from stumper.web.following import check_guest, follow
from stumper.web.halls import Hall
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED, WITH_FILE
from stumper.web.media import medium_response
from stumper.web.words import t

routes = Routes(prefix="/api/v1")
MATCHES = "/projects/{project_id}/matches"
MATCH = MATCHES + "/{room_id}"
GUESTS = "/play/{room_id}"
MEDIUM = "/media/{tossup}/{place}"
Tossup = Annotated[int, Path(description="The number of the play.")]
Place = Annotated[int, Path(description="Which of its pictures and sounds, from 0, in the order of their marks.")]
Since = Annotated[
    int, Query(description="The number of the view that you have. Where it is still that, only the last play is told.")
]


@routes.get(MATCHES, may=MEMBER.by("read"), response_model=list[models.Summary], summary="The matches of a project")
def read_matches(house: TheHouse, visitor: TheVisitor) -> list[models.Summary]:
    """The newest first."""
    return [models.Summary.of(one) for one in headings(house.store, visitor.at.id, visitor.signed_in.id)]


@routes.post(
    MATCHES,
    may=MODERATOR.by("manage"),
    work=WITH_FILE,
    response_model=models.Summary,
    status_code=201,
    summary="Opens a match",
)
def open_match(new: models.NewMatch, house: TheHouse, visitor: TheVisitor) -> models.Summary:
    """Nothing is read in it before you begin. 422 says what is wrong."""
    now = house.clock()
    chosen = new.chosen(rooms_of(house.store, visitor.at.id) + 1)
    made = open_match_room(house.store, visitor.at, new.name, new.rules(), chosen, visitor.signed_in.id, now)
    return models.Summary.of(heading_of(made))


@routes.get(MATCH, may=FOLLOW, response_model=View, summary="A match as it stands")
async def read_match(room_id: str, house: TheHouse, visitor: TheVisitor, since: Since = -1) -> View:
    """What you see of it now, for whoever cannot use the websocket; ask again a few times a second."""
    hall = await _hall(house, visitor, room_id)
    return asked_again(hall.asked(visitor.signed_in.id, visitor.moderates), since)


@routes.get(MATCH + MEDIUM, may=FOLLOW, response_class=Response, summary="A picture or sound of a match")
async def read_medium(room_id: str, tossup: Tossup, place: Place, house: TheHouse, visitor: TheVisitor) -> Response:
    """Once its mark in the text has been read; 404 before."""
    hall = await _hall(house, visitor, room_id)
    return await _medium(house, hall, hall.asked(visitor.signed_in.id, visitor.moderates), tossup, place)


@routes.post(MATCH + "/moves", may=PLAY, response_model=View, summary="Plays")
async def play(
    room_id: str, sent: Annotated[models.Playing, models.ONE_OF], house: TheHouse, visitor: TheVisitor
) -> View:
    """What you see after it. 409 says why it cannot be done now, such as that somebody was faster."""
    return await _moved(house, visitor, room_id, sent.move())


@routes.post(MATCH + "/rulings", may=CONDUCT, response_model=View, summary="Moderates a match")
async def moderate(
    room_id: str, sent: Annotated[models.Moderating, models.ONE_OF], house: TheHouse, visitor: TheVisitor
) -> View:
    """What you see after it; a ruling scores the match again. 409 says why it cannot be done now."""
    return await _moved(house, visitor, room_id, sent.move())


@routes.get(
    MATCH + "/log", may=MODERATOR.by("read"), work=COMPUTED, response_class=Response, summary="The log of a match"
)
def read_log(room_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """JSON lines from which the match can be replayed and scored again. 409 while it is played, as it says all."""
    log = _over(house, visitor, room_id)
    return _lines("".join(log_lines(log.room.match, log.events)), f"match-{room_id[:8]}.jsonl")


@routes.get(
    MATCH + "/buzzes", may=MODERATOR.by("read"), work=COMPUTED, response_class=Response, summary="The buzzes of a match"
)
def read_buzzes(room_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """JSON lines for the analyses: who buzzed where, and how right. 409 while it is played."""
    log = _over(house, visitor, room_id)
    rows = (
        json.dumps(buzz_row(one), ensure_ascii=False) + "\n" for one in buzzes(log.room.match, log.events, log.state)
    )
    return _lines("".join(rows), f"buzzes-{room_id[:8]}.jsonl")


@routes.socket(MATCH + "/socket", may=FOLLOW)
async def follow_match(websocket: WebSocket, house: House, visitor: Visitor) -> None:
    """Everything as it happens, and moves."""
    hall = await _hall(house, visitor, websocket.path_params["room_id"])
    await follow(websocket, house, hall, visitor)


@routes.get(
    "/watch/{code}", may=ANYONE.by("read"), response_model=View, summary="A match as those see it who have its link"
)
async def read_watched(code: str, house: TheHouse, since: Since = -1) -> View:
    """All but words that have not been read, and answers that somebody can still get."""
    hall = await house.halls.hall(house, await to_thread.run_sync(watched_room, house.store, code, house.clock()))
    return asked_again(hall.view_for(None, False), since)


@routes.get(
    "/watch/{code}" + MEDIUM,
    may=ANYONE.by("read"),
    response_class=Response,
    summary="A picture or sound of a match as those see it who have its link",
)
async def read_watched_medium(
    code: str, tossup: Tossup, place: Place, house: TheHouse, visitor: TheVisitor
) -> Response:
    """Once its mark in the text has been read; 404 before."""
    hall = await house.halls.hall(house, await to_thread.run_sync(watched_room, house.store, code, house.clock()))
    return await _medium(house, hall, hall.view_for(None, False), tossup, place)


@routes.socket("/watch/{code}/socket", may=ANYONE.by("read"))
async def follow_watched(websocket: WebSocket, house: House, visitor: Visitor) -> None:
    """The same as it happens."""
    code = websocket.path_params["code"]
    hall = await house.halls.hall(house, await to_thread.run_sync(watched_room, house.store, code, house.clock()))
    await follow(websocket, house, hall, Visitor(), code)


@routes.delete(MATCH + "/guests/{guest_id}", may=CONDUCT, response_model=View, summary="Puts a guest out of a match")
async def put_guest_out(room_id: str, guest_id: str, house: TheHouse, visitor: TheVisitor) -> View:
    """They can do nothing in it any more; what they did stays, by their name. 409 while it is their turn to answer."""
    hall = await _hall(house, visitor, room_id)
    if (turn := hall.log.state.turn) is not None and turn.person == guest_id:
        raise Refused(t("matches.guest.to_answer"))
    await to_thread.run_sync(put_out, house.store, visitor.at.id, room_id, guest_id, house.clock())
    if hall.log.state.phase != "finished":
        await hall.move(Move("leave", f"out {hall.log.state.number}"), guest_id, None)
    return hall.asked(visitor.signed_in.id, visitor.moderates)


@routes.get(GUESTS, may=GUEST, response_model=View, summary="A match as a guest sees it")
async def read_as_guest(room_id: str, house: TheHouse, visitor: TheVisitor, since: Since = -1) -> View:
    """For whoever joined it by its code and a name, in the browser in which they did."""
    hall = await house.halls.hall(house, room_id)
    return asked_again(hall.asked(admitted_guest(visitor, room_id).id, False), since)


@routes.get(
    GUESTS + MEDIUM, may=GUEST, response_class=Response, summary="A picture or sound of a match as a guest sees it"
)
async def read_medium_as_guest(
    room_id: str, tossup: Tossup, place: Place, house: TheHouse, visitor: TheVisitor
) -> Response:
    """Once its mark in the text has been read; 404 before."""
    hall = await house.halls.hall(house, room_id)
    return await _medium(house, hall, hall.asked(admitted_guest(visitor, room_id).id, False), tossup, place)


@routes.post(GUESTS + "/moves", may=GUEST, response_model=View, summary="Plays as a guest")
async def play_as_guest(
    room_id: str, sent: Annotated[models.Playing, models.ONE_OF], house: TheHouse, visitor: TheVisitor
) -> View:
    """What they see after it. 409 says why it cannot be done now."""
    hall = await house.halls.hall(house, room_id)
    guest = await to_thread.run_sync(check_guest, house, visitor, hall.log.room)
    await hall.move(sent.move(), guest.id, None)
    return hall.asked(guest.id, False)


@routes.socket(GUESTS + "/socket", may=GUEST)
async def follow_as_guest(websocket: WebSocket, house: House, visitor: Visitor) -> None:
    """Everything as it happens, and moves."""
    hall = await house.halls.hall(house, websocket.path_params["room_id"])
    await follow(websocket, house, hall, visitor)


async def _medium(house: House, hall: Hall, seen: View, tossup: int, place: int) -> Response:
    """The file, once its mark was read."""
    room, state = hall.log.room, hall.log.state
    play = next((one for one in state.plays if one.tossup == tossup - 1), None)
    if play is None:
        raise NotThere(t("matches.media.not_yet"))
    words = seen.words if play is state.plays[-1] else play.words
    found = await to_thread.run_sync(medium_of, house.store, room.project_id, room.match, tossup - 1, place, words)
    return medium_response(found)


async def _moved(house: House, visitor: Visitor, room_id: str, move: Move) -> View:
    hall = await _hall(house, visitor, room_id)
    check_open(visitor.at)
    await hall.move(move, visitor.signed_in.id, None)
    return hall.asked(visitor.signed_in.id, visitor.moderates)


async def _hall(house: House, visitor: Visitor, room_id: str) -> Hall:
    followed = house.halls.followed(visitor.at.id, room_id)
    if followed is None:
        await to_thread.run_sync(room, house.store, visitor.at.id, room_id)  # of this project; NotThere
    return await house.halls.hall(house, room_id)


def _over(house: House, visitor: Visitor, room_id: str) -> Log:
    log = log_of(house.store, visitor.at.id, room_id)
    if log.state.phase != "finished":
        raise Refused(t("matches.log.not_yet"))
    return log


def _lines(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="application/x-ndjson", headers=headers)
