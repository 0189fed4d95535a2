"""The report on a terminal: its sentences and one table."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from stumper.reports.cells import how_sure, said
from stumper.reports.pictures import groups
from stumper.reports.quizbowl.terminal import tables as quizbowl
from stumper.reports.report import Report, Row
from stumper.reports.sections import Section
from stumper.reports.verification.terminal import tables
from stumper.reports.wording import attack_label, change, count, interval, percent, signed
from stumper.scores.intervals import Estimate

FIGURES = ("n", "F1 before", "after, %", "difference", "EM after", "fooled, %", "queries")
LEAST_TOLD = ("EM after", "queries", "n")  # what a narrow terminal goes without, in this order
STYLES = {"lower": "red", "higher": "green"}


def terminal(report: Report) -> RenderableType:
    """Sentences, an aligned table and notes; colours are left to the console that prints them."""
    sentences = [Text(sentence, style="bold" if place == 0 else "") for place, sentence in enumerate(report.sentences)]
    notes = [Text(note, style="dim") for note in report.notes]
    reading: list[RenderableType] = [Text(), _Fitting(report), Text(), *notes] if report.rows else []
    claims: list[RenderableType] = [shown for part in report.verification for shown in (Text(), *tables(part))]
    tossups = [Text(), *quizbowl(report.quizbowl)] if report.quizbowl else []
    others = [shown for part in report.sections for shown in (Text(), *_section(part))]
    return Group(*sentences, *reading, *claims, *tossups, *others)


@dataclass(frozen=True, slots=True)
class _Fitting:
    """The table with as many columns as the terminal is wide enough for."""

    report: Report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        for left_out in range(len(LEAST_TOLD) + 1):
            figures = [name for name in FIGURES if name not in LEAST_TOLD[:left_out]]
            table = _table(self.report, figures)
            for column in table.columns:
                if column.no_wrap:
                    column.min_width = max(Measurement.get(console, options, cell).maximum for cell in column.cells)
            if Measurement.get(console, options.update(max_width=1000), table).minimum <= options.max_width:
                break
        yield table


def _table(report: Report, figures: list[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("attack", no_wrap=True)
    for name in figures:
        table.add_column(name, justify="right", no_wrap=name != "difference")
    for group in groups(report):
        if group.title:
            table.add_row()
            table.add_row(Text(group.title, style="bold"))
        for row in (row for family in group.families for row in family.rows):
            table.add_row(("  " if group.title else "") + attack_label(row), *map(_figures(row).get, figures))
    return table


def _figures(row: Row) -> dict[str, Text]:
    return dict(
        zip(
            FIGURES,
            (
                Text(count(row.f1.after.n)),
                Text(percent(row.f1.before.value)),
                _estimate(row.f1.after),
                _difference(row.f1.difference),
                Text(percent(row.exact_match.after.value)),
                Text(percent(row.success.value)),
                Text(count(row.queries.total)),
            ),
            strict=True,
        )
    )


def _section(part: Section) -> Iterator[RenderableType]:
    for found in part.tables:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for place, name in enumerate(found.header):
            table.add_column(name, justify="left" if place < found.names else "right", no_wrap=place < found.names)
        for row in found.rows:
            table.add_row(*(Text.assemble(said(cell), (f" {how_sure(cell)}".rstrip(), "dim")) for cell in row))
        yield table
    yield from (Text(note, style="dim") for note in part.notes)


def _estimate(estimate: Estimate) -> Text:
    return Text.assemble(percent(estimate.value), (f" {interval(estimate)}".rstrip(), "dim"))


def _difference(difference: Estimate) -> Text:
    word = change(difference)
    if word == "indistinguishable":
        return Text.assemble(signed(difference.value), (" indistinguishable", "dim"))
    return Text(signed(difference.value), style=STYLES.get(word, ""))
