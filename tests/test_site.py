"""The site of the documentation: what stands where, and that nothing of it comes from elsewhere."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def building(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The functions of the script, which write to a folder that is forgotten."""
    found = runpy.run_path(str(ROOT / "docs" / "build_site.py"))
    monkeypatch.setitem(found["stage"].__globals__, "STAGE", tmp_path / "pages")
    monkeypatch.setitem(found["stage"].__globals__, "SITE", tmp_path / "site")
    return found


def test_every_page_has_its_place() -> None:
    named = re.findall(r"^\s+- (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    there = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")}
    assert sorted({name for name in named if name.count("/") == 1} - there) == ["docs/python-reference.md"]
    assert there - set(named) == set()
    assert [name for name in named if not (ROOT / name).exists()] == ["docs/python-reference.md"]


def test_pages_stand_beside_what_they_link_to(building: dict[str, Any], tmp_path: Path) -> None:
    building["stage"]()
    pages = tmp_path / "pages"
    assert (pages / "README.md").is_file()
    assert (pages / "docs" / "figures" / "reader_quality.json").is_file()
    assert (pages / "training" / "CARD-reader.md").is_file()
    assert "```python\n" in (pages / "README.md").read_text(encoding="utf-8")
    assert "file=" not in (pages / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "is_asked"),
    [
        ('<script src="https://example.org/x.js">', True),
        ("<link rel=stylesheet href=//example.org/x.css>", True),
        ("<style>@import url(https://example.org)</style>", True),
        ('<a href="https://example.org">elsewhere</a><link href="here.css">', False),
    ],
)
def test_what_is_asked_of_other_hosts_is_found(
    page: str, is_asked: bool, building: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text(page)
    assert bool(list(building["requests"]())) is is_asked
