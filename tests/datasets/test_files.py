"""Formats are recognised from the content."""

import gzip
import json
from pathlib import Path

import pytest

from stumper.datasets import fingerprint_of, open_dataset, task_of_file
from stumper.errors import BadData
from stumper.identity import file_fingerprint

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


@pytest.mark.parametrize("start", ["", "\n \n", "\ufeff"])
def test_claims_are_recognised_by_their_first_line(tmp_path: Path, start: str) -> None:
    line = json.dumps({"id": 1, "label": "REFUTES", "claim": 'The fox reads "data": it cannot.', "evidence": []})
    path = tmp_path / "claims"
    path.write_text(start + line + "\n", encoding="utf-8")
    assert [example.id for example in open_dataset(path)] == ["1"]
    assert (task_of_file(path).name, fingerprint_of(path)) == ("verification", file_fingerprint(path))


def test_a_paragraph_that_speaks_of_claims_is_still_squad(tmp_path: Path) -> None:
    (tmp_path / "fox").write_text(json.dumps(SQUAD | {"claim": "x"}), encoding="utf-8")
    assert task_of_file(tmp_path / "fox").name == "reading"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'{"id": 1, "said": "x"}\n', 'no format that is known begins with \'{"id".*SQuAD 1.1 or 2.0.*FEVER'),
        (b'{"id": 1, "text": "x"}\n', "its columns fit no task. .* its first line is {'id': 1, 'text': 'x'}"),
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
