"""What is kept in the cache folder, whatever happens to it."""

import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from stumper.errors import BadData
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.victims.guessing.kept import MOST_KEPT, cache_folder, kept
from stumper.victims.guessing.opening import ensemble, ir


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return cache_folder()


def _writer(text: str) -> Callable[[Path], object]:
    return lambda folder: (folder / "text").write_text(text, encoding="utf-8")


def _text(folder: Path) -> str:
    text = (folder / "text").read_text(encoding="utf-8")
    if text == "of an older version":
        raise BadData("It is of an older version.")
    return text


def test_what_was_made_once_is_found_again() -> None:
    assert [kept("a", _writer(text), _text) for text in ("first", "second")] == ["first", "first"]
    assert kept("b", _writer("other"), _text) == "other"


def test_what_was_kept_is_read_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    kept("a", _writer("first"), _text)

    def refused(path: Path) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "utime", refused)
    assert kept("a", _writer("second"), _text) == "first"


@pytest.mark.parametrize("damage", ["", "firsT", "of an older version"])
def test_what_was_damaged_is_made_anew(cache: Path, damage: str) -> None:
    kept("a", _writer("first"), _text)
    (cache / "a" / "content" / "text").write_text(damage, encoding="utf-8")
    assert kept("a", _writer("second"), _text) == "second"
    assert [path.name for path in cache.iterdir()] == ["a"]


def test_what_cannot_be_read_any_more_is_made_anew(cache: Path) -> None:
    kept("a", _writer("of an older version"), _text)
    assert kept("a", _writer("second"), _text) == "second"


def test_a_file_that_is_missing_is_made_anew(cache: Path) -> None:
    kept("a", _writer("first"), _text)
    (cache / "a" / "content" / "text").unlink()
    assert kept("a", _writer("second"), _text) == "second"


def test_what_another_process_has_made_meanwhile_stays(cache: Path) -> None:
    def late(folder: Path) -> None:
        kept("a", _writer("first"), _text)
        _writer("second")(folder)

    assert kept("a", late, _text) == "first"
    assert [path.name for path in cache.iterdir()] == ["a"]


def test_nothing_is_kept_where_nothing_can_be_written(cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file in its place", encoding="utf-8")
    assert kept("a", _writer("first"), _text) is None


def test_what_was_not_used_for_long_goes(cache: Path) -> None:
    for number in range(MOST_KEPT):
        kept(f"{number}", _writer("text"), _text)
        os.utime(cache / f"{number}", (number, number))
    kept("0", _writer("never written"), _text)
    kept("new", _writer("text"), _text)
    assert {path.name for path in cache.iterdir()} == {"new", "0", *(f"{n}" for n in range(2, MOST_KEPT))}


@pytest.fixture
def tossups(tmp_path: Path) -> Path:
    """A file that is large enough to be kept."""
    said = "Barges carry slate down this river to Brandt. " * 150
    questions = [
        {"qanta_id": f"{n}", "text": f"Name {n}. {said}", "answer": "Velm" if n % 2 else "Ottokar"} for n in range(200)
    ]
    file = tmp_path / "own" / "tossups.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"questions": questions}), encoding="utf-8")
    return file


def _guess(argument: str) -> object:
    return ensemble(argument, ()).predict([Tossup("Barges carry slate. Name 7.")])


def test_index_of_a_file_is_kept_and_says_the_same(tossups: Path, cache: Path) -> None:
    first = _guess(str(tossups))
    [index, *_] = cache.rglob("clues.json")
    before = index.stat().st_mtime_ns
    assert _guess(str(tossups)) == first
    assert index.stat().st_mtime_ns == before
    assert [path.name for path in tossups.parent.iterdir()] == ["tossups.json"]
    index.write_text("{", encoding="utf-8")
    assert _guess(str(tossups)) == first


def test_what_is_kept_says_what_is_said_without(
    tossups: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_cache = _guess(str(tossups))
    (tmp_path / "no-folder").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no-folder"))
    assert _guess(str(tossups)) == with_cache


def test_two_processes_build_one_index_at_once(tossups: Path) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        first, second = pool.map(_guess, [str(tossups)] * 2)
    assert first == second == _guess(str(tossups))


def test_small_files_are_not_kept(tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "small.json"
    question = {"qanta_id": "1", "text": "Barges carry slate down this river.", "answer": "Velm"}
    file.write_text(json.dumps({"questions": [question]}), encoding="utf-8")
    ir(str(file), ()).predict([Tossup("Slate")])
    assert not cache.exists()
