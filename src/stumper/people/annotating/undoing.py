"""Taking back what one has just sent: the response, and all that followed from it."""

from sqlalchemy import Connection, delete, select

from stumper.errors import Refused
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.judging_work import AdjudicatePayload, JudgePayload, dispute
from stumper.people.annotating.verifying import SentencePayload, decide_again
from stumper.people.projects.taken_back import is_taken_back
from stumper.people.queues import queue
from stumper.people.queues.item import Item, Work
from stumper.people.queues.responses import items_made_of, items_of_topic, responses_to
from stumper.store import Store
from stumper.store.people_schema import acts, arrivals, assignments, exclusions, items, made, work_links
from stumper.store.schema import judgements
from stumper.store.values import from_text

BEGUN = "Somebody has begun to work on what you sent, so it stays."


def undo(store: Store, assignment_id: str, person_id: str, now: float) -> bool:
    """What the person sent is as if it had not been, and the work is theirs to do; False where nothing is there to
    take back.

    Refused where somebody has begun on what followed from it, and where the person's work by a link is finished.
    """

    def then(connection: Connection, held: Work, document: str) -> None:
        _check_unfinished(connection, held, person_id)
        match held.item.kind:
            case "judge" if held.item.gold is None:
                _unjudge(connection, held.item, person_id, now)
            case "adjudicate":
                _unsettle(connection, held.item, person_id)
            case "verify":
                decide_again(connection, held.item)
            case "write":
                raise Refused("What you submitted stays. You can withdraw it on the page of examples.")
            case "fix":
                _unmend(connection, held.item, from_text(Fixed, document).text)

    return queue.undo(store, assignment_id, person_id, now, then)


def _check_unfinished(connection: Connection, held: Work, person_id: str) -> None:
    """Nothing; Refused where the person has been told the code that says that their work is done."""
    finished = (
        select(arrivals.c.person_id)
        .join(work_links, work_links.c.id == arrivals.c.link_id)
        .where(work_links.c.project_id == held.item.project_id, arrivals.c.person_id == person_id)
        .where(arrivals.c.finished.is_not(None))
    )
    if connection.scalar(finished.limit(1)) is not None:
        raise Refused("Your work is finished and its code was given, so what you sent stays.")


def _unjudge(connection: Connection, item: Item, person_id: str, now: float) -> None:
    """The judgement is gone; whether a moderator is asked is decided anew by those that are left."""
    payload = from_text(JudgePayload, item.payload)
    for asked in items_of_topic(connection, item.project_id, "adjudicate", payload.perturbation_id):
        _check_untouched(connection, asked.id)
    _delete_judgement(connection, payload.perturbation_id, person_id)
    if not is_taken_back(connection, item.id):
        dispute(connection, item, now)


def _unsettle(connection: Connection, item: Item, person_id: str) -> None:
    """A moderator's third vote is gone; what was settled from the page of examples is kept there with a reason."""
    payload = from_text(AdjudicatePayload, item.payload)
    settled = select(acts.c.position).where(
        acts.c.project_id == item.project_id, acts.c.person_id == person_id, acts.c.kind == "settle",
        acts.c.made_id == payload.perturbation_id,
    )  # fmt: skip
    if connection.scalar(settled.limit(1)) is not None:
        raise Refused("You settled this on the page of examples. Withdraw it there if it should not count.")
    _delete_judgement(connection, payload.perturbation_id, person_id)


def _delete_judgement(connection: Connection, perturbation_id: str, person_id: str) -> None:
    theirs = (judgements.c.perturbation_id == perturbation_id) & (judgements.c.annotator == person_id)
    connection.execute(delete(judgements).where(theirs))


def _unmend(connection: Connection, item: Item, sentence: str) -> None:
    """Nobody is asked about the sentence, unless somebody else or a model wrote it, too."""
    raw = from_text(SentencePayload, item.payload).raw_id
    if any(response.said(Fixed).text == sentence for response in responses_to(connection, item.id)):
        return
    for asked in items_made_of(connection, item.project_id, "verify", raw):
        payload = from_text(SentencePayload, asked.payload)
        if payload.sentence != sentence or payload.models:
            continue
        _check_untouched(connection, asked.id)
        connection.execute(delete(exclusions).where(exclusions.c.item_id == asked.id))
        connection.execute(delete(made).where(made.c.project_id == item.project_id, made.c.item_id == asked.id))
        connection.execute(delete(items).where(items.c.id == asked.id))


def _check_untouched(connection: Connection, item_id: str) -> None:
    """Nothing; Refused where anybody was handed the item."""
    if connection.scalar(select(assignments.c.id).where(assignments.c.item_id == item_id).limit(1)) is not None:
        raise Refused(BEGUN)
