"""The pages on which authors write tossups: their own, one of them at a time, and how it came to be."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.errors import NotThere
from stumper.people.projects.project import Project, composes, composing
from stumper.people.queues.queue import work
from stumper.people.writing.beginning import own_tossup, own_tossups, payload_of
from stumper.people.writing.drafts import draft
from stumper.people.writing.readings import readings_of
from stumper.people.writing.steps import Step, steps, touched_edits
from stumper.people.writing.submissions import submitted_assignments, submitted_tossups
from stumper.people.writing.tossup import Revision, TossupPayload
from stumper.web.access import AUTHOR, Routes, Visitor, the_visitor
from stumper.web.house import House, the_house
from stumper.web.markdown import rendered_once
from stumper.web.rendering import STATIC, page
from stumper.web.replay_plot import replay_plot
from stumper.web.words import t
from stumper.web.written import clock, day

routes = Routes()
FIRST = 80  # characters of what is written, by which one knows it again
HERE = "/projects/{project_id}/tossups"
MODULES = (
    "calling.js",
    *sorted(f"{folder}/{path.name}" for folder in ("tossups", "writing") for path in (STATIC / folder).glob("*.js")),
)


@routes.get(HERE, may=AUTHOR)
def listed(
    request: Request, start: str = "", house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> HTMLResponse:
    """A new tossup, and one's own; ``start`` is one of these to start from."""
    project = _quizbowl(visitor)
    house.answers.prepare(house.store, project, house.victims)
    own = own_tossups(house.store, project, visitor.signed_in.id)
    done = submitted_assignments(house.store, project)
    rows = [
        {"id": item.id, "answer": payload.answer, "category": payload.category, "begun": held.started,
         "is_done": held.id in done, "words": "" if held.id in done else _first_words(house, held.id, payload.text)}
        for item, payload, held in own
    ]  # fmt: skip
    begun = next((payload for item, payload, _ in own if item.id == start), None)
    return page(
        request,
        "tossups/tossups.html.j2",
        visitor,
        rows=rows,
        categories=composing(project.settings).categories,
        day=day,
        time=clock,
        start=begun and {"id": start, "answer": begun.answer, "line": begun.answer_line, "category": begun.category},
        instructions=rendered_once(project.settings.instructions) if project.settings.instructions else "",
        areas=("writing",),
    )


@routes.get(f"{HERE}/{{item_id}}", may=AUTHOR)
def tossup(
    request: Request, item_id: str, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> HTMLResponse:
    """The page of one tossup; it opens the tossup itself, through the API."""
    project = _quizbowl(visitor)
    _, payload = own_tossup(house.store, project, item_id, visitor.signed_in.id)
    return page(
        request,
        "tossups/tossup.html.j2",
        visitor,
        payload=payload,
        item_id=item_id,
        categories=composing(project.settings).categories,
        modules=MODULES,
        areas=("writing",),
    )


@routes.get(f"{HERE}/{{item_id}}/replay", may=AUTHOR)
def replay(
    request: Request,
    item_id: str,
    machine: str = "",
    house: House = Depends(the_house),
    visitor: Visitor = Depends(the_visitor),
) -> HTMLResponse:
    """Every text that a machine listened to; to its author, and to moderators once it was submitted."""
    project = _quizbowl(visitor)
    payload, assignment_id, is_own = _of(house, visitor, project, item_id)
    log = readings_of(house.store, assignment_id)
    heard = {reading.machine for reading in log}
    machines = [spec for spec in project.settings.victims if spec in heard]
    machines += sorted(heard.difference(machines))  # which the project no longer has
    shown = machine if machine in machines else next(iter(machines), "")
    found = steps(log, shown, payload.text)
    return page(
        request,
        "tossups/replay.html.j2",
        visitor,
        answer=payload.answer,
        item_id=item_id,
        machine=shown,
        said=_change(found, shown) if found else "",
        revised_before=_revised_before(found, payload.revisions),
        stale=sum(step.reading.revisions < len(payload.revisions) for step in found),
        machines=machines,
        steps=found,
        plot=replay_plot(found, payload.revisions),
        touched=touched_edits(found),
        time=clock,
        is_own=is_own,
        is_unaided=not project.settings.live,
    )


def _first_words(house: House, assignment_id: str, original: str) -> str:
    kept = draft(house.store, assignment_id)
    text = " ".join((original if kept is None else kept.document.text).split())
    return text if len(text) <= FIRST else f"{text[:FIRST].rsplit(' ', 1)[0]} …"


def _revised_before(found: Sequence[Step], revisions: Sequence[Revision]) -> list[list[Revision]]:
    """What it asked for until a time between each step and the one before it; at the end what was changed since."""
    times = [-inf, *(step.reading.at for step in found), inf]
    return [[one for one in revisions if after < one.at <= at] for after, at in pairwise(times)]


def _change(found: Sequence[Step], machine: str) -> str:
    """What became of it from the first text to the last, in one sentence."""
    first, last = (next(step.reading for step in some if step.reading.fault is None or step is found[-1])
                   for some in (found, found[::-1]))  # fmt: skip
    values = {"machine": machine, "before": first.buzz, "words_before": first.words, "words": last.words}
    if last.fault is not None:
        kind = ".failed"
    elif last.buzz is None:
        kind = ".never_one" if first.buzz is None else ".never"
    else:
        kind = ".one" if first is last or first.buzz is None else ""
    return t(f"tossups.replay.said{kind}", after=last.buzz, **values)


def _of(house: House, visitor: Visitor, project: Project, item_id: str) -> tuple[TossupPayload, str, bool]:
    """What it is about, the assignment, and whether it is the visitor's own."""
    for item, payload, held in own_tossups(house.store, project, visitor.signed_in.id):
        if item.id == item_id:
            return payload, held.id, True
    for one in submitted_tossups(house.store, project) if visitor.moderates else ():
        if one.item_id == item_id:
            item = work(house.store, one.assignment_id, one.person_id).item
            return payload_of(item), one.assignment_id, False
    raise NotThere(t("writing.no_such_item"))


def _quizbowl(visitor: Visitor) -> Project:
    settings = visitor.at.settings
    if not composes(settings) or "write" not in settings.kinds:
        raise NotThere(t("tossups.not_in_project"))
    return visitor.at
