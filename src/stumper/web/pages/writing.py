"""The pages on which authors write: their items or what they have begun, one of these at a time, and its replay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import inf
from typing import Literal

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import NotThere
from stumper.people.examples.acts import rejected_work
from stumper.people.projects.project import Project, choices_of, composes, composing, desk_of
from stumper.people.queues.item import Assignment, Item
from stumper.people.queues.queue import items_for, work
from stumper.people.writing.beginning import own_tossup, own_tossups, payload_of
from stumper.people.writing.drafts import draft
from stumper.people.writing.item import WritePayload, example_of, state_of
from stumper.people.writing.readings import readings_of
from stumper.people.writing.steps import Step, steps, touched_edits
from stumper.people.writing.submissions import submitted, submitted_assignments, submitted_tossups
from stumper.people.writing.tossup import Revision, TossupPayload
from stumper.registry import task_named
from stumper.store import Store
from stumper.store.values import from_text
from stumper.web.access import AUTHOR, Routes, TheVisitor, Visitor, composed_in
from stumper.web.house import House, TheHouse
from stumper.web.markdown import rendered_once
from stumper.web.rendering import page, redirect
from stumper.web.words import t
from stumper.web.written import clock, day

routes = Routes()
TOSSUPS = "/projects/{project_id}/tossups"
FIRST = 80  # characters of what is written, by which one knows it again
State = Literal["new", "leased", "released", "done"]


@dataclass(frozen=True, slots=True)
class Row:
    """An item in the author's list."""

    id: str
    number: int
    state: State
    about: str
    rejected: str | None  # the id of what a moderator rejected of it


@dataclass(frozen=True, slots=True)
class How:
    """What the instructions say: what to do, whether the model answers by itself, the time given, the project's own
    words."""

    what: str
    is_live: bool
    time_given: str | None
    instructions: Markup


@routes.get("/projects/{project_id}/write", may=AUTHOR)
def items(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """What to do and how, and one's items with what became of them; tossups have pages of their own."""
    project = visitor.at
    if composes(project.settings):
        return redirect(request, f"/projects/{project.id}/tossups")
    held = _held(house.store, project, visitor.signed_in.id)
    practice = next((item.id for item, _ in held if _example_id(item) == ""), None)
    counted = [(item, assignment) for item, assignment in held if _example_id(item) != ""]
    about = _about(house.store, project, {_example_id(item) for item, _ in counted})
    rejected = rejected_work(house.store, project, visitor.signed_in.id)
    rows = [
        Row(item.id, number, state_of(assignment), about[_example_id(item)],
            rejected.get(assignment.id) if assignment else None)
        for number, (item, assignment) in enumerate(counted, 1)
    ]  # fmt: skip
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
def item(request: Request, item_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The page of one item; it opens the item itself, through the API."""
    project = visitor.at
    held = _held(house.store, project, visitor.signed_in.id)
    if item_id not in {item.id for item, _ in held}:
        raise NotThere(t("writing.no_such_item"))
    counted = [item.id for item, _ in held if _example_id(item) != ""]
    [shown] = [one for one, _ in held if one.id == item_id]
    choices = choices_of(project.settings, example_of(house.store, project, shown).query)
    return page(
        request,
        "writing/item.html.j2",
        visitor,
        number=counted.index(item_id) + 1 if item_id in counted else None,
        of=len(counted),
        page_state={
            "project": project.id,
            "item": item_id,
            "desk": _desk_told(project, choices),
            "submissions": [asdict(one) for one in submitted(house.store, item_id, visitor.signed_in.id)],
        },
        choices=choices,
        desk=desk_of(project.settings),
        wire=task_named(project.settings.task).wire,
        task=project.settings.task,
        how=_how(project),
    )


@routes.get(TOSSUPS, may=AUTHOR)
def listed(request: Request, house: TheHouse, visitor: TheVisitor, start: str = "") -> HTMLResponse:
    """A new tossup, and one's own; ``start`` is one of these to start from."""
    project = composed_in(visitor)
    house.answers.prepare(house.store, project, house.victims)
    own = own_tossups(house.store, project, visitor.signed_in.id)
    done = submitted_assignments(house.store, project)
    rejected = rejected_work(house.store, project, visitor.signed_in.id)
    rows = [
        {"id": item.id, "answer": payload.answer, "category": payload.category, "begun": held.started,
         "rejected": rejected.get(held.id), "is_done": held.id in done,
         "words": "" if held.id in done else _first_words(house, held.id, payload.text)}
        for item, payload, held in own
    ]  # fmt: skip
    begun = next((payload for item, payload, _ in own if item.id == start), None)
    return page(
        request,
        "writing/tossups.html.j2",
        visitor,
        rows=rows,
        categories=composing(project.settings).categories,
        day=day,
        time=clock,
        start=begun and {"id": start, "answer": begun.answer, "line": begun.answer_line, "category": begun.category},
        instructions=rendered_once(project.settings.instructions) if project.settings.instructions else "",
    )


@routes.get(f"{TOSSUPS}/{{item_id}}", may=AUTHOR)
def tossup(request: Request, item_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The page of one tossup; it opens the tossup itself, through the API."""
    project = composed_in(visitor)
    _, payload = own_tossup(house.store, project, item_id, visitor.signed_in.id)
    return page(
        request,
        "writing/tossup.html.j2",
        visitor,
        payload=payload,
        item_id=item_id,
        categories=composing(project.settings).categories,
        page_state={"project": project.id, "item": item_id, "desk": _desk_told(project, {}), "submissions": []},
    )


@routes.get(f"{TOSSUPS}/{{item_id}}/replay", may=AUTHOR)
def replay(request: Request, item_id: str, house: TheHouse, visitor: TheVisitor, machine: str = "") -> HTMLResponse:
    """Every text that a machine listened to; to its author, and to moderators once it was submitted."""
    project = composed_in(visitor)
    payload, assignment_id, is_own = _written(house, visitor, project, item_id)
    log = readings_of(house.store, assignment_id)
    heard = {reading.machine for reading in log}
    machines = [spec for spec in project.settings.victims if spec in heard]
    machines += sorted(heard.difference(machines))  # which the project no longer has
    shown = machine if machine in machines else next(iter(machines), "")
    found = steps(log, shown, payload.text)
    return page(
        request,
        "writing/replay.html.j2",
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


def _desk_told(project: Project, choices: Mapping[str, str]) -> dict[str, object]:
    """What the page's script knows of what is done with the texts; models may answer more than these ``choices``."""
    work = desk_of(project.settings)
    return {
        "field": work.field,
        "beside": work.beside,
        "choices": {**work.choices, **choices},
        "retrieves": task_named(project.settings.task).wire.retrieves,
        "composes": work.composing is not None,
    }


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
    return How(desk_of(settings).words.how, settings.live, time_given, rendered_once(settings.instructions))


def _duration(seconds: int) -> str:
    if seconds % 60:
        return t("writing.seconds", n=seconds)
    return t("writing.minute") if seconds == 60 else t("writing.minutes", n=seconds // 60)


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
    return t(f"writing.tossups.replay.said{kind}", after=last.buzz, **values)


def _written(house: House, visitor: Visitor, project: Project, item_id: str) -> tuple[TossupPayload, str, bool]:
    """What it is about, the assignment, and whether it is the visitor's own."""
    for item, payload, held in own_tossups(house.store, project, visitor.signed_in.id):
        if item.id == item_id:
            return payload, held.id, True
    for one in submitted_tossups(house.store, project) if visitor.moderates else ():
        if one.item_id == item_id:
            item = work(house.store, one.assignment_id, one.person_id).item
            return payload_of(item), one.assignment_id, False
    raise NotThere(t("writing.no_such_item"))


LEFT, WIDTH, RIGHT, TOP, HEIGHT, FOOT = 48, 620, 210, 32, 240, 44  # in the picture's units
NOTES = 6  # the largest edits, so that they stay readable
EVEN = 5  # grid lines at most
APART = 18  # between the names at the ends of the lines


@dataclass(frozen=True, slots=True)
class Note:
    """What an edit changed, at its place."""

    x: float
    y: float
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A text, and where the machine was right in it; ``is_never`` where it was not, which is drawn at its end."""

    x: float
    length: float
    buzz: float
    is_never: bool
    said: str


@dataclass(frozen=True, slots=True)
class ReplayPlot:
    """``lengths`` and ``buzzes`` are lines as SVG has them, with their ends, at which their names stand.

    ``ticks`` are numbers of words with their heights, ``revised`` where what is asked for was changed.
    """

    lengths: str
    buzzes: str
    length_end: float
    buzz_end: float
    marks: tuple[Mark, ...]
    notes: tuple[Note, ...]
    ticks: tuple[tuple[int, float], ...]
    revised: tuple[float, ...]
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


def replay_plot(steps: Sequence[Step], revisions: Sequence[Revision] = ()) -> ReplayPlot:
    """The picture of these steps; zero is on the axis."""
    most = max([10, *(step.reading.words for step in steps)])
    bottom = TOP + HEIGHT

    def x(place: float) -> float:
        return round(LEFT + WIDTH * (place / (len(steps) - 1) if len(steps) > 1 else 1), 1)

    def y(words: int) -> float:
        return round(bottom - HEIGHT * words / most, 1)

    marks = tuple(
        Mark(x(place), y(one.words), y(one.words if one.buzz is None else one.buzz), one.buzz is None, step.note)
        for place, step in enumerate(steps)
        for one in [step.reading]
    )
    largest = sorted(range(len(steps)), key=lambda place: -_size(steps[place]))[:NOTES]
    notes = tuple(Note(marks[at].x, marks[at].length, steps[at].number, steps[at].note) for at in sorted(largest))
    gap = max(10, -(-most // EVEN // 10) * 10)
    ticks = tuple((words, y(words)) for words in range(0, most + 1, gap))
    ends: tuple[float, float] = (
        (marks[-1].length, max(marks[-1].buzz, marks[-1].length + APART)) if marks else (TOP, bottom)
    )
    before = [sum(step.reading.at < revision.at for step in steps) for revision in revisions]
    return ReplayPlot(
        _line((mark.x, mark.length) for mark in marks),
        _line((mark.x, mark.buzz) for mark in marks),
        *ends, marks, notes, ticks, tuple(x(place - 0.5) for place in before if 0 < place < len(steps)),
        LEFT + WIDTH + RIGHT, bottom + FOOT, LEFT, LEFT + WIDTH, TOP, bottom,
    )  # fmt: skip


def _size(step: Step) -> int:
    return sum(len(change.text) for change in step.changed if change.kind != "kept")


def _line(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
