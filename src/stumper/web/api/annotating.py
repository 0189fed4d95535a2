"""Fixing, verifying, judging, adjudicating and answering over the API: what is next, what one says of it, and so on."""

from collections.abc import Callable, Mapping
from dataclasses import asdict

from fastapi import Response

from stumper.adversaries.reading.addsent.raw_file import Vote
from stumper.errors import BadOption, NotThere
from stumper.people.annotating.answering import AnswerPayload, Selected, answer, next_question
from stumper.people.annotating.filling import fill_from_data_set, fill_from_runs, fill_from_upload
from stumper.people.annotating.fixing import ask_fixers, fix
from stumper.people.annotating.gold import gold_of_project, remove_gold
from stumper.people.annotating.judging_work import AdjudicatePayload, JudgePayload, Opinion, adjudicate, judge
from stumper.people.annotating.tagging import PHENOMENA, TagPayload, Tags, tag
from stumper.people.annotating.undoing import undo
from stumper.people.annotating.verifying import SentencePayload, vote
from stumper.people.joining.arriving import Arrival, finish
from stumper.people.projects.media_files import kept_media, kept_medium, no_medium
from stumper.people.projects.project import Kind
from stumper.people.projects.runs_to_use import usable_runs
from stumper.people.projects.uploads import uploaded
from stumper.people.queues.item import Work
from stumper.people.queues.progress import own_progress
from stumper.people.queues.queue import lease, release, touch, work
from stumper.people.writing.shown_to_taggers import steps_to
from stumper.registry import task_of
from stumper.store.values import from_text
from stumper.types import Passage
from stumper.web.access import AT_WORK, MODERATOR, WORK, Routes, TheVisitor, Visitor, demand
from stumper.web.api import annotating_models as models
from stumper.web.came import far
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED, WITH_FILE
from stumper.web.media import medium_response

routes = Routes(prefix="/api/v1")
NEXT = "/projects/{project_id}/work"
NOTHING_LEFT = {204: {"description": "Nothing is left in this queue for this person, now."}}


KEPT = "The same one until it is responded to or released"
# Of each kind of work how the next is shown, and what is said of asking for it.
NEXT_OF: tuple[tuple[Kind, type[models.InHands], str, str], ...] = (
    ("fix", models.FixWork, "The next sentence to make good English", f"{KEPT}."),
    ("verify", models.VerifyWork, "The next sentence to vote on", f"{KEPT}."),
    ("judge", models.JudgeWork, "The next text to judge",
     f"{KEPT}; without a word of who made it or what a model said of it."),
    ("adjudicate", models.AdjudicateWork, "The next disagreement to settle",
     f"{KEPT}; with what the judges said, without their names."),
    ("answer", models.AnswerWork, "The next question to answer",
     f"{KEPT}; nobody gets two versions of one question."),
    ("tag", models.TagWork, "The next tossup to tag", f"{KEPT}; nobody gets their own."),
)  # fmt: skip


def _handing(kind: Kind) -> Callable[..., object]:
    def next_work(house: TheHouse, visitor: TheVisitor) -> object:
        return _next(house, visitor, kind)

    return next_work


for _kind, _model, _summary, _said in NEXT_OF:
    routes.get(f"{NEXT}/{_kind}", may=WORK[_kind], response_model=_model, responses=NOTHING_LEFT, summary=_summary,
               description=_said, name=f"next_to_{_kind}")(_handing(_kind))  # fmt: skip

HELD = "/projects/{project_id}/assignments/{assignment_id}"


@routes.post(
    f"{HELD}/response", may=AT_WORK.by("work"), response_model=models.Recorded, summary="Responds to work in hands"
)
def respond(assignment_id: str, said: models.AnyResponse, house: TheHouse, visitor: TheVisitor) -> models.Recorded:
    """Records the response of the work's kind, once: sending it again changes nothing.

    409 where the place is gone, and where this was sent before and taken back.
    """
    held = _held(house, visitor, assignment_id)
    person, now, kind, turn = visitor.signed_in.id, house.clock(), held.item.kind, said.turn
    match kind, said:
        case "fix", models.FixResponse():
            recorded = fix(house.store, assignment_id, person, said.text, now, turn=turn)
        case "verify", models.VerifyResponse():
            recorded = vote(house.store, assignment_id, person, Vote(said.grammatical, said.compatible), now, turn=turn)
        case "judge", models.JudgeResponse():
            recorded = judge(house.store, assignment_id, person, _opinion(said), now, turn=turn)
        case "adjudicate", models.JudgeResponse():
            recorded = adjudicate(house.store, assignment_id, person, _opinion(said), now, turn=turn)
        case "answer", models.AnswerResponse():
            recorded = answer(house.store, assignment_id, person, Selected(said.text, said.start), now, turn=turn)
        case "tag", models.TagResponse():
            recorded = tag(
                house.store, assignment_id, person, Tags(tuple(said.phenomena), _note(said.note)), now, turn=turn
            )
        case _:
            raise BadOption(f"This is not what is asked of work of the kind {kind!r}. Send what that kind takes.")
    came = finish(house.store, far(house, visitor), False, now) if visitor.link_id is not None else None
    return models.Recorded(recorded=recorded, progress=_progress(house, visitor, kind, came))


@routes.post(
    f"{HELD}/undo", may=AT_WORK.by("work"), response_model=models.Undone, summary="Takes back what was just sent"
)
def take_back(assignment_id: str, house: TheHouse, visitor: TheVisitor) -> models.Undone:
    """The work is in the person's hands again, and comes next. 409 after ten seconds, and where others went on with it.

    Asking again changes nothing.
    """
    held = _held(house, visitor, assignment_id)
    undone = undo(house.store, assignment_id, visitor.signed_in.id, house.clock())
    came = far(house, visitor) if visitor.link_id is not None else None
    return models.Undone(undone=undone, progress=_progress(house, visitor, held.item.kind, came))


@routes.post(f"{HELD}/release", may=AT_WORK.by("work"), status_code=204, summary="Leaves work to somebody else")
def leave(assignment_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """Its place is free; the person is not handed the same again."""
    _held(house, visitor, assignment_id)
    release(house.store, assignment_id, visitor.signed_in.id, house.clock())
    return Response(status_code=204)


@routes.post(
    f"{HELD}/touch", may=AT_WORK.by("work"), response_model=models.Touched, summary="Says that one is still at work"
)
def still_here(assignment_id: str, house: TheHouse, visitor: TheVisitor) -> models.Touched:
    """The place stays the person's for as long again. 409 where it has gone to somebody else."""
    _held(house, visitor, assignment_id)
    now = house.clock()
    return models.Touched(seconds_left=_left(touch(house.store, assignment_id, visitor.signed_in.id, now), now))


@routes.get(f"{HELD}/media/{{place}}", may=AT_WORK.by("work"), summary="A picture or a sound of a tossup to tag")
def tagged_medium(assignment_id: str, place: int, house: TheHouse, visitor: TheVisitor) -> Response:
    """The file of the mark at this place among those in the text of what is in one's hands, as its content says."""
    held = _held(house, visitor, assignment_id)
    found = _media(house, visitor, from_text(TagPayload, held.item.payload)) if held.item.kind == "tag" else []
    if not 0 <= place < len(found) or not found[place]:
        raise no_medium()
    return medium_response(kept_medium(house.store, visitor.at.id, found[place]))


QUEUES = "/projects/{project_id}/queues"


@routes.get(f"{QUEUES}/runs", may=MODERATOR.by("read"), response_model=list[models.Run],
            summary="Runs that people can be asked about")  # fmt: skip
def runs(house: TheHouse, visitor: TheVisitor) -> list[models.Run]:
    """Those in the store on the project's data set, the newest first."""
    return [
        models.Run(id=run.id, adversary=run.adversary, victim=run.victim, dataset=run.dataset, attempts=run.attempts)
        for run in usable_runs(house.store, visitor.at)
    ]


@routes.get(f"{QUEUES}/gold", may=MODERATOR.by("read"), work=COMPUTED, response_model=list[models.Gold],
            summary="Work of which it is known what is right")  # fmt: skip
def read_gold(house: TheHouse, visitor: TheVisitor) -> list[models.Gold]:
    """First what people can tell from other work, each part with the newest first."""
    return [models.Gold.of(one) for one in gold_of_project(house.store, visitor.at.id)]


@routes.delete(f"{QUEUES}/gold/{{item_id}}", may=MODERATOR.by("manage"), status_code=204,
               summary="Removes a piece of gold")  # fmt: skip
def delete_gold(item_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """It is handed to nobody any more, and what was said of it tells nothing of anybody."""
    remove_gold(house.store, visitor.at.id, item_id)
    return Response(status_code=204)


@routes.post(
    f"{QUEUES}/fix",
    may=MODERATOR.by("manage"),
    work=WITH_FILE,
    response_model=models.Added,
    summary="Has raw sentences mended",
)
def fill_fixing(source: models.RawSentences, house: TheHouse, visitor: TheVisitor) -> models.Added:
    """The raw sentences of an uploaded file that `stumper attack … --set raw=FILE.jsonl` wrote; once, if sent again."""
    with uploaded(house.store, source.upload, visitor.at.id, visitor.signed_in.id) as file:
        return models.Added(added=ask_fixers(house.store, visitor.at, file, house.clock(), source.place))


@routes.post(
    f"{QUEUES}/judge",
    may=MODERATOR.by("manage"),
    work=WITH_FILE,
    response_model=models.Added,
    summary="Has perturbations judged",
)
def fill_judging(sources: models.Sources, house: TheHouse, visitor: TheVisitor) -> models.Added:
    """A sample of each adversary of the runs, and of the uploaded set, as the project's settings say."""
    return _fill(house, visitor, "judge", sources)


@routes.post(
    f"{QUEUES}/answer",
    may=MODERATOR.by("manage"),
    work=WITH_FILE,
    response_model=models.Added,
    summary="Has questions answered",
)
def fill_answering(sources: models.Sources, house: TheHouse, visitor: TheVisitor) -> models.Added:
    """A sample of the questions, each as it was and in every version that the runs or the uploaded set have of it."""
    return _fill(house, visitor, "answer", sources)


def _fill(house: House, visitor: Visitor, kind: Kind, sources: models.Sources) -> models.Added:
    if not (sources.runs or sources.data_set) and sources.upload is None:
        raise BadOption("Name runs of the store, an uploaded adversarial set, or the project's data set.")
    project, now, added = visitor.at, house.clock(), 0
    if sources.runs:
        added += fill_from_runs(house.store, project, kind, sources.runs, now)
    if sources.data_set:
        added += fill_from_data_set(house.store, project, kind, now)
    if sources.upload is not None:
        added += fill_from_upload(house.store, project, kind, sources.upload, now, visitor.signed_in.id)
    return models.Added(added=added)


def _next(house: House, visitor: Visitor, kind: Kind) -> models.InHands | Response:
    person, now = visitor.signed_in.id, house.clock()
    came = far(house, visitor) if visitor.link_id is not None else None
    if came is not None and came.finished is not None:
        return Response(status_code=204)
    if kind == "answer":
        held = next_question(house.store, visitor.at.id, person, now)
    else:
        held = lease(house.store, visitor.at.id, kind, person, now)
    if held is None:
        return Response(status_code=204)
    about = models.InHands(
        assignment=held.assignment.id, turn=held.assignment.turn, seconds_left=_left(held, now),
        progress=_progress(house, visitor, kind, came),
    )  # fmt: skip
    return _SHOWN[kind](house, visitor, held, about)


def _fix_work(house: House, visitor: Visitor, held: Work, about: models.InHands) -> models.FixWork:
    payload = from_text(SentencePayload, held.item.payload)
    paragraph = _paragraph(house, visitor, payload.example_id)
    return models.FixWork(**dict(about), sentence=payload.sentence, question=payload.question,
                          fake_answer=payload.fake_answer, answers=list(payload.answers),
                          title=paragraph.title, paragraph=paragraph.text)  # fmt: skip


def _verify_work(house: House, visitor: Visitor, held: Work, about: models.InHands) -> models.VerifyWork:
    payload = from_text(SentencePayload, held.item.payload)
    paragraph = _paragraph(house, visitor, payload.example_id)
    return models.VerifyWork(**dict(about), sentence=payload.sentence, question=payload.question,
                             answers=list(payload.answers), title=paragraph.title,
                             paragraph=paragraph.text)  # fmt: skip


def _judge_work(house: House, visitor: Visitor, held: Work, about: models.InHands) -> models.JudgeWork:
    payload = from_text(JudgePayload, held.item.payload)
    return models.JudgeWork(**dict(about), asked=payload.asked, text=payload.text, evidence=payload.evidence,
                            original=payload.original)  # fmt: skip


def _adjudicate_work(house: House, visitor: Visitor, held: Work, about: models.InHands) -> models.AdjudicateWork:
    payload = from_text(AdjudicatePayload, held.item.payload)
    opinions = [
        models.Opinion(grammatical=one.grammatical, label_correct=one.label_correct, on_task=one.on_task, note=one.note)
        for one in payload.opinions
    ]
    return models.AdjudicateWork(**dict(about), asked=payload.asked, text=payload.text, evidence=payload.evidence,
                                 original=payload.original, opinions=opinions)  # fmt: skip


def _answer_work(house: House, visitor: Visitor, held: Work, about: models.InHands) -> models.AnswerWork:
    payload = from_text(AnswerPayload, held.item.payload)
    return models.AnswerWork(**dict(about), question=payload.question, title=payload.title,
                             paragraph=payload.paragraph, allows_none=payload.answerable is not None)  # fmt: skip


def _tag_work(house: House, visitor: Visitor, held: Work, about: models.InHands) -> models.TagWork:
    payload = from_text(TagPayload, held.item.payload)
    return models.TagWork(
        **dict(about), text=payload.text, answer_line=payload.answer_line, category=payload.category,
        phenomena=list(PHENOMENA), said=[models.TagSaid.model_validate(asdict(one)) for one in payload.said],
        steps=[models.TagStep.model_validate(asdict(one)) for one in steps_to(house.store, payload.tossup_id)],
        media=[bool(id) for id in _media(house, visitor, payload)],
    )  # fmt: skip


def _media(house: House, visitor: Visitor, payload: TagPayload) -> list[str]:
    """The ids of the files of the pictures and sounds in the text, "" of those that the project has not."""
    kept = kept_media(house.store, visitor.at.id, {*payload.media} - {""})
    return [kept.get(name, "") for name in payload.media]


_SHOWN: Mapping[Kind, Callable[[House, Visitor, Work, models.InHands], models.InHands]] = {
    "fix": _fix_work,
    "verify": _verify_work,
    "judge": _judge_work,
    "adjudicate": _adjudicate_work,
    "answer": _answer_work,
    "tag": _tag_work,
}


def _paragraph(house: House, visitor: Visitor, example_id: str) -> Passage:
    query = house.store.example(visitor.at.fingerprint, example_id).query
    [paragraph] = task_of(query).wire.passages(query)
    return paragraph


def _opinion(said: models.JudgeResponse) -> Opinion:
    return Opinion(said.grammatical, said.label_correct, said.on_task, _note(said.note))


def _note(text: str) -> str:
    return " ".join(text.split())


def _held(house: House, visitor: Visitor, assignment_id: str) -> Work:
    """What is in the visitor's hands, in this project; NotThere, or Forbidden to whoever lost the role for it since."""
    held = work(house.store, assignment_id, visitor.signed_in.id)
    if held.item.project_id != visitor.at.id:
        raise NotThere("There is no such work in your hands.")
    demand(visitor, WORK[held.item.kind])
    return held


def _progress(house: House, visitor: Visitor, kind: Kind, came: Arrival | None) -> models.Progress:
    """What the visitor has done and what is left; of whoever ``came`` by a link, of what that asks for."""
    own = own_progress(house.store, visitor.at.id, kind, visitor.signed_in.id, house.clock())
    if came is not None:
        return models.Progress(done=came.done, left=min(came.left, own.left))
    return models.Progress(done=own.done, left=own.left)


def _left(held: Work, now: float) -> float:
    return max(0.0, held.assignment.expires - now)
