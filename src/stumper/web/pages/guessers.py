"""The page on which a project's moderators have a guesser fitted on tossups of their own, and see how far it is."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import BadOption, NotThere, Refused, StumperError
from stumper.people.projects.fittings import KEPT, Fitting, begin_fitting, fittings, forget_fitting, go_on
from stumper.people.projects.project import Project, composes
from stumper.people.projects.uploads import upload_name, upload_of, upload_to_use
from stumper.people.study.founding import use_fitted
from stumper.store.uploads import PREFIX
from stumper.web.access import ADMINISTRATOR, MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import UPLOAD, WITH_FILE
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, sent_file, text
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
GUESSERS = "/projects/{project_id}/guessers"


@dataclass(frozen=True, slots=True)
class Row:
    """A fitting as the page shows it; ``said`` is what is known of it in a sentence or two."""

    id: str
    name: str
    file: str
    day: str
    state: str
    percent: int
    said: tuple[str, ...]
    is_used: bool


@routes.get(GUESSERS, may=MODERATOR)
def guessers(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Those that were fitted, or are being, and how to fit another."""
    return _guessers(request, house, visitor)


@routes.get(GUESSERS + "/now", may=MODERATOR)
def guessers_now(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The list alone, which the page asks for again."""
    return page(request, "projects/guessers_now.html.j2", visitor, rows=_rows(house, visitor))


@routes.post(GUESSERS, may=MODERATOR, work=WITH_FILE, body=UPLOAD)
def fit(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """A guesser is being fitted; or what is wrong is said."""
    _check_task(visitor.at)
    store, project, now, person = house.store, visitor.at, house.clock(), visitor.signed_in.id
    try:
        if text(form, "source") == "data":
            begin_fitting(store, project.id, _own_file(project), person, now)
        elif (file := sent_file(form, "file")) is not None:
            with upload_to_use(store, file.name, file.data, now, project.id) as upload_id:
                begin_fitting(store, project.id, upload_id, person, now)
        else:
            raise BadOption(t("projects.guessers.no_file"))
    except StumperError as error:
        return _guessers(request, house, visitor, str(error))
    return redirect(request, f"/projects/{project.id}/guessers")


@routes.post(GUESSERS + "/{fitting_id}/again", may=MODERATOR)
def fit_again(request: Request, fitting_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """A fitting that was interrupted goes on."""
    go_on(house.store, visitor.at.id, fitting_id, house.clock())
    return redirect(request, f"/projects/{visitor.at.id}/guessers")


@routes.post(GUESSERS + "/{fitting_id}/use", may=ADMINISTRATOR)
def use(request: Request, fitting_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The guesser is the project's model from now on: the one that authors write against."""
    use_fitted(house.store, visitor.at.id, fitting_id, house.clock())
    return redirect(request, f"/projects/{visitor.at.id}/guessers")


@routes.post(GUESSERS + "/{fitting_id}/forget", may=MODERATOR)
def forget(request: Request, fitting_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """A fitting that nobody needs is gone."""
    try:
        forget_fitting(house.store, visitor.at.id, fitting_id, house.clock())
    except Refused as error:
        return _guessers(request, house, visitor, str(error))
    return redirect(request, f"/projects/{visitor.at.id}/guessers")


def _guessers(request: Request, house: House, visitor: Visitor, error: str | None = None) -> HTMLResponse:
    _check_task(visitor.at)
    return page(
        request,
        "projects/guessers.html.j2",
        visitor,
        status=200 if error is None else 422,
        rows=_rows(house, visitor),
        has_own=visitor.at.settings.dataset.startswith(PREFIX),
        error=error,
        tab="guessers",
    )


def _rows(house: House, visitor: Visitor) -> list[Row]:
    return [_row(house, visitor, one) for one in fittings(house.store, visitor.at.id)]


def _row(house: House, visitor: Visitor, one: Fitting) -> Row:
    is_lost = one.is_lost(house.clock())
    return Row(
        id=one.id,
        name=one.name,
        file=upload_name(house.store, one.upload_id, visitor.at.id),
        day=day(one.created),
        state="lost" if is_lost else one.state,
        percent=round(100 * one.course.share),
        said=(*_said(one, is_lost), *_removed(one)),
        is_used=one.name in visitor.at.settings.victims,
    )


def _said(one: Fitting, is_lost: bool) -> list[str]:
    standing, left = one.course.standing, one.seconds_left
    if one.state == "waiting":
        return [t("projects.guessers.waiting")]
    if is_lost:
        return [t("projects.guessers.lost")]
    if one.state == "failed":
        return [t("projects.guessers.failed", fault=one.course.fault)]
    if standing is None:
        if left is None:
            return [t("projects.guessers.begun")]
        return [t("projects.guessers.left", n=max(1, round(left / 60)))]
    tried = max(1, standing.tried)
    grouped = [t("projects.guessers.grouped", n=standing.grouped)] if standing.grouped else []
    return [
        t(
            "projects.guessers.right",
            end=f"{100 * standing.at_end / tried:.1f}",
            half=f"{100 * standing.at_half / tried:.1f}",
            n=standing.tried,
        ),
        t("projects.guessers.knows", known=standing.known, n=standing.tried),
        *grouped,
        t("projects.guessers.made_of", questions=standing.questions, answers=standing.answers),
    ]


def _removed(one: Fitting) -> list[str]:
    names = ", ".join(one.course.removed)
    return [t("projects.guessers.removed", names=names, n=KEPT)] if names else []


def _own_file(project: Project) -> str:
    if not project.settings.dataset.startswith(PREFIX):
        raise BadOption(t("projects.guessers.no_file"))
    return upload_of(project.settings.dataset)


def _check_task(project: Project) -> None:
    if not composes(project.settings):
        raise NotThere(t("projects.guessers.not_in_project"))
