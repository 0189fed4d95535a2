"""What stands where a file is named is told apart, and nothing is read without an end."""

import gzip
import os
import socket
import zipfile
from pathlib import Path

import pytest

from stumper.errors import BadData
from stumper.file_bytes import LONGEST_LINE, file_bytes, file_lines, file_text, is_zip, unpacked, zipped_lines
from stumper.identity import file_fingerprint

DATA = b"a lamp\n" * 1_000


@pytest.mark.parametrize("read", [file_bytes, file_text, lambda path: list(file_lines(path)), file_fingerprint])
def test_what_is_no_file_is_said_to_be_none(read: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(read)
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
    Path("loop").symlink_to("loop")
    for path, says in {
        "pipe": "pipe is a pipe, not a file",
        "socket": "is a socket",
        "/dev/zero": "is a device",
        ".": "is a folder",
        "nope": "There is no file nope",
        "loop": "loop cannot be read",
        "x" * 5_000: "cannot be read: File name too long",
        "a\0b": "No file can be called",
    }.items():
        with pytest.raises(BadData) as caught:
            read(Path(path))
        assert says in str(caught.value)


def test_no_more_is_read_than_may_be(tmp_path: Path) -> None:
    plain, packed, endless = tmp_path / "plain", tmp_path / "packed", tmp_path / "endless"
    plain.write_bytes(DATA)
    packed.write_bytes(gzip.compress(DATA))
    with endless.open("wb") as file:
        file.truncate(10**13)  # takes no room on the disk
    assert file_bytes(plain, len(DATA)) == file_bytes(packed, len(DATA)) == DATA
    for path in (plain, packed, endless):
        with pytest.raises(BadData, match="the file is too large: more than 0 MB unpacked"):
            file_bytes(path, len(DATA) - 1)


def test_lines_are_read_of_packed_files_and_of_others_whatever_they_are_called(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    for data in (DATA, gzip.compress(DATA)):
        path.write_bytes(data)
        assert b"".join(file_lines(path)) == DATA


def test_a_line_without_an_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LONGEST_LINE > 1_000_000
    monkeypatch.setattr("stumper.file_bytes.LONGEST_LINE", 100)
    path = tmp_path / "lines"
    path.write_bytes(b"short\n" + b"x" * 101)
    with pytest.raises(BadData, match="line 2: it has more than"):
        list(file_lines(path))


@pytest.mark.parametrize("cut", [3, 12, 40, -1, -8])
def test_what_is_cut_off_or_damaged_is_said_to_be_so(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "packed"
    path.write_bytes(gzip.compress(DATA)[:cut])
    for read in (file_bytes, lambda path: list(file_lines(path)), lambda path: unpacked(path, path.read_bytes())):
        with pytest.raises(BadData, match="the compressed file is cut off"):
            read(path)


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as members:
        for name, data in files.items():
            members.writestr(name, data)
    return path


def test_files_in_a_zip_are_read_in_the_order_of_their_names_without_hidden_ones(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "z", {"b/2.txt": b"3\n4", "a/1.txt": b"1\n2\n", "a/._1.txt": b"hidden\n", "a/1.md": b"other\n"}
    )
    lines = list(zipped_lines(path, ".txt"))
    assert [(line.file, line.number, line.data) for line in lines] == [
        (f"{path}: a/1.txt", 1, b"1\n"),
        (f"{path}: a/1.txt", 2, b"2\n"),
        (f"{path}: b/2.txt", 1, b"3\n"),
        (f"{path}: b/2.txt", 2, b"4"),
    ]
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    assert is_zip(path)


def test_a_zip_that_is_damaged_or_holds_no_such_file_is_said_to(tmp_path: Path) -> None:
    path = zipped(tmp_path / "z", {"a.txt": DATA})
    with pytest.raises(BadData, match=r"holds no \.md file"):
        list(zipped_lines(path, ".md"))
    whole = path.read_bytes()
    for data in (whole[:-30], whole[:40] + b"\xff\xff\xff" + whole[43:]):
        path.write_bytes(data)
        with pytest.raises(BadData, match="the compressed file is damaged"):
            list(zipped_lines(path, ".txt"))
    of_member, of_list = whole.index(b"PK\x03\x04"), whole.index(b"PK\x01\x02")
    locked = bytearray(whole)
    locked[of_member + 6] |= 1  # the flag that a password is needed
    locked[of_list + 8] |= 1
    path.write_bytes(locked)
    with pytest.raises(BadData, match=r"the compressed file cannot be read .* Unpack it first"):
        list(zipped_lines(path, ".txt"))
