"""A tossup is begun: by its answer and its category, from nothing or from a question that is there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import select

from stumper.errors import BadData, BadOption, NotThere, Refused
from stumper.people.projects.project import (
    Project,
    Settings,
    check_handed_out,
    composes,
    composing,
    desk_of,
    locked_project,
    none_of_yours,
)
from stumper.people.queues.item import Assignment, Item, Work
from stumper.people.queues.queue import NewItem, add_items, items_for, lease_item, work
from stumper.people.writing.drafts import draft
from stumper.people.writing.filters import is_nothing_but_vulgar
from stumper.people.writing.item import example_of
from stumper.people.writing.tossup import TossupPayload
from stumper.store import Store
from stumper.store.connection import rows_of, writing
from stumper.store.people_schema import items
from stumper.store.values import from_text, to_text
from stumper.types import Answer, Gold
from stumper.writing_desk import Composing

LONGEST_LINE = 500


@dataclass(frozen=True, slots=True)
class Choice:
    """What a tossup asks for, and its category; ``answer_line`` is "" where the answer says all."""

    answer: str
    answer_line: str
    category: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """What an author chose; ``answer_line`` is "" where the answer says all, as ``started_from`` where it is new."""

    key: str
    answer: str
    answer_line: str
    category: str
    started_from: str = ""


def begin_tossup(store: Store, project: Project, person_id: str, chosen: Beginning, now: float) -> str:
    """The id of the tossup, which is in its author's hands and in nobody else's; begun again, it is the same one.

    BadOption says what is wrong with the choice; Refused in a closed project, or one without writing, and where another
    tossup was begun on the same page.
    """
    payload = _payload(store, project, person_id, chosen)
    with writing(store.engine) as connection:
        check_handed_out(locked_project(connection, project.id), "write")
        [id] = add_items(connection, project.id, [_item(payload)], now)
    begun = payload_of(lease_item(store, id, person_id, now, is_looking=True).item)
    if (begun.answer_line, begun.started_from) != (payload.answer_line, payload.started_from):
        raise Refused(
            f"You have begun a question on this page already: {begun.answer}. Open the page anew for another."
        )
    return id


def checked(settings: Settings, chosen: Choice) -> Choice:
    """The choice with its whole answer line; BadOption says what is wrong with it."""
    answer, line = (" ".join(text.split()) for text in (chosen.answer, chosen.answer_line))
    if not answer:
        raise BadOption("Choose the answer first: what should people say?")
    if len(answer) > LONGEST_LINE or len(line) > LONGEST_LINE:
        raise BadOption(f"An answer has at most {LONGEST_LINE} characters.")
    there, goal = composing(settings), desk_of(settings).goal
    if chosen.category not in there.categories:
        raise BadOption(f"There is no category {chosen.category!r}. Choose one of {', '.join(there.categories)}.")
    try:
        read = there.gold(line or answer)
    except BadData as error:
        raise BadOption(f"The answer line cannot be read: {error}") from None
    if not line and "[" in answer:
        answer, line = read.answers[0].text, answer
    if line and not goal.score(read, answer):
        raise BadOption(f"The answer line does not accept {answer!r}. Write it into the line, or leave the line empty.")
    if is_nothing_but_vulgar(answer):
        raise BadOption(f"{answer!r} is vulgar. Ask for something else.")
    return Choice(answer, line or answer, chosen.category)


def own_tossups(store: Store, project: Project, person_id: str) -> list[tuple[Item, TossupPayload, Assignment]]:
    """What the person has begun, the newest first."""
    begun = items_for(store, project.id, person_id, is_own=True)
    found = [(item, payload_of(item), held) for item, held in begun if held is not None]
    return found[::-1]


def own_tossup(store: Store, project: Project, item_id: str, person_id: str) -> tuple[Item, TossupPayload]:
    """The person's tossup of this id; NotThere."""
    for item, payload, _ in own_tossups(store, project, person_id):
        if item.id == item_id:
            return item, payload
    raise none_of_yours(project.settings)


def tossup_in_hands(store: Store, project: Project, assignment_id: str, person_id: str) -> Work:
    """The person's work on a tossup of this project; NotThere."""
    held = work(store, assignment_id, person_id)
    if held.item.project_id != project.id or held.item.kind != "write" or not composes(project.settings):
        raise none_of_yours(project.settings)
    return held


def original_text(store: Store, project: Project, item: Item) -> str:
    """The text before its author changed anything: what was begun from, or that of the example."""
    if composes(project.settings):
        return payload_of(item).text
    return desk_of(project.settings).shown(example_of(store, project, item)).text


def payload_of(item: Item) -> TossupPayload:
    """What the item is about."""
    return from_text(TossupPayload, item.payload)


def ancestors(store: Store, project: Project, payload: TossupPayload) -> tuple[str, ...]:
    """The ids of what it was made of: tossups of the project, each made of the next, and a question of the data set."""
    found: list[str] = []
    at = payload.started_from
    with store.engine.connect() as connection:
        while at and at not in found:
            found.append(at)
            query = select(items.c.made_of).where(items.c.id == at, items.c.project_id == project.id)
            at = connection.scalar(query.where(items.c.kind == "write")) or ""
    return tuple(found)


def lineage(started_from: str, begun: Mapping[str, str]) -> tuple[str, ...]:
    """The same, where the ids are known that tossups were begun from."""
    found: list[str] = []
    while started_from and started_from not in found:
        found.append(started_from)
        started_from = begun.get(started_from, "")
    return tuple(found)


def begun_from(store: Store, project: Project) -> dict[str, str]:
    """What each tossup of the project was begun from, submitted or not, by its item's id; "" where it is new."""
    query = select(items.c.id, items.c.made_of).where(items.c.project_id == project.id, items.c.kind == "write")
    return {row.id: row.made_of or "" for row in rows_of(store.engine, query)}


def payloads(store: Store, project: Project) -> dict[str, TossupPayload]:
    """What all tossups of the project are about, submitted or not, by their items' ids."""
    query = select(items.c.id, items.c.payload).where(items.c.project_id == project.id, items.c.kind == "write")
    return {row.id: from_text(TossupPayload, row.payload) for row in rows_of(store.engine, query)}


def gold_of(composing: Composing, payload: TossupPayload) -> Gold:
    """The answers that are right: the one that was chosen, and those of the line."""
    read = composing.gold(payload.answer_line)
    others = tuple(answer for answer in read.answers if answer.text != payload.answer)
    return replace(read, answers=(Answer(payload.answer), *others))


def _payload(store: Store, project: Project, person_id: str, chosen: Beginning) -> TossupPayload:
    asks = checked(project.settings, Choice(chosen.answer, chosen.answer_line, chosen.category))
    text = _text_of(store, project, person_id, chosen.started_from) if chosen.started_from else ""
    return TossupPayload(person_id, chosen.key, asks.answer, asks.answer_line, asks.category, text, chosen.started_from)


def _item(payload: TossupPayload) -> NewItem:
    """Its author's alone; a second click is known by the key of the page that it was begun on."""
    return NewItem(
        "write",
        payload.key,
        to_text(payload),
        1,
        key=f"{payload.author_id} {payload.key}",
        author_id=payload.author_id,
        made_of=payload.started_from or None,
    )


def _text_of(store: Store, project: Project, person_id: str, id: str) -> str:
    """The text of a question of the data set, or of a tossup of one's own; NotThere."""
    for item, payload, held in own_tossups(store, project, person_id):
        if item.id == id:
            kept = draft(store, held.id)
            return payload.text if kept is None else kept.document.text
    try:
        return store.example(project.fingerprint, id).query.text
    except KeyError:
        raise NotThere(f"There is no question {id!r} to start from.") from None
