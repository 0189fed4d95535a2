"""Predictions in the official format."""

import json
from pathlib import Path

import pytest

from stumper.errors import BadData, BadOutput
from stumper.tasks.reading.squad import read_predictions, write_predictions


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["answers.json", "answers.json.gz"])
def test_written_predictions_read_back_equal(tmp_path: Path, name: str) -> None:
    write_predictions(tmp_path / name, {"q1": "the fox", "q2": "", "q3": "é"})
    assert read_predictions(tmp_path / name) == {"q1": "the fox", "q2": "", "q3": "é"}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({}, "no predictions"),
        ([], "not a list"),
        ({"q1": None}, "the answer to 'q1' is null"),
        ({"q1": {"text": "x"}}, "the answer to 'q1' is an object"),
        ({"version": "1.1", "data": []}, "a data set, not a file of answers to questions"),
    ],
)
def test_predictions_of_another_shape_are_refused(tmp_path: Path, value: object, sentence: str) -> None:
    path = saved(tmp_path / "a.json", value)
    with pytest.raises(BadData, match=sentence) as caught:
        read_predictions(path)
    assert str(path) in str(caught.value)


def test_predictions_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOutput, match="no folder"):
        write_predictions(tmp_path / "none" / "a.json", {"q1": "x"})


def test_half_a_surrogate_pair_is_written_as_an_escape(tmp_path: Path) -> None:
    write_predictions(tmp_path / "a.json", {"q1": "\ud800"})
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == {"q1": "\ud800"}
