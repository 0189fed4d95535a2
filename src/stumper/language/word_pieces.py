"""Vectors of words from the pieces that they are made of: the embedded pipeline's knowledge of rare words."""

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy.ml.featureextractor import FeatureExtractor
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import HashEmbed, Maxout, Model, Ragged, chain, concatenate, list2ragged, ragged2list, with_array

from stumper.parser_lock import parsing

TABLE = Path(__file__).parent / "pipeline" / "pieces.npz"
Floats = npt.NDArray[np.float32]


@registry.architectures("stumper.WordPieceEmbed.v1")  # type: ignore[untyped-decorator]
def word_piece_embed(width: int, attrs: list[str], rows: list[int]) -> Model[list[Doc], list[Floats]]:
    """Embeds each token by hashed attributes, as spaCy's MultiHashEmbed does, and by the mean vector of its pieces."""
    hashed: list[Model[Any, Any]] = [
        HashEmbed(width, count, column=i, seed=7 + i, dropout=0.0) for i, count in enumerate(rows)
    ]
    extracted: Model[Any, Any] = chain(FeatureExtractor(attrs), list2ragged(), with_array(concatenate(*hashed)))
    mixed: Model[Any, Any] = with_array(Maxout(width, width * (len(rows) + 1), nP=3, dropout=0.0, normalize=True))
    return chain(concatenate(extracted, _pieces_layer(width)), mixed, ragged2list())


@lru_cache(100_000)
def word_vector(word: str) -> Floats:
    """The mean vector of the word's pieces; of a word that has none in the table, zeros."""
    pieces, vectors = _table()
    found = _pieces(_plain(word), pieces)
    return vectors[found].mean(axis=0) if found else np.zeros(vectors.shape[1], np.float32)


def _plain(word: str) -> str:
    """Small letters without accents, as the encoder's vocabulary has them."""
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))


def _pieces(word: str, known: dict[str, int]) -> list[int]:
    """The rows of the longest pieces from left to right; what no piece covers is passed over."""
    found, begin = [], 0
    while begin < len(word):
        mark = "##" if begin else ""
        for end in range(min(len(word), begin + 18), begin, -1):
            if (row := known.get(mark + word[begin:end])) is not None:
                found.append(row)
                begin = end
                break
        else:
            begin += 1
    return found


@cache
def _table() -> tuple[dict[str, int], Floats]:
    with parsing(), np.load(TABLE) as stored:
        pieces = bytes(stored["pieces"]).decode().split("\n")
        vectors = stored["rows"].astype(np.float32) * stored["scales"]
    return {piece: row for row, piece in enumerate(pieces)}, vectors


def _pieces_layer(width: int) -> Model[list[Doc], Ragged]:
    return Model("word_pieces", _forward, init=_init, dims={"nO": width}, params={"W": None})


def _init(model: Model[Any, Any], *examples: object, **named: object) -> None:
    wide = _table()[1].shape[1]
    limit = np.sqrt(6.0 / (wide + model.get_dim("nO")))
    drawn: Any = np.random.uniform(-limit, limit, (model.get_dim("nO"), wide))  # thinc's layers draw from here too
    model.set_param("W", drawn.astype(np.float32))


def _forward(model: Model[Any, Any], docs: list[Doc], is_train: bool) -> tuple[Ragged, Callable[[Ragged], list[Doc]]]:
    lengths = model.ops.asarray1i([len(doc) for doc in docs])
    words = [word_vector(token.text) for doc in docs for token in doc]
    vectors: Any = np.stack(words) if words else np.zeros((0, _table()[1].shape[1]), np.float32)
    weights: Any = model.get_param("W")
    output = model.ops.gemm(vectors, weights, trans2=True)

    def backprop(gradient: Ragged) -> list[Doc]:
        slope: Any = gradient.data
        model.inc_grad("W", model.ops.gemm(slope, vectors, trans1=True))
        return []

    return Ragged(output, lengths), backprop
