"""What every report says of attacks against systems, whatever their task: scores, contests, and what transfers."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.reports.doubts import doubts, failing, few_groups, judged_aside, lacking_rows, repeated, with_few_groups
from stumper.sections.contests import Counting, contests, transfers
from stumper.sections.matrix import Matrix, matrices
from stumper.sections.matrix_parts import JOINTLY, costs_part, matrix_part
from stumper.sections.ran import Ran
from stumper.sections.section import Block, Section
from stumper.sections.showing import notes, shown
from stumper.sections.tournament import (
    Contest,
    drawing_notes,
    joint_notes,
    most_potent,
    most_resilient,
    potency_part,
    short_tables,
    unjudged_notes,
    unmet,
    worst_notes,
)
from stumper.sections.transfer import Transfer, matrix, transfer_part
from stumper.sections.verdict import verdict
from stumper.task import Task

AT_ONCE = 1  # matrices of what transfers on a terminal: those of the most potent attacks
MOST_SAID_FIRST = 5  # sentences that are said first; what is left is said among the notes


def with_contests(
    section: Section, task: Task, runs: Sequence[Ran]
) -> tuple[Section, list[Matrix], list[Contest], list[Transfer]]:
    """The section with what there is to say of its attacks against its systems, and that as values."""
    headline = task.scoring.headline
    label = task.scoring.measures[headline].label
    must_fool = task.desk is None or task.desk.composing is None
    how = Counting(headline, label, task.counts_variants, task.unit, task.called, must_fool)
    ranked = [run for run in runs if run.goal not in task.scoring.apart]
    every = [] if section.tells_contests else contests(ranked, how)
    met = [one for one in every if _is_told(one)]
    crossed, found = transfers(ranked, how, section.measured), matrices(ranked, section.runs, task)
    told = _judged(section, met, every, crossed)
    return _scored(told, found, runs, task), found, met, crossed


def _is_told(contest: Contest) -> bool:
    """Whether there is more to say than the matrix does: of several systems, or of what was judged."""
    return len(contest.victims) > 1 or _is_judged(contest)


def _is_judged(contest: Contest) -> bool:
    return any(attack.judges for attack in contest.judged)


def _scored(section: Section, found: Sequence[Matrix], runs: Sequence[Ran], task: Task) -> Section:
    """The section with its matrices in front, and the verdict on each system as its first sentences."""
    several = len(found) > 1
    said = [
        sentence
        for one in found
        for sentence in with_few_groups(verdict(one, f" on {one.dataset}" if several else ""), one)
    ]
    every = [*doubts(runs, task), *said, *failing(runs, found, task), *lacking_rows(runs), *section.sentences]
    parts: list[Block] = []
    for one in found:
        on = one.dataset if several else ""
        changed = [_on_dataset(costs_part(one), on)] if one.attacks else []
        parts += [_on_dataset(matrix_part(one, above=on), on), *changed]
    further = notes([*every[MOST_SAID_FIRST:], *judged_aside(runs), *few_groups(found), *repeated(runs, task)])
    is_wider = any(met.is_wider_together for one in found for met in one.met)
    apart = notes([f"In tables each interval is by itself{JOINTLY}."] if is_wider else [])
    return replace(section, sentences=tuple(every[:MOST_SAID_FIRST]), blocks=(*parts, *section.blocks, *further),
                   short=(*section.short, *apart, *further) if section.short else ())  # fmt: skip


def _on_dataset(block: Block, dataset: str) -> Block:
    """The block with its tables, and those within it, said to be of a data set."""
    table = replace(block.table, on=dataset) if block.table else None
    return replace(block, table=table, blocks=tuple(_on_dataset(one, dataset) for one in block.blocks))


def _judged(section: Section, met: Sequence[Contest], every: Sequence[Contest], crossed: Sequence[Transfer]) -> Section:
    several, is_any = len(every) > 1, any(map(_is_judged, every))
    sentences = [
        said
        for one in met
        if _is_judged(one)
        for said in (most_potent(one, _on(one, several)), *most_resilient(one, _on(one, several)))
        if said
    ]
    named = [(one, one.dataset if several else "") for one in met]
    blocks = [_on_dataset(potency_part(one, above=on), on) for one, on in named]
    unjudged = [said for one in every for said in unjudged_notes(one, _on(one, several), is_any)]
    lacking = notes(
        unjudged
        + [
            said
            for one in met
            for said in (*drawing_notes(one.judged, one.unit), *unmet(one), *worst_notes(one), *joint_notes(one))
        ]
    )
    ordered = _most_potent_first(crossed, met)
    crossing = [matrix(one, several=True) for one in ordered[:AT_ONCE]]
    tables = [*(table for one in met for table in short_tables(one)), *crossing]
    at = next((place for place, block in enumerate(section.short) if block.kind == "notes"), len(section.short))
    short = (*section.short[:at], *map(shown, tables), *lacking, *section.short[at:]) if section.short else ()
    return replace(
        section,
        sentences=(*section.sentences, *sentences),
        blocks=(*blocks, *lacking, *transfer_part(ordered), *section.blocks),
        short=short,
    )


def _most_potent_first(crossed: Sequence[Transfer], met: Sequence[Contest]) -> list[Transfer]:
    order = [(one.dataset, row.adversary) for one in met for row in one.main.tournament.potencies]
    places = {key: place for place, key in enumerate(order)}
    return sorted(crossed, key=lambda one: places.get((one.dataset, one.attack), len(places)))


def _on(contest: Contest, several: bool) -> str:
    return f" on {contest.dataset}" if several else ""
