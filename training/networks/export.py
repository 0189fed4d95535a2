"""From the fitted weights of reader or verifier to an ONNX graph, and back."""

from collections.abc import Mapping

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from networks.graph import MICROSOFT, Array, Graph
from networks.shape import EPSILON, HEADS, WIDTH


def reader_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.heads.Reader``.

    Inputs: ``embedded`` [batch, length, 384] word embeddings, ``segments`` [batch, length] int64 and ``mask``
    [batch, length] int32 (1: a token, 0: padding). Output: ``scores`` [batch, length, 2], of starts and ends.
    """
    graph = Graph(weights, quantised)
    graph.product(_encode(graph), "head", "scores", quantised=False)
    return graph.model("reader", _INPUTS, "scores", [*_BATCH, 2])


def verifier_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.heads.Verifier``; the inputs are a reader's, and the output is ``scores``
    [batch, 3], of the labels."""
    graph = Graph(weights, quantised)
    states = _encode(graph)
    graph.constants["first"] = np.array(0, np.int64)
    graph.add("Gather", [states, "first"], "summary", axis=1)
    graph.product("summary", "hidden", "hidden")
    graph.add("Tanh", ["hidden"], "active")
    graph.product("active", "head", "scores", quantised=False)
    return graph.model("verifier", _INPUTS, "scores", ["batch", 3])


def weights_in(model: onnx.ModelProto) -> dict[str, Array]:
    """The weights that ``reader_graph`` made a graph of, rounded as it left them; the word embeddings are not in it."""
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    weights = {name: value for name, value in constants.items() if name.endswith((".weight", ".bias"))}
    for key, value in constants.items():
        name, _, part = key.rpartition(".")
        if part == "transposed":
            weights[f"{name}.weight"] = value.T
        elif part == "rows":
            blocks = value * constants[f"{name}.scales"]
            weights[f"{name}.weight"] = blocks.reshape(-1, blocks.shape[-1]).T
    return weights


_LAYER = "encoder.layers."
_BATCH = ["batch", "length"]
_INPUTS = (
    helper.make_tensor_value_info("embedded", TensorProto.FLOAT, [*_BATCH, WIDTH]),
    helper.make_tensor_value_info("segments", TensorProto.INT64, _BATCH),
    helper.make_tensor_value_info("mask", TensorProto.INT32, _BATCH),
)


def _encode(graph: Graph) -> str:
    """The name of the last layer's states, made of the inputs by as many layers as there are weights of."""
    graph.add("Shape", ["embedded"], "length", start=1, end=2)
    graph.constants["zero"] = np.zeros(1, np.int64)
    graph.add("Slice", [graph.weight("encoder.positions.weight"), "zero", "length"], "positioned")
    graph.add("Gather", [graph.weight("encoder.segments.weight"), "segments"], "segmented")
    graph.add("Add", ["embedded", "segmented"], "summed")
    graph.add("Add", ["summed", "positioned"], "unnormed")
    graph.add("LayerNormalization", ["unnormed", *graph.norm("encoder.norm")], "states0", axis=-1, epsilon=EPSILON)
    layers = sum(name.startswith(_LAYER) and name.endswith(".up.weight") for name in graph.weights)
    for layer in range(layers):
        _layer(graph, layer)
    return f"states{layers}"


def _layer(graph: Graph, layer: int) -> None:
    prefix, into = f"{_LAYER}{layer}", f"l{layer}_"
    states = f"states{layer}"
    graph.product(states, f"{prefix}.qkv", into + "qkv")
    graph.add("Split", [into + "qkv"], into + "q", into + "k", into + "v", axis=-1, num_outputs=3)
    graph.add("MultiHeadAttention", [into + "q", into + "k", into + "v", "", "mask"], into + "mixed",
              domain=MICROSOFT, num_heads=HEADS)  # fmt: skip
    graph.product(into + "mixed", f"{prefix}.out", into + "out")
    graph.add("SkipLayerNormalization", [into + "out", states, *graph.norm(f"{prefix}.norm_attention")],
              into + "attended", domain=MICROSOFT, epsilon=EPSILON)  # fmt: skip
    graph.product(into + "attended", f"{prefix}.up", into + "up")
    graph.add("Gelu", [into + "up"], into + "active", domain=MICROSOFT)
    graph.product(into + "active", f"{prefix}.down", into + "down")
    graph.add("SkipLayerNormalization", [into + "down", into + "attended", *graph.norm(f"{prefix}.norm_output")],
              f"states{layer + 1}", domain=MICROSOFT, epsilon=EPSILON)  # fmt: skip
