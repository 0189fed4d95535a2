"""The page on which moderators put work before people: raw sentences, runs, adversarial sets, the texts themselves."""

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse

from stumper.errors import BadOption, StumperError
from stumper.people.annotating.filling import FILLED, fill_from_data_set, fill_from_runs, fill_from_upload
from stumper.people.attacking.choices import offered_at_once
from stumper.people.projects.project import Kind
from stumper.people.projects.runs_to_use import usable_runs
from stumper.people.projects.uploads import upload_to_use
from stumper.web.access import MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import UPLOAD, WITH_FILE
from stumper.web.pages.attacks import families
from stumper.web.rendering import page
from stumper.web.sent import TheForm, sent_file, text, texts
from stumper.web.words import t

routes = Routes()


@routes.get("/projects/{project_id}/queues", may=MODERATOR)
def queues(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """What work can come from."""
    return _queues(request, house, visitor)


@routes.post("/projects/{project_id}/queues", may=MODERATOR, work=WITH_FILE, body=UPLOAD)
def add(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The work is there; or what is wrong is said."""
    try:
        added = _add(house, visitor, form)
    except StumperError as error:
        return _queues(request, house, visitor, error=str(error), wrong=text(form, "kind"))
    return _queues(request, house, visitor, added=added)


def _add(house: House, visitor: Visitor, form: FormData) -> int:
    """How much is new of all that was chosen; BadOption where nothing was."""
    store, project, now = house.store, visitor.at, house.clock()
    kind, added = _kind(text(form, "kind")), []
    if runs := texts(form, "runs"):
        added.append(fill_from_runs(store, project, kind, runs, now))
    if text(form, "data_set"):
        added.append(fill_from_data_set(store, project, kind, now))
    if (file := sent_file(form, "file")) is not None:
        with upload_to_use(store, file.name, file.data, now, project.id, visitor.signed_in.id) as upload_id:
            added.append(fill_from_upload(store, project, kind, upload_id, now))
    if not added:
        raise BadOption(t("projects.queues.no_source"))
    return sum(added)


def _kind(name: str) -> Kind:
    for kind in FILLED:
        if kind == name:
            return kind
    raise BadOption(t("projects.queues.no_source"))


def _queues(
    request: Request,
    house: House,
    visitor: Visitor,
    added: int | None = None,
    error: str | None = None,
    wrong: str | None = None,
) -> HTMLResponse:
    """``wrong`` is the kind of work in whose form the error is."""
    known = offered_at_once(visitor.at.settings.task)
    return page(
        request,
        "projects/queues.html.j2",
        visitor,
        status=200 if error is None else 422,
        kinds=[kind for kind in FILLED if kind in visitor.at.settings.kinds],
        families=None if known is None else families(one for one in known if one.mendable),
        mendable=True,
        runs=usable_runs(house.store, visitor.at),
        added=None
        if added is None
        else t(f"projects.queues.done.{added}" if added < 2 else "projects.queues.done", n=added),
        error=error,
        wrong=wrong,
        tab="queues",
    )
