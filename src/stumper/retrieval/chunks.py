"""Passages of about 100 words, cut from files of texts."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from stumper.errors import BadData
from stumper.retrieval.blocks import READERS, Block, read_blocks
from stumper.text import sentences
from stumper.types import Passage

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
