"""What files of texts say, as headings and paragraphs in order: plain text, Markdown, HTML and PDF."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

from stumper.errors import BadData
from stumper.file_bytes import file_text, opened
from stumper.registry import with_extras

LOG = logging.getLogger(__name__)
_HEADINGS = {"title", "h1", "h2", "h3", "h4", "h5", "h6"}
_PARTS = {*_HEADINGS, "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl",
          "dt", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "ol", "p", "pre", "section",
          "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"}  # fmt: skip
_UNREAD = {"nav", "noscript", "script", "style", "svg", "template"}
_EMPTY_LINE = re.compile(r"\n\s*\n")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-\n(?=[a-z])")
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or a paragraph, its white space folded."""

    text: str
    is_heading: bool = False


def read_blocks(path: Path) -> list[Block]:
    """The headings and paragraphs of a file whose ending is one of ``READERS``; BadData where it cannot be read."""
    return READERS[path.suffix.lower()](path)


def plain(path: Path) -> list[Block]:
    """Paragraphs stand apart by empty lines."""
    return _paragraphs(file_text(path))


def markdown(path: Path) -> list[Block]:
    """CommonMark with tables, without the settings that may stand before it."""
    from markdown_it import MarkdownIt

    text = file_text(path).replace("\r\n", "\n")
    return html_blocks(MarkdownIt("commonmark").enable("table").render(_FRONT_MATTER.sub("", text)))


def html(path: Path) -> list[Block]:
    """What a page shows, without its scripts, its styles and what leads elsewhere."""
    return html_blocks(file_text(path))


def pdf(path: Path) -> list[Block]:
    """The text of a PDF, page by page; where it has none, as a scan, that is logged. MissingExtra without pypdf."""
    pypdf = with_extras(str(path), lambda: import_module("pypdf"))
    with opened(path) as file:
        try:
            pages = [page.extract_text() for page in pypdf.PdfReader(file).pages]
        except (
            pypdf.errors.PyPdfError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            IndexError,
            RecursionError,
        ) as error:
            # pypdf lets some damage through as what Python makes of it
            raise BadData(f"{path}: no PDF whose text can be read ({error}). Save it as text, or take it out."
                          ) from error  # fmt: skip
    found = [block for page in pages for block in _paragraphs(_HYPHEN.sub("", page))]
    if not found:
        LOG.warning("%s: it holds no text, as scans do not, and is left out.", path)
    return found


READERS: Mapping[str, Callable[[Path], list[Block]]] = {
    ".txt": plain,
    ".md": markdown,
    ".markdown": markdown,
    ".html": html,
    ".htm": html,
    ".pdf": pdf,
}


def html_blocks(text: str) -> list[Block]:
    """The headings and paragraphs of HTML."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    parser.end_block()
    return parser.blocks


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._text: list[str] = []
        self._heading = ""
        self._unread: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNREAD:
            self._unread.append(tag)
        elif tag in _PARTS:
            self.end_block()
            self._heading = tag if tag in _HEADINGS else ""
        elif tag in ("br", "td", "th"):
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._unread:
            del self._unread[self._unread.index(tag) :]
        elif tag in _PARTS:
            self.end_block()
            self._heading = ""

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._text.append(data)

    def end_block(self) -> None:
        """What was read since the last block is one."""
        if text := _folded("".join(self._text)):
            self.blocks.append(Block(text, bool(self._heading)))
        self._text = []


def _paragraphs(text: str) -> list[Block]:
    return [Block(folded) for part in _EMPTY_LINE.split(text.replace("\r\n", "\n")) if (folded := _folded(part))]


def _folded(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())
