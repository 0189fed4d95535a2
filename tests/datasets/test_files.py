"""Formats are recognised from the content."""

import gzip
import json
from pathlib import Path

import pytest

from stumper.datasets import open_dataset
from stumper.errors import BadData

SQUAD = {
    "version": "1.1",
    "data": [
        {
            "title": "Fox",
            "paragraphs": [
                {
                    "context": "The fox.",
                    "qas": [{"id": "q", "question": "?", "answers": [{"text": "fox", "answer_start": 4}]}],
                }
            ],
        }
    ],
}


@pytest.mark.parametrize("name", ["fox", "fox.txt", "fox.jsonl"])
@pytest.mark.parametrize("is_compressed", [True, False])
def test_squad_is_recognised_whatever_its_name(tmp_path: Path, name: str, is_compressed: bool) -> None:
    data = json.dumps(SQUAD, indent=1).encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if is_compressed else data)
    assert [example.id for example in open_dataset(tmp_path / name)] == ["q"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'{"id": 1, "claim": "x"}\n', 'no format that is known begins with \'{"id".*SQuAD 1.1 or 2.0'),
        (b"[1, 2]", "no format"),
        (b"", "empty"),
        (b"\x00\xff\xfe\x80", "not text"),
        (b"\x1f\x8bnonsense", "damaged"),
        (b"\x1f\x8b", "cut off"),
        (b'{"data": [', "cut off"),
        (b'{"data": 1}', "data is a whole number"),
    ],
)
def test_other_files_are_refused_with_what_is_known(tmp_path: Path, data: bytes, sentence: str) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(BadData, match=sentence):
        open_dataset(tmp_path / "file")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no file"):
        open_dataset(tmp_path / "none.json")
