"""What stands in a cell of a section, the same in every form of the report."""

from stumper.reports.sections import Cell
from stumper.reports.wording import change, count, interval, percent, signed


def said(cell: Cell) -> str:
    """The cell in words and digits, without its interval."""
    if cell.figure is None:
        return count(cell.number) if cell.unit == "count" else cell.text
    return signed(cell.figure.value) if cell.unit == "points" else percent(cell.figure.value)


def how_sure(cell: Cell) -> str:
    """The interval in brackets, of a difference with a word where it holds 0; empty where there is none."""
    if cell.figure is None or cell.figure.n < 2:
        return ""
    if cell.unit == "share" or cell.figure.low != cell.figure.low:
        return interval(cell.figure)
    span = f"[{signed(cell.figure.low)}, {signed(cell.figure.high)}]"
    return f"{span} indistinguishable" if change(cell.figure) == "indistinguishable" else span


def told(cell: Cell) -> str:
    """The cell with its interval."""
    return f"{said(cell)} {how_sure(cell)}".rstrip()
