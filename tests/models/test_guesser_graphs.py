"""The graphs of dan and rnn against PyTorch's own answers, and dan's backward pass against autograd."""

import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")

from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence  # noqa: E402

from networks.guesser_graphs import dan_backward, dan_graph, rnn_graph  # noqa: E402
from networks.guessers import Dan, Gru, both_ways  # noqa: E402
from stumper.victims.graphs import shipped  # noqa: E402
from stumper.victims.guessing.neural import BACKWARD  # noqa: E402

WORDS, WIDTH, ANSWERS = 30, 16, 5


def drawn(model: "torch.nn.Module") -> "torch.nn.Module":
    """The model with every weight drawn, so that none can stand for another."""
    torch.manual_seed(1)
    for weight in model.parameters():
        torch.nn.init.normal_(weight, std=0.5)
    return model.eval()


def weights_of(model: "torch.nn.Module") -> dict[str, np.ndarray]:
    return {name: value.numpy() for name, value in model.state_dict().items()}


def run(graph: bytes, output: str, **feed: np.ndarray) -> np.ndarray:
    return ort.InferenceSession(graph, providers=["CPUExecutionProvider"]).run([output], feed)[0]


def test_the_graph_of_dan_gives_its_scores() -> None:
    model = drawn(Dan(WORDS, WIDTH, ANSWERS))
    ids, starts = torch.tensor([3, 4, 4, 7, 1, 2]), torch.tensor([0, 4])
    averaged = model.averaged(ids, starts).detach().numpy()
    scores = run(dan_graph(weights_of(model)).SerializeToString(), "scores", averaged=averaged)
    np.testing.assert_allclose(scores, model(ids, starts).detach().numpy(), atol=1e-5)


def test_the_graph_of_rnn_gives_its_scores_whatever_fills_the_rows_up() -> None:
    model = drawn(Gru(WORDS, WIDTH, ANSWERS, inner=8))
    ids, lengths = torch.tensor([[3, 4, 4, 7, 1], [1, 2, 9, 9, 9]]), torch.tensor([5, 2])
    weights = model.salience[ids].exp().detach().numpy() * (np.arange(5) < lengths.numpy()[:, None])
    weights /= np.sqrt((weights**2).sum(axis=1, keepdims=True))
    graph = rnn_graph(weights_of(model)).SerializeToString()
    scores = run(graph, "scores", embedded=model.words(ids).detach().numpy(), weights=weights.astype(np.float32),
                 lengths=lengths.numpy().astype(np.int32))  # fmt: skip
    np.testing.assert_allclose(scores, model(ids, lengths).detach().numpy(), atol=1e-5)


def test_both_ways_are_those_of_pytorch() -> None:
    model = drawn(Gru(WORDS, WIDTH, ANSWERS, inner=8))
    embedded, lengths = torch.randn(3, 7, WIDTH), torch.tensor([7, 1, 4])
    packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
    states, _ = pad_packed_sequence(model.states(packed)[0], batch_first=True)
    are_read = torch.arange(7) < lengths[:, None]
    found = both_ways(model.states, embedded, are_read).transpose(0, 1)
    np.testing.assert_allclose(found[are_read].detach(), states[are_read].detach(), atol=1e-6)


def test_the_gradient_of_dan_is_that_of_autograd() -> None:
    model = drawn(Dan(WORDS, WIDTH, ANSWERS))
    averaged = torch.randn(2, WIDTH, requires_grad=True)
    chosen = torch.nn.functional.one_hot(torch.tensor([1, 4]), ANSWERS).float()
    (model.scores(averaged).log_softmax(1) * chosen).sum().backward()
    joined = dan_graph(weights_of(model)).SerializeToString() + (shipped() / BACKWARD).read_bytes()
    gradient = run(joined, "gradient", averaged=averaged.detach().numpy(), chosen=chosen.numpy())
    np.testing.assert_allclose(gradient, averaged.grad.numpy(), atol=1e-5)


def test_the_gradient_that_ships_is_what_the_code_writes() -> None:
    assert (shipped() / BACKWARD).read_bytes() == dan_backward().SerializeToString()
