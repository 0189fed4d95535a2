"""From the fitted weights of a recurrent reader to an ONNX graph, for one question at a time: nothing is padded.

Inputs: ``vectors`` [words, width] and ``letters`` [words, 16] of distinct words; ``question`` [asked] and ``paragraph``
[told], which of these stand where. Output: ``scores`` [told, 2], of the paragraph's words as first and last.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from onnx import TensorProto, helper

from networks.graph import Array, Graph, lstm_gates
from networks.shape import LIKENESS, SAME
from stumper.victims.recurrent import LETTERS

WAYS = ("forwards", "backwards")


def bidaf_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.recurrent.Bidaf``."""
    graph = _begun(weights, quantised)
    graph.add("Gather", [graph.weight("letters.weight"), "letters"], "spelt_by_letter")
    graph.add("Transpose", ["spelt_by_letter"], "spelt_rows", perm=[0, 2, 1])
    graph.add("Conv", ["spelt_rows", graph.weight("convolve.weight"), graph.weight("convolve.bias")], "spelt_all")
    graph.add("ReduceMax", ["spelt_all", "two"], "spelt", keepdims=0)
    graph.product("vectors", "project", "projected")
    graph.add("Concat", ["projected", "spelt"], "words0", axis=-1)
    for layer in range(2):
        _highway(graph, f"words{layer}", f"highways.{layer}", f"words{layer + 1}")
    _liken(graph)
    for side, name in (("question", "said"), ("paragraph", "shown")):
        graph.add("Gather", ["words2", side], f"{name}_alone")
        graph.add("Concat", [f"{name}_alone", f"{name}_likeness"], f"{name}_words", axis=-1)
        _both_ways(graph, f"{name}_words", "encode", name)
    _attend(graph)
    _both_ways(graph, "flow", "model.0", "modelled0")
    _both_ways(graph, "modelled0", "model.1", "modelled1")
    _both_ways(graph, "modelled1", "finish", "modelled2")
    for states, name in (("modelled1", "first"), ("modelled2", "last")):
        graph.add("Concat", ["flow", states], f"{name}_states", axis=-1)
        graph.product(f"{name}_states", name, f"{name}_scores", quantised=False)
    return _finished(graph, "bidaf", weights["project.weight"].shape[1], spells=True)


def match_lstm_graph(weights: Mapping[str, Array], quantised: bool = True) -> onnx.ModelProto:
    """The graph of a fitted ``networks.recurrent.MatchLstm``."""
    graph = _begun(weights, quantised)
    _liken(graph)
    for side, name in (("question", "said"), ("paragraph", "shown")):
        graph.add("Gather", ["vectors", side], f"{name}_alone")
        graph.add("Concat", [f"{name}_alone", f"{name}_likeness"], f"{name}_words", axis=-1)
        _lstm(graph, f"{name}_words", ["encode"], name)
    _product(graph, "said", "asked", "keys")
    graph.product("shown", "told", "wanted")
    _transposed(graph, "so_far")
    graph.constants["weigh"] = np.ascontiguousarray(weights["weigh.weight"].T, np.float32)
    inner = weights["told.weight"].shape[0]
    graph.constants["nothing"] = np.zeros((1, inner), np.float32)
    for way in range(2):
        graph.product("shown", f"enter.{way}", f"entering{way}")
        _transposed(graph, f"step.{way}")
        _scan(graph, way, inner)
    graph.add("Concat", ["matched0", "matched1"], "matched", axis=-1)
    _point(graph)
    return _finished(graph, "match_lstm", weights["encode.weight_ih_l0"].shape[1] - LIKENESS, spells=False)


def _begun(weights: Mapping[str, Array], quantised: bool) -> Graph:
    graph = Graph(weights, quantised)
    graph.constants |= {"one": np.array([1], np.int64), "two": np.array([2], np.int64)}
    graph.constants |= {"zero": np.array([0], np.int64), "whole": np.array(1, np.float32)}
    graph.constants["rows"] = np.array([0, -1], np.int64)
    return graph


def _liken(graph: Graph) -> None:
    """``said_likeness`` and ``shown_likeness`` (``networks.recurrent.likeness``)."""
    graph.constants["same"] = np.array(SAME, np.float32)
    graph.add("LpNormalization", ["vectors"], "unit", axis=-1, p=2)
    for side, name in (("question", "said"), ("paragraph", "shown")):
        graph.add("Gather", ["unit", side], f"{name}_unit")
    graph.add("Transpose", ["said_unit"], "said_unit_turned", perm=[1, 0])
    graph.add("MatMul", ["shown_unit", "said_unit_turned"], "word_likeness")
    graph.add("ReduceMax", ["word_likeness", "one"], "shown_most", keepdims=1)
    graph.add("ReduceMax", ["word_likeness", "zero"], "said_most_across", keepdims=1)
    graph.add("Transpose", ["said_most_across"], "said_most", perm=[1, 0])
    for name in ("said", "shown"):
        graph.add("Greater", [f"{name}_most", "same"], f"{name}_is_same")
        graph.add("Cast", [f"{name}_is_same"], f"{name}_same", to=TensorProto.FLOAT)
        graph.add("Concat", [f"{name}_most", f"{name}_same"], f"{name}_likeness", axis=-1)


def _highway(graph: Graph, states: str, name: str, output: str) -> None:
    graph.product(states, f"{name}.gate", f"{output}_opening")
    graph.add("Sigmoid", [f"{output}_opening"], f"{output}_gate")
    graph.product(states, f"{name}.change", f"{output}_changing")
    graph.add("Relu", [f"{output}_changing"], f"{output}_changed")
    graph.add("Sub", [f"{output}_changed", states], f"{output}_difference")
    graph.add("Mul", [f"{output}_gate", f"{output}_difference"], f"{output}_moved")
    graph.add("Add", [states, f"{output}_moved"], output)


def _attend(graph: Graph) -> None:
    """``flow`` of ``shown`` and ``said`` (``networks.recurrent.Bidaf``)."""
    _product(graph, "said", "said", "said_part", quantised=False)
    graph.product("shown", "shown", "shown_part", quantised=False)
    graph.add("Mul", ["shown", graph.weight("both")], "shown_weighed")
    graph.add("Transpose", ["said"], "said_turned", perm=[1, 0])
    graph.add("Transpose", ["said_part"], "said_row", perm=[1, 0])
    graph.add("MatMul", ["shown_weighed", "said_turned"], "both_part")
    graph.add("Add", ["both_part", "shown_part"], "alike_partly")
    graph.add("Add", ["alike_partly", "said_row"], "alike")
    graph.add("Softmax", ["alike"], "weights_of_said", axis=-1)
    graph.add("MatMul", ["weights_of_said", "said"], "attended")
    graph.add("ReduceMax", ["alike", "one"], "most", keepdims=1)
    graph.add("Softmax", ["most"], "weights_of_shown", axis=0)
    graph.add("Mul", ["shown", "weights_of_shown"], "summed_partly")
    graph.add("ReduceSum", ["summed_partly", "zero"], "summary", keepdims=1)
    graph.add("Mul", ["shown", "attended"], "shown_attended")
    graph.add("Mul", ["shown", "summary"], "shown_summary")
    graph.add("Concat", ["shown", "attended", "shown_attended", "shown_summary"], "flow", axis=-1)


def _scan(graph: Graph, way: int, inner: int) -> None:
    """The recurrence over the paragraph, from the front or from the last word."""
    body = Graph({}, quantised=False)
    names = {name: f"{name}_{way}" for name in ("hidden", "cell", "want", "enter")}
    body.add("MatMul", [names["hidden"], "so_far.t"], "so_far_part")
    body.add("Add", [names["want"], "so_far_part"], "want_all")
    body.add("Add", ["keys", "want_all"], "key_sums")
    body.add("Tanh", ["key_sums"], "key_states")
    body.add("MatMul", ["key_states", "weigh"], "alike")
    body.add("Softmax", ["alike"], "shares", axis=0)
    body.add("Transpose", ["shares"], "shares_row", perm=[1, 0])
    body.add("MatMul", ["shares_row", "said"], "attended")
    body.add("Concat", ["attended", names["hidden"]], "entering", axis=-1)
    body.add("MatMul", ["entering", f"step.{way}.t"], "stepped")
    body.add("Add", ["stepped", names["enter"]], "gates")
    _cell(body, "gates", names["cell"], "hidden_out", "cell_out")
    body.add("Identity", ["hidden_out"], "found")
    rows = {"hidden": [1, inner], "cell": [1, inner], "want": [inner], "enter": [4 * inner]}
    inputs = [helper.make_tensor_value_info(names[name], TensorProto.FLOAT, shape) for name, shape in rows.items()]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, inner])
        for name in ("hidden_out", "cell_out", "found")
    ]
    graph.add(
        "Scan", ["nothing", "nothing", "wanted", f"entering{way}"], f"hidden{way}_end", f"cell{way}_end", f"rows{way}",
        body=helper.make_graph(body.nodes, f"step{way}", inputs, outputs), num_scan_inputs=2,
        scan_input_directions=[way, way], scan_output_directions=[way],
    )  # fmt: skip
    graph.add("Squeeze", [f"rows{way}", "one"], f"matched{way}")


def _cell(graph: Graph, gates: str, cell: str, hidden_out: str, cell_out: str) -> None:
    """One step of an LSTM, from its four gates in the order of torch; from nothing where ``cell`` is empty."""
    graph.add("Split", [gates], "opening", "keeping", "changing", "showing", axis=-1, num_outputs=4)
    for gate in ("opening", "keeping", "showing"):
        graph.add("Sigmoid", [gate], f"{gate}_gate")
    graph.add("Tanh", ["changing"], "changed")
    graph.add("Mul", ["opening_gate", "changed"], "entered" if cell else cell_out)
    if cell:
        graph.add("Mul", ["keeping_gate", cell], "kept")
        graph.add("Add", ["kept", "entered"], cell_out)
    graph.add("Tanh", [cell_out], "cell_active")
    graph.add("Mul", ["showing_gate", "cell_active"], hidden_out)


def _point(graph: Graph) -> None:
    """``first_scores`` and ``last_scores`` of ``matched``: the pointer to the boundaries."""
    graph.product("matched", "look", "seen")
    graph.add("Tanh", ["seen"], "seen_first")
    graph.product("seen_first", "point", "first_scores", quantised=False)
    graph.add("Softmax", ["first_scores"], "first_shares", axis=0)
    graph.add("Transpose", ["first_shares"], "first_row", perm=[1, 0])
    graph.add("MatMul", ["first_row", "matched"], "found_first")
    weights = graph.weights
    graph.constants["cell.t"] = np.ascontiguousarray(weights["cell.weight_ih"].T, np.float32)
    graph.constants["cell.bias"] = weights["cell.bias_ih"] + weights["cell.bias_hh"]
    graph.add("MatMul", ["found_first", "cell.t"], "cell_raw")
    graph.add("Add", ["cell_raw", "cell.bias"], "cell_gates")
    _cell(graph, "cell_gates", "", "pointing", "pointing_cell")
    _product(graph, "pointing", "pointed", "pointed_part")
    graph.add("Add", ["seen", "pointed_part"], "seen_again")
    graph.add("Tanh", ["seen_again"], "seen_last")
    graph.product("seen_last", "point", "last_scores", quantised=False)


def _product(graph: Graph, states: str, name: str, output: str, quantised: bool = True) -> None:
    """output = states @ weight.T, of a layer without a bias."""
    _transposed(graph, name, quantised)
    graph.add("MatMul", [states, f"{name}.t"], output)


def _transposed(graph: Graph, name: str, quantised: bool = True) -> None:
    weight = np.ascontiguousarray(graph.weights[f"{name}.weight"].T, np.float32)
    if quantised:
        graph.unpacked(f"{name}.t", weight)
    else:
        graph.constants[f"{name}.t"] = weight


def _both_ways(graph: Graph, states: str, name: str, output: str) -> None:
    _lstm(graph, states, [f"{name}.{way}" for way in WAYS], output)


def _lstm(graph: Graph, states: str, names: Sequence[str], output: str) -> None:
    """The words' states, [words, ways * hidden]; torch has their gates as i, f, c, o, ONNX as i, o, f, c."""
    label = "+".join(names)
    hidden = graph.weights[f"{names[0]}.weight_hh_l0"].shape[1]
    for part, ours in (("weight_ih", "W"), ("weight_hh", "R")):
        graph.unpacked(f"{label}.{ours}", np.stack([lstm_gates(graph.weights[f"{name}.{part}_l0"]) for name in names]))
    graph.constants[f"{label}.B"] = np.stack(
        [
            np.concatenate([lstm_gates(graph.weights[f"{name}.bias_{part}_l0"]) for part in ("ih", "hh")])
            for name in names
        ]
    )
    graph.add("Unsqueeze", [states, "one"], f"{output}_in")
    graph.add("LSTM", [f"{output}_in", f"{label}.W", f"{label}.R", f"{label}.B"], f"{output}_ways", hidden_size=hidden,
              direction="bidirectional" if len(names) == 2 else "forward")  # fmt: skip
    graph.add("Reshape", [f"{output}_ways", "rows"], output)


def _finished(graph: Graph, name: str, width: int, spells: bool) -> onnx.ModelProto:
    graph.add("Concat", ["first_scores", "last_scores"], "scores", axis=-1)
    inputs = [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["words", width])]
    if spells:
        inputs.append(helper.make_tensor_value_info("letters", TensorProto.INT64, ["words", LETTERS]))
    inputs += [
        helper.make_tensor_value_info(side, TensorProto.INT64, [length])
        for side, length in (("question", "asked"), ("paragraph", "told"))
    ]
    return graph.model(name, inputs, "scores", ["told", 2])
