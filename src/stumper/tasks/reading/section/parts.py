"""What is shown of runs on questions: pictures, tables and the error analysis, in the order of the page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from stumper.kind_of_test import MEANING
from stumper.registry import task_named
from stumper.scores.before_after import BeforeAfter
from stumper.sections.families import by_family
from stumper.sections.pictures import COLOURS, hues
from stumper.sections.ran import Names, is_control
from stumper.sections.section import Block, Column, Table
from stumper.sections.showing import (
    Value,
    bare,
    columns,
    cost_table,
    details,
    drawn,
    dumbbell,
    fooled,
    gain,
    lead,
    line,
    mean,
    notes,
    part,
    points,
    said,
    shown,
)
from stumper.sections.wording import NOTHING, attack_label, attack_name, count, decimal, nothing, percent
from stumper.tasks.reading.section.analysis import answer_lengths, finding, question_lengths, shared_words, type_label
from stumper.tasks.reading.section.analysis_pictures import length_plot, shared_plot
from stumper.tasks.reading.section.curves import plots
from stumper.tasks.reading.section.figures import Analysis, AttackType, Curve, Figures, Kind, Row, Tested
from stumper.tasks.reading.section.parted import FEW

UNDER = (Column("victim", is_given=True), Column("family"))
TYPES, CAPABILITIES, KINDS = "By type of attack", "By capability", "Questions with and without an answer"
IN_PERCENT = "in percent, with 95% intervals; differences in points, paired"


class _Named(Protocol):
    @property
    def names(self) -> Names: ...


Named = TypeVar("Named", bound=_Named)


def blocks(told: Figures) -> tuple[Block, ...]:
    """All of it."""
    systems = _systems(told.rows)
    known = [part("What to know about these figures", *notes(told.notes))] if told.notes else []
    return (
        *_analyses(told, systems),
        part(
            "Attack by attack",
            details("F1 and exact match", shown(_scores(told.rows))),
            details("Outcomes and cost", shown(_costs(told.rows))),
            *_kinds(told),
            *_types(told),
            *_tested(told),
            *_slices(told),
            *_takes(told, systems),
        ),
        *known,
    )


def short(told: Figures) -> tuple[Block, ...]:
    """What a terminal shows."""
    header = (
        Column("attack"), Column("n", rank=3), Column("F1 before"), Column("after, %"),
        Column("difference", is_toned=True), Column("EM after", rank=1), Column("fooled, %"), Column("queries", rank=2),
    )  # fmt: skip
    rows = [
        line(
            attack_label(row), row.f1.after.n, bare(row.f1.before),
            *((nothing(row), NOTHING, NOTHING) if row.has_nothing else
              (row.f1.after, bare(row.f1.difference, "points"), bare(row.exact_match.after))),
            fooled(row.success), row.queries.total,
            under=_under(told.rows, row)[:1],
        )
        for row in _ordered(told.rows, told.rows)
    ]  # fmt: skip
    return (shown(Table(header, tuple(rows), under=UNDER[:1])), *notes(told.notes))


def _types(told: Figures) -> tuple[Block, ...]:
    if not any(row.kind for row in told.attack_types):
        return ()
    whole = [row for row in told.attack_types if not row.rule]
    about = "Of the attempts that stand by a change, by its type."
    has_rules = len(whole) < len(told.attack_types)
    rows = told.attack_types if has_rules else whole
    return (details(TYPES, lead(about), shown(_type_table(told, rows))),)


def _type_table(told: Figures, rows: Sequence[AttackType]) -> Table:
    has_rules = any(row.rule for row in rows)
    header = (
        *columns("type of attack", *(["rule"] if has_rules else [])),
        Column("capability", meaning="what a system must be able to do to answer as before"),
        Column("test", meaning=MEANING),
        Column("n", meaning="attempts that were made and stand by a change of this type"), Column("fooled of these, %"),
        Column("F1 before, %"), Column("F1 after, %"), Column("difference, points"),
        Column("words changed, %", meaning="words added and words removed, as a share of the paragraph's words"),
        Column("queries, mean"),
    )  # fmt: skip

    def cells(row: AttackType) -> tuple[Value, ...]:
        label, attack = type_label(row)
        names = f"{label} ({attack})" if attack else label, *([row.rule] if has_rules else [])
        figures = *_compared(row.f1), row.edit_distance, decimal(row.queries)
        return (*names, row.capability, row.test, row.success.n, row.success, *figures)

    return replace(_table(header, told.rows, cells, rows), names=3 + has_rules, title=TYPES, is_wide=True)


def _tested(told: Figures) -> tuple[Block, ...]:
    """What a system can do, by what its variants test."""
    if not told.capabilities:
        return ()
    about = (
        "Each question of which there is such a variant, by whatever attack, at the worst of them and as it was; rows "
        "are of other questions each. The intervals hold for all rows of a system at once."
    )
    header = (
        Column("capability", meaning="what a system must be able to do to answer"),
        Column("test", meaning=MEANING), Column("attacks"), Column("n", meaning="questions"),
        Column("F1 before, %"), Column("F1 after, %", is_main=True), Column("difference, points"),
    )  # fmt: skip
    systems = _systems(told.rows)
    rows = tuple(
        line(
            row.capability, row.test, ", ".join(row.attacks), row.f1.after.n, *_compared(row.f1),
            under=(systems[_system(row)],),
        )
        for row in told.capabilities
    )  # fmt: skip
    table = Table(header, rows, names=3, title=CAPABILITIES, under=UNDER[:1], aside=IN_PERCENT, is_wide=True)
    return (details(CAPABILITIES, lead(about), shown(table), *notes(_lost(told.capabilities, systems))),)


def _lost(rows: Sequence[Tested], systems: Mapping[tuple[str, str], str]) -> list[str]:
    """One for each system that failed on questions whose worst variant is therefore not known."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.lost:
            found.setdefault(systems[_system(row)], []).append(f"{row.capability} ({row.test}) {count(row.lost)}")
    return [
        f"{system} failed on questions under these attacks. Where no variant that it answered scores 0, nobody knows "
        f"which is the worst, and the question is left out: {', '.join(of_one)}."
        for system, of_one in found.items()
    ]


def _slices(told: Figures) -> tuple[Block, ...]:
    """The questions of each slice of the data, before and after each attack."""
    if not told.slices:
        return ()
    about = (
        "Every question is in one part of each slice; those of which nothing was made count as they are. Thirds are of "
        "the questions of the data set, and equal values stay together. The intervals hold for all rows of a system in "
        f"these tables at once, as one of many stands out by chance. Of fewer than {FEW} questions there is no figure."
    )
    labels = {name: slice.label for name, slice in task_named("reading").slices.items()}
    names = dict.fromkeys(row.slice for row in told.slices)
    return (details("By slice of the data", lead(about), *(shown(_slice(told, name, labels[name])) for name in names)),)


def _slice(told: Figures, name: str, label: str) -> Table:
    header = (
        Column(label), Column("attack"), Column("n", meaning="questions"), Column("F1 before, %"),
        Column("F1 after, %", is_main=True), Column("difference, points"),
    )  # fmt: skip
    few = ("too few", "too few", "too few")
    systems = _systems(told.rows)
    rows = sorted((row for row in told.slices or () if row.slice == name), key=lambda row: systems[_system(row)])
    lines = tuple(
        line(
            row.part, attack_name(row.names), row.questions, *(few if row.questions < FEW else _compared(row.f1)),
            under=(systems[_system(row)],),
        )
        for row in rows
    )  # fmt: skip
    return Table(header, lines, names=2, title=f"By {label}", under=UNDER[:1], aside=IN_PERCENT, is_wide=True)


def _takes(told: Figures, systems: Mapping[tuple[str, str], str]) -> tuple[Block, ...]:
    found = plots(told.curves, systems, _colours(told.rows))
    if not found:
        return ()

    def under(curve: Curve) -> tuple[str, ...]:
        return (systems[_system(curve)],) if len(systems) > 1 else ()

    measure = next(curve.measure for curve in told.curves if curve.points)
    rows = [
        line(curve.names.attack, point.queries, point.estimate, under=under(curve))
        for curve in told.curves
        for point in curve.points
        if point.estimate
    ]
    header = columns("attack", "queries", f"mean {measure}, %")
    table = Table(header, tuple(rows), under=UNDER[:1] if len(systems) > 1 else (), is_aside=True)
    about = (
        f"Mean {measure} in percent against the queries spent on one example, on a logarithmic scale. A dot marks "
        "where the last search ended; from there the score stays."
    )
    drawn = Block("plots", plots=tuple(found))
    return (details("What it takes: queries spent", lead(about), drawn, details("As a table", shown(table))),)


def _scores(rows: Sequence[Row]) -> Table:
    compared = ("before, %", "after, %", "difference")
    scores = (Column(name, over, is_main=name == "after, %") for over in ("F1", "exact match") for name in compared)
    header = (*columns("attack", "n"), *scores)

    def cells(row: Row) -> tuple[Value, ...]:
        figures = (*_compared(row.f1), *_compared(row.exact_match))
        return attack_label(row), row.f1.after.n, *(nothing(row) if row.has_nothing else one for one in figures)

    return replace(_table(header, rows, cells), title="Scores", aside=IN_PERCENT, is_wide=True)


def _kinds(told: Figures) -> tuple[Block, ...]:
    """Questions with and without an answer, where there are such, or where a system abstains."""
    if not told.kinds:
        return ()
    compared = ("before, %", "after, %", "difference")
    scores = (Column(name, over) for over in ("F1", "exact match", "abstained") for name in compared)
    header = (*columns("attack", "questions", "n"), *scores)
    without = {row.run_id: nothing(row) for row in told.rows if row.has_nothing}

    def cells(row: Kind) -> tuple[Value, ...]:
        figures = *_compared(row.f1), *_compared(row.exact_match), *_compared(row.abstained)
        return attack_name(row.names), row.kind, row.f1.after.n, *(without.get(row.run_id, one) for one in figures)

    about = (
        "Who abstains says that there is no answer: right where there is none, or none is left after the attack, wrong "
        "where there is one. Who left a "
        "question unanswered has not abstained."
    )
    every = _table(header, told.rows, cells, told.kinds)
    table = replace(every, names=2, title=KINDS, aside=IN_PERCENT, is_wide=True)
    return (details(KINDS, lead(about), shown(table)),)


def _costs(rows: Sequence[Row]) -> Table:
    meaning = "probability that the victim's lists of guesses leave out; expected scores count it as 0"
    return cost_table(
        _ordered(rows, rows),
        lambda row: line(attack_label(row), under=_under(rows, row)),
        lambda row: bool(row.f1.after.n and row.names.control != "unchanged"),
        [(Column("left out, %", meaning=meaning), _left_out)],
        UNDER,
    )


def _left_out(row: Row) -> str:
    """The probability that a victim's lists of guesses leave out, in percent."""
    if row.uncovered is None:
        return "no distribution" if row.f1.after.n else NOTHING
    return percent(row.uncovered)


def _analyses(told: Figures, systems: Mapping[tuple[str, str], str]) -> tuple[Block, ...]:
    if not told.analyses:
        return ()
    turned = {found.run_id: found.failures.long_answers.n for found in told.analyses}  # so many answers turned wrong
    first, *others = sorted(told.analyses, key=lambda found: -turned[found.run_id])
    about = (
        "Of questions that were answered exactly right before an attack that changed them: where the wrong answers "
        "lie, and how the questions of those that ●[right] are still right differ from those that ●[wrong] turned "
        "wrong."
    )
    folded = [_analysis(found, systems) for found in others]
    more = f"{len(others)} more: the other attacks and systems"
    return (
        part(
            "Where right answers turn wrong",
            lead(about),
            _analysis(first, systems, is_open=True),
            *([details(more, *folded)] if folded else []),
        ),
    )


def _analysis(found: Analysis, systems: Mapping[tuple[str, str], str], is_open: bool = False) -> Block:
    plots = (
        Block("figure", "Words in a row from the paragraph", texts=(shared_words(found),), spots=shared_plot(found)),
        Block("figure", "Length of the question", texts=(question_lengths(found),), histograms=length_plot(found)),
    )
    changed = [replace(dumbbell(row.category, row.success), hue="wrong") for row in found.changed_words]
    title = "Fooled, by what the added sentence changed in the question"
    return details(
        f"{attack_name(found.names)} on {systems[_system(found)]}",
        Block("figures", blocks=plots),
        *([Block("figure", title, blocks=(drawn(changed),))] if changed else []),
        *(said(one) for one in filter(None, [answer_lengths(found)])),
        details("As tables", *_analysis_tables(found, f"{attack_name(found.names)} on {systems[_system(found)]}")),
        aside=finding(found),
        is_open=is_open,
    )


def _analysis_tables(found: Analysis, on: str) -> list[Block]:
    """The tables of an attack ``on`` a system, which their titles name."""
    failures, lengths = found.failures, found.failures.question_words
    alike = [
        line("number", lengths.still_right.n, lengths.turned_wrong.n, ""),
        line("words, mean", mean(lengths.still_right), mean(lengths.turned_wrong), gain(lengths.difference)),
    ]
    for row in failures.shared:
        title = f"{row.n} word{'s in a row' if row.n > 1 else ''} from the paragraph, %"
        alike.append(line(title, row.share.still_right, row.share.turned_wrong, points(row.share.difference)))
    header = columns("questions", "still right", "turned wrong", "difference")
    tables = [Table(header, tuple(alike), title=f"Right and wrong under {on}")]
    by_length = (line(str(row.words), row.still_right, row.turned_wrong) for row in failures.lengths)
    header = columns("words of the question", "still right", "turned wrong")
    tables.append(Table(header, tuple(by_length), title=f"Length of questions under {on}", is_aside=True))
    if found.changed_words:
        changed = (line(row.category, row.success.n, row.success) for row in found.changed_words)
        header = columns("changed in the question", "n", "fooled, %")
        tables.append(Table(header, tuple(changed), title=f"Changed in the question by {on}"))
    return [shown(table) for table in tables]


def _table(
    header: tuple[Column, ...],
    rows: Sequence[Row],
    cells: Callable[[Any], tuple[Value, ...]],
    shown: Sequence[Row] | Sequence[AttackType] | Sequence[Kind] = (),
) -> Table:
    """A table of the runs, or of what is ``shown`` of them, under their systems and families."""
    found = tuple(line(*cells(row), under=_under(rows, row)) for row in _ordered(rows, shown or rows))
    return Table(header, found, under=UNDER)


def _compared(found: BeforeAfter) -> tuple[Value, Value, Value]:
    return found.before, found.after, points(found.difference)


def _under(rows: Sequence[Row], row: _Named) -> tuple[str, str]:
    return _systems(rows)[_system(row)], row.names.family


def _ordered(rows: Sequence[Row], shown: Sequence[Named]) -> list[Named]:
    """Rows of any table by data set and victim, then by family."""
    return [
        row
        for key in _systems(rows)
        for family in by_family((row for row in shown if _system(row) == key), lambda row: row.names.family).values()
        for row in family
    ]


def _systems(rows: Sequence[Row]) -> dict[tuple[str, str], str]:
    """The data sets and victims, with what they are called."""
    keys = dict.fromkeys(_system(row) for row in rows)
    several = len({dataset for dataset, _ in keys}) > 1
    return {key: f"{key[1]} on {key[0]}" if several else key[1] for key in keys}


def _system(row: _Named) -> tuple[str, str]:
    return row.names.dataset, row.names.victim


def _colours(rows: Sequence[Row]) -> Mapping[str, int]:
    """The colour of each run: by victim where there are several, else by attack with grey (0) for the controls.

    More attacks than colours have those of their families.
    """
    if len({row.names.victim for row in rows}) > 1:
        keys = {row.run_id: row.names.victim for row in rows}
    else:
        attacks = [row for row in rows if not is_control(row.names)]
        by_attack = len({row.names.attack for row in attacks}) <= COLOURS
        keys = {row.run_id: row.names.attack if by_attack else row.names.family for row in attacks}
    found = hues(keys.values())
    return {row.run_id: found.get(keys.get(row.run_id, ""), 0) for row in rows}
