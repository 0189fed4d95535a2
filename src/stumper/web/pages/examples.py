"""The pages of what people and machines made in a project: a list with facets, one example, and files of a view."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stumper.errors import BadOption, NotThere, StumperError
from stumper.people.accounts.person import code
from stumper.people.annotating.judging_work import Opinion
from stumper.people.examples.acts import Actor, comment, reasons_to_reject, restore, retag, settle, take_back
from stumper.people.examples.browsing import (
    FACETS,
    KEPT_ALONE,
    SORTS,
    Found,
    Made,
    View,
    address_of,
    all_of,
    browse,
    neighbours,
    view_of,
)
from stumper.people.examples.catalogue import catch_up
from stumper.people.examples.files import NAMES, rows_of, write_parquet, write_set
from stumper.people.examples.one import Whole, whole
from stumper.people.projects.members import members
from stumper.people.projects.project import Project
from stumper.people.study.exports import as_csv, as_json_lines
from stumper.people.writing.attack_types import types_for
from stumper.registry import task_named
from stumper.sections.wording import OUTCOME_SIGNS, OUTCOME_WORDS, percent
from stumper.store import Store
from stumper.text import Change, word_diff
from stumper.web.access import AUTHOR, MODERATOR, Routes, TheVisitor, Visitor
from stumper.web.house import House, TheHouse
from stumper.web.limits import COMPUTED
from stumper.web.rendering import page, redirect
from stumper.web.sent import TheForm, text, texts
from stumper.web.words import WORDS, t
from stumper.web.written import clock, day, duration, type_name
from stumper.writing_desk import Shown

routes = Routes()
HERE = "/projects/{project_id}/examples"
CONTEXT = 48  # characters of what was kept, around what was changed, in a list
SHOWN_VALUES = 8  # of a facet, before the rest is folded away
CSV, JSON_LINES = "text/csv; charset=utf-8", "application/x-ndjson"
PARQUET, PLAIN_JSON = "application/vnd.apache.parquet", "application/json"
FORMATS = ("csv", "jsonl", "parquet", "set")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a facet with its name, how many have it, and the address at which it is chosen, or no longer is."""

    name: str
    examples: int
    is_chosen: bool
    address: str


@routes.get(HERE, may=AUTHOR)
def listed(request: Request, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """A page of the examples: of all for moderators, of their own for authors."""
    project, view = visitor.at, _view(request)
    state = catch_up(house.store, project)
    found = browse(house.store, project, view, _only(visitor), state)
    view = replace(view, page=min(view.page, found.pages))
    called = _called(house.store, visitor)
    facets = [
        (name, [_choice(view, name, one.value, one.examples, one.is_chosen, called) for one in found.facets[name]])
        for name in FACETS
        if name in found.facets and (len(found.facets[name]) > 1 or getattr(view, name))
    ]
    return page(
        request, "examples/examples.html.j2", visitor,
        tab="examples", view=view, found=found, facets=facets, shown_values=SHOWN_VALUES, sorts=tuple(SORTS),
        is_all=view == View(sort=view.sort, page=view.page),
        kept=[pair for pair in address_of(replace(view, page=1)) if pair[0] not in ("q", "sort")],
        query=_query(view), before=_query(replace(view, page=view.page - 1)),
        behind=_query(replace(view, page=view.page + 1)), files=_offered() if visitor.moderates else (),
        excerpt=_excerpt, hidden=_hidden(view, found), why_rejected=_why_rejected(house.store, project, found),
        **_naming(visitor, called),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hidden:
    """How many examples of a standing the view leaves out, with the address at which they are."""

    standing: str
    examples: int
    address: str


def _hidden(view: View, found: Found) -> list[Hidden]:
    """What was taken back and is left out as nobody has asked for it."""
    if view.standing != KEPT_ALONE:
        return []
    return [
        Hidden(one.value, one.examples, _query(replace(view, standing=(one.value,), page=1)))
        for one in found.facets.get("standing", ())
        if one.value not in KEPT_ALONE and one.examples
    ]


def _why_rejected(store: Store, project: Project, found: Found) -> Mapping[str, str]:
    return reasons_to_reject(store, project, [one.id for one in found.examples if one.standing == "rejected"])


def _offered() -> list[str]:
    """The formats that this server can write: Parquet only where the library for it is installed."""
    return [name for name in FORMATS if name != "parquet" or find_spec("pyarrow") is not None]


@routes.get(f"{HERE}/files/{{name}}", may=MODERATOR, work=COMPUTED)
def exported(request: Request, name: str, house: TheHouse, visitor: TheVisitor) -> Response:
    """The examples of the view as a file: ``name`` is its format; 404 where there is no such."""
    if name not in FORMATS:
        raise NotThere(f"There is no file {name!r} of examples. There are {', '.join(FORMATS)}.")
    catch_up(house.store, visitor.at)
    found = all_of(house.store, visitor.at, _view(request))
    file_name, kind, data = _file(house.store, visitor.at, name, found)
    return Response(data, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{file_name}"'})


@routes.get(f"{HERE}/{{made_id}}", may=AUTHOR)
def one(request: Request, made_id: str, house: TheHouse, visitor: TheVisitor) -> HTMLResponse:
    """One example with all that is known of it; 404 to an author whose own it is not."""
    return _one(request, made_id, house, visitor)


@routes.post(f"{HERE}/{{made_id}}/comment", may=AUTHOR)
def commented(request: Request, made_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """The comment stands in its history."""
    return _done(request, made_id, house, visitor, lambda by: comment(
        house.store, visitor.at, made_id, by, text(form, "said")))  # fmt: skip


@routes.post(f"{HERE}/{{made_id}}/take-back", may=AUTHOR)
def taken_back(request: Request, made_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """It counts nowhere any longer: rejected by a moderator, or withdrawn by its author."""
    return _done(request, made_id, house, visitor, lambda by: take_back(
        house.store, visitor.at, made_id, by, text(form, "said")))  # fmt: skip


@routes.post(f"{HERE}/{{made_id}}/restore", may=AUTHOR)
def restored(request: Request, made_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """It counts again."""
    return _done(request, made_id, house, visitor, lambda by: restore(
        house.store, visitor.at, made_id, by, text(form, "said")))  # fmt: skip


@routes.post(f"{HERE}/{{made_id}}/retag", may=MODERATOR)
def retagged(request: Request, made_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """It is of the types that were ticked."""
    return _done(request, made_id, house, visitor, lambda by: retag(
        house.store, visitor.at, made_id, by, texts(form, "types"), text(form, "said")))  # fmt: skip


@routes.post(f"{HERE}/{{made_id}}/settle", may=MODERATOR)
def settled(request: Request, made_id: str, form: TheForm, house: TheHouse, visitor: TheVisitor) -> Response:
    """A moderator's judgement settles it."""
    return _done(request, made_id, house, visitor, lambda by: settle(
        house.store, visitor.at, made_id, by, _opinion(text(form, "grammatical"), text(form, "label_correct"),
                                                       text(form, "on_task"), text(form, "said"))))  # fmt: skip


def _opinion(*answers: str) -> Opinion:
    *asked, note = answers
    if any(answer not in ("yes", "no") for answer in asked):
        raise BadOption(t("examples.settle.unanswered"))
    grammatical, label_correct, on_task = (answer == "yes" for answer in asked)
    return Opinion(grammatical, label_correct, on_task, note)


def _done(request: Request, made_id: str, house: House, visitor: Visitor, act: Callable[[Actor], None]) -> Response:
    try:
        act(Actor(visitor.signed_in.id, house.clock(), visitor.moderates))
    except NotThere:
        raise
    except StumperError as error:
        return _one(request, made_id, house, visitor, error=str(error))
    query = _query(_view(request))
    return redirect(request, f"/projects/{visitor.at.id}/examples/{made_id}{query}#history")


def _one(request: Request, made_id: str, house: House, visitor: Visitor, error: str | None = None) -> HTMLResponse:
    project, view = visitor.at, _view(request)
    catch_up(house.store, project)
    found = whole(house.store, project, made_id, visitor.signed_in.id, visitor.moderates)
    before, behind = neighbours(house.store, project, view, made_id, _only(visitor))
    return page(
        request, "examples/example.html.j2", visitor, status=200 if error is None else 422,
        tab="examples", found=found, made=found.made, query=_query(view), before=before, behind=behind, error=error,
        types=_types(house.store, project, found), can_settle=_can_settle(found, visitor),
        old=_side(found.pieces, "removed"), new=_side(found.pieces, "added"),
        page_state={"original": found.made.original, "changes": [
            {"at": one.at, "start": one.start, "removed": one.removed, "inserted": one.inserted}
            for one in found.changes
        ]},
        why_rejected=reasons_to_reject(house.store, project, [made_id]).get(made_id, ""),
        clock=clock, duration=duration, percent=percent, **_naming(visitor, _called(house.store, visitor)),
    )  # fmt: skip


def _can_settle(found: Whole, visitor: Visitor) -> bool:
    judged = visitor.moderates and not found.is_own and found.made.source != "sentence"
    is_unsettled = found.made.verdict in ("unjudged", "open")
    return judged and is_unsettled and found.made.standing == "kept" and "judge" in visitor.at.settings.kinds


def _types(store: Store, project: Project, found: Whole) -> tuple[str, ...]:
    """What it can be tagged with."""
    if found.made.source != "submission":
        return ()
    return types_for(Shown(found.made.original, found.made.question))


def _side(pieces: Iterable[Change], changed: str) -> list[Change]:
    """One text of two, with what was changed of it marked."""
    return [piece for piece in pieces if piece.kind in ("kept", changed)]


def _called(store: Store, visitor: Visitor) -> Mapping[str, str]:
    """The names of those in the project by their codes, for moderators, who read them everywhere else, too."""
    present = members(store, visitor.at.id) if visitor.moderates else ()
    return {code(member.person.id): member.person.name for member in present}


def _naming(visitor: Visitor, called: Mapping[str, str]) -> dict[str, Any]:
    """How templates call people, types and outcomes, and write days; whoever has no name here goes by their code."""
    own = code(visitor.signed_in.id)

    def person(id_or_code: str) -> str:
        name = id_or_code if id_or_code.startswith("person-") else code(id_or_code)
        return t("results.you") if name == own else called.get(name, name)

    return {"person": person, "type_name": type_name, "type_names": _type_names, "day": day,
            "outcome_word": OUTCOME_WORDS.get, "outcome_sign": OUTCOME_SIGNS.get, "coloured": COLOURED.get}  # fmt: skip


COLOURED = {"succeeded": "fooled", "failed": "kept", "exhausted": "kept", "errored": "error", "correct": "kept",
            "incorrect": "fooled"}  # fmt: skip


def _type_names(names: Iterable[str]) -> str:
    return ", ".join(map(type_name, names))


def _only(visitor: Visitor) -> str | None:
    return None if visitor.moderates else visitor.signed_in.id


def _view(request: Request) -> View:
    given: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        given.setdefault(name, []).append(value)
    return view_of(given)


def _query(view: View) -> str:
    pairs = address_of(view)
    return f"?{urlencode(pairs)}" if pairs else ""


def _choice(view: View, facet: str, value: str, examples: int, is_chosen: bool, called: Mapping[str, str]) -> Choice:
    chosen: tuple[str, ...] = getattr(view, facet)
    now = tuple(one for one in chosen if one != value) if is_chosen else (*chosen, value)
    changes: Mapping[str, Any] = {facet: now, "page": 1}
    name = f"{called[value]} · {value}" if facet == "author" and value in called else _value_name(facet, value)
    return Choice(name, examples, is_chosen, _query(replace(view, **changes)))


def _value_name(facet: str, value: str) -> str:
    if facet == "type":
        return type_name(value)
    if facet == "outcome":
        return OUTCOME_WORDS.get(value, value)  # type: ignore[call-overload,no-any-return]
    return t(key) if (key := f"examples.{facet}.{value}") in WORDS else value


def _excerpt(made: Made) -> Iterator[Change]:
    """What was changed, each with a little of what stands around it; of what was begun from nothing its beginning."""
    if not made.original:
        return iter([Change("kept", _cut(made.text, 4 * CONTEXT, 0), 0)])
    return _around(word_diff(made.original, made.text))


def _around(pieces: Sequence[Change]) -> Iterator[Change]:
    last = len(pieces) - 1
    for place, piece in enumerate(pieces):
        if piece.kind != "kept":
            yield replace(piece, text=_cut(piece.text, 4 * CONTEXT, 0))
        else:
            yield replace(piece, text=_cut(piece.text, CONTEXT if place else 0, CONTEXT if place < last else 0))


def _cut(text: str, first: int, last: int) -> str:
    """The first and the last words in so many characters each, with a sign for what is left out between them."""
    if len(text) <= first + last:
        return text
    begin, end = text[:first], text[len(text) - last :]
    if not text[first].isspace():
        begin = begin.rpartition(" ")[0] or begin
    if not text[len(text) - last - 1].isspace():
        end = end.partition(" ")[2] or end
    return " ".join(filter(None, (begin.rstrip(), "…", end.lstrip())))


def _file(store: Store, project: Project, name: str, found: Sequence[Made]) -> tuple[str, str, bytes]:
    """The name of the file, its type and what it holds."""
    if name == "csv":
        lines = as_csv(rows_of(found), NAMES)
        return "examples.csv", CSV, "".join(lines).encode("utf-8-sig", errors="replace")
    if name == "jsonl":
        lines = as_json_lines(rows_of(found, with_answers=True))
        return "examples.jsonl", JSON_LINES, "".join(lines).encode("utf-8", errors="replace")
    suffix = ".parquet" if name == "parquet" else task_named(project.settings.task).suffix
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"examples{suffix}"
        if name == "parquet":
            write_parquet(found, path)
        else:
            write_set(store, project, found, path)
        return path.name, PARQUET if name == "parquet" else PLAIN_JSON, path.read_bytes()
