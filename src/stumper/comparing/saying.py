"""A comparison in words: its table, and what changed most."""

from collections.abc import Iterator
from textwrap import shorten

from stumper.comparing.compared import Compared, Comparison, Figure, called, not_ended, over, where
from stumper.comparing.flips import Flip
from stumper.sections.section import Cell, Column, Row, Table
from stumper.sections.wording import attack_words, change, count, listed, percent, plural, signed, signed_interval
from stumper.statistics import CHANGE, Estimate, Grouping, Scored, means, merged, simultaneous
from stumper.statistics.groups import FEW
from stumper.types import ORIGINAL

SHOWN_OF_QUESTION = 200  # characters of a question that is shown on a terminal
MOST_NAMED = 3  # comparisons in which a system left something unanswered that a sentence names


def headline(found: Comparison) -> str:
    """What to quote: of the first two systems on the first data set the change without attack, and that under the
    attack where it is worst, by an interval that holds for all attacks; of controls where there is nothing else."""
    first = found.cells[0]
    alike = [cell for cell in found.cells if (cell.dataset, cell.systems) == (first.dataset, first.systems)]
    plain = [_told(found, cell, cell.figure.changed.difference) for cell in alike if not cell.attack]
    attacks = [cell for cell in alike if cell.attack and not cell.is_control]
    if not attacks:
        return plain[0] if plain else _told(found, first, first.figure.changed.difference)
    groups = merged(cell.pairs.groups for cell in attacks)
    together = simultaneous(means([_changes(cell) for cell in attacks], groups), CHANGE)
    worst, difference = min(zip(attacks, together, strict=True), key=lambda one: one[1].value)
    picked = f", the worst of {len(attacks)} attacks by an interval that holds for all of them"
    return " ".join([*plain, _told(found, worst, difference, picked if len(attacks) > 1 else "")])


def _told(found: Comparison, cell: Compared, difference: Estimate, picked: str = "") -> str:
    changed = cell.figure.changed
    sides = found.a, found.b
    a, b = called(cell, sides)
    return (
        f"{cell.figure.label} {where(cell)}: {a} has {percent(changed.before.value)}, {b} "
        f"{percent(changed.after.value)}: {_difference(difference)}, {over(cell, sides)}{picked}."
    )


def _changes(cell: Compared) -> Scored:
    before, after = cell.pairs.scores
    return Scored(cell.pairs.originals, after - before)


def _difference(difference: Estimate) -> str:
    if not difference.is_known:
        return f"{signed(difference.value)} points, too few to tell"
    word = change(difference)
    told = f"{signed_interval(difference)} points"
    return f"{told}, {word}" if word == "indistinguishable" else told


def sides_line(found: Comparison) -> str:
    """What A and B are."""
    systems = [list(dict.fromkeys(cell.systems[side] for cell in found.cells)) for side in (0, 1)]
    told = [
        called if own in ([called], [f"file:{called}"]) else f"{called} ({listed(own)})"
        for called, own in zip((found.a, found.b), systems, strict=True)
    ]
    return f"A is {told[0]}; B is {told[1]}."


def table(found: Comparison, verbose: bool = False) -> Table:
    """A row a cell: the figure of A, of B, the difference, and how many units changed which way; where it is verbose,
    one for each score."""
    shown = [(cell, figure) for cell in found.cells for figure in (cell.figure, *(cell.further if verbose else ()))]
    names = {
        "data set": [cell.dataset for cell, _ in shown],
        "systems": [" → ".join(dict.fromkeys(cell.systems)) for cell, _ in shown],
        "attack": [cell.under for cell, _ in shown],
        "score": [figure.label for _, figure in shown],
    }
    kept = [name for name, texts in names.items() if name == "attack" or len(set(texts)) > 1]
    header = (
        *map(Column, kept),
        *(Column(name) for name in ("n", "A, %", "B, %")),
        Column("B − A, points", is_toned=True, is_main=True),
        *(Column(name, rank=1) for name in ("improved", "fell", "stayed")),
    )
    rows = tuple(
        Row((*(Cell(names[name][place]) for name in kept), *_cells(figure))) for place, (_, figure) in enumerate(shown)
    )
    return Table(header, rows, names=len(kept), title=sides_line(found))


def _cells(figure: Figure) -> Iterator[Cell]:
    changed = figure.changed
    yield Cell(number=changed.difference.n, unit="count")
    yield Cell(figure=changed.before, unit="share", is_bare=True)
    yield Cell(figure=changed.after, unit="share", is_bare=True)
    yield Cell(figure=changed.difference, unit="points")
    for number in (figure.improved, figure.fell, figure.stayed):
        yield Cell(number=number, unit="count")


PAIRED = {
    "original": "Paired by original: each at its worst variant for A and for B, or as it is where there is none.",
    "variant": "Paired by variant; those of one original count as one group.",
    "mean": "Paired by original, each at the mean of its variants: these were made against A and against B.",
}


def paired_notes(found: Comparison) -> Iterator[str]:
    """What is paired with what, by what intervals are made, and that several were looked at."""
    hows = {cell.pairs.by for cell in found.cells if cell.attack}
    yield from (told for how, told in PAIRED.items() if how in hows)
    yield from _unanswered_notes(found)
    by_level: dict[str, list[Grouping]] = {}
    too_few: dict[tuple[str, int], None] = {}
    for cell in found.cells:
        if (by := cell.figure.changed.difference.by) is not None:
            too_few |= dict.fromkeys(by.too_few)
            if by.level != ORIGINAL:
                by_level.setdefault(by.level, []).append(by)
    for level, groupings in by_level.items():
        fewest, most = (of(by.groups for by in groupings) for of in (min, max))
        number = " to ".join(dict.fromkeys((count(fewest), count(most))))
        alone = max(number for by in groupings for number in (0, *dict(by.alone).values()))
        none = f" ({plural(alone, 'original')} at most {'is' if alone == 1 else 'are'} in none)" if alone else ""
        few = ", corrected for so few" if min(by.fewest for by in groupings) < FEW else ""
        effect = f"{max(by.design_effect for by in groupings):.1f}{' at most' if len(groupings) > 1 else ''}"
        yield f"Intervals (95%) are by {level}, of which there are {number}{none}{few}; the design effect is {effect}."
    for level, groups in too_few:
        verb = "is" if groups == 1 else "are"
        yield f"There {verb} only {plural(groups, level)}: too few to tell what others would differ by."
    yield from (f"{not_ended(run)}." for run in found.unfinished)
    if len(found.cells) > 1:
        yield f"The table has {len(found.cells)} comparisons, each by itself: of 20 intervals one misses."


def _unanswered_notes(found: Comparison) -> Iterator[str]:
    """What each system left without an answer, where it left anything so."""
    silent: dict[str, list[tuple[int, Compared]]] = {}
    for cell in found.cells:
        for number, name in zip(cell.unanswered, called(cell, (found.a, found.b)), strict=True):
            if number:
                silent.setdefault(name, []).append((number, cell))
    for name, lacks in silent.items():
        most = sorted(lacks, key=lambda one: -one[0])[:MOST_NAMED]
        told = [f"{count(number)} of {plural(len(cell.pairs), cell.counts)} {where(cell)}" for number, cell in most]
        more = f"some in {plural(len(lacks) - len(most), 'more comparison')}"
        every = listed([*told, *([more] if len(lacks) > len(most) else [])])
        verb = "counts" if sum(number for number, _ in lacks) == 1 else "count"
        yield f"{name} has no answer to {every}, which {verb} as wrong."


def flipped(found: Comparison) -> Iterator[tuple[str, tuple[Flip, ...], int]]:
    """The examples that are kept, under a heading each way, with how many there are in all; nothing where none
    changed."""
    totals = [sum(getattr(cell.figure, way) for cell in found.cells) for way in ("fell", "improved")]
    for heading, flips, total in zip(("fell", "improved"), (found.fell, found.improved), totals, strict=True):
        if flips:
            yield heading, flips, total


def flip_lines(flip: Flip, several: bool) -> Iterator[str]:
    """An example in lines: what was asked, and what A and B said."""
    under = f" under {attack_words(flip.attack)}" if flip.attack else ", without attack"
    yield f"{flip.original}{f' of {flip.dataset}' if several else ''}{under}"
    if flip.question:
        yield f"  {shorten(flip.question, SHOWN_OF_QUESTION, placeholder=' …')}"
    scores = flip.before, flip.after
    for side, answer, is_unanswered, score in zip("AB", flip.answers, flip.unanswered, scores, strict=True):
        yield f"  {side}: {_said(answer, is_unanswered)} ({percent(score)})"


def _said(answer: str | None, is_unanswered: bool) -> str:
    """An answer in words: to leave a question unanswered is not to abstain."""
    if is_unanswered:
        return "left unanswered"
    return "no answer is known" if answer is None else answer or "says that there is no answer"
