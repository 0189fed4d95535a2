"""A training that is stopped goes on as if it had not been."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")
pytest.importorskip("safetensors", reason="safetensors is not installed (extra: train)")

from stumper.models.windows import Window  # noqa: E402

SCRIPT = Path(__file__).parents[2] / "training" / "reader.py"


@pytest.fixture(scope="module")
def training() -> ModuleType:
    spec = spec_from_file_location("training_reader", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, spec.name, module)
        spec.loader.exec_module(module)
    return module


def small(training: ModuleType, **place: object) -> object:
    model = torch.nn.Linear(3, 2)
    return training.State(model, torch.optim.AdamW(model.parameters(), lr=0.1), **place)


def moved(state: object) -> object:
    """The weights after a step on random numbers."""
    state.reader(torch.rand(5, 3)).sum().backward()  # type: ignore[attr-defined]
    state.optimizer.step()  # type: ignore[attr-defined]
    state.optimizer.zero_grad()  # type: ignore[attr-defined]
    return state.reader.weight.detach().clone()  # type: ignore[attr-defined]


def test_a_checkpoint_holds_all_that_the_next_step_depends_on(training: ModuleType, tmp_path: Path) -> None:
    state = small(training, seen=7, spent=1.5, epoch=2, batch=3)
    moved(state)
    training.save(state, tmp_path / "checkpoint.pt")
    expected = moved(state)
    torch.manual_seed(99)
    again = small(training)
    training.resume(again, tmp_path / "checkpoint.pt")
    assert (again.seen, again.spent, again.epoch, again.batch) == (7, 1.5, 2, 3)  # type: ignore[attr-defined]
    assert torch.equal(moved(again), expected)


def test_killed_while_it_saves_it_keeps_the_checkpoint_before(
    training: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint, state = tmp_path / "checkpoint.pt", small(training)
    training.save(state, checkpoint)
    kept = checkpoint.read_bytes()

    def killed(value: object, path: Path) -> None:
        path.write_bytes(b"half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(torch, "save", killed)
    with pytest.raises(KeyboardInterrupt):
        training.save(state, checkpoint)
    assert checkpoint.read_bytes() == kept


def test_batches_go_on_where_they_stopped(training: ModuleType) -> None:
    questions = [[training.Item(Window(tuple(range(n)), 1, ()), ((1, 1),))] for n in range(200, 240)]
    state, expected = small(training), []
    for batch in training.unseen(state, questions, 1):
        expected.append((state.epoch, batch))  # type: ignore[attr-defined]
        state.batch += 1  # type: ignore[attr-defined]
        if len(expected) == 6:
            break
    assert {epoch for epoch, _ in expected} == {0, 1}
    again = training.unseen(small(training, epoch=0, batch=2), questions, 1)
    assert next(again) == expected[2][1]
