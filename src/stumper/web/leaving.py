"""Browsers that hang up before they are answered: what was asked for them need not be worked out."""

from asyncio import create_task
from collections.abc import AsyncIterator

from starlette.requests import Request

from stumper.runs.desk import Leaving


async def the_leaving(request: Request) -> AsyncIterator[Leaving]:
    """Says so when whoever sent the request hangs up; for ``Depends``, on a route whose handler waits for long."""
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
