"""How much each word matters to an answer, at once: gradient x embedding (Wallace et al. 2019, section 3.3).

A piece of a word has the gradient of the answer's log probability with respect to its embedding, dotted with what tells
that from [MASK], the word that is not known; a word has the sum of its pieces. The gradient is taken half-way between
the query and one of [MASK] alone: integrated gradients (Sundararajan et al. 2017) with one step. Where the query is
itself, answers are so sure that the gradient there says the opposite of leave-one-out (training/CARD-gradients.md).
"""

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.models.pairs import LONGEST_CLAIM, pair
from stumper.models.vocabulary import Words
from stumper.models.windows import LONGEST_QUESTION, Window
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.text import normalise_answer, words
from stumper.types import Weight
from stumper.victims.graphs import session_with_gradient, shipped
from stumper.victims.reader import Reader
from stumper.victims.spans import equal_spans, legal_spans
from stumper.victims.systems import Deciding

BACKWARD = {"reader.onnx": "reader-gradient.onnx", "verifier.onnx": "verifier-gradient.onnx"}  # of each graph
NEVER = -1e9  # added to the score of what is left out

Floats = npt.NDArray[np.float64]


def question_saliency(reader: Reader, graph: Path, query: Question, answer: str) -> list[Weight]:
    """Each word of the question, then of the paragraph, in order.

    The answer's probability is that of all spans that equal it when normalised, among the legal spans of their window.
    Of several windows it is the one where such a span scores best, and words outside it weigh 0. Where no span equals
    the answer, its probability is 0 whatever the words are, and every word weighs 0.
    """
    asked = _pieces(reader.words, query.text, LONGEST_QUESTION)
    cut = reader.windows_of(query)
    equal = [equal_spans(window.offsets, query.context.text, answer) for window in cut]
    chosen = _best_window(reader, cut, equal)
    offsets: Sequence[tuple[int, int]] = ()
    of_asked = of_offsets = np.zeros(0)
    if chosen is not None:
        window, offsets = cut[chosen], cut[chosen].offsets
        likely = _among(legal_spans(offsets), window)
        values = _by_piece(reader.words, graph, window.ids, window.first, likely, _among(equal[chosen], window))
        of_asked, of_offsets = values[1:], values[window.first :]
    return [*_by_word("question", query.text, asked, of_asked),
            *_by_word("context", query.context.text, offsets, of_offsets)]  # fmt: skip


def claim_saliency(vectors: Words, graph: Path, claim: Claim, decided: Deciding | None, answer: str) -> list[Weight]:
    """Each word of the claim, in order, for the probability of a label where it is decided.

    That other words would find other evidence is not in it. Every word weighs 0 where nothing was found, and for an
    answer that is no label.
    """
    named = np.array([normalise_answer(label) == normalise_answer(answer) for label in LABELS])
    if decided is None or not named.any():
        return _by_word("claim", claim.text, (), np.zeros(0))
    tokens = pair(vectors.tokenizer, decided.reading)
    values = _by_piece(vectors, graph, tokens.ids, tokens.first, decided.added, np.where(named, decided.added, NEVER))
    return _by_word("claim", claim.text, _pieces(vectors, claim.text, LONGEST_CLAIM), values[1:])


def _best_window(reader: Reader, cut: Sequence[Window], equal: Sequence[npt.NDArray[np.bool_]]) -> int | None:
    candidates = [place for place, spans in enumerate(equal) if spans.any()]
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    [rows] = reader.scores([[cut[place] for place in candidates]])
    best = [(row[:, :1] + row[:, 1])[equal[place]].max() for place, row in zip(candidates, rows, strict=True)]
    return candidates[int(np.argmax(best))]


def _among(spans: npt.NDArray[np.bool_], window: Window) -> Floats:
    """What is added to the scores of all spans of a window's tokens, so that these alone are left."""
    added = np.full((len(window.ids), len(window.ids)), NEVER)
    inside = slice(window.first, window.first + len(spans))
    added[inside, inside][spans] = 0
    return added


def _by_piece(vectors: Words, graph: Path, ids: Sequence[int], first: int, likely: Floats, wanted: Floats) -> Floats:
    """Gradient x embedding of each token of a row: what ``networks/gradient_graph.py`` says of its outcomes."""
    embedded = vectors.embedded(np.array(ids))
    known = embedded - _unknown(vectors, ids, first)
    segments = (np.arange(len(ids)) >= first).astype(np.int64)
    feed = {"embedded": (embedded - known / 2)[None], "segments": segments[None], "mask": np.ones((1, len(ids)), "i4"),
            "likely": likely[None].astype(np.float32), "wanted": wanted[None].astype(np.float32)}  # fmt: skip
    session = session_with_gradient(graph, shipped() / BACKWARD[graph.name])
    products: Floats = np.multiply(session.run(["gradient"], feed)[0][0], known, dtype=np.float64).sum(axis=-1)
    return products


def _unknown(vectors: Words, ids: Sequence[int], first: int) -> npt.NDArray[np.float32]:
    """The embeddings of the row with [MASK] in the place of every token but the marks around its two texts."""
    mask = vectors.tokenizer.token_to_id("[MASK]")
    assert mask is not None
    row, marks = np.full(len(ids), mask), [0, first - 1, -1]
    row[marks] = np.array(ids)[marks]
    return vectors.embedded(row)


def _pieces(vectors: Words, text: str, longest: int) -> Sequence[tuple[int, int]]:
    """The characters [start, end) of the pieces that are read of a question or claim."""
    return vectors.tokenizer.encode(text, add_special_tokens=False).offsets[:longest]


def _by_word(field: str, text: str, pieces: Sequence[tuple[int, int]], values: Floats) -> list[Weight]:
    """Each word with the sum over its pieces; ``values`` may go on behind them."""
    found = words(text)
    starts = [word.start for word in found]
    sums = np.zeros(len(found))
    for (start, _), value in zip(pieces, values, strict=False):
        place = bisect_right(starts, start) - 1
        if place >= 0 and start < found[place].end:
            sums[place] += value
    return [Weight(field, word.start, word.end, total) for word, total in zip(found, sums.tolist(), strict=True)]
