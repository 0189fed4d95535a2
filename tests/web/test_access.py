"""Every route, every message of a match and every kind of work, tried as everybody, and compared with access.txt."""

from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute

from access_mutants import entry_of, weakened
from access_table import SOCKET, TABLE, Row, World, differences, told, world_in
from stumper.people.projects.project import Kind, Project, Settings
from stumper.web.access import ADMINISTRATOR, AUTHOR, MEMBER, MODERATOR, PLAYER, SIGNED_IN, May, Role, work_for

UNKNOWN = "0" * 32
P, A = "/projects/{project_id}", "/api/v1/projects/{project_id}"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world_in(tmp_path_factory.mktemp("access")) as made:
        yield made


def named(row: Row) -> str:
    return row.route


def row_of(route: str) -> Row:
    return next(row for row in TABLE if row.route == route)


def test_the_table_has_every_route_and_no_other(world: World) -> None:
    routes = world.app.router.routes
    assert all(isinstance(route, APIRoute | WebSocketRoute) for route in routes)
    there = {f"{SOCKET} {route.path}" for route in routes if isinstance(route, WebSocketRoute)}
    for route in routes:
        if isinstance(route, APIRoute):
            assert "HEAD" not in route.methods or "GET" in route.methods  # under the same rule
            there |= {f"{method} {route.path}" for method in route.methods - {"HEAD"}}
    assert {f"{row.method} {row.path}" for row in TABLE} == there
    assert len({row.route for row in TABLE}) == len(TABLE)


def test_the_table_says_one_of_five_things_in_every_cell() -> None:
    assert {cell for row in TABLE for cell in row.cells.values()} == {"yes", "log-in", "401", "403", "404"}
    assert len({tuple(row.cells) for row in TABLE}) == 1


@pytest.mark.parametrize("row", TABLE, ids=named)
def test_everybody_may_do_what_the_table_says_and_nothing_else(world: World, row: Row) -> None:
    assert list(differences(world, row)) == []


@pytest.mark.parametrize("row", [row for row in TABLE if "{project_id}" in row.path], ids=named)
def test_project_that_is_not_there_is_like_one_of_others(world: World, row: Row) -> None:
    unknown, others = (told(world, row, "administrator", project_id=id) for id in (UNKNOWN, world.there.id))
    assert unknown.startswith("404")
    assert unknown == others


@pytest.mark.parametrize(
    ("route", "rule"),
    [
        (f"PUT {A}/members/{{person_id}}/roles/{{role}}", MEMBER.by("manage")),
        (f"POST {P}/people/{{person_id}}/roles", MODERATOR),
        ("POST /people/{person_id}/administrator", SIGNED_IN),
        (f"GET {A}/members", MEMBER.by("read")),
        (f"GET {P}/settings", MODERATOR),
        (f"POST {A}/uploads", MODERATOR.by("work")),
        (f"PUT {A}", ADMINISTRATOR),
        ("POST /api/v1/tokens", SIGNED_IN.by("manage")),
        (f"POST {A}/matches/{{room_id}}/rulings", PLAYER.by("manage")),
        (f"GET {A}/work/judge", AUTHOR.by("work")),
        (f"WEBSOCKET {A}/matches/{{room_id}}/socket", PLAYER.by("read")),
        ("GET /watch/{code}", SIGNED_IN),
    ],
)
def test_a_wrong_rule_is_found(world: World, route: str, rule: May) -> None:
    """A few of the mutants of benchmarks/access_mutants.py, so that the comparison itself is tried."""
    with weakened(entry_of(route), rule):
        assert next(differences(world, row_of(route)), None)
    assert next(differences(world, row_of(route)), None) is None


@pytest.mark.parametrize(
    ("kinds", "roles", "offered"),
    [
        (("write", "judge"), {"author"}, ["write"]),
        (("write", "judge"), {"annotator"}, ["judge"]),
        (("write", "judge"), {"moderator"}, ["write", "judge", "adjudicate"]),
        (("fix",), {"annotator"}, ["fix", "verify"]),
        (("write",), {"annotator", "player"}, []),
        (("write", "fix", "judge"), set(), []),
    ],
)
def test_somebody_is_offered_the_work_that_there_is_for_their_roles(
    kinds: tuple[Kind, ...], roles: set[Role], offered: list[Kind]
) -> None:
    project = Project("p", "Trial", Settings("reading", "reading", ("embedded",), kinds), "f", 0.0)
    assert work_for(project, frozenset(roles)) == offered
