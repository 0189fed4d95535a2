"""The pages on which an administrator makes a project, and changes one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.datasets.mapped import SIGN, mapped
from stumper.errors import BadOption, StumperError
from stumper.people.projects.data_sets import data_set_name, left_out, offered, preview_upload, project_dataset
from stumper.people.projects.named_models import usable_models
from stumper.people.projects.previewing import MOST_COLUMNS, Preview
from stumper.people.projects.project import Project, close_project, reopen_project
from stumper.people.projects.uploads import ENDINGS, map_of, upload_name, upload_of, upload_to_use
from stumper.people.study.founding import change_settings, check_added, found_project
from stumper.protocols import Specialist
from stumper.registry import task_named, task_of, tasks
from stumper.sections.wording import plural
from stumper.store import Store
from stumper.store.uploads import PREFIX
from stumper.table.naming import short_victim
from stumper.web.access import ADMINISTRATOR, SERVER_ADMINISTRATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import UPLOAD, WITH_FILE
from stumper.web.project_form import GROUPS, ProjectForm, blank, form_from, form_of, settings_from, with_what_stays
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, sent_file, text
from stumper.web.words import WORDS, t

routes = Routes()
OWN = "own"  # the choice of a file
MEGA = 1_000_000
LISTED = 200  # lines that cannot be used
MANY = ("group",)  # which several columns can be


@routes.get("/projects/new", may=SERVER_ADMINISTRATOR)
def new(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The form of a new project."""
    dataset = offered()[0]
    suiting = _suiting(house, _tasks()[dataset])
    return _new(request, house, visitor, blank(dataset, tuple(suiting[:1])))


@routes.post("/projects/new", may=SERVER_ADMINISTRATOR, work=WITH_FILE, body=UPLOAD)
def make(request: Request, sent: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The project is there, and whoever made it in it; or the form again, with what is wrong."""
    form, person, is_left_out = form_from(sent), visitor.signed_in.id, False
    if form.dataset not in offered():
        form = replace(form, dataset=OWN)
        try:
            form = replace(form, dataset=_own_file(house, sent, person))
        except StumperError as error:
            return _new(request, house, visitor, form, str(error), is_file_wrong=True)
        if sent_file(sent, "file") is not None or text(sent, "look"):
            return _new(request, house, visitor, form)  # which shows what was taken for what, before anything is made
        try:
            is_left_out = bool(left_out(house.store, form.dataset, person).skipped)
        except StumperError as error:
            return _new(request, house, visitor, form, str(error), is_file_wrong=True)
    try:
        settings = replace(settings_from(form), dataset=form.dataset)
        project = found_project(house.store, form.name, settings, house.victims, house.clock(), person)
    except StumperError as error:
        return _new(request, house, visitor, form, str(error))
    return redirect(request, f"/projects/{project.id}{'/left-out' if is_left_out else ''}")


@routes.post("/projects/new/look", may=SERVER_ADMINISTRATOR, work=WITH_FILE, body=UPLOAD)
def look(request: Request, sent: TheForm, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """What a file was taken for, which is a part of the form: nothing is made of it yet."""
    try:
        spec = _own_file(house, sent, visitor.signed_in.id)
        shown = _seen(house, spec, visitor.signed_in.id)
    except StumperError as error:
        return page(request, "projects/preview.html.j2", visitor, status=422, preview=None, error=str(error))
    return page(request, "projects/preview.html.j2", visitor, error=None, **shown)


@routes.get("/projects/{project_id}/left-out", may=ADMINISTRATOR, work=WITH_FILE)
def shown_left_out(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The questions of the uploaded file that cannot be used, by their lines."""
    spec = visitor.at.settings.dataset
    found = left_out(house.store, spec, visitor.at.id)
    return page(
        request, "projects/left_out.html.j2", visitor, name=data_set_name(house.store, spec, visitor.at.id),
        used=found.examples, skipped=found.skipped, most=LISTED, tab="settings",
    )  # fmt: skip


@routes.get("/projects/{project_id}/settings", may=ADMINISTRATOR)
def settings(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The form of a project that is there."""
    return _settings(request, house, visitor, form_of(visitor.at.name, visitor.at.settings))


@routes.post("/projects/{project_id}/settings", may=ADMINISTRATOR)
def change(request: Request, sent: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The settings hold from now on; or the form again, with what is wrong."""
    project = visitor.at
    form = with_what_stays(form_from(sent), project)
    try:
        wanted = settings_from(form, project.settings)
        named, unloaded = usable_models(house.store, project.id), house.arrivals.unloaded
        check_added(project, wanted.victims, house.victims, named, unloaded)
        changed = change_settings(house.store, project.id, form.name, wanted, house.clock())
    except StumperError as error:
        return _settings(request, house, visitor, form, str(error))
    now_in = replace(visitor, project=changed)
    return _settings(request, house, now_in, form_of(changed.name, changed.settings), saved=True)


@routes.post("/projects/{project_id}/close", may=ADMINISTRATOR)
def close(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """No more work is handed out."""
    close_project(house.store, visitor.at.id, house.clock())
    return redirect(request, f"/projects/{visitor.at.id}")


@routes.post("/projects/{project_id}/reopen", may=ADMINISTRATOR)
def reopen(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """Work is handed out again."""
    reopen_project(house.store, visitor.at.id)
    return redirect(request, f"/projects/{visitor.at.id}")


def _data_set_words(store: Store, project: Project) -> str:
    """What a project's data set is called on its pages."""
    spec = project.settings.dataset
    if spec.startswith(PREFIX):
        return t("projects.data.uploaded", name=data_set_name(store, spec, project.id))
    return _bundled(store).get(spec, spec)


def _bundled(store: Store) -> dict[str, str]:
    return {spec: _data_set_said(store, spec) for spec in offered()}


def _data_set_said(store: Store, spec: str) -> str:
    """What a data set that is offered is called, with how much it holds."""
    dataset = project_dataset(store, spec)
    key = f"projects.data.{spec}"
    if key in WORDS:
        return t(key, n=len(dataset))
    return t("projects.data.of_others", name=spec, n=len(dataset), unit=task_of(dataset.examples[0].query).unit)


def _tasks() -> dict[str, str]:
    """The task of each data set that is offered."""
    return {name: task.name for task in tasks() if task.desk for name in task.desk.datasets}


def _answered(house: House) -> dict[str, Sequence[str]]:
    """The tasks that the server's models answer, without models that still load or answer whatever there is."""
    there = {one.name: one.made.victim for one in house.arrivals.models if one.made is not None}
    return {name: victim.tasks for name, victim in there.items() if isinstance(victim, Specialist)}


def _suiting(house: House, task: str) -> list[str]:
    """The server's models but for those that are known to answer other tasks."""
    answered = _answered(house)
    return [spec for spec in house.victims if spec not in answered or task in answered[spec]]


def _described(victims: Iterable[str]) -> dict[str, str]:
    """The victims by name, with what is known of them."""
    return {spec: WORDS.get(f"projects.victim.{spec}", short_victim(spec)) for spec in victims}


def _new(
    request: Request,
    house: House,
    visitor: Visitor,
    form: ProjectForm,
    error: str | None = None,
    is_file_wrong: bool = False,
) -> HTMLResponse:
    shown: Mapping[str, Any] = {"preview": None, "uploaded": None}
    if form.dataset.startswith(PREFIX):
        try:
            shown = _seen(house, form.dataset, visitor.signed_in.id)
        except StumperError as wrong:  # what is said of its columns, or the file is nobody's any longer
            error, is_file_wrong = error or str(wrong), True
    return page(
        request,
        "projects/new.html.j2",
        visitor,
        status=200 if error is None else 422,
        form=form,
        groups=list(GROUPS),
        tasks=_tasks(),
        error=error,
        is_file_wrong=is_file_wrong,
        bundled=_bundled(house.store),
        victims=_described(house.victims),
        answered=_answered(house),
        megabytes=UPLOAD // MEGA,
        endings=ENDINGS,
        **shown,
    )


def _settings(
    request: Request, house: House, visitor: Visitor, form: ProjectForm, error: str | None = None, saved: bool = False
) -> HTMLResponse:
    return page(
        request,
        "projects/settings.html.j2",
        visitor,
        status=200 if error is None else 422,
        form=form,
        groups=list(GROUPS),
        error=error,
        saved=saved,
        is_uploaded=visitor.at.settings.dataset.startswith(PREFIX),
        data_set=_data_set_words(house.store, visitor.at),
        victims=_described(  # the first stays the first
            [
                *visitor.at.settings.victims,
                *_suiting(house, visitor.at.settings.task),
                *usable_models(house.store, visitor.at.id),
            ]
        ),
        answered={},
        tab="settings",
    )


def _own_file(house: House, sent: FormData, person_id: str) -> str:
    """``upload:ID`` of the file that was sent now or before, with what is said of its columns; BadOption where there is
    none, BadData where it cannot be read, and then it leaves nothing."""
    store, file, kept = house.store, sent_file(sent, "file"), text(sent, "kept")
    if file is not None:
        with upload_to_use(store, file.name, file.data, house.clock(), person_id) as upload_id:
            preview_upload(store, PREFIX + upload_id, person_id)
        return PREFIX + upload_id
    if kept:
        return f"{PREFIX}{kept}{_said_map(sent)}"
    raise BadOption(t("projects.data.no_file"))


def _seen(house: House, spec: str, person_id: str) -> Mapping[str, Any]:
    """What the part of the page shows that tells what a file was taken for."""
    found, id = preview_upload(house.store, spec, person_id), upload_of(spec)
    homes = {role: place for place, (_, roles) in reversed([*enumerate(found.roles)]) for role in roles}
    own = next((place for place, (unit, _) in enumerate(found.roles) if found.task and unit == _unit(found.task)), None)
    if own is not None:
        homes |= dict.fromkeys(found.roles[own][1], own)
    return {
        "preview": found,
        "uploaded": {"id": id, "map": map_of(spec), "name": upload_name(house.store, id, person_id)},
        "home_of": homes.get,
        "taken_for": _taken_for(found),
    }


def _taken_for(found: Preview) -> str:
    if not found.task:
        return ""
    form = t("projects.preview.format", format=found.format) if found.format else ""
    more = t("projects.preview.variants", what=plural(found.variants, "variant")) if found.variants else ""
    return t("projects.preview.taken", what=plural(found.examples, _unit(found.task)), form=form, variants=more)


def _unit(task: str) -> str:
    return task_named(task).unit


def _said_map(sent: FormData) -> str:
    """What stands behind the name of the file: what was said before, and what has been changed since.

    BadOption where two columns are said to be one thing, or a name cannot be written so.
    """
    mapping = dict(mapped(f"file{text(sent, 'map')}").mapping)
    columns = [_column(sent, number) for number in range(MOST_COLUMNS) if f"column-{number}" in sent]
    chosen = [role for _, _, role in columns if role and role not in MANY]
    if twice := [role for role in chosen if chosen.count(role) > 1]:
        raise BadOption(t("projects.preview.twice", role=twice[0]))
    changed = [one for one in columns if one[1] != one[2]]
    mapping |= {before: "" for _, before, _ in changed if before}
    mapping |= {role: name for name, _, role in changed if role}
    for name in mapping.values():
        if SIGN in name or "=" in name:
            raise BadOption(t("projects.preview.unnameable", name=name))
    kept = _of_one_task(mapping)
    return SIGN + ",".join(f"{role}={name}" for role, name in kept.items()) if kept else ""


def _column(sent: FormData, number: int) -> tuple[str, str, str]:
    """Its name, what it was read as, and what it is said to be."""
    name = sent.get(f"column-{number}")
    return name if isinstance(name, str) else "", text(sent, f"was-{number}"), text(sent, f"role-{number}")


def _of_one_task(mapping: Mapping[str, str]) -> dict[str, str]:
    """Without those that nothing is, of a task that is no longer meant."""
    able = [{column.role for column in task.rows.columns} for task in tasks() if task.rows is not None]
    said = {role for role, name in mapping.items() if name} & {role for roles in able for role in roles}
    meant = [roles for roles in able if roles >= said]
    return {role: name for role, name in mapping.items() if name or any(role in roles for roles in meant)}
