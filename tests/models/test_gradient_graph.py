"""The backward passes against PyTorch's own."""

import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")

from networks.encoder import Encoder  # noqa: E402
from networks.export import reader_graph, verifier_graph, weights_in  # noqa: E402
from networks.gradient_graph import reader_backward, verifier_backward  # noqa: E402
from networks.heads import Reader, Verifier  # noqa: E402
from stumper.victims.gradients import BACKWARD  # noqa: E402
from stumper.victims.graphs import shipped  # noqa: E402

MADE = {
    "reader.onnx": (Reader, reader_graph, reader_backward),
    "verifier.onnx": (Verifier, verifier_graph, verifier_backward),
}
LENGTH = 48
NEVER = -1e9


def fitted(name: str, source: str) -> tuple["torch.nn.Module", bytes]:
    """A model and its graph: of drawn weights, or of those that ship, as their graph rounds them."""
    torch.manual_seed(1)
    kind, graph, _ = MADE[name]
    model = kind(Encoder()).eval()
    if source == "as shipped":
        file = shipped() / name
        weights = weights_in(onnx.load(str(file)))
        missing, unexpected = model.load_state_dict({k: torch.tensor(v) for k, v in weights.items()}, strict=False)
        assert (missing, unexpected) == (["encoder.words.weight"], [])
        return model, file.read_bytes()
    weights = {key: value.numpy() for key, value in model.state_dict().items()}
    return model, graph(weights, quantised=False).SerializeToString()


def of_autograd(model: "torch.nn.Module", embedded: np.ndarray, segments: np.ndarray, likely: np.ndarray,
                wanted: np.ndarray) -> np.ndarray:  # fmt: skip
    """The gradient of the log share of the wanted, with respect to a table that holds each token's own embedding."""
    table = torch.nn.Embedding.from_pretrained(torch.tensor(embedded).flatten(0, 1), freeze=False)
    model.encoder.words = table
    ids = torch.arange(segments.size).view(segments.shape)
    scores = model(ids, torch.tensor(segments), torch.ones(segments.shape))
    spread = scores[..., :1] + scores[..., 1][:, None, :] if scores.ndim == 3 else scores
    shares = [torch.logsumexp((spread + torch.tensor(side)).flatten(1), 1) for side in (wanted, likely)]
    (shares[0] - shares[1]).sum().backward()
    return table.weight.grad.view(embedded.shape).numpy()


@pytest.mark.parametrize("source", ["drawn", "as shipped"])
@pytest.mark.parametrize("name", MADE)
def test_gradient_is_that_of_autograd(name: str, source: str) -> None:
    model, graph = fitted(name, source)
    rng = np.random.default_rng(1)
    embedded = rng.normal(0, 0.07, (2, LENGTH, 384)).astype(np.float32)
    segments = (np.arange(LENGTH) > 10).astype(np.int64) * np.ones((2, 1), np.int64)
    outcomes = (2, LENGTH, LENGTH) if name == "reader.onnx" else (2, 3)
    likely = np.where(rng.random(outcomes) < 0.5, 0, NEVER).astype(np.float32)
    likely[:, 1] = 0
    wanted = np.full_like(likely, NEVER)
    wanted[:, 1] = 0
    feed = {"embedded": embedded, "segments": segments, "mask": np.ones((2, LENGTH), np.int32),
            "likely": likely, "wanted": wanted}  # fmt: skip
    whole = graph + MADE[name][2]().SerializeToString()
    [found] = ort.InferenceSession(whole, providers=["CPUExecutionProvider"]).run(["gradient"], feed)
    expected = of_autograd(model, embedded, segments, likely, wanted)
    assert np.abs(found - expected).max() < 1e-4 * np.abs(expected).max()


@pytest.mark.parametrize("name", MADE)
def test_the_file_that_ships_is_what_the_code_makes(name: str) -> None:
    assert onnx.load(str(shipped() / BACKWARD[name])) == MADE[name][2]()


@pytest.mark.parametrize("name", MADE)
def test_files_behind_each_other_are_a_valid_graph(name: str) -> None:
    whole = onnx.ModelProto.FromString((shipped() / name).read_bytes() + (shipped() / BACKWARD[name]).read_bytes())
    assert [output.name for output in whole.graph.output] == ["scores", "gradient"]
    assert len({tensor.name for tensor in whole.graph.initializer}) == len(whole.graph.initializer)
    outputs = [output for node in whole.graph.node for output in node.output]
    assert len(set(outputs)) == len(outputs)
