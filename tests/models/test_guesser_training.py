"""training/guessers.py, on the bundled tossups."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.victims.guessing.choosing import shares as chances
from stumper.victims.guessing.neural import dan, rnn

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")
pytest.importorskip("safetensors", reason="safetensors is not installed (extra: train)")

from torch import Tensor  # noqa: E402

from networks.guessers import Dan, Gru  # noqa: E402

SCRIPTS = Path(__file__).parents[2] / "training"
SCORES = np.array([1.0, 0.0, -50.0, 0.0])  # probabilities are those of the scores alone
LOAD = {"dan": dan, "rnn": rnn}
SMALL = {"width": 16, "inner": 8, "minutes": 5.0, "least": 1, "held_out": 0.25, "seed": 1}


@pytest.fixture(scope="module")
def training() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        yield import_module("guessers")
        for name in ("guessers", "word_factors", "fitting"):
            sys.modules.pop(name, None)


@pytest.mark.parametrize("kind", ["dan", "rnn"])
def test_one_command_leads_from_tossups_to_a_victim(
    training: ModuleType, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / kind
    command = ["guessers.py", "quizbowl:guesstrain", "--kind", kind, "--out", str(out), "--least", "1", "--width", "16"]
    monkeypatch.setattr(sys, "argv", [*command, "--inner", "8", "--epochs", "3", "--held-out", "0.1"])
    training.main()
    guesser = LOAD[kind](str(out), [])
    [prediction] = guesser.predict([Tossup("Robin Hill showed that part of this process goes on in organelles.")])
    assert len(prediction.guesses) == 10


@pytest.mark.parametrize("other", ["quizbowl:guessdev", "--width=8"])
def test_a_checkpoint_of_another_training_is_said_in_a_sentence(
    training: ModuleType, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = training.Options(kind="dan", epochs=1.0, **SMALL)
    material = training.read_material([quizbowl.bundled("guesstrain")], options)
    state = training.fitting.begun(training.begun(material, options), torch.device("cpu"), 0.1)
    training.fitting.save(state, tmp_path / "checkpoint.pt")
    command = ["guessers.py", "quizbowl:guesstrain", other, "--kind", "dan", "--out", str(tmp_path), "--least", "1"]
    monkeypatch.setattr(sys, "argv", [*command, "--epochs", "1", "--held-out", "0.1"])
    with pytest.raises(SystemExit, match=r"checkpoint.pt is of a training on other data or with other settings"):
        training.main()


@pytest.mark.parametrize("kind", ["dan", "rnn"])
def test_what_is_exported_guesses_as_what_was_fitted(training: ModuleType, kind: str, tmp_path: Path) -> None:
    options = training.Options(kind=kind, epochs=1.0, **SMALL)
    material = training.read_material([quizbowl.bundled("guesstrain")], options)
    model = training.begun(material, options)
    training.export(model, material, options, SCORES, [], tmp_path)
    guesser = LOAD[kind](str(tmp_path), [])
    examples = list(quizbowl.bundled("guesstrain"))
    rows = {example.id: row for example, row in zip(examples, _rows(guesser, examples), strict=True)}
    model.eval()
    with torch.no_grad():
        scores = training.scores(model, [training.Told(row, 0) for row in rows.values()], torch.device("cpu"))
    likely = scores.softmax(1).max(1).values.numpy()
    said = [prediction.guesses[0].probability for prediction in guesser.predict([e.query for e in examples])]
    np.testing.assert_allclose(said, likely, atol=0.02)  # vectors are kept in 8 bits


def test_before_it_learns_a_dan_knows_more_than_chance(training: ModuleType) -> None:
    options = training.Options(kind="dan", epochs=1.0, **SMALL | {"width": 64})
    material = training.read_material([quizbowl.bundled("guesstrain")], options)
    assert training.accuracy(training.begun(material, options), material.held_out) > 5 / len(material.answers)


def test_packets_that_are_held_out_are_not_learned_from(training: ModuleType) -> None:
    options = training.Options(kind="dan", epochs=1.0, **SMALL)
    material = training.read_material([quizbowl.bundled("guesstrain")], options)
    learned = {asked.sentences for asked in material.learned}
    assert material.held_out
    assert not learned & {asked.sentences for asked in material.held_out}


def test_a_row_is_a_stretch_of_the_question_without_some_words(training: ModuleType) -> None:
    asked = training.Asked(((1, 2, 3), (4, 5), (6, 7, 8, 9)), 2, 9)
    rng = Random(1)
    for _ in range(200):
        row = training.drawn(asked, rng)
        assert row.answer == 2
        assert list(row.ids) == sorted(row.ids)
        assert 0 < len(row.ids) <= 9


def test_scores_that_are_surer_than_right_make_no_sure_guesser(training: ModuleType) -> None:
    class Fixed(torch.nn.Module):
        """As sure of the first answer whatever it reads."""

        def __init__(self, scores: list[float]) -> None:
            super().__init__()
            self.scores = torch.nn.Parameter(torch.tensor(scores))

        def forward(self, ids: "torch.Tensor", lengths: "torch.Tensor") -> "torch.Tensor":
            return self.scores.repeat(len(ids), 1)

    asked = [training.Asked(((1, 2, 3),), answer, 3) for answer in (0, 0, 0, 1, training.NONE) * 10]
    for scores in ([9.0, 0.0], [0.7, 0.0]):
        cases = training.cases(Fixed(scores), asked, 1)
        found = np.mean([chances(training.choice(cases), case.rows) for case in cases], axis=0)
        np.testing.assert_allclose(found, [0.6, 0.2, 0.2], atol=0.03)


def test_draws_leave_guessers_without_what_they_held_out(
    training: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["guessers.py", "quizbowl:guesstrain", "--kind", "dan", "--out", str(tmp_path), "--least", "1"]
    monkeypatch.setattr(sys, "argv", [*command, "--epochs", "2", "--held-out", "0.25", "--draws", "2"])
    training.main()
    made = [json.loads((tmp_path / name / "guesser.json").read_text()) for name in ("draw-1", "draw-2", "")]
    assert [one["made"]["questions"] for one in made] == [243, 243, 324]
    assert made[0]["choice"] == made[1]["choice"] == made[2]["choice"]


def _rows(guesser: object, examples: list) -> list[list[int]]:  # type: ignore[type-arg]
    known = guesser.fitted.words  # type: ignore[attr-defined]
    return [[word.row for word in known.heard(example.query.text)] for example in examples]


def word_gradients(model: Dan | Gru, ids: Tensor, answer: int) -> Tensor:
    """For each word of one question, [words], what its vector adds to the answer's log probability, to first order.

    The model is as it is when it guesses, without dropout, and stays as it was.
    """
    was_training = model.training
    model.eval()
    try:
        vectors = model.words(ids).detach().requires_grad_()
        weights = model.salience[ids].exp().detach()
        scores = _scores(model, vectors, weights)
        [slopes] = torch.autograd.grad(scores.log_softmax(-1)[answer], vectors)
    finally:
        model.train(was_training)
    return (slopes * vectors).sum(-1).detach()


def _scores(model: Dan | Gru, vectors: Tensor, weights: Tensor) -> Tensor:
    if isinstance(model, Dan):
        return model.scores((weights[:, None] * vectors).sum(0, keepdim=True) / weights.norm())[0]
    return model.scores(vectors[None], weights[None], torch.tensor([len(vectors)]))[0]


@pytest.mark.parametrize("kind", ["dan", "rnn"])
def test_gradients_of_words_order_them_as_leaving_them_out_does(
    training: ModuleType, kind: str, tmp_path: Path
) -> None:
    options = training.Options(kind=kind, epochs=20.0, **SMALL | {"width": 40, "held_out": 0.1})
    material = training.read_material([quizbowl.bundled("guesstrain")], options)
    model = training.fitted(material, options, tmp_path / "checkpoint.pt")
    agreements = []
    for asked in material.held_out[:8]:
        ids = torch.tensor(asked.told.ids)
        slopes = word_gradients(model, ids, asked.answer)
        rows = [training.Told([*asked.told.ids[:place], *asked.told.ids[place + 1 :]], 0) for place in range(len(ids))]
        with torch.no_grad():
            likely = training.scores(model.eval(), [asked.told, *rows], torch.device("cpu")).log_softmax(1)
        drops = (likely[0] - likely[1:])[:, asked.answer]
        agreements.append(np.corrcoef(*(values.argsort().argsort().numpy() for values in (slopes, drops)))[0, 1])
    assert np.mean(agreements) > 0.5


def test_gradients_in_torch_are_those_of_the_graph(training: ModuleType, tmp_path: Path) -> None:
    options = training.Options(kind="dan", epochs=1.0, **SMALL)
    material = training.read_material([quizbowl.bundled("guesstrain")], options)
    model = training.begun(material, options)
    training.export(model, material, options, SCORES, [], tmp_path)
    guesser, query = dan(str(tmp_path), []), Tossup("Succulents save water in this process of green plants.")
    heard = guesser.fitted.words.heard(query.text)
    slopes = word_gradients(model, torch.tensor([word.row for word in heard]), 5)
    weights = guesser.saliency(query, material.answers[5])
    found = [
        sum(float(v) for w, v in zip(heard, slopes, strict=True) if w.place == place) for place in range(len(weights))
    ]
    np.testing.assert_allclose([weight.value for weight in weights], found, atol=0.02)
