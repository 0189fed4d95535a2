"""Beginning tossups over the API: an answer is found, a tossup begun, changed in what it asks for, or taken back."""

from stumper.people.projects.project import desk_of
from stumper.people.writing.answer_search import folded, search_answers
from stumper.people.writing.beginning import LONGEST_LINE, Beginning, Choice, begin_tossup, own_tossups
from stumper.people.writing.known_answers import Known, can_say, is_said_by_one
from stumper.people.writing.revising import discard_tossup, revise_tossup
from stumper.people.writing.submissions import submitted_assignments
from stumper.types import Answer, Gold
from stumper.web.access import AUTHOR, WORK, Routes, TheVisitor, Visitor, composed_in
from stumper.web.api import beginning_models as models
from stumper.web.house import House, TheHouse

routes = Routes(prefix="/api/v1")
HERE = "/projects/{project_id}/tossups"
LISTED = 10  # answers, and questions to start from


@routes.get(
    f"{HERE}/answers", may=AUTHOR.by("read"), response_model=models.AnswersFound, summary="Answers that begin as typed"
)
def find_answers(house: TheHouse, visitor: TheVisitor, typed: str = "", whole: bool = False) -> models.AnswersFound:
    """Of the data set and of the machines; any other answer can be asked for as well.

    ``whole``: nothing more is typed, and it is told which machines know this answer.
    """
    known = known_answers(house, visitor)
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
def find_past(house: TheHouse, visitor: TheVisitor, answer: str = "") -> list[models.Past]:
    """Those of the data set, to start from."""
    asked = known_answers(house, visitor).asking.get(folded(answer), ())
    return [models.Past(id=example.id, text=example.query.text) for example in asked[:LISTED]]


@routes.get(HERE, may=AUTHOR.by("read"), response_model=list[models.Row], summary="Your tossups")
def read_own(house: TheHouse, visitor: TheVisitor) -> list[models.Row]:
    """What you have begun, the newest first."""
    done = submitted_assignments(house.store, composed_in(visitor))
    return [
        models.Row(id=item.id, answer=payload.answer, category=payload.category, begun=held.started,
                   submitted=held.id in done)
        for item, payload, held in own_tossups(house.store, composed_in(visitor), visitor.signed_in.id)
    ]  # fmt: skip


@routes.post(HERE, may=WORK["write"], response_model=models.Item, summary="Begins a tossup")
def begin(sent: models.Begun, house: TheHouse, visitor: TheVisitor) -> models.Item:
    """It is in your hands; sent again it is the same one."""
    chosen = Beginning(sent.key, sent.answer, sent.answer_line, sent.category, sent.started_from)
    id = begin_tossup(house.store, composed_in(visitor), visitor.signed_in.id, chosen, house.clock())
    return models.Item(id=id)


@routes.put(
    f"{HERE}/{{item_id}}/answer", may=WORK["write"], response_model=models.Item, summary="Changes what it asks for"
)
def revise(item_id: str, sent: models.Asks, house: TheHouse, visitor: TheVisitor) -> models.Item:
    """The text stays; once it is opened again, what machines said of it is judged anew. 409 where it was submitted."""
    chosen = Choice(sent.answer, sent.answer_line, sent.category)
    revise_tossup(house.store, composed_in(visitor), item_id, visitor.signed_in.id, chosen, house.clock())
    return models.Item(id=item_id)


@routes.delete(f"{HERE}/{{item_id}}", may=WORK["write"], status_code=204, summary="Discards a tossup that was begun")
def discard(item_id: str, house: TheHouse, visitor: TheVisitor) -> None:
    """With all that was written of it; 409 where it was submitted."""
    discard_tossup(house.store, composed_in(visitor), item_id, visitor.signed_in.id)


def known_answers(house: House, visitor: Visitor) -> Known:
    """What the project knows of answers."""
    return house.answers.of(house.store, composed_in(visitor), house.victims)
