"""Wikipedia pages with numbered sentences, in the format of FEVER's dump (Thorne et al. 2018), and a store of them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from stumper.datasets.page_dumps import dump_lines
from stumper.errors import BadData
from stumper.file_bytes import Line
from stumper.types import Passage


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page; ``line`` is its number there, ``links`` the pages that it links to, by their titles."""

    page: str
    line: int
    text: str
    links: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Names the sentence by its page and its line."""
        return sentence_id(self.page, self.line)

    @property
    def passage(self) -> Passage:
        """The sentence as a system under test gets it."""
        return Passage(self.id, self.text, self.page)


@dataclass(frozen=True, slots=True)
class Page:
    """A page; ``id`` is its title in the dump's spelling, ``sentences`` are those of its lines that are not empty."""

    id: str
    sentences: tuple[Sentence, ...]

    @property
    def title(self) -> str:
        """Writes the title as people read it."""
        return readable_title(self.id)

    @property
    def text(self) -> str:
        """Joins the sentences, in their order, by spaces."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True)
class PageStore:
    """Pages in memory, by id, and their sentences by sentence id."""

    pages: tuple[Page, ...]

    def page(self, id: str) -> Page:
        """The page; BadData where there is none."""
        if (page := self._by_id.get(id) or self._by_id.get(dump_title(id))) is None:
            raise BadData(f"No page is called {id!r}. Add it, or correct the evidence that names it.")
        return page

    def sentence(self, id: str) -> Sentence:
        """The sentence of the id ``page:line``; BadData where there is none."""
        page, line = parted(id)
        found = next((sentence for sentence in self.page(page).sentences if sentence.line == line), None)
        if found is None:
            raise BadData(f"Page {page!r} has no sentence {line}. Correct the evidence that names it.")
        return found

    def __contains__(self, id: str) -> bool:
        """Whether there is a sentence of that id."""
        return id in self._sentences or dump_id(id) in self._sentences

    @cached_property
    def _by_id(self) -> Mapping[str, Page]:
        return {page.id: page for page in self.pages}

    @cached_property
    def _sentences(self) -> frozenset[str]:
        return frozenset(sentence.id for page in self.pages for sentence in page.sentences)


def sentence_id(page: str, line: int) -> str:
    """The id of a page's sentence."""
    return f"{page}:{line}"


def parted(id: str) -> tuple[str, int]:
    """The page and the line of a sentence id, parted at its last colon; BadData where it is none."""
    page, _, line = id.rpartition(":")
    if not page or not _NUMBER.fullmatch(line):
        raise BadData(f"{id!r} is no sentence id. Write the page, a colon and the number of the line.")
    return page, int(line)


def dump_title(title: str) -> str:
    """The title of a page as FEVER's dump spells it: other sets, such as HoVer, name pages as Wikipedia shows them."""
    return _SPELT.sub(lambda match: _SPELLINGS[match.group()], title) if " " in title else title


def dump_id(id: str) -> str:
    """The id of a sentence whose page is named as Wikipedia shows it, as FEVER's dump spells it."""
    page, colon, line = id.rpartition(":")
    return f"{dump_title(page)}{colon}{line}" if " " in page else id


def readable(text: str) -> str:
    """The text with the brackets, colons and quotation marks for which the dump's tokenizer has tokens of its own."""
    return _TOKEN.sub(lambda match: _TOKENS[match.group()], text)


def written(passage: Passage) -> str:
    """A passage behind the title of its page, as one reads it; without one, its text."""
    return f"{readable_title(passage.title)}: {passage.text}" if passage.title else passage.text


def readable_title(id: str) -> str:
    """The title of a page as Wikipedia shows it."""
    return readable(id).replace("_", " ")


def read_pages(path: Path) -> Iterator[Page]:
    """The pages of a ``.jsonl`` or ``.jsonl.gz`` file, of all in a folder, or of a zip's ``.jsonl`` files, in the order
    of their names, one by one.

    BadData names the file, the line and what is wrong there. That an id occurs twice is for whoever keeps them all to
    find.
    """
    for line in dump_lines(path):
        if (page := page_of(line)) is not None:
            yield page


def page_of(line: Line) -> Page | None:
    """The page of a line of a dump; None where id and text are empty, as in the dump's first. BadData names the file,
    the line and what is wrong there."""
    try:
        return _page(_decoded(line))
    except BadData as error:
        raise BadData(f"{line.file}, line {line.number}: {error}") from None


def load_store(path: Path) -> PageStore:
    """All pages of a file or folder in memory; BadData where there are none, or two of one id."""
    pages = tuple(read_pages(path))
    if not pages:
        raise BadData(f"{path} holds no pages. Name a file of pages in the format of FEVER's Wikipedia dump.")
    seen: set[str] = set()
    for page in pages:
        if page.id in seen:
            raise BadData(f"{path}: the page {page.id!r} occurs twice. Take one out.")
        seen.add(page.id)
    return PageStore(pages)


@lru_cache(maxsize=1)
def bundled_pages() -> PageStore:
    """The pages that ship with the package: what the claims of ``verification`` are about."""
    with as_file(files("stumper.datasets") / "bundled" / "verification-pages.jsonl") as path:
        return load_store(path)


_TOKENS = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "-COLON-": ":",
    "``": '"',
    "''": '"',
}
_TOKEN = re.compile("|".join(_TOKENS))
_SPELLINGS = {" ": "_", **{mark: token for token, mark in _TOKENS.items() if mark != '"'}}
_SPELT = re.compile("|".join(map(re.escape, _SPELLINGS)))
_NUMBER = re.compile(r"[0-9]+")
_LINE_START = re.compile(r"(?:^|\n)(?=[0-9]+\t)")
_SHAPE = 'Write one object a line: {"id", "text", "lines"}.'


def _decoded(line: Line) -> str:
    try:
        return line.data.decode("utf-8-sig" if line.number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise BadData("not UTF-8. Save the file as UTF-8.") from error


def _page(line: str) -> Page | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadData(f"not valid JSON. {_SHAPE}") from error
    if not isinstance(record, dict):
        raise BadData(f"a JSON {type(record).__name__}, not an object. {_SHAPE}")
    id, lines = _field(record, "id"), _field(record, "lines")
    if not id.strip():
        if lines.strip():
            raise BadData("the id is empty, but there are lines. Give the page its title as id.")
        return None
    return Page(id, tuple(_sentences(id, lines)))


def _field(record: Mapping[str, object], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise BadData(f"{name!r} is {'missing' if value is None else 'no text'}. {_SHAPE}")
    return value


def _sentences(page: str, lines: str) -> Iterable[Sentence]:
    for line, row in _rows(page, lines):
        _, text, *links = row.replace("\n", " ").split("\t")
        if text.strip():
            # Links come in pairs: the words that stand in the sentence, then the title of the page.
            yield Sentence(page, line, readable(text.strip()), tuple(link for link in links[1::2] if link))


def _rows(page: str, lines: str) -> Iterable[tuple[int, str]]:
    """Each line with its number; BadData where the numbers are missing or do not rise.

    Some of the dump's sentences and links have a line break within. What has no number behind it goes on with the line
    before, and so does what has another number than the next one, as long as that one is still to come.
    """
    first, *pieces = _LINE_START.split(lines) if lines.strip() else [""]
    if first.strip():
        raise BadData(f"the lines of {page!r} begin with {first[:20]!r}, not with a number and a tab. Number them.")
    rows: list[tuple[int, str]] = []
    numbers = [int(piece.partition("\t")[0]) for piece in pieces]
    for i, (number, piece) in enumerate(zip(numbers, pieces, strict=True)):
        last = rows[-1][0] if rows else -1
        if rows and number != last + 1 and last + 1 in numbers[i:]:
            rows[-1] = (last, f"{rows[-1][1]}\n{piece}")
        elif number > last:
            rows.append((number, piece))
        else:
            raise BadData(f"line {number} of {page!r} comes after line {last}. Number the lines upwards.")
    return rows
