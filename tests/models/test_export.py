import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")

from networks.encoder import Encoder  # noqa: E402
from networks.export import reader_graph, weights_in  # noqa: E402
from networks.graph import quantise_rows  # noqa: E402
from networks.heads import LONGEST_ANSWER, Reader, negative_log_likelihood, span_scores  # noqa: E402


def test_graph_scores_as_the_fitted_reader_does() -> None:
    torch.manual_seed(1)
    reader = Reader(Encoder()).eval()
    ids = torch.randint(1, 30000, (3, 32))
    segments = (torch.arange(32) > 8).long().expand(3, 32)
    mask = (torch.arange(32) < torch.tensor([[32], [20], [11]])).long()
    with torch.no_grad():
        expected = reader(ids, segments, mask).numpy()
        embedded = reader.encoder.words(ids).numpy()
    weights = {name: value.numpy() for name, value in reader.state_dict().items()}
    feed = {"embedded": embedded, "segments": segments.numpy(), "mask": mask.numpy().astype(np.int32)}
    kept = mask.numpy().astype(bool)
    for quantised, tolerance in ((False, 1e-4), (True, 0.05)):
        graph = reader_graph(weights, quantised).SerializeToString()
        [scores] = ort.InferenceSession(graph, providers=["CPUExecutionProvider"]).run(["scores"], feed)
        assert np.abs(scores - expected)[kept].max() < tolerance * np.abs(expected[kept]).max()


@pytest.mark.parametrize(("quantised", "tolerance"), [(False, 0.0), (True, 0.01)])
def test_weights_come_out_of_a_graph_as_they_went_in(quantised: bool, tolerance: float) -> None:
    torch.manual_seed(1)
    weights = {name: value.numpy() for name, value in Reader(Encoder()).state_dict().items()}
    found = weights_in(reader_graph(weights, quantised))
    assert set(found) == set(weights) - {"encoder.words.weight"}
    for name, value in found.items():
        assert np.abs(value - weights[name]).max() <= tolerance * np.abs(weights[name]).max()


def test_quantised_rows_stay_within_half_a_step() -> None:
    table = np.random.default_rng(1).normal(size=(50, 64)).astype(np.float32)
    rows, scales = quantise_rows(table)
    assert np.abs(rows * scales[:, None] - table).max() <= scales.max() / 2 + 1e-6


def test_likelihood_is_over_legal_spans_alone() -> None:
    scores = torch.zeros(1, 5, 2)
    legal = torch.tensor([[False, True, True, True, False]])
    assert torch.isfinite(span_scores(scores, legal)).sum() == 6
    gold = torch.zeros(1, 5, LONGEST_ANSWER, dtype=torch.bool)
    gold[0, 1, 0] = gold[0, 2, 1] = True
    loss = negative_log_likelihood(scores, legal, gold)
    assert loss.item() == pytest.approx(-np.log(2 / 6), abs=1e-5)
