"""The example that trains a reader on AddSent tells what it should, from what it should."""

import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")
pytest.importorskip("safetensors", reason="safetensors is not installed (extra: train)")

from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled, write_adversarial
from stumper.types import Answer, Example, Gold, Passage

SCRIPT = Path(__file__).parents[2] / "examples" / "augmented_training.py"
EXAMPLE = Example(
    "mill",
    Question("Who built the first mill in Harrow?", Passage("p", "Anna Reed built the first mill in Harrow in 1802.")),
    Gold((Answer("Anna Reed", 0),)),
)


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    spec = spec_from_file_location("augmented_training", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])
        patch.setitem(sys.modules, "augmented_training", module)
        spec.loader.exec_module(module)
        yield module
        del sys.modules["reader"]


def asked(**given: object) -> Namespace:
    return Namespace(**{"data": "reading", "examine": None, "questions": 20, "examined": 5, "seed": 1, **given})


def test_no_article_of_the_attacked_questions_is_trained_on(script: ModuleType) -> None:
    training, examined = script.material(asked(questions=None, examined=None))
    titles = [{example.query.context.title for example in part} for part in (training, examined)]
    assert not titles[0] & titles[1]
    assert (len(training) + len(examined), len(titles[1])) == (204, 4)


def test_no_paragraph_of_an_attacked_file_is_trained_on(script: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "six-of-twelve.json"
    write_adversarial(file, replace(bundled(), examples=bundled().examples[:6]), ())
    training, examined = script.material(asked(examine=str(file), questions=None))
    paragraphs = [{example.query.context.text for example in part} for part in (training, examined)]
    assert not paragraphs[0] & paragraphs[1]
    assert (len(training), len(examined)) == (196, 5)


def test_nothing_left_to_train_on_is_said(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match="none is left to train on"):
        script.material(asked(examine="reading"))


def test_copy_has_a_sentence_behind_the_paragraph_and_the_answer_in_its_place(script: ModuleType) -> None:
    [copy] = script.with_sentences([EXAMPLE], "embedded", seed=1)
    assert copy.query.context.text.startswith(EXAMPLE.query.context.text + " ")
    assert len(copy.query.context.text.split()) > len(EXAMPLE.query.context.text.split()) + 3
    assert (copy.id, copy.query.text, copy.gold) == (EXAMPLE.id, EXAMPLE.query.text, EXAMPLE.gold)


def test_table_pairs_the_two_readers_question_by_question(script: ModuleType) -> None:
    half = [0.0, 1.0] * 4
    plain = script.Column([1.0] * 8, {"add-sent": [0.0] * 8, "add-sent-mod": half})
    augmented = script.Column(half, {"add-sent": [1.0] * 8, "add-sent-mod": half})
    rows = [re.split(r"\s{2,}", line) for line in script.table(plain, augmented).splitlines()[2:]]
    assert [[row[0], row[1], *(cell.split(" [")[0] for cell in row[2:])] for row in rows] == [
        ["original", "8", "100.0", "50.0", "-50.0"],
        ["AddSent", "8", "0.0", "100.0", "100.0"],
        ["AddSentMod", "8", "50.0", "50.0", "0.0"],
    ]
    lows_and_highs = [[float(end) for end in re.findall(r"[-\d.]+(?=[,\]])", cell)] for row in rows for cell in row[2:]]
    assert all(low < high for low, high in lows_and_highs)


def test_folder_of_readers_that_were_trained_otherwise_is_refused(script: ModuleType, tmp_path: Path) -> None:
    settings = asked(passes=1.0, pipeline="embedded", out=tmp_path)
    script.claim(settings)
    settings.examined = 7  # no reader depends on it
    script.claim(settings)
    settings.passes = 2.0
    with pytest.raises(SystemExit, match="holds readers that were trained otherwise"):
        script.claim(settings)


def test_shipped_weights_answer_in_torch_as_the_victim_does(script: ModuleType) -> None:
    victim = script.embedded.read(script.WEIGHTS)
    window = victim.windows_of(EXAMPLE.query)[0]
    ids = script.torch.tensor([window.ids])
    segments = (script.torch.arange(ids.shape[1]) >= window.first).long()[None]
    with script.torch.no_grad():
        scores = script.shipped().eval()(ids, segments, script.torch.ones_like(ids))[0, window.first : -1]
    start, end = scores.argmax(0).tolist()
    found = EXAMPLE.query.context.text[window.offsets[start][0] : window.offsets[end][1]]
    assert found == victim.predict([EXAMPLE.query])[0].guesses[0].answer == "Anna Reed"


def test_tiny_run_ends_with_the_table_and_repeats_it_without_training(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--questions", "8", "--examined", "3", "--out", str(tmp_path / "out")]
    first, second = (
        subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.splitlines()
        for _ in range(2)
    )
    assert [line.split()[:2] for line in first[-5:-2]] == [["original", "3"], ["AddSent", "3"], ["AddSentMod", "3"]]
    assert "passes over" in "".join(first)
    assert "passes over" not in "".join(second)
    assert first[-5:] == second[-5:]
