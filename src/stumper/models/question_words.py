"""From a question and a paragraph to the words that a recurrent reader reads, and back to characters."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

WORDS_READ = 50  # words; what is longer is cut
WINDOW, STRIDE = 400, 100  # words of a paragraph that are read at once, and that neighbouring windows share
LETTERS = 16  # of a word that are read: its first ones
KINDS = 98  # of letters: none, printable ASCII, all others
EMPTY = "[SEP]"  # stands where there is no word
_WORD = re.compile(r"\d+(?:[.,]\d+)+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question and of a window of its paragraph, as they are written; never none of the question's.

    ``offsets``: the characters of each word of the window.
    """

    question: tuple[str, ...]
    paragraph: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]


def asked(question: str, paragraph: str, window: int = WINDOW) -> list[Asked]:
    """Overlapping windows that together cover the paragraph; none where it has no word."""
    said = tuple(_WORD.findall(question)[:WORDS_READ]) or (EMPTY,)
    shown = [(found.group(), found.span()) for found in _WORD.finditer(paragraph)]
    return [
        Asked(
            said, tuple(word for word, _ in shown[at : at + window]), tuple(span for _, span in shown[at : at + window])
        )
        for at in _begins(len(shown), window)
    ]


def _begins(length: int, window: int) -> Sequence[int]:
    if length <= window:
        return [0] if length else []
    return [*range(0, length - window, window - STRIDE), length - window]


@lru_cache(100_000)
def letters(word: str) -> npt.NDArray[np.int64]:
    """The kinds of the word's first letters; 0 where it has ended."""
    found = np.zeros(LETTERS, np.int64)
    for place, letter in enumerate(word[:LETTERS]):
        code = ord(letter) - 31
        found[place] = code if 0 < code < KINDS - 1 else KINDS - 1
    return found
