"""A training that is stopped goes on as if it had not been."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")
pytest.importorskip("safetensors", reason="safetensors is not installed (extra: train)")

SCRIPTS = Path(__file__).parents[2] / "training"


@pytest.fixture(scope="module")
def training() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        yield import_module("fitting")
        del sys.modules["fitting"]


def small(training: ModuleType, **place: object) -> object:
    model = torch.nn.Linear(3, 2)
    return training.State(model, torch.optim.AdamW(model.parameters(), lr=0.1), **place)


def moved(state: object) -> object:
    """The weights after a step on random numbers."""
    state.model(torch.rand(5, 3)).sum().backward()  # type: ignore[attr-defined]
    state.optimizer.step()  # type: ignore[attr-defined]
    state.optimizer.zero_grad()  # type: ignore[attr-defined]
    return state.model.weight.detach().clone()  # type: ignore[attr-defined]


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
    course = training.Course(lambda rng: rng.sample(range(200, 240), 40), int, None)
    schedule = training.Schedule(total=80, minutes=1.0, peak_rate=0.1, batch_tokens=4096)
    state, expected = small(training), []
    for batch in training.unseen(state, course, schedule):
        expected.append((state.epoch, batch))  # type: ignore[attr-defined]
        state.batch += 1  # type: ignore[attr-defined]
        if len(expected) == 6:
            break
    assert {epoch for epoch, _ in expected} == {0, 1}
    again = training.unseen(small(training, epoch=0, batch=2), course, schedule)
    assert next(again) == expected[2][1]


def test_training_moves_towards_less_loss_and_ends_with_its_items(training: ModuleType, tmp_path: Path) -> None:
    seen: list[int] = []

    def loss(model: object, batch: list[int], device: object) -> object:
        seen.extend(batch)
        return (model(torch.ones(len(batch), 3)) ** 2).mean()  # type: ignore[operator]

    torch.manual_seed(1)
    model = torch.nn.Linear(3, 2)
    before = (model(torch.ones(1, 3)) ** 2).mean().item()
    course = training.Course(lambda rng: list(range(1, 21)), int, loss)
    schedule = training.Schedule(total=100, minutes=1.0, peak_rate=0.05, batch_tokens=30)
    fitted = training.fitted(lambda: model, course, schedule, tmp_path / "checkpoint.pt")
    assert (fitted(torch.ones(1, 3)) ** 2).mean().item() < before / 10
    assert sorted(seen) == sorted(list(range(1, 21)) * 5)
