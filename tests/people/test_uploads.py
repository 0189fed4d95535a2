"""Uploaded files are in the store once, and on disk under their content's hash."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from stumper.errors import BadData, NotThere
from stumper.people.uploads import put_upload, upload_file, upload_name, upload_to_use
from stumper.store import Store


def test_a_file_comes_back_as_it_went_in(store: Store, tmp_path: Path) -> None:
    data = bytes(range(256)) * 1000
    id = put_upload(store, "my set.json", data, 1.0)
    path = upload_file(store, id, tmp_path / "files")
    assert path.read_bytes() == data
    assert path.suffix == ".json"
    assert upload_file(store, id, tmp_path / "files") == path
    assert upload_name(store, id) == "my set.json"


def test_the_same_content_is_one_file(store: Store) -> None:
    assert put_upload(store, "a.json", b"{}", 1.0) == put_upload(store, "b.json", b"{}", 2.0)
    assert put_upload(store, "a.json", b"[]", 1.0) != put_upload(store, "a.json", b"{}", 2.0)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..\\x", "a.json/../..", "x.exe", ""])
def test_a_name_cannot_leave_the_folder(store: Store, tmp_path: Path, name: str) -> None:
    id = put_upload(store, name, b"data", 1.0)
    path = upload_file(store, id, tmp_path / "files")
    assert path == tmp_path / "files" / id
    assert path.parent == tmp_path / "files"


def test_the_ending_that_says_how_to_read_it_is_kept(store: Store, tmp_path: Path) -> None:
    id = put_upload(store, "Set.JSONL.gz", b"data", 1.0)
    assert upload_file(store, id, tmp_path).name == f"{id}.jsonl.gz"


def test_a_file_is_whole_whoever_asks_at_once(store: Store, tmp_path: Path) -> None:
    data = b"x" * 1_000_000
    id = put_upload(store, "a.json", data, 1.0)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: upload_file(store, id, tmp_path).read_bytes(), range(8)))
    assert found == [data] * 8
    assert len(list(tmp_path.glob(f"{id}*"))) == 1


def test_a_file_that_was_never_uploaded_is_not_there(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NotThere):
        upload_file(store, "none", tmp_path)


def test_a_file_of_which_nothing_comes_is_gone_unless_it_was_there(store: Store) -> None:
    for name, is_there in (("new.json", False), ("old.json", True)):
        if is_there:
            put_upload(store, name, name.encode(), 1.0)
        with suppress(BadData), upload_to_use(store, name, name.encode(), 2.0) as id:
            assert upload_name(store, id) == name
            raise BadData("not such a file")
        if is_there:
            assert upload_name(store, id) == name
        else:
            with pytest.raises(NotThere):
                upload_name(store, id)


def test_a_file_that_somebody_else_put_there_meanwhile_stays(store: Store) -> None:
    with suppress(BadData), upload_to_use(store, "ours.json", b"both", 1.0) as id:
        put_upload(store, "theirs.json", b"both", 2.0)
        raise BadData("It is none.")
    assert upload_name(store, id) == "ours.json"
