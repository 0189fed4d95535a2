"""What a visitor has in hands to write on, their sign of life, that they hang up, and the 409 of what came too late."""

from asyncio import create_task
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Response
from fastapi.responses import JSONResponse
from starlette.requests import Request

from stumper.errors import NotThere
from stumper.people.projects.project import composes
from stumper.people.queues.item import Work
from stumper.people.queues.queue import touch, work
from stumper.people.writing.beginning import tossup_in_hands
from stumper.runs.desk import Leaving
from stumper.web.access import Visitor, composed_in
from stumper.web.api import writing_models as models
from stumper.web.house import House
from stumper.web.words import t

HELD = "/projects/{project_id}/assignments/{assignment_id}"
COMPOSED = f"{HELD}/tossup"
CONFLICTS = {409: {"model": models.Conflict, "description": "Superseded by something newer, or it cannot be done now."}}
PULSE = 5.0  # seconds


def not_composed(visitor: Visitor) -> None:
    """Nothing; NotThere where tossups are written, which have calls of their own."""
    if composes(visitor.at.settings):
        raise NotThere(t("writing.no_such_item"))


def held_in(house: House, visitor: Visitor, assignment_id: str) -> Work:
    """What is in the visitor's hands to write on, in this project; NotThere."""
    not_composed(visitor)
    held = work(house.store, assignment_id, visitor.signed_in.id)
    if held.item.project_id != visitor.at.id or held.item.kind != "write":
        raise NotThere(t("writing.no_such_item"))
    return held


def composed_in_hands(house: House, visitor: Visitor, assignment_id: str) -> Work:
    """The visitor's work on a tossup; NotThere."""
    return tossup_in_hands(house.store, composed_in(visitor), assignment_id, visitor.signed_in.id)


def alive(house: House, visitor: Visitor, held: Work) -> Work:
    """The visitor has given a sign of life, which is recorded only every few seconds; the time counts all the same."""
    now = house.clock()
    if held.assignment.state == "leased" and now - held.assignment.seen < PULSE and held.assignment.expires > now:
        return held
    return touch(house.store, held.assignment.id, visitor.signed_in.id, now)


async def the_leaving(request: Request) -> AsyncIterator[Leaving]:
    """Says so when whoever sent the request hangs up, for whom nothing need be worked out any more.

    For a handler that waits for long.
    """
    leaving = Leaving()

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        leaving.leave()

    watching = create_task(watch())
    try:
        yield leaving
    finally:
        watching.cancel()


TheLeaving = Annotated[Leaving, Depends(the_leaving)]


def superseded() -> Response:
    """Something newer came in."""
    return conflict(models.Conflict(sentence=t("writing.superseded"), kind="superseded"))


def conflict(newer: models.Conflict) -> Response:
    """Why nothing was done."""
    return JSONResponse(newer.model_dump(), 409)
