"""The one event loop of a process and its one pool of connections, in a thread of their own.

Whoever asks a service waits in their own thread; the requests of all of them run here side by side.
"""

import asyncio
import atexit
import os
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import TYPE_CHECKING

from stumper.errors import BadOption

if TYPE_CHECKING:
    import httpx

IDLE = 30.0  # seconds for which a connection that nobody uses is kept
LEAVING = 1.0  # seconds that are waited at most, when the process ends, until all connections are closed


@dataclass(frozen=True, slots=True)
class Background:
    """A running loop with its connections; ``process`` is the one that started it, as a fork has no threads."""

    loop: asyncio.AbstractEventLoop
    client: "httpx.AsyncClient"
    process: int = field(default_factory=os.getpid)


_lock = Lock()
_running: Background | None = None


def background() -> Background:
    """The loop and the connections of this process, started where they do not run yet.

    BadOption where the environment names a proxy that cannot be used.
    """
    global _running
    with _lock:
        if _running is None or _running.process != os.getpid():
            started: Future[Background] = Future()
            Thread(target=_run, args=(started,), name="stumper-transport", daemon=True).start()
            try:
                _running = started.result()
            except (ImportError, ValueError, OSError) as error:
                raise BadOption(
                    f"No service can be asked: {str(error).rstrip('.')}. "
                    "Mend *_PROXY or SSL_CERT_FILE in the environment."
                ) from error
        return _running


def _run(started: "Future[Background]") -> None:
    try:
        asyncio.run(_serve(started))
    except Exception as error:  # told to whoever waits for the start, and afterwards to nobody: there is nobody left
        if not started.done():
            started.set_exception(error)


async def _serve(started: "Future[Background]") -> None:
    """Keeps the connections open until the process ends; then whatever is under way is cancelled, and they close."""
    stop = asyncio.Event()
    async with _client() as client:
        here = Background(asyncio.get_running_loop(), client)
        ended: Future[None] = Future()
        atexit.register(_leave, here, stop, ended)
        started.set_result(here)
        await stop.wait()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    ended.set_result(None)


@asynccontextmanager
async def _client() -> AsyncIterator["httpx.AsyncClient"]:
    """Connections without a limit of their number or a time-out: both are each service's own."""
    import httpx  # attacks may ask services, and most ask none: it brings a hundred modules

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=IDLE)
    # What is not asked for is not sent packed, so that a small body never becomes a large one.
    async with httpx.AsyncClient(timeout=None, limits=limits, headers={"Accept-Encoding": "identity"}) as client:
        yield client


def _leave(here: Background, stop: asyncio.Event, ended: "Future[None]") -> None:
    if here.process != os.getpid():
        return
    here.loop.call_soon_threadsafe(stop.set)
    with suppress(TimeoutError):  # the process ends all the same, and its connections with it
        ended.result(LEAVING)
