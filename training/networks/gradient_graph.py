"""The backward pass of reader and verifier, written out in ONNX operators: what stands behind ``export``'s graph.

What is made here is the end of a graph: its nodes take values and weights of the forward graph by their names there.
Serialised messages that follow each other are one message (Protocol Buffers merges them: fields that repeat are joined,
of others the last one holds), so the bytes of ``reader.onnx`` with these behind them are the whole graph. No weight
stands in it twice, and any weights that ``export`` made a graph of will do.
"""

from collections.abc import Sequence
from math import pi, sqrt

import numpy as np
import onnx
from onnx import TensorProto, helper

from networks.graph import MICROSOFT, Graph
from networks.shape import EPSILON, HEADS, LAYERS, WIDTH


def reader_backward() -> onnx.ModelProto:
    """The end of a reader's graph, for rows without padding.

    Inputs: ``likely`` and ``wanted`` [batch, start, end], what is added to the scores of spans: of all that may answer,
    and of those that are explained. Output: ``gradient`` [batch, length, 384], with respect to ``embedded``, of the log
    of the share that the explained spans have in each row.
    """
    graph = _begun()
    graph.add("Split", ["scores"], "starts", "ends", axis=-1, num_outputs=2)
    graph.add("Transpose", ["ends"], "ends_across", perm=[0, 2, 1])
    graph.add("Add", ["starts", "ends_across"], "outcomes")
    _share(graph)
    graph.add("ReduceSum", ["d_outcomes", "last"], "d_starts")
    graph.add("ReduceSum", ["d_outcomes", "second"], "d_ends_across")
    graph.add("Transpose", ["d_ends_across"], "d_ends", perm=[0, 2, 1])
    graph.add("Concat", ["d_starts", "d_ends"], "d_scores", axis=-1)
    _product(graph, "d_scores", "head", f"d_states{LAYERS}")
    return _finished(graph, "reader_gradient", ["batch", "length", "length"])


def verifier_backward() -> onnx.ModelProto:
    """The end of a verifier's graph, for rows without padding.

    Inputs: ``likely`` and ``wanted`` [batch, 3], what is added to the scores of labels. The output is a reader's.
    """
    graph = _begun()
    graph.add("Identity", ["scores"], "outcomes")
    _share(graph)
    _product(graph, "d_outcomes", "head", "d_active")
    graph.add("Mul", ["active", "active"], "active_squared")
    graph.add("Sub", ["one", "active_squared"], "d_tanh")
    graph.add("Mul", ["d_active", "d_tanh"], "d_hidden")
    _product(graph, "d_hidden", "hidden", "d_summary")
    graph.add("Unsqueeze", ["d_summary", "second"], "d_first")
    graph.constants["one_token"] = np.ones(1, np.int64)
    graph.add("Sub", ["length", "one_token"], "others")
    graph.add("Concat", ["zero", "zero", "zero", "zero", "others", "zero"], "around", axis=0)
    graph.add("Pad", ["d_first", "around"], f"d_states{LAYERS}")
    return _finished(graph, "verifier_gradient", ["batch", 3])


def _begun() -> Graph:
    graph = Graph({}, quantised=False)
    graph.constants |= {
        "one": np.array(1, np.float32),
        "second": np.array([1], np.int64),
        "last": np.array([-1], np.int64),
        "even": np.ones(WIDTH, np.float32),
        "by_head": np.array([0, 0, HEADS, WIDTH // HEADS], np.int64),
        "by_token": np.array([0, 0, 3 * WIDTH], np.int64),
        "root_half": np.array(sqrt(0.5), np.float32),
        "bell": np.array(2 / sqrt(pi), np.float32),
    }
    return graph


def _finished(graph: Graph, name: str, outcomes: Sequence[str | int]) -> onnx.ModelProto:
    """The graph from the states of the last layer back to the inputs, without what the forward graph says already."""
    for layer in reversed(range(LAYERS)):
        _layer(graph, layer)
    _norm(graph, "d_states0", "unnormed", "encoder.norm", "gradient")
    inputs = [helper.make_tensor_value_info(side, TensorProto.FLOAT, outcomes) for side in ("likely", "wanted")]
    model = graph.model(name, inputs, "gradient", ["batch", "length", WIDTH])
    model.ClearField("opset_import")
    return model


def _share(graph: Graph) -> None:
    """The derivative of log(share of the wanted), row by row of the batch: their distribution minus that of all."""
    graph.constants["by_row"] = np.array([0, -1], np.int64)
    graph.add("Shape", ["outcomes"], "apart")
    for side in ("likely", "wanted"):
        graph.add("Add", ["outcomes", side], f"{side}_raw")
        graph.add("Reshape", [f"{side}_raw", "by_row"], f"{side}_scores")
        graph.add("Softmax", [f"{side}_scores"], f"{side}_shares", axis=-1)
    graph.add("Sub", ["wanted_shares", "likely_shares"], "d_flat")
    graph.add("Reshape", ["d_flat", "apart"], "d_outcomes")


def _layer(graph: Graph, layer: int) -> None:
    """From the derivative of the layer's output to that of its input."""
    prefix, of, back = f"encoder.layers.{layer}", f"l{layer}_", f"d_l{layer}_"
    graph.add("Add", [of + "down", of + "attended"], of + "output")
    _norm(graph, f"d_states{layer + 1}", of + "output", f"{prefix}.norm_output", back + "output")
    _product(graph, back + "output", f"{prefix}.down", back + "active", half=True)
    _gelu(graph, of + "up", back + "active", back + "up")
    _product(graph, back + "up", f"{prefix}.up", back + "inner")
    graph.add("Add", [back + "output", back + "inner"], back + "attended")
    graph.add("Add", [of + "out", f"states{layer}"], of + "residual")
    _norm(graph, back + "attended", of + "residual", f"{prefix}.norm_attention", back + "residual")
    _product(graph, back + "residual", f"{prefix}.out", back + "mixed")
    _attention(graph, of, back)
    _product(graph, back + "qkv", f"{prefix}.qkv", back + "states")
    graph.add("Add", [back + "residual", back + "states"], f"d_states{layer}")


def _product(graph: Graph, derivative: str, name: str, output: str, half: bool = False) -> None:
    """output = derivative @ weight, of the weight that the forward graph holds transposed."""
    graph.add("FusedMatMul", [derivative, f"{name}.transposed"], output, domain=MICROSOFT, transB=1,
              alpha=0.5 if half else 1.0)  # fmt: skip


def _norm(graph: Graph, derivative: str, states: str, name: str, output: str) -> None:
    """Of a layer norm's input ``states``: the derivative of what it gives, without its parts along 1 and the output."""
    own = f"{output}_norm_"
    graph.add("LayerNormalization", [states, "even"], own + "unit", own + "mean", own + "scale",
              axis=-1, epsilon=EPSILON)  # fmt: skip
    graph.add("Mul", [derivative, f"{name}.weight"], own + "scaled")
    graph.add("ReduceMean", [own + "scaled", "last"], own + "level")
    graph.add("Mul", [own + "scaled", own + "unit"], own + "products")
    graph.add("ReduceMean", [own + "products", "last"], own + "along")
    graph.add("Mul", [own + "unit", own + "along"], own + "aligned")
    graph.add("Sub", [own + "scaled", own + "level"], own + "centred")
    graph.add("Sub", [own + "centred", own + "aligned"], own + "across")
    graph.add("Mul", [own + "across", own + "scale"], output)


def _gelu(graph: Graph, states: str, derivative: str, output: str) -> None:
    """output = derivative * 2 gelu'(x), which is 1 + erf(u) + 2 / sqrt(pi) * u / exp(u * u) with u = x / sqrt(2)."""
    own = f"{output}_gelu_"
    graph.add("Mul", [states, "root_half"], own + "u")
    graph.add("Erf", [own + "u"], own + "erf")
    graph.add("Mul", [own + "u", own + "u"], own + "squared")
    graph.add("Exp", [own + "squared"], own + "exp")
    graph.add("Div", [own + "u", own + "exp"], own + "ratio")
    graph.add("Mul", [own + "ratio", "bell"], own + "slope")
    graph.add("Add", [own + "erf", own + "slope"], own + "sum")
    graph.add("Add", [own + "sum", "one"], own + "twice")
    graph.add("Mul", [derivative, own + "twice"], output)


def _attention(graph: Graph, of: str, back: str) -> None:
    """From the derivative of the mixed values to that of queries, keys and values side by side.

    The probabilities are computed again, as the forward operator keeps them to itself. The derivative of a softmax
    needs each row's product with its own derivative, which is that of the mixed values with theirs.
    """
    scale = sqrt(HEADS / WIDTH)
    for states in (of + "q", of + "k", of + "v", back + "mixed"):
        _heads(graph, states)
    q, k, v, d_mixed = (f"{states}_heads" for states in (of + "q", of + "k", of + "v", back + "mixed"))
    graph.add("FusedMatMul", [q, k], of + "raw", domain=MICROSOFT, transB=1, alpha=scale)
    graph.add("Softmax", [of + "raw"], of + "shares", axis=-1)
    graph.add("Mul", [of + "mixed", back + "mixed"], back + "products")
    graph.add("Reshape", [back + "products", "by_head"], back + "products_split")
    graph.add("ReduceSum", [back + "products_split", "last"], back + "sums")
    graph.add("Transpose", [back + "sums"], back + "level", perm=[0, 2, 1, 3])
    graph.add("FusedMatMul", [d_mixed, v], back + "shares", domain=MICROSOFT, transB=1)
    graph.add("Sub", [back + "shares", back + "level"], back + "levelled")
    graph.add("Mul", [of + "shares", back + "levelled"], back + "raw")
    graph.add("FusedMatMul", [back + "raw", k], back + "q", domain=MICROSOFT, alpha=scale)
    graph.add("FusedMatMul", [back + "raw", q], back + "k", domain=MICROSOFT, transA=1, alpha=scale)
    graph.add("FusedMatMul", [of + "shares", d_mixed], back + "v", domain=MICROSOFT, transA=1)
    graph.add("Concat", [back + "q", back + "k", back + "v"], back + "heads", axis=1)
    graph.add("Transpose", [back + "heads"], back + "tokens", perm=[0, 2, 1, 3])
    graph.add("Reshape", [back + "tokens", "by_token"], back + "qkv")


def _heads(graph: Graph, states: str) -> None:
    """[batch, length, 384] to [batch, head, length, 32]."""
    graph.add("Reshape", [states, "by_head"], f"{states}_split")
    graph.add("Transpose", [f"{states}_split"], f"{states}_heads", perm=[0, 2, 1, 3])
