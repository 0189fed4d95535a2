"""Where moderators see how careful people are, add gold, and set somebody aside."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import BadData, NotThere, Refused, StumperError
from stumper.people.accounts.account import names_of
from stumper.people.annotating.gold import (
    GOLD_KINDS,
    gold_counts,
    gold_from_lines,
    gold_from_settled,
    gold_of_project,
    remove_gold,
)
from stumper.people.joining.arriving import external_ids
from stumper.people.study.care import FASTEST, Care, care
from stumper.people.study.founding import change_settings
from stumper.people.study.setting_aside import Aside, asides, figures, put_aside, take_back
from stumper.web.access import MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.project_form import PERCENT, number_of
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, sent_file, text
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
CARE = "/projects/{project_id}/care"
MOST_SHOWN = 100  # pieces of gold, of which a file may have thousands; a program reads all of them


@routes.get(CARE, may=MODERATOR, work=COMPUTED)
def care_page(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """What is measured of everybody, and the figures with and without those who are set aside."""
    return _care(request, house, visitor)


@routes.post(CARE + "/gold", may=MODERATOR, work=COMPUTED)
def add_gold(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Gold is there, of a file or of what is settled, is gone, or is as frequent as asked; or the page with what is
    wrong."""
    store, now, file = house.store, house.clock(), sent_file(form, "file")
    try:
        if rate := text(form, "rate"):
            settings = replace(visitor.at.settings, gold_rate=number_of(rate, "joining.gold.rate") / PERCENT)
            changed = change_settings(store, visitor.at.id, visitor.at.name, settings, now)
            return _care(request, house, replace(visitor, project=changed))
        if item_id := text(form, "remove"):
            remove_gold(store, visitor.at.id, item_id)
            return _care(request, house, visitor, is_removed=True)
        if file is not None:
            added = gold_from_lines(store, visitor.at, _decoded(file.data), now)
        else:
            added = gold_from_settled(store, visitor.at, now)
    except StumperError as error:
        return _care(request, house, visitor, error=str(error))
    return _care(request, house, visitor, added=added)


@routes.post(CARE + "/suggested", may=MODERATOR, work=COMPUTED)
def set_suggested_aside(house: TheHouse, visitor: TheVisitor, request: Request) -> Response:
    """Everybody against whom something speaks is set aside, each with that as the reason."""
    store, now = house.store, house.clock()
    for one in _suggested(care(store, visitor.at), asides(store, visitor.at.id)):
        reason = ", ".join(t(f"joining.reason.{name}") for name in one.reasons)
        with suppress(Refused):  # another moderator has just done so
            put_aside(store, visitor.at.id, one.person_id, reason, visitor.signed_in.id, now)
    return redirect(request, f"/projects/{visitor.at.id}/care")


@routes.post(CARE + "/{person_id}", may=MODERATOR, work=COMPUTED)
def set_aside(request: Request, person_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """What somebody did counts nowhere, or does again; or the page with what is wrong."""
    store, by, now = house.store, visitor.signed_in.id, house.clock()
    try:
        if text(form, "back"):
            take_back(store, visitor.at.id, person_id, by, now)
        else:
            put_aside(store, visitor.at.id, person_id, text(form, "reason"), by, now)
    except NotThere:
        raise
    except StumperError as error:
        return _care(request, house, visitor, error=str(error))
    return redirect(request, f"/projects/{visitor.at.id}/care")


def _suggested(people: Iterable[Care], decisions: Iterable[Aside]) -> list[Care]:
    """Against whom something speaks, and about whom nobody has decided anything yet: who counts again stays so."""
    decided = {one.person_id for one in decisions}
    return [one for one in people if one.reasons and one.person_id not in decided]


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(t("joining.gold.no_text")) from error


def _care(
    request: Request,
    house: House,
    visitor: Visitor,
    added: int | None = None,
    error: str | None = None,
    is_removed: bool = False,
) -> HTMLResponse:
    every = gold_of_project(house.store, visitor.at.id)
    decisions = asides(house.store, visitor.at.id)
    people = care(house.store, visitor.at)
    counted, everybody = (figures(house.store, visitor.at, everybody=one) for one in (False, True))
    return page(
        request,
        "joining/care.html.j2",
        visitor,
        status=200 if error is None else 422,
        people=people,
        external=external_ids(house.store, visitor.at.id),
        suggested=len(_suggested(people, decisions)),
        aside={one.person_id: one for one in decisions if one.undone is None},
        decisions=decisions,
        names=names_of(house.store, [id for one in decisions for id in (one.person_id, one.made_by)]),
        all=everybody,
        counted=counted,
        answers=[pair for pair in zip(counted.answers, everybody.answers, strict=True) if pair[1].n],
        gold=gold_counts(house.store, visitor.at.id),
        pieces_of_gold=every[:MOST_SHOWN],
        told_apart=sum(one.is_told_apart for one in every),
        has_gold_work=bool({*GOLD_KINDS} & {*visitor.at.settings.kinds}),
        rate=round(visitor.at.settings.gold_rate * 100),
        fastest=FASTEST,
        added=added,
        is_removed=is_removed,
        error=error,
        day=day,
        tab="care",
    )
