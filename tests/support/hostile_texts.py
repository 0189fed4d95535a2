"""What people write who want a page to do something: in each place it must be read, and nothing of it may run."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from zlib import crc32

from playwright.sync_api import Page

from stumper.sections.families import FAMILIES, OTHERS

Value = TypeVar("Value")
OURS = {*FAMILIES, OTHERS}
ELSEWHERE = "hostile.example"
# One line each, at most 52 characters, of signs that a name may hold.
SHORT = (
    "<script>ran=1</script>",
    "<img src=//hostile.example/i onerror=ran=1>",
    "'\"><svg onload=ran=1>",
    "</script><script>ran=1</script>",
    "</title></textarea><script>ran=1</script>",
    "--><!--><script>ran=1</script>",
    "<iframe src=//hostile.example>",
    "<base href=//hostile.example/>",
    "<meta http-equiv=refresh content=0;//hostile.example>"[:52],
    "<link rel=stylesheet href=//hostile.example/c>",
    "<p style=background:url(//hostile.example/s)>",
    '" onmouseover=ran=1 autofocus onfocus=ran=1 x="',
    "![x](//hostile.example/m.png)",
    "[x](javascript:ran=1)",
    "<javascript:ran=1>",
    "{{ran=1}}${ran=1}{%ran%}<%=ran%>#{ran}",
    "javascript:ran=1",
    "data:text/html,<script>ran=1</script>",
    "&lt;script&gt;ran=1&#60;/script&#62;",
    "=cmd|' /C calc'!A0",
)
LONG = " ".join(
    [
        *SHORT,
        "\u202e<script>ran=1</script>\u2066\u200b\ufeff",
        "<ScRiPt/x>ran=1</sCrIpT\t\n>",
        "<a href=' \x01javascript:ran=1'>x</a>",
        "<form action=//hostile.example><button formaction=javascript:ran=1>",
        "<object data=//hostile.example><embed src=//hostile.example>",
        "<video poster=//hostile.example/v><source src=//hostile.example onerror=ran=1></video>",
        "<details open ontoggle=ran=1><math><mi//xlink:href='data:x,<script>ran=1</script>'>",
        "<style>@import '//hostile.example/c';*{background:expression(ran=1)}</style>",
        "]]><?xml version='1.0'?><!DOCTYPE x SYSTEM '//hostile.example/d'>",
        "\u2028ran=1\u2029//*/ran=1/*",
        "<template><slot onslotchange=ran=1></template><noscript><p title='</noscript><img src=x onerror=ran=1>'>",
        "# x\n\n|a|\n|-|\n|<b onclick=ran=1>|\n\n[r]: javascript:ran=1\n\n[r]",
        "<b><i><u><textarea><select><table><td>",
    ]
)
MOST_OF_A_NAME, MOST_OF_A_LINE = 4, 24  # characters of what has room for little more, and of what is one line
# What runs or is fetched by itself, or would be once it is clicked.
FOREIGN = """() => {
  const own = (one) => one.src.startsWith(location.origin + "/static/") || one.type === "application/json"
    || location.protocol === "file:" && !one.src && one === [...document.scripts].at(-1);
  const bad = [...document.querySelectorAll("script")].filter((one) => !own(one));
  const acting = "img, iframe, object, embed, base, video, audio, [style*=url], template, math";
  bad.push(...document.querySelectorAll(acting));
  if (location.protocol !== "file:") bad.push(...document.querySelectorAll("style"));
  const kept = /^data:text\\/(csv|plain);charset=utf-8,[^<>"]*$/;
  const saved = (one) => one.hasAttribute("download") && kept.test(one.getAttribute("href"));
  bad.push(...document.querySelectorAll("a[href^='javascript' i]"));
  bad.push(...[...document.querySelectorAll("a[href^='data' i]")].filter((one) => !saved(one)));
  bad.push(...[...document.forms].filter((one) => new URL(one.getAttribute("action"), location).origin !== origin));
  bad.push(...[...document.querySelectorAll("*")].filter((one) =>
    [...one.attributes].some(({ name }) => name.startsWith("on") || /[<>"'&;]/.test(name))));
  return bad.map((one) => one.outerHTML.slice(0, 200));
}"""


def hostile(text: str, of: int = 0) -> str:
    """The text and one that is hostile, always the same for the same text; ``of`` chooses among them."""
    if len(text) > MOST_OF_A_LINE:
        return f"{text} {LONG}"
    chosen = SHORT[(crc32(text.encode()) + of) % len(SHORT)]
    return f"{chosen}{text}" if len(text) <= MOST_OF_A_NAME else f"{text} {chosen}"


def harm_of(page: Page) -> list[str]:
    """What a page holds that none of ours does, and whether anything of it ran."""
    ran = page.evaluate("typeof ran") != "undefined"
    return [*page.evaluate(FOREIGN), *(["something hostile ran"] if ran else [])]


def poisoned(value: Value) -> Value:
    """The value with every text in it hostile but those of a fixed choice, such as families of attacks; what was equal
    stays equal."""
    return _poisoned(value, type(value))


def _poisoned(value: Any, kind: Any) -> Any:
    if isinstance(value, str):
        is_ours = not value or value in OURS or _is_fixed(value, kind)
        return value if is_ours else f"{value} {LONG}"
    if is_dataclass(value) and not isinstance(value, type):
        hints = get_type_hints(type(value))
        names = [field.name for field in fields(value) if field.init]
        return replace(value, **{name: _poisoned(getattr(value, name), hints[name]) for name in names})
    chosen = _chosen(value, kind)
    arguments = get_args(chosen)
    if isinstance(value, tuple | list | set | frozenset):
        is_fixed = get_origin(chosen) is tuple and arguments[-1] is not Ellipsis
        kinds = arguments if is_fixed else ()
        made = [_poisoned(one, kinds[at] if kinds else _first(arguments)) for at, one in enumerate(value)]
        return type(value)(made)
    if isinstance(value, Mapping):
        keys, values = arguments or (None, None)
        return {_poisoned(key, keys): _poisoned(one, values) for key, one in value.items()}
    return value


def _chosen(value: Any, kind: Any) -> Any:
    """The kind itself; of several that a value may be of, the one that it is."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    return next((one for one in get_args(kind) if isinstance(value, get_origin(one) or ())), None)


def _first(arguments: tuple[Any, ...]) -> Any:
    return arguments[0] if arguments else None


def _is_fixed(value: str, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    return get_origin(kind) in (Union, UnionType) and any(_is_fixed(value, one) for one in get_args(kind))
