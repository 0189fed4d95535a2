"""The report on a terminal: its sentences and one table."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stumper.reports.pictures import groups
from stumper.reports.report import Report, Row
from stumper.reports.wording import change, count, interval, percent, signed
from stumper.scores.intervals import Estimate

FIGURES = ("n", "F1 before", "after, %", "difference", "EM after", "fooled, %", "queries")
STYLES = {"lower": "red", "higher": "green"}


def terminal(report: Report) -> RenderableType:
    """Sentences, an aligned table and notes; colours are left to the console that prints them."""
    said = [Text(sentence, style="bold" if place == 0 else "") for place, sentence in enumerate(report.sentences)]
    if not report.rows:
        return Group(*said)
    notes = [Text(note, style="dim") for note in report.notes]
    return Group(*said, Text(), _table(report), Text(), *notes)


def _table(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("attack", no_wrap=True)
    for name in FIGURES:
        table.add_column(name, justify="right", no_wrap=name != "difference")
    for group in groups(report):
        if group.title:
            table.add_row()
            table.add_row(Text(group.title, style="bold"))
        for row in group.rows:
            table.add_row(("  " if group.title else "") + row.names.attack, *_figures(row))
    return table


def _figures(row: Row) -> list[Text]:
    return [
        Text(count(row.f1.after.n)),
        Text(percent(row.f1.before.value)),
        _estimate(row.f1.after),
        _difference(row.f1.difference),
        Text(percent(row.exact_match.after.value)),
        Text(percent(row.success.value)),
        Text(count(row.queries.total)),
    ]


def _estimate(estimate: Estimate) -> Text:
    return Text.assemble(percent(estimate.value), (f" {interval(estimate)}".rstrip(), "dim"))


def _difference(difference: Estimate) -> Text:
    word = change(difference)
    if word == "indistinguishable":
        return Text.assemble(signed(difference.value), (" indistinguishable", "dim"))
    return Text(signed(difference.value), style=STYLES.get(word, ""))
