"""An index is built from pages that are read once, into memory or into a folder, and opened from there again."""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.datasets.documents import json_object
from stumper.datasets.whole_files import whole_folder, write_bytes
from stumper.datasets.wiki_pages import Page, readable_title
from stumper.errors import BadData
from stumper.identity import ID_LENGTH
from stumper.retrieval import fulltext, written
from stumper.retrieval.appended import Appended, rises
from stumper.retrieval.content import Content
from stumper.retrieval.fulltext import FullTextWriter
from stumper.retrieval.page_ids import MetIds, order_of
from stumper.retrieval.postings import PostingWriter, open_postings
from stumper.retrieval.terms import Hashing, names_of, titled
from stumper.retrieval.texts import TextsWriter, open_texts
from stumper.retrieval.written import Written, all_written
from stumper.shown import shown

VERSION = 2  # of what lies in the folder, and of how texts become terms
ABOUT = "index.json"
WORK = "work"  # the folder of what is needed only until an index is finished
_AGAIN = "Build it again, once the folder is removed."


@dataclass(frozen=True, slots=True)
class About:
    """What the index in a folder is: a hash of its pages, one of the dump that they were read from, if any, and what
    its files were when it was finished."""

    fingerprint: str
    source: str
    files: Mapping[str, Written]


@dataclass(frozen=True, slots=True)
class Begun:
    """What a folder holds of an index that is not finished: so many pages, and the hash of these."""

    pages: int = 0
    digest: str = sha256(f"stumper index {VERSION}".encode()).hexdigest()


def built(pages: Iterable[Page], folder: Path | None) -> Content:
    """The content of an index of the pages; in the folder, where one is given, whole or not at all."""
    if folder is None:
        return _written(pages, None)
    with whole_folder(folder) as draft:
        (draft / WORK).mkdir()
        _written(pages, draft)
        shutil.rmtree(draft / WORK)
    return opened(folder)


def opened(folder: Path) -> Content:
    """The content of the index in the folder; BadData where there is none, one of another version, or one whose files
    are not those that were written."""
    said = about(folder)
    with _damage_named(folder):
        written.check(folder, said.files)
        return _opened(folder, said.fingerprint)


def check(folder: Path) -> None:
    """Nothing; BadData where a single byte of the index in the folder is not as it was written."""
    said = about(folder)
    with _damage_named(folder):
        written.check(folder, said.files, every_byte=True)


def about(folder: Path) -> About:
    """What is said of the index in the folder; BadData where there is none, or one of another version."""
    try:
        said = json_object(folder / ABOUT)
    except BadData as error:
        raise BadData(f"{folder} holds no index. Name the folder that one was built in, or build it.") from error
    if said.get("format") != "stumper index":
        raise BadData(f"{folder} holds no index of Stumper's. Name the folder that one was built in, or build it.")
    if said.get("version") != VERSION:
        raise BadData(f"{folder} holds an index of version {shown(said.get('version'))}, not {VERSION}. {_AGAIN}")
    try:
        files = {name: Written(**file) for name, file in said["files"].items()}
    except (KeyError, AttributeError, TypeError) as error:
        raise BadData(f"{folder} holds an index that does not say what its files are. {_AGAIN}") from error
    return About(str(said.get("fingerprint")), str(said.get("source", "")), files)


@dataclass(slots=True)
class Writers:
    """All that is written side by side while pages are read: ``pages`` of them so far, ``digest`` their hash."""

    folder: Path | None
    pages: int
    digest: str
    ids: TextsWriter
    sentences: TextsWriter
    page_texts: FullTextWriter
    sentence_texts: FullTextWriter
    text_grams: PostingWriter
    title_grams: PostingWriter
    lines: Appended
    first: Appended
    hashing: Hashing = field(default_factory=Hashing)
    met: MetIds = field(default_factory=MetIds)

    def add(self, page: Page) -> None:
        """The page is the next one; BadData, and nothing added, where one of its id is there."""
        if not self.met.add(page.id.encode(errors="replace")):
            raise BadData(f"The page {page.id!r} occurs twice. Take one out.")
        texts = [sentence.text for sentence in page.sentences]
        self.ids.add(page.id)
        self.text_grams.add([self.hashing.hashes(text) for text in texts])
        self.title_grams.add([self.hashing.hashes(page.title)])
        self.add_texts(self.pages, page.id, texts, self.lines.size // 8)
        for sentence in page.sentences:
            self.sentences.add(sentence.text)
            self.lines.add(_number(sentence.line))
        self.first.add(_number(self.lines.size // 8))
        self.pages += 1
        parts = [self.digest, page.id, *(f"{sentence.line}\t{sentence.text}" for sentence in page.sentences)]
        self.digest = sha256("\n".join([*parts, ""]).encode(errors="replace")).hexdigest()

    def add_texts(self, number: int, id: str, texts: Sequence[str], place: int) -> None:
        """The page of this number and its sentences, from this place on, are in the full-text indexes, once each."""
        title = readable_title(id)
        if number >= self.page_texts.numbers:
            self.page_texts.add(" ".join(texts), title, names_of(title))
        for text in texts[max(0, self.sentence_texts.numbers - place) :]:
            self.sentence_texts.add(titled(title, text), group=number)

    def keep(self, record: Callable[[], None]) -> None:
        """All pages that were added are on the disk; ``record`` is to say so there.

        The full-text indexes come last: they can be made of the rest, and are never ahead of the record.
        """
        for writer in (self.ids, self.sentences, self.lines, self.first, self.text_grams, self.title_grams):
            writer.keep()
        record()
        for texts in (self.page_texts, self.sentence_texts):
            texts.keep()

    def finished(self, source: str = "") -> Content:
        """The content of the index of all pages, which is described in its folder last; BadData where there is none."""
        if not self.pages:
            raise BadData("There are no pages to index. Give at least one.")
        ids, first = self.ids.finished(), self.first.finished(np.int64)
        by_id, fingerprint = order_of(ids), self.digest[:ID_LENGTH]
        sentences, lines = self.sentences.finished(), self.lines.finished(np.int64)
        text_grams, title_grams = self.text_grams.finished(), self.title_grams.finished()
        page_texts, sentence_texts = self.page_texts.finished(), self.sentence_texts.finished()
        if self.folder is not None:
            write_bytes(self.folder / "by_id.bin", by_id.tobytes())
            files = {name: asdict(file) for name, file in all_written(_lasting(self.folder), self.folder).items()}
            said = {"format": "stumper index", "version": VERSION, "fingerprint": fingerprint, "source": source,
                    "files": files}  # fmt: skip
            write_bytes(self.folder / ABOUT, (json.dumps(said) + "\n").encode())
        return Content(
            fingerprint,
            ids,
            by_id,
            _inverse(by_id),
            sentences,
            lines,
            first,
            page_texts,
            sentence_texts,
            text_grams,
            title_grams,
            self.hashing,
        )


@contextmanager
def writing(folder: Path | None, begun: Callable[[], Begun] = Begun) -> Iterator[Writers]:
    """Gives what writes an index, into memory or into a folder, which goes on behind what was begun there.

    ``begun`` is asked once no other process can write in the folder; OSError where one does.
    """

    def path(*names: str) -> Path | None:
        return None if folder is None else folder.joinpath(*names)

    with ExitStack() as stack:
        page_texts = stack.enter_context(closing(fulltext.start(path("page_texts"))))
        sentence_texts = stack.enter_context(closing(fulltext.start(path("sentence_texts"))))
        at = begun()
        writers = Writers(
            folder,
            at.pages,
            at.digest,
            stack.enter_context(closing(TextsWriter(path("ids")))),
            stack.enter_context(closing(TextsWriter(path("sentences")))),
            page_texts,
            sentence_texts,
            stack.enter_context(closing(_grams(folder, "text_grams", at.pages))),
            stack.enter_context(closing(_grams(folder, "title_grams", at.pages))),
            stack.enter_context(closing(Appended(path("lines.bin")))),
            stack.enter_context(closing(Appended(path("first.bin")))),
        )
        if not writers.first.size:
            writers.first.add(_number(0))
        if at.pages and folder is not None:
            _catch_up(writers, folder)
        yield writers


def _catch_up(writers: Writers, folder: Path) -> None:
    """The ids that are in the folder have been met, and its full-text indexes have all of its texts."""
    ids, sentences = open_texts(folder / "ids"), open_texts(folder / "sentences")
    first = mapped(folder / "first.bin", np.dtype(np.int64))
    writers.met.add_all(ids.bytes_of(number) for number in range(len(ids)))
    of_sentences = int(np.searchsorted(first, writers.sentence_texts.numbers, side="right")) - 1
    for number in range(min(writers.page_texts.numbers, of_sentences), len(ids)):
        places = range(int(first[number]), int(first[number + 1]))
        writers.add_texts(number, ids[number], [sentences[place] for place in places], places.start)


def _grams(folder: Path | None, name: str, texts: int) -> PostingWriter:
    return (
        PostingWriter(None) if folder is None else PostingWriter(folder / name, folder / WORK / f"{name}.runs", texts)
    )


def _written(pages: Iterable[Page], folder: Path | None) -> Content:
    with writing(folder) as writers:
        for page in pages:
            writers.add(page)
        return writers.finished()


@contextmanager
def _damage_named(folder: Path) -> Iterator[None]:
    """What cannot be read meanwhile is BadData, said of this folder."""
    try:
        yield
    except (BadData, OSError, ValueError) as error:  # as numpy and tantivy have it
        raise BadData(f"{folder}: the index is damaged ({error}). {_AGAIN}") from error


def _lasting(folder: Path) -> Iterator[Path]:
    """The files that an index consists of: no locks, and nothing that only its building needs."""
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".lock" and folder / WORK not in path.parents:
            yield path


def _opened(folder: Path, fingerprint: str) -> Content:
    ids, sentences = open_texts(folder / "ids"), open_texts(folder / "sentences")
    by_id, lines, first = (mapped(folder / f"{name}.bin", np.dtype(np.int64)) for name in ("by_id", "lines", "first"))
    if not len(ids) == len(by_id) == len(first) - 1 or not len(sentences) == len(lines) == first[-1]:
        raise ValueError("its files do not fit each other")
    if by_id.min() < 0 or by_id.max() >= len(ids) or not rises(first):
        raise ValueError("it names pages that it does not hold")
    return Content(
        fingerprint,
        ids,
        by_id,
        _inverse(by_id),
        sentences,
        lines,
        first,
        fulltext.open_full_text(folder / "page_texts"),
        fulltext.open_full_text(folder / "sentence_texts"),
        open_postings(folder / "text_grams", len(ids)),
        open_postings(folder / "title_grams", len(ids)),
        Hashing(),
    )


def _inverse(order: NDArray[np.int64]) -> NDArray[np.int64]:
    inverse = np.empty_like(order)
    inverse[order] = np.arange(len(order))
    return inverse


def _number(number: int) -> bytes:
    return np.int64(number).tobytes()
