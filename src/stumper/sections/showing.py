"""What makes the parts of a section: headings, sentences, pictures, tables and their cells."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from stumper.sections.judged import Judges, judged
from stumper.sections.ran import OUTCOMES, Outcomes, Queries, Told
from stumper.sections.section import Block, Cell, Column, Dumbbell, Dumbbells, Row, Table, Unit
from stumper.sections.wording import OUTCOME_MEANINGS, OUTCOME_WORDS, RULES, TRAINED_ON, UNPROPOSED, count
from stumper.statistics import Estimate

Value = str | float | Estimate | Cell


def part(title: str, *blocks: Block, above: str = "") -> Block:
    """Blocks under a heading, with a line ``above`` it."""
    return Block("part", title, above, blocks=blocks)


def details(title: str, *blocks: Block, aside: str = "", is_open: bool = False) -> Block:
    """Blocks that a page shows at a click."""
    return Block("details", title, aside, blocks=blocks, is_open=is_open)


def lead(text: str) -> Block:
    """A sentence about the pictures of a page."""
    return Block("lead", texts=(text,))


def said(text: str) -> Block:
    """A sentence."""
    return Block("said", texts=(text,))


def notes(texts: Sequence[str]) -> tuple[Block, ...]:
    """What to know of figures, one by one; nothing where there is nothing."""
    return (Block("notes", texts=tuple(texts)),) if texts else ()


def shown(table: Table) -> Block:
    """A table."""
    return Block("table", table=table)


def drawn(
    rows: Sequence[Dumbbell], words: tuple[str, str] = ("before", "after"), nothing: str = "nothing was scored"
) -> Block:
    """A picture of figures."""
    return Block("dumbbells", dumbbells=Dumbbells(tuple(rows), words, nothing))


def line(*values: Value, under: tuple[str, ...] = ()) -> Row:
    """A row of texts, counts, shares and whatever else is a cell, under these headings."""
    return Row(tuple(map(cell, values)), under)


def cell(value: Value) -> Cell:
    """The cell of a text, of a count (or a mean of counts), or of a share, which is shown in percent."""
    if isinstance(value, str):
        return Cell(value)
    if isinstance(value, Estimate):
        return share(value)
    return value if isinstance(value, Cell) else Cell(number=value, unit="count")


def dumbbell(
    name: str,
    after: Estimate,
    *more: Value,
    before: Estimate | None = None,
    aside: str = "",
    hue: int = 0,
    under: tuple[str, ...] = (),
) -> Dumbbell:
    """A figure of a picture, with what ``more`` is told beside it, and its n where that is nothing; ``hue`` is the
    number of its colour."""
    told = share(after, "" if more else f", n = {count(after.n)}")
    return Dumbbell(name, after, (told, *map(cell, more)), before, aside, f"s{hue}", under)


def columns(*names: str) -> tuple[Column, ...]:
    """Columns of these names."""
    return tuple(map(Column, names))


def given(*names: str) -> tuple[Column, ...]:
    """Columns that are called by names of others: of systems, sets, labels."""
    return tuple(Column(name, is_given=True) for name in names)


def text(told: str, note: str = "") -> Cell:
    """The cell of a text."""
    return Cell(told, note=note)


def share(estimate: Estimate, note: str = "") -> Cell:
    """The cell of a share, which is shown in percent."""
    return Cell(figure=estimate, unit="share", note=note)


def points(estimate: Estimate) -> Cell:
    """The cell of a difference of shares, which is shown in percentage points."""
    return Cell(figure=estimate, unit="points")


def mean(estimate: Estimate, note: str = "") -> Cell:
    """The cell of a mean of counts."""
    return Cell(figure=estimate, unit="mean", note=note)


def gain(estimate: Estimate) -> Cell:
    """The cell of a difference of means of counts."""
    return Cell(figure=estimate, unit="gain")


def turned(before: Estimate, after: Estimate) -> Cell:
    """The cell of a share before and after."""
    return Cell(figure=after, unit="share", before=before)


def bare(estimate: Estimate, unit: Unit = "share") -> Cell:
    """The cell of a figure without its interval."""
    return Cell(figure=estimate, unit=unit, is_bare=True)


def fooled(success: Estimate, is_bare: bool = True) -> Cell:
    """The cell of the share of attempts that succeeded, of how many that were made."""
    return Cell(figure=success, unit="share", is_bare=is_bare, note=f"of {count(success.n)}" if success.n else "")


class Cost(Told, Protocol):
    """A run in numbers; ``success`` is the share of succeeded attempts among those that were made."""

    @property
    def goal(self) -> str:
        """Says by its name what fooled is."""

    @property
    def outcomes(self) -> Outcomes:
        """Counts the attempts by how they ended."""

    @property
    def success(self) -> Estimate:
        """Estimates the share of succeeded attempts among those that were made."""

    @property
    def queries(self) -> Queries:
        """Sums up how many queries an attempt took."""

    @property
    def correct(self) -> Estimate:
        """Estimates the share of what the attack made that is correct."""

    @property
    def judges(self) -> tuple[Judges, ...]:
        """Counts who judged what the run made, by kind."""

    @property
    def open(self) -> int:
        """Counts what was judged and is not settled."""


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
    is_lacking = any(run.outcomes.unproposed for run in runs)
    header = (
        Column("attack"),
        *(Column(OUTCOME_WORDS[ended], "attempts", OUTCOME_MEANINGS[ended]) for ended in OUTCOMES),
        *([Column("nothing proposed", "attempts", UNPROPOSED)] if is_lacking else []),
        *([Column("trained-on", "attempts", TRAINED_ON)] if is_trained else []),
        Column("fooled, %", meaning="of the attempts that had something to ask and were neither skipped nor in error"),
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
            *([run.outcomes.unproposed] if is_lacking else []),
            *([run.trained_on] if is_trained else []),
            share(run.success, f"of {run.success.n}"),
            *(run.queries.mean, run.queries.median, run.queries.total),
            *(of(run) for _, of in more),
            judged(run.correct, run.judges, is_asked(run), run.open),
        )
        rows.append(line(*cells, under=begun.under))
    is_both = is_lacking and any(run.outcomes.skipped for run in runs)
    already = "; what was wrong already is skipped, also where nothing was proposed" if is_both else ""
    rules = [RULES[goal] for goal in dict.fromkeys(run.goal for run in runs) if goal in RULES]
    told = f"; fooled is: {', or '.join(dict.fromkeys(rules))}" if rules else ""
    aside = f"attempts, and distinct queries an attempt{already}{told}"
    return Table(header, tuple(rows), title="Outcomes and cost", aside=aside, under=under, is_wide=True)
