"""Tables as CSV that a spreadsheet opens without computing anything of what people wrote.

A spreadsheet takes a cell for a formula that begins with one of ``=+-@``, in their full width, too, and some skip white
space before it. Such a text gets an apostrophe before it, and so does one that begins with apostrophes and then so: a
program that takes the first apostrophe away from each cell that ``is_guarded``, as ``unguarded`` does, has exactly the
texts that were written. Numbers stay numbers.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from stumper.errors import BadData

LARGEST_CELL = 100_000_000  # characters
DELIMITERS = ",;\t|"
Cell = str | int | float | bool | None | list[str] | list[dict[str, object]]

# White space that is more than spaces already makes some programs begin a new cell, whatever follows it.
_FORMULA = re.compile(
    r"'*[\s\0\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫]"
    r"|'*[ \u00a0\u3000]*[\t\r\n\v\f\x1c-\x1f\x85\u2028\u2029\0]"
)
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def csv_line(cells: Iterable[Cell], end: str = "\n") -> str:
    """The cells as a line of CSV, each as ``written`` has it."""
    text = io.StringIO()
    # By the signs of its line end a writer knows what to put in quotes: without, "\r" would begin a row for others.
    csv.writer(text, lineterminator="\r\n").writerow(map(written, cells))
    return text.getvalue().removesuffix("\r\n") + end


def written(cell: Cell) -> str:
    """The cell as text: empty for None, "yes" or "no", the parts of a list between bars; of a text that a spreadsheet
    would compute, an apostrophe before it."""
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case list():
            return _guarded(" | ".join(map(str, cell)))
        case str():
            return _guarded(cell)
        case _:
            return str(cell)


def is_guarded(cell: str) -> bool:
    """Whether the apostrophe at the beginning of a cell was put there by ``written``."""
    return cell.startswith("'") and _is_formula(cell[1:])


def unguarded(cell: str) -> str:
    """The text that ``written`` made this cell of."""
    return cell[1:] if is_guarded(cell) else cell


def delimiter_of(text: str) -> str:
    """What stands between the cells of a table: the sign that parts its first line most often. Spreadsheets of some
    countries write semicolons."""
    first = re.split("[\r\n]", text.lstrip("\ufeff\r\n"), maxsplit=1)[0]
    with any_length():
        parted = {sign: len(next(csv.reader([first], delimiter=sign), [])) for sign in DELIMITERS}
    return max(parted, key=lambda sign: parted[sign])


def each_row(rows: Iterator[list[str]], at: str = "") -> Iterator[list[str]]:
    """The cells of each row; BadData, behind where it is ``at``, for one that is no CSV."""
    try:
        yield from rows
    except csv.Error as error:
        raise BadData(f"{at}there is a row that is no CSV ({error}). Correct it.") from error


def places_of(header: Sequence[str], columns: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Where each column stands that the header has by one of its names, in whatever case."""
    called = {name.strip().lower(): place for place, name in reversed([*enumerate(header)])}
    found = {column: next((called[one] for one in names if one in called), None) for column, names in columns.items()}
    return {column: place for column, place in found.items() if place is not None}


@contextmanager
def any_length() -> Iterator[None]:
    """A cell may hold a whole document meanwhile."""
    before = csv.field_size_limit(LARGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _guarded(text: str) -> str:
    return f"'{text}" if _is_formula(text) else text


def _is_formula(text: str) -> bool:
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None
