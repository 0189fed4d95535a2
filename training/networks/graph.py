"""ONNX graphs built operator by operator (onnxruntime's own operators among them), with 8-bit weights.

Only weights are quantised: activations stay in float32, so that no value depends on what else is in the batch. The
graph unpacks its weights from constants alone, so onnxruntime does it once, and multiplies in float32 from then on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

Array = npt.NDArray[np.float32]
BLOCK = 64  # weights that share a scale
MICROSOFT = "com.microsoft"


@dataclass(slots=True)
class Graph:
    """A graph under way; ``weights`` are those of the fitted model, by their names there."""

    weights: Mapping[str, Array]
    quantised: bool
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, npt.NDArray[np.generic]] = field(default_factory=dict)

    def model(
        self, name: str, inputs: Sequence[onnx.ValueInfoProto], output: str, shape: Sequence[str | int]
    ) -> onnx.ModelProto:
        """The finished graph, with one output."""
        outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
        constants = [numpy_helper.from_array(value, name) for name, value in self.constants.items()]
        model = helper.make_model(
            helper.make_graph(self.nodes, name, inputs, outputs, constants),
            opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)],
        )
        model.ir_version = 9
        return model

    def add(self, operator: str, inputs: list[str], *outputs: str, domain: str = "", **attributes: object) -> None:
        """The operator makes the outputs of the inputs."""
        self.nodes.append(helper.make_node(operator, inputs, list(outputs), domain=domain, **attributes))

    def weight(self, name: str) -> str:
        """The name of a weight that is kept as it is."""
        self.constants[name] = np.ascontiguousarray(self.weights[name], np.float32)
        return name

    def norm(self, name: str) -> list[str]:
        """The names of a layer norm's two weights."""
        return [self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]

    def product(self, states: str, name: str, output: str, quantised: bool = True) -> None:
        """output = states @ weight.T + bias."""
        weight = self._unpacked(name) if self.quantised and quantised else self._plain(name)
        self.add("MatMul", [states, weight], f"{output}_raw")
        self.add("Add", [f"{output}_raw", self.weight(f"{name}.bias")], output)

    def unpacked(self, name: str, weight: Array) -> None:
        """A tensor of that name, from 8-bit rows of blocks and their scales where the graph is quantised."""
        if not self.quantised or name in self.constants:
            self.constants[name] = np.ascontiguousarray(weight, np.float32)
            return
        if f"{name}.rows" in self.constants:
            return
        rows, scales = quantise_rows(weight.reshape(-1, BLOCK))
        self.constants |= {f"{name}.rows": rows, f"{name}.scales": scales[:, None]}
        self.constants[f"{name}.shape"] = np.array(weight.shape, np.int64)
        self.add("Cast", [f"{name}.rows"], f"{name}.cast", to=TensorProto.FLOAT)
        self.add("Mul", [f"{name}.cast", f"{name}.scales"], f"{name}.scaled")
        self.add("Reshape", [f"{name}.scaled", f"{name}.shape"], name)

    def _plain(self, name: str) -> str:
        self.constants[f"{name}.transposed"] = np.ascontiguousarray(self.weights[f"{name}.weight"].T, np.float32)
        return f"{name}.transposed"

    def _unpacked(self, name: str) -> str:
        """The transposed weight, from 8-bit rows of blocks and their scales; folded once, when a session loads it."""
        if f"{name}.rows" in self.constants:
            return f"{name}.transposed"
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


def quantise_rows(table: Array) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Symmetric 8-bit rows and their scales: row = rows[i] * scales[i]."""
    scales = np.maximum(np.abs(table).max(axis=1), 1e-12).astype(np.float32) / 127
    return np.rint(table / scales[:, None]).astype(np.int8), scales


def lstm_gates(weight: Array) -> Array:
    """PyTorch's gates of an LSTM (enter, forget, cell, leave) in ONNX's order (enter, leave, forget, cell)."""
    enter, forget, cell, leave = np.split(weight, 4)
    return np.concatenate([enter, leave, forget, cell])
