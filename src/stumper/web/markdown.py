"""Markdown that an administrator wrote, as HTML that can do nothing but be read."""

from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup


def rendered(text: str) -> Markup:
    """The text as HTML: tags in it are shown as text, pictures are left out, links lead where an address says.

    Headings are a rank lower than written, as the page has one of the first rank already.
    """
    renderer = _renderer()
    tokens = renderer.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, LOWEST)}"
    return Markup(renderer.renderer.render(tokens, renderer.options, {}))


@lru_cache(maxsize=64)
def rendered_once(text: str) -> Markup:
    """``rendered``, of a text that many look at: instructions, which stand on every page of a project."""
    return rendered(text)


LOWEST = 6  # of HTML's headings


@cache
def _renderer() -> MarkdownIt:
    """CommonMark with tables; markdown-it itself refuses ``javascript:`` and its like in links."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
