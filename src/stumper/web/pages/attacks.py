"""The pages on which a project's moderators have machines attack its models, and see how far that is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import BadOption, Refused, StumperError
from stumper.people.accounts.account import people
from stumper.people.attacking.choices import FIRST, Offered, attack_named, called, offered, offered_at_once
from stumper.people.attacking.orders import Counted, Met, Order, Wanted, forget, order, orders, start, stop
from stumper.people.projects.project import Project, has_work
from stumper.table.naming import short_victim
from stumper.web.access import MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse, means_of
from stumper.web.limits import COMPUTED
from stumper.web.project_form import number_of
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, text
from stumper.web.words import t
from stumper.web.written import day, duration

routes = Routes()
ATTACKS = "/projects/{project_id}/attacks"
MEND = "mend"  # the choice of people instead of a model
MODEL = "model:"  # before the name of a model that is chosen
OPTION = "option-"  # before the name of an option in the form
FIELDS: Mapping[str, str] = {"against": "", "limit": "100", "seed": "1", "budget": "200", "judged": "1", "others": ""}


@dataclass(frozen=True, slots=True)
class Row:
    """An attack as the list shows it; ``said`` is what is known of it in a sentence or more."""

    id: str
    name: str
    about: str
    state: str
    done: int
    total: int
    said: tuple[str, ...]
    fault: str
    is_done: bool
    queue: str


@routes.get(ATTACKS, may=MODERATOR)
def attacks(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """Those that were ordered, and which others there are."""
    return _attacks(request, house, visitor)


@routes.get(ATTACKS + "/now", may=MODERATOR)
def attacks_now(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """The list alone, which the page asks for again."""
    return page(request, "projects/attacks_now.html.j2", visitor, rows=_rows(house, visitor))


@routes.get(ATTACKS + "/offered", may=MODERATOR)
def attacks_offered(request: Request, visitor: TheVisitor, mendable: bool = False) -> HTMLResponse:
    """The attacks alone that are installed, or those for people to mend; pages ask for them where looking them up would
    take seconds."""
    found = [one for one in offered(visitor.at.settings.task) if one.mendable or not mendable]
    return page(request, "projects/attacks_offered.html.j2", visitor, families=families(found), mendable=mendable)


@routes.get(ATTACKS + "/new/{adversary}", may=MODERATOR)
def choose(request: Request, adversary: str, visitor: TheVisitor) -> HTMLResponse:
    """What an attack does, and on what it is to be tried."""
    return _attack(request, visitor, attack_named(visitor.at.settings.task, adversary))


@routes.post(ATTACKS + "/new/{adversary}", may=MODERATOR, work=COMPUTED)
def add(request: Request, adversary: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The attack is being counted, or is in the line; or what is wrong is said."""
    found = attack_named(visitor.at.settings.task, adversary)
    try:
        order(house.store, means_of(house), visitor.at, _wanted(found, form), visitor.signed_in.id, house.clock())
    except StumperError as error:
        return _attack(request, visitor, found, form, str(error))
    return redirect(request, f"/projects/{visitor.at.id}/attacks")


@routes.post(ATTACKS + "/{attack_id}/start", may=MODERATOR, work=COMPUTED)
def started(request: Request, attack_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """What was counted begins; what was stopped, failed or interrupted goes on."""
    try:
        start(house.store, means_of(house), visitor.at.id, attack_id, house.clock())
    except Refused as error:
        return _attacks(request, house, visitor, error)
    return redirect(request, f"/projects/{visitor.at.id}/attacks")


@routes.post(ATTACKS + "/{attack_id}/stop", may=MODERATOR)
def stopped(request: Request, attack_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """It ends as soon as it can."""
    stop(house.store, means_of(house), visitor.at.id, attack_id, house.clock())
    return redirect(request, f"/projects/{visitor.at.id}/attacks")


@routes.post(ATTACKS + "/{attack_id}/forget", may=MODERATOR)
def forgotten(request: Request, attack_id: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """It is off the list; what came of it stays."""
    try:
        forget(house.store, visitor.at.id, attack_id, house.clock())
    except Refused as error:
        return _attacks(request, house, visitor, error)
    return redirect(request, f"/projects/{visitor.at.id}/attacks")


def families(found: Iterable[Offered]) -> dict[str, list[Offered]]:
    """The attacks by the family that reports list them under."""
    grouped: dict[str, list[Offered]] = {}
    for one in found:
        grouped.setdefault(one.family, []).append(one)
    return grouped


def _attacks(request: Request, house: House, visitor: Visitor, error: StumperError | None = None) -> HTMLResponse:
    found = offered_at_once(visitor.at.settings.task)
    return page(
        request,
        "projects/attacks.html.j2",
        visitor,
        status=200 if error is None else 422,
        rows=_rows(house, visitor),
        families=None if found is None else families(found),
        mendable=False,
        can_attack=bool(visitor.at.settings.victims),
        error=None if error is None else str(error),
        tab="attacks",
    )


def _attack(
    request: Request, visitor: Visitor, found: Offered, form: FormData | None = None, error: str | None = None
) -> HTMLResponse:
    settings = visitor.at.settings
    fields = {**FIELDS, **{OPTION + one.name: one.default for one in found.choices}}
    first = [one for one in found.choices if one.name in FIRST]
    return page(
        request,
        "projects/attack.html.j2",
        visitor,
        status=200 if error is None else 422,
        attack=found,
        first=first,
        further=[one for one in found.choices if one not in first],
        models=[(MODEL + victim, short_victim(victim)) for victim in settings.victims],
        mends=MEND if found.mendable and _has_menders(visitor.at) else "",
        judges="judge" in settings.kinds,
        filled={name: value if form is None else text(form, name) for name, value in fields.items()},
        error=error,
        tab="attacks",
    )


def _has_menders(project: Project) -> bool:
    return "fix" in project.settings.kinds and has_work(project.settings, "fix")


def _wanted(found: Offered, form: FormData) -> Wanted:
    """What the form means; BadOption where a number is none, or nothing was chosen."""
    against = text(form, "against")
    if against != MEND and not against.startswith(MODEL):
        raise BadOption(t("projects.attacks.no_model"))
    given = {one.name: text(form, OPTION + one.name) for one in found.choices if OPTION + one.name in form}
    return Wanted(
        adversary=found.name,
        victim=against.removeprefix(MODEL) if against != MEND else "",
        options=tuple(sorted(found.options(given).items())),
        limit=_number(form, "limit"),
        seed=_number(form, "seed") or 0,
        budget=_number(form, "budget") if found.searches else None,
        judged=bool(text(form, "judged")),
        others=bool(text(form, "others")),
    )


def _number(form: FormData, field: str) -> int | None:
    return number_of(value, f"projects.attacks.{field}") if (value := text(form, field)) else None


def _rows(house: House, visitor: Visitor) -> list[Row]:
    known = {person.id: person.name for person in people(house.store, with_erased=True)}
    now = house.clock()
    return [_row(visitor.at, one, known.get(one.made_by, ""), now) for one in orders(house.store, visitor.at.id)]


def _row(project: Project, one: Order, who: str, now: float) -> Row:
    wanted, course = one.wanted, one.course
    state = "lost" if one.is_lost(now) else one.state
    mended = ".mend" if wanted.is_mended else ""
    return Row(
        id=one.id,
        name=t(f"projects.attacks.name{mended}", attack=called(wanted.adversary), model=short_victim(wanted.victim)),
        about=_about(wanted, who, one.created),
        state=state,
        done=course.done,
        total=course.total,
        said=tuple(_said(project, one, state)),
        fault=course.fault if state == "failed" else "",
        is_done=state == "done" and not wanted.is_mended,
        queue="fix" if wanted.is_mended else "judge",
    )


def _about(wanted: Wanted, who: str, created: float) -> str:
    on = t("projects.attacks.on_all") if wanted.limit is None else t("projects.attacks.on", n=f"{wanted.limit:,}")
    parts = [
        on, t("projects.attacks.by_seed", seed=wanted.seed), *(f"{name} = {value}" for name, value in wanted.options),
        *([t("projects.attacks.within", n=f"{wanted.budget:,}")] if wanted.budget else []),
        t("projects.attacks.ordered", who=who, day=day(created)),
    ]  # fmt: skip
    return ", ".join(parts)


def _said(project: Project, one: Order, state: str) -> list[str]:
    course, wanted = one.course, one.wanted
    far = t("projects.attacks.far", done=f"{course.done:,}", total=f"{course.total:,}") if course.total else ""
    match state:
        case "waiting" | "lost" | "stopping":
            return [t(f"projects.attacks.{state}")]
        case "counted":
            assert course.counted is not None, "it was counted"
            return _counted(project, wanted, course.counted)
        case "running" if course.stage == "count":
            return [t("projects.attacks.counting")]
        case "running":
            return [", ".join([far, *_speed(one)]) if far else t("projects.attacks.begun")]
        case "stopped":
            return [t("projects.attacks.stopped", far=far) if far else t("projects.attacks.stopped.early")]
        case "failed":
            return [t("projects.attacks.kept", far=far)] if far else []
    came = [] if course.added is None else [t(f"projects.attacks.added{'.mend' if wanted.is_mended else ''}",
                                              n=f"{course.added:,}")]  # fmt: skip
    if wanted.is_mended:
        return came
    fooled = [_fooled(met) for met in course.met] or [t("projects.attacks.done.all", fooled=f"{course.fooled:,}")]
    return [*fooled, t("projects.attacks.done.asked", n=f"{course.queries:,}"), *came]


def _fooled(met: Met) -> str:
    """How often a model was fooled, of the texts that it had right and of which something was made."""
    model = short_victim(met.model)
    if not met.made:
        return t("projects.attacks.done.unmade", model=model)
    return t("projects.attacks.done", model=model, fooled=f"{met.fooled:,}", of=f"{met.of:,}")


def _speed(one: Order) -> list[str]:
    course, left = one.course, one.course.seconds_left
    fooled = [] if one.wanted.is_mended else [t("projects.attacks.fooled", n=f"{course.fooled:,}")]
    if left is None:
        return fooled
    rate = t("projects.attacks.rate", rate=f"{course.rate:.1f}")
    return [rate, t("projects.attacks.left", left=duration(left)), *fooled]


def _counted(project: Project, wanted: Wanted, found: Counted) -> list[str]:
    """What a model would be asked, how that is known, and what it costs where somebody knows."""
    others, model = len(project.settings.victims) - 1 if wanted.others else 0, short_victim(wanted.victim)
    if found.queries is None:
        said = [t("projects.attacks.counted.unbound", model=model, of=f"{found.of:,}")]
    elif found.is_search:
        said = [t("projects.attacks.counted.search", model=model, n=f"{found.queries:,}", of=f"{found.of:,}")]
    elif found.on < found.of:
        said = [t("projects.attacks.counted.about", model=model, n=f"{found.queries:,}", on=f"{found.on:,}",
                  of=f"{found.of:,}")]  # fmt: skip
    else:
        said = [t("projects.attacks.counted", model=model, n=f"{found.queries:,}", of=f"{found.of:,}")]
    if found.twice:
        said.append(t("projects.attacks.counted.twice" + (".1" if found.twice == 1 else ""), n=found.twice))
    if others and (most := found.most_of_another) is not None:
        said.append(t("projects.attacks.counted.others", n=others, most=f"{most:,}"))
    elif others:
        said.append(t("projects.attacks.counted.others.unbound", n=others))
    if found.cost is not None:
        said.append(t("projects.attacks.counted.cost", model=model, cost=f"{found.cost:,.2f}"))
    elif found.tokens is not None:
        said.append(t("projects.attacks.counted.tokens", model=model, n=f"{found.tokens:,}"))
    return said
