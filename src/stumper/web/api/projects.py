"""Projects over the API: made, read, changed, closed; who is in them and how far they are."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import File, Response, UploadFile
from starlette.requests import Request

from stumper.errors import BadOption
from stumper.people.accounts.person import Role
from stumper.people.projects import data_sets
from stumper.people.projects.invitations import invitations, invite, withdraw
from stumper.people.projects.members import add_role, administers, members, projects_of, remove_member, roles
from stumper.people.projects.named_models import usable_models
from stumper.people.projects.project import Settings, close_project, reopen_project
from stumper.people.projects.uploads import put_upload
from stumper.people.queues.progress import progress
from stumper.people.study import founding
from stumper.people.study.founding import change_settings
from stumper.store.uploads import PREFIX
from stumper.web.access import ADMINISTRATOR, MEMBER, MODERATOR, SERVER_ADMINISTRATOR, SIGNED_IN, Routes, TheVisitor
from stumper.web.api import projects_models as models
from stumper.web.house import TheHouse
from stumper.web.limits import COMPUTED, UPLOAD, WITH_FILE
from stumper.web.links import link_of
from stumper.web.markdown import rendered
from stumper.web.words import t

routes = Routes(prefix="/api/v1")
MOST_OF_STRANGERS = 5_000  # bytes of Markdown from somebody who writes no instructions
PROJECTS, PROJECT = "/projects", "/projects/{project_id}"


@routes.get(PROJECTS, may=SIGNED_IN.by("read"), response_model=list[models.Project], summary="Your projects")
def read_projects(house: TheHouse, visitor: TheVisitor) -> list[models.Project]:
    """Open ones first, then the newest."""
    person = visitor.signed_in.id
    found = projects_of(house.store, person)
    return [models.Project.of(project, roles(house.store, project.id, person)) for project in found]


@routes.post(
    PROJECTS,
    may=SERVER_ADMINISTRATOR.by("manage"),
    work=WITH_FILE,
    response_model=models.Project,
    status_code=201,
    summary="Makes a project",
)
def make_project(new: models.NewProject, house: TheHouse, visitor: TheVisitor) -> models.Project:
    """You are its administrator. 422 says what is wrong with the data set or a setting."""
    fields, now, person = new.model_dump(), house.clock(), visitor.signed_in.id
    name = fields.pop("name")
    made = founding.found_project(house.store, name, Settings(task="", **_tuples(fields)), house.victims, now, person)
    return models.Project.of(made, roles(house.store, made.id, person))


@routes.get(PROJECT, may=MEMBER.by("read"), response_model=models.Project, summary="A project")
def read_project(visitor: TheVisitor) -> models.Project:
    """With its settings, and what you are in it."""
    return models.Project.of(visitor.at, visitor.roles)


@routes.put(PROJECT, may=ADMINISTRATOR.by("manage"), response_model=models.Project, summary="Changes a project")
def change_project(changed: models.ChangedProject, house: TheHouse, visitor: TheVisitor) -> models.Project:
    """All but its data set, number of items and seed."""
    fields = changed.model_dump()
    name, before = fields.pop("name"), visitor.at
    named, unloaded = usable_models(house.store, before.id), house.arrivals.unloaded
    founding.check_added(before, changed.victims, house.victims, named, unloaded)
    wanted = replace(before.settings, **_tuples(fields))
    after = change_settings(house.store, before.id, name, wanted, house.clock())
    return models.Project.of(after, visitor.roles)


@routes.post(f"{PROJECT}/close", may=ADMINISTRATOR.by("manage"), status_code=204, summary="Closes a project")
def close(house: TheHouse, visitor: TheVisitor) -> Response:
    """No more work is handed out; what is in hands can be finished."""
    close_project(house.store, visitor.at.id, house.clock())
    return Response(status_code=204)


@routes.post(f"{PROJECT}/reopen", may=ADMINISTRATOR.by("manage"), status_code=204, summary="Opens a project again")
def reopen(house: TheHouse, visitor: TheVisitor) -> Response:
    """Work is handed out again."""
    reopen_project(house.store, visitor.at.id)
    return Response(status_code=204)


@routes.get(
    f"{PROJECT}/progress", may=MODERATOR.by("read"), response_model=list[models.Queue], summary="How far a project is"
)
def read_progress(house: TheHouse, visitor: TheVisitor) -> list[models.Queue]:
    """Queue by queue, person by person."""
    return [models.Queue.of(queue) for queue in progress(house.store, visitor.at.id, house.clock())]


@routes.get(f"{PROJECT}/members", may=MODERATOR.by("read"), response_model=list[models.ProjectMember],
            summary="Who is in a project")  # fmt: skip
def read_members(house: TheHouse, visitor: TheVisitor) -> list[models.ProjectMember]:
    """By name."""
    return [models.ProjectMember.of(member) for member in members(house.store, visitor.at.id)]


ROLE = f"{PROJECT}/members/{{person_id}}/roles/{{role}}"


@routes.put(ROLE, may=ADMINISTRATOR.by("manage"), status_code=204, summary="Gives a member another role")
def give_role(person_id: str, role: Role, house: TheHouse, visitor: TheVisitor) -> Response:
    """Beside those that they have. 404 where they are not in the project: people join by an invitation."""
    add_role(house.store, visitor.at.id, person_id, role, house.clock())
    return Response(status_code=204)


@routes.delete(ROLE, may=ADMINISTRATOR.by("manage"), status_code=204, summary="Takes a role from a member")
def take_role(person_id: str, role: Role, house: TheHouse, visitor: TheVisitor) -> Response:
    """The others stay; invitations that were there before do not bring it back. 409 for the only administrator."""
    remove_member(house.store, visitor.at.id, person_id, role)
    return Response(status_code=204)


@routes.delete(f"{PROJECT}/members/{{person_id}}", may=ADMINISTRATOR.by("manage"), status_code=204,
               summary="Removes somebody from a project")  # fmt: skip
def remove(person_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """What they did stays; invitations of before do not let them in again. 409 for the only administrator."""
    remove_member(house.store, visitor.at.id, person_id)
    return Response(status_code=204)


@routes.get(f"{PROJECT}/invitations", may=ADMINISTRATOR.by("read"), response_model=list[models.Invitation],
            summary="Links by which people can still join")  # fmt: skip
def read_invitations(house: TheHouse, visitor: TheVisitor) -> list[models.Invitation]:
    """The newest first."""
    return [models.Invitation.of(found) for found in invitations(house.store, visitor.at.id, house.clock())]


@routes.delete(f"{PROJECT}/invitations/{{invitation_id}}", may=ADMINISTRATOR.by("manage"), status_code=204,
               summary="Withdraws a link")  # fmt: skip
def withdraw_invitation(invitation_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """Nobody more joins by it."""
    withdraw(house.store, invitation_id, visitor.at.id)
    return Response(status_code=204)


@routes.post(f"{PROJECT}/invitations", may=ADMINISTRATOR.by("manage"), response_model=models.MadeInvitation,
             status_code=201, summary="Makes a link by which people join")  # fmt: skip
def make_invitation(
    request: Request, new: models.NewInvitation, house: TheHouse, visitor: TheVisitor
) -> models.MadeInvitation:
    """The link is given only here."""
    person = visitor.signed_in.id
    secret = invite(house.store, visitor.at.id, new.role, new.places, new.days, person, house.clock())
    return models.MadeInvitation(link=link_of(request, secret))


@routes.post(
    "/uploads",
    may=SERVER_ADMINISTRATOR.by("manage"),
    work=WITH_FILE,
    body=UPLOAD,
    response_model=models.DataSetUpload,
    status_code=201,
    summary="Uploads a data set for a new project",
)
def upload_data_set(
    file: Annotated[
        UploadFile, File(description="SQuAD's, FEVER's or QANTA's format, or a packet's lines; also compressed.")
    ],
    house: TheHouse,
    visitor: TheVisitor,
) -> models.DataSetUpload:
    """Yours alone: name it `upload:ID` when you make the project. 422 says what is wrong in the file."""
    name = file.filename or "file"
    taken = data_sets.take_data_set(house.store, name, file.file.read(), house.clock(), visitor.signed_in.id)
    skipped = [models.SkippedLine(line=one.line, reason=one.reason) for one in taken.skipped]
    return models.DataSetUpload(id=taken.spec.removeprefix(PREFIX), name=name, skipped=skipped)


@routes.post(f"{PROJECT}/uploads", may=MODERATOR.by("manage"), work=WITH_FILE, body=UPLOAD,
             response_model=models.Upload, status_code=201, summary="Uploads a file to fill a queue from")  # fmt: skip
def upload_work(
    file: Annotated[UploadFile, File(description="Raw sentences, or an adversarial set.")],
    house: TheHouse,
    visitor: TheVisitor,
) -> models.Upload:
    """The project's and yours: name its id where you fill a queue or open a match."""
    name, owners = file.filename or "file", (visitor.at.id, visitor.signed_in.id)
    return models.Upload(id=put_upload(house.store, name, file.file.read(), house.clock(), *owners), name=name)


@routes.post(
    "/markdown",
    may=SIGNED_IN.by("read"),
    work=COMPUTED,
    response_model=models.Html,
    summary="How instructions will look",
)
def markdown(written: models.MarkdownText, house: TheHouse, visitor: TheVisitor) -> models.Html:
    """Tags in it are shown as text; pictures are left out. At most 5 kB from those who administer nothing."""
    size = len(written.text.encode())
    if size > MOST_OF_STRANGERS and not administers(house.store, visitor.signed_in.id):
        raise BadOption(t("projects.markdown.too_long", size=f"{size:,}", most=f"{MOST_OF_STRANGERS:,}"))
    return models.Html(html=str(rendered(written.text)))


def _tuples(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
