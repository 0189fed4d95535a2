"""The page of each adversary shows what its worked example prints."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from stumper import registry

FOLDER = Path(__file__).parents[2] / "docs" / "adversaries"
PAGES = [page for page in sorted(FOLDER.glob("*.md")) if page.name != "README.md"]
FILE = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if EXAMPLE.search(page.read_text())], ids=lambda page: page.stem
)
def test_worked_example_prints_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    for name, content in FILE.findall(text):
        (tmp_path / name).write_text(content, encoding="utf-8")
    for code, shown in EXAMPLE.findall(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(page), "exec"), {})
        assert printed.getvalue() == shown


def test_every_adversary_is_explained_on_a_page_that_the_index_names() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = {
        name.strip()
        for names, _ in re.findall(r"^\| \[([^\]]+)\]\(([^)]+)\)", index, re.MULTILINE)
        for name in names.split(",")
    }
    assert set(registry.names("adversary")) <= named
    assert {page.name for page in PAGES} <= set(re.findall(r"\]\(([\w-]+\.md)\)", index))
