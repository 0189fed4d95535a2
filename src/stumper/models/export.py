"""From fitted weights to an ONNX graph with 8-bit weights, built operator by operator (onnxruntime's own operators).

Only weights are quantised: activations stay in float32, so that no value depends on what else is in the batch. The
graph unpacks its weights from constants alone, so onnxruntime does it once, and multiplies in float32 from then on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from stumper.models.shape import EPSILON, HEADS, LAYERS, WIDTH

Array = npt.NDArray[np.float32]
BLOCK = 64  # weights that share a scale
MICROSOFT = "com.microsoft"


def quantise_rows(table: Array) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Symmetric 8-bit rows and their scales: row = rows[i] * scales[i]."""
    scales = np.maximum(np.abs(table).max(axis=1), 1e-12).astype(np.float32) / 127
    return np.rint(table / scales[:, None]).astype(np.int8), scales


def reader_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``models.reader.Reader``.

    Inputs: ``embedded`` [batch, length, 384] word embeddings, ``segments`` [batch, length] int64 and ``mask``
    [batch, length] int32 (1: a token, 0: padding). Output: ``scores`` [batch, length, 2], of starts and ends.
    """
    graph = _Graph(weights, quantised)
    graph.add("Shape", ["embedded"], "length", start=1, end=2)
    graph.constants["zero"] = np.zeros(1, np.int64)
    graph.add("Slice", [graph.weight("encoder.positions.weight"), "zero", "length"], "positioned")
    graph.add("Gather", [graph.weight("encoder.segments.weight"), "segments"], "segmented")
    graph.add("Add", ["embedded", "segmented"], "summed")
    graph.add("Add", ["summed", "positioned"], "unnormed")
    graph.add("LayerNormalization", ["unnormed", *graph.norm("encoder.norm")], "states0", axis=-1, epsilon=EPSILON)
    for layer in range(LAYERS):
        _layer(graph, layer)
    graph.product(f"states{LAYERS}", "head", "scores", quantised=False)
    batch = ["batch", "length"]
    inputs = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, [*batch, WIDTH]),
        helper.make_tensor_value_info("segments", TensorProto.INT64, batch),
        helper.make_tensor_value_info("mask", TensorProto.INT32, batch),
    ]
    output = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [*batch, 2])
    constants = [numpy_helper.from_array(value, name) for name, value in graph.constants.items()]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "reader", inputs, [output], constants),
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)],
    )
    model.ir_version = 9
    return model


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


def _layer(graph: "_Graph", layer: int) -> None:
    prefix, into = f"encoder.layers.{layer}", f"l{layer}_"
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


@dataclass(slots=True)
class _Graph:
    weights: Mapping[str, Array]
    quantised: bool
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, npt.NDArray[np.generic]] = field(default_factory=dict)

    def add(self, operator: str, inputs: list[str], *outputs: str, domain: str = "", **attributes: object) -> None:
        self.nodes.append(helper.make_node(operator, inputs, list(outputs), domain=domain, **attributes))

    def weight(self, name: str) -> str:
        self.constants[name] = np.ascontiguousarray(self.weights[name], np.float32)
        return name

    def norm(self, name: str) -> list[str]:
        return [self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]

    def product(self, states: str, name: str, output: str, quantised: bool = True) -> None:
        """output = states @ weight.T + bias."""
        weight = self._unpacked(name) if self.quantised and quantised else self._plain(name)
        self.add("MatMul", [states, weight], f"{output}_raw")
        self.add("Add", [f"{output}_raw", self.weight(f"{name}.bias")], output)

    def _plain(self, name: str) -> str:
        self.constants[f"{name}.transposed"] = np.ascontiguousarray(self.weights[f"{name}.weight"].T, np.float32)
        return f"{name}.transposed"

    def _unpacked(self, name: str) -> str:
        """The transposed weight, from 8-bit rows of blocks and their scales; folded once, when a session loads it."""
        weight = self.weights[f"{name}.weight"]
        outputs, inputs = weight.shape
        rows, scales = quantise_rows(weight.reshape(-1, BLOCK))
        blocks = rows.reshape(outputs, inputs // BLOCK, BLOCK).transpose(1, 2, 0)
        self.constants[f"{name}.rows"] = np.ascontiguousarray(blocks)
        self.constants[f"{name}.scales"] = np.ascontiguousarray(scales.reshape(outputs, -1).T[:, None, :])
        self.constants[f"{name}.shape"] = np.array([inputs, outputs], np.int64)
        self.add("Cast", [f"{name}.rows"], f"{name}.cast", to=TensorProto.FLOAT)
        self.add("Mul", [f"{name}.cast", f"{name}.scales"], f"{name}.scaled")
        self.add("Reshape", [f"{name}.scaled", f"{name}.shape"], f"{name}.transposed")
        return f"{name}.transposed"
