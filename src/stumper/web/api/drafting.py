"""What all writing has in common over the API: a saved draft, a sign of life, and how what came too late is told."""

from collections.abc import Sequence

from fastapi import Response
from fastapi.responses import JSONResponse

from stumper.people.queues.item import Work
from stumper.people.queues.queue import touch
from stumper.people.writing.drafts import Change, Document, Draft, save_draft
from stumper.types import Weight
from stumper.web.access import Visitor
from stumper.web.api.writing_models import Conflict, DraftKept, DraftSaved, DraftShown, WordWeight
from stumper.web.house import House
from stumper.web.words import t

CONFLICTS = {409: {"model": Conflict, "description": "Superseded by something newer, or it cannot be done now."}}
PULSE = 5.0  # seconds


def saved_draft(house: House, held: Work, original: str, sent: DraftSaved) -> Draft | Response:
    """What was sent is the draft; where it was not made from the newest, that is what a 409 holds.

    ``original`` is the text before any change.
    """
    changes = [Change(**change.model_dump()) for change in sent.changes]
    document, now = Document(sent.text, sent.label), house.clock()
    saved = save_draft(house.store, held.assignment.id, original, sent.revision, document, changes, now)
    if saved.is_newest:
        return saved.draft
    return _conflict(
        Conflict(
            sentence=t("writing.newer_draft"), kind="stale", draft=draft_shown(saved.draft), changes=saved.draft.changes
        )
    )


def draft_kept(saved: Draft, seconds_left: float | None) -> DraftKept:
    """What its author is told."""
    made = saved.changes
    return DraftKept(revision=saved.revision, saved_at=saved.saved, changes=made, seconds_left=seconds_left)


def draft_shown(found: Draft | None) -> DraftShown | None:
    """The draft as it is gone on with; None before the first."""
    if found is None:
        return None
    return DraftShown(revision=found.revision, text=found.document.text, label=found.document.label)


def alive(house: House, visitor: Visitor, held: Work) -> Work:
    """The visitor has given a sign of life, which is recorded only every few seconds; the time counts all the same."""
    now = house.clock()
    if held.assignment.state == "leased" and now - held.assignment.seen < PULSE and held.assignment.expires > now:
        return held
    return touch(house.store, held.assignment.id, visitor.signed_in.id, now)


def weights_shown(found: Sequence[Weight]) -> list[WordWeight]:
    """How much each word matters, as a page takes it."""
    return [WordWeight(field=one.field, start=one.start, end=one.end, value=one.value) for one in found]


def superseded() -> Response:
    """Something newer came in."""
    return _conflict(Conflict(sentence=t("writing.superseded"), kind="superseded"))


def _conflict(newer: Conflict) -> Response:
    return JSONResponse(newer.model_dump(), 409)
