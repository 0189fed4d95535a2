"""Uploaded files are in the store once, and on disk under their content's hash."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import select

from stumper.errors import BadData, NotThere
from stumper.identity import bytes_fingerprint
from stumper.people.uploads import disown, put_upload, upload_file, upload_name, upload_to_use
from stumper.store import Store, people_schema
from stumper.store.connection import writing


def test_a_file_comes_back_as_it_went_in(store: Store, tmp_path: Path) -> None:
    data = bytes(range(256)) * 1000
    id = put_upload(store, "my set.json", data, 1.0, "ada")
    path = upload_file(store, id, tmp_path / "files", "ada")
    assert path.read_bytes() == data
    assert path.suffix == ".json"
    assert upload_file(store, id, tmp_path / "files", "ada") == path
    assert upload_name(store, id, "ada") == "my set.json"


def test_the_same_content_is_one_file(store: Store) -> None:
    assert put_upload(store, "a.json", b"{}", 1.0, "ada") == put_upload(store, "b.json", b"{}", 2.0, "ada")
    assert put_upload(store, "a.json", b"[]", 1.0, "ada") != put_upload(store, "a.json", b"{}", 2.0, "ada")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..\\x", "a.json/../..", "x.exe", ""])
def test_a_name_cannot_leave_the_folder(store: Store, tmp_path: Path, name: str) -> None:
    id = put_upload(store, name, b"data", 1.0, "ada")
    path = upload_file(store, id, tmp_path / "files", "ada")
    assert path == tmp_path / "files" / id
    assert path.parent == tmp_path / "files"


def test_the_ending_that_says_how_to_read_it_is_kept(store: Store, tmp_path: Path) -> None:
    id = put_upload(store, "Set.JSONL.gz", b"data", 1.0, "ada")
    assert upload_file(store, id, tmp_path, "ada").name == f"{id}.jsonl.gz"


def test_a_file_is_whole_whoever_asks_at_once(store: Store, tmp_path: Path) -> None:
    data = b"x" * 1_000_000
    id = put_upload(store, "a.json", data, 1.0, "ada")
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: upload_file(store, id, tmp_path, "ada").read_bytes(), range(8)))
    assert found == [data] * 8
    assert len(list(tmp_path.glob(f"{id}*"))) == 1


def test_a_file_that_was_never_uploaded_is_not_there(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NotThere):
        upload_file(store, "none", tmp_path, "ada")


def test_a_file_of_which_nothing_comes_is_gone_unless_it_was_there(store: Store) -> None:
    for name, is_there in (("new.json", False), ("old.json", True)):
        if is_there:
            put_upload(store, name, name.encode(), 1.0, "ada")
        with suppress(BadData), upload_to_use(store, name, name.encode(), 2.0, "ada") as id:
            assert upload_name(store, id, "ada") == name
            raise BadData("not such a file")
        if is_there:
            assert upload_name(store, id, "ada") == name
        else:
            with pytest.raises(NotThere):
                upload_name(store, id, "ada")


def test_where_nothing_comes_of_a_file_its_owners_keep_their_others(store: Store) -> None:
    kept = put_upload(store, "kept.json", b"kept", 0.0, "ada")
    with suppress(BadData), upload_to_use(store, "bad.json", b"bad", 1.0, "ada") as id:
        raise BadData("It is no data set.")
    assert upload_name(store, kept, "ada") == "kept.json"
    with pytest.raises(NotThere):
        upload_name(store, id, "ada")


def test_a_file_that_somebody_else_put_there_meanwhile_stays(store: Store) -> None:
    with suppress(BadData), upload_to_use(store, "ours.json", b"both", 1.0, "ada") as id:
        put_upload(store, "theirs.json", b"both", 2.0, "ben")
        raise BadData("It is none.")
    assert upload_name(store, id, "ben") == "theirs.json"
    with pytest.raises(NotThere):
        upload_name(store, id, "ada")


def test_whoever_does_not_own_a_file_cannot_tell_that_it_is_there(store: Store, tmp_path: Path) -> None:
    id = put_upload(store, "secret plans.json", b"{}", 1.0, "ada", "project")
    said = []
    for wanted, asker in ((id, "ben"), ("0" * 64, "ada")):
        with pytest.raises(NotThere) as refused:
            upload_name(store, wanted, "another project", asker)
        with pytest.raises(NotThere):
            upload_file(store, wanted, tmp_path, "another project", asker)
        said.append(str(refused.value))
    assert said == ["There is no such uploaded file."] * 2
    assert upload_name(store, id, "ben", "project") == "secret plans.json"


def test_two_who_send_the_same_bytes_own_them_each_under_their_own_name(store: Store) -> None:
    id = put_upload(store, "mine.json", b"{}", 1.0, "ada")
    assert put_upload(store, "yours.jsonl", b"{}", 2.0, "ben") == id
    assert (upload_name(store, id, "ada"), upload_name(store, id, "ben")) == ("mine.json", "yours.jsonl")
    assert upload_name(store, id, "ben", "ada") == "yours.jsonl"


def test_what_is_taken_from_one_owner_stays_with_another_and_is_gone_after_the_last(store: Store) -> None:
    id, other = put_upload(store, "a.json", b"{}", 1.0, "ada", "ben"), put_upload(store, "b.json", b"[]", 1.0, "ben")
    for owner, left in (("ada", {id, other}), ("ben", set())):
        with writing(store.engine) as connection:
            disown(connection, owner)
            assert set(connection.scalars(select(people_schema.uploads.c.id))) == left


def test_a_file_that_is_taken_back_while_another_puts_it_is_there_for_them(store: Store) -> None:
    """Sixteen of whom every second takes it back at once: whoever keeps it has it whole."""

    def put(number: int) -> None:
        with suppress(BadData), upload_to_use(store, f"{number}.json", b"shared", 1.0, f"p{number}") as id:
            if number % 2:
                raise BadData(id)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(put, range(16)))
    id = bytes_fingerprint(b"shared")
    assert [upload_name(store, id, f"p{number}") for number in range(0, 16, 2)] == [
        f"{n}.json" for n in range(0, 16, 2)
    ]
