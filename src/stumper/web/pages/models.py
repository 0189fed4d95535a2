"""The page on which a project's administrators name models of their own, and its members see which there are."""

from dataclasses import dataclass
from typing import cast

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import NotThere, StumperError
from stumper.people.projects.named_models import (
    LONGEST_MODEL,
    NamedModel,
    Trial,
    add_model,
    named_models,
    remove_model,
    try_model,
)
from stumper.people.study.founding import use_model
from stumper.table.naming import short_victim
from stumper.victims.allowed_hosts import bracketed
from stumper.victims.named_service import LONGEST_KEY, LONGEST_URL, Kind, NamedService, Takes
from stumper.web.access import ADMINISTRATOR, MEMBER, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, text
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
MODELS = "/projects/{project_id}/models"
FIELDS = ("label", "kind", "url", "model", "takes")  # a key is never shown again, not even where all else is wrong


@dataclass(frozen=True, slots=True)
class Row:
    """A model as the page shows it; what was ``said`` of its last test is for administrators alone."""

    id: str
    name: str
    about: str
    said: tuple[str, ...]
    fault: str
    is_tested: bool
    is_used: bool


@routes.get(MODELS, may=MEMBER)
def models(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Those that were named; for administrators also how to name another."""
    return _models(request, house, visitor)


@routes.post(MODELS, may=ADMINISTRATOR, work=COMPUTED)
def add(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The model is there and has been asked one item; or the form again, with what is wrong."""
    service = NamedService(
        cast("Kind", text(form, "kind")), text(form, "url"), text(form, "model"), cast("Takes", text(form, "takes"))
    )
    store, project_id, person_id, now = house.store, visitor.at.id, visitor.signed_in.id, house.clock()
    try:
        made = add_model(
            store, house.reach, project_id, text(form, "label"), service, text(form, "key"), person_id, now
        )
    except StumperError as error:
        return _models(request, house, visitor, str(error), form)
    try_model(store, house.reach, project_id, made.id, now)
    return redirect(request, f"/projects/{project_id}/models")


@routes.post(MODELS + "/{model_id}/test", may=ADMINISTRATOR, work=COMPUTED)
def test(request: Request, model_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The model has been asked one item again."""
    try_model(house.store, house.reach, visitor.at.id, model_id, house.clock())
    return redirect(request, f"/projects/{visitor.at.id}/models")


@routes.post(MODELS + "/{model_id}/use", may=ADMINISTRATOR)
def use(request: Request, model_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The model is the one that authors write against from now on."""
    try:
        use_model(house.store, visitor.at.id, model_id, house.clock())
    except NotThere:
        raise
    except StumperError as error:
        return _models(request, house, visitor, str(error))
    return redirect(request, f"/projects/{visitor.at.id}/models")


@routes.post(MODELS + "/{model_id}/remove", may=ADMINISTRATOR)
def remove(request: Request, model_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The model is gone, and its key."""
    try:
        remove_model(house.store, visitor.at.id, model_id)
    except NotThere:
        raise
    except StumperError as error:
        return _models(request, house, visitor, str(error))
    return redirect(request, f"/projects/{visitor.at.id}/models")


def _models(
    request: Request, house: House, visitor: Visitor, error: str | None = None, form: FormData | None = None
) -> HTMLResponse:
    filled = {field: "" if form is None else text(form, field) for field in FIELDS}
    return page(
        request,
        "projects/models.html.j2",
        visitor,
        status=200 if error is None else 422,
        rows=[_row(visitor, one) for one in named_models(house.store, visitor.at.id)],
        hosts=_hosts(house),
        filled=filled,
        longest={"url": LONGEST_URL, "key": LONGEST_KEY, "model": LONGEST_MODEL},
        error=error,
        tab="models",
    )


def _hosts(house: House) -> str:
    """The hosts that may be asked, in a line; "" where there is none."""
    listed = house.reach.hosts.hosts
    return ", ".join(f"{bracketed(one.host)}{'' if one.port is None else f':{one.port}'}" for one in listed)


def _row(visitor: Visitor, one: NamedModel) -> Row:
    trial = one.trial if visitor.administers else None
    return Row(
        id=one.id,
        name=short_victim(one.name),
        about=t("projects.models.since", day=day(one.created), held=t(f"projects.models.key.{_key_word(one)}"),
                name=one.name),
        said=() if trial is None or trial.fault else _said(trial),
        fault="" if trial is None else trial.fault,
        is_tested=one.tested is not None,
        is_used=one.name in visitor.at.settings.victims,
    )  # fmt: skip


def _key_word(one: NamedModel) -> str:
    return "there" if one.has_key else "none"


def _said(trial: Trial) -> tuple[str, ...]:
    """What was asked, and how it was answered."""
    answer = trial.answer or t("projects.models.no_answer")
    if trial.confidence is None:
        how = t("projects.models.answered", answer=answer, ms=f"{trial.milliseconds:,}")
    else:
        sure = f"{100 * trial.confidence:.1f}"
        how = t("projects.models.answered.sure", answer=answer, sure=sure, ms=f"{trial.milliseconds:,}")
    return t("projects.models.asked", asked=trial.asked), how
