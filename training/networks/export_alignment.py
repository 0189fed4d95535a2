"""From the fitted weights of a verifier that aligns words to an ONNX graph.

Inputs: ``claim`` and ``evidence`` [batch, words, width] word vectors, and a mask for each, float, [batch, words] (1: a
word, 0: padding). Output: ``scores`` [batch, outputs], of the labels or of what the model was told to give instead.
"""

from collections.abc import Mapping

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from networks.export import weights_in
from networks.graph import Array, Graph, lstm_gates

SIDES = ("claim", "evidence")
FAR = 1e4  # as in networks.alignment


def decomposable_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.alignment.Decomposable``."""
    graph = _begun(weights, quantised)
    for side in SIDES:
        graph.product(side, "project", f"{side}_own")
        _feedforward(graph, f"{side}_own", "attend", f"{side}_keys")
    _align(graph)
    for side in SIDES:
        graph.add("Concat", [f"{side}_own", f"{side}_aligned"], f"{side}_both", axis=-1)
        _feedforward(graph, f"{side}_both", "compare", f"{side}_compared")
        graph.add("Mul", [f"{side}_compared", f"{side}_column"], f"{side}_kept")
        graph.add("ReduceSum", [f"{side}_kept", "one"], f"{side}_summed", keepdims=0)
    graph.add("Concat", ["claim_summed", "evidence_summed"], "summed", axis=-1)
    _feedforward(graph, "summed", "aggregate", "aggregated")
    graph.product("aggregated", "head", "scores", quantised=False)
    return _finished(graph, "decomposable", weights["project.weight"].shape[1])


def esim_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.alignment.Esim``."""
    graph = _composed(weights, quantised, sees_words_again=False)
    pooled = [name for side in SIDES for name in (_mean(graph, side), _most(graph, side))]
    graph.add("Concat", pooled, "pooled", axis=-1)
    graph.product("pooled", "hidden", "hidden")
    graph.add("Tanh", ["hidden"], "active")
    graph.product("active", "head", "scores", quantised=False)
    return _finished(graph, "esim", weights["encode.weight_ih_l0"].shape[1])


def esim_weights_in(model: onnx.ModelProto) -> dict[str, Array]:
    """The weights that ``esim_graph`` made a graph of, rounded as it left them."""
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    weights = weights_in(model)
    for name in ("encode", "compose"):
        for part, ours in (("weight_ih", "W"), ("weight_hh", "R")):
            key = f"{name}.{ours}"
            rounded = (constants[f"{key}.rows"] * constants[f"{key}.scales"]).reshape(constants[f"{key}.shape"])
            for way, gates in zip(("", "_reverse"), rounded, strict=True):
                weights[f"{name}.{part}_l0{way}"] = _torch_gates(gates)
        for way, biases in zip(("", "_reverse"), constants[f"{name}.B"], strict=True):
            for part, bias in zip(("ih", "hh"), np.split(biases, 2), strict=True):
                weights[f"{name}.bias_{part}_l0{way}"] = _torch_gates(bias)
    return {name: weight for name, weight in weights.items() if not name.endswith((".W.weight", ".R.weight"))}


def matching_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.alignment.Matching``."""
    graph = _composed(weights, quantised, sees_words_again=True)
    claimed, found = (_most(graph, side) for side in SIDES)
    graph.add("Sub", [claimed, found], "difference")
    graph.add("Abs", ["difference"], "distance")
    graph.add("Mul", [claimed, found], "product")
    graph.add("Concat", [claimed, found, "distance", "product"], "pooled", axis=-1)
    graph.product("pooled", "hidden", "hidden")
    graph.add("Relu", ["hidden"], "active")
    graph.product("active", "head", "scores", quantised=False)
    return _finished(graph, "matching", weights["encode.weight_ih_l0"].shape[1])


def _composed(weights: Mapping[str, Array], quantised: bool, sees_words_again: bool) -> Graph:
    """A graph that has encoded both sides, aligned them and composed what it compared."""
    graph = _begun(weights, quantised)
    for side in SIDES:
        _lstm(graph, side, "encode", side, f"{side}_own")
        graph.add("Identity", [f"{side}_own"], f"{side}_keys")
    _align(graph)
    for side in SIDES:
        own, other = f"{side}_own", f"{side}_aligned"
        graph.add("Sub", [own, other], f"{side}_difference")
        graph.add("Mul", [own, other], f"{side}_product")
        joined = [own, other, f"{side}_difference", f"{side}_product", *([side] if sees_words_again else [])]
        graph.add("Concat", joined, f"{side}_all", axis=-1)
        graph.product(f"{side}_all", "project", f"{side}_projected")
        graph.add("Relu", [f"{side}_projected"], f"{side}_compared")
        _lstm(graph, f"{side}_compared", "compose", side, f"{side}_composed")
    return graph


def _begun(weights: Mapping[str, Array], quantised: bool) -> Graph:
    """A graph that knows of each side which words count, as a column, as a row of penalties, and how many."""
    graph = Graph(weights, quantised)
    graph.constants |= {"one": np.array([1], np.int64), "last": np.array([2], np.int64)}
    graph.constants |= {"kept": np.array(1, np.float32), "far": np.array(FAR, np.float32)}
    for side in SIDES:
        mask = f"{side}_mask"
        graph.add("Unsqueeze", [mask, "last"], f"{side}_column")
        graph.add("Sub", [f"{side}_column", "kept"], f"{side}_lack")
        graph.add("Mul", [f"{side}_lack", "far"], f"{side}_penalties")
        graph.add("Transpose", [f"{side}_penalties"], f"{side}_row", perm=[0, 2, 1])
        graph.add("ReduceSum", [mask, "one"], f"{side}_count", keepdims=1)
    return graph


def _align(graph: Graph) -> None:
    """What each side's words have on the other side (``networks.alignment.aligned``)."""
    for side, other in (SIDES, SIDES[::-1]):
        graph.add("Transpose", [f"{other}_keys"], f"{side}_against", perm=[0, 2, 1])
        graph.add("MatMul", [f"{side}_keys", f"{side}_against"], f"{side}_scores")
        graph.add("Add", [f"{side}_scores", f"{other}_row"], f"{side}_masked")
        graph.add("Softmax", [f"{side}_masked"], f"{side}_weights", axis=-1)
        graph.add("MatMul", [f"{side}_weights", f"{other}_own"], f"{side}_aligned")


def _feedforward(graph: Graph, states: str, name: str, output: str) -> None:
    graph.product(states, f"{name}.first", f"{output}_1")
    graph.add("Relu", [f"{output}_1"], f"{output}_2")
    graph.product(f"{output}_2", f"{name}.second", f"{output}_3")
    graph.add("Relu", [f"{output}_3"], output)


def _mean(graph: Graph, side: str) -> str:
    """The name of the mean over the side's words."""
    graph.add("ReduceSum", [f"{side}_composed", "one"], f"{side}_total", keepdims=0)
    graph.add("Div", [f"{side}_total", f"{side}_count"], f"{side}_mean")
    return f"{side}_mean"


def _most(graph: Graph, side: str) -> str:
    """The name of the maximum over the side's words."""
    graph.add("Add", [f"{side}_composed", f"{side}_penalties"], f"{side}_penalised")
    graph.add("ReduceMax", [f"{side}_penalised", "one"], f"{side}_most", keepdims=0)
    return f"{side}_most"


def _lstm(graph: Graph, states: str, name: str, side: str, output: str) -> None:
    """Both directions over the side's words; torch has the gates as input, forget, cell, output, ONNX as i, o, f, c."""
    hidden = graph.weights[f"{name}.weight_hh_l0"].shape[1]
    for part, ours in (("weight_ih", "W"), ("weight_hh", "R")):
        stacked = np.stack([lstm_gates(graph.weights[f"{name}.{part}_l0{way}"]) for way in ("", "_reverse")])
        graph.unpacked(f"{name}.{ours}", stacked)
    biases = [
        np.concatenate([lstm_gates(graph.weights[f"{name}.bias_{part}_l0{way}"]) for part in ("ih", "hh")])
        for way in ("", "_reverse")
    ]
    graph.constants[f"{name}.B"] = np.stack(biases)
    if f"{side}_lengths" not in {made for node in graph.nodes for made in node.output}:
        graph.add("Cast", [f"{side}_count"], f"{side}_lengths_column", to=TensorProto.INT32)
        graph.add("Squeeze", [f"{side}_lengths_column", "one"], f"{side}_lengths")
    graph.add("Transpose", [states], f"{output}_by_word", perm=[1, 0, 2])
    graph.add("LSTM", [f"{output}_by_word", f"{name}.W", f"{name}.R", f"{name}.B", f"{side}_lengths"],
              f"{output}_ways", hidden_size=hidden, direction="bidirectional")  # fmt: skip
    graph.add("Transpose", [f"{output}_ways"], f"{output}_by_pair", perm=[2, 0, 1, 3])
    graph.constants["joined"] = np.array([0, 0, -1], np.int64)
    graph.add("Reshape", [f"{output}_by_pair", "joined"], output)


def _torch_gates(weight: Array) -> Array:
    enter, leave, forget, cell = np.split(weight, 4)
    return np.concatenate([enter, forget, cell, leave])


def _finished(graph: Graph, name: str, width: int) -> onnx.ModelProto:
    inputs = [
        helper.make_tensor_value_info(side, TensorProto.FLOAT, ["batch", f"{side}_words", width]) for side in SIDES
    ]
    inputs += [
        helper.make_tensor_value_info(f"{side}_mask", TensorProto.FLOAT, ["batch", f"{side}_words"]) for side in SIDES
    ]
    return graph.model(name, inputs, "scores", ["batch", len(graph.weights["head.bias"])])
