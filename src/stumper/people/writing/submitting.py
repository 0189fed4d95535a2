"""Predict and Submit, where people change an example: what they put to models is counted once, and what fools the model
joins the project's runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from stumper.errors import Refused
from stumper.judging import judged_ids
from stumper.people.annotating.judging_work import bar_writers, judge_submission
from stumper.people.projects.project import Project, choices_of, desk_of, locked_project
from stumper.people.queues.item import Work
from stumper.people.writing.asking import Said, check_length, evidence_words, said
from stumper.people.writing.item import check_time, is_practice, seconds_left, spent
from stumper.people.writing.patience import PATIENCE, Waiting
from stumper.people.writing.runs import attempts_on, desks_of, record_submission
from stumper.people.writing.submitted_before import submitted_before
from stumper.people.writing.tries import Put, Try, TryKind, changes_made, has_other_types, record_try, try_under
from stumper.runs.desk import Desk, Leaving, Urgency
from stumper.store import Store
from stumper.store.connection import writing
from stumper.types import Attempt, Example
from stumper.writing_desk import WritingDesk

LAST_PATIENCE = 60.0  # seconds, shortly before the time for an item is up: what is sent again later comes too late
TRIES = 5  # times that what is to be withdrawn is caught up with: each but the first means another page that submits
OWN = "You have submitted this text before. Change it, and submit again."
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
class Restating:
    """What is done where an author states another label of a text that they have submitted, within one transaction:
    what was submitted under one id is withdrawn, as its author's, and what was under the other counts again.

    ``catch_up``, which is done before, has all that was submitted until then stand where it can be withdrawn.
    """

    catch_up: Callable[[], object]
    withdraw: Callable[[Connection, str], None]
    restore: Callable[[Connection, str], None]


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

    @property
    def choices(self) -> Mapping[str, str]:
        """The answers that the author can state of the example, with what they are called."""
        return choices_of(self.project.settings, self.example.query)


def predict(at: Writing, pressed: Pressed, now: float) -> Said:
    """What the model says of the text; with a key it is an attempt that counts, once, unless nothing was changed.

    Refused when the time is up, unless it was counted before; Superseded, without a key, where the same person has
    asked something newer.
    """
    key = None if pressed.key is None else _key("predict", pressed.key)
    found = _asked(at, key, pressed, now, None if pressed.key else at.leaving)
    if key is not None:
        _record_attempt(at, key, pressed, found, now)
    return found


def submit(at: Writing, pressed: Pressed, now: float, restating: Restating | None = None) -> Receipt:
    """Where the text fools the model it is an instance in the project's runs, one against each of its victims.

    Sent again with the same key it is no second one. What somebody in the project has submitted before is dropped;
    that and what does not fool the model count as attempts, as by Predict. Refused when the time is up, unless it was
    counted before. Unanswered, with nothing recorded, where a model takes longer than an author waits, and the text can
    be sent again before the time is up.

    A text of one author counts once, whatever they state of it: the label stated last takes the place of the earlier
    one by ``restating``. Without that, or where the earlier one has been judged, it is dropped.
    """
    assert pressed.key is not None
    key, waiting = _key("submit", pressed.key), Waiting(_patience(at, now))
    [found] = waiting.answers({at.project.settings.victims[0]: partial(_asked, at, key, pressed, now)})
    refusal = _refusal(found)
    if not found.is_fooled or refusal is not None:
        _record_attempt(at, key, pressed, found, now)
        return Receipt(found, 0, refusal)
    if is_practice(at.held.item):
        return Receipt(found, 1)
    desks, person_id = desks_of(at.desks, at.project), at.held.assignment.person_id
    attempts = attempts_on(at.project, desks, at.example, found.perturbation, person_id, waiting)
    fooling = _Fooling(key, pressed, found, now, desks, attempts, evidence_words(desks[0].victim, at.example))
    for _ in range(TRIES):
        with writing(at.store.engine) as connection:
            if (done := _decided(connection, at, fooling, restating)) is not None:
                return done
        assert restating is not None
        restating.catch_up()
    raise Refused("You are submitting this text on several pages at once. Close all but one, and submit again.")


def is_counted(store: Store, assignment_id: str, press: TryKind, pressed: Pressed) -> bool:
    """Whether this is sent again, because its sender never heard that it had arrived; Refused where its key was sent
    with something else."""
    if pressed.key is None:
        return False
    with store.engine.connect() as connection:
        return _sent_before(connection, assignment_id, _key(press, pressed.key), pressed) is not None


def _asked(at: Writing, key: str | None, pressed: Pressed, now: float, leaving: Leaving | None) -> Said:
    with at.store.engine.connect() as connection:
        is_new = key is None or _sent_before(connection, at.held.assignment.id, key, pressed) is None
    if is_new:
        check_time(at.project.settings, at.held, now)
        check_length(pressed.text, at.work.shown(at.example).text)
    perturbation = at.work.perturbed(at.example, pressed.text, pressed.label, pressed.attack_types)
    urgency: Urgency = "typing" if pressed.key is None else "pressed"
    desk, person_id = desks_of(at.desks, at.project)[0], at.held.assignment.person_id
    return said(desk, at.work, at.example, perturbation, urgency, person_id, leaving)


def _patience(at: Writing, now: float) -> float:
    """For how many seconds the author of a submission waits until they are told that a model is slow."""
    left = seconds_left(at.project.settings, at.held, now)
    return PATIENCE if left is None or left > 2 * PATIENCE else LAST_PATIENCE


def _sent_before(connection: Connection, assignment_id: str, key: str, pressed: Pressed) -> Try | None:
    """The press that was recorded with this key; Refused where that was of something else, which would be told that it
    counts while nothing of it is recorded. Kinds of change that a moderator has changed since are not held against it.
    """
    if (known := try_under(connection, assignment_id, key)) is None:
        return None
    is_same = (known.put.text, known.put.label) == (pressed.text, pressed.label)
    has_same_types = known.put.attack_types == pressed.attack_types or has_other_types(connection, assignment_id, known)
    if not (is_same and has_same_types):
        raise Refused(f"The key {pressed.key!r} was sent before, with another text, label or kinds of change. Give a "
                      "press its own.")  # fmt: skip
    return known


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
        return "The model was wrong about the original already, so nothing counts here. Take another item."
    return None


@dataclass(frozen=True, slots=True)
class _Fooling:
    """A press of Submit on a text that fools the model, with what all of the project's models make of it."""

    key: str
    pressed: Pressed
    found: Said
    now: float
    desks: Sequence[Desk]
    attempts: Sequence[Attempt]
    evidence: str


def _decided(connection: Connection, at: Writing, fooling: _Fooling, restating: Restating | None) -> Receipt | None:
    """What comes of the submission: it is decided and recorded under the project's lock, whatever comes in beside it.

    None, and nothing is done, where it takes the place of one that ``restating`` has to catch up with first.
    """
    locked_project(connection, at.project.id)
    found, pressed, person_id = fooling.found, fooling.pressed, at.held.assignment.person_id
    before = submitted_before(connection, at.project, at.held.item.topic, pressed.text)
    label = _stated(at, pressed)
    alike = [one for one in before if _stated(at, one.put) == label]
    others = [one for one in before if one.person_id == person_id and one.is_kept and one not in alike]
    if (known := _sent_before(connection, at.held.assignment.id, fooling.key, pressed)) is not None:
        counting = [one.number for one in alike if one.person_id == person_id and one.is_kept]
        number = known.number if known.instance_id is not None else max(counting, default=0)
        return Receipt(found, number, None if number else "This was counted already, as an attempt.")
    if alike and (not others or any(one.is_kept or one.person_id != person_id for one in alike)):
        return _dropped(connection, at, fooling, OWN if any(one.person_id == person_id for one in alike) else ANOTHERS)
    if not others:
        return _recorded(connection, at, fooling)
    if restating is None or at.store.judgements([one.perturbation_id for one in others]):
        stated = _stated(at, others[0].put)
        why = f"You submitted this text as “{at.choices.get(stated, stated)}”, and it was judged as that."
        return _dropped(connection, at, fooling, f"{why} Change the text.")
    if not all(one.is_listed for one in others):
        return None
    for one in others:
        restating.withdraw(connection, one.perturbation_id)
    if not alike:
        return _recorded(connection, at, fooling)
    restating.restore(connection, alike[-1].perturbation_id)
    _record(connection, at, fooling.key, pressed, found, fooling.now, None)
    return Receipt(found, alike[-1].number)


def _dropped(connection: Connection, at: Writing, fooling: _Fooling, why: str) -> Receipt:
    """The press is an attempt, and nothing is submitted."""
    key, is_anothers = fooling.key, why == ANOTHERS
    _record(connection, at, key, fooling.pressed, fooling.found, fooling.now, None, is_anothers)
    return Receipt(fooling.found, 0, why)


def _recorded(connection: Connection, at: Writing, fooling: _Fooling) -> Receipt:
    """The text is an instance of the project's runs, and judges are asked about it."""
    found, now, held = fooling.found, fooling.now, at.held.assignment
    id = record_submission(connection, at.project, fooling.desks, at.example, fooling.attempts)
    _record(connection, at, fooling.key, fooling.pressed, found, now, id)
    judge_submission(connection, at.project, at.example, found.perturbation, held.person_id, now, fooling.evidence)
    bar_writers(connection, at.project, judged_ids(found.perturbation)[-1])
    made = try_under(connection, held.id, fooling.key)
    assert made is not None
    return Receipt(found, made.number)


def _stated(at: Writing, put: Pressed | Put) -> str:
    """What is right of the text as its author states it; "" where authors state nothing."""
    return at.work.perturbed(at.example, put.text, put.label, ()).gold.answers[0].text if at.choices else ""


def _record_attempt(at: Writing, key: str, pressed: Pressed, found: Said, now: float) -> None:
    if found.is_changed and not is_practice(at.held.item):
        with writing(at.store.engine) as connection:
            if _sent_before(connection, at.held.assignment.id, key, pressed) is None:
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
