"""From what an administrator chose to a project: data set read, victims tried against it, writing queued."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, select, update

from stumper.datasets.originals import originals, originals_of
from stumper.errors import BadData, BadOption, Refused
from stumper.identity import content_id
from stumper.material import check_evidence, drawn
from stumper.people.annotating.verifying import decide_anew
from stumper.people.projects.data_sets import data_set_name, project_dataset
from stumper.people.projects.fittings import fitting
from stumper.people.projects.members import give_role
from stumper.people.projects.named_models import named_model
from stumper.people.projects.project import (
    Kind,
    Project,
    Settings,
    check_settings,
    composes,
    desk_of,
    locked_project,
    project,
)
from stumper.people.projects.uploads import own_upload, upload_of
from stumper.people.queues.places import EVERYBODY, PRACTICE
from stumper.people.queues.queue import NewItem, add_items
from stumper.people.writing.asking import LONGEST_TEXT
from stumper.people.writing.item import WritePayload
from stumper.protocols import Collection, Specialist, Victim
from stumper.registry import task_named, task_of, units
from stumper.store import Store
from stumper.store import people_schema as schema
from stumper.store.connection import insert_once, writing
from stumper.store.uploads import PREFIX
from stumper.store.values import to_text
from stumper.types import Example
from stumper.writing_desk import WritingDesk

LONGEST_PROJECT_NAME = 100
FIXED = ("dataset", "task", "items", "seed")  # what a project is about


def found_project(
    store: Store,
    name: str,
    settings: Settings,
    victims: Mapping[str, Victim],
    now: float,
    administrator: str | None = None,
) -> Project:
    """The project on the data set that the settings name, of which the task is; ``victims`` are the server's, by spec.

    A file that its first administrator owns is the project's from then on, too. NotThere where it is not theirs;
    BadData where the data set cannot be used, by these victims or at all; BadOption where there is no such thing.
    """
    askers = () if administrator is None else (administrator,)
    dataset = project_dataset(store, settings.dataset, *askers)
    examples = _originals(dataset)
    settings = _meant(replace(settings, task=task_of(examples[0].query).name))
    check_victims(settings.victims, victims)
    called = data_set_name(store, settings.dataset, *askers)
    for spec in settings.victims:
        _check_suits(spec, victims[spec], settings.task, called, examples)
    made = make_project(store, name, settings, examples, dataset.fingerprint, now, administrator)
    if settings.dataset.startswith(PREFIX):
        own_upload(store, upload_of(settings.dataset), called, made.id, now)
    return made


def check_victims(specs: Iterable[str], victims: Iterable[str]) -> None:
    """Nothing; BadOption where the server has not loaded one of these. What was fitted in a project is added there."""
    known = dict.fromkeys(victims)
    for spec in specs:
        if spec not in known:
            raise BadOption(f"This server has no model {spec!r}. It has: {', '.join(known)}.")


def check_added(
    project: Project, specs: Iterable[str], own: Mapping[str, Victim], named: Iterable[str], unloaded: Container[str]
) -> None:
    """Nothing; BadOption where a victim that the project lacks so far is none of the server's ``own`` or of those that
    are ``named`` in it, or answers other tasks than the project's; which these are is not known of what is
    ``unloaded``."""
    added = [spec for spec in specs if spec not in project.settings.victims]
    check_victims(added, [*own, *named])
    for spec in added:
        if spec in own and spec not in unloaded:
            check_answers(spec, own[spec], project.settings.task)


def check_answers(spec: str, victim: Victim, task: str, held: str = "this project") -> None:
    """Nothing; BadOption where the victim says that it answers other tasks than that of what is ``held``."""
    if isinstance(victim, Specialist) and task not in victim.tasks:
        raise BadOption(
            f"The model {spec!r} answers {units(victim.tasks)}, and {held} holds {task_named(task).unit}s. Leave it "
            "out."
        )


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


def use_fitted(store: Store, id: str, fitting_id: str, now: float) -> Project:
    """The guesser that was fitted in the project is the first of its models; Refused where it is not done."""
    found = fitting(store, id, fitting_id)
    if found.state != "done":
        raise Refused("This guesser is not fitted yet.")
    return _with_first(store, id, found.name, now)


def use_model(store: Store, id: str, model_id: str, now: float) -> Project:
    """The model that was named in the project is the first of its models; Refused where it was not tested."""
    found = named_model(store, id, model_id)
    if found.tested is None:
        raise Refused("This model has not answered yet. Test it first.")
    return _with_first(store, id, found.name, now)


def _with_first(store: Store, id: str, victim: str, now: float) -> Project:
    """The project with this one before its other models."""
    before = project(store, id)
    others = tuple(other for other in before.settings.victims if other != victim)
    return change_settings(store, id, before.name, replace(before.settings, victims=(victim, *others)), now)


def places_of(settings: Settings) -> Mapping[Kind, int]:
    """How many people an item of each kind is for, where that is the same for all items of the kind."""
    return {
        "write": EVERYBODY if settings.authors is None else settings.authors,
        "fix": settings.fixers,
        "verify": settings.verifiers,
        "answer": settings.answerers,
        "tag": settings.taggers,
    }


def _meant(settings: Settings) -> Settings:
    """Without what means nothing where authors begin what they like: time, practice, and how much is drawn for whom."""
    desk_of(settings)
    if not composes(settings):
        return settings
    return replace(settings, timer=None, practice=False, items=None, authors=None)


def _originals(dataset: Collection) -> tuple[Example, ...]:
    """Of a set whose variants stand without their originals, what they were made of."""
    if dataset.instances and task_of(dataset.examples[0].query).variants_by_id:
        return originals_of(dataset.instances)
    return originals(dataset)


def _check_suits(spec: str, victim: Victim, task: str, name: str, examples: Sequence[Example]) -> None:
    check_answers(spec, victim, task, "this data set")
    check_evidence(victim, name, examples)


def _add_writing(connection: Connection, project: Project, examples: Sequence[Example], now: float) -> None:
    settings = project.settings
    if "write" not in settings.kinds or composes(settings):  # whose authors begin what they like
        return
    places = places_of(settings)["write"]
    chosen = drawn(_writable(examples, desk_of(settings)), settings.items, settings.seed)
    new = [NewItem("write", PRACTICE, to_text(WritePayload("")), EVERYBODY, key=PRACTICE)]
    new += [
        NewItem("write", example.id, to_text(WritePayload(example.id)), places, key=example.id, example_id=example.id)
        for example in chosen
    ]
    add_items(connection, project.id, new, now)


def _writable(examples: Sequence[Example], desk: WritingDesk) -> Sequence[Example]:
    """Those whose text can be put to a model; BadData where there is none."""
    found = [example for example in examples if len(desk.shown(example).text) <= LONGEST_TEXT]
    if not found:
        raise BadData(f"Every text of the data set has more than {LONGEST_TEXT:,} characters. Choose a shorter one.")
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
        if kind == "write" and composes(project.settings):  # each is its author's
            continue
        in_queue = (items.c.project_id == project.id) & (items.c.kind == kind) & (items.c.topic != PRACTICE)
        in_queue &= items.c.gold.is_(None)
        if kind == "answer":
            in_queue &= answered < items.c.places
        connection.execute(update(items).where(in_queue, ~items.c.decided).values(places=places))


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_PROJECT_NAME or not name.isprintable():
        raise BadOption(f"A project needs a name of 1 to {LONGEST_PROJECT_NAME} characters.")
    return name
