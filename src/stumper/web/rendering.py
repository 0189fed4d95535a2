"""From a template and values to a page; and the scripts, styles and pictures that pages load."""

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse

from stumper.errors import NotThere
from stumper.people.projects.project import works_of
from stumper.reports.html import PICTURES, TABLES, lighter
from stumper.web.access import FILES, Routes, Visitor, work_for
from stumper.web.arriving import Arrivals, told
from stumper.web.house import house_of
from stumper.web.words import WORDS, t

routes = Routes()
STATIC = Path(__file__).with_name("static")
OF_REPORTS = {path.name: path for path in (PICTURES, TABLES)}  # which pages show, too
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
FOR_GOOD = "public, max-age=31536000, immutable"


def page(request: Request, template: str, visitor: Visitor, *, status: int = 200, **values: object) -> HTMLResponse:
    """The page; the template gets the values, ``visitor`` and ``request``; scripts the words of its folder.

    Also those of the ``areas`` among the values, whose scripts the page uses as well.
    """
    house, area = house_of(request), template.partition("/")[0]
    arriving = _arriving(house.arrivals, visitor)
    door = house.door if visitor.person is not None else ""
    ways = {"door": door, "by_proxy": house.trusted is not None}
    shared = {"request": request, "visitor": visitor, "area": area, "arriving": arriving}
    context = {"areas": (), **values, **shared, **ways}
    return HTMLResponse(_environment().get_template(template).render(context), status)


def _arriving(arrivals: Arrivals, visitor: Visitor) -> list[str]:
    """What whoever is logged in is told of what is not ready yet."""
    if visitor.person is None:
        return []
    lines = (told(arrivals, one, visitor.person.administrator) for one in arrivals)
    return [line for line in lines if line is not None]


def redirect(request: Request, path: str) -> RedirectResponse:
    """To another page of this site, after a form was done with (303); ``path`` is without the proxy's prefix."""
    return RedirectResponse(address(request, path), 303)


def address(request: Request, path: str) -> str:
    """The path as the browser must ask for it: below the proxy's prefix; static files with their version."""
    assert path.startswith("/")
    if path.startswith("/static/"):
        path = f"/static/{version()}/{path.removeprefix('/static/')}"
    return f"{request.scope.get('root_path', '')}{path}"


def local(path: str | None) -> str:
    """The path where it is one of this site, to go on to after a log-in; else the start page."""
    is_local = path is not None and path.startswith("/") and not path.startswith("//")
    return path if path is not None and is_local and path.isprintable() and "\\" not in path else "/"


@routes.get("/static/{named}/{path:path}", may=FILES)
def static_file(named: str, path: str) -> FileResponse:
    """The file; kept for good where it is of the version that was asked for."""
    if "\0" in path:
        raise NotThere(t("shared.error.not_there"))
    file = OF_REPORTS.get(path) or (STATIC / path).resolve()
    if (
        not (file in OF_REPORTS.values() or file.is_relative_to(STATIC.resolve()))
        or not file.is_file()
        or file.suffix not in KINDS
    ):
        raise NotThere(t("shared.error.not_there"))
    caching = FOR_GOOD if named == version() else "no-cache"
    return FileResponse(file, media_type=KINDS[file.suffix], headers={"Cache-Control": caching})


@cache
def version() -> str:
    """A hash of all static files, part of their addresses: browsers may keep them for good."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    digest = sha256()
    for path in files:
        digest.update(str(path.relative_to(STATIC)).encode() + b"\0" + path.read_bytes())
    for path in OF_REPORTS.values():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("stumper.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates and words are of one version, also where the package is upgraded meanwhile
    )
    made.filters |= {"lighter": lighter, "coded": _coded}
    made.globals |= {"t": t, "url": _url, "csrf": _csrf, "state": _state, "words": _words}
    made.globals |= {"works_of": works_of, "work_for": work_for}
    return made


def _coded(sentence: str) -> Markup:
    """The sentence with what stands in `…` set as code."""
    return Markup(re.sub(r"``?([^`]*)``?", r"<code>\1</code>", str(escape(sentence))))


@pass_context
def _url(context: Context, path: str) -> str:
    return address(context["request"], path)


@pass_context
def _csrf(context: Context) -> Markup:
    return Markup('<input type="hidden" name="csrf" value="{}">').format(context["visitor"].csrf)


def _state(value: object) -> Markup:
    return _embedded("state", value)


@pass_context
def _words(context: Context) -> Markup:
    """What scripts say in the area whose folder the template is in, and in those that the page names."""
    areas = tuple(f"js.{area}." for area in ("shared", context["area"], *context["areas"]))
    return _embedded("words", {key: text for key, text in WORDS.items() if key.startswith(areas)})


def _embedded(name: str, value: object) -> Markup:
    """JSON in a page, in which nothing can end its element."""
    text = json.dumps(value, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(f'<script type="application/json" id="{name}">{text}</script>')
