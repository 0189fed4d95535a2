"""What stands in a cell, the same in every form of the report."""

from math import isnan

from stumper.sections.section import Cell
from stumper.sections.wording import change, count, decimal, percent, signed, signed_decimal, with_interval


def told(cell: Cell) -> str:
    """A cell with its interval and what is said beside it."""
    note = cell.note if cell.note.startswith(",") else f" {cell.note}".rstrip()
    words = f"{said(cell)} {how_sure(cell)}".strip()
    if cell.before is not None:
        words = f"{with_interval(cell.before)} → {words.partition(' → ')[2]}"
    return f"{words}{note}"


def said(cell: Cell) -> str:
    """A cell in words and digits, without its interval."""
    figure = cell.figure
    if cell.changes:
        old, new = ("".join(c.text for c in cell.changes if c.kind != gone) for gone in ("added", "removed"))
        return f"{old} → {new}"
    if figure is None:
        return count(cell.number) if cell.unit == "count" else cell.text
    match cell.unit:
        case "points" | "gain" if figure.n < 2:
            return change(figure)
        case "points":
            return signed(figure.value)
        case "gain":
            return signed_decimal(figure.value)
        case "mean":
            return decimal(figure.value)
        case _ if cell.before is not None:
            return f"{percent(cell.before.value)} → {percent(figure.value)}"
        case _:
            return percent(figure.value)


def how_sure(cell: Cell) -> str:
    """A cell's interval in brackets, of a difference with a word where it holds 0; empty where there is none."""
    figure = cell.figure
    if figure is None or figure.n < 2:
        return ""
    is_difference = cell.unit in ("points", "gain")
    word = change(figure) if is_difference and change(figure) == "indistinguishable" else ""
    if cell.is_bare or isnan(figure.low):
        return word
    number = {"points": signed, "gain": signed_decimal, "mean": decimal}.get(cell.unit, percent)
    return f"[{number(figure.low)}, {number(figure.high)}] {word}".rstrip()
