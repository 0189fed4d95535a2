"""A part of a project's examples: what is sought and chosen, in an order, a page at a time, with counts of the rest."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, FromClause, Integer, Row, Select, and_, case, func, literal, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from stumper.errors import BadOption
from stumper.people.accounts.person import code
from stumper.people.examples.catalogue import SOURCES, VERDICTS
from stumper.people.projects.project import Project
from stumper.store import Store
from stumper.store.connection import row_of
from stumper.store.people_schema import made, made_answers, made_judges, made_types

SortBy = Literal["newest", "oldest", "most-judged", "least-judged"]
NEWEST = ("-at", "-position")  # positions are of when it was first listed, and parts are listed as they are looked at
SORTS: Mapping[SortBy, tuple[str, ...]] = {  # columns, downwards behind a minus
    "newest": NEWEST,
    "oldest": ("at", "position"),
    "most-judged": ("-judgements", *NEWEST),
    "least-judged": ("judgements", *NEWEST),
}
STANDINGS = ("kept", "withdrawn", "rejected")
KEPT_ALONE = STANDINGS[:1]  # what one sees who asks for no other standing
SEVERAL = 3  # judgements from which on their number is no longer told
PAGE = 25
LONGEST_SOUGHT = 200  # characters of what is sought


class _Place(GenericFunction[int]):
    """Where a word begins in a text, counted from 1; 0 where it does not stand there."""

    type = Integer()
    name = "strpos"
    inherit_cache = True


@compiles(_Place, "sqlite")
def _in_sqlite(element: _Place, compiler: SQLCompiler, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@dataclass(frozen=True, slots=True)
class View:
    """Which examples are shown: those that hold all ``sought`` words and are of one of the values that are chosen of
    each facet, where any are; of the standings that of what counts. ``page`` counts from 1."""

    sought: str = ""
    source: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    author: tuple[str, ...] = ()
    model: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    judge: tuple[str, ...] = ()
    standing: tuple[str, ...] = KEPT_ALONE
    sort: str = "newest"
    page: int = 1


FACETS = tuple(one.name for one in fields(View) if one.type == "tuple[str, ...]" or one.type == tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Counted:
    """A value of a facet and how many examples have it, given all that is chosen of the other facets."""

    value: str
    examples: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """How one model's attempt ended, and its best answer to what was made; None where it gave none."""

    model: str
    outcome: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class Made:
    """An example in a list; ``author`` is a code, "" where a machine or several people made it."""

    id: str
    source: str
    at: float | None
    author: str
    adversary: str
    question: str
    original: str
    text: str
    answer: str
    standing: str
    judgements: int
    verdict: str
    types: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    perturbation_id: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """One page of a view, of ``all`` examples in it; ``facets`` by their names, those without a value left out."""

    examples: tuple[Made, ...]
    all: int
    pages: int
    facets: Mapping[str, tuple[Counted, ...]] = field(default_factory=dict)


def view_of(given: Mapping[str, Sequence[str]]) -> View:
    """The view that an address names; BadOption where it names none."""
    [sought], [sort], [page] = (tuple(given.get(name) or ("",))[:1] for name in ("q", "sort", "page"))
    if sort and sort not in SORTS:
        raise BadOption(f"There is no order {sort!r}. There are {', '.join(SORTS)}.")
    if page and not (page.isdecimal() and len(page) < 9 and int(page) > 0):
        raise BadOption(f"A page has a number from 1 on, not {page!r}.")
    chosen = {name: tuple(dict.fromkeys(value for value in given.get(name, ()) if value)) for name in FACETS}
    sought = " ".join(sought.split())[:LONGEST_SOUGHT]
    chosen["standing"] = chosen["standing"] or KEPT_ALONE
    return View(sought=sought, sort=sort or "newest", page=int(page or 1), **chosen)


def address_of(view: View) -> list[tuple[str, str]]:
    """What ``view_of`` reads, without what is as it always is."""
    plain = [("q", view.sought), ("sort", view.sort if view.sort != "newest" else "")]
    chosen = [
        (name, value)
        for name in FACETS
        for value in getattr(view, name)
        if name != "standing" or view.standing != KEPT_ALONE
    ]
    return [*((name, value) for name, value in plain if value), *chosen,
            *([("page", str(view.page))] if view.page > 1 else [])]  # fmt: skip


def browse(store: Store, project: Project, view: View, only: str | None = None, state: str = "") -> Found:
    """A page of the examples, or of those of the person ``only``, with counts for each facet.

    Of a ``state`` that ``catch_up`` gave counts are remembered: who goes from page to page waits for them once.
    """
    counting = replace(view, sort="newest", page=1)
    number, facets = (_remembered if state else _facets)(store, project, counting, only, state)
    pages = max(1, -(-number // PAGE))
    with store.engine.connect() as connection:
        rows = _rows(connection, _where(project, view, only), view.sort, PAGE, (min(view.page, pages) - 1) * PAGE)
        found = _with_parts(connection, project, rows)
    return Found(tuple(found), number, pages, facets)


Facets = Mapping[str, tuple[Counted, ...]]


def _facets(store: Store, project: Project, view: View, only: str | None, state: str) -> tuple[int, Facets]:
    """How many examples are in the view, and the facets that have a value, each with its counts."""
    with store.engine.connect() as connection:
        together = _counted_together(connection, project, view, only)
        facets = {name: _counted(connection, project, view, name, only, together) for name in FACETS}
    return together["all"][""], {name: some for name, some in facets.items() if some}


@lru_cache(maxsize=128)
def _remembered(store: Store, project: Project, view: View, only: str | None, state: str) -> tuple[int, Facets]:
    return _facets(store, project, view, only, state)


def _counted_together(
    connection: Connection, project: Project, view: View, only: str | None
) -> Mapping[str, Counter[str]]:
    """In one go how many are in the view altogether ("all"), and by each column of which nothing is chosen."""
    names = [name for name in COLUMNS if not getattr(view, name)]
    columns = [COLUMNS[name].label(name) for name in names]
    query = select(func.count().label("number"), *columns).where(_where(project, view, only))
    counts = {name: Counter[str]() for name in ("all", *names)}
    for number, *values in connection.execute(query.group_by(*columns)):
        counts["all"][""] += number
        for name, value in zip(names, values, strict=True):
            if value is not None:
                counts[name][value] += number
    return counts


def all_of(store: Store, project: Project, view: View, only: str | None = None) -> list[Made]:
    """Every example of the view, in its order."""
    with store.engine.connect() as connection:
        rows = _rows(connection, _where(project, view, only), view.sort)
        return _with_parts(connection, project, rows)


def neighbours(
    store: Store, project: Project, view: View, id: str, only: str | None = None
) -> tuple[str | None, str | None]:
    """The ids before and behind this example in the view's order; None at an end, or where it is not in the view."""
    columns = (made.c.id, made.c.at, made.c.position, made.c.judgements)
    place = select(*columns).where(_where(project, view, only)).subquery()
    order = _order(place, view.sort)
    lined = select(
        place.c.id,
        func.lag(place.c.id).over(order_by=order).label("before"),
        func.lead(place.c.id).over(order_by=order).label("behind"),
    ).subquery()
    row = row_of(store.engine, select(lined).where(lined.c.id == id))
    return (None, None) if row is None else (row.before, row.behind)


def one_of(store: Store, project: Project, id: str, only: str | None = None) -> Made | None:
    """The example of this id; None where there is none for the person ``only``."""
    where = and_(made.c.project_id == project.id, made.c.id == id, *([made.c.person_id == only] if only else []))
    with store.engine.connect() as connection:
        rows = _rows(connection, where, "newest")
        found = _with_parts(connection, project, rows)
    return found[0] if found else None


def _order(table: FromClause, sort: str) -> list[ColumnElement[Any]]:
    """What to order by; what has no time, of a machine or of several people, counts as older than all that has one."""
    found = list[ColumnElement[Any]]()
    for told in SORTS[sort]:  # type: ignore[index]
        name = told.removeprefix("-")
        column = func.coalesce(table.c.at, 0) if name == "at" else table.c[name]
        found.append(column if name == told else column.desc())
    return found


def _rows(
    connection: Connection, where: ColumnElement[bool], sort: str, limit: int | None = None, offset: int = 0
) -> Sequence[Row[Any]]:
    query = select(made).where(where).order_by(*_order(made, sort))
    return connection.execute(query if limit is None else query.limit(limit).offset(offset)).all()


def _with_parts(connection: Connection, project: Project, rows: Sequence[Row[Any]]) -> list[Made]:
    ids = [row.id for row in rows]
    places = {victim: place for place, victim in enumerate(project.settings.victims)}
    types, answers = defaultdict[str, list[str]](list), defaultdict[str, list[Answer]](list)
    of_types = select(made_types).where(made_types.c.project_id == project.id).order_by(made_types.c.type)
    of_answers = select(made_answers).where(made_answers.c.project_id == project.id).order_by(made_answers.c.model)
    for some in [ids] if len(ids) <= PAGE else [None]:
        in_types = of_types if some is None else of_types.where(made_types.c.made_id.in_(some))
        in_answers = of_answers if some is None else of_answers.where(made_answers.c.made_id.in_(some))
        for row in connection.execute(in_types):
            types[row.made_id].append(row.type)
        for row in connection.execute(in_answers):
            answers[row.made_id].append(Answer(row.model, row.outcome, row.answer))
    return [
        Made(row.id, row.source, row.at, code(row.person_id) if row.person_id else "", row.adversary, row.question,
             row.original, row.text, row.answer, row.standing, row.judgements, row.verdict, tuple(types[row.id]),
             tuple(sorted(answers[row.id], key=lambda one: places.get(one.model, len(places)))), row.perturbation_id)
        for row in rows
    ]  # fmt: skip


def _where(project: Project, view: View, only: str | None, without: str = "") -> ColumnElement[bool]:
    """The condition of the view, but for what is chosen of the facet ``without``."""
    found: list[ColumnElement[bool]] = [made.c.project_id == project.id]
    if only is not None:
        found.append(made.c.person_id == only)
    found += [_Place(made.c.sought, word) > 0 for word in view.sought.lower().split()]
    for name, column in COLUMNS.items():
        if name != without and (chosen := getattr(view, name)):
            found.append(column.in_(chosen))
    for name, (table, column) in PARTS.items():
        if name not in ("model", "outcome", without) and (chosen := getattr(view, name)):
            found.append(made.c.id.in_(_ids(table, project).where(column.in_(chosen))))
    models = () if without == "model" else view.model
    outcomes = () if without == "outcome" else view.outcome
    if models or outcomes:  # of one model's answer both
        answers = _ids(made_answers, project)
        answers = answers.where(made_answers.c.model.in_(models)) if models else answers
        answers = answers.where(made_answers.c.outcome.in_(outcomes)) if outcomes else answers
        found.append(made.c.id.in_(answers))
    return and_(*found)


def _ids(table: Any, project: Project) -> Select[Any]:
    return select(table.c.made_id).where(table.c.project_id == project.id)


_NUMBER = case(
    (made.c.judgements == 0, literal("0")),
    (made.c.judgements == 1, literal("1")),
    (made.c.judgements < SEVERAL, literal("2")),
    else_=literal(f"{SEVERAL}+"),
)
_CODE = literal("person-") + func.substr(made.c.person_id, 1, 8)  # as ``code``
COLUMNS: Mapping[str, ColumnElement[Any]] = {
    "source": made.c.source,
    "author": _CODE,
    "verdict": made.c.verdict,
    "judged": _NUMBER,
    "standing": made.c.standing,
}
PARTS: Mapping[str, tuple[Any, ColumnElement[Any]]] = {
    "type": (made_types, made_types.c.type),
    "model": (made_answers, made_answers.c.model),
    "outcome": (made_answers, made_answers.c.outcome),
    "judge": (made_judges, made_judges.c.judge),
}
ORDERS: Mapping[str, Iterable[str]] = {
    "source": SOURCES, "verdict": VERDICTS, "standing": STANDINGS, "judged": ("0", "1", "2", f"{SEVERAL}+"),
}  # fmt: skip


def _counted(
    connection: Connection,
    project: Project,
    view: View,
    name: str,
    only: str | None,
    together: Mapping[str, Mapping[str, int]],
) -> tuple[Counted, ...]:
    """The values of a facet, in their own order or the most frequent first; what is chosen is among them."""
    chosen = getattr(view, name)
    found = together.get(name)
    if found is None:
        found = dict(connection.execute(_by_value(project, view, name, only)).all())
    counts: dict[str, int] = dict.fromkeys(chosen, 0) | dict(found)
    order = list(ORDERS.get(name, ()))
    ranked = sorted(counts, key=lambda value: (order.index(value) if value in order else len(order), -counts[value],
                                               value))  # fmt: skip
    return tuple(Counted(value, counts[value], value in chosen) for value in ranked)


def _by_value(project: Project, view: View, name: str, only: str | None) -> Select[Any]:
    """Selects how many examples have each value of a facet, whatever is chosen of it."""
    where = _where(project, view, only, without=name)
    if name in COLUMNS:
        value = COLUMNS[name].label("value")
        return select(value, func.count()).where(where, value.is_not(None)).group_by(value)
    table, column = PARTS[name]
    joined = and_(table.c.project_id == made.c.project_id, table.c.made_id == made.c.id)
    number = func.count() if name in ("type", "judge") else func.count(table.c.made_id.distinct())
    query = select(column, number).select_from(made.join(table, joined)).where(where)
    if name == "outcome" and view.model:
        query = query.where(made_answers.c.model.in_(view.model))
    if name == "model" and view.outcome:
        query = query.where(made_answers.c.outcome.in_(view.outcome))
    return query.group_by(column)
