"""An index of a dump: built as its pages are, going on wherever it was ended, and nothing else overwritten."""

import gzip
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.datasets.wiki_pages import read_pages
from stumper.errors import BadData, BadOutput
from stumper.retrieval import Index, Ranking, build_from, building, fulltext, resuming
from stumper.retrieval.resuming import Standing

EVERY = 10  # lines between two moments at which all is on the disk
COLOURS = ("red", "green", "blue", "grey", "amber")
TREES = ("oak", "elm", "ash", "fir")
CLAIMS = ("The red oak of Hill 3 is tall.", "Hill 12 has a blue elm.", "An ash tree stands on a grey hill.", "Hill 27")


def row(number: int) -> str:
    colour, tree = COLOURS[number % 5], TREES[number % 4]
    lines = f"0\tHill {number} is {colour} .\n1\tA {tree} stands on it , and {number % 7} sheep .\n3\tIt is tall ."
    return json.dumps({"id": f"Hill_{number}_-LRB-{tree}-RRB-", "text": "", "lines": lines})


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    """Two files with 30 and 15 pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, numbers in (("wiki-001.jsonl", range(30)), ("wiki-002.jsonl", range(30, 45))):
        (folder / name).write_text("\n".join(map(row, numbers)) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def every_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "TELL", 1)


def built(dump: Path, folder: Path) -> list[Standing]:
    return list(build_from(dump, folder, EVERY))


def assert_same(folder: Path, dump: Path) -> None:
    """The index finds what one of the same pages in memory finds."""
    there, here = Index.open(folder), Index.build(read_pages(dump))
    assert there.fingerprint == here.fingerprint
    for claim in CLAIMS:
        for ranking in RANKINGS:
            assert there.pages(claim, 9, ranking) == here.pages(claim, 9, ranking) != ()
            assert there.sentences(claim, 9, ranking) == here.sentences(claim, 9, ranking)
        assert there.sentences_anywhere(claim, 9) == here.sentences_anywhere(claim, 9)


RANKINGS: tuple[Ranking, ...] = ("tfidf", "bm25")


def test_index_of_a_dump_ranks_as_one_of_the_same_pages_in_memory(dump: Path, tmp_path: Path) -> None:
    standings = built(dump, tmp_path / "index")
    assert standings[-1].phase == "built"
    assert standings[-1].pages == 45
    assert_same(tmp_path / "index", dump)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "pages"]


def test_pages_of_an_index_are_read_back_without_their_links(dump: Path, tmp_path: Path) -> None:
    built(dump, tmp_path / "index")
    assert list(Index.open(tmp_path / "index").read()) == list(read_pages(dump))


@pytest.mark.parametrize("form", ["gz", "zip"])
def test_dump_may_be_compressed(dump: Path, tmp_path: Path, form: str) -> None:
    files = sorted(dump.iterdir())
    if form == "gz":
        packed = tmp_path / "all.jsonl.gz"
        packed.write_bytes(gzip.compress(b"".join(file.read_bytes() for file in files)))
    else:
        packed = tmp_path / "wiki-pages.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as members:
            for file in reversed(files):
                members.write(file, f"wiki-pages/{file.name}")
    built(dump, tmp_path / "index")
    assert built(packed, tmp_path / "index")[-1].phase == "stood"  # as the lines are those of the folder
    built(packed, tmp_path / "other")
    assert Index.open(tmp_path / "other").fingerprint == Index.open(tmp_path / "index").fingerprint


KILL = """
import os, signal, sys
from pathlib import Path
from stumper.retrieval import build_from, resuming
from stumper.retrieval.fulltext import FullTextWriter
from stumper.retrieval.postings import PostingWriter

dump, folder, moment, times = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
owner, name = {
    "page": (resuming, "page_of"), "record": (resuming, "write_bytes"), "commit": (FullTextWriter, "keep"),
    "merge": (PostingWriter, "finished"), "end": (resuming.shutil, "rmtree"),
}[moment]
plain = getattr(owner, name)

def killing(*given, **named):
    global times
    times -= 1
    if not times:
        os.kill(os.getpid(), signal.SIGKILL)
    return plain(*given, **named)

setattr(owner, name, killing)
for standing in build_from(dump, folder, 10):
    pass
"""


@pytest.mark.parametrize(
    ("moment", "times", "kept"),
    [
        ("page", 7, 0),
        ("page", 38, 30),
        ("record", 2, 10),
        ("commit", 3, 20),  # the record is ahead of both full-text indexes
        ("commit", 4, 20),  # and of one
        ("merge", 2, 45),
        ("end", 1, 45),
    ],
)
def test_build_that_is_killed_goes_on_where_it_stood(
    dump: Path, tmp_path: Path, moment: str, times: int, kept: int
) -> None:
    folder = tmp_path / "index"
    killed = [sys.executable, "-c", KILL, str(dump), str(folder), moment, str(times)]
    ended = subprocess.run(killed, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stderr) == (-9, "")
    assert not folder.exists()
    standings = built(dump, folder)
    assert sum(standing.phase == "comparing" for standing in standings) == kept
    assert sum(standing.phase == "reading" for standing in standings) == 45 - kept
    assert_same(folder, dump)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "pages"]


def test_finished_index_outlives_a_dump_that_cannot_be_read(dump: Path, tmp_path: Path) -> None:
    folder, packed, rows = tmp_path / "index", tmp_path / "all.jsonl.gz", "\n".join(map(row, range(45)))
    packed.write_bytes(gzip.compress(rows.encode()))
    built(packed, folder)
    folder.rename(tmp_path / "index.building")  # as a process leaves it that ends just before the folder has its name
    whole = packed.read_bytes()
    packed.write_bytes(whole[:-20])
    with pytest.raises(BadData, match=r"all\.jsonl\.gz"):
        built(packed, folder)
    packed.write_bytes(whole)
    assert {standing.phase for standing in built(packed, folder)} == {"comparing", "built"}
    assert_same(folder, dump)


def begun(dump: Path, folder: Path, lines: int) -> Path:
    """The draft of an index of which so many lines have been read."""
    steps: Iterator[Standing] = build_from(dump, folder, EVERY)
    for _ in range(lines):
        next(steps)
    steps.close()  # type: ignore[attr-defined]
    return folder.with_name(f"{folder.name}.building")


def test_the_same_command_again_says_that_it_stands(dump: Path, tmp_path: Path) -> None:
    built(dump, tmp_path / "index")
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "index").rglob("*")}
    [*_, last] = built(dump, tmp_path / "index")
    assert (last.phase, last.pages) == ("stood", 45)
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "index").rglob("*")} == before


def test_the_same_command_again_reads_every_byte_of_the_index(dump: Path, tmp_path: Path) -> None:
    built(dump, tmp_path / "index")
    file = tmp_path / "index" / "sentences.bin"
    time = file.stat().st_mtime_ns
    file.write_bytes(file.read_bytes().replace(b"Hill 3 is", b"Hull 3 is"))
    os.utime(file, ns=(time, time))  # as a failing disk leaves it
    with pytest.raises(
        BadData, match=r"the index is damaged \(sentences\.bin has other bytes .* once the folder is removed"
    ):
        built(dump, tmp_path / "index")


def test_whole_draft_of_another_version_is_said(dump: Path, tmp_path: Path) -> None:
    built(dump, tmp_path / "index")
    draft = (tmp_path / "index").rename(tmp_path / "index.building")
    (draft / "index.json").write_text('{"format": "stumper index", "version": 1}', encoding="utf-8")
    with pytest.raises(BadOutput, match=r"Another version of Stumper has begun .*index\.building"):
        built(dump, tmp_path / "index")


def test_folder_with_an_index_of_other_pages_is_refused(dump: Path, tmp_path: Path) -> None:
    built(dump / "wiki-001.jsonl", tmp_path / "index")
    with pytest.raises(BadOutput, match="holds an index of other pages than"):
        built(dump, tmp_path / "index")


def test_place_that_holds_something_else_is_refused(dump: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    for folder in (dump, tmp_path / "notes"):
        with pytest.raises(BadOutput, match="holds something that is no index"):
            built(dump, folder)
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", [".", "../here"])
def test_folder_that_the_command_runs_in_is_refused(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(BadOutput, match=rf"{name} is where this command runs, .* Name a new folder in it\."):
        built(dump, Path(name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "pages"]


def test_empty_folder_behind_a_link_is_filled(dump: Path, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "index").symlink_to(tmp_path / "there")
    built(dump, tmp_path / "index")
    assert_same(tmp_path / "index", dump)
    assert (tmp_path / "index").is_symlink()


def test_index_that_was_begun_from_other_pages_is_refused_and_kept(dump: Path, tmp_path: Path) -> None:
    draft = begun(dump, tmp_path / "index", 25)
    first = dump / "wiki-001.jsonl"
    first.write_text(first.read_text(encoding="utf-8").replace("Hill 3 is", "Hill 3 was"), encoding="utf-8")
    with pytest.raises(BadOutput, match=r"index\.building was begun from other pages than .*pages has now"):
        built(dump, tmp_path / "index")
    assert draft.exists()


def test_build_that_was_ended_before_the_first_page_goes_on(dump: Path, tmp_path: Path) -> None:
    first = dump / "wiki-000.jsonl"
    first.write_text('{"id": "", "text": "", "lines": ""}\n' * 12, encoding="utf-8")
    begun(dump, tmp_path / "index", 11)
    standings = built(dump, tmp_path / "index")
    assert sum(standing.phase == "comparing" for standing in standings) == 10
    assert_same(tmp_path / "index", dump)


def test_bad_line_is_named_and_once_mended_the_build_goes_on_there(dump: Path, tmp_path: Path) -> None:
    second = dump / "wiki-002.jsonl"
    good = second.read_text(encoding="utf-8").splitlines()
    second.write_text("\n".join([*good[:3], '{"id": "Hill', *good[4:]]), encoding="utf-8")
    with pytest.raises(BadData, match=r"wiki-002\.jsonl, line 4: not valid JSON"):
        built(dump, tmp_path / "index")
    second.write_text("\n".join(good), encoding="utf-8")
    standings = built(dump, tmp_path / "index")
    assert sum(standing.phase == "comparing" for standing in standings) == 33
    assert_same(tmp_path / "index", dump)


def test_page_that_occurs_twice_is_named_with_its_line(dump: Path, tmp_path: Path) -> None:
    with (dump / "wiki-002.jsonl").open("a", encoding="utf-8") as file:
        file.write(row(4))
    with pytest.raises(BadData, match=r"wiki-002\.jsonl, line 16: The page 'Hill_4_-LRB-oak-RRB-' occurs twice"):
        built(dump, tmp_path / "index")


def test_page_that_occurs_twice_is_known_after_an_interruption(dump: Path, tmp_path: Path) -> None:
    begun(dump, tmp_path / "index", 35)
    with (dump / "wiki-002.jsonl").open("a", encoding="utf-8") as file:
        file.write(row(4))
    with pytest.raises(BadData, match="occurs twice"):
        built(dump, tmp_path / "index")


def test_dump_whose_first_line_is_bad_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "pages.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"pages\.jsonl, line 1: a JSON list"):
        built(tmp_path / "pages.jsonl", tmp_path / "index")
    (tmp_path / "pages.jsonl").write_text('{"id": "", "text": "", "lines": ""}\n', encoding="utf-8")
    with pytest.raises(BadData, match="no pages to index"):
        built(tmp_path / "pages.jsonl", tmp_path / "index")
    with pytest.raises(BadData, match="There is no file"):
        built(tmp_path / "none.jsonl", tmp_path / "index")
    assert [path.name for path in tmp_path.iterdir()] == ["pages.jsonl"]


def test_folder_that_another_process_builds_in_is_refused(dump: Path, tmp_path: Path) -> None:
    draft = begun(dump, tmp_path / "index", 25)
    other = fulltext.start(draft / "page_texts")
    with pytest.raises(BadOutput, match=r"Another process is building .*index\.building"):
        built(dump, tmp_path / "index")
    other.close()
    built(dump, tmp_path / "index")
    assert_same(tmp_path / "index", dump)


@pytest.mark.parametrize("file", ["by_id.bin", "index.json"])
def test_second_builder_is_refused_until_the_last_file_is_written(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    plain, refused = building.write_bytes, []

    def write_bytes(path: Path, data: bytes) -> None:
        if path.name == file:
            with pytest.raises(BadOutput, match=r"Another process is building .*index\.building"):
                built(dump, tmp_path / "index")
            refused.append(path.name)
        plain(path, data)

    monkeypatch.setattr(building, "write_bytes", write_bytes)
    built(dump, tmp_path / "index")
    assert refused == [file]
    assert_same(tmp_path / "index", dump)


def test_second_builder_is_refused_while_a_whole_draft_is_compared(dump: Path, tmp_path: Path) -> None:
    built(dump, tmp_path / "index")
    (tmp_path / "index").rename(tmp_path / "index.building")
    steps = build_from(dump, tmp_path / "index", EVERY)
    next(steps)
    with pytest.raises(BadOutput, match=r"Another process is building .*index\.building"):
        built(dump, tmp_path / "index")
    assert [standing.phase for standing in steps][-1] == "built"
    assert_same(tmp_path / "index", dump)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "pages"]


def test_lock_that_was_let_go_of_between_opening_and_locking_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plain = tmp_path / "lock", resuming._lock
    monkeypatch.setattr(resuming, "_lock", lambda number: (plain(number), path.unlink()))
    with pytest.raises(BlockingIOError), resuming.held(path):
        pass


def test_draft_that_has_lost_something_is_said(dump: Path, tmp_path: Path) -> None:
    draft = begun(dump, tmp_path / "index", 25)
    (draft / "ids.bin").write_bytes(b"Hill")
    with pytest.raises(BadData, match=r"ids\.bin has lost what it held\. Remove .*index\.building"):
        built(dump, tmp_path / "index")


def test_draft_of_another_version_is_said(dump: Path, tmp_path: Path) -> None:
    record = begun(dump, tmp_path / "index", 25) / "work" / "kept.json"
    record.write_text(json.dumps(json.loads(record.read_text(encoding="utf-8")) | {"version": 1}), encoding="utf-8")
    with pytest.raises(BadOutput, match=r"Another version of Stumper has begun .*index\.building"):
        built(dump, tmp_path / "index")
