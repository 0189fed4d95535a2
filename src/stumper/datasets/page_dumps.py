"""A dump of pages as its lines: one file, a folder of files, or a zip of them, compressed or not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from stumper.errors import BadData
from stumper.file_bytes import Line, is_zip, numbered_lines, zipped_lines

ENDINGS = (".jsonl", ".jsonl.gz")


def dump_files(path: Path) -> list[Path]:
    """The file, or all files of pages in the folder, in the order of their names; BadData where it has none."""
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.iterdir() if file.name.endswith(ENDINGS))
    if not found:
        raise BadData(f"{path} holds no .jsonl or .jsonl.gz file. Name the folder of the pages.")
    return found


def dump_lines(path: Path) -> Iterator[Line]:
    """All lines of a dump that are not blank, each with how far into the whole dump it ends, in bytes on the disk.

    BadData where a file is damaged, or there is none.
    """
    before = 0
    for file in dump_files(path):
        lines = zipped_lines(file, ENDINGS[0]) if is_zip(file) else numbered_lines(file)
        for line in lines:
            if line.data.strip():
                yield replace(line, at=before + line.at) if before else line
        before += file.stat().st_size


def dump_size(path: Path) -> int:
    """How many bytes the files of a dump have on the disk; BadData where there is none."""
    found = dump_files(path)
    if not all(file.exists() for file in found):
        raise BadData(f"There is no file {path}. Check the path.")
    return sum(file.stat().st_size for file in found)
