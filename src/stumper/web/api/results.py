"""A project's figures and files, and what of the server's models is ready, for programs."""

from dataclasses import asdict
from typing import Any, Literal, cast

from pydantic import BaseModel
from starlette.responses import Response

from stumper.people.study.measured import report_of
from stumper.people.study.results import results
from stumper.reports.json_file import plain
from stumper.web.access import MODERATOR, SIGNED_IN, Routes, TheVisitor
from stumper.web.arriving import told
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
    "What its models make of what people made stands under `report`, as `stumper report --json` has it.",
)
def figures(house: TheHouse, visitor: TheVisitor) -> dict[str, Any]:
    """The figures as they are now."""
    found = cast("dict[str, Any]", plain(asdict(results(house.store, visitor.at))))
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


class Standing(BaseModel):
    """A model, or the work of a demonstration; ``sentence`` says what is to be waited for, or failed, if anything."""

    name: str
    state: Literal["waiting", "loading", "ready", "failed"]
    sentence: str | None


@routes.get(
    "/models", may=SIGNED_IN.by("read"), response_model=list[Standing], summary="What of the server's models is ready"
)
def standings(house: TheHouse, visitor: TheVisitor) -> list[Standing]:
    """Why one could not be loaded is told to administrators of the server alone."""
    sees_faults = visitor.signed_in.administrator
    return [
        Standing(name=one.name, state=one.state, sentence=told(house.arrivals, one, sees_faults))
        for one in house.arrivals
    ]
