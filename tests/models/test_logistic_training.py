"""The logistic reader learns from questions, and goes on where it was stopped."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from stumper.tasks.reading.squad import bundled
from stumper.victims.logistic.reader import FILE, load

TRAINING = Path(__file__).parents[2] / "training"
EXAMPLES = list(bundled())[:16]


@pytest.fixture(scope="module")
def logistic() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TRAINING)
        yield import_module("logistic")
        del sys.modules["logistic"]


@pytest.fixture(scope="module")
def parsed(logistic: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    found: dict[str, object] = logistic.parses(EXAMPLES, tmp_path_factory.mktemp("parses") / "parses.pkl")
    return found


def test_a_rare_word_is_told_from_a_common_one(logistic: ModuleType) -> None:
    counted = logistic.rarity([["the", "lamp"], ["the"], ["the"], ["the"]])
    assert counted.of("the") < counted.of("lamp") <= counted.of("never met")


def test_it_learns_a_few_questions_by_heart(logistic, parsed, tmp_path: Path) -> None:
    state, rare = logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 4, 1, tmp_path / "checkpoint.npz")
    logistic.export(state.weights[0], rare, tmp_path / FILE)
    said = load(str(tmp_path), ()).predict([example.query for example in EXAMPLES])
    right = [
        guess.guesses[0].answer in {answer.text for answer in example.gold.answers}
        for guess, example in zip(said, EXAMPLES, strict=True)
    ]
    assert sum(right) >= 12


def test_stopped_after_a_pass_it_goes_on_as_if_it_had_not_been(logistic, parsed, tmp_path: Path) -> None:
    whole, _ = logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 2, 1, tmp_path / "whole.npz")
    logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 1, 1, tmp_path / "parts.npz")
    parts, _ = logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 2, 1, tmp_path / "parts.npz")
    assert np.array_equal(whole.weights, parts.weights)


def test_members_of_an_ensemble_learn_apart_and_answer_together(logistic, parsed, tmp_path: Path) -> None:
    state, rare = logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 2, 1, tmp_path / "checkpoint.npz", 3)
    for number, salt in enumerate(logistic.salts_of(3, 1)):
        (tmp_path / str(number)).mkdir()
        logistic.export(state.weights[number], rare, tmp_path / str(number) / FILE, salt)
    victims = [load(str(tmp_path / folder), ()) for folder in ("", "0", "1", "2")]
    said = [victim.predict([example.query for example in EXAMPLES]) for victim in victims]
    right = [
        guess.guesses[0].answer in {answer.text for answer in example.gold.answers}
        for guess, example in zip(said[0], EXAMPLES, strict=True)
    ]
    assert sum(right) >= 12
    assert said[1] != said[2] != said[3] != said[1]


def test_members_that_were_stopped_go_on_as_if_they_had_not_been(logistic, parsed, tmp_path: Path) -> None:
    whole, _ = logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 2, 1, tmp_path / "whole.npz", 2)
    logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 1, 1, tmp_path / "parts.npz", 2)
    parts, _ = logistic.fitted(EXAMPLES, EXAMPLES[:1], parsed, 2, 1, tmp_path / "parts.npz", 2)
    assert np.array_equal(whole.weights, parts.weights)


def test_an_answer_that_is_no_candidate_is_stood_for_by_the_one_most_like_it(logistic, parsed) -> None:
    for example in EXAMPLES:
        wanted = logistic._wanted(example, logistic.told(parsed[logistic.paragraph(example)]))
        if wanted is not None:
            assert wanted.sum() == pytest.approx(1)
