"""Writing tossups over the API: an answer is found, a tossup begun, its draft saved, machines asked, and submitted."""

from collections.abc import Sequence
from dataclasses import replace
from threading import Thread

from fastapi import Depends, Response

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.projects.project import Project, composes, composing, desk_of
from stumper.people.queues.item import Work
from stumper.people.queues.queue import lease_item
from stumper.people.writing.answer_search import folded, search_answers
from stumper.people.writing.asking import ROOM, SHOWN, Heard, Listener, Place, Spans, reading
from stumper.people.writing.beginning import (
    LONGEST_LINE,
    Beginning,
    Choice,
    begin_tossup,
    gold_of,
    own_tossup,
    own_tossups,
    payload_of,
    tossup_in_hands,
)
from stumper.people.writing.drafts import draft
from stumper.people.writing.filters import length
from stumper.people.writing.hearing_out import heard_in_time, heard_soon
from stumper.people.writing.known_answers import Known, can_say, is_said_by_one
from stumper.people.writing.near_duplicates import PastQuestions
from stumper.people.writing.readings import changes_by_then, record_reading
from stumper.people.writing.revising import discard_tossup, judge_anew, revise_tossup
from stumper.people.writing.submissions import submitted_assignments, submitted_from
from stumper.people.writing.submitting import Sent, passages_to_resemble, submit_tossup
from stumper.people.writing.tossup import Named, Written
from stumper.people.writing.weighing import weighed
from stumper.runs.desk import Desk, Leaving, Superseded
from stumper.text import word_ends
from stumper.types import Answer, Gold
from stumper.web.access import AUTHOR, WORK, Routes, Visitor, the_visitor
from stumper.web.api import tossups_models as models
from stumper.web.api.drafting import CONFLICTS, alive, draft_kept, draft_shown, saved_draft, superseded, weights_shown
from stumper.web.api.writing_models import DraftKept, DraftSaved
from stumper.web.house import House, the_house
from stumper.web.leaving import the_leaving
from stumper.web.words import t

routes = Routes(prefix="/api/v1")
HERE = "/projects/{project_id}/tossups"
HELD = "/projects/{project_id}/assignments/{assignment_id}/tossup"
SLOW = 15.0  # seconds after which a machine has failed; the page waits somewhat longer
PATIENCE = 3.0  # seconds that submitting waits for past questions that a machine goes back to
LISTED = 10  # answers, and questions to start from


@routes.get(
    f"{HERE}/answers", may=AUTHOR.by("read"), response_model=models.AnswersFound, summary="Answers that begin as typed"
)
def find_answers(
    typed: str = "", whole: bool = False, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> models.AnswersFound:
    """Of the data set and of the machines; any other answer can be asked for as well.

    ``whole``: nothing more is typed, and it is told which machines know this answer.
    """
    known = _known(house, visitor)
    found = [
        models.AnswerFound(answer=one.answer, times=one.times, known=is_said_by_one(known, one.answer))
        for one in search_answers(known.index, typed[:200], LISTED)
    ]
    goal = desk_of(visitor.at.settings).goal
    asked = Gold((Answer(" ".join(typed[:LONGEST_LINE].split())),))
    return models.AnswersFound(
        answers=found, known=[can_say(one, asked, goal) for one in known.by_machine] if whole else []
    )


@routes.get(
    f"{HERE}/past", may=AUTHOR.by("read"), response_model=list[models.Past], summary="Questions that ask for an answer"
)
def find_past(
    answer: str = "", house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> list[models.Past]:
    """Those of the data set, to start from."""
    asked = _known(house, visitor).asking.get(folded(answer), ())
    return [models.Past(id=example.id, text=example.query.text) for example in asked[:LISTED]]


@routes.get(HERE, may=AUTHOR.by("read"), response_model=list[models.Row], summary="Your tossups")
def read_own(house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)) -> list[models.Row]:
    """What you have begun, the newest first."""
    done = submitted_assignments(house.store, _quizbowl(visitor))
    return [
        models.Row(id=item.id, answer=payload.answer, category=payload.category, begun=held.started,
                   submitted=held.id in done)
        for item, payload, held in own_tossups(house.store, _quizbowl(visitor), visitor.signed_in.id)
    ]  # fmt: skip


@routes.post(HERE, may=WORK["write"], response_model=models.Item, summary="Begins a tossup")
def begin(
    sent: models.Begun, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> models.Item:
    """It is in your hands; sent again it is the same one."""
    chosen = Beginning(sent.key, sent.answer, sent.answer_line, sent.category, sent.started_from)
    id = begin_tossup(house.store, _quizbowl(visitor), visitor.signed_in.id, chosen, house.clock())
    return models.Item(id=id)


@routes.post(f"{HERE}/{{item_id}}/open", may=WORK["write"], response_model=models.OpenedTossup,
             summary="Goes on with a tossup")  # fmt: skip
def open_tossup(
    item_id: str, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> models.OpenedTossup:
    """The tossup with what you have made of it so far."""
    project, person_id = _quizbowl(visitor), visitor.signed_in.id
    _, payload = own_tossup(house.store, project, item_id, person_id)
    held = lease_item(house.store, item_id, person_id, house.clock(), is_looking=True)
    newest, made = draft(house.store, held.assignment.id), submitted_from(house.store, held.assignment.id)
    known = _known(house, visitor).by_machine
    house.answers.prepare(house.store, project, house.victims)
    _judge_anew(house, visitor, held)
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
        said=_said(made),
    )


@routes.put(
    f"{HERE}/{{item_id}}/answer", may=WORK["write"], response_model=models.Item, summary="Changes what it asks for"
)
def revise(
    item_id: str, sent: models.Asks, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> models.Item:
    """The text stays; once it is opened again, what machines said of it is judged anew. 409 where it was submitted."""
    chosen = Choice(sent.answer, sent.answer_line, sent.category)
    revise_tossup(house.store, _quizbowl(visitor), item_id, visitor.signed_in.id, chosen, house.clock())
    return models.Item(id=item_id)


@routes.delete(f"{HERE}/{{item_id}}", may=WORK["write"], status_code=204, summary="Discards a tossup that was begun")
def discard(item_id: str, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)) -> None:
    """With all that was written of it; 409 where it was submitted."""
    discard_tossup(house.store, _quizbowl(visitor), item_id, visitor.signed_in.id)


@routes.put(f"{HELD}/draft", may=WORK["write"], response_model=DraftKept, responses=CONFLICTS,
            summary="Saves the tossup that is being written")  # fmt: skip
def put_tossup(
    assignment_id: str, sent: DraftSaved, house: House = Depends(the_house), visitor: Visitor = Depends(the_visitor)
) -> DraftKept | Response:
    """409 with the newer draft where it was not made from the newest revision."""
    held = _held(house, visitor, assignment_id)
    saved = saved_draft(house, held, payload_of(held.item).text, sent)
    if isinstance(saved, Response):
        return saved
    alive(house, visitor, held)
    return draft_kept(saved, None)


@routes.post(f"{HELD}/hear", may=WORK["write"], response_model=models.HeardTossup, responses=CONFLICTS,
             summary="What a machine says of a tossup")  # fmt: skip
def hear_tossup(
    assignment_id: str,
    sent: models.Asked,
    house: House = Depends(the_house),
    visitor: Visitor = Depends(the_visitor),
    leaving: Leaving = Depends(the_leaving),
) -> models.HeardTossup | Response:
    """Its guesses for the whole text, and after which sentence it is right. 409 where one has typed on."""
    held = _at_work(house, visitor, assignment_id)
    try:
        heard = heard_in_time(_live_listener(house, visitor, held, sent.machine, leaving), sent.text, SLOW)
    except Superseded:
        return superseded()
    if heard.fault is not None:
        _log(house, visitor, held, sent.machine, sent.text, heard, Place(len(word_ends(sent.text)), None, None), ())
    return _told(heard, sent.text)


@routes.post(f"{HELD}/place", may=WORK["write"], response_model=models.BuzzPlace, responses=CONFLICTS,
             summary="After which word of a tossup a machine is right first")  # fmt: skip
def place_buzz(
    assignment_id: str,
    sent: models.Placing,
    house: House = Depends(the_house),
    visitor: Visitor = Depends(the_visitor),
    leaving: Leaving = Depends(the_leaving),
) -> models.BuzzPlace | Response:
    """Exactly, by every word; with it the text is in the log that is replayed. 409 where one has typed on."""
    held = _at_work(house, visitor, assignment_id)
    listener = _live_listener(house, visitor, held, sent.machine, leaving)
    try:
        heard, place = listener.hear(sent.text, "idle"), listener.place(sent.text)
    except Superseded:
        return superseded()
    marked = tuple((span.start, span.end) for span in sent.highlighted)
    _log(house, visitor, held, sent.machine, sent.text, heard, place, marked)
    return models.BuzzPlace(words=place.words, buzz=place.buzz, end=place.end, fault=place.fault)


@routes.post(f"{HELD}/weights", may=WORK["write"], response_model=models.WeighedTossup, responses=CONFLICTS,
             summary="How much each word of a tossup matters to an answer")  # fmt: skip
def weigh_tossup(
    assignment_id: str,
    sent: models.WeighingTossup,
    house: House = Depends(the_house),
    visitor: Visitor = Depends(the_visitor),
    leaving: Leaving = Depends(the_leaving),
) -> models.WeighedTossup | Response:
    """At once where the machine knows, else by leaving each word out. 409 where one has typed on."""
    held = _at_work(house, visitor, assignment_id)
    listener = _live_listener(house, visitor, held, sent.machine, leaving)
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


@routes.post(f"{HELD}/submit", may=WORK["write"], response_model=models.SubmittedTossup, summary="Submits a tossup")
def submit(
    assignment_id: str,
    sent: models.SubmittingTossup,
    house: House = Depends(the_house),
    visitor: Visitor = Depends(the_visitor),
) -> models.SubmittedTossup:
    """Whether it stumps a machine or not; else what stands against it. Sent again it is no second one.

    Machines that have not read this very text are asked first, and waited for a few seconds.
    """
    project, held = _quizbowl(visitor), _held(house, visitor, assignment_id)
    past = (house.answers.past(house.store, project), *_gone_back_to(house, visitor, held, sent.text))
    pressed = Sent(sent.key, sent.text, sent.reason, sent.revisions)
    listeners = {
        machine: _listener(house, visitor, held, machine)
        for machine in project.settings.victims if machine in house.desks
    }  # fmt: skip
    earlier = house.answers.submitted(project)
    outcome = submit_tossup(house.store, project, held, pressed, past, house.clock(), listeners, earlier)
    against = [
        models.Against(kind=one.kind, sentence=one.said, can_override=one.can_override) for one in outcome.complaints
    ]
    made = submitted_from(house.store, held.assignment.id) if outcome.id is not None else None
    return models.SubmittedTossup(accepted=outcome.id is not None, id=outcome.id, against=against, said=_said(made))


def _quizbowl(visitor: Visitor) -> Project:
    """The project, which is one in which tossups are written; NotThere."""
    settings = visitor.at.settings
    if not composes(settings) or "write" not in settings.kinds:
        raise NotThere(t("tossups.not_in_project"))
    return visitor.at


def _known(house: House, visitor: Visitor) -> Known:
    return house.answers.of(house.store, _quizbowl(visitor), house.victims)


def _held(house: House, visitor: Visitor, assignment_id: str) -> Work:
    return tossup_in_hands(house.store, _quizbowl(visitor), assignment_id, visitor.signed_in.id)


def _at_work(house: House, visitor: Visitor, assignment_id: str) -> Work:
    return alive(house, visitor, _held(house, visitor, assignment_id))


def _listener(house: House, visitor: Visitor, held: Work, machine: str, leaving: Leaving | None = None) -> Listener:
    if machine not in visitor.at.settings.victims:
        raise BadOption(t("tossups.no_such_machine", machine=machine))
    payload = payload_of(held.item)
    desk, revisions = _desk(house, machine), len(payload.revisions)
    settings = visitor.at.settings
    gold = gold_of(composing(settings), payload)
    return Listener(desk, desk_of(settings), gold, visitor.signed_in.id, leaving, revisions)


def _live_listener(house: House, visitor: Visitor, held: Work, machine: str, leaving: Leaving) -> Listener:
    """The machine, where authors hear it as they write; Refused."""
    if not visitor.at.settings.live:
        raise Refused(t("tossups.unaided"))
    return _listener(house, visitor, held, machine, leaving)


def _desk(house: House, machine: str) -> Desk:
    if machine not in house.desks:
        raise Refused(t("tossups.machine_gone", machine=machine))
    return house.desks[machine]


def _gone_back_to(house: House, visitor: Visitor, held: Work, text: str) -> list[PastQuestions]:
    """What the machine to beat goes back to, where it can show it; one that fails or is slow keeps nobody waiting."""
    machine = visitor.at.settings.victims[0]
    desk = house.desks.get(machine)
    if desk is None or not hasattr(desk.victim, "passage") or len(text) > ROOM:
        return []
    heard = heard_soon(_listener(house, visitor, held, machine), text, PATIENCE)
    return [] if heard is None else [passages_to_resemble(heard.sources, payload_of(held.item).text)]


def _judge_anew(house: House, visitor: Visitor, held: Work) -> None:
    """What machines said before the answer was changed is judged by the new one, while its author goes on."""
    revisions, id = len(payload_of(held.item).revisions), held.assignment.id
    if not revisions:
        return
    listeners = {
        machine: replace(_listener(house, visitor, held, machine), person_id=f"judging {id} anew")
        for machine in visitor.at.settings.victims if machine in house.desks
    }  # fmt: skip
    Thread(target=judge_anew, args=(house.store, id, listeners, revisions), daemon=True).start()


def _log(
    house: House, visitor: Visitor, held: Work, machine: str, text: str, heard: Heard, place: Place, marked: Spans
) -> None:
    """What the machine said of the text is in the log that is replayed."""
    now, id = house.clock(), held.assignment.id
    listener = _listener(house, visitor, held, machine)
    said = reading(listener, machine, text, heard, place, changes_by_then(house.store, id), now, marked)
    record_reading(house.store, id, said, now)


def _told(heard: Heard, text: str) -> models.HeardTossup:
    long = length(text)
    return models.HeardTossup(
        guesses=_guesses(heard.guesses),
        rank=heard.rank,
        by=heard.by,
        sentence=heard.sentence,
        length=models.TossupLength(characters=long.characters, words=long.words, sentences=long.sentences),
        sources=[
            models.SourceShown(
                id=one.id, title=one.title, text=one.text, right=one.is_right,
                shared=_spans(one.shared), in_question=_spans(one.in_question),
            )
            for one in heard.sources
        ],
        fault=heard.fault,
    )  # fmt: skip


def _said(made: Written | None) -> list[models.MachineSaid]:
    return [
        models.MachineSaid(machine=one.machine, guesses=_guesses(one.guesses), rank=one.rank, words=one.words,
                           buzz=one.buzz, fault=one.fault)
        for one in (made.readings if made is not None else ())
    ]  # fmt: skip


def _guesses(guesses: Sequence[Named]) -> list[models.GuessNamed]:
    return [
        models.GuessNamed(answer=guess.answer, probability=guess.probability, right=guess.is_right)
        for guess in guesses[:SHOWN]
    ]


def _spans(spans: Spans) -> list[models.Span]:
    return [models.Span(start=start, end=end) for start, end in spans]
