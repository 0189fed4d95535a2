"""From the scores that a reader gives to tokens to ranked spans of characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from stumper.text import normalise_answer
from stumper.types import Guess, Prediction

Scalar = TypeVar("Scalar", bound=np.generic)
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def best_spans(
    starts: Sequence[NDArray[np.floating]],
    ends: Sequence[NDArray[np.floating]],
    offsets: Sequence[Sequence[tuple[int, int]]],
    context: str,
    longest: int = 30,
    mass: float = 0.95,
    most: int = 100,
    null: float | None = None,
) -> Prediction:
    """The likeliest spans of ``context``, best first, until they hold ``mass`` or are ``most``; ties by place.

    With ``null``, the score of having no answer (SQuAD 2.0), the guess "" stands among them, behind spans that score
    the same.

    One array of start scores, of end scores and of character offsets a window, each [paragraph tokens]. Probabilities
    are a softmax in float64 over every span of at most ``longest`` tokens; a span that two windows share counts once,
    with its higher score. NaN scores give NaN probabilities.
    """
    windows = [_spans(*window, longest) for window in zip(starts, ends, offsets, strict=True) if len(window[2])]
    spans = _distinct(windows[0] if len(windows) == 1 else _joined(windows))
    if not spans.scores.size:
        return Prediction((), 0.0) if null is None else Prediction((Guess("", 1.0),), 1.0)
    scores = spans.scores if null is None else np.append(spans.scores, null)
    with np.errstate(invalid="ignore"):
        weights = np.exp(scores - scores.max())
    shares = weights / weights.sum()
    probabilities = shares[: spans.scores.size]
    best = _best(probabilities, spans, most)
    covered = probabilities[best].cumsum()
    listed = best[: np.searchsorted(covered, mass) + 1]
    columns = probabilities[listed].tolist(), spans.begins[listed].tolist(), spans.ends[listed].tolist()
    guesses = tuple(Guess(context[begin:end], value, begin) for value, begin, end in zip(*columns, strict=True))
    held = float(covered[len(guesses) - 1])
    if null is None:
        return Prediction(guesses, min(1.0, held))
    return Prediction(_with_null(guesses, float(shares[-1])), min(1.0, held + float(shares[-1])))


def _with_null(guesses: tuple[Guess, ...], share: float) -> tuple[Guess, ...]:
    above = sum((guess.probability or 0.0) >= share for guess in guesses)
    return (*guesses[:above], Guess("", share), *guesses[above:])


def strength(
    starts: Sequence[NDArray[np.floating]],
    ends: Sequence[NDArray[np.floating]],
    offsets: Sequence[Sequence[tuple[int, int]]],
    longest: int = 30,
) -> float:
    """The score of the best of the spans that ``best_spans`` ranks, before it is made a probability among them: by it
    texts can be compared that were read one by one. Minus infinity where there is no span."""
    windows = [_spans(*window, longest) for window in zip(starts, ends, offsets, strict=True) if len(window[2])]
    return max((float(window.scores.max()) for window in windows if window.scores.size), default=-np.inf)


def legal_spans(offsets: Sequence[tuple[int, int]], longest: int = 30) -> NDArray[np.bool_]:
    """[tokens, tokens], true where the span from a token to another may answer: those that ``best_spans`` ranks."""
    characters = np.array(offsets, dtype=np.int64).reshape(-1, 2)
    tokens = np.arange(len(characters))
    further = tokens - tokens[:, None]
    legal: NDArray[np.bool_] = (further >= 0) & (further < longest) & (characters[:, 1] > characters[:, :1])
    return legal


def equal_spans(offsets: Sequence[tuple[int, int]], context: str, answer: str, longest: int = 30) -> NDArray[np.bool_]:
    """[tokens, tokens], true where a legal span's text equals the answer when both are normalised."""
    wanted = normalise_answer(answer)
    equal = legal_spans(offsets, longest)
    beginning = [wanted.replace(" ", "").startswith(normalise_answer(context[begin:end])) for begin, end in offsets]
    equal &= np.array(beginning, np.bool_).reshape(-1, 1)
    for start, end in np.argwhere(equal):
        equal[start, end] = normalise_answer(context[offsets[start][0] : offsets[end][1]]) == wanted
    return equal


@dataclass(frozen=True, slots=True)
class _Spans:
    """Scores and characters [begins, ends) of spans, three arrays of one length."""

    scores: Floats
    begins: Integers
    ends: Integers


def _spans(
    starts: NDArray[np.floating], ends: NDArray[np.floating], offsets: Sequence[tuple[int, int]], longest: int
) -> _Spans:
    characters = np.array(offsets, dtype=np.int64).reshape(-1, 2)
    assert len(starts) == len(ends) == len(characters), (len(starts), len(ends), len(characters))
    band = _banded(ends.astype(np.float64), longest, -np.inf) + starts.astype(np.float64)[:, None]
    lasts = _banded(characters[:, 1], longest, -1)
    firsts = np.broadcast_to(characters[:, :1], lasts.shape)
    legal = lasts > firsts  # beyond the last token an end is -1; a token of no characters answers nothing
    return _Spans(band[legal], firsts[legal], lasts[legal])


def _banded(values: NDArray[Scalar], width: int, beyond: float) -> NDArray[Scalar]:
    """[n] to [n, width]: row i holds the values from i on."""
    return sliding_window_view(np.concatenate([values, np.full(width - 1, beyond, values.dtype)]), width)


def _joined(windows: Sequence[_Spans]) -> _Spans:
    return _Spans(
        np.concatenate([np.empty(0), *(window.scores for window in windows)]),
        np.concatenate([np.empty(0, np.int64), *(window.begins for window in windows)]),
        np.concatenate([np.empty(0, np.int64), *(window.ends for window in windows)]),
    )


def _distinct(spans: _Spans) -> _Spans:
    """Each pair of characters once, with its highest score; pairs that already rise stay as they are."""
    keys = (spans.begins << 32) + spans.ends
    if (keys[1:] > keys[:-1]).all():
        return spans
    order = np.argsort(keys, kind="stable")
    groups = np.flatnonzero(np.diff(keys[order], prepend=-1))
    firsts = order[groups]
    return _Spans(np.maximum.reduceat(spans.scores[order], groups), spans.begins[firsts], spans.ends[firsts])


def _best(probabilities: Floats, spans: _Spans, most: int) -> NDArray[np.intp]:
    """Indices of the ``most`` likeliest spans in order; all that tie with the last are weighed by their place."""
    candidates = np.arange(probabilities.size)
    if probabilities.size > most:
        least = np.partition(probabilities, -most)[-most]
        candidates = np.flatnonzero(~(probabilities < least))
    order = np.lexsort((spans.ends[candidates], spans.begins[candidates], -probabilities[candidates]))
    return candidates[order[:most]]
