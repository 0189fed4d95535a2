"""What one sees of a project, and what one takes away from it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import NotThere
from stumper.people.accounts.person import Person, code
from stumper.people.annotating.verifying import write_candidates
from stumper.people.matches.guests import guests_of
from stumper.people.projects.members import members
from stumper.people.projects.project import Project, composes, has_work
from stumper.people.study import exports
from stumper.people.study.measured import measured, write_table
from stumper.people.study.results import Results, results
from stumper.people.study.setting_aside import people_aside
from stumper.people.study.tossup_exports import TAGGED, tag_rows, tossup_rows, tossup_rows_with_logs, write_tossups
from stumper.people.study.tossup_results import AgainstMachine, TossupResults, tossup_results
from stumper.people.writing.submissions import submitted_tossups, write_submissions
from stumper.people.writing.tossup import SubmittedTossup
from stumper.registry import task_named
from stumper.reports import blocks_html
from stumper.scores.agreement import Alpha
from stumper.sections.judged import counted
from stumper.sections.wording import decimal, decimals, interval, percent
from stumper.statistics import Estimate
from stumper.store import Store
from stumper.table.naming import short_victim
from stumper.web.access import MEMBER, MODERATOR, Routes, TheVisitor
from stumper.web.four_figures import four_figures
from stumper.web.house import TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.match_results import MatchResults, match_results, set_name
from stumper.web.rendering import page
from stumper.web.words import so_many, t
from stumper.web.written import type_name

routes = Routes()
MOST_DOTS = 30  # authors in the picture; the table has all


@routes.get("/projects/{project_id}/results", may=MEMBER, work=COMPUTED)
def shown(request: Request, house: TheHouse, visitor: TheVisitor, everybody: bool = False) -> HTMLResponse:
    """The figures, without those who are set aside or of ``everybody``; names of authors, and what can be taken away,
    for moderators alone."""
    project, found = visitor.at, results(house.store, visitor.at, everybody)
    tossups = tossup_results(house.store, project, everybody) if composes(project.settings) else None
    made = submitted_tossups(house.store, project) if tossups is not None else []
    models = measured(house.store, project)
    is_above = visitor.moderates
    named = _naming(house.store, project, visitor.signed_in, is_above)
    return page(
        request, "results/results.html.j2", visitor,
        tab="results", found=found, aside=people_aside(house.store, project.id), everybody=everybody, tossups=tossups,
        matches=_matches(house.store, project, visitor.signed_in, is_above), set_name=set_name,
        positions=positions(made, tossups.machines if tossups is not None else ()), last_place=LAST, place=place,
        authors=_authors_plot(tossups, visitor.signed_in, named, is_above),
        tag_name=lambda name: t(f"annotating.tag.{name}"),
        sentence=_sentence(project, found) if found.successes.all.n else "", correct_sentence=_correct_sentence(found),
        plot=_plot(found, visitor.signed_in, named, is_above),
        opinions=_opinions(found), judged_by=counted, author=named, example=lambda id: id,
        four=four_figures(found), type_name=type_name,
        models=models, models_shown=blocks_html(models.blocks),
        exports=_links(project) if is_above else (),
        written=made if is_above else (),
        percent=percent, interval=interval, decimal=decimal, decimals=decimals, small=_small, bounds=_bounds,
    )  # fmt: skip


@routes.get("/projects/{project_id}/exports/{name}", may=MODERATOR, work=COMPUTED)
def exported(name: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The file of that name; 404 where there is none."""
    return export(house.store, visitor.at, name)


def export(store: Store, project: Project, name: str) -> Response:
    """One of the project's files, to be saved by a browser or read by a program."""
    sets = [one for one in SETS if (one == "tossups") == composes(project.settings)]
    if name in sets:
        file_name = f"{name}{task_named(project.settings.task).suffix}"
        data, kind = _written(SETS[name], store, project, file_name), "application/json"
    elif name in FILES:
        file_name, (write, kind) = name, FILES[name]
        data = _written(write, store, project, name)
    elif name in TABLES:
        rows, is_csv = TABLES[name](store, project), name.endswith(".csv")
        lines = exports.as_csv(rows, NAMES.get(name, ())) if is_csv else exports.as_json_lines(rows)
        file_name, data = name, "".join(lines).encode("utf-8-sig" if is_csv else "utf-8", errors="replace")
        kind = CSV if is_csv else JSON_LINES
    else:
        raise NotThere(f"There is no export {name!r}. There are {', '.join([*sets, *FILES, *TABLES])}.")
    return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{file_name}"'})


CSV, JSON_LINES = "text/csv; charset=utf-8", "application/x-ndjson"
SETS: Mapping[str, Callable[[Store, Project, Path], str]] = {
    "submissions": write_submissions,
    "approved": write_candidates,
    "tossups": write_tossups,
}
FILES: Mapping[str, tuple[Callable[[Store, Project, Path], None], str]] = {
    "results.csv": (write_table, CSV),
    "results.jsonl": (write_table, JSON_LINES),
}
TABLES: Mapping[str, Callable[[Store, Project], list[exports.Row]]] = {
    "submissions.jsonl": exports.submissions_with_changes,
    "submissions.csv": exports.submissions,
    "attempts.csv": exports.attempts,
    "attempts.jsonl": exports.attempts,
    "judgements.csv": exports.judgements,
    "judgements.jsonl": exports.judgements,
    "answers.csv": exports.answers,
    "answers.jsonl": exports.answers,
    "tossups.csv": tossup_rows,
    "tossups.jsonl": tossup_rows_with_logs,
    "tags.csv": tag_rows,
    "tags.jsonl": tag_rows,
    "votes.csv": exports.votes,
    "votes.jsonl": exports.votes,
    "mended.jsonl": exports.mended,
}
NAMES: Mapping[str, Sequence[str]] = {"tags.csv": TAGGED}  # of tables that say what they hold before they hold anything


def _written(write: Callable[[Store, Project, Path], object], store: Store, project: Project, file_name: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / file_name
        write(store, project, path)
        return path.read_bytes()


def _links(project: Project) -> list[tuple[str, str]]:
    """The exports of the kinds of work that a project has, by the end of their words' key."""
    kinds, table = project.settings.kinds, ["results.csv", "results.jsonl"]
    if composes(project.settings):
        wrote = ["tossups", "tossups.jsonl", "tossups.csv", *table] if "write" in kinds else []
        return _addressed(project, [*wrote, *(["tags.csv"] if "tag" in kinds else [])])
    names = [
        *(["submissions", "submissions.jsonl", "submissions.csv", "attempts.csv", *table] if "write" in kinds else []),
        *(["approved", "votes.csv", "mended.jsonl"] if "fix" in kinds else []),
        *(["judgements.csv"] if "judge" in kinds else []),
        *(["answers.csv"] if "answer" in kinds else []),
    ]
    return _addressed(project, names)


def _addressed(project: Project, names: list[str]) -> list[tuple[str, str]]:
    return [(name.replace(".", "_"), f"/projects/{project.id}/exports/{name}") for name in names]


def _naming(store: Store, project: Project, visitor: Person, is_above: bool) -> Callable[[str], str]:
    names = {member.person.id: member.person.name for member in members(store, project.id)} if is_above else {}
    names[visitor.id] = f"{visitor.name} ({t('results.you')})"

    def name(id: str) -> str:
        return names.get(id, code(id) if is_above else t("results.somebody"))

    return name


def _matches(store: Store, project: Project, visitor: Person, is_above: bool) -> MatchResults | None:
    """Where matches are played."""
    if not has_work(project.settings, "match"):
        return None
    names = {one.person.id: one.person.name for one in members(store, project.id)} if is_above else {}
    if is_above:
        names |= {id: t("results.guest", name=name) for id, name in guests_of(store, project.id).items()}
    return match_results(store, project, visitor, names)


def _plot(found: Results, visitor: Person, named: Callable[[str], str], is_above: bool) -> list[tuple[str, Estimate]]:
    """All attempts together, then the authors whom the visitor may see."""
    visible = [share for share in found.successes.by_person if is_above or share.of == visitor.id]
    ranked = sorted(visible, key=lambda share: (-share.share.value, -share.attempts))[:MOST_DOTS]
    return [(t("results.all"), found.successes.all), *((named(one.of), one.share) for one in ranked)]


def _authors_plot(
    found: TossupResults | None, visitor: Person, named: Callable[[str], str], is_above: bool
) -> list[tuple[str, Estimate]]:
    """The share of tossups that the machine to beat never gets, all together, then of the authors that one may see."""
    if found is None or not found.authors:
        return []
    visible = [one for one in found.authors if is_above or one.person_id == visitor.id][:MOST_DOTS]
    rows = ((named(one.person_id), one.stumped) for one in visible)
    return [(t("results.tossups.everybody"), found.machines[0].stumped), *rows]


def _sentence(project: Project, found: Results) -> str:
    made = found.successes
    victims = t("results.and").join(map(short_victim, made.victims or project.settings.victims[:1]))
    return t(
        "results.sentence", victim=victims, succeeded=made.succeeded,
        attempts=so_many("results.attempts", made.all.n), share=percent(made.all.value),
    )  # fmt: skip


def _correct_sentence(found: Results) -> str:
    submissions = so_many("results.submissions", found.submitted.perturbations)
    if not found.submitted.judged:
        return t("results.unjudged_sentence", submissions=submissions)
    if found.submitted.open == found.submitted.judged:
        return t("results.all_open_sentence", submissions=submissions, n=found.submitted.open)
    open, share = found.submitted.open, found.submitted.correct
    still = t("results.still_open.1" if open == 1 else "results.still_open", n=open) if open else ""
    return t(
        "results.judged_sentence", submissions=submissions, judged=found.submitted.judged,
        correct=percent(share.value), interval=f" {interval(share)}" if share.is_known else "",
        by=counted(found.submitted.judges), still=still,
    )  # fmt: skip


def _opinions(found: Results) -> list[tuple[str, Estimate, Alpha | None]]:
    """The shares of what was judged, each with the agreement of two judges on it, where some was judged twice."""
    agreements = {row.question: row.alpha for row in found.agreements if row.same.n}
    names = {"correct": "correct", "grammatical": "grammatical", "label_correct": "label correct", "on_task": "on task"}
    return [(key, getattr(found.opinions, key), agreements.get(question)) for key, question in names.items()]


def _small(value: float) -> str:
    """A number between -1 and 1 with three decimals; undefined where nothing varies."""
    return t("results.undefined") if isnan(value) else f"{value:.3f}".replace("-", "\u2212")


def _bounds(estimate: Estimate) -> str:
    return "" if isnan(estimate.low) else f"[{_small(estimate.low)}, {_small(estimate.high)}]"


LAST = 88  # percent of a picture's width, where an axis ends behind which "never" has its place
BINS = 40  # of the words, in which tossups share a dot
SMALLEST, LARGEST = 3.0, 13.0  # radius of a dot


@dataclass(frozen=True, slots=True)
class Needed:
    """So many tossups of which a machine needs about this ``share``; None where it is never right."""

    x: float
    radius: float
    count: int
    share: float | None


@dataclass(frozen=True, slots=True)
class MachineRow:
    """A machine with its dots, and where its mean and the interval of that stand, as shares of the width."""

    machine: str
    mean: Estimate
    x: float
    low: float
    high: float
    dots: tuple[Needed, ...]


def place(share: float) -> str:
    """Where a share stands on an axis from 0 to 1."""
    return f"{100 * share:.2f}%"


def positions(made: Sequence[SubmittedTossup], machines: Sequence[AgainstMachine]) -> tuple[MachineRow, ...]:
    """How much of each tossup a machine needs: a row for each machine that has read any, a dot for each tossup."""
    return tuple(_row(made, one.machine, one.position) for one in machines if one.read)


def _row(made: Sequence[SubmittedTossup], machine: str, mean: Estimate) -> MachineRow:
    low, high = mean.ends
    return MachineRow(machine, mean, _x(mean.value), _x(low), _x(high), _needed(made, machine))


def _needed(made: Sequence[SubmittedTossup], machine: str) -> tuple[Needed, ...]:
    said = [one for each in made for one in each.written.readings if one.machine == machine and one.fault is None]
    counted = Counter(None if one.buzz is None else round(BINS * one.position) / BINS for one in said)
    most = max(counted.values(), default=1)
    return tuple(
        Needed(1.0 if share is None else _x(share), _radius(count, most), count, share)
        for share, count in counted.items()
    )


def _radius(count: int, most: int) -> float:
    """By area; where no two share a dot, all are small."""
    return SMALLEST if most == 1 else round(SMALLEST + (LARGEST - SMALLEST) * ((count - 1) / (most - 1)) ** 0.5, 1)


def _x(share: float) -> float:
    return share * LAST / 100
