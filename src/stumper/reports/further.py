"""The scores of a task that its section does not tell of, such as those that packages add: what each attack leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stumper.scores.before_after import before_after
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.scores.variants import counted
from stumper.scoring import Measure
from stumper.sections.ran import Ran
from stumper.sections.section import Block, Further, RunFigures, Section, Table
from stumper.sections.showing import columns, details, line, part, points, shown
from stumper.sections.wording import NOTHING_MADE, capital, listed
from stumper.statistics import UNKNOWN
from stumper.task import Task

MOST_OPEN = 8  # rows that stand open
HEADER = ("system", "attack", "score", "n", "before, %", "after, %", "difference")


def with_further(section: Section, task: Task, runs: Sequence[Ran]) -> Section:
    """The section with a table of all measures of its task that it does not tell of itself: of any run, or of one by
    the measure of its goal."""
    measures, told = task.scoring.measures, {run.run_id: run.measure for run in section.runs}
    found = [
        _scored(run, name, measure, task)
        for run in runs
        if run.goal not in task.scoring.apart
        for name, measure in measures.items()
        if name not in (*section.measures, told.get(run.id))
    ]
    if not found:
        return section
    short = [one for one in found if not measures[one.score].is_aside]
    return replace(
        section,
        blocks=(*section.blocks, _block(found)),
        short=(*section.short, _block(short)) if section.short and short else section.short,
        runs=tuple(
            _signed(run, [one for one in found if one.run_id == run.run_id], runs, measures) for run in section.runs
        ),
        further=tuple(found),
    )


def _block(found: Sequence[Further]) -> Block:
    rows = [
        line(
            one.names.victim, one.names.attack, one.label, one.n, one.before,
            *((NOTHING_MADE,) * 2 if one.is_unmade else (one.after, points(one.difference))),
        )
        for one in found
    ]  # fmt: skip
    table = shown(Table(columns(*HEADER), tuple(rows), names=3))
    if len(rows) <= MOST_OPEN:
        return part("Further scores", table)
    labels = listed(dict.fromkeys(one.label for one in found))
    return part("Further scores", details(f"{capital(labels)} under every attack", table))


def _scored(run: Ran, name: str, measure: Measure, task: Task) -> Further:
    """A measure that is not the task's own has worst variants of its own."""
    found = counted(run.variants, name, task.counts_variants)
    compared = before_after(found.originals, found.before[name], found.after[name], found.groups)
    changed = (UNKNOWN, UNKNOWN) if run.has_nothing else (compared.after, compared.difference)
    return Further(run.id, run.names, name, measure.label, len(found.units), compared.before, *changed, run.is_unmade)


def _signed(
    run: RunFigures, found: Sequence[Further], runs: Sequence[Ran], measures: Mapping[str, Measure]
) -> RunFigures:
    [ran] = [one for one in runs if one.id == run.run_id]
    seen = len(ran.attempts) - len(ran.unseen)
    left_out = {"errored": "left-out", **({"trained_on": f"{seen}-left-out"} if seen else {})}
    how = {**left_out, "goal": ran.goal, "seed": str(ran.seed)}
    lines = (
        signature(one.score, one.n, **measures[one.score].how, **how, **made_by(one.after))
        for one in found
        if not ran.has_nothing
    )
    return replace(run, signatures=(*run.signatures, *lines))
