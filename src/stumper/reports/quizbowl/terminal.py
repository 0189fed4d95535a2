"""The quizbowl part on a terminal: who plays how, and what attacks leave of guessers."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stumper.reports.quizbowl.values import Play, Quizbowl, TossupRun
from stumper.reports.quizbowl.words import p_value, points, position_difference, told_change, who
from stumper.reports.wording import NOTHING, attack_label, count, interval, percent, signed_interval
from stumper.scores.intervals import Estimate


def tables(found: Quizbowl) -> Iterator[RenderableType]:
    """A table of play, one of the tests, one of attacks, as far as there is any; then the notes."""
    if found.play and found.play.played:
        yield _played(found.play)
        yield Text()
    if found.play and found.play.compared:
        yield _tests(found.play)
        yield Text()
    if found.runs:
        yield _attacks(found.runs)
        yield Text()
    yield from (Text(note, style="dim") for note in found.notes)


def _played(play: Play) -> Table:
    table = _table("player", "set")
    for header in ("n", "right, %", "buzzes right, %", "read, %", "expected wins, %", "points"):
        table.add_column(header, justify="right")
    for row in play.played:
        figures = [_estimate(row.accuracy), _estimate(row.buzzes), _estimate(row.position), _estimate(row.wins)]
        table.add_row(who(row.player, row.is_machine), row.label, count(row.accuracy.n), *figures, points(row.points))
    return table


def _tests(play: Play) -> Table:
    table = _table("player", "sets")
    for header in ("n", "right, points", "Fisher", "n right", "read, points", "Welch"):
        table.add_column(header, justify="right")
    for row in play.compared:
        table.add_row(
            who(row.player, row.is_machine), f"{row.first}, {row.second}",
            f"{count(row.exact.first[1])}, {count(row.exact.second[1])}", signed_interval(row.accuracy),
            p_value(row.exact.p), f"{count(row.welch.first)}, {count(row.welch.second)}",
            position_difference(row.welch), p_value(row.welch.p),
        )  # fmt: skip
    return table


def _attacks(runs: tuple[TossupRun, ...]) -> Table:
    table = _table("attack", "guesser")
    for header in ("n", "right at the end, %", "after, %", "first right, %", "difference", "fooled, %", "queries"):
        table.add_column(header, justify="right")
    for run in runs:
        table.add_row(
            attack_label(run), run.names.victim, count(run.accuracy.after.n), percent(run.accuracy.before.value),
            _estimate(run.accuracy.after), percent(run.position.after.value), told_change(run.position),
            percent(run.success.value), count(run.queries.total),
        )  # fmt: skip
    return table


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in names:
        table.add_column(name, no_wrap=True)
    return table


def _estimate(estimate: Estimate) -> Text:
    if not estimate.n:
        return Text(NOTHING, style="dim")
    return Text.assemble(percent(estimate.value), (f" {interval(estimate)}".rstrip(), "dim"))
