"""Texts as the rankings see them: words without case and accents, n-grams hashed into buckets, names in a claim."""

import re
import unicodedata
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

BUCKET_BITS = 24  # 2^24 buckets (Chen et al. 2017, section 3.1)
TITLE_WORDS = 12  # words
KNOWN = 500_000  # words whose hashes are kept

_STOP_WORDS = """
    a about above after again against all am an and any are as at be because been before being below between both
    but by can could did do does doing down during each few for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on
    once only or other our ours ourselves out over own s same she should so some such t than that the their theirs
    them themselves then there these they this those through to too under until up very was we were what when where
    which while who whom why will with would you your yours yourself yourselves d ll m re ve
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")
_DISAMBIGUATION = re.compile(r"\s*\([^()]*\)\s*$")
_UNIGRAM, _FIRST, _SECOND = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))


def folded(text: str) -> str:
    """The text in lower case and without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).lower()


def words(text: str) -> list[str]:
    """The words as they are written, without punctuation."""
    return _WORD.findall(text)


def titled(title: str, text: str) -> str:
    """A sentence behind the title of its page, as it is ranked: "She was born in Lagos" says there of whom."""
    return f"{title}: {text}"


def names_of(title: str) -> tuple[str, ...]:
    """What a page may be called in a claim: the words of its title, with and without what stands in brackets behind to
    tell it apart from others of its name."""
    forms = (_DISAMBIGUATION.sub("", title), title)
    return tuple(dict.fromkeys(" ".join(words(folded(form))) for form in forms if words(form)))


def possible_names(claim: str) -> list[tuple[int, int, str]]:
    """The stretches [start, end) of the claim's words that may name a page, longest first: a capital or a digit is
    among them, and they are not just a first word such as "it"."""
    written = words(claim)
    plain = [folded(word) for word in written]
    found: list[tuple[int, int, str]] = []
    for length in range(min(TITLE_WORDS, len(written)), 0, -1):
        for start in range(len(written) - length + 1):
            end = start + length
            is_name = any(word[0].isupper() or word[0].isdigit() for word in written[start:end])
            is_function = all(word in STOP_WORDS for word in plain[start:end])
            if is_name and not (is_function and end == 1):
                found.append((start, end, " ".join(plain[start:end])))
    return found


def name_words(text: str) -> list[str]:
    """The words that begin with a capital or a digit, but for those, such as "There", that name nothing."""
    return [word for word in words(text) if not word[0].islower() and folded(word) not in STOP_WORDS]


class Hashing:
    """Counts of a text's hashed unigrams and bigrams; none holds a stop word or crosses a mark of punctuation, as in
    DrQA. It keeps the hashes of words that it has met, a bounded number of them."""

    def __init__(self) -> None:
        self._known = _Hashes.fromkeys(STOP_WORDS, 0)

    def hashes(self, text: str) -> list[int]:
        """One number for each word; 0 for a stop word and for a mark of punctuation."""
        return list(map(self._known.__getitem__, _TOKEN.findall(folded(text))))

    def buckets(self, text: str) -> NDArray[np.uint64]:
        """The bucket of each n-gram of the text, as often as it occurs."""
        return grams(np.array([*self.hashes(text), 0], dtype=np.uint64))[0]


class _Hashes(dict[str, int]):
    """The number of each token that was met, worked out when it is met first."""

    def __missing__(self, token: str) -> int:
        if len(self) >= KNOWN:
            self.clear()
            self.update(dict.fromkeys(STOP_WORDS, 0))
        is_word = token[0].isalnum() or token[0] == "_"
        number = int.from_bytes(blake2b(token.encode(errors="replace"), digest_size=8).digest(), "big") | 1
        self[token] = number if is_word else 0
        return self[token]


def grams(hashes: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The buckets of all unigrams, then of all bigrams, and where in the hashes each begins; zeros part texts."""
    ones = np.flatnonzero(hashes)
    twos = np.flatnonzero((hashes[:-1] != 0) & (hashes[1:] != 0))
    first, second = hashes[twos] * _FIRST, hashes[twos + 1] * _SECOND
    mixed = np.concatenate([hashes[ones] * _UNIGRAM, (first ^ (second >> np.uint64(29))) + second * _UNIGRAM])
    mixed ^= mixed >> np.uint64(31)
    mixed *= _SECOND
    return mixed >> np.uint64(64 - BUCKET_BITS), np.concatenate([ones, twos])
