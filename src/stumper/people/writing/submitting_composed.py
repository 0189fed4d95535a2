"""Submit, where people compose: what they wrote joins the project's runs, whether it stumps a machine or not.

Unless something stands against it. It is submitted once, whatever is sent again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from sqlalchemy import Connection, insert, select

from stumper.errors import Refused
from stumper.identity import content_id
from stumper.people.annotating.tagging import TagPayload
from stumper.people.projects.data_sets import project_dataset
from stumper.people.projects.media_files import name_in
from stumper.people.projects.project import Project, composing, locked_project
from stumper.people.queues.item import Work
from stumper.people.queues.queue import NewItem, add_items, finish_within
from stumper.people.writing.asking import Listener, unchanged
from stumper.people.writing.beginning import ancestors, gold_of, payload_of
from stumper.people.writing.evidence import Source
from stumper.people.writing.filters import Complaint, answer_said, complaints, limits_of, resembles, vulgar_reason
from stumper.people.writing.hearing_out import heard, in_time
from stumper.people.writing.item import spent
from stumper.people.writing.patience import PATIENCE
from stumper.people.writing.readings import changes_by_then, readings_of, record_reading
from stumper.people.writing.runs import AS_IT_IS, attempt_of, composed_plan, record_composed, too_late
from stumper.people.writing.shown_to_taggers import said_of
from stumper.people.writing.submissions import roots
from stumper.people.writing.submitted_texts import SubmittedTexts
from stumper.people.writing.tossup import Reading, TossupPayload, Written
from stumper.people.writing.tries import changes_made
from stumper.registry import task_of
from stumper.retrieval.near_duplicates import PastQuestions, past_questions, resembling
from stumper.runs.plan import Plan
from stumper.sections.ran import PEOPLE
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import items, tossups
from stumper.store.values import from_text, to_text
from stumper.text import MARKS, as_seen, word_diff
from stumper.types import Attempt, Example, Instance, Perturbation

LONGEST_REASON = 500
SHOWN = MARKS[:2]  # what marks a picture, and a sound
UNCHANGED = Complaint(
    "resembles", "This is the question that you started from, word for word. Change it, or write why it stays.", True
)
TWICE = Complaint(
    "resembles",
    "This very question was submitted here already, and counts once, whatever its answer line says. Change it; or, if "
    "it was yours, take it back under Examples first.",
)
SUBMITTED = "a question that was submitted here"  # nobody but moderators can look it up by its id


@dataclass(frozen=True, slots=True)
class Sent:
    """What was on the page when Submit was pressed; ``key`` is the press's own.

    ``revisions`` is after how many of them the page shows what is asked for; None where nobody looked.
    """

    key: str
    text: str
    reason: str = ""
    revisions: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it: submitted under an ``id``, or what stands against it."""

    id: str | None
    complaints: tuple[Complaint, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """What each machine said of a text, and its attempt at it with the run that this is of."""

    readings: tuple[Reading, ...]
    runs: tuple[tuple[Plan, Attempt], ...]


def submit_tossup(
    store: Store,
    project: Project,
    held: Work,
    sent: Sent,
    past: Sequence[PastQuestions],
    now: float,
    listeners: Mapping[str, Listener] = MappingProxyType({}),
    earlier: SubmittedTexts | None = None,
) -> Outcome:
    """The text is a tossup of the project, once, whatever is sent again; annotators are asked about it.

    With it is what each machine said of this very text: ``listeners`` that have not read it are asked now, and each has
    an attempt in the project's runs. What stands against it is said instead; that it resembles another does not, where
    a reason is given. Refused where this one was submitted before with another key: a new one can be started from it.
    ``earlier`` are the project's, where somebody keeps them.
    """
    earlier = earlier or SubmittedTexts(project.id)
    text, reason = " ".join(sent.text.split()), " ".join(sent.reason.split())[:LONGEST_REASON]
    with store.engine.connect() as connection:
        known = _sent_before(connection, held.assignment.id, sent.key, text)
    if known is not None:
        return Outcome(known)
    if sent.revisions not in (None, len(payload_of(held.item).revisions)):
        raise _revised()
    kin = (held.item.id, *ancestors(store, project, payload_of(held.item)))
    but = (*kin, *(_id(project, item_id) for item_id in kin))
    standing = [*_standing(store, project, held, text, past, earlier, but), *vulgar_reason(reason)]
    if against := [one for one in standing if not (one.can_override and reason)]:
        return Outcome(None, tuple(against))
    instance = _instance(store, project, held, text)
    tried = _tried(store, project, held, instance, listeners, now)
    is_tagged, root = "tag" in project.settings.kinds, instance.example
    said = said_of(text, tried.readings, listeners) if is_tagged else ()
    media = media_left(store, project, root, root.query.text, text) if is_tagged else ()
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        asked = connection.scalar(select(items.c.payload).where(items.c.id == held.item.id))
        if asked is None or from_text(TossupPayload, asked) != payload_of(held.item):
            raise _revised()
        if earlier.has(connection, text):
            return Outcome(None, (TWICE,))
        if not reason and (like := earlier.resembling(connection, text, but)) is not None:  # which came meanwhile
            return Outcome(None, (resembles(like, SUBMITTED),))
        id = _recorded_tossup(connection, project, held, replace(sent, text=text, reason=reason), tried, now)
        if is_tagged:
            payload = payload_of(held.item)
            asked = TagPayload(id, text, payload.answer_line, payload.category, said, media)
            item = NewItem("tag", id, to_text(asked), project.settings.taggers, (held.assignment.person_id,), key=id)
            add_items(connection, project.id, [item], now)
        if tried.runs:
            record_composed(connection, tried.runs, instance)
        finish_within(connection, held.assignment.id, held.assignment.person_id, now)
    return Outcome(id)


def passages_to_resemble(found: Sequence[Source], original: str) -> PastQuestions:
    """The passages that a machine goes back to, but for those that the author began from: ``original`` is that text."""
    texts = [(source.id, source.text) for source in found]
    return past_questions(one for one in texts if resembling(past_questions([one]), original) is None)


def _standing(
    store: Store,
    project: Project,
    held: Work,
    text: str,
    past: Sequence[PastQuestions],
    earlier: SubmittedTexts,
    but: tuple[str, ...],
) -> list[Complaint]:
    """What stands against the text, which may resemble what has one of the ids ``but``."""
    there, payload = composing(project.settings), payload_of(held.item)
    said = answer_said(there.said(text, gold_of(there, payload)))
    found = [*complaints(text, limits_of(project.settings), past, but), *said]
    with store.engine.connect() as connection:
        if earlier.has(connection, text):
            return [*found, TWICE]
    if _is_copied(store, project, payload, text):
        return [*found, UNCHANGED]
    if any(one.kind == "resembles" for one in found):
        return found
    with store.engine.connect() as connection:
        like = earlier.resembling(connection, text, but)
    return found if like is None else [*found, resembles(like, SUBMITTED)]


def _is_copied(store: Store, project: Project, payload: TossupPayload, text: str) -> bool:
    """Whether it is the question of the data set that it began from, as its readers see it."""
    begun = payload.started_from
    return as_seen(text) == as_seen(payload.text) and begun in store.examples_of(project.fingerprint, {begun})


def _id(project: Project, item_id: str) -> str:
    return content_id("tossup", project.id, item_id)[:16]


def _recorded_tossup(connection: Connection, project: Project, held: Work, sent: Sent, tried: Tried, now: float) -> str:
    assignment, payload = held.assignment, payload_of(held.item)
    if (known := _sent_before(connection, assignment.id, sent.key, sent.text)) is not None:
        return known
    id = _id(project, held.item.id)
    written = Written(
        payload.answer, payload.answer_line, payload.category, sent.text, payload.started_from, sent.reason,
        spent(assignment, now), changes_made(connection, assignment.id), tried.readings,
    )  # fmt: skip
    values = {"id": id, "project_id": project.id, "assignment_id": assignment.id, "key": sent.key, "at": now}
    connection.execute(insert(tossups).values(**values, document=to_text(written)))
    return id


def _revised() -> Refused:
    return Refused("What it asks for was changed meanwhile, on another page of yours. Open this page anew, and submit.")


def _sent_before(connection: Connection, assignment_id: str, key: str, text: str) -> str | None:
    """The id of the tossup that this piece of work was submitted as, None before; Refused where that was with another
    key or another text."""
    known = select(tossups.c.id, tossups.c.key, tossups.c.document).where(tossups.c.assignment_id == assignment_id)
    if (row := connection.execute(known).one_or_none()) is None:
        return None
    if row.key != key or from_text(Written, row.document).text != text:
        raise Refused("You have submitted this question already. To change it, start a new one from it.")
    return str(row.id)


def _instance(store: Store, project: Project, held: Work, text: str) -> Instance:
    """The text as what it goes back to changed; what is new is its own original, and unchanged."""
    payload, there = payload_of(held.item), composing(project.settings)
    own = Example(_id(project, held.item.id), there.query(text), gold_of(there, payload))
    root = roots(store, project, {own.id: ancestors(store, project, payload)}).get(own.id)
    if root is None:
        return Instance(own.id, own, unchanged(own))
    return Instance(own.id, root, Perturbation(root.id, own.query, own.gold, ()))


def _tried(
    store: Store, project: Project, held: Work, instance: Instance, listeners: Mapping[str, Listener], now: float
) -> Tried:
    """Of each machine the last reading of this text, and its attempt; one that has no reading, or failed, is asked for
    it, and it is logged. What a machine does not say in time is an error of it."""
    id, text, revisions = held.assignment.id, instance.perturbation.query.text, len(payload_of(held.item).revisions)
    known = {
        one.machine: one for one in readings_of(store, id)
        if " ".join(one.text.split()) == text and one.revisions == revisions
    }  # fmt: skip
    adversary = AS_IT_IS if instance.example.id == instance.id else PEOPLE
    plans = {machine: composed_plan(project, listener.desk, adversary) for machine, listener in listeners.items()}
    changes, readings, attempts = changes_by_then(store, id), dict[str, Reading](), dict[str, Attempt]()

    def read(machine: str, listener: Listener) -> None:
        if (before := known.get(machine)) is None or before.fault is not None:
            readings[machine] = heard(machine, listener, text, changes, now)

    def attempt(machine: str, at: Listener) -> None:
        attempts[machine] = attempt_of(plans[machine], project, at.desk, instance, at.person_id, at.leaving)

    in_time(listeners, (read, attempt), PATIENCE)
    for machine in (name for name in listeners if name in readings):
        record_reading(store, id, readings[machine], now)
        known[machine] = readings[machine]
    made = [(plan, attempts.get(machine) or too_late(plan, instance, PATIENCE)) for machine, plan in plans.items()]
    return Tried(tuple(known.values()), tuple(made))


def media_left(store: Store, project: Project, root: Example, before: str, text: str) -> tuple[str, ...]:
    """Tells of each mark in a text the name of its file: that of the mark of ``root``, whose text is ``before``, which
    the author left; "" of one that the author has put there, or moved. Empty where no mark has a file."""
    if not any(mark in text for mark in SHOWN) or root.id not in store.examples_of(project.fingerprint, {root.id}):
        return ()
    data = project_dataset(store, project.settings.dataset, project.id)
    paths = iter(task_of(root.query).media(data, root.id))
    found: list[str] = []
    for change in word_diff(before, text):
        for _ in (word for word in change.text.split() if word in SHOWN):
            name = "" if change.kind == "added" else name_in(next(paths, ""))
            if change.kind != "removed":
                found.append(name)
    return tuple(found) if any(found) else ()
