"""A word with one letter wrong, as fingers hit the wrong key, and still known for what it is."""

from collections.abc import Iterator
from random import Random
from typing import Literal, get_args

from stumper.language.lexicon import PartOfSpeech, is_spelled

Slip = Literal["swap", "keyboard", "drop"]
SHORTEST = 5  # letters of a word that is still known when one is wrong
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def misspelt(word: str, method: Slip, taken: frozenset[str], rng: Random) -> str | None:
    """The word with one inner letter wrong, its first and last as they were; None where that makes a known word."""
    spellings = [
        word[:i] + changed + word[i + 2 :]
        for i in range(1, len(word) - 2)
        for changed in _pairs(word[i], word[i + 1], method, rng)
    ]
    fresh = [spelling for spelling in spellings if spelling != word and not _is_a_word(spelling.lower(), taken)]
    return rng.choice(fresh) if fresh else None


def _is_a_word(spelling: str, taken: frozenset[str]) -> bool:
    """Whether a spelling is that of another word, known here or in the dictionary."""
    return spelling in taken or any(is_spelled(spelling, part) for part in get_args(PartOfSpeech))


def _pairs(letter: str, following: str, method: Slip, rng: Random) -> list[str]:
    """What may stand for two letters."""
    match method:
        case "swap":
            return [following + letter]
        case "drop":
            return [following]
        case _:
            return [rng.choice(KEYS[letter.lower()]) + following] if letter.lower() in KEYS else []


def _neighbours() -> Iterator[tuple[str, str]]:
    """Each key of a keyboard with those that touch it; a row is half a key to the right of the one above."""
    for row, keys in enumerate(ROWS):
        for at, key in enumerate(keys):
            near = [(row, at - 1), (row, at + 1), (row - 1, at), (row - 1, at + 1), (row + 1, at - 1), (row + 1, at)]
            yield key, "".join(ROWS[r][c] for r, c in near if 0 <= r < len(ROWS) and 0 <= c < len(ROWS[r]))


KEYS = dict(_neighbours())
