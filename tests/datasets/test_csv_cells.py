"""Cells that a spreadsheet computes nothing of, and that a program reads back."""

import csv
import io

import pytest

from stumper.datasets.csv_cells import csv_line, is_guarded, written

FORMULAS = (
    "=1+1",
    "+cmd|'/C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\tso",
    "\rso",
    "\nso",
    "\x0bso",
    "\u2028so",
    "\0=1",
    "＝1+1",
    "＋1",
    "－1+1",
    "＠SUM",
    "﹦1",
    "﹢1",
    " =1",
    "\u3000=1",
    "\u00a0-x",
    "\ufeff=1",
    "\u200b=1",
    "'=1",
    "''=1",
    "' =1",
    "-",
    "+1+1",
    "-1.5.2",
)
PLAIN = (
    "",
    "so",
    "1",
    "-1",
    "+1",
    "-1.5",
    "1e9",
    "-2.5E-3",
    "a=b",
    "it's",
    "'tis",
    "' so",
    " so",
    "’=1",
    "\u0661",
    "#x",
    "(=1)",
)


@pytest.mark.parametrize("text", FORMULAS, ids=ascii)
def test_what_a_spreadsheet_would_compute_begins_with_an_apostrophe(text: str) -> None:
    assert written(text) == f"'{text}"
    assert is_guarded(written(text))


@pytest.mark.parametrize("text", PLAIN, ids=ascii)
def test_other_texts_and_numbers_stay_as_they_are(text: str) -> None:
    assert written(text) == text
    assert not is_guarded(text)


def test_a_line_reads_back_as_what_was_written() -> None:
    texts = [*FORMULAS, *PLAIN]
    [read] = csv.reader(io.StringIO(csv_line(texts), newline=""))
    assert [cell[1:] if is_guarded(cell) else cell for cell in read] == texts


def test_a_line_holds_every_kind_of_cell() -> None:
    assert csv_line([None, True, False, -3, 0.5, ["a", "b"], ["=1"]]) == ",yes,no,-3,0.5,a | b,'=1\n"
