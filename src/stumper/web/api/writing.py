"""Writing over the API: what one has in hands is opened, its draft saved, its text put to models, submitted.

Where authors change an example, one model is asked about it; where they compose, each machine hears what they write.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from fastapi import Response
from sqlalchemy import Connection

from stumper.errors import BadOption, NotThere
from stumper.people.examples.acts import Actor, restore_within, withdraw_within
from stumper.people.examples.catalogue import catch_up
from stumper.people.projects.project import composes, composing, desk_of
from stumper.people.queues.item import Item, Work
from stumper.people.queues.queue import finish, items_for, lease_item
from stumper.people.writing.asking import check_length
from stumper.people.writing.attack_types import ATTACK_TYPES, types_for
from stumper.people.writing.beginning import gold_of, original_text, own_tossup
from stumper.people.writing.drafts import Change, Document, draft, save_draft
from stumper.people.writing.item import check_time, example_of, is_practice, seconds_left, state_of
from stumper.people.writing.known_answers import can_say
from stumper.people.writing.runs import desks_of
from stumper.people.writing.submissions import submitted, submitted_from
from stumper.people.writing.submitting import Pressed, Restating, Writing, is_counted, predict, submit
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.people.writing.tries import TryKind, counts
from stumper.people.writing.weighing import weighed
from stumper.runs.desk import Superseded
from stumper.web.access import AUTHOR, WORK, Routes, TheVisitor, Visitor, composed_in
from stumper.web.api import writing_models as models
from stumper.web.api.beginning import known_answers
from stumper.web.api.in_hands import (
    COMPOSED,
    CONFLICTS,
    HELD,
    TheLeaving,
    alive,
    composed_in_hands,
    conflict,
    held_in,
    not_composed,
    superseded,
)
from stumper.web.api.listening import gone_back_to, judge_all_anew, listener_of, live_listener
from stumper.web.api.writing_shown import (
    draft_shown,
    is_original,
    original_shown,
    readings_shown,
    said_shown,
    tries_shown,
    weights_shown,
)
from stumper.web.house import House, TheHouse
from stumper.web.words import t

routes = Routes(prefix="/api/v1")


@routes.get(
    "/projects/{project_id}/items", may=AUTHOR.by("read"), response_model=list[models.Row], summary="Your items"
)
def read_items(house: TheHouse, visitor: TheVisitor) -> list[models.Row]:
    """In their order; without decided ones that you have not begun."""
    not_composed(visitor)
    numbers, rows = count(1), []
    for item, held in items_for(house.store, visitor.at.id, visitor.signed_in.id):
        number = 0 if is_practice(item) else next(numbers)
        rows.append(models.Row(id=item.id, number=number, example=item.topic, state=state_of(held)))
    return rows


@routes.post("/projects/{project_id}/items/{item_id}/open", may=WORK["write"], response_model=models.Opened,
             summary="Takes an item in hand, or goes on with it")  # fmt: skip
def open_item(item_id: str, house: TheHouse, visitor: TheVisitor, sent: models.Opening | None = None) -> models.Opened:
    """The item with what its author has made of it so far. 409 where all of its places are taken.

    Who only looks has no place yet, and their time does not run: the first change begins it, or a press on a changed
    text.
    """
    not_composed(visitor)
    project, person = visitor.at, visitor.signed_in
    items = [item for item, _ in items_for(house.store, project.id, person.id)]
    order = [item.id for item in items]
    if item_id not in order:
        raise NotThere(t("writing.no_such_item"))
    now = house.clock()
    held = lease_item(house.store, item_id, person.id, now, is_looking=sent is not None and sent.looking)
    at = _writing(house, visitor, held)
    newest = draft(house.store, held.assignment.id)
    place = order.index(item_id)
    return models.Opened(
        assignment=held.assignment.id,
        item=_place(items, held.item),
        example=original_shown(at),
        draft=draft_shown(newest),
        changes=newest.changes if newest else 0,
        seconds_left=seconds_left(project.settings, held, now),
        tries=tries_shown(counts(house.store, held.assignment.id)),
        practice=is_practice(held.item),
        begun=held.assignment.state != "looked",
        done=held.assignment.state == "done",
        previous=order[place - 1] if place else None,
        next=order[place + 1] if place + 1 < len(order) else None,
        settings=models.WritingSettings(
            live=project.settings.live,
            timer=project.settings.timer,
            labels=list(at.choices),
            attack_types=list(types_for(at.work.shown(at.example))),
        ),
    )


@routes.put(f"{HELD}/draft", may=WORK["write"], response_model=models.DraftKept, responses=CONFLICTS,
            summary="Saves what is being written")  # fmt: skip
def put_draft(
    assignment_id: str, sent: models.DraftSaved, house: TheHouse, visitor: TheVisitor
) -> models.DraftKept | Response:
    """Kept even when the time is up. 409 with the newer draft where it was not made from the newest revision."""
    held = held_in(house, visitor, assignment_id)
    if sent.label is not None:
        _check_label(_writing(house, visitor, held), sent.label)
    return _kept(house, visitor, held, sent)


@routes.post(f"{HELD}/predict", may=WORK["write"], response_model=models.Told, responses=CONFLICTS,
             summary="Asks the model about a text")  # fmt: skip
def ask_model(
    assignment_id: str, sent: models.PutToModel, house: TheHouse, visitor: TheVisitor, leaving: TheLeaving
) -> models.Told | Response:
    """With a key this is an attempt and counts, once; without one, as one types, 409 where something newer came in."""
    if leaving.has_left and sent.key is None:
        return superseded()
    pressed = Pressed(sent.key, sent.text, sent.label)
    at, now = _pressing(house, visitor, assignment_id, "predict", pressed), house.clock()
    try:
        said = predict(replace(at, leaving=leaving), pressed, now)
    except Superseded:
        return superseded()
    return said_shown(at, said, now)


@routes.post(f"{HELD}/weights", may=WORK["write"], response_model=models.Weighed, responses=CONFLICTS,
             summary="How much each word matters to an answer")  # fmt: skip
def weigh_words(
    assignment_id: str, sent: models.Weighing, house: TheHouse, visitor: TheVisitor, leaving: TheLeaving
) -> models.Weighed | Response:
    """At once by gradient, where the model knows one; slower by leaving each word out. 409 where one has typed on."""
    at = _asking(house, visitor, held_in(house, visitor, assignment_id), sent.text, sent.label)
    check_time(visitor.at.settings, at.held, house.clock())
    check_length(sent.text, at.work.shown(at.example).text)
    query = at.work.perturbed(at.example, sent.text, sent.label, ()).query
    desk, person_id = desks_of(house.desks, visitor.at)[0], visitor.signed_in.id
    try:
        found = weighed(desk, query, sent.answer, sent.method, person_id, leaving)
    except Superseded:
        return superseded()
    return models.Weighed(weights=weights_shown(found.weights), agreement=found.agreement)


@routes.post(f"{HELD}/submit", may=WORK["write"], response_model=models.Submitted,
             summary="Submits a text that fools the model",
             responses={409: {"description": "The time for this item is up."}})  # fmt: skip
def submit_text(assignment_id: str, sent: models.Submitting, house: TheHouse, visitor: TheVisitor) -> models.Submitted:
    """Not accepted where the model is right, a rule is broken (``fault``), or the same text was submitted before."""
    if unknown := [kind for kind in sent.attack_types if kind not in ATTACK_TYPES]:
        raise BadOption(t("writing.no_such_type", kind=unknown[0]))
    pressed = Pressed(sent.key, sent.text, sent.label, tuple(dict.fromkeys(sent.attack_types)))
    at, now = _pressing(house, visitor, assignment_id, "submit", pressed), house.clock()
    done = submit(at, pressed, now, _restating(house, visitor, now))
    told = said_shown(at, done.said, now)
    made = submitted(house.store, at.held.item.id, visitor.signed_in.id)
    return models.Submitted(
        **{**told.model_dump(), "fault": done.refusal},
        accepted=done.number > 0,
        submission=done.number,
        taken_back=[one.number for one in made if one.taken_back],
    )


@routes.post(
    f"{HELD}/done", may=WORK["write"], status_code=204, response_model=None, summary="Ends one's work on an item"
)
def finish_item(assignment_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """It can be opened again while there is time left."""
    held = held_in(house, visitor, assignment_id)
    finish(house.store, held.assignment.id, visitor.signed_in.id, house.clock())
    return Response(status_code=204)


@routes.post("/projects/{project_id}/tossups/{item_id}/open", may=WORK["write"], response_model=models.OpenedTossup,
             summary="Goes on with a tossup")  # fmt: skip
def open_tossup(item_id: str, house: TheHouse, visitor: TheVisitor) -> models.OpenedTossup:
    """The tossup with what you have made of it so far."""
    project, person_id = composed_in(visitor), visitor.signed_in.id
    _, payload = own_tossup(house.store, project, item_id, person_id)
    held = lease_item(house.store, item_id, person_id, house.clock(), is_looking=True)
    newest, made = draft(house.store, held.assignment.id), submitted_from(house.store, held.assignment.id)
    known = known_answers(house, visitor).by_machine
    house.answers.prepare(house.store, project, house.victims)
    judge_all_anew(house, visitor, held)
    settings, gold = project.settings, gold_of(composing(project.settings), payload)
    return models.OpenedTossup(
        assignment=held.assignment.id,
        answer=payload.answer,
        answer_line=payload.answer_line,
        category=payload.category,
        revisions=len(payload.revisions),
        original=payload.text,
        draft=draft_shown(newest),
        changes=newest.changes if newest else 0,
        machines=list(settings.victims),
        known=[can_say(answers, gold, desk_of(settings).goal) for answers in known],
        limits=models.TossupLimits(
            characters=settings.characters, least_sentences=settings.sentences[0], most_sentences=settings.sentences[1]
        ),
        live=settings.live,
        submitted=made.text if made is not None else None,
        said=readings_shown(made),
    )


@routes.put(f"{COMPOSED}/draft", may=WORK["write"], response_model=models.DraftKept, responses=CONFLICTS,
            summary="Saves the tossup that is being written")  # fmt: skip
def put_tossup(
    assignment_id: str, sent: models.DraftSaved, house: TheHouse, visitor: TheVisitor
) -> models.DraftKept | Response:
    """409 with the newer draft where it was not made from the newest revision."""
    return _kept(house, visitor, composed_in_hands(house, visitor, assignment_id), sent)


@routes.post(f"{COMPOSED}/weights", may=WORK["write"], response_model=models.WeighedTossup, responses=CONFLICTS,
             summary="How much each word of a tossup matters to an answer")  # fmt: skip
def weigh_tossup(
    assignment_id: str, sent: models.WeighingTossup, house: TheHouse, visitor: TheVisitor, leaving: TheLeaving
) -> models.WeighedTossup | Response:
    """At once where the machine knows, else by leaving each word out. 409 where one has typed on."""
    held = alive(house, visitor, composed_in_hands(house, visitor, assignment_id))
    listener = live_listener(house, visitor, held, sent.machine, leaving)
    desk = listener.desk
    if desk.explains != (sent.method == "gradient") or not sent.text.strip():
        return models.WeighedTossup(weights=[])
    try:
        found = weighed(
            desk,
            composing(visitor.at.settings).query(sent.text),
            sent.answer,
            sent.method,
            visitor.signed_in.id,
            leaving,
        )
    except Superseded:
        return superseded()
    return models.WeighedTossup(weights=weights_shown(found.weights))


@routes.post(f"{COMPOSED}/submit", may=WORK["write"], response_model=models.SubmittedTossup, summary="Submits a tossup")
def submit_composed(
    assignment_id: str, sent: models.SubmittingTossup, house: TheHouse, visitor: TheVisitor
) -> models.SubmittedTossup:
    """Whether it stumps a machine or not; else what stands against it. Sent again it is no second one.

    Machines that have not read this very text are asked first, and waited for a few seconds.
    """
    project, held = composed_in(visitor), composed_in_hands(house, visitor, assignment_id)
    past = (house.answers.past(house.store, project), *gone_back_to(house, visitor, held, sent.text))
    pressed = Sent(sent.key, sent.text, sent.reason, sent.revisions)
    listeners = {
        machine: listener_of(house, visitor, held, machine)
        for machine in project.settings.victims if machine in house.desks
    }  # fmt: skip
    earlier = house.answers.submitted(project)
    outcome = submit_tossup(house.store, project, held, pressed, past, house.clock(), listeners, earlier)
    against = [
        models.Against(kind=one.kind, sentence=one.said, can_override=one.can_override) for one in outcome.complaints
    ]
    made = submitted_from(house.store, held.assignment.id) if outcome.id is not None else None
    return models.SubmittedTossup(
        accepted=outcome.id is not None, id=outcome.id, against=against, said=readings_shown(made)
    )


def _restating(house: House, visitor: Visitor, now: float) -> Restating:
    """What was submitted under another label, withdrawn as by its author under Examples."""
    by, said = Actor(visitor.signed_in.id, now, moderates=False), t("writing.restated")

    def withdraw(connection: Connection, id: str) -> None:
        withdraw_within(connection, house.store, visitor.at, id, by, said)

    def count_again(connection: Connection, id: str) -> None:
        restore_within(connection, house.store, visitor.at, id, by, said)

    return Restating(lambda: catch_up(house.store, visitor.at), withdraw, count_again)


def _asking(house: House, visitor: Visitor, held: Work, text: str, label: str | None) -> Writing:
    """Work with what answers it. The visitor has given a sign of life, unless they look at what they have not begun."""
    at = _writing(house, visitor, held)
    _check_label(at, label)
    if held.assignment.state == "looked" and is_original(at, text, label):
        return at
    return replace(at, held=alive(house, visitor, held))


def _pressing(house: House, visitor: Visitor, assignment_id: str, press: TryKind, pressed: Pressed) -> Writing:
    """Work for a button press. What was counted before is told to whoever sends it again, at any time."""
    held = held_in(house, visitor, assignment_id)
    if is_counted(house.store, held.assignment.id, press, pressed):
        return _writing(house, visitor, held)
    return _asking(house, visitor, held, pressed.text, pressed.label)


def _writing(house: House, visitor: Visitor, held: Work) -> Writing:
    return Writing(house.store, house.desks, visitor.at, held, example_of(house.store, visitor.at, held.item))


def _place(items: Sequence[Item], item: Item) -> models.Place:
    """Its number among the items that count; 0 of practice."""
    counted = [one.id for one in items if not is_practice(one)]
    return models.Place(id=item.id, number=counted.index(item.id) + 1 if item.id in counted else 0, of=len(counted))


def _check_label(at: Writing, label: str | None) -> None:
    """Nothing; BadOption where the answers that authors can state are others."""
    if label is not None and at.choices and label not in at.choices:
        raise BadOption(t("writing.no_such_label", label=label, labels=", ".join(at.choices)))


def _kept(house: House, visitor: Visitor, held: Work, sent: models.DraftSaved) -> models.DraftKept | Response:
    """What was sent is the draft; where it was not made from the newest, that is what a 409 holds."""
    changes = [Change(**change.model_dump()) for change in sent.changes]
    document, now = Document(sent.text, sent.label), house.clock()
    original = original_text(house.store, visitor.at, held.item)
    saved = save_draft(house.store, held.assignment.id, original, sent.revision, document, changes, now)
    made, kept = saved.draft.changes, saved.draft
    if not saved.is_newest:
        newer = t("writing.newer_draft")
        return conflict(models.Conflict(sentence=newer, kind="stale", draft=draft_shown(kept), changes=made))
    touched = alive(house, visitor, held)
    left = None if composes(visitor.at.settings) else seconds_left(visitor.at.settings, touched, now)
    return models.DraftKept(revision=kept.revision, saved_at=kept.saved, changes=made, seconds_left=left)
