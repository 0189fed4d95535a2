"""The passages of a corpus that a user names: an index, texts, a data set, or passages or pages in JSON lines.

Texts are cut into passages of about 100 words.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import groupby
from pathlib import Path

from stumper.datasets import open_dataset
from stumper.datasets.documents import read_start
from stumper.datasets.json_lines import read_lines
from stumper.datasets.page_dumps import ENDINGS, dump_files
from stumper.datasets.row_files import first_object
from stumper.datasets.wiki_pages import Page, bundled_pages, read_pages
from stumper.errors import BadData
from stumper.file_bytes import is_zip
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import Collection
from stumper.registry import task_of
from stumper.retrieval.blocks import READERS, Block, read_blocks
from stumper.retrieval.building import ABOUT
from stumper.retrieval.index import Index
from stumper.retrieval.passages import PassageIndex, is_passage_index
from stumper.text import sentences
from stumper.types import Passage

LOG = logging.getLogger(__name__)
BUNDLED = "bundled"
MOST_KINDS = 3  # of files that are not read, which are named
is_kind = re.compile(r"\.\w{1,8}").fullmatch
VERSION = 1  # of how a corpus becomes passages


def open_corpus(name: str, longest: int | None = None) -> PassageIndex:
    """The index of the passages of a corpus, built in memory where the name is not that of a folder that holds one.

    BadData: no such corpus, no text in it, two passages of one id, or, where a bound is given, one of more than
    ``longest`` characters.
    """
    if name == BUNDLED:
        return _bundled_index()
    path = existing(name)
    if is_passage_index(path):
        return PassageIndex.open(path)
    _tell_unread(path)
    try:
        return PassageIndex.build(_checked(read_passages(path), longest))
    except BadData as error:
        raise error if str(path) in str(error) else BadData(f"{path}: {error}") from error


def corpus_fingerprint(name: str) -> str:
    """A hash of what ``open_corpus`` would index, which is not read for it; BadData where there is no such corpus."""
    if name == BUNDLED:
        with as_file(files("stumper.datasets") / "bundled" / "verification-pages.jsonl") as file:
            return content_id(VERSION, file_fingerprint(file))
    path = existing(name)
    if is_passage_index(path):
        return content_id(VERSION, PassageIndex.open(path).fingerprint)
    if _is_page_index(path):
        return content_id(VERSION, Index.open(path).fingerprint)
    _tell_unread(path)
    found = dump_files(path) if not path.is_dir() or _has_dump(path) else text_files(path)
    root = path if path.is_dir() else path.parent
    return content_id(VERSION, [(file.relative_to(root).as_posix(), file_fingerprint(file)) for file in found])


def unread(name: str) -> str:
    """How many files of a folder a corpus is without, as none of their kinds is read, and which kinds these are: such
    as "2 files of .odt and .png"; "" where it is without none."""
    files = _unread(Path(name))
    kinds = Counter(file.suffix.lower() for file in files if is_kind(file.suffix)).most_common(MOST_KINDS)
    others = ["other kinds"] if len(files) > sum(number for _, number in kinds) else []
    if not files:
        return ""
    noun = "file" if len(files) == 1 else "files"
    *first, last = [*(kind for kind, _ in kinds), *others]
    before = f"{', '.join(first)} and " if first else ""
    return f"{len(files):,} {noun} of {before}{last}"


def existing(name: str) -> Path:
    """The file or folder of that name; BadData where there is none."""
    path = Path(name)
    if not path.exists():
        raise BadData(f"There is no file or folder {name}. Name a corpus: texts or a folder of them, a data set, "
                      f"passages or pages in JSON lines, or {BUNDLED!r}.")  # fmt: skip
    return path


def read_passages(path: Path) -> Iterator[Passage]:
    """All passages of a file or folder, in order; BadData where there is none in it, or it cannot be read."""
    if path.is_dir():
        if _is_page_index(path):
            return of_pages(Index.open(path).read())
        return of_pages(read_pages(path)) if _has_dump(path) else text_passages(path)
    if path.suffix.lower() in READERS:
        return text_passages(path)
    first = {} if is_zip(path) else first_object(read_start(path)) or {}
    if is_zip(path) or {"id", "lines"} <= first.keys():
        return of_pages(read_pages(path))
    if {"id", "text"} <= first.keys() and not {"question", "claim", "label"} & first.keys():
        return _of_lines(path)
    return of_dataset(open_dataset(path))


def of_pages(pages: Iterable[Page]) -> Iterator[Passage]:
    """Each page that has a sentence, as a passage under the page's id."""
    return (Passage(page.id, page.text, page.title) for page in pages if page.sentences)


def of_dataset(dataset: Collection) -> Iterator[Passage]:
    """Each passage of a data set once: those that its queries come with, and those that say what is right."""
    met: set[Passage] = set()
    for example in dataset.examples:
        query = example.query
        for passage in (*task_of(query).wire.passages(query), *example.gold.passages):
            if passage not in met:
                met.add(passage)
                yield passage


def _of_lines(path: Path) -> Iterator[Passage]:
    for line in read_lines(path):
        try:
            text = line.value("text", str)
            if not text.strip():
                raise line.bad("the text is empty. Fill it in, or take the line out")
            yield Passage(line.id(), text, line.text("title") or "")
        except BadData as error:
            raise BadData(f"{path}: {error}") from None


def _unread(path: Path) -> list[Path]:
    """The files in a folder of texts, or of pages, that are of other kinds; of an index all belong to it."""
    if not path.is_dir() or is_passage_index(path) or _is_page_index(path):
        return []
    read = _read_endings(path)
    return [file for file in shown_files(path) if not file.name.lower().endswith(read)]


def _read_endings(folder: Path) -> tuple[str, ...]:
    return ENDINGS if _has_dump(folder) else tuple(READERS)


def _tell_unread(path: Path) -> None:
    """Logs which files of a folder are not read, so that nobody takes them for searched."""
    if files := _unread(path):
        be = "is" if len(files) == 1 else "are"
        LOG.warning(
            "%s: %s %s not read, the first %s: what is searched ends in %s. Save what is to be searched so, or keep it "
            "elsewhere.", path, unread(str(path)), be, files[0].relative_to(path).as_posix(),
            ", ".join(_read_endings(path)),
        )  # fmt: skip


def _has_dump(folder: Path) -> bool:
    return any(file.name.endswith(ENDINGS) for file in folder.iterdir())


def _is_page_index(path: Path) -> bool:
    return (path / ABOUT).is_file()


def _checked(passages: Iterable[Passage], longest: int | None) -> Iterator[Passage]:
    for passage in passages:
        if longest is not None and len(passage.text) > longest:
            raise BadData(f"The passage {passage.id!r} has {len(passage.text):,} characters, and {longest:,} are read "
                          "at most. Part it.")  # fmt: skip
        yield passage


@lru_cache(maxsize=1)
def _bundled_index() -> PassageIndex:
    return PassageIndex.build(of_pages(bundled_pages().pages))


HIDDEN = (".", "~$")  # how the names of files begin that nobody means
ENOUGH_WORDS, MOST_WORDS = 100, 150  # words: behind the first a passage may end, beyond the second it does


def text_files(path: Path) -> list[Path]:
    """The file, or all files of texts in a folder and the folders in it, in the order of their names; none that is
    hidden. BadData where there are none."""
    if not path.is_dir():
        return [path]
    found = [file for file in shown_files(path) if file.suffix.lower() in READERS]
    if not found:
        endings = ", ".join(READERS)
        raise BadData(f"{path} holds no text: no file ends in {endings}. Put texts there, or name another folder.")
    return found


def shown_files(folder: Path) -> list[Path]:
    """All files in a folder and the folders in it, in the order of their names; none that is hidden, and none by which
    Word marks a document as open."""
    files = [(file.relative_to(folder), file) for file in folder.rglob("*") if file.is_file()]
    shown = [(name, file) for name, file in files if not any(part.startswith(HIDDEN) for part in name.parts)]
    return [file for _, file in sorted(shown, key=lambda one: one[0].as_posix())]


def text_passages(path: Path) -> Iterator[Passage]:
    """The passages of a file or folder of texts; BadData where no file says anything, or one cannot be read.

    A passage's id is its file and its number there, ``notes/rivers.md#3``; its title is the heading that it stands
    under, or the name of the file.
    """
    root = path if path.is_dir() else path.parent
    is_empty = True
    for file in text_files(path):
        for passage in chunks(read_blocks(file), file.relative_to(root).as_posix(), file.stem):
            is_empty = False
            yield passage
    if is_empty:
        raise BadData(f"{path} holds no text: there is nothing to read in its files. Name others.")


def chunks(blocks: Sequence[Block], name: str, title: str) -> Iterator[Passage]:
    """The passages of a file of that name: whole paragraphs under one heading, long ones parted between sentences."""
    number = 0
    for is_heading, run in groupby(blocks, key=lambda block: block.is_heading):
        texts = [block.text for block in run]
        if is_heading:
            title = texts[-1]
            continue
        for text in _joined([_pieces(one) for one in texts]):
            number += 1
            yield Passage(f"{name}#{number}", text, title)


def _joined(paragraphs: Sequence[Sequence[str]]) -> Iterator[str]:
    """Texts of at most ``MOST_WORDS`` words, each of as many pieces as it needs to have ``ENOUGH_WORDS``."""
    text, words = "", 0
    for pieces in paragraphs:
        for place, piece in enumerate(pieces):
            size = len(piece.split())
            if words and (words >= ENOUGH_WORDS or words + size > MOST_WORDS):
                yield text
                text, words = "", 0
            between = "" if not text else " " if place else "\n"
            text, words = f"{text}{between}{piece}", words + size
    if text:
        yield text


def _pieces(paragraph: str) -> list[str]:
    """The paragraph as it is, or parted into sentences where it is long, and these into words where they are."""
    if len(paragraph.split()) <= MOST_WORDS:
        return [paragraph]
    return [piece for sentence in sentences(paragraph) for piece in _parted(sentence.text.split())]


def _parted(words: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(words), MOST_WORDS):
        yield " ".join(words[start : start + MOST_WORDS])
