"""How the attempts of runs ended, and what they took: a table of any task."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from stumper.scores.intervals import Estimate
from stumper.sections.judged import Judges, judged
from stumper.sections.ran import OUTCOMES, Outcomes, Queries, Told
from stumper.sections.section import Cell, Column, Table, counted, share, text
from stumper.sections.section import Row as TableRow
from stumper.sections.wording import OUTCOME_MEANINGS, OUTCOME_WORDS, TRAINED_ON


class Cost(Told, Protocol):
    """A run in numbers; ``success`` is the share of succeeded attempts among those that were made."""

    @property
    def outcomes(self) -> Outcomes: ...
    @property
    def success(self) -> Estimate: ...
    @property
    def queries(self) -> Queries: ...
    @property
    def correct(self) -> Estimate: ...
    @property
    def judges(self) -> tuple[Judges, ...]: ...


Costing = TypeVar("Costing", bound=Cost)


def cost_table(
    runs: Sequence[Costing],
    named: Callable[[Costing], TableRow],
    is_asked: Callable[[Costing], bool],
    more: Sequence[tuple[Column, Callable[[Costing], Cell]]] = (),
    under: tuple[Column, ...] = (),
) -> Table:
    """A row a run, which begins as ``named``, with ``more`` columns; whether its changes are to be judged is known."""
    is_trained = any(run.trained_on for run in runs)
    header = (
        Column("attack"),
        *(Column(OUTCOME_WORDS[ended], "attempts", OUTCOME_MEANINGS[ended]) for ended in OUTCOMES),
        *([Column("trained-on", "attempts", TRAINED_ON)] if is_trained else []),
        Column("fooled, %", meaning="of the attempts that were neither skipped nor in error"),
        *(Column(name, "queries") for name in ("mean", "median", "total")),
        *(column for column, _ in more),
        Column("judged correct, %", meaning="of what was judged: grammatical, with the right answer, and on task"),
    )
    rows = []
    for run in runs:
        spent, begun = run.queries, named(run)
        cells = (
            *begun.cells,
            *(counted(getattr(run.outcomes, ended)) for ended in OUTCOMES),
            *([counted(run.trained_on)] if is_trained else []),
            share(run.success, f"of {run.success.n}"),
            *map(counted, (spent.mean, spent.median, spent.total)),
            *(cell(run) for _, cell in more),
            text(judged(run.correct, run.judges, is_asked(run))),
        )
        rows.append(TableRow(cells, begun.under))
    aside = "attempts, and distinct queries an attempt"
    return Table(header, tuple(rows), title="Outcomes and cost", aside=aside, under=under, is_wide=True)
