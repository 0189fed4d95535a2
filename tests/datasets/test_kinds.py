"""A file in the wrong place: it is said what it is, and where it belongs."""

import gzip
import json
from pathlib import Path

import pytest

from stumper.datasets import open_dataset
from stumper.datasets.buzz_log import read_buzzes
from stumper.datasets.files import fingerprint_of, task_of_file
from stumper.errors import BadData
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.guesses import read_guessed

READING = {"words": 3, "answer": "Joyce", "probability": 0.5, "correct": True}
FILES = {
    "guesses": {"id": "1", "guesses": [{"answer": "Joyce", "score": 0.5}], "position": 0.5},
    "buzzes": {"question": "1", "player": "ir", "machine": True, "words": 3, "of": 9, "correct": True,
               "readings": [READING]},
    "match": {"kind": "match", "name": "Final", "packet": [{"id": "1", "text": "a", "question": "b", "answer": "c"}]},
    "labels": {"id": 1, "predicted_label": "SUPPORTS", "claim": "It is."},
    "packets": {"question": "He wrote Ulysses.", "answer": "Joyce"},
}  # fmt: skip
CALLED = {
    "guesses": "this is a file of guesses at tossups, not ",
    "buzzes": "this is a log of buzzes, not ",
    "match": "this is the log of a match, not ",
    "labels": "this is a file of predictions for claims, not ",
    "packets": "this is a data set, not ",
}


def file(folder: Path, name: str) -> Path:
    """A file of this kind, compressed, as nobody knows it by its name."""
    path = folder / "file.gz"
    path.write_bytes(gzip.compress(json.dumps(FILES[name]).encode() + b"\n"))
    return path


@pytest.mark.parametrize("read", [open_dataset, quizbowl.read])
@pytest.mark.parametrize("name", ["guesses", "buzzes", "match", "labels"])
def test_what_is_no_data_set_is_named(tmp_path: Path, name: str, read) -> None:
    path = file(tmp_path, name)
    with pytest.raises(BadData) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}: {CALLED[name]}a data set. ")
    assert task_of_file(path) is None
    assert fingerprint_of(path) is None


def test_a_table_of_the_buzzes_of_an_event_is_named(tmp_path: Path) -> None:
    path = tmp_path / "observations.csv"
    path.write_text("packet,nano,reveal_fraction,correct,censored\n1,5PMM,0.44,1,0\n")
    with pytest.raises(BadData, match=r"a log of buzzes, not a data set\. It belongs in the report"):
        open_dataset(path)
    assert len(read_buzzes(path)) == 1


@pytest.mark.parametrize("name", ["guesses", "match", "packets"])
def test_what_is_no_log_of_buzzes_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadData, match=f"{CALLED[name]}a log of buzzes"):
        read_buzzes(file(tmp_path, name))


@pytest.mark.parametrize("name", ["buzzes", "match", "packets"])
def test_what_holds_no_guesses_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadData, match=f"{CALLED[name]}a file of guesses at tossups"):
        read_guessed(file(tmp_path, name))


def test_it_is_said_where_a_file_belongs(tmp_path: Path) -> None:
    says = {
        "guesses": "--victim file:{0}, or score it: stumper score DATASET {0}.",
        "buzzes": "stumper report --buzzes {0}.",
        "match": "stumper match {0}; with --out FILE",
    }
    for name, where in says.items():
        path = file(tmp_path, name)
        with pytest.raises(BadData) as raised:
            open_dataset(path)
        assert where.format(path) in str(raised.value)


def test_a_file_that_is_of_no_kind_is_read_as_what_it_is_named_as(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text('{"question": "1"}\n')
    with pytest.raises(BadData, match="line 1 has no 'words'"):
        read_buzzes(tmp_path / "b.jsonl")
