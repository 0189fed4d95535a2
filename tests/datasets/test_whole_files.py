"""Files and folders are written whole or not at all: on a full disk, without permission, killed in the middle."""

import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from stumper import api
from stumper.adversaries.rule_induction.learning import LearnedRule
from stumper.adversaries.rule_induction.rule import Rule
from stumper.adversaries.rule_induction.rules_file import write_rules
from stumper.buzz import Buzz
from stumper.datasets.buzz_log import write_buzzes
from stumper.datasets.documents import write_json
from stumper.datasets.whole_files import whole_folder, write_bytes, write_files
from stumper.datasets.wiki_pages import Page, Sentence
from stumper.errors import BadOutput
from stumper.judgeable import Judgeable
from stumper.judging.sheet import write_sheet
from stumper.listening import Guessed
from stumper.models.guesser_words import GuesserWords, save_words
from stumper.report_files import REPORT_FILES
from stumper.reports import nothing
from stumper.retrieval import Index
from stumper.retrieval.clues import About, Clues
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.guesses import write_guessed
from stumper.tasks.reading import squad
from stumper.tasks.verification import fever
from stumper.types import Guess, Prediction
from stumper.victims.guessing.answer_types import AnswerTypes, write_types
from stumper.victims.guessing.buzzer import Buzzer, write_buzzer


def test_a_written_file_replaces_the_old_one_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    for data in (b"old", b"new"):
        write_bytes(path, data)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"data")
    reader.join(timeout=60)
    assert received == [b"data"]
    assert pipe.is_fifo()


def test_a_draft_of_a_private_file_is_never_open_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, modes = tmp_path / "out.json", []
    path.write_bytes(b"old")
    path.chmod(0o600)
    monkeypatch.setattr(os, "open", lambda name, flags, mode=0o777: opened(name, flags, mode, modes))
    write_bytes(path, b"new")
    assert modes == [0o600]
    assert path.read_bytes() == b"new"


def opened(name: Path, flags: int, mode: int, modes: list[int], open=os.open) -> int:
    number = open(name, flags, mode)
    modes.append(stat.S_IMODE(os.fstat(number).st_mode))
    return number


def test_a_link_goes_on_pointing_where_it_points(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "there" / "out.json")
    write_bytes(tmp_path / "link.json", b"data")
    assert (tmp_path / "there" / "out.json").read_bytes() == b"data"
    assert (tmp_path / "link.json").is_symlink()


def test_a_file_keeps_its_permissions_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    private, new = tmp_path / "private", tmp_path / "new"
    private.write_text("old")
    private.chmod(0o600)
    write_files({private: b"new", new: b"new"})
    (tmp_path / "usual").write_text("")
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert new.stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    write_bytes(tmp_path / ("é" * 127), b"data")
    [path] = tmp_path.iterdir()
    assert path.read_bytes() == b"data"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write everything")
def test_a_file_that_must_not_be_written_is_not_replaced_either(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(BadOutput, match="Permission denied"):
        write_bytes(path, b"new")
    assert path.read_text() == "old"


@contextmanager
def nearly_full(most: int = 16) -> Iterator[None]:
    """No file can be made longer than so many bytes, which for who writes is the same as a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


JUDGEABLE = Judgeable("p1", "Who?", "Ada Thorn lit it.")
BUZZ = Buzz("q1", "regular", "ir", True, 3, 9, 3 / 9, True)
PAGES = [Page("Harbour", tuple(Sentence("Harbour", n, f"The harbour has {n} lamps.") for n in range(9)))]
WRITERS: dict[str, Callable[[Path], object]] = {
    "set.json": lambda path: squad.write(path, squad.bundled()),
    "claims.jsonl": lambda path: fever.write(path, fever.bundled()),
    "claims.jsonl.gz": lambda path: fever.write(path, fever.bundled()),
    "tossups.json": lambda path: quizbowl.write(path, quizbowl.bundled()),
    "answers.json": lambda path: write_json(path, {"q1": "Ada Thorn, who lit it"}),
    "buzzes.jsonl": lambda path: write_buzzes(path, [BUZZ]),
    "guesses.jsonl": lambda path: write_guessed(path, [Guessed("q1", 0.5, Prediction((Guess("Ada", 0.5),), 0.5))]),
    "sheet.csv": lambda path: write_sheet(path, [JUDGEABLE]),
    "rules.toml": lambda path: write_rules(path, [LearnedRule(Rule(("what",), "which"), 3, 2, 0.5)]),
    "buzzer.json": lambda path: write_buzzer(path, Buzzer(0.5, (0.0,) * 6)),
    "types.npz": lambda path: write_types(path, AnswerTypes(("",), {}, {}, np.zeros((1, 1), np.float32))),
    "words.npz": lambda path: save_words(
        path, GuesserWords(("lamp",), np.ones(1, np.int64), np.ones((1, 4), np.float32), np.ones(1, np.float32))
    ),
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_stood_there_stays_when_the_disk_is_full(tmp_path: Path, name: str) -> None:
    path, writes_once = tmp_path / name, name in ("sheet.csv", "rules.toml")
    WRITERS[name](path)
    if writes_once:  # what people may have filled in is not written over
        path.unlink()
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    with nearly_full(), pytest.raises(BadOutput, match=f"{name} cannot be written: File too large"):
        WRITERS[name](path)
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_of_a_report_no_file_is_replaced_where_one_cannot_be_written(tmp_path: Path) -> None:
    for name in REPORT_FILES:
        (tmp_path / name).write_text("old")
    most = 5_000  # the page is longer, the Markdown and the JSON of no runs are not
    with nearly_full(most), pytest.raises(BadOutput, match=r"report\.html cannot be written: File too large"):
        api.write_report(nothing(), tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == dict.fromkeys(REPORT_FILES, "old")


def test_no_file_is_replaced_where_a_later_one_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with nearly_full(), pytest.raises(BadOutput, match="b cannot be written"):
        write_files({tmp_path / "a": b"new", tmp_path / "b": b"longer than that"[:1] * 17})
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "old")]


@pytest.mark.parametrize("most", [16, 200, 600])
@pytest.mark.parametrize(
    "build",
    [
        lambda folder: Index.build(PAGES, folder),
        lambda folder: Clues.build([About("a", "harbour", "A place with lamps. Ships lie in it.")], folder),
    ],
)
def test_a_folder_is_absent_when_the_disk_is_full(tmp_path: Path, build: Callable[[Path], object], most: int) -> None:
    with nearly_full(most), pytest.raises(BadOutput, match="made cannot be written"):
        build(tmp_path / "made")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_read_is_not_blamed_on_the_folder_that_is_filled_with_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="pages"), whole_folder(tmp_path / "made") as draft:
        (draft / "part").write_bytes((tmp_path / "pages").read_bytes())
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from stumper.datasets.whole_files import write_files
os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)  # when all is written, and nothing in its place
write_files({Path(sys.argv[1]): b"new" * 100_000})
"""


def test_what_stood_there_stays_when_the_writer_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("old")
    assert subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False).returncode == -signal.SIGKILL
    assert path.read_text() == "old"
    write_bytes(path, b"newer")
    assert path.read_text() == "newer"
