"""Projects: a data set, victims and kinds of work, with the items that authors write on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, func, select, update

from stumper.datasets.originals import originals
from stumper.errors import BadData, BadOption, Refused
from stumper.identity import content_id
from stumper.material import drawn
from stumper.people.asking import LONGEST
from stumper.people.members import give_role
from stumper.people.perturbing import original_text
from stumper.people.project_rows import locked_project, no_project, project_of
from stumper.people.project_settings import check_settings
from stumper.people.queue_places import EVERYBODY, PRACTICE
from stumper.people.queues import NewItem, add_items
from stumper.people.values import Kind, Project, Settings
from stumper.people.verifying import decide_anew
from stumper.store import Store
from stumper.store import people_schema as schema
from stumper.store.connection import insert_once, writing
from stumper.store.values import to_text
from stumper.types import Example

LONGEST_NAME = 100
FIXED = ("dataset", "task", "items", "seed")  # what a project is about


@dataclass(frozen=True, slots=True)
class WritePayload:
    """What an author works on: an example of the project's data set; "" is the practice example of the task."""

    example_id: str


def make_project(
    store: Store,
    name: str,
    settings: Settings,
    examples: Sequence[Example],
    fingerprint: str,
    now: float,
    administrator: str | None = None,
) -> Project:
    """The project, with its examples in the store and, where it has writing, an item for each that authors get.

    ``administrator`` is the id of its first one; where there is none, the server's look after it. BadOption where the
    name or a setting cannot be used, or there is no example.
    """
    name = _checked_name(name)
    check_settings(settings)
    if not examples:
        raise BadOption("The data set holds no example to work on. Choose another.")
    store.put_examples(fingerprint, examples)
    id = content_id("project", name, to_text(settings), fingerprint, now)
    values = {"id": id, "name": name, "settings": to_text(settings), "fingerprint": fingerprint, "created": now}
    with writing(store.engine) as connection:
        connection.execute(insert_once(schema.projects, connection.dialect.name).values(values))
        project = locked_project(connection, id)
        _add_writing(connection, project, examples, now)
        if administrator is not None:
            give_role(connection, id, administrator, "administrator", now)
    return project


def project(store: Store, id: str) -> Project:
    """The project of this id; NotThere."""
    with store.engine.connect() as connection:
        row = connection.execute(select(schema.projects).where(schema.projects.c.id == id)).one_or_none()
    if row is None:
        raise no_project()
    return project_of(row)


def projects(store: Store) -> list[Project]:
    """Every project, the newest first."""
    query = select(schema.projects).order_by(schema.projects.c.created.desc(), schema.projects.c.id)
    with store.engine.connect() as connection:
        return [project_of(row) for row in connection.execute(query)]


def change_settings(store: Store, id: str, name: str, settings: Settings, now: float) -> Project:
    """The project goes on under this name with these settings; numbers of people hold for what is undecided, too.

    Refused where they would make it another project: data set, task, number of items and seed stay.
    """
    name = _checked_name(name)
    check_settings(settings)
    before = project(store, id)
    if any(getattr(settings, field) != getattr(before.settings, field) for field in FIXED):
        raise Refused(
            "The data set, the number of items and the seed of a project stay. Make a new project for others."
        )
    begins = "write" in settings.kinds and "write" not in before.settings.kinds
    # The store keeps what was submitted beside the examples, under ids of its own.
    examples = originals(store.examples(before.fingerprint).values()) if begins else ()
    with writing(store.engine) as connection:
        locked_project(connection, id)
        changed = (
            update(schema.projects).where(schema.projects.c.id == id).values(name=name, settings=to_text(settings))
        )
        connection.execute(changed)
        after = replace(before, name=name, settings=settings)
        _set_places(connection, after)
        if begins:
            _add_writing(connection, after, examples, now)
    return after


def close_project(store: Store, id: str, now: float) -> None:
    """No more work is handed out; what is in hands can still be brought to its end."""
    _close(store, id, now)


def reopen_project(store: Store, id: str) -> None:
    """Work is handed out again."""
    _close(store, id, None)


def places_of(settings: Settings) -> Mapping[Kind, int]:
    """How many people an item of each kind is for, where that is the same for all items of the kind."""
    return {
        "write": EVERYBODY if settings.authors is None else settings.authors,
        "fix": settings.fixers,
        "verify": settings.verifiers,
        "answer": settings.answerers,
        "tag": settings.taggers,
    }


def _add_writing(connection: Connection, project: Project, examples: Sequence[Example], now: float) -> None:
    settings = project.settings
    if "write" not in settings.kinds or settings.task == "quizbowl":  # whose authors begin what they like
        return
    places = places_of(settings)["write"]
    chosen = drawn(_writable(examples), settings.items, settings.seed)
    new = [NewItem("write", PRACTICE, to_text(WritePayload("")), EVERYBODY)]
    new += [NewItem("write", example.id, to_text(WritePayload(example.id)), places) for example in chosen]
    add_items(connection, project.id, new, now)


def _writable(examples: Sequence[Example]) -> Sequence[Example]:
    """Those whose text can be put to a model; BadData where there is none."""
    found = [example for example in examples if len(original_text(example)) <= LONGEST]
    if not found:
        raise BadData(f"Every text of the data set has more than {LONGEST:,} characters. Choose a shorter one.")
    return found


def _set_places(connection: Connection, project: Project) -> None:
    """What is undecided is for as many people as the settings now say; votes are decided by these, and a question that
    all who were asked have answered stays with them."""
    decide_anew(connection, project)
    items = schema.items
    answered = (
        select(func.count())
        .select_from(
            schema.responses.join(schema.assignments, schema.assignments.c.id == schema.responses.c.assignment_id)
        )
        .where(schema.assignments.c.item_id == items.c.id)
        .correlate(items)
        .scalar_subquery()
    )
    for kind, places in places_of(project.settings).items():
        if kind == "write" and project.settings.task == "quizbowl":  # each is its author's
            continue
        in_queue = (items.c.project_id == project.id) & (items.c.kind == kind) & (items.c.topic != PRACTICE)
        if kind == "answer":
            in_queue &= answered < items.c.places
        connection.execute(update(items).where(in_queue, ~items.c.decided).values(places=places))


def _close(store: Store, id: str, closed: float | None) -> None:
    with writing(store.engine) as connection:
        locked_project(connection, id)
        _update(connection, id, closed=closed)


def _update(connection: Connection, id: str, **values: str | float | None) -> None:
    connection.execute(update(schema.projects).where(schema.projects.c.id == id).values(values))


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(f"A project needs a name of 1 to {LONGEST_NAME} characters.")
    return name
