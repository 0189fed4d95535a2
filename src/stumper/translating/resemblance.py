"""How near a paraphrase is to a text where no translator gives probabilities: a stand-in for P(x''|x) / P(x|x)."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from stumper.language.neighbours import listed
from stumper.language.word_vectors import word_vector
from stumper.text import words


def log_resemblances(texts: Sequence[str], paraphrases: Sequence[str]) -> list[float]:
    """The logarithm of each pair's similarity: the cosine of the mean vectors of their words, rare words counting more.

    The vectors are those of the embedded encoder's word pieces; a word weighs the logarithm of its place among common
    words. 0 is the text itself.
    """
    return [math.log(max(_LEAST, _cosine(one, other))) for one, other in zip(texts, paraphrases, strict=True)]


def similarity(word: str, other: str) -> float:
    """The cosine of two words' vectors."""
    return round(float(_vector(word) @ _vector(other)), 6)


_LEAST = 1e-3


def _cosine(one: str, other: str) -> float:
    a, b = _mean(one), _mean(other)
    length = float(np.linalg.norm(a) * np.linalg.norm(b)) if len(a) == len(b) else 0.0
    return round(float(a @ b) / length, 6) if length else 0.0


def _mean(text: str) -> npt.NDArray[np.float64]:
    counts = Counter(word.text.lower() for word in words(text))
    weighed = [_vector(word) * (_weight(word) * count) for word, count in sorted(counts.items())]
    return np.sum(np.stack(weighed), axis=0, dtype=np.float64) if weighed else np.zeros(1)


@cache
def _vector(word: str) -> npt.NDArray[np.float64]:
    vector = np.asarray(word_vector(word), np.float64)
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


@cache
def _weight(word: str) -> float:
    return math.log(2 + _places().get(word, len(_places())))


@cache
def _places() -> dict[str, int]:
    return {word.lower(): place for place, (word, _) in reversed(list(enumerate(listed())))}
