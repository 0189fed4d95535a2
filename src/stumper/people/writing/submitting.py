"""Predict and Submit: what a person puts to models is counted once, and what is submitted joins the project's runs.

Where authors change an example, what fools the model is submitted. Where they compose, it is whether it stumps a
machine or not, where nothing stands against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from sqlalchemy import Connection, insert, select

from stumper.errors import Refused
from stumper.identity import content_id
from stumper.judging import judged_ids
from stumper.people.annotating.judging_work import bar_writers, judge_submission
from stumper.people.annotating.tagging import TagPayload
from stumper.people.projects.project import Project, composing, desk_of, locked_project
from stumper.people.queues.item import Work
from stumper.people.queues.queue import NewItem, add_items, finish_within
from stumper.people.writing.asking import Listener, Said, check_length, evidence_words, said, unchanged
from stumper.people.writing.beginning import ancestors, gold_of, payload_of
from stumper.people.writing.evidence import Source
from stumper.people.writing.filters import Complaint, complaints, limits_of, resembles, vulgar_reason
from stumper.people.writing.hearing_out import PATIENCE, heard, in_time
from stumper.people.writing.item import check_time, is_practice, spent
from stumper.people.writing.near_duplicates import PastQuestions, SubmittedTexts, past_questions, resembling
from stumper.people.writing.readings import changes_by_then, readings_of, record_reading
from stumper.people.writing.runs import (
    AS_IT_IS,
    PEOPLE,
    attempt_of,
    attempts_on,
    composed_plan,
    desks_of,
    record_composed,
    record_submission,
    too_late,
)
from stumper.people.writing.submissions import roots
from stumper.people.writing.tossup import Reading, TossupPayload, Written
from stumper.people.writing.tries import Put, Try, TryKind, changes_made, record_try, try_under
from stumper.runs.desk import Desk, Leaving, Urgency
from stumper.runs.plan import Plan
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import PRESSED, assignments, items, tossups, tries
from stumper.store.values import to_text
from stumper.types import Attempt, Example, Instance, Perturbation
from stumper.writing_desk import WritingDesk

LONGEST_REASON = 500
UNCHANGED = Complaint(
    "resembles", "This is the question that you started from, word for word. Change it, or write why it stays.", True
)
SUBMITTED = "a question that was submitted here"  # nobody but moderators can look it up by its id
ANOTHERS = "Somebody else has submitted this very text before. Change it, and submit again."


@dataclass(frozen=True, slots=True)
class Pressed:
    """What was on the page when a button was pressed; ``key`` is the press's own, None as one types."""

    key: str | None
    text: str
    label: str | None = None
    attack_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """``number`` counts one's submissions on the item from 1, 0 of what is none; ``refusal`` says why it is none,
    unless it is that the model is right."""

    said: Said
    number: int
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """A person's work on an item, with all that answers it; ``leaving`` is how they say that they no longer wait."""

    store: Store
    desks: Mapping[str, Desk]
    project: Project
    held: Work
    example: Example
    leaving: Leaving | None = None

    @property
    def work(self) -> WritingDesk:
        """What is done with the texts of the project's task."""
        return desk_of(self.project.settings)


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


def predict(at: Writing, pressed: Pressed, now: float) -> Said:
    """What the model says of the text; with a key it is an attempt that counts, once, unless nothing was changed.

    Refused when the time is up, unless it was counted before; Superseded, without a key, where the same person has
    asked something newer.
    """
    key = None if pressed.key is None else _key("predict", pressed.key)
    found = _asked(at, key, pressed, now)
    if key is not None:
        _record_attempt(at, key, pressed, found, now)
    return found


def submit(at: Writing, pressed: Pressed, now: float) -> Receipt:
    """Where the text fools the model it is an instance in the project's runs, one against each of its victims.

    Sent again with the same key it is no second one. What somebody in the project has submitted before is dropped;
    that and what does not fool the model count as attempts, as by Predict. Refused when the time is up, unless it was
    counted before.
    """
    assert pressed.key is not None
    key = _key("submit", pressed.key)
    found = _asked(at, key, pressed, now)
    refusal = _refusal(found)
    if not found.is_fooled or refusal is not None:
        _record_attempt(at, key, pressed, found, now)
        return Receipt(found, 0, refusal)
    if is_practice(at.held.item):
        return Receipt(found, 1)
    desks = desks_of(at.desks, at.project)
    attempts = attempts_on(at.project, desks, at.example, found.perturbation, at.held.assignment.person_id)
    evidence = evidence_words(desks[0].victim, at.example)
    with writing(at.store.engine) as connection:
        return _recorded(connection, at, key, pressed, found, desks, attempts, evidence, now)


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
    if (known := _under(store, held.assignment.id, sent.key)) is not None:
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
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        if connection.scalar(select(items.c.payload).where(items.c.id == held.item.id)) != held.item.payload:
            raise _revised()
        if not reason and (like := earlier.resembling(connection, text, but)) is not None:  # which came meanwhile
            return Outcome(None, (resembles(like, SUBMITTED),))
        id = _recorded_tossup(connection, project, held, replace(sent, text=text, reason=reason), tried, now)
        if tried.runs:
            record_composed(connection, tried.runs, instance)
        finish_within(connection, held.assignment.id, held.assignment.person_id, now)
    return Outcome(id)


def passages_to_resemble(found: Sequence[Source], original: str) -> PastQuestions:
    """The passages that a machine goes back to, but for those that the author began from: ``original`` is that text."""
    texts = [(source.id, source.text) for source in found]
    return past_questions(one for one in texts if resembling(past_questions([one]), original) is None)


def is_counted(store: Store, assignment_id: str, press: TryKind, pressed: Pressed) -> bool:
    """Whether this is sent again, because its sender never heard that it had arrived."""
    return pressed.key is not None and _is_counted(store, assignment_id, _key(press, pressed.key), pressed.text)


def _asked(at: Writing, key: str | None, pressed: Pressed, now: float) -> Said:
    if key is None or not _is_counted(at.store, at.held.assignment.id, key, pressed.text):
        check_time(at.project.settings, at.held, now)
        check_length(pressed.text, at.work.shown(at.example).text)
    perturbation = at.work.perturbed(at.example, pressed.text, pressed.label, pressed.attack_types)
    urgency: Urgency = "typing" if pressed.key is None else "pressed"
    desk, person_id = desks_of(at.desks, at.project)[0], at.held.assignment.person_id
    return said(desk, at.work, at.example, perturbation, urgency, person_id, None if pressed.key else at.leaving)


def _is_counted(store: Store, assignment_id: str, key: str, text: str) -> bool:
    with store.engine.connect() as connection:
        known = try_under(connection, assignment_id, key)
    return known is not None and known.put.text == text


def _key(press: TryKind, key: str) -> str:
    """Predict and Submit have keys of their own each."""
    return f"{press} {key}"


def _refusal(found: Said) -> str | None:
    """Why this could not be submitted, whatever the model says of it."""
    if found.fault is not None:
        return found.fault
    if not found.is_changed:
        return "Nothing has been changed yet."
    if not found.is_right_before:
        return "The model is wrong about the original already, so there is nothing to win here. Take the next item."
    return None


def _recorded(
    connection: Connection,
    at: Writing,
    key: str,
    pressed: Pressed,
    found: Said,
    desks: Sequence[Desk],
    attempts: Sequence[Attempt],
    evidence: str,
    now: float,
) -> Receipt:
    locked_project(connection, at.project.id)
    assignment = at.held.assignment
    if (known := try_under(connection, assignment.id, key)) is not None:
        return Receipt(found, known.number, None if known.number else "This was counted already, as an attempt.")
    before = _submitted_before(connection, at, found)
    id = None if before else record_submission(connection, at.project, desks, at.example, attempts)
    _record(connection, at, key, pressed, found, now, id, is_anothers=before == ANOTHERS)
    if before is not None:
        return Receipt(found, 0, before)
    judge_submission(connection, at.project, at.example, found.perturbation, assignment.person_id, now, evidence)
    bar_writers(connection, at.project, judged_ids(found.perturbation)[-1])
    made = try_under(connection, assignment.id, key)
    assert made is not None
    return Receipt(found, made.number)


def _submitted_before(connection: Connection, at: Writing, found: Said) -> str | None:
    """What is said of a text that is in the project already; None where it is new."""
    query = (
        select(assignments.c.person_id)
        .select_from(PRESSED)
        .where(items.c.project_id == at.project.id, tries.c.instance_id.is_not(None))
        .where(tries.c.perturbation_id == judged_ids(found.perturbation)[-1])
    )
    people = set(connection.scalars(query))
    if at.held.assignment.person_id in people:
        return "You have submitted this text before. Change it, and submit again."
    return ANOTHERS if people else None


def _record_attempt(at: Writing, key: str, pressed: Pressed, found: Said, now: float) -> None:
    if found.is_changed and not is_practice(at.held.item):
        with writing(at.store.engine) as connection:
            _record(connection, at, key, pressed, found, now, None)


def _record(
    connection: Connection, at: Writing, key: str, pressed: Pressed, found: Said, now: float, instance_id: str | None,
    is_anothers: bool = False,
) -> None:  # fmt: skip
    assignment, answer = at.held.assignment, found.guesses[0].answer if found.guesses else None
    put = Put(
        pressed.text,
        pressed.label,
        pressed.attack_types,
        answer,
        found.after.expected,
        found.before.expected,
        spent(assignment, now),
        changes_made(connection, assignment.id),
        found.fault,
        at.project.settings.victims[0],
        found.is_right_before or found.before.fault is not None,
        is_anothers,
    )
    id = None if found.fault else judged_ids(found.perturbation)[-1]
    kind: TryKind = "predict" if instance_id is None else "submit"
    record_try(connection, assignment.id, key, Try(kind, now, found.is_fooled, id, instance_id, put))
    if id is not None:
        bar_writers(connection, at.project, id)


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
    found = complaints(text, limits_of(project.settings), past, but)
    if _is_copied(store, project, payload_of(held.item), text):
        return [*found, UNCHANGED]
    if any(one.kind == "resembles" for one in found):
        return found
    with store.engine.connect() as connection:
        like = earlier.resembling(connection, text, but)
    return found if like is None else [*found, resembles(like, SUBMITTED)]


def _is_copied(store: Store, project: Project, payload: TossupPayload, text: str) -> bool:
    """Whether it is the question of the data set that it began from, word for word."""
    begun = payload.started_from
    return text == " ".join(payload.text.split()) and begun in store.examples_of(project.fingerprint, {begun})


def _id(project: Project, item_id: str) -> str:
    return content_id("tossup", project.id, item_id)[:16]


def _recorded_tossup(connection: Connection, project: Project, held: Work, sent: Sent, tried: Tried, now: float) -> str:
    assignment, payload = held.assignment, payload_of(held.item)
    known = select(tossups.c.id, tossups.c.key).where(tossups.c.assignment_id == assignment.id)
    if (row := connection.execute(known).one_or_none()) is not None:
        if row.key == sent.key:
            return str(row.id)
        raise Refused("You have submitted this question already. To change it, start a new one from it.")
    id = _id(project, held.item.id)
    written = Written(
        payload.answer, payload.answer_line, payload.category, sent.text, payload.started_from, sent.reason,
        spent(assignment, now), changes_made(connection, assignment.id), tried.readings,
    )  # fmt: skip
    values = {"id": id, "project_id": project.id, "assignment_id": assignment.id, "key": sent.key, "at": now}
    connection.execute(insert(tossups).values(**values, document=to_text(written)))
    if "tag" in project.settings.kinds:
        asked = TagPayload(id, sent.text, payload.answer_line, payload.category)
        item = NewItem("tag", id, to_text(asked), project.settings.taggers, (assignment.person_id,), key=id)
        add_items(connection, project.id, [item], now)
    return id


def _revised() -> Refused:
    return Refused("What it asks for was changed meanwhile, on another page of yours. Open this page anew, and submit.")


def _under(store: Store, assignment_id: str, key: str) -> str | None:
    query = select(tossups.c.id).where(tossups.c.assignment_id == assignment_id, tossups.c.key == key)
    with store.engine.connect() as connection:
        found: str | None = connection.scalar(query)
    return found


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
