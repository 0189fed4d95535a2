"""Machines that listen, over the API: what each says of a tossup that is being written, and where it would buzz."""

from dataclasses import replace
from threading import Thread

from fastapi import Response

from stumper.errors import BadOption, Refused
from stumper.people.projects.project import composing, desk_of
from stumper.people.queues.item import Work
from stumper.people.writing.asking import ROOM, Heard, Listener, Place, Spans, reading
from stumper.people.writing.beginning import gold_of, payload_of
from stumper.people.writing.hearing_out import heard_in_time, heard_soon
from stumper.people.writing.readings import changes_by_then, record_reading
from stumper.people.writing.revising import judge_anew
from stumper.people.writing.submitting_composed import passages_to_resemble
from stumper.retrieval.near_duplicates import PastQuestions
from stumper.runs.desk import Desk, Leaving, Superseded
from stumper.text import word_ends
from stumper.web.access import WORK, Routes, TheVisitor, Visitor
from stumper.web.api import writing_models as models
from stumper.web.api.in_hands import COMPOSED, CONFLICTS, TheLeaving, alive, composed_in_hands, superseded
from stumper.web.api.writing_shown import heard_shown
from stumper.web.house import House, TheHouse
from stumper.web.words import t

routes = Routes(prefix="/api/v1")
SLOW = 15.0  # seconds after which a machine has failed; the page waits somewhat longer
PATIENCE = 3.0  # seconds that submitting waits for past questions that a machine goes back to


@routes.post(f"{COMPOSED}/hear", may=WORK["write"], response_model=models.HeardTossup, responses=CONFLICTS,
             summary="What a machine says of a tossup")  # fmt: skip
def hear_tossup(
    assignment_id: str, sent: models.Asked, house: TheHouse, visitor: TheVisitor, leaving: TheLeaving
) -> models.HeardTossup | Response:
    """Its guesses for the whole text, and after which sentence it is right. 409 where one has typed on."""
    held = alive(house, visitor, composed_in_hands(house, visitor, assignment_id))
    try:
        heard = heard_in_time(live_listener(house, visitor, held, sent.machine, leaving), sent.text, SLOW)
    except Superseded:
        return superseded()
    if heard.fault is not None:
        _log(house, visitor, held, sent.machine, sent.text, heard, Place(len(word_ends(sent.text)), None, None), ())
    return heard_shown(heard, sent.text)


@routes.post(f"{COMPOSED}/place", may=WORK["write"], response_model=models.BuzzPlace, responses=CONFLICTS,
             summary="After which word of a tossup a machine is right first")  # fmt: skip
def place_buzz(
    assignment_id: str, sent: models.Placing, house: TheHouse, visitor: TheVisitor, leaving: TheLeaving
) -> models.BuzzPlace | Response:
    """Exactly, by every word; with it the text is in the log that is replayed. 409 where one has typed on."""
    held = alive(house, visitor, composed_in_hands(house, visitor, assignment_id))
    listener = live_listener(house, visitor, held, sent.machine, leaving)
    try:
        heard, place = listener.hear(sent.text, "idle"), listener.place(sent.text)
    except Superseded:
        return superseded()
    marked = tuple((span.start, span.end) for span in sent.highlighted)
    _log(house, visitor, held, sent.machine, sent.text, heard, place, marked)
    return models.BuzzPlace(words=place.words, buzz=place.buzz, end=place.end, fault=place.fault)


def listener_of(house: House, visitor: Visitor, held: Work, machine: str, leaving: Leaving | None = None) -> Listener:
    """The machine, as the visitor's questions about this tossup reach it; Refused where the server lacks it."""
    if machine not in visitor.at.settings.victims:
        raise BadOption(t("writing.tossups.no_such_machine", machine=machine))
    payload = payload_of(held.item)
    desk, revisions = _desk(house, machine), len(payload.revisions)
    settings = visitor.at.settings
    gold = gold_of(composing(settings), payload)
    return Listener(desk, desk_of(settings), gold, visitor.signed_in.id, leaving, revisions)


def live_listener(house: House, visitor: Visitor, held: Work, machine: str, leaving: Leaving) -> Listener:
    """The machine, where authors hear it as they write; Refused."""
    if not visitor.at.settings.live:
        raise Refused(t("writing.tossups.unaided"))
    return listener_of(house, visitor, held, machine, leaving)


def gone_back_to(house: House, visitor: Visitor, held: Work, text: str) -> list[PastQuestions]:
    """What the machine to beat goes back to, where it can show it; one that fails or is slow keeps nobody waiting."""
    machine = visitor.at.settings.victims[0]
    desk = house.desks.get(machine)
    if desk is None or not hasattr(desk.victim, "passage") or len(text) > ROOM:
        return []
    heard = heard_soon(listener_of(house, visitor, held, machine), text, PATIENCE)
    return [] if heard is None else [passages_to_resemble(heard.sources, payload_of(held.item).text)]


def judge_all_anew(house: House, visitor: Visitor, held: Work) -> None:
    """What machines said before the answer was changed is judged by the new one, while its author goes on."""
    revisions, id = len(payload_of(held.item).revisions), held.assignment.id
    if not revisions:
        return
    listeners = {
        machine: replace(listener_of(house, visitor, held, machine), person_id=f"judging {id} anew")
        for machine in visitor.at.settings.victims if machine in house.desks
    }  # fmt: skip
    Thread(target=judge_anew, args=(house.store, id, listeners, revisions), daemon=True).start()


def _desk(house: House, machine: str) -> Desk:
    if machine not in house.desks:
        raise Refused(t("writing.tossups.machine_gone", machine=machine))
    return house.desks[machine]


def _log(
    house: House, visitor: Visitor, held: Work, machine: str, text: str, heard: Heard, place: Place, marked: Spans
) -> None:
    """What the machine said of the text is in the log that is replayed."""
    now, id = house.clock(), held.assignment.id
    listener = listener_of(house, visitor, held, machine)
    said = reading(listener, machine, text, heard, place, changes_by_then(house.store, id), now, marked)
    record_reading(house.store, id, said, now)
