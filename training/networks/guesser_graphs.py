"""From the fitted weights of dan or rnn to ONNX graphs, and the backward pass of dan."""

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from onnx import TensorProto, helper

from networks.graph import Array, Graph

SMALLEST = 1e-6  # of what is divided by: that of networks.guessers.answer_scores


def dan_graph(weights: Mapping[str, Array]) -> onnx.ModelProto:
    """The graph of a fitted ``networks.guessers.Dan``, behind its mean.

    Input: ``averaged`` [batch, width]. Output: ``scores`` [batch, answers].
    """
    width = weights["first.weight"].shape[0]
    graph = _begun(_scaled(weights), width)
    _unit(graph, "averaged", "direction")
    graph.add("Mul", ["direction", "spread"], "opened")
    graph.product("opened", "first", "first_out")
    graph.add("Relu", ["first_out"], "active")
    graph.product("active", "second", "second_out")
    graph.add("Add", ["first_out", "second_out"], "hidden")
    _answer_scores(graph, "hidden")
    return graph.model("dan", [_floats("averaged", "batch", width)], "scores", _outcomes(weights))


def rnn_graph(weights: Mapping[str, Array]) -> onnx.ModelProto:
    """The graph of a fitted ``networks.guessers.Gru``, behind its word vectors.

    Inputs: ``embedded`` [batch, length, width], ``weights`` [batch, length], 0 behind a row's end, the sum of their
    squares being 1, and ``lengths`` [batch] int32. Output: ``scores`` [batch, answers].
    """
    width, inner = weights["summary.weight"].shape[0], weights["states.weight_hh_l0"].shape[1]
    graph = _begun(_scaled(weights), width)
    sides = ("", "_reverse")
    for name, kinds in (("w", ("weight_ih",)), ("r", ("weight_hh",)), ("b", ("bias_ih", "bias_hh"))):
        graph.constants[name] = np.stack(
            [np.concatenate([_gates(weights[f"states.{kind}_l0{side}"]) for kind in kinds]) for side in sides]
        )
    graph.constants |= {"second": np.array([1], np.int64), "flat": np.array([0, 0, 2 * inner], np.int64)}
    graph.add("Transpose", ["embedded"], "by_time", perm=[1, 0, 2])
    graph.add("GRU", ["by_time", "w", "r", "b", "lengths"], "both", direction="bidirectional", hidden_size=inner,
              linear_before_reset=1)  # fmt: skip
    graph.add("Transpose", ["both"], "by_row", perm=[2, 0, 1, 3])  # [batch, length, direction, inner]
    graph.add("Reshape", ["by_row", "flat"], "states")
    graph.add("Unsqueeze", ["weights", "second"], "weights_across")
    graph.add("MatMul", ["weights_across", "states"], "mean_across")
    graph.add("Squeeze", ["mean_across", "second"], "mean")
    graph.product("mean", "summary", "hidden")
    _answer_scores(graph, "hidden")
    lengths = helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"])
    inputs = [_floats("embedded", "batch", "length", width), _floats("weights", "batch", "length"), lengths]
    return graph.model("rnn", inputs, "scores", _outcomes(weights))


def dan_backward() -> onnx.ModelProto:
    """The end of a dan's graph: what stands behind the bytes of ``dan_graph``'s (see gradient_graph.py).

    Input: ``chosen`` [batch, answers], 1 for the answer that is explained and 0 elsewhere. Output: ``gradient``
    [batch, width], of the answer's log probability with respect to ``averaged``.
    """
    graph = Graph({}, quantised=False)
    graph.add("Softmax", ["scores"], "shares", axis=-1)
    graph.add("Sub", ["chosen", "shares"], "d_scores")
    _back(graph, "d_scores", "answers", "d_summary")
    _unit_back(graph, "d_summary", "summary", "d_hidden")
    _back(graph, "d_hidden", "second", "d_active")
    graph.add("Sign", ["active"], "is_active")
    graph.add("Mul", ["d_active", "is_active"], "d_inner")
    graph.add("Add", ["d_hidden", "d_inner"], "d_first")
    _back(graph, "d_first", "first", "d_opened")
    graph.add("Mul", ["d_opened", "spread"], "d_direction")
    _unit_back(graph, "d_direction", "direction", "gradient")
    model = graph.model("dan_gradient", [_floats("chosen", "batch", "answers")], "gradient", ["batch", "width"])
    model.ClearField("opset_import")
    return model


def _begun(weights: Mapping[str, Array], width: int) -> Graph:
    graph = Graph(weights, quantised=False)
    graph.constants |= {
        "last": np.array([-1], np.int64),
        "least": np.array(SMALLEST, np.float32),
        "spread": np.array(np.sqrt(width), np.float32),
    }
    return graph


def _scaled(weights: Mapping[str, Array]) -> dict[str, Array]:
    """The weights with the scale of the scores in those of the answers."""
    scaled = {f"answers.{kind}": weights[f"answers.{kind}"] * weights["scale"] for kind in ("weight", "bias")}
    return {**weights, **scaled}


def _gates(weight: Array) -> Array:
    """PyTorch's gates (reset, update, new) in ONNX's order (update, reset, new)."""
    reset, update, new = np.split(weight, 3)
    return np.concatenate([update, reset, new]).astype(np.float32)


def _answer_scores(graph: Graph, hidden: str) -> None:
    """The scores of the answers; what they are of stands in ``summary`` at length 1."""
    _unit(graph, hidden, "summary")
    graph.product("summary", "answers", "scores")


def _unit(graph: Graph, states: str, output: str) -> None:
    """output = states at length 1; the length stands in ``{output}_length``."""
    graph.add("ReduceL2", [states, "last"], f"{output}_norm", keepdims=1)
    graph.add("Max", [f"{output}_norm", "least"], f"{output}_length")
    graph.add("Div", [states, f"{output}_length"], output)


def _unit_back(graph: Graph, derivative: str, unit: str, output: str) -> None:
    """The derivative without its part along the unit, over the length."""
    graph.add("Mul", [derivative, unit], f"{output}_products")
    graph.add("ReduceSum", [f"{output}_products", "last"], f"{output}_along")
    graph.add("Mul", [unit, f"{output}_along"], f"{output}_aligned")
    graph.add("Sub", [derivative, f"{output}_aligned"], f"{output}_across")
    graph.add("Div", [f"{output}_across", f"{unit}_length"], output)


def _back(graph: Graph, derivative: str, name: str, output: str) -> None:
    """output = derivative @ weight, of the weight that the forward graph holds transposed."""
    graph.add("FusedMatMul", [derivative, f"{name}.transposed"], output, domain="com.microsoft", transB=1)


def _floats(name: str, *shape: str | int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def _outcomes(weights: Mapping[str, Array]) -> Sequence[str | int]:
    return ["batch", weights["answers.weight"].shape[0]]
