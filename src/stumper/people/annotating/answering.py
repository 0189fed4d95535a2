"""Answering (Jia & Liang 2017, table 4): people select the answer, each in one version of a question only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from sqlalchemy import Connection, func, select

from stumper.datasets.answers_of_people import AnswerOfPerson
from stumper.datasets.originals import originals, variants_by_original
from stumper.errors import BadOption, Refused
from stumper.identity import perturbation_id
from stumper.people.accounts.person import code
from stumper.people.annotating.drawing import by_chance, check_task, makers
from stumper.people.projects.project import Project, has_work, projects
from stumper.people.projects.project import project as project_of_id
from stumper.people.projects.runs_to_use import attempts_of
from stumper.people.projects.taken_back import taken_back
from stumper.people.queues.item import Work
from stumper.people.queues.places import examples_seen, exclude, fresh_to, takes_place
from stumper.people.queues.queue import NewItem, add_work, has_gold_next, lease, lease_item, respond, work
from stumper.people.queues.responses import answered
from stumper.protocols import Dataset
from stumper.registry import task_named, task_of
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, exclusions, items
from stumper.store.values import from_text, to_text
from stumper.types import Example, Gold, Perturbation, Query


@dataclass(frozen=True, slots=True)
class AnswerPayload:
    """One version of a question; ``variant`` is its perturbation's id, "" of the original.

    ``answers`` are right; ``answerable`` is None where the data does not say, and then the text has an answer.
    """

    example_id: str
    variant: str
    title: str
    question: str
    paragraph: str
    answers: tuple[str, ...]
    answerable: bool | None


@dataclass(frozen=True, slots=True)
class Selected:
    """What somebody selected in the paragraph; "" and no start: the text has no answer."""

    text: str
    start: int | None


def ask_about_runs(store: Store, project: Project, run_ids: Sequence[str], now: float) -> int:
    """A sample of the questions that these runs attacked is there to be answered, as it was and in every version that
    they made of it; how many versions are new."""
    asked: dict[str, Example] = {}
    versions: dict[str, dict[str, Perturbation]] = {}
    for _, example, attempt in attempts_of(store, project, run_ids):
        perturbation = attempt.perturbation
        assert perturbation is not None
        asked[perturbation.example_id] = Example(perturbation.example_id, example.query, example.gold)
        versions.setdefault(perturbation.example_id, {})[perturbation_id(perturbation)] = perturbation
    return _ask(store, project, asked, versions, now)


def ask_about_set(store: Store, project: Project, dataset: Dataset, now: float) -> int:
    """As of runs, of an adversarial set and all of its variants; of a plain data set the questions as they are."""
    check_task(project, dataset)
    asked = {example.id: example for example in originals(dataset)}
    variants = variants_by_original(dataset)
    made = {
        id: [Perturbation(id, one.query, one.gold, ()) for one in variants.get(id, ())] for id in (variants or asked)
    }
    versions = {id: {perturbation_id(one): one for one in found} for id, found in made.items()}
    return _ask(store, project, asked, versions, now)


def next_question(store: Store, project_id: str, person_id: str, now: float) -> Work | None:
    """What the person is to answer next; nothing of a question whose right answer they have seen at other work.

    First what others have answered and more are wanted for, so that answers are in before much is begun.
    """
    with store.engine.connect() as connection:
        known = _known(connection, project_id, person_id)
        may_be_gold = has_gold_next(connection, project_of_id(store, project_id), "answer", person_id)
    if known:
        with writing(store.engine) as connection:
            exclude(connection, known, [person_id])
    for item_id in () if may_be_gold else _fullest(store, project_id, person_id, now):
        try:
            return lease_item(store, item_id, person_id, now)
        except Refused:  # somebody has got its last place
            continue
    return lease(store, project_id, "answer", person_id, now)


def answer(
    store: Store, assignment_id: str, person_id: str, selected: Selected, now: float, turn: int | None = None
) -> bool:
    """What the person selected is recorded; False where they had answered before.

    BadOption where the paragraph does not say this there, or where every question has an answer.
    """
    payload = from_text(AnswerPayload, work(store, assignment_id, person_id).item.payload)
    if selected.start is None:
        if selected.text:
            raise BadOption("Say where in the text the answer stands.")
        if payload.answerable is None:
            raise BadOption("Every question here has an answer in the text. Select it.")
    elif not selected.text.strip() or not _stands(payload.paragraph, selected):
        raise BadOption("What you selected is not in the text. Select it again.")
    return respond(store, assignment_id, person_id, to_text(selected), now, lambda connection, held: None, turn)


BATCH = 500  # ids in one query
TRIES = 3  # at what others may take at the same moment


def _fullest(store: Store, project_id: str, person_id: str, now: float) -> list[str]:
    """The versions with the most places taken, in an order of chance of the person's own; none while they hold one."""
    held = (
        select(assignments.c.id)
        .join(items, items.c.id == assignments.c.item_id)
        .where(items.c.project_id == project_id, items.c.kind == "answer", ~items.c.decided)
        .where(assignments.c.person_id == person_id, assignments.c.state == "leased")
    )
    begun = (
        select(assignments.c.item_id, func.count().label("taken"))
        .join(items, items.c.id == assignments.c.item_id)
        .where(items.c.project_id == project_id, items.c.kind == "answer", ~items.c.decided, takes_place(now))
        .group_by(assignments.c.item_id)
        .subquery()
    )
    free = (
        select(items.c.id, begun.c.taken)
        .join(begun, begun.c.item_id == items.c.id)
        .where(fresh_to(project_id, "answer", person_id), begun.c.taken < items.c.places)
    )
    with store.engine.connect() as connection:
        if connection.scalar(held.limit(1)) is not None:
            return []
        places: dict[str, int] = dict(connection.execute(free).all())
    enough = min(nlargest(TRIES, places.values()), default=0)
    full = [id for id, count in places.items() if count >= enough]
    return sorted(by_chance(full, person_id), key=lambda id: -places[id])[:TRIES]


def _ask(
    store: Store,
    project: Project,
    asked: Mapping[str, Example],
    versions: Mapping[str, Mapping[str, Perturbation]],
    now: float,
) -> int:
    if not has_work(project.settings, "answer"):
        raise Refused(f"People answer questions, and this project is about {task_named(project.settings.task).unit}s.")
    made_by, gone = makers(store, project), taken_back(store, project)
    chosen = by_chance(versions, project.settings.seed, "answer")[: project.settings.sample]
    new: list[NewItem] = []
    for id in sorted(chosen):
        new.append(_item(project, id, "", asked[id].query, asked[id].gold, ()))
        for variant, made in sorted(versions[id].items()):
            if made.query != asked[id].query and variant not in gone:
                new.append(_item(project, id, variant, made.query, made.gold, made_by.get(variant, ())))
    return add_work(store, project.id, new, now)


def _item(
    project: Project, example_id: str, variant: str, query: Query, gold: Gold, excluded: Iterable[str]
) -> NewItem:
    """One topic for all versions of a question, so that nobody is asked two of them."""
    [paragraph] = task_of(query).wire.passages(query)
    answers = tuple(dict.fromkeys(answer.text for answer in gold.answers))
    payload = AnswerPayload(example_id, variant, paragraph.title, query.text, paragraph.text, answers, gold.answerable)
    return NewItem("answer", example_id, to_text(payload), project.settings.answerers, tuple(sorted(excluded)),
                   key=f"{example_id} {variant}", example_id=example_id)  # fmt: skip


def _stands(paragraph: str, selected: Selected) -> bool:
    return selected.start is not None and selected.start >= 0 and paragraph.startswith(selected.text, selected.start)


def _known(connection: Connection, project_id: str, person_id: str) -> list[str]:
    """The versions whose right answers the person has been shown at other work, and may be handed as yet."""
    barred = select(exclusions.c.item_id).where(exclusions.c.person_id == person_id)
    versions = select(items.c.id).where(
        items.c.project_id == project_id, items.c.kind == "answer", ~items.c.decided, items.c.id.not_in(barred)
    )
    examples = sorted(examples_seen(connection, project_id, person_id))
    batches = (examples[start : start + BATCH] for start in range(0, len(examples), BATCH))
    return [id for batch in batches for id in connection.scalars(versions.where(items.c.topic.in_(batch)))]


def answered_in(store: Store) -> list[AnswerOfPerson]:
    """What everybody selected who is not set aside, project by project."""
    found = []
    for project in projects(store):
        if not has_work(project.settings, "answer"):
            continue
        with store.engine.connect() as connection:
            rows = answered(connection, project.id, "answer")
        for row in rows:
            payload = from_text(AnswerPayload, row.item.payload)
            for one in row.responses:
                who, said = code(one.person_id), one.said(Selected).text
                at = payload.example_id, payload.variant
                found.append(AnswerOfPerson(*at, who, said, None, project.id, payload.question))
    return found
