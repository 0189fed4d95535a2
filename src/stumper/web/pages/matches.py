"""The page of a project's matches, with how to open another and to invite players."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TypeVar

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import BadOption, NotThere, StumperError
from stumper.people.matches.log import Log
from stumper.people.matches.match import LOCKOUTS, MODES, Mode, Rules
from stumper.people.matches.media import LARGEST as LARGEST_MEDIUM
from stumper.people.matches.media import MediaFile
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import SOURCES, Chosen, Source
from stumper.people.matches.rooms import headings, open_match, room, rooms_of
from stumper.people.projects.invitations import invite
from stumper.people.projects.project import Project, has_work
from stumper.people.projects.uploads import upload_to_use
from stumper.people.writing.submissions import submitted_tossups
from stumper.web.access import MEMBER, MODERATOR, PLAYER, Routes, TheVisitor, Visitor, holds
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED, UPLOAD, WITH_FILE
from stumper.web.links import link_of
from stumper.web.pages.match import DAYS, PLACES, match_page
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, sent_file, sent_files, text
from stumper.web.words import t
from stumper.web.written import day

routes = Routes()
Name = TypeVar("Name", bound=str)
MATCHES = "/projects/{project_id}/matches"
NUMBERS = {"tossups": 20.0, "speed": 2.5, "answer": 10.0, "silence": 5.0, "rest": 8.0}
ALONE_REST = 6.0  # seconds
WHOLE = ("tossups", "seed")
LARGEST = 1e9


@dataclass(frozen=True, slots=True)
class Row:
    """A match in the list."""

    id: str
    name: str
    mode: Mode
    tossups: int
    day: str
    is_over: bool


@routes.get(MATCHES, may=MEMBER)
def matches(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Those that are there, and for moderators how to open another."""
    return _matches(request, house, visitor)


@routes.post(MATCHES, may=MODERATOR, work=WITH_FILE, body=UPLOAD)
def make_match(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The new match; or the form again with what is wrong."""
    _check_task(visitor.at)
    try:
        rules, chosen, now = _rules(form), _chosen(form), house.clock()
        media = [MediaFile(file.name, file.data) for file in sent_files(form, "media")]
        with _packet(house, visitor, chosen, form) as upload:
            chosen = replace(chosen, upload=upload)
            made = open_match(
                house.store, visitor.at, text(form, "name"), rules, chosen, visitor.signed_in.id, now, media
            )
    except StumperError as error:
        return _matches(request, house, visitor, form=form, error=str(error))
    return redirect(request, f"/projects/{visitor.at.id}/matches/{made.id}")


@routes.post(MATCHES + "/alone", may=PLAYER, work=COMPUTED)
def play_alone(request: Request, house: TheHouse, visitor: TheVisitor) -> Response:
    """In a match against the machine that has begun for this player alone; in the one that they have not ended."""
    _check_task(visitor.at)
    store, project, person, now = house.store, visitor.at, visitor.signed_in, house.clock()
    open_ones = (one for one in headings(store, project.id, person.id, is_open=True) if not one.hosted)
    if (going_on := next(open_ones, None)) is not None:
        return redirect(request, f"/projects/{project.id}/matches/{going_on.id}")
    victim = next(iter(project.settings.victims), "")
    rules = Rules(
        "machine" if victim else "alone", victim=victim, rest=ALONE_REST, automatic=True, lockout="player", hosted=False
    )
    chosen = Chosen("data", round(NUMBERS["tossups"]), rooms_of(store, project.id) + 1)
    made = open_match(store, project, t("matches.alone.name", name=person.name), rules, chosen, person.id, now)
    Log(store, made).play(Move("sit", "alone"), person.id, None, house.clock)
    return redirect(request, f"/projects/{project.id}/matches/{made.id}")


@routes.post(MATCHES + "/links", may=MODERATOR)
def invite_players(request: Request, form: TheForm, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The page that asked, with a link by which players join the project, and come into the room that asked; nobody can
    read it again."""
    if room_id := text(form, "room"):
        room(house.store, visitor.at.id, room_id)  # of this project, or no link is made
    secret = invite(house.store, visitor.at.id, "player", PLACES, DAYS, visitor.signed_in.id, house.clock())
    link = link_of(request, secret, room_id)
    return (
        match_page(request, house, visitor, room_id, link=link)
        if room_id
        else _matches(request, house, visitor, link=link)
    )


def _matches(
    request: Request,
    house: House,
    visitor: Visitor,
    form: FormData | None = None,
    error: str | None = None,
    link: str | None = None,
) -> HTMLResponse:
    project = visitor.at
    _check_task(project)
    found = [
        Row(one.id, one.name, one.mode, one.tossups, day(one.created), one.closed is not None)
        for one in headings(house.store, project.id, visitor.signed_in.id)
    ]
    fields = {field: f"{number:g}" for field, number in NUMBERS.items()} | {
        "seed": str(len(found) + 1),
        "name": t("matches.first_name", n=len(found) + 1), "mode": MODES[0], "source": SOURCES[0], "victim": "",
        "team_a": t("matches.team_a"), "team_b": t("matches.team_b"), "power": "1", "automatic": "",
        "lockout": LOCKOUTS[0],
    }  # fmt: skip
    if form is not None:
        fields = {field: text(form, field) for field in fields}
    return page(
        request,
        "matches/matches.html.j2",
        visitor,
        status=200 if error is None else 422,
        matches=found,
        rules_it=visitor.moderates,
        modes=[mode for mode in MODES if mode != "machine" or project.settings.victims],
        sources=SOURCES,
        lockouts=LOCKOUTS,
        plays=holds(visitor, PLAYER),
        written=len(submitted_tossups(house.store, project)) if visitor.moderates else 0,
        victims=project.settings.victims,
        fields=fields,
        error=error,
        link=link,
        places=PLACES,
        days=DAYS,
        largest=f"{LARGEST_MEDIUM / 1e6:.0f}",
        tab="matches",
    )


def _rules(form: FormData) -> Rules:
    mode = _one_of(MODES, text(form, "mode"))
    speed, answer, silence, rest = (_number(form, field) for field in ("speed", "answer", "silence", "rest"))
    return Rules(
        mode,
        (text(form, "team_a"), text(form, "team_b")),
        text(form, "victim") if mode == "machine" else "",
        speed,
        answer,
        silence,
        rest,
        bool(text(form, "power")),
        bool(text(form, "automatic")),
        _one_of(LOCKOUTS, text(form, "lockout") or LOCKOUTS[0]),
    )


def _chosen(form: FormData) -> Chosen:
    source: Source = _one_of(SOURCES, text(form, "source"))
    return Chosen(source, round(_number(form, "tossups")), round(_number(form, "seed")))


def _packet(house: House, visitor: Visitor, chosen: Chosen, form: FormData) -> AbstractContextManager[str]:
    """The packet that was sent, by its id; "" where none is asked for."""
    file = sent_file(form, "file")
    if chosen.source != "upload" or file is None:
        return nullcontext("")
    return upload_to_use(house.store, file.name, file.data, house.clock(), visitor.at.id, visitor.signed_in.id)


def _number(form: FormData, field: str) -> float:
    written = text(form, field)
    try:
        found = float(written)
    except ValueError:
        found = LARGEST
    if not abs(found) < LARGEST or (field in WHOLE and found != round(found)):
        raise BadOption(t("matches.not_a_number", label=t(f"matches.field.{field}"), value=written))
    return found


def _one_of(names: tuple[Name, ...], chosen: str) -> Name:
    for name in names:
        if name == chosen:
            return name
    raise BadOption(t("matches.not_a_choice", value=chosen, choices=", ".join(names)))


def _check_task(project: Project) -> None:
    if not has_work(project.settings, "match"):
        raise NotThere(t("matches.not_in_project"))
