"""The backward passes that ship, against differences of the graphs that they are the backward pass of."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import onnxruntime as ort
import pytest

from stumper.models.vocabulary import read_words
from stumper.victims.gradients import BACKWARD
from stumper.victims.graphs import session, session_with_gradient, shipped

Floats = npt.NDArray[np.float64]
STEP = 0.02  # of the differences; a word's embedding is about 1.4 long
NEVER = -1e9


class Outcomes(NamedTuple):
    """What is explained of a row of tokens: added to the scores of all outcomes, and of those that are wanted."""

    graph: str
    likely: Floats
    wanted: Floats

    def feed(self, rows: int = 1) -> dict[str, npt.NDArray[np.float32]]:
        """The backward pass's own inputs, the same for each of the rows."""
        sides = {"likely": self.likely, "wanted": self.wanted}
        return {name: np.repeat(side[None], rows, axis=0).astype(np.float32) for name, side in sides.items()}

    @property
    def backward(self) -> ort.InferenceSession:
        return session_with_gradient(shipped() / self.graph, shipped() / BACKWARD[self.graph])


def of_span(start: int, end: int, length: int) -> Outcomes:
    places = np.arange(length)
    further = places - places[:, None]
    likely = np.where((further >= 0) & (further < 30) & (places[:, None] > 8), 0.0, NEVER)
    wanted = np.full_like(likely, NEVER)
    wanted[start, end] = wanted[start + 1, end] = 0
    return Outcomes("reader.onnx", likely, wanted)


def of_label(label: int, added: float) -> Outcomes:
    likely = np.array([0.0, 0.0, added])
    return Outcomes("verifier.onnx", likely, np.where(np.arange(3) == label, likely, NEVER))


def tokens(length: int, seed: int = 1) -> dict[str, npt.NDArray[np.generic]]:
    """A row of pieces drawn from the middle of the vocabulary."""
    ids = np.random.default_rng(seed).integers(2000, 20000, (1, length))
    segments = (np.arange(length) > 8).astype(np.int64)[None]
    return {"embedded": read_words(shipped()).embedded(ids), "segments": segments, "mask": np.ones((1, length), "i4")}


def log_share(scores: Floats, outcomes: Outcomes) -> float:
    spread = scores[0, :, :1] + scores[0, :, 1] if scores.ndim == 3 else scores[0]
    return float(log_sum(spread + outcomes.wanted) - log_sum(spread + outcomes.likely))


def log_sum(values: Floats) -> float:
    return float(np.log(np.exp(values - values.max()).sum()) + values.max())


def slope(forward: ort.InferenceSession, feed: dict, outcomes: Outcomes, direction: Floats) -> float:
    """The derivative along a direction by four differences, whose error falls with the fourth power of the step."""

    def at(steps: int) -> float:
        moved = (feed["embedded"] + steps * STEP * direction).astype(np.float32)
        return log_share(forward.run(["scores"], {**feed, "embedded": moved})[0].astype(np.float64), outcomes)

    return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * STEP)


def gradient(feed: dict, outcomes: Outcomes) -> Floats:
    found: Floats = outcomes.backward.run(["gradient"], {**feed, **outcomes.feed()})[0].astype(np.float64)
    return found


@pytest.mark.parametrize("length", [24, 61])
@pytest.mark.parametrize("graph", ["reader", "sure verifier", "verifier of several"])
def test_gradient_agrees_with_differences_along_random_directions(graph: str, length: int) -> None:
    outcomes = {
        "reader": of_span(12, 14, length),
        "sure verifier": of_label(1, 0.0),
        "verifier of several": of_label(2, 1.5),
    }[graph]
    feed, rng = tokens(length), np.random.default_rng(length)
    found, forward = gradient(feed, outcomes), session(shipped() / outcomes.graph)
    scale = np.linalg.norm(found) / np.sqrt(found.size)  # what the derivative is along a random direction
    for _ in range(6):
        direction = rng.normal(size=found.shape)
        direction /= np.linalg.norm(direction)
        expected = slope(forward, feed, outcomes, direction)
        assert (found * direction).sum() == pytest.approx(expected, rel=0.01, abs=0.01 * scale)


def test_rows_of_a_batch_do_not_depend_on_each_other() -> None:
    rows, outcomes = [tokens(40, seed) for seed in (1, 2, 3)], of_span(12, 13, 40)
    together = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
    found = outcomes.backward.run(["gradient"], {**together, **outcomes.feed(rows=3)})[0]
    for row, feed in zip(found, rows, strict=True):
        np.testing.assert_allclose(row, gradient(feed, outcomes)[0], rtol=0, atol=1e-4 * np.abs(row).max())


def test_scores_are_those_of_the_forward_graph() -> None:
    feed, outcomes = tokens(40), of_span(12, 13, 40)
    [expected] = session(shipped() / "reader.onnx").run(["scores"], feed)
    [scores] = outcomes.backward.run(["scores"], {**feed, **outcomes.feed()})
    np.testing.assert_allclose(scores, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", BACKWARD.values())
def test_backward_pass_holds_no_weights(name: str) -> None:
    assert Path(shipped() / name).stat().st_size < 40_000
