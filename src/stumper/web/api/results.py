"""A project's figures and files, for programs."""

from dataclasses import asdict
from typing import Any, cast

from starlette.responses import Response

from stumper.people.study.measured import report_of
from stumper.people.study.results import results
from stumper.reports.json_file import plain
from stumper.web.access import MODERATOR, Routes, TheVisitor
from stumper.web.house import TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.pages.results import FILES, SETS, TABLES, export

routes = Routes(prefix="/api/v1")
NAMES = ", ".join([*SETS, *FILES, *TABLES])


@routes.get(
    "/projects/{project_id}/results",
    may=MODERATOR.by("read"),
    work=COMPUTED,
    summary="All figures of a project",
    description="Shares lie in [0, 1], unrounded, each with its 95% interval and n; null is what nothing is known of. "
    "What its models make of what people made stands under `report`, as `stumper report --json` has it. With "
    "`everybody=1`, what those judged and answered who are set aside counts, too, but in `report`.",
)
def figures(house: TheHouse, visitor: TheVisitor, everybody: bool = False) -> dict[str, Any]:
    """The figures as they are now."""
    found = cast("dict[str, Any]", plain(asdict(results(house.store, visitor.at, everybody))))
    return {**found, "report": report_of(house.store, visitor.at)}


@routes.get(
    "/projects/{project_id}/exports/{name}",
    may=MODERATOR.by("read"),
    work=COMPUTED,
    summary="A file of a project",
    description=f"The names are {NAMES}. The first three are data sets in the project's own format.",
    response_class=Response,
)
def exported(name: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The file."""
    return export(house.store, visitor.at, name)
