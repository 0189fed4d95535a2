"""Each file of the package that is neither code nor a page of ours has one card and one entry in NOTICE."""

import json
import re
import tomllib
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {".py", ".j2", ".css", ".js", ".svg"}  # code, templates and pictures that were written for the pages
ROW = re.compile(r"^\| `(src/stumper/[^`]+)` \| ([^|]+) \|$", re.MULTILINE)
ENTRY = re.compile(r"^\S.*\n((?:  src/stumper/\S+\n)+)  Licence: (.+)\n  \S", re.MULTILINE)
Covered = list[tuple[str, str]]


def artefacts(root: Path = ROOT) -> list[str]:
    """The files of the package that were not written as code or pages."""
    found = (path for path in (root / "src/stumper").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(
        path.relative_to(root).as_posix()
        for path in found
        if (path.suffix not in OURS or "vendor" in path.parts) and path.name != "py.typed"
    )


def in_cards() -> Covered:
    return [row for card in (ROOT / "training").glob("CARD-*.md") for row in ROW.findall(card.read_text("utf-8"))]


def in_notice() -> Covered:
    entries = ENTRY.findall((ROOT / "NOTICE").read_text("utf-8"))
    return [(path, licence) for paths, licence in entries for path in paths.split()]


def faults(files: list[str], covered: Covered, where: str) -> list[str]:
    """What is covered not at all or twice, and what is covered and not there."""
    times = Counter(path for path, _ in covered)
    return [f"{path}: covered {times[path]} times by {where}" for path in files if times[path] != 1] + [
        f"{path}: covered by {where}, and not in the package" for path in times.keys() - set(files)
    ]


@pytest.mark.parametrize(("covered", "where"), [(in_cards, "the cards"), (in_notice, "NOTICE")])
def test_each_artefact_of_the_package_is_covered_exactly_once(covered, where) -> None:
    assert faults(artefacts(), covered(), where) == []


def test_card_and_notice_name_the_same_licence() -> None:
    assert sorted(in_cards()) == sorted(in_notice())


def test_a_file_that_nothing_covers_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "src/stumper/web/static"
    folder.mkdir(parents=True)
    for name in ("editor.wasm", "ours.js"):
        (folder / name).touch()
    [told] = faults(artefacts(tmp_path), [], "NOTICE")
    assert told == "src/stumper/web/static/editor.wasm: covered 0 times by NOTICE"


def test_the_package_declares_every_licence_that_an_artefact_is_under_and_no_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    licences = {name for _, licence in in_notice() for name in licence.split(" AND ")}
    assert project["license"].split(" AND ") == sorted(licences)
    assert {"LICENSE", "NOTICE"} <= set(project["license-files"])
    assert all((ROOT / name).is_file() for name in project["license-files"])


def test_scripts_and_styles_of_the_pages_are_our_own() -> None:
    """Third-party files for browsers usually say whose they are."""
    said = re.compile(r"@license|@preserve|copyright|\(c\) \d{4}|licensed under", re.IGNORECASE)
    pages = [
        path
        for path in (ROOT / "src/stumper").rglob("*")
        if path.suffix in OURS - {".py"} and "vendor" not in path.parts
    ]
    assert [path.name for path in pages if said.search(path.read_text("utf-8"))] == []


def test_vendored_files_are_those_that_were_brought() -> None:
    """`npm run vendor` writes them and their hashes; nobody changes them by hand."""
    folder = ROOT / "src/stumper/web/static/vendor"
    told = {one["file"]: one for one in json.loads((folder / "vendored.json").read_text("utf-8"))}
    hashes = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "vendored.json"
    }
    assert {name: one["sha256"] for name, one in told.items()} == hashes
    pinned = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for one in told.values():
        assert pinned[f"node_modules/{one['package']}"]["version"] == one["version"]


def test_no_page_says_that_nothing_of_squad_was_seen() -> None:
    texts = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "training").glob("*.md"), ROOT / "README.md"]
    texts += [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.j2")]
    untrue = re.compile(r"no part of squad|97 of 100|none of which it was trained on", re.IGNORECASE)
    assert [path.name for path in texts if untrue.search(path.read_text("utf-8"))] == []
    for page in ("README.md", "docs/figures.md", "training/CARD-reader.md"):
        told = (ROOT / page).read_text("utf-8")
        assert "87,599" in told, page
        assert "Natural Questions" in told, page
