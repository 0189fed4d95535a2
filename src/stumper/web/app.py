"""The application, put together."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any, cast

from anyio import to_thread
from fastapi import FastAPI
from fastapi.routing import APIRoute, APIRouter
from starlette.routing import BaseRoute

from stumper.web import failing, rendering
from stumper.web.access import SOCKET, Entry, Routes
from stumper.web.api import account as account_api
from stumper.web.api import annotating as annotating_api
from stumper.web.api import attacking as attacking_api
from stumper.web.api import beginning as beginning_api
from stumper.web.api import description, listening
from stumper.web.api import matches as matches_api
from stumper.web.api import projects as projects_api
from stumper.web.api import results as results_api
from stumper.web.api import standing as standing_api
from stumper.web.api import writing as writing_api
from stumper.web.guard import GuardedRoute, guarded_socket
from stumper.web.hosts import KnownHosts
from stumper.web.house import House
from stumper.web.machines import Desks
from stumper.web.observing import Observed, time_statements
from stumper.web.pages import (
    account,
    annotating,
    attacks,
    demonstration,
    examples,
    guessers,
    joining,
    logging_in,
    match,
    matches,
    models,
    people,
    project_care,
    project_joining,
    project_people,
    project_progress,
    project_queues,
    project_settings,
    projects,
    results,
    standing,
    start,
    writing,
)
from stumper.web.security import BehindProxy, Headed, SameOrigin

# The first that fits a path answers, so what takes any path comes last.
ROUTES: tuple[Routes, ...] = (
    rendering.routes,
    start.routes,
    demonstration.routes,
    standing.routes,
    standing_api.routes,
    description.routes,
    logging_in.routes,
    joining.routes,
    account.routes,
    account_api.routes,
    people.routes,
    project_settings.routes,
    projects.routes,
    project_people.routes,
    project_joining.routes,
    project_care.routes,
    project_progress.routes,
    project_queues.routes,
    attacks.routes,
    guessers.routes,
    models.routes,
    projects_api.routes,
    annotating.routes,
    annotating_api.routes,
    attacking_api.routes,
    beginning_api.routes,
    listening.routes,
    writing_api.routes,
    writing.routes,
    examples.routes,
    results.routes,
    results_api.routes,
    matches.routes,
    match.routes,
    matches_api.routes,
    failing.routes,
)
NO_MODEL: dict[str, Any] = {"response_model": None}  # a page's handler returns a response
THREADS = 100  # most of them wait for the one that asks the victim


def make_app(house: House) -> FastAPI:
    """The application of one house; its desks close with it."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=partial(_living, house))
    app.state.house = house
    app.router.routes += _made_routes()
    failing.speak_of_errors(app)
    time_statements(house.store.engine, house.metrics.statements)
    app.add_middleware(failing.Unbroken)  # what is added later stands further out
    app.add_middleware(SameOrigin)
    app.add_middleware(KnownHosts, hosts=house.hosts)
    app.add_middleware(Observed, house=house)
    app.add_middleware(Headed)
    app.add_middleware(BehindProxy, root_path=house.root_path, is_trusted=house.proxied)
    return app


@cache
def _made_routes() -> tuple[BaseRoute, ...]:
    """The routes, which know nothing of a house: making them takes longer than all the rest."""
    router = APIRouter()
    for entry in entries():
        if entry.method == SOCKET:
            router.add_websocket_route(entry.path, guarded_socket(entry))
            continue
        is_api = entry.path.startswith("/api/")
        router.add_api_route(
            entry.path,
            entry.endpoint,
            methods=["GET", "HEAD"] if entry.method == "GET" and not is_api else [entry.method],
            route_class_override=cast("type[APIRoute]", partial(GuardedRoute, entry=entry)),
            **{"include_in_schema": is_api, **(_asked_of_programs(entry) if is_api else NO_MODEL), **entry.options},
        )
    return tuple(router.routes)


def _asked_of_programs(entry: Entry) -> dict[str, Any]:
    """What the description of a call says of tokens: the scope that one needs, or that anybody may call it."""
    if not entry.may.signed_in:
        return {"openapi_extra": {"security": []}}
    return {"openapi_extra": {"security": [{"token": [entry.may.token]}]}} if entry.may.token else {}


def entries() -> Iterator[Entry]:
    """Every declared route, in the order in which they are tried."""
    return (entry for routes in ROUTES for entry in routes.entries)


@asynccontextmanager
async def _living(house: House, app: FastAPI) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    yield
    await house.halls.close()
    desks = house.desks.machines.open() if isinstance(house.desks, Desks) else house.desks.values()
    for desk in desks:
        desk.close()
