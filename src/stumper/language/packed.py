"""A spaCy pipeline as one small file: its settings, and its weights as half-precision numbers."""

import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import srsly  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from spacy.language import Language


def packed(nlp: "Language") -> bytes:
    """All that `unpacked` needs to build the pipeline again; what tokenizes is spaCy's own and not in it."""
    parts = srsly.msgpack_loads(nlp.to_bytes(exclude=["vocab", "tokenizer"]))
    pipes = {name: _recast(parts[name], _halved) for name in nlp.pipe_names}
    stored = {"config": nlp.config.to_str(), "pipes": pipes}
    return zlib.compress(srsly.msgpack_dumps(stored), 9)


def unpacked(data: bytes) -> "Language":
    """The pipeline with its weights back in single precision, as the processor wants them."""
    from spacy import util

    stored = srsly.msgpack_loads(zlib.decompress(data))
    nlp = util.load_model_from_config(util.load_config_from_str(stored["config"]), vocab=True)
    pipes = {name: _recast(part, _doubled) for name, part in stored["pipes"].items()}
    nlp.from_bytes(srsly.msgpack_dumps(pipes), exclude=["vocab", "tokenizer", "meta.json", "config.cfg"])
    for name in nlp.pipe_names:
        for label in getattr(nlp.get_pipe(name), "labels", ()):
            # The parser joins two labels where an arc was lifted to keep arcs from crossing.
            for part in (label, *label.split("||")):
                nlp.vocab.strings.add(part)
    return nlp


def _recast(part: bytes, cast: Callable[[Any], Any]) -> bytes:
    """A component's bytes with every weight of its model cast."""
    fields = srsly.msgpack_loads(part)
    if "model" not in fields:
        return part
    model = srsly.msgpack_loads(fields["model"])
    model["params"] = [{name: cast(value) for name, value in node.items()} for node in model["params"]]
    return bytes(srsly.msgpack_dumps(fields | {"model": srsly.msgpack_dumps(model)}))


def _halved(value: Any) -> Any:
    return value.astype(np.float16) if isinstance(value, np.ndarray) and value.dtype == np.float32 else value


def _doubled(value: Any) -> Any:
    return value.astype(np.float32) if isinstance(value, np.ndarray) and value.dtype == np.float16 else value
