"""The report on a terminal: its sentences, and the tables and notes of its sections."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table as Printed
from rich.text import Text

from stumper.reports.report import Report
from stumper.sections.section import Block, Cell, Column, Section, Table, within
from stumper.sections.wording import change, how_sure, said

WIDE = 1000  # columns, in which every table has room
NOT_APART = "n.s."
NARROW = f"without intervals, for which the terminal is too narrow; {NOT_APART}: not told apart from no effect"
STYLES = {"lower": "red", "higher": "green"}


def terminal(report: Report, verbose: bool = False) -> RenderableType:
    """Sentences, aligned tables and notes; signatures where asked for. Colours are left to the console that prints."""
    sentences = [Text(sentence, style="bold" if place == 0 else "") for place, sentence in enumerate(report.sentences)]
    signatures = [Text(f"{run.names.attack} on {run.names.victim}: {line}", style="dim", overflow="fold")
                  for run in report.provenance for line in run.signatures if verbose]  # fmt: skip
    shown = (block for section in report.sections for block in _section(section))
    return Group(*sentences, *shown, *([Text()] if signatures else []), *signatures)


def table_on_terminal(table: Table) -> RenderableType:
    """One table under its title."""
    title = f"{table.title} ({table.aside})" if table.aside else table.title
    return Group(Text(title, style="bold"), _Fitting(table), Text())


def _section(section: Section) -> Iterator[RenderableType]:
    was: Block | None = None
    heading = ""
    for block in within(section.short or section.blocks):
        if block.kind == "part":
            heading = block.title
        if block.table and not block.table.is_aside:
            yield Text()
            if title := block.table.title or heading:
                yield Text(f"{title} ({block.table.aside})" if block.table.aside else title, style="dim")
            heading = ""
            yield _Fitting(block.table)
            if any(_is_not_apart(cell) for row in block.table.rows for cell in row.cells):
                yield Text(
                    f"{NOT_APART}: not told apart from no effect at this n, each attack looked at by itself",
                    style="dim",
                )
        elif block.kind == "notes":
            yield from [Text()] if was and was.table else []
            yield from (Text(note, style="dim") for note in block.texts)
        was = block


@dataclass(frozen=True, slots=True)
class _Fitting:
    """The table with as many columns as the terminal is wide enough for; where its words would be broken even so,
    without its intervals."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        ranks = sorted({column.rank for column in self.table.columns})
        tried = [(rank, False) for rank in ranks] + [(ranks[-1], True)]
        for rank, is_bare in tried:
            printed = _printed(self.table, rank, is_bare)
            for column in printed.columns:
                if column.no_wrap:
                    widths = [Measurement.get(console, options, cell).maximum for cell in column.cells]
                    column.min_width = max(widths, default=0)
            fits = Measurement.get(console, options.update(max_width=WIDE), printed).minimum <= options.max_width
            if fits and not _breaks(console, options, printed):
                break
        yield printed
        if is_bare:
            yield Text(NARROW, style="dim")


def _breaks(console: Console, options: ConsoleOptions, printed: Printed) -> bool:
    """Whether a word of the table would be cut off."""
    narrow, wide = (
        sum(part.text.count("…") for line in console.render_lines(printed, given) for part in line)
        for given in (options, options.update(max_width=WIDE))
    )
    return narrow > wide


def _printed(table: Table, rank: int, is_bare: bool) -> Printed:
    """The table without the columns of this rank and those below; where some may go, the others are not broken."""
    printed = Printed(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    is_fitted = any(column.rank for column in table.columns)
    kept = [place for place, column in enumerate(table.columns) if not 0 < column.rank <= rank]
    for place in kept:
        column, is_name = table.columns[place], place < table.names
        no_wrap = is_name or is_fitted
        printed.add_column(column.name, justify="left" if is_name else "right", no_wrap=no_wrap)
    is_grouped = len({row.under[0] for row in table.rows if row.under}) > 1
    was = ""
    for row in table.rows:
        if is_grouped and row.under[0] != was:
            was = row.under[0]
            printed.add_row()
            printed.add_row(Text(was, style="bold"))
        cells = [_cell(table.columns[place], row.cells[place], is_bare) for place in kept]
        printed.add_row(Text.assemble("  " if is_grouped else "", cells[0]), *cells[1:])
    return printed


def _cell(column: Column, given: Cell, is_bare: bool) -> Text:
    cell = replace(given, is_bare=given.is_bare or is_bare)
    tone = STYLES.get(change(cell.figure), "") if column.is_toned and cell.figure else ""
    note = cell.note if cell.note.startswith(",") else f" {cell.note}".rstrip()
    sure = NOT_APART if _is_not_apart(cell) else how_sure(cell)
    return Text.assemble((said(cell), tone), (f" {sure}".rstrip() + note, "dim"))


def _is_not_apart(cell: Cell) -> bool:
    """Whether a difference without its interval is not told apart from none: in a sign, as there is little room."""
    return cell.is_bare and bool(cell.figure) and how_sure(cell) == "indistinguishable"
