"""An index is built from pages that are read once, into memory or into a folder, and opened from there again."""

import json
from array import array
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.datasets.documents import json_object
from stumper.datasets.whole_files import whole_folder
from stumper.datasets.wiki_pages import Page
from stumper.errors import BadData
from stumper.identity import ID_LENGTH
from stumper.retrieval import fulltext
from stumper.retrieval.content import Content
from stumper.retrieval.fulltext import FullTextWriter
from stumper.retrieval.posting_writer import PostingWriter
from stumper.retrieval.postings import open_postings
from stumper.retrieval.terms import Hashing, names_of, titled
from stumper.retrieval.texts import TextsWriter, open_texts
from stumper.shown import shown

VERSION = 1  # of what lies in the folder, and of how texts become terms
_ABOUT = "index.json"


def built(pages: Iterable[Page], folder: Path | None) -> Content:
    """The content of an index of the pages; in the folder, where one is given, whole or not at all."""
    if folder is None:
        return _written(pages, None)
    with whole_folder(folder) as draft:
        _written(pages, draft)
    return opened(folder)


def opened(folder: Path) -> Content:
    """The content of the index in the folder; BadData where there is none, or one of another version."""
    fingerprint = _fingerprint(folder)
    try:
        return _opened(folder, fingerprint)
    except (BadData, OSError, ValueError) as error:  # as numpy and tantivy have it
        raise BadData(f"{folder}: the index is damaged ({error}). Build it again.") from error


def _opened(folder: Path, fingerprint: str) -> Content:
    ids, sentences = open_texts(folder / "ids"), open_texts(folder / "sentences")
    by_id, lines, first = (_numbers(folder, name) for name in ("by_id", "lines", "first"))
    if not len(ids) == len(by_id) == len(first) - 1 or not len(sentences) == len(lines) == first[-1]:
        raise ValueError("its files do not fit each other")
    if by_id.min() < 0 or by_id.max() >= len(ids) or (np.diff(first) < 0).any():
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


@dataclass(slots=True)
class _Writers:
    """All that is written side by side while pages are read."""

    ids: TextsWriter
    sentences: TextsWriter
    page_texts: FullTextWriter
    sentence_texts: FullTextWriter
    text_grams: PostingWriter
    title_grams: PostingWriter
    hashing: Hashing = field(default_factory=Hashing)
    lines: "array[int]" = field(default_factory=lambda: array("q"))
    first: "array[int]" = field(default_factory=lambda: array("q", [0]))

    def add(self, page: Page) -> None:
        number, title = len(self.first) - 1, page.title
        texts = [sentence.text for sentence in page.sentences]
        self.ids.add(page.id)
        self.page_texts.add(" ".join(texts), title, names_of(title))
        self.text_grams.add([self.hashing.hashes(text) for text in texts])
        self.title_grams.add([self.hashing.hashes(title)])
        for sentence in page.sentences:
            self.sentences.add(sentence.text)
            self.sentence_texts.add(titled(title, sentence.text), group=number)
            self.lines.append(sentence.line)
        self.first.append(len(self.lines))


def _written(pages: Iterable[Page], folder: Path | None) -> Content:
    def path(name: str) -> Path | None:
        return None if folder is None else folder / name

    with ExitStack() as writing:
        writers = _Writers(
            writing.enter_context(closing(TextsWriter(path("ids")))),
            writing.enter_context(closing(TextsWriter(path("sentences")))),
            writing.enter_context(closing(fulltext.start(path("page_texts")))),
            writing.enter_context(closing(fulltext.start(path("sentence_texts")))),
            PostingWriter(path("text_grams")),
            PostingWriter(path("title_grams")),
        )
        by_id, fingerprint = _read(pages, writers)
        return _finished(writers, by_id, fingerprint, folder)


def _read(pages: Iterable[Page], writers: _Writers) -> tuple[NDArray[np.int64], str]:
    """The numbers of the pages in the order of their ids, and the fingerprint of all; they have been added."""
    seen: dict[str, int] = {}
    digest = sha256(f"stumper index {VERSION}".encode())
    for page in pages:
        if page.id in seen:
            raise BadData(f"The page {page.id!r} occurs twice. Take one out.")
        seen[page.id] = len(seen)
        writers.add(page)
        parts = [page.id, *(f"{sentence.line}\t{sentence.text}" for sentence in page.sentences)]
        digest.update("\n".join([*parts, ""]).encode(errors="replace"))
    if not seen:
        raise BadData("There are no pages to index. Give at least one.")
    return np.array([seen[id] for id in sorted(seen)], dtype=np.int64), digest.hexdigest()[:ID_LENGTH]


def _finished(writers: _Writers, by_id: NDArray[np.int64], fingerprint: str, folder: Path | None) -> Content:
    lines, first = np.array(writers.lines, dtype=np.int64), np.array(writers.first, dtype=np.int64)
    content = Content(
        fingerprint,
        writers.ids.finished(),
        by_id,
        _inverse(by_id),
        writers.sentences.finished(),
        lines,
        first,
        writers.page_texts.finished(),
        writers.sentence_texts.finished(),
        writers.text_grams.finished(),
        writers.title_grams.finished(),
        writers.hashing,
    )
    if folder is not None:
        for name, values in (("by_id", by_id), ("lines", lines), ("first", first)):
            values.tofile(folder / f"{name}.bin")
        about = {"format": "stumper index", "version": VERSION, "fingerprint": fingerprint}
        (folder / _ABOUT).write_text(json.dumps(about) + "\n", encoding="utf-8")
    return content


def _numbers(folder: Path, name: str) -> NDArray[np.int64]:
    return mapped(folder / f"{name}.bin", np.dtype(np.int64))


def _inverse(order: NDArray[np.int64]) -> NDArray[np.int64]:
    inverse = np.empty_like(order)
    inverse[order] = np.arange(len(order))
    return inverse


def _fingerprint(folder: Path) -> str:
    try:
        about = json_object(folder / _ABOUT)
    except BadData as error:
        raise BadData(f"{folder} holds no index. Name the folder that one was built in, or build it.") from error
    if about.get("format") != "stumper index":
        raise BadData(f"{folder} holds no index of Stumper's. Name the folder that one was built in, or build it.")
    if about.get("version") != VERSION:
        raise BadData(
            f"{folder} holds an index of version {shown(about.get('version'))}, not {VERSION}. Build it again."
        )
    return str(about.get("fingerprint"))
