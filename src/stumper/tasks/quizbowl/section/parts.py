"""What is shown of attacks on guessers: pictures and tables, in the order of the page."""

from collections.abc import Sequence

from stumper.sections.pictures import COLOURS, At, Curved, Plot, Tick, hues
from stumper.sections.play import SharePoint
from stumper.sections.section import Block, Column, Row, Table
from stumper.sections.showing import (
    bare,
    columns,
    cost_table,
    details,
    drawn,
    dumbbell,
    fooled,
    lead,
    line,
    notes,
    part,
    points,
    shown,
    text,
    turned,
)
from stumper.sections.wording import NOTHING, NOTHING_MADE, attack_label, attack_name
from stumper.statistics import UNKNOWN, Estimate
from stumper.tasks.quizbowl.section.figures import AttackCurve, TossupRun
from stumper.tasks.quizbowl.section.sentences import nevers, share_label

NOTES = "What to know about these figures"
TOLD_SHARES = (0.25, 0.5, 0.75, 1.0)
WITH_INTERVALS = (0.5, 0.75, 1.0)
AXIS = "percent of the question read"
ACROSS = tuple(Tick(float(share), str(share), share in (25, 75)) for share in (0, 25, 50, 75, 100))
PAIRS = (
    ("right at the end", "accuracy"),
    ("after the first sentence", "first_sentence"),
    ("first right after", "position"),
    ("expected wins", "wins"),
)
READ = columns(*(f"{share_label(share)}% read" for share in TOLD_SHARES))


def blocks(runs: Sequence[TossupRun], curves: Sequence[AttackCurve]) -> tuple[Block, ...]:
    """All of it but the notes."""
    read = (
        "The share of questions in percent on which the guesser has been right at least once, against the share of the "
        "question that was read."
    )
    return (
        part(
            "How early a guesser is right",
            lead("First right after ○ so many percent of the words before and ● after; never counts as all of them."),
            _pictured(runs, "position"),
            details("As tables: scores, outcomes and cost", shown(_scores(runs)), shown(_costs(runs))),
            details(
                "Right at least once, by the share that was read",
                lead(read),
                Block("plots", plots=tuple(attack_plots(curves))),
                shown(_curve_table(runs, curves)),
            ),
        ),
    )


def noted(told: Sequence[str]) -> tuple[Block, ...]:
    """What to know."""
    return (part(NOTES, *notes(told)),) if told else ()


def short(runs: Sequence[TossupRun]) -> Block:
    """What a terminal shows."""
    header = (
        *columns("attack"), Column("n", rank=3),
        *columns("before, %", "after, %", "first right, %", "later by"),
        Column("fooled, %", rank=1), Column("queries", rank=2),
    )  # fmt: skip
    victims = list(dict.fromkeys(run.names.victim for run in runs))
    rows = [
        line(
            attack_label(run), run.accuracy.after.n, bare(run.accuracy.before),
            *((NOTHING_MADE, NOTHING, NOTHING) if run.is_unmade else
              (run.accuracy.after, bare(run.position.after), bare(run.position.difference, "points"))),
            fooled(run.success), run.queries.total,
            under=(run.names.victim,),
        )
        for run in sorted(runs, key=lambda one: victims.index(one.names.victim))
    ]  # fmt: skip
    return shown(Table(header, tuple(rows), under=(Column("guesser", is_given=True),)))


def attack_plots(curves: Sequence[AttackCurve]) -> list[Plot]:
    """A plot a guesser: the original questions in grey, and what each attack made of them; runs of errors alone have
    none."""
    groups: dict[tuple[str, str], list[AttackCurve]] = {}
    for curve in (curve for curve in curves if curve.after[-1].estimate.n):
        groups.setdefault((curve.names.dataset, curve.names.victim), []).append(curve)
    several = len({dataset for dataset, _ in groups}) > 1
    plots = []
    for (dataset, victim), alike in groups.items():
        widest = max(alike, key=lambda curve: curve.before[-1].estimate.n)
        drawn = [("original", 0, widest.before)]
        drawn += [
            (curve.names.attack, place if place <= COLOURS else 0, curve.after) for place, curve in enumerate(alike, 1)
        ]
        plots.append(share_plot(f"{victim} on {dataset}" if several else victim, drawn))
    return plots


def share_plot(title: str, drawn: Sequence[tuple[str, int, Sequence[SharePoint]]]) -> Plot:
    """Shares of questions against the share that was read, each curve with its label and colour."""
    curves = tuple(
        Curved(
            label,
            colour,
            tuple(At(one.share * 100, one.estimate.value, one.estimate, one.share in WITH_INTERVALS) for one in points),
        )
        for label, colour, points in drawn
    )
    return Plot(title, title, AXIS, ACROSS, curves)


def told_shares(points: Sequence[SharePoint]) -> list[Estimate]:
    """A curve's points at the shares that a table tells; UNKNOWN where it has none."""
    return [next((one.estimate for one in points if abs(one.share - told) < 1e-9), UNKNOWN) for told in TOLD_SHARES]


def _pictured(runs: Sequence[TossupRun], name: str) -> Block:
    colours = hues(run.names.victim for run in runs)
    rows = []
    for run in runs:
        pair, hue = getattr(run, name), colours[run.names.victim]
        told = pair.after, NOTHING_MADE if run.is_unmade else points(pair.difference)
        rows.append(dumbbell(attack_name(run.names), *told, before=pair.before, aside=run.names.victim, hue=hue))
    return drawn(rows)


def _scores(runs: Sequence[TossupRun]) -> Table:
    header = (
        *columns("guesser", "attack", "n"),
        *(Column(name, over) for over, _ in PAIRS for name in ("before and after, %", "difference")),
        Column("never right", meaning="before, and after the attack"),
    )
    rows = []
    for run in runs:
        pairs = [getattr(run, name) for _, name in PAIRS]
        figures = [cell for one in pairs for cell in (turned(one.before, one.after), points(one.difference))]
        n = run.accuracy.after.n
        figures.append(text(" → ".join(nevers(number, n) for number in run.nevers)))
        told = (NOTHING_MADE if run.is_unmade else one for one in figures)
        rows.append(line(run.names.victim, attack_label(run), n, *told))
    aside = "in percent, with 95% intervals; differences in points, paired"
    return Table(header, tuple(rows), names=2, title="Scores", aside=aside, is_wide=True)


def _costs(runs: Sequence[TossupRun]) -> Table:
    def named(run: TossupRun) -> Row:
        return line(text(attack_label(run), f"({run.names.victim} on {run.names.dataset}, goal {run.goal})"))

    return cost_table(runs, named, lambda run: True)


def _curve_table(runs: Sequence[TossupRun], curves: Sequence[AttackCurve]) -> Table:
    unmade = {run.run_id for run in runs if run.is_unmade}
    rows = [
        line(
            curve.names.attack,
            curve.names.victim,
            title,
            *(NOTHING_MADE if curve.run_id in unmade else one for one in told_shares(points)),
        )
        for curve in curves
        for title, points in (("before", curve.before), ("after", curve.after))
    ]
    return Table((*columns("attack", "guesser", ""), *READ), tuple(rows), names=3, title="Right once, %", is_wide=True)
