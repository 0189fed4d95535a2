"""The older readers that ship: they answer as victims do, better than matching words does, and together as one."""

from pathlib import Path
from shutil import copy

import pytest

from stumper.errors import BadOption
from stumper.loading import load_victim
from stumper.tasks.reading.answers import f1
from stumper.tasks.reading.squad import bundled
from stumper.testing import check_victim
from stumper.types import Example
from stumper.victims.graphs import shipped

OLDER = ("logistic", "match-lstm", "bidaf")


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


def test_several_in_a_folder_answer_together(tmp_path: Path, asked: tuple[Example, ...]) -> None:
    for name in ("1", "2"):
        (tmp_path / name).mkdir()
        for file in shipped().glob("bidaf.*"):
            copy(file, tmp_path / name)
        copy(shipped() / "reader.ledger", tmp_path / name / "bidaf.ledger")
    alone, together = (load_victim(spec).predict([asked[0].query])[0] for spec in ("bidaf", f"bidaf:{tmp_path}"))
    assert alone.guesses[0].answer == together.guesses[0].answer
    assert alone.guesses[0].probability == pytest.approx(together.guesses[0].probability, abs=1e-4)


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"There is no bidaf\.onnx in .*, nor in a folder in it\."):
        load_victim(f"bidaf:{tmp_path}")
