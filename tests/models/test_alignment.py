import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")

from networks.alignment import Decomposable, Esim, Matching, aligned  # noqa: E402
from networks.export_alignment import (  # noqa: E402
    decomposable_graph,
    esim_graph,
    esim_weights_in,
    matching_graph,
)

KINDS = [(Decomposable, decomposable_graph), (Esim, esim_graph), (Matching, matching_graph)]


def masks(*lengths: int) -> object:
    return (torch.arange(max(lengths)) < torch.tensor(lengths)[:, None]).float()


@pytest.mark.parametrize(("kind", "graph"), KINDS)
@pytest.mark.parametrize(("quantised", "tolerance"), [(False, 1e-4), (True, 0.05)])
def test_graph_scores_as_the_fitted_model_does(kind: type, graph: object, quantised: bool, tolerance: float) -> None:
    torch.manual_seed(1)
    model = kind(64, 64).eval()
    feed = {"claim": torch.randn(3, 7, 64), "evidence": torch.randn(3, 11, 64),
            "claim_mask": masks(7, 4, 1), "evidence_mask": masks(3, 11, 5)}  # fmt: skip
    with torch.no_grad():
        expected = model(**feed).numpy()
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    session = ort.InferenceSession(graph(weights, quantised).SerializeToString(), providers=["CPUExecutionProvider"])
    [scores] = session.run(["scores"], {name: value.numpy() for name, value in feed.items()})
    assert np.abs(scores - expected).max() < tolerance * np.abs(expected).max()


def test_weights_in_a_graph_are_those_that_it_was_made_of() -> None:
    torch.manual_seed(1)
    model = Esim(64, 64)
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    found = esim_weights_in(esim_graph(weights, quantised=True))
    assert set(found) == set(weights)
    for name, value in weights.items():
        assert found[name].shape == value.shape
        assert np.abs(found[name] - value).max() <= np.abs(value).max() / 250


@pytest.mark.parametrize("kind", [Decomposable, Esim, Matching])
def test_padding_does_not_count(kind: type) -> None:
    torch.manual_seed(1)
    model = kind(64, 64).eval()
    claim, evidence = torch.randn(1, 5, 64), torch.randn(1, 6, 64)
    padded = torch.cat([evidence, torch.randn(1, 4, 64)], 1)
    with torch.no_grad():
        plain = model(claim, evidence, masks(5), masks(6))
        longer = model(claim, padded, masks(5), torch.cat([masks(6), torch.zeros(1, 4)], 1))
    assert torch.allclose(plain, longer, atol=1e-5)


def test_word_is_aligned_with_what_is_like_it() -> None:
    claim = torch.tensor([[[10.0, 0.0], [0.0, 10.0]]])
    evidence = torch.tensor([[[0.0, 10.0], [10.0, 0.0], [99.0, 99.0]]])
    for_claim, for_evidence = aligned(claim, evidence, claim, evidence, masks(2), torch.tensor([[1.0, 1.0, 0.0]]))
    assert torch.allclose(for_claim, claim, atol=1e-3)
    assert torch.allclose(for_evidence[:, :2], evidence[:, :2], atol=1e-3)
