"""One browser at the websocket of a match: what is told it, what it sends, and how long that takes."""

import asyncio
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Annotated

from anyio import to_thread
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket

from stumper.errors import BadOption, Refused, StumperError
from stumper.people.accounts.failed_log_ins import network
from stumper.people.matches.guests import Guest
from stumper.people.matches.match import Room
from stumper.people.matches.watch_links import watched_room
from stumper.people.projects.project import check_open, project
from stumper.web.access import CONDUCT, FOLLOW, PLAY, May, Visitor, admitted, admitted_guest
from stumper.web.api import matches_models as models
from stumper.web.errors import Forbidden, TooOften
from stumper.web.guard import visiting_guest, visitor_of
from stumper.web.halls import Hall
from stumper.web.house import House
from stumper.web.listeners import Listener
from stumper.web.words import t

PINGS = 3.0  # seconds between two measurements of the delay
MESSAGES: TypeAdapter[models.Playing | models.Moderating | models.Pong] = TypeAdapter(
    Annotated[models.Playing | models.Moderating | models.Pong, models.ONE_OF]
)
Sent = models.Playing | models.Moderating | BadOption
LOOKS = 10  # measurements between two looks at whether somebody may still be here
MOST_STRANGE = 100  # messages in a row that mean nothing
GONE, COME_AGAIN = 1008, 1012  # why a websocket is closed


async def follow(websocket: WebSocket, house: House, hall: Hall, visitor: Visitor, code: str = "") -> None:
    """Until the browser leaves, or may no longer follow the match; ``code`` is of the link of whoever only watches."""
    address = network(websocket.client.host) if websocket.client else ""
    listener = Listener(player_id(visitor), visitor.moderates, address)
    hall.enter(listener)
    try:
        await websocket.accept()
        await _follow(_Following(websocket, house, hall, visitor, code, listener))
    finally:
        hall.leave(listener)


def player_id(visitor: Visitor) -> str | None:
    """By what a match knows the visitor, a member or a guest; None of whoever only watches."""
    if visitor.guest is not None:
        return visitor.guest.id
    return None if visitor.person is None else visitor.person.id


async def _follow(at: "_Following") -> None:
    at.hall.greet(at.listener)
    telling, measuring = asyncio.create_task(at.tell()), asyncio.create_task(at.measure())
    try:
        await at.listen()
    finally:
        at.hall.leave(at.listener)
        for task in (telling, measuring):
            task.cancel()
        await asyncio.gather(telling, measuring, return_exceptions=True)


@dataclass(slots=True)
class _Following:
    """Somebody's line to a match; ``sent`` is when the last ping went out, by its id; ``strange`` how much came
    since its answer that means nothing."""

    websocket: WebSocket
    house: House
    hall: Hall
    visitor: Visitor
    code: str
    listener: Listener
    sent: dict[int, float] = field(default_factory=dict)
    strange: int = 0

    async def tell(self) -> None:
        """What waits is sent, in order."""
        while (message := await self.listener.queue.get()) is not None:
            await self.websocket.send_text(message)
        await self.websocket.close(COME_AGAIN)

    async def measure(self) -> None:
        """A ping goes out now and then; and whoever may no longer follow the match is shown out."""
        loop = asyncio.get_running_loop()
        for number in count(1):
            self.sent = {number: loop.time()}
            self.listener.tell(json.dumps({"kind": "ping", "id": number, "now": self.hall.clock()}))
            await asyncio.sleep(PINGS)
            if number % LOOKS == 0 and not await to_thread.run_sync(self._may_stay):
                await self.websocket.close(GONE)
                return

    async def listen(self) -> None:
        """What comes is answered, until nothing more can come; whoever sends much that means nothing is shown out."""
        while (received := await self.websocket.receive())["type"] == "websocket.receive":
            if self.strange > MOST_STRANGE:
                await self.websocket.close(GONE, t("matches.too_much"))
                return
            arrived = asyncio.get_running_loop().time()
            sent: Sent | models.Pong
            try:
                sent = MESSAGES.validate_json(received.get("text") or "")
            except ValidationError as error:
                self.strange += 1
                sent = BadOption(t("matches.no_such_move", problem=_problem(error)))
            if isinstance(sent, models.Pong):
                self._measured(sent.id, arrived)
            elif self.listener.person is None:
                await self.websocket.close(GONE, t("matches.only_watches"))
                return
            else:
                await self._answer(sent, self.listener.person)

    async def _answer(self, sent: Sent, person_id: str) -> None:
        """That the move was made is told, or why not."""
        key = None if isinstance(sent, BadOption) else sent.key
        try:
            await self._move(sent, person_id)
        except StumperError as error:
            self.listener.tell(json.dumps({"kind": "refused", "key": key, "sentence": str(error)}))
        else:
            self.listener.tell(json.dumps({"kind": "done", "key": key, "number": self.hall.log.state.number}))

    async def _move(self, sent: Sent, person_id: str) -> None:
        if wait := await to_thread.run_sync(self.house.limits.person.wait, person_id, self.house.clock()):
            raise TooOften(wait)
        if isinstance(sent, BadOption):
            raise sent
        may = PLAY if isinstance(sent, models.Playing) else CONDUCT
        await to_thread.run_sync(self._check_still, may, person_id)
        await self.hall.move(sent.move(), person_id, self.listener.delay)

    def _check_still(self, may: May, person_id: str) -> None:
        """Whoever has logged out since, or lost the role, or was put out as a guest, makes no move."""
        if self.visitor.guest is not None:
            check_guest(self.house, self._guest_now(), self.hall.log.room, may)
            return
        now = visitor_of(self.house, self.websocket, takes_token=True, takes_link=False)
        now = admitted(self.house, now, may, self.hall.log.room.project_id)
        if now.signed_in.id != person_id:
            raise Refused(t("matches.somebody_else"))
        check_open(now.at)

    def _guest_now(self) -> Visitor:
        return visiting_guest(self.house, self.websocket)

    def _measured(self, number: int, arrived: float) -> None:
        if (sent := self.sent.pop(number, None)) is not None:
            self.listener.delays.append((arrived - sent) / 2)
            self.strange = 0
        else:
            self.strange += 1

    def _may_stay(self) -> bool:
        """Whoever watches by a link that is still good may, and a guest who was not put out; a member who is still
        logged in and a member."""
        try:
            if self.visitor.guest is not None:
                return self._guest_now().guest == self.visitor.guest
            if self.visitor.person is None:
                return bool(watched_room(self.house.store, self.code, self.house.clock()))
            now = visitor_of(self.house, self.websocket, takes_token=True, takes_link=False)
            now = admitted(self.house, now, FOLLOW, self.hall.log.room.project_id)
        except StumperError:
            return False
        self.listener.rules_it = now.moderates
        return now.signed_in.id == self.visitor.person.id


def check_guest(house: House, visitor: Visitor, room: Room, may: May = PLAY) -> Guest:
    """Who the visitor is in the room, where the project is open; NotThere, Refused, or Forbidden where more is wanted
    than to play."""
    guest = admitted_guest(visitor, room.id)
    if may != PLAY:
        raise Forbidden(t("shared.error.forbidden"))
    check_open(project(house.store, guest.project_id))
    return guest


def _problem(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
