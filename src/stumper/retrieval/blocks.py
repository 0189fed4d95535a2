"""What files of texts say, as headings and paragraphs in order: plain text, Markdown, HTML, PDF and Word (.docx)."""

import logging
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring
from zipfile import BadZipFile, ZipFile

from stumper.errors import BadData
from stumper.file_bytes import file_text, opened
from stumper.registry import with_extras

LOG = logging.getLogger(__name__)
_HEADINGS = {"title", "h1", "h2", "h3", "h4", "h5", "h6"}
_PARTS = {*_HEADINGS, "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl",
          "dt", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "ol", "p", "pre", "section",
          "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"}  # fmt: skip
_UNREAD = {"nav", "noscript", "script", "style", "svg", "template"}
_UNREAD_IN_WORD = {"Fallback", "del", "moveFrom", "pPr", "rPr"}  # of a drawing kept twice the second; what was deleted
_IN_WORD = {"br": " ", "cr": " ", "noBreakHyphen": "-", "p": " ", "tab": " "}  # what stands for an element
_MOST_XML = 100_000_000  # bytes of one part of a Word document, unpacked
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
    return _told(path, [block for page in pages for block in _paragraphs(_HYPHEN.sub("", page))])


def docx(path: Path) -> list[Block]:
    """The body of a Word document, as it reads once its changes are accepted; a row of a table is a paragraph, as in
    HTML. Headers, notes, comments and the table of contents are left out. BadData where it cannot be read."""
    with opened(path) as file:
        try:
            with ZipFile(file) as parts:
                body, styles = (_word_part(parts, name) for name in ("document", "styles"))
            if body is None:
                raise ValueError("it has no part word/document.xml")
            known = () if styles is None else styles
            named = {_value(one, "styleId"): _value(_child(one, "name"), "val") for one in known}
            return _told(path, [block for block in _word_blocks(body, named) if block.text])
        except (
            BadZipFile,
            EOFError,
            LookupError,  # of an encoding that nobody knows
            NotImplementedError,  # of a rare compression
            ParseError,
            RecursionError,
            RuntimeError,  # of a password
            ValueError,
            zlib.error,
        ) as error:
            raise BadData(f"{path}: no Word document whose text can be read ({error}). Save it as text, or take it out."
                          ) from error  # fmt: skip


def _told(path: Path, blocks: list[Block]) -> list[Block]:
    """The blocks; where there are none, as in a scan, that is logged."""
    if not blocks:
        LOG.warning("%s: it holds no text, as scans do not, and is left out.", path)
    return blocks


def _word_part(parts: ZipFile, name: str) -> Element | None:
    """The part of that name, which some programs number; None where there is none."""
    is_named = re.compile(rf"word/{name}\d*\.xml").fullmatch
    member = next((one for one in parts.infolist() if is_named(one.filename)), None)
    if member is not None and member.file_size > _MOST_XML:
        raise ValueError(f"more than {_MOST_XML / 1e6:,.0f} MB unpacked")
    return None if member is None else fromstring(parts.read(member))


def _word_blocks(element: Element, styles: Mapping[str, str]) -> Iterator[Block]:
    """The paragraphs and the rows of tables, in order; ``styles`` has the names of styles, which are English."""
    match _tag(element):
        case "p":
            style = _value(_child(_child(element, "pPr"), "pStyle"), "val")
            name = styles.get(style, style).lower()
            if not name.startswith("toc"):
                yield Block(_folded(_word_text(element)), name.startswith(("heading", "title")))
        case "tr":
            yield Block(_folded(_word_text(element)))
        case tag if tag not in _UNREAD_IN_WORD:
            for part in element:
                yield from _word_blocks(part, styles)


def _word_text(element: Element) -> str:
    tag = _tag(element)
    if tag in _UNREAD_IN_WORD:
        return ""
    own = (element.text or "") if tag == "t" else _IN_WORD.get(tag, "")
    return own + "".join(map(_word_text, element))


def _tag(element: Element) -> str:
    """Its name without the namespace, of which there are two for the same documents."""
    return element.tag.rpartition("}")[2]


def _child(element: Element | None, tag: str) -> Element | None:
    return next((one for one in (() if element is None else element) if _tag(one) == tag), None)


def _value(element: Element | None, name: str) -> str:
    found = {} if element is None else element.attrib
    return next((value for key, value in found.items() if key.rpartition("}")[2] == name), "")


READERS: Mapping[str, Callable[[Path], list[Block]]] = {
    ".txt": plain,
    ".md": markdown,
    ".markdown": markdown,
    ".html": html,
    ".htm": html,
    ".pdf": pdf,
    ".docx": docx,
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
