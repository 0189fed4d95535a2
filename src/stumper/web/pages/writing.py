"""The pages on which authors write against the model: their items, and one of them at a time."""

from dataclasses import asdict, dataclass
from typing import Literal

from fastapi import Depends
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import NotThere
from stumper.people.projects.project import Project, composes, desk_of
from stumper.people.queues.item import Assignment, Item
from stumper.people.queues.queue import items_for
from stumper.people.writing.item import WritePayload
from stumper.people.writing.submissions import submitted
from stumper.registry import task_named
from stumper.store import Store
from stumper.store.values import from_text
from stumper.web.access import AUTHOR, Routes, Visitor, the_visitor
from stumper.web.house import House, the_house
from stumper.web.markdown import rendered_once
from stumper.web.rendering import STATIC, page, redirect
from stumper.web.words import t

routes = Routes()
MODULES = ("calling.js", *sorted(f"writing/{path.name}" for path in (STATIC / "writing").glob("*.js")))

State = Literal["new", "leased", "released", "done"]


@dataclass(frozen=True, slots=True)
class Row:
    """An item in the author's list."""

    id: str
    number: int
    state: State
    about: str


@dataclass(frozen=True, slots=True)
class How:
    """What the instructions say: what to do, whether the model answers by itself, the time given, the project's own
    words."""

    what: str
    is_live: bool
    time_given: str | None
    instructions: Markup


@routes.get("/projects/{project_id}/write", may=AUTHOR)
def items(request: Request, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)) -> Response:
    """What to do and how, and one's items with what became of them; tossups have pages of their own."""
    project = visitor.at
    if composes(project.settings):
        return redirect(request, f"/projects/{project.id}/tossups")
    held = _held(house.store, project, visitor.signed_in.id)
    practice = next((item.id for item, _ in held if _example_id(item) == ""), None)
    counted = [(item, assignment) for item, assignment in held if _example_id(item) != ""]
    about = _about(house.store, project, {_example_id(item) for item, _ in counted})
    rows = [
        Row(item.id, number, "new" if assignment is None else assignment.state, about[_example_id(item)])
        for number, (item, assignment) in enumerate(counted, 1)
    ]
    return page(
        request,
        "writing/items.html.j2",
        visitor,
        items=rows,
        practice=practice if project.settings.practice else None,
        next_item=next((row for row in rows if row.state != "done"), None),
        done=sum(row.state == "done" for row in rows),
        is_new=all(assignment is None for _, assignment in held),
        any_begun=any(row.state != "new" for row in rows),
        desk=desk_of(project.settings),
        wire=task_named(project.settings.task).wire,
        task=project.settings.task,
        how=_how(project),
    )


@routes.get("/projects/{project_id}/write/{item_id}", may=AUTHOR)
def item(
    request: Request, item_id: str, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> HTMLResponse:
    """The page of one item; it opens the item itself, through the API."""
    project = visitor.at
    held = _held(house.store, project, visitor.signed_in.id)
    if item_id not in {item.id for item, _ in held}:
        raise NotThere(t("writing.no_such_item"))
    counted = [item.id for item, _ in held if _example_id(item) != ""]
    return page(
        request,
        "writing/item.html.j2",
        visitor,
        number=counted.index(item_id) + 1 if item_id in counted else None,
        of=len(counted),
        modules=MODULES,
        page_state={
            "project": project.id,
            "item": item_id,
            "submissions": [asdict(one) for one in submitted(house.store, item_id, visitor.signed_in.id)],
        },
        desk=desk_of(project.settings),
        wire=task_named(project.settings.task).wire,
        task=project.settings.task,
        how=_how(project),
    )


def _held(store: Store, project: Project, person_id: str) -> list[tuple[Item, Assignment | None]]:
    if "write" not in project.settings.kinds or composes(project.settings):
        raise NotThere(t("writing.not_in_project"))
    return items_for(store, project.id, person_id)


def _example_id(item: Item) -> str:
    return from_text(WritePayload, item.payload).example_id


def _about(store: Store, project: Project, example_ids: set[str]) -> dict[str, str]:
    """What is asked about these examples, or what they say."""
    shown = desk_of(project.settings).shown
    found = store.examples_of(project.fingerprint, example_ids)
    return {id: (one := shown(example)).asked or one.text for id, example in found.items()}


def _how(project: Project) -> How:
    settings = project.settings
    time_given = _duration(settings.timer) if settings.timer is not None else None
    return How(desk_of(settings).said.how, settings.live, time_given, rendered_once(settings.instructions))


def _duration(seconds: int) -> str:
    if seconds % 60:
        return t("writing.seconds", n=seconds)
    return t("writing.minute") if seconds == 60 else t("writing.minutes", n=seconds // 60)
