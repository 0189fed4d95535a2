"""How the attempts of runs ended, and what they took: a table of any task."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from stumper.scores.intervals import Estimate
from stumper.sections.judged import Judges, judged
from stumper.sections.ran import OUTCOMES, Outcomes, Queries, Told
from stumper.sections.section import Column, Row, Table
from stumper.sections.showing import Value, line, share
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
    named: Callable[[Costing], Row],
    is_asked: Callable[[Costing], bool],
    more: Sequence[tuple[Column, Callable[[Costing], Value]]] = (),
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
        begun = named(run)
        cells = (
            *begun.cells,
            *(getattr(run.outcomes, ended) for ended in OUTCOMES),
            *([run.trained_on] if is_trained else []),
            share(run.success, f"of {run.success.n}"),
            *(run.queries.mean, run.queries.median, run.queries.total),
            *(of(run) for _, of in more),
            judged(run.correct, run.judges, is_asked(run)),
        )
        rows.append(line(*cells, under=begun.under))
    aside = "attempts, and distinct queries an attempt"
    return Table(header, tuple(rows), title="Outcomes and cost", aside=aside, under=under, is_wide=True)
