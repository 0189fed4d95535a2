"""An uploaded file is parsed within bounds, in a process that hands back data and nothing else."""

import gzip
import io
import json
import os
import pickle
from pathlib import Path

import pytest

from stumper.datasets.files import open_dataset
from stumper.errors import BadData, Throttled
from stumper.people.projects import parsing
from stumper.people.projects.parsing import Bounds, data_set_of, parsed, preview_of, raw_sentences_of, read_out_of

TOSSUP = {"question": "She lit it. For 10 points, name this keeper of a lamp.", "answer": "Ada Thorn"}
CLAIM = {"id": 1, "claim": "Ada lit it.", "label": "SUPPORTS", "evidence": [[[1, 1, "Lamps", 0], [2, 2, "Ports", 3]]],
         "evidence_text": "Ada lit it in 1874."}  # fmt: skip
SQUAD = {"version": "2.0", "data": [{"title": "Lamps", "paragraphs": [{"context": "Ada lit it.", "qas": [
    {"id": "q", "question": "Who?", "answers": [{"text": "Ada", "answer_start": 0}],
     "is_impossible": False}]}]}]}  # fmt: skip
RAW = {"id": "q-raw0", "question": "Who?", "answers": ["Ada"], "sentence": "Bo lit that.", "fake_answer": "Bo"}


@pytest.fixture
def parsed_here() -> None:
    """Not so here, where the process is what is tested."""


def put(folder: Path, name: str, *rows: object) -> Path:
    path = folder / name
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "rows"), [("a.json", [SQUAD]), ("a.jsonl", [CLAIM]), ("b.jsonl", [TOSSUP, {**TOSSUP, "answer": ""}])]
)
def test_a_data_set_is_the_same_as_if_it_were_read_here(tmp_path: Path, name: str, rows: list[object]) -> None:
    path = put(tmp_path, name, *rows)
    assert data_set_of(path) == open_dataset(path)


def test_tossups_and_raw_sentences_come_back(tmp_path: Path) -> None:
    assert len(read_out_of(put(tmp_path, "a.jsonl", TOSSUP), "quizbowl")) == 1
    [raw] = raw_sentences_of(put(tmp_path, "raw.jsonl", RAW))
    assert (raw.line, raw.original_id, raw.answers, raw.sentence) == (1, "q", ("Ada",), "Bo lit that.")


def test_what_is_wrong_in_a_file_is_said_as_ever(tmp_path: Path) -> None:
    path = put(tmp_path, "a.json", {"data": [{"paragraphs": 3}]})
    with pytest.raises(BadData) as here:
        open_dataset(path)
    with pytest.raises(BadData) as there:
        data_set_of(path)
    assert str(there.value) == str(here.value)


def test_a_data_set_that_people_cannot_work_on_is_refused(tmp_path: Path) -> None:
    path = put(
        tmp_path, "a.json", {"bonuses": [{"leadin": "Name keepers:", "parts": ["Of a lamp?"], "answers": ["Ada"]}]}
    )
    with pytest.raises(BadData) as refused:
        data_set_of(path)
    assert str(refused.value) == (
        f"{path}: it holds bonus parts, and here people work only on questions, claims and tossups: attack it on the "
        "command line (stumper attack), or choose another file."
    )


def test_open_questions_are_shown_with_what_can_be_done_instead_of_writing(tmp_path: Path) -> None:
    """Seen: somebody with questions for a RAG system was told that people cannot work on them yet, and no more."""
    path = put(tmp_path, "a.jsonl", {"id": "a", "question": "Who lit it?", "answers": ["Ada"], "gold_passages": []})
    for read in (data_set_of, preview_of):
        with pytest.raises(BadData, match=r"it holds open questions, and .*: attack it on the command line \(stumper"):
            read(path)


BOMB = gzip.compress(b'{"data": [' + b"[]," * 8_000_000 + b"[]]}", 9, mtime=0)


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        (Bounds(unpacked=1_000_000), "too large: more than 1 MB unpacked"),
        (Bounds(memory=400_000_000), "takes more than the 400 MB of memory or the 30 seconds"),
        (Bounds(cpu=0), "takes more than the 1,500 MB of memory or the 0 seconds"),
        (Bounds(clock=0.001), "takes more than the 1,500 MB of memory or the 30 seconds"),
    ],
    ids=["unpacked", "memory", "processor", "clock"],
)
def test_a_small_file_that_is_much_to_read_ends_with_one_sentence(tmp_path: Path, bounds: Bounds, said: str) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(BOMB)
    assert len(BOMB) < 58_000
    with pytest.raises(BadData) as met:
        parsed(path, "data set", bounds)
    assert said in str(met.value)
    assert str(met.value).startswith(str(path))
    assert "\n" not in str(met.value)


def test_a_process_that_breaks_is_a_bug_that_the_log_can_name(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        parsed(put(tmp_path, "a.json", SQUAD), "something else")  # type: ignore[arg-type]


def test_nothing_but_data_comes_back() -> None:
    for value in (os.system, Path, print, type("Own", (), {})):
        with pytest.raises((pickle.UnpicklingError, pickle.PicklingError, AttributeError)):
            parsing._Values(io.BytesIO(pickle.dumps(value))).load()


def test_so_many_files_are_read_at_once_and_others_wait_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "PATIENCE", 0.01)
    path = put(tmp_path, "a.json", SQUAD)
    with parsing.TURNS, parsing.TURNS, pytest.raises(Throttled, match="again in a minute"):
        data_set_of(path)
    assert len(data_set_of(path)) == 1
