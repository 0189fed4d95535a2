"""BiDAF and Match-LSTM: what is exported answers as what was fitted, and what is fitted learns."""

import random
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")
pytest.importorskip("safetensors", reason="safetensors is not installed (extra: train)")

from networks.export_recurrent import bidaf_graph, match_lstm_graph  # noqa: E402
from networks.recurrent import Bidaf, MatchLstm, turning  # noqa: E402
from stumper.tasks.reading.question import Question  # noqa: E402
from stumper.tasks.reading.squad import bundled  # noqa: E402
from stumper.types import Answer, Example, Gold, Passage  # noqa: E402
from stumper.victims import recurrent  # noqa: E402
from stumper.victims.recurrent import KINDS, LETTERS  # noqa: E402

MODELS = [(Bidaf, bidaf_graph), (MatchLstm, match_lstm_graph)]
TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture(scope="module")
def training() -> Iterator[ModuleType]:
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TRAINING)
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        yield import_module("classic_readers")
        torch.set_num_threads(threads)
        for name in set(sys.modules) - before:
            if not name.startswith(("stumper", "torch")):
                del sys.modules[name]


def feed(asked: int, told: int) -> dict[str, object]:
    torch.manual_seed(1)
    return {
        "vectors": torch.randn(9, 64), "letters": torch.randint(0, KINDS, (9, LETTERS)),
        "question": torch.randint(0, 9, (1, asked)), "paragraph": torch.randint(0, 9, (1, told)),
        "asked": torch.ones(1, asked), "told": torch.ones(1, told),
    }  # fmt: skip


@pytest.mark.parametrize(("kind", "graph"), MODELS)
@pytest.mark.parametrize(("quantised", "tolerance"), [(False, 1e-5), (True, 0.1)])
@pytest.mark.parametrize(("asked", "told"), [(4, 11), (1, 1)])
def test_graph_scores_as_the_fitted_model_does(kind, graph, quantised, tolerance, asked, told) -> None:
    inputs = feed(asked, told)
    model = kind(64).eval()
    with torch.no_grad():
        expected = model(**inputs)[0].numpy()
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    session = ort.InferenceSession(graph(weights, quantised).SerializeToString(), providers=["CPUExecutionProvider"])
    wanted = {one.name for one in session.get_inputs()}
    values = {name: value.numpy() for name, value in inputs.items() if name in wanted}
    values |= {name: values[name][0] for name in ("question", "paragraph")}
    [scores] = session.run(["scores"], values)
    assert scores.shape == (told, 2)
    assert np.abs(scores - expected).max() < tolerance * max(np.abs(expected).max(), 0.1)


@pytest.mark.parametrize("kind", [Bidaf, MatchLstm])
def test_padding_does_not_count(kind) -> None:
    plain = feed(4, 11)
    padded = {
        **plain,
        "question": torch.cat([plain["question"], torch.ones(1, 3, dtype=torch.long)], 1),
        "paragraph": torch.cat([plain["paragraph"], torch.ones(1, 5, dtype=torch.long)], 1),
        "asked": torch.tensor([[1.0] * 4 + [0.0] * 3]), "told": torch.tensor([[1.0] * 11 + [0.0] * 5]),
    }  # fmt: skip
    model = kind(64).eval()
    with torch.no_grad():
        assert torch.allclose(model(**plain), model(**padded)[:, :11], atol=1e-5)


def test_words_are_turned_around_and_padding_stays() -> None:
    assert turning(torch.tensor([[1.0, 1.0, 1.0], [1.0, 1.0, 0.0]])).tolist() == [[2, 1, 0], [1, 0, 2]]


@pytest.mark.parametrize("name", ["bidaf", "match-lstm"])
def test_it_learns_a_few_questions_by_heart_and_answers_them_from_the_file(training, name, tmp_path) -> None:
    examples = list(bundled())[:4]
    vocabulary = training.recurrent.Vocabulary()
    found = training.recurrent.items(examples, vocabulary)
    items = [replace(one, spans=one.spans[:1]) for one in found]  # annotators differ: no loss of all answers comes to 0
    assert len(items) == 4
    course = training.recurrent.course(items, vocabulary)
    torch.manual_seed(1)
    state = training.fitting.begun(training.KINDS[name].model(), torch.device("cpu"), 0.0)
    losses: list[float] = []
    while len(losses) < 300 and (len(losses) < 40 or sum(losses[-8:]) > 4):  # guessing among the answers is about 2.8
        drawn = course.draw(random.Random(len(losses)))
        losses.append(training.fitting.step(state, drawn, course, 5e-3, torch.device("cpu")))
    assert sum(losses[-8:]) <= 4
    training.export(state.model, name, tmp_path / f"{name}.onnx")
    victim = {"bidaf": recurrent.bidaf, "match-lstm": recurrent.match_lstm}[name](str(tmp_path), ())
    assert training.score(victim, examples) > 0.7


def test_a_question_that_has_a_copy_is_met_as_the_copy_every_second_time_and_others_never(training) -> None:
    vocabulary = training.recurrent.Vocabulary()
    one, two = training.recurrent.items(list(bundled())[:2], vocabulary)
    copy = replace(one, paragraph=(*one.paragraph, *vocabulary.of(["Ada"])))
    course = training.recurrent.course([one, two], vocabulary, {one: copy})
    rng = random.Random(1)
    drawn = [course.draw(rng) for _ in range(200)]
    assert 80 < sum(first.paragraph == copy.paragraph for first, _ in drawn) < 120
    assert {second.paragraph for _, second in drawn} == {two.paragraph}


def test_what_is_learned_from_add_sent_is_the_question_with_a_sentence_behind_its_paragraph(training) -> None:
    vocabulary, examples = training.recurrent.Vocabulary(), list(bundled())[:3]
    items = [(example, one) for example in examples for one in training.recurrent.items([example], vocabulary)]
    copies = training.copied(items, vocabulary, 1)
    assert copies
    assert set(copies) <= {plain for _, plain in items}
    for plain, copy in copies.items():
        assert (copy.question, copy.spans) == (plain.question, plain.spans)
        assert copy.paragraph[: len(plain.paragraph)] == plain.paragraph
        assert len(copy.paragraph) > len(plain.paragraph)


@pytest.mark.parametrize("name", ["bidaf", "match-lstm"])
def test_members_together_have_the_losses_and_slopes_that_each_has_alone(training, name) -> None:
    vocabulary, together = training.recurrent.Vocabulary(), training.together
    items = training.recurrent.items(list(bundled())[:3], vocabulary)
    start, device = training.KINDS[name].model, torch.device("cpu")
    weights = together.begun(start, [1, 2], device)
    model = together.swapped(start()).eval()  # nothing is left out, so that both do the same
    steps = together.Steps(model, weights, together.texts(items, vocabulary, device), recorded=False)
    batch = together.Batch(
        together.Shape(3, 20, 300), np.array([[0, 1, 2], [2, 0, -1]]),
        np.array([[items[0].spans[0], items[1].spans[0], items[2].spans[0]],
                  [items[2].spans[0], items[0].spans[0], (0, 0)]]),
    )  # fmt: skip
    losses, slopes = steps.losses(batch)
    alone = training.recurrent.course(items, vocabulary).loss
    for member, chosen in enumerate([items, [items[2], items[0]]]):
        one = start().eval()
        one.load_state_dict({key: value[member].detach() for key, value in weights.items()})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(torch, "autocast", lambda *_, **__: nullcontext())
            loss = alone(one, [replace(item, spans=item.spans[:1]) for item in chosen], device)
        loss.backward()
        assert abs(float(loss.detach()) - float(losses[member])) < 1e-4
        for slope, (key, value) in zip(slopes, one.named_parameters(), strict=True):
            assert torch.allclose(slope[member], value.grad, atol=1e-4), key


def test_in_a_pass_each_member_meets_all_questions_in_its_own_order(training) -> None:
    items = training.recurrent.items(list(bundled()), training.recurrent.Vocabulary())
    order = [*range(len(items)), 0]
    found = training.together.epoch(items, order, [1, 2], 0, 1000)
    for member in (0, 1):
        met = [int(one) for batch in found for one in batch.items[member] if one >= 0]
        assert sorted(met) == sorted(order)
        marked = [tuple(span) for batch in found for span in batch.marked[member][batch.items[member] >= 0].tolist()]
        assert all(span in items[one].spans for one, span in zip(met, marked, strict=True))
    assert any((batch.items[0] != batch.items[1]).any() for batch in found)
    for batch in found:
        assert batch.shape.rows * (batch.shape.asked + batch.shape.told) <= 1000
        assert all(len(items[one].paragraph) <= batch.shape.told for one in batch.items.flatten() if one >= 0)


def test_two_members_learn_a_few_questions_and_answer_them_from_their_files(
    training, tmp_path, capsys, monkeypatch
) -> None:
    monkeypatch.setattr(training.together, "TOLD", (24, 300))  # a step takes as long as its paragraph
    told = "In 1901 Ada Thorn built a clock of brass for the harbour in Riga."
    answers = {"Who built it?": "Ada Thorn", "What was built?": "a clock", "Where is it?": "Riga", "When?": "1901"}
    examples = [
        Example(asked, Question(asked, Passage("1", told)), Gold((Answer(said, told.index(said)),)))
        for asked, said in answers.items()
    ]
    vocabulary = training.recurrent.Vocabulary()
    items = training.recurrent.items(examples, vocabulary)
    schedule = training.Schedule(5 * 80, 10.0, 5e-3, 176, 1)  # four questions a step
    kind = training.KINDS["bidaf"]
    found = training.together.fitted(kind.model, items, [*range(4)] * 20, vocabulary, schedule, 2, examples)
    assert capsys.readouterr().out.count("held out: F1") == 5
    files = []
    for number, weights in enumerate(found, 1):
        model = kind.model()
        model.load_state_dict(weights)
        files.append(tmp_path / str(number) / "bidaf.onnx")
        files[-1].parent.mkdir()
        training.export(model, "bidaf", files[-1])
        assert training.score(recurrent.bidaf(str(files[-1].parent), ()), examples) > 0.7
    assert files[0].read_bytes() != files[1].read_bytes()


def test_a_slope_lies_in_memory_as_its_weight_does(training) -> None:
    weights = {"turned": torch.zeros(2, 3, 4, requires_grad=True)}
    slope = torch.ones(2, 4, 3).transpose(1, 2)  # a fused optimizer on a GPU takes none that lies so
    training.together._step(torch.optim.AdamW(weights.values()), weights, [slope], 1e-3)
    assert weights["turned"].grad.stride() == weights["turned"].stride()
    assert torch.allclose(weights["turned"].grad.flatten(1).norm(dim=1), torch.ones(2), atol=1e-4)
