"""Every column of the table is documented, and no other."""

import re
from pathlib import Path

import pytest

from stumper.table import COLUMNS, STATUSES, VERSION, VIEW_COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("heading", "columns"), [("Columns", COLUMNS), ("Views", VIEW_COLUMNS)])
def test_the_page_says_of_each_column_what_the_code_says(heading, columns) -> None:
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{one.name}` | {one.kind} | {one.unit} | {one.meaning} |" for one in columns]


def test_the_page_says_the_version() -> None:
    assert f"Version {VERSION}." in PAGE.partition("\n## Columns\n")[2].partition("\n## ")[0]


def test_the_page_explains_each_status() -> None:
    section = PAGE.partition("\n## Statuses\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE) == list(STATUSES)
