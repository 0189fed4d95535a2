"""Layers of a spaCy pipeline over vectors of word pieces: the embedded pipeline's knowledge of rare words."""

from collections.abc import Callable
from typing import Any

import numpy as np
from spacy.ml.featureextractor import FeatureExtractor
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import HashEmbed, Maxout, Model, Ragged, chain, concatenate, list2ragged, ragged2list, with_array

from stumper.language.word_vectors import Floats, vector_width, word_vector


@registry.architectures("stumper.WordPieceEmbed.v1")  # type: ignore[untyped-decorator]
def word_piece_embed(width: int, attrs: list[str], rows: list[int]) -> Model[list[Doc], list[Floats]]:
    """Embeds each token by hashed attributes, as spaCy's MultiHashEmbed does, and by the mean vector of its pieces."""
    hashed: list[Model[Any, Any]] = [
        HashEmbed(width, count, column=i, seed=7 + i, dropout=0.0) for i, count in enumerate(rows)
    ]
    extracted: Model[Any, Any] = chain(FeatureExtractor(attrs), list2ragged(), with_array(concatenate(*hashed)))
    mixed: Model[Any, Any] = with_array(Maxout(width, width * (len(rows) + 1), nP=3, dropout=0.0, normalize=True))
    return chain(concatenate(extracted, _pieces_layer(width)), mixed, ragged2list())


def _pieces_layer(width: int) -> Model[list[Doc], Ragged]:
    return Model("word_pieces", _forward, init=_init, dims={"nO": width}, params={"W": None})


def _init(model: Model[Any, Any], *examples: object, **named: object) -> None:
    wide = vector_width()
    limit = np.sqrt(6.0 / (wide + model.get_dim("nO")))
    drawn: Any = np.random.uniform(-limit, limit, (model.get_dim("nO"), wide))  # thinc's layers draw from here too
    model.set_param("W", drawn.astype(np.float32))


def _forward(model: Model[Any, Any], docs: list[Doc], is_train: bool) -> tuple[Ragged, Callable[[Ragged], list[Doc]]]:
    lengths = model.ops.asarray1i([len(doc) for doc in docs])
    words = [word_vector(token.text) for doc in docs for token in doc]
    vectors: Any = np.stack(words) if words else np.zeros((0, vector_width()), np.float32)
    weights: Any = model.get_param("W")
    output = model.ops.gemm(vectors, weights, trans2=True)

    def backprop(gradient: Ragged) -> list[Doc]:
        slope: Any = gradient.data
        model.inc_grad("W", model.ops.gemm(slope, vectors, trans1=True))
        return []

    return Ragged(output, lengths), backprop
