"""Markdown that an administrator wrote, as HTML that can do nothing but be read."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup


def rendered(text: str) -> Markup:
    """The text as HTML: tags in it are shown as text, pictures are left out, links lead where an address says."""
    return Markup(_renderer().render(text))


@cache
def _renderer() -> MarkdownIt:
    """CommonMark with tables; markdown-it itself refuses ``javascript:`` and its like in links."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
