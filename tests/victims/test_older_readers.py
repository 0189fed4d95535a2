"""Readers beside the embedded one: they answer as victims do, better than matching words does, and together as one."""

import math
from pathlib import Path
from shutil import copy

import numpy as np
import pytest

from stumper.answers import f1
from stumper.errors import BadOption
from stumper.loading import load_victim
from stumper.tasks.reading.squad import bundled
from stumper.testing import check_victim
from stumper.types import Example
from stumper.victims import ledger
from stumper.victims.graphs import mean_log_shares, shipped

OLDER = ("logistic", "match-lstm", "bidaf", "minilm-l3")


@pytest.fixture(scope="module")
def asked() -> tuple[Example, ...]:
    return tuple(bundled())[:60]


def score(spec: str, asked: tuple[Example, ...]) -> float:
    said = load_victim(spec).predict([example.query for example in asked])
    golds = ([answer.text for answer in example.gold.answers] for example in asked)
    found = [f1(one.guesses[0].answer, gold) for one, gold in zip(said, golds, strict=True)]
    return sum(found) / len(found)


@pytest.mark.parametrize("spec", OLDER)
def test_it_answers_as_a_victim_does(spec: str, asked: tuple[Example, ...]) -> None:
    check_victim(load_victim(spec), [example.query for example in asked[:6]])


@pytest.mark.parametrize("spec", OLDER)
def test_it_was_trained_on_none_of_what_is_bundled(spec: str, asked: tuple[Example, ...]) -> None:
    victim = load_victim(spec)
    assert not [example.id for example in asked if victim.has_seen(example)]


def test_each_reads_better_than_what_matches_words(asked: tuple[Example, ...]) -> None:
    least = score("sliding-window", asked)
    assert all(score(spec, asked) > least for spec in OLDER)


def twice(name: str, folder: Path) -> str:
    """A victim of two models, both the one that ships; what each was trained on is not said."""
    for member in ("1", "2"):
        (folder / member).mkdir()
        for file in shipped().glob(f"{name}.*"):
            copy(file, folder / member)
    return f"{name}:{folder}"


@pytest.mark.parametrize("name", ["bidaf", "logistic"])
def test_several_in_a_folder_answer_together(name: str, tmp_path: Path, asked: tuple[Example, ...]) -> None:
    specs = (name, twice(name, tmp_path))
    alone, together = (load_victim(spec).predict([asked[0].query])[0].guesses[0] for spec in specs)
    assert alone.answer == together.answer
    assert alone.probability is not None
    assert together.probability == pytest.approx(alone.probability, abs=1e-4)


@pytest.mark.parametrize("scores", [[[0.0, 0.0], [3.0, -1.0]], [[3.0, -1.0], [0.0, 0.0]]])
def test_models_of_one_mind_and_of_none_meet_in_the_middle_of_their_log_probabilities(
    scores: list[list[float]],
) -> None:
    found = mean_log_shares([np.array(one) for one in scores])
    likelier = 1 / (1 + math.exp(-4))
    assert found[0] == pytest.approx((math.log(0.5) + math.log(likelier)) / 2)
    assert found[1] == pytest.approx((math.log(0.5) + math.log(1 - likelier)) / 2)


@pytest.mark.parametrize("name", ["bidaf", "logistic"])
def test_several_have_seen_what_one_of_them_has(name: str, tmp_path: Path, asked: tuple[Example, ...]) -> None:
    spec = twice(name, tmp_path)
    assert not load_victim(spec).has_seen(asked[0])
    weights = next(path for path in (tmp_path / "2").iterdir() if path.stem == name)
    ledger.write(weights, ledger.ledger({"of the second alone": asked[:1]}))
    assert load_victim(spec).has_seen(asked[0])


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"There is no bidaf\.onnx in .*, nor in a folder in it\."):
        load_victim(f"bidaf:{tmp_path}")
