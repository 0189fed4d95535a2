"""Every table of a report as CSV, for a spreadsheet, and as LaTeX, for a paper."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import chain, count
from math import isnan

from stumper.datasets.csv_cells import written as guarded
from stumper.reports.report import Report
from stumper.sections.section import Cell, Table, within
from stumper.sections.wording import how_sure, said

NO_NUMBER = ""
SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "→": r"$\rightarrow$", "°": r"$^\circ$",
    "±": r"$\pm$", "–": "--",
}  # fmt: skip


def csv_text(table: Table) -> str:
    """The table with a header; a figure is four columns: its value, the ends of its interval, and its n, unrounded."""
    figured = [any(row.cells[place].figure is not None for row in table.rows) for place in range(len(table.columns))]
    kept = StringIO()
    writer = csv.writer(kept, lineterminator="\n")
    header = [column.name for column in table.under]
    for column, is_figure in zip(table.columns, figured, strict=True):
        name = f"{column.over} {column.name}".strip().removesuffix(", %").removesuffix(", points")
        header += [name, f"{name} low", f"{name} high", f"{name} n"] if is_figure else [name]
    writer.writerow(header)
    for row in table.rows:
        cells = map(_values, row.cells, figured)
        writer.writerow([*map(guarded, row.under), *chain.from_iterable(cells)])
    return kept.getvalue()


def latex_text(table: Table) -> str:
    """The table as a tabular with the rules of booktabs, rounded as on the page."""
    names = len(table.under) + table.names
    width = len(table.under) + len(table.columns)
    lines = [f"% {table.title}"] if table.title else []
    lines += [f"\\begin{{tabular}}{{{'l' * names}{'r' * (width - names)}}}", r"\toprule"]
    header = [column.name for column in table.under]
    header += [f"{column.over} {column.name}".strip() for column in table.columns]
    lines += [_line(map(_escaped, header)), r"\midrule"]
    lines += [_line([*map(_escaped, row.under), *map(_latex, row.cells)]) for row in table.rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def tables(report: Report) -> Iterator[tuple[str, Table]]:
    """All tables in the order of the page, each with the name of its file, which no other has; it says which data set a
    table is of, where the report has several."""
    taken: set[str] = set()
    for section in report.sections:
        for block in within(section.blocks):
            if block.table:
                title = block.table.title or block.table.columns[0].name
                name = file_name(" ".join(filter(None, (section.name, block.table.on, title))))
                numbered = (f"{name}-{number}" for number in count(2))
                name = next(one for one in chain([name], numbered) if one not in taken)
                taken.add(name)
                yield name, block.table


def table_files(report: Report) -> Iterator[tuple[str, str, str]]:
    """The name, the ending and the text of each file that holds a table of the report."""
    for name, table in tables(report):
        yield name, "csv", csv_text(table)
        yield name, "tex", latex_text(table)


def file_name(text: str) -> str:
    """Letters and digits of a text, with hyphens between."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:120] or "table"


def _values(cell: Cell, is_figure: bool) -> list[str]:
    if not is_figure:
        return [_plain(cell)]
    figure = cell.figure
    if figure is None:
        return [_plain(cell), NO_NUMBER, NO_NUMBER, NO_NUMBER]
    return [*map(_number, (figure.value, figure.low, figure.high)), str(figure.n)]


def _plain(cell: Cell) -> str:
    if cell.unit == "count" and cell.figure is None:
        return _number(cell.number)
    return guarded(said(cell))


def _number(value: float) -> str:
    return NO_NUMBER if isnan(value) else f"{value:.10g}"


def _latex(cell: Cell) -> str:
    words, sure = said(cell), how_sure(cell)
    note = "" if cell.note.startswith("n = ") else cell.note.removeprefix(", ")
    bracket, _, word = sure.partition("] ") if "] " in sure else (sure, "", "")
    small = f"{bracket}]" if word else bracket
    parts = [_escaped(words), *([f"{{\\scriptsize {_escaped(small)}}}"] if small else [])]
    parts += [_escaped(text) for text in (word, note) if text]
    return " ".join(parts)


def _line(cells: Iterator[str] | Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _escaped(text: str) -> str:
    return "".join(SPECIAL.get(letter, letter) for letter in text.replace("\n", " "))
