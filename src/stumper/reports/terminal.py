"""The report on a terminal: its sentences, and the tables and notes of its sections."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table as Printed
from rich.text import Text

from stumper.reports.report import Report
from stumper.sections.section import Block, Cell, Column, Section, Table, within
from stumper.sections.wording import change, how_sure, said

STYLES = {"lower": "red", "higher": "green"}


def terminal(report: Report) -> RenderableType:
    """Sentences, aligned tables and notes; colours are left to the console that prints them."""
    sentences = [Text(sentence, style="bold" if place == 0 else "") for place, sentence in enumerate(report.sentences)]
    return Group(*sentences, *(shown for section in report.sections for shown in _section(section)))


def _section(section: Section) -> Iterator[RenderableType]:
    was: Block | None = None
    for block in within(section.short or section.blocks):
        if block.table and not block.table.is_aside:
            yield Text()
            if block.table.title:
                yield Text(block.table.title, style="dim")
            yield _Fitting(block.table)
        elif block.kind == "notes":
            yield from [Text()] if was and was.table else []
            yield from (Text(note, style="dim") for note in block.texts)
        was = block


@dataclass(frozen=True, slots=True)
class _Fitting:
    """The table with as many columns as the terminal is wide enough for."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Printed]:
        ranks = sorted({column.rank for column in self.table.columns})
        for rank in ranks:
            printed = _printed(self.table, rank)
            for column in printed.columns:
                if column.no_wrap:
                    widths = [Measurement.get(console, options, cell).maximum for cell in column.cells]
                    column.min_width = max(widths, default=0)
            if Measurement.get(console, options.update(max_width=1000), printed).minimum <= options.max_width:
                break
        yield printed


def _printed(table: Table, rank: int) -> Printed:
    """The table without the columns of this rank and those below; where some may go, the others are not broken."""
    printed = Printed(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    is_fitted = any(column.rank for column in table.columns)
    kept = [place for place, column in enumerate(table.columns) if not 0 < column.rank <= rank]
    for place in kept:
        column, is_name = table.columns[place], place < table.names
        no_wrap = is_name or (is_fitted and not column.is_toned)
        printed.add_column(column.name, justify="left" if is_name else "right", no_wrap=no_wrap)
    is_grouped = len({row.under[0] for row in table.rows if row.under}) > 1
    was = ""
    for row in table.rows:
        if is_grouped and row.under[0] != was:
            was = row.under[0]
            printed.add_row()
            printed.add_row(Text(was, style="bold"))
        cells = [_cell(table.columns[place], row.cells[place]) for place in kept]
        printed.add_row(Text.assemble("  " if is_grouped else "", cells[0]), *cells[1:])
    return printed


def _cell(column: Column, cell: Cell) -> Text:
    tone = STYLES.get(change(cell.figure), "") if column.is_toned and cell.figure else ""
    note = cell.note if cell.note.startswith(",") else f" {cell.note}".rstrip()
    return Text.assemble((said(cell), tone), (f" {how_sure(cell)}".rstrip() + note, "dim"))
