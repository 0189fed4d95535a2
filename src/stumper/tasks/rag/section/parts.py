"""The parts of a report that are about retrieval and blame: tables and a picture."""

from collections.abc import Iterator, Sequence

from stumper.scores.before_after import BeforeAfter
from stumper.sections.section import Block, Cell, Column, Dumbbell, Row, Table
from stumper.sections.showing import (
    columns,
    details,
    drawn,
    dumbbell,
    lead,
    line,
    notes,
    part,
    points,
    said,
    share,
    shown,
    turned,
)
from stumper.sections.wording import attack_name, count
from stumper.statistics import Estimate
from stumper.tasks.rag.section.blame import FATES, MEANINGS
from stumper.tasks.rag.section.figures import Flow, RagRun, Retrieval
from stumper.tasks.rag.section.sentences import deep

BLAME = (
    "What became of questions whose gold passages the system had before the attack, and of those that nothing answers: "
    "○ before, ● after. Others are left out, as nothing that an attack does could make them worse; and so is what "
    "became of no question."
)
FLOW = "Of those with a fate before the attack (a row): how many have which after it, and the share of the row."
NAMES = ("system", "attack")


def blocks(runs: Sequence[RagRun], sentences: Sequence[str] = ()) -> list[Block]:
    """These sentences, where there are any; then blame, answers that attacks wanted said, what was retrieved, and
    abstaining; each where it is told. A control that changes nothing has nothing to tell."""
    first = [part("What each attack does", *notes(sentences))] if sentences else []
    attacked = [run for run in runs if run.names.control != "unchanged"]
    return [*first, *_blame(attacked), *_targets(attacked), *_retrieval(attacked), *_abstaining(attacked)]


def _blame(runs: Sequence[RagRun]) -> Iterator[Block]:
    told = [run for run in runs if run.blame and run.blame.n]
    if not told:
        return
    met = [fate for fate in FATES if any(_occurs(run.blame.fates[fate]) for run in told if run.blame)]
    rows = tuple(
        line(*_names(run), run.blame.n, *(turned(run.blame.fates[fate].before, run.blame.fates[fate].after)
                                          for fate in met))
        for run in told
        if run.blame
    )  # fmt: skip
    fates = tuple(Column(fate, "% of n, before → after", MEANINGS[fate]) for fate in met)
    table = Table((*columns(*NAMES, "n"), *fates), rows, names=2, is_wide=True)
    pictured = drawn([one for run in told for one in _dumbbells(run)])
    yield part("Whose fault it was", lead(BLAME), pictured, details("All shares", shown(table)))
    yield part("From which fate to which", said(FLOW), shown(_flows(told)))


def _flows(runs: Sequence[RagRun]) -> Table:
    """A row for each fate that questions had before an attack, with where they went; the more, the darker."""
    flows = [(run, before, gone) for run in runs if run.blame for before, gone in run.blame.flow.items()]
    met = [fate for fate in FATES if any(fate in gone for _, _, gone in flows)]
    header = (
        Column("before"),
        Column("n"),
        *(Column(fate, "% of n, and how many, after", MEANINGS[fate]) for fate in met),
    )
    rows = [
        line(before, sum(one.variants for one in gone.values()), *(_gone(gone.get(fate)) for fate in met), under=(
            f"{run.names.victim}, {attack_name(run.names)}",
        ))
        for run, before, gone in flows
    ]  # fmt: skip
    return Table(header, tuple(rows), under=(Column("system and attack"),))


def _gone(one: Flow | None) -> Cell | str:
    if one is None:
        return "–"
    return Cell(figure=one.share, unit="share", note=f", {count(one.variants)}", shade=one.share.value)


def _dumbbells(run: RagRun) -> list[Dumbbell]:
    """The fates that ever occur; what was right first."""
    assert run.blame is not None, "a run whose blame is told"
    under = (f"under {attack_name(run.names)}, {run.names.victim}, n = {count(run.blame.n)}",)
    return [
        dumbbell(fate, one.after, before=one.before, hue=place % 5, under=under)
        for place, (fate, one) in enumerate(run.blame.fates.items())
        if _occurs(one)
    ]


def _occurs(one: BeforeAfter) -> bool:
    return bool(one.before.value or one.after.value)


def _targets(runs: Sequence[RagRun]) -> Iterator[Block]:
    told = [(run, run.target) for run in runs if run.target]
    if told:
        header = (
            *columns(*NAMES, "n"),
            Column("before, %", meaning="say it without the attack"),
            Column("after, %", meaning="say it, and no right answer beside it", is_main=True),
            *columns("difference", "errors"),
        )
        rows = [line(*_names(run), one.after.n, one.before, one.after, points(one.difference), run.errored)
                for run, one in told]  # fmt: skip
        yield part("Answers that attacks want said", shown(Table(header, tuple(rows), names=2)))


def _retrieval(runs: Sequence[RagRun]) -> Iterator[Block]:
    told = [(run, one) for run in runs if (one := run.retrieval) and (one.gold.after.n or one.added.n)]
    if told:
        header = (
            *columns(*NAMES, "n"),
            Column("k", meaning="passages retrieved for a question without the attack, of how many it searched"),
            Column("gold retrieved, %", meaning="all passages that together say the answer; before, and after"),
            Column("difference"),
            Column("added retrieved, %", meaning="one at least of the passages that the attack put in"),
            Column("precision, %", meaning="of what was retrieved, what the attack put in (Zou et al. 2025)"),
            Column("recall, %", meaning="of what the attack put in, what was retrieved (Zou et al. 2025)"),
        )
        rows = [
            line(
                *_names(run),
                one.gold.after.n,
                deep(one).removeprefix("k = ").partition(" (")[0],  # a sentence says what is not read
                turned(one.gold.before, one.gold.after) if one.gold.after.n else "–",
                points(one.gold.difference) if one.gold.after.n else "–",
                *(_of_added(figure, one) for figure in (one.added, one.precision, one.recall)),
            )
            for run, one in told
        ]
        yield part("What was retrieved", shown(Table(header, tuple(rows), names=2)))


def _of_added(figure: Estimate, found: Retrieval) -> Cell | str:
    """A share that is about added passages, and of how many it is where that is not the number of its row."""
    return share(figure, "" if figure.n == found.gold.after.n else f"n = {count(figure.n)}") if figure.n else "–"


def _abstaining(runs: Sequence[RagRun]) -> Iterator[Block]:
    """A table of the questions that keep what they have, an answer or none; and one of those whose answer is taken
    away, which have it before the attack alone."""
    taken = [run for run in runs if run.goal == "answered_anyway" and run.abstaining.unanswerable.after.n]
    tables = [*_abstained([run for run in runs if run not in taken]), *_once_taken(taken)]
    if tables:
        yield part("Who says that there is no answer", *map(shown, tables))


def _abstained(runs: Sequence[RagRun]) -> Iterator[Table]:
    rows: list[Row] = []
    for run in runs:
        sides = (run.abstaining.answerable, run.abstaining.unanswerable)
        if any(side.after.n and (side.before.value or side.after.value) for side in sides):
            cells = [cell for side in sides
                     for cell in (side.after.n, turned(side.before, side.after) if side.after.n else "–")]  # fmt: skip
            rows.append(line(*_names(run), *cells))
    if rows:
        header = (
            *columns(*NAMES),
            Column("n", "with an answer"),
            Column("says none, %", "with an answer", "wrong: passages say the answer"),
            Column("n", "without one"),
            Column("says none, %", "without one", "right: no passage says it"),
        )
        yield Table(header, tuple(rows), names=2)


def _once_taken(runs: Sequence[RagRun]) -> Iterator[Table]:
    if runs:
        header = (
            *columns(*NAMES, "n"),
            Column("while there is one, %", meaning="says none before the attack, of the same questions: wrong"),
            Column(
                "once taken away, %", meaning="says none under the attack, which leaves no answer: right", is_main=True
            ),
            *columns("errors"),
        )
        told = [(run, run.abstaining.unanswerable) for run in runs]
        rows = tuple(line(*_names(run), one.after.n, one.before, one.after, run.errored) for run, one in told)
        yield Table(header, rows, names=2, title="Attacks that take the answer away")


def _names(run: RagRun) -> tuple[str, str]:
    return run.names.victim, attack_name(run.names)
