"""The verification part on a terminal: attacks against systems, and how resilient these are."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stumper.reports.judges import NOT_JUDGED
from stumper.reports.verification.values import Verification
from stumper.reports.verification.words import compared
from stumper.reports.wording import NOTHING, count, interval, percent
from stumper.scores.adversarial import Tournament
from stumper.scores.intervals import Estimate


def tables(part: Verification) -> Iterator[RenderableType]:
    """Scores and potencies by attack, the most potent first; then resiliences, where something was judged."""
    standings = part.standings[0]
    found = standings.tournament
    yield Text(f"{part.dataset}: {standings.measure} after each attack, %", style="dim")
    yield _attacks(found)
    if any(row.adversaries for row in found.resiliences):
        yield Text()
        yield _resiliences(found)
    yield from (Text(note, style="dim") for note in part.notes)


def _attacks(found: Tournament) -> Table:
    victims = [row.victim for row in found.resiliences]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("attack", no_wrap=True)
    for header in ("n", *victims, "raw potency", "correct, %", "potency"):
        table.add_column(header, justify="right")
    scores = {(cell.adversary, cell.victim): cell.score for cell in found.cells}
    for row in found.potencies:
        met = [scores.get((row.adversary, victim)) for victim in victims]
        figures = [Text("") if score is None else _cell(score, row.raw.n) for score in met]
        judged = [_estimate(row.correct_rate), _estimate(row.potency)]
        table.add_row(row.adversary, count(row.raw.n), *figures, _estimate(row.raw), *judged)
    return table


def _resiliences(found: Tournament) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("system", no_wrap=True)
    table.add_column("resilience", justify="right")
    table.add_column("")
    for row in found.resiliences:
        table.add_row(row.victim, _estimate(row.resilience), Text(compared(found, row), style="dim"))
    return table


def _cell(score: Estimate, n: int) -> Text:
    """The score, with its n where that is another than the attack's."""
    if score.n == 0:
        return Text(NOTHING, style="dim")
    return _estimate(score) if score.n == n else Text.assemble(_estimate(score), (f", n = {count(score.n)}", "dim"))


def _estimate(estimate: Estimate) -> Text:
    if estimate.n == 0:
        return Text(NOT_JUDGED, style="dim")
    return Text.assemble(percent(estimate.value), (f" {interval(estimate)}".rstrip(), "dim"))
