"""What is shown of a matrix: one table of systems under attacks, and one chart of what each attack changes."""

from collections.abc import Sequence
from math import isnan

from stumper.sections.inference import MARGIN
from stumper.sections.matrix import Matrix, Met
from stumper.sections.pictures import hues
from stumper.sections.ran import victim_words
from stumper.sections.section import Block, Cell, Column, Dot, DotRow, Dots, Row, Table
from stumper.sections.showing import Value, columns, details, given, lead, line, part, points, shown, text
from stumper.sections.wording import NOTHING, change, count, listed, nothing, percent, plural, signed, stopped_at
from stumper.statistics import Estimate

DARKEST = 0.6  # points that are lost in the darkest cells
WIDEST = 9  # attacks beside which systems stand as rows
UNATTACKED = "no attack"
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
JOINTLY = "; those of the first sentences hold for all attacks on all systems at once"
AT_MOST = 7  # marks on the axis


def matrix_part(found: Matrix, above: str = "") -> Block:
    """All scores of the matrix: the darker, the more of its score a system loses."""
    return part("Scores under attack", lead(_about(found)), shown(matrix_table(found)), above=above)


def matrix_table(found: Matrix) -> Table:
    """A row a system, and a column an attack; where there are more attacks than fit, a row an attack."""
    title = f"{found.measure}, %"
    if len(found.attacks) > WIDEST:
        rows = [_row(UNATTACKED, [_unattacked(found, one) for one in found.systems])]
        rows += [_row(attack, [_cell(found, attack, one) for one in found.systems]) for attack in found.attacks]
        return Table((Column("attack"), *given(*found.systems)), tuple(rows), title=title)
    header = (Column("system"), Column(UNATTACKED, is_given=True), *given(*found.attacks))
    rows = [
        _row(one, [_unattacked(found, one), *(_cell(found, attack, one) for attack in found.attacks)])
        for one in found.systems
    ]
    return Table(header, tuple(rows), title=title, is_wide=True)


def costs_part(found: Matrix) -> Block:
    """What each attack changes in the score of each system, against what it scores on the same originals unattacked."""
    chart = _chart(found)
    about = (
        f"The change in {found.measure} against the same {found.unit}s without the attack, in percentage points with "
        f"95% intervals, each by itself: of 20 one may miss. An attack whose interval lies within the band of "
        f"±{100 * MARGIN:g} points has no effect that matters."
    )
    table = details("As a table", shown(differences_table(found)))
    drawn = [Block("dots", dots=chart)] if chart.rows else []
    return part("What each attack changes", lead(about), *drawn, table)


def differences_table(found: Matrix) -> Table:
    """A row an attack and system: before, after, their difference, and what it is beyond the control's."""
    has_control = any(one.beyond.n for one in found.met)
    meaning = "more than the control that adds a sentence, over what met both"
    header = (
        *columns("attack", "system", "n", "before, %", "after, %", "difference, points"),
        *([Column("beyond the control, points", meaning=meaning)] if has_control else []),
        Column("nothing made", meaning=f"{found.unit}s of which the attack made nothing"),
    )
    jointly = JOINTLY if any(one.is_wider_together for one in found.met) else ""
    is_both = any(one.without and one.wrong_already for one in found.met)
    already = f"; nothing made: of all {found.unit}s, also those that the system had wrong already" if is_both else ""
    rows = [
        line(
            one.attack,
            text(one.victim, f"(made against {one.made_against})" if one.made_against else ""),
            *((0, NOTHING, NOTHING, NOTHING) if one.has_nothing else _before_after(one)),
            *([points(one.beyond) if one.beyond.n else ""] if has_control else []),
            one.unmade,
        )
        for one in _ordered(found)
    ]
    return Table(
        header,
        tuple(rows),
        names=2,
        title=f"{found.measure} before and after each attack",
        aside=f"each interval by itself{jointly}{already}",
    )


def _before_after(met: Met) -> tuple[Value, ...]:
    scores = met.scores
    return scores.after.n, scores.before, scores.after, points(scores.difference)


def _about(found: Matrix) -> str:
    said = [
        f"{found.measure} in percent with 95% intervals, and the change in points against the same {found.unit}s "
        "without the attack. The sentences above pick the worst of many: what was picked so is more often too low a "
        "figure than too high, and their intervals are wider, as they hold for all attacks on all systems at once. By "
        "these a cell is coloured where something is lost, a control by its own; the more, the stronger."
    ]
    if any(one.made_against for one in found.met):
        said.append("° was made against another system.")
    if any(one.stopped for one in found.met):
        said.append("* was stopped before its end, and is no figure of the whole.")
    if found.variants_count and _is_of_some(found):
        said.append(
            f"An attack may change only some of the {found.unit}s, or one of them several times: what it changed had "
            "the score behind “from” without it."
        )
    return " ".join(said)


def _is_of_some(found: Matrix) -> bool:
    """Whether any attack is not over all that its system was asked."""
    return any(one.scores.after.n != found.score(one.victim).n or one.without for one in found.met)


def _row(name: str, cells: Sequence[Cell]) -> Row:
    return Row((text(name), *cells))


def _unattacked(found: Matrix, victim: str) -> Cell:
    score = found.score(victim)
    return Cell(figure=score, unit="share", note=f"n = {count(score.n)}")


def _cell(found: Matrix, attack: str, victim: str) -> Cell:
    one = found.of(attack, victim)
    if one is None or one.has_nothing or not one.scores.after.n:
        return text("not asked" if one is None else nothing(one))
    difference = one.scores.difference
    lost = -difference.value if change(one.together) == "lower" else 0.0
    marks = ("°" if one.made_against else "") + ("*" if one.stopped else "")
    note = "" if isnan(difference.value) else f"{signed(difference.value)}{marks}"
    if note and found.variants_count:
        note = f"{note} from {percent(one.scores.before.value)}"
    return Cell(figure=one.scores.after, unit="share", note=note, shade=min(1.0, max(0.0, lost / DARKEST)))


def _ordered(found: Matrix) -> list[Met]:
    return [one for attack in found.attacks for victim in found.systems if (one := found.of(attack, victim))]


def _chart(found: Matrix) -> Dots:
    colours = hues(found.systems)
    rows = []
    for attack in found.attacks:
        every = [one for victim in found.systems if (one := found.of(attack, victim))]
        dots = [Dot(one.victim, one.scores.difference, f"s{colours[one.victim]}") for one in every
                if not (one.has_nothing or isnan(one.scores.difference.value))]  # fmt: skip
        if dots:
            rows.append(DotRow(attack, tuple(dots), _aside(every)))
    figures = [dot.figure for row in rows for dot in row.dots]
    told = f"change in {found.measure}, points"
    return Dots(tuple(rows), _ticks(figures), told, MARGIN)


def _aside(every: Sequence[Met]) -> str:
    """What to know of an attack beside its name."""
    if every[0].is_control:
        return "control"
    ends = [stopped_at(one.stopped) for one in every if one.stopped]
    made = [one for one in every if one.unmade]
    said = [*ends[:1]]
    if made:
        few, most = min(one.unmade for one in made), max(one.unmade for one in made)
        said.append(f"made nothing of {count(few) if few == most else f'{count(few)} to {count(most)}'}")
    return ", ".join(said)


def _ticks(figures: Sequence[Estimate]) -> tuple[float, ...]:
    """Round shares around all intervals and 0."""
    ends = [end for one in figures for end in (one.low, one.high, one.value) if not isnan(end)]
    low, high = min([-0.05, *ends]), max([0.05, *ends])
    step = next((step for step in STEPS if (high - low) / step <= AT_MOST), STEPS[-1])
    first, last = -(-low // step), -(-high // step)
    return tuple(round(place * step, 4) for place in range(int(low // step), int(last) + 1)) if first <= last else ()


def described(found: Matrix) -> str:
    """What was asked of which systems, in words."""
    n = max((found.score(victim).n for victim in found.systems), default=0)
    attacks = found.real_attacks
    controls = {one.attack for one in found.met if one.is_control and not one.has_nothing} & {*found.attacks}
    bundled = f"the {found.dataset} set that ships with Stumper"
    on = f"{plural(n, found.unit)} of {bundled if found.dataset == found.task else found.dataset}"
    systems = listed(victim_words(victim, found.called) for victim in found.systems)
    met = f"{plural(len(attacks), 'attack')}" + (f" and {plural(len(controls), 'control')}" if controls else "")
    named, they = ("Systems", "They") if len(found.systems) > 1 else ("System", "It")
    return f"{on}. {named}: {systems}. {they} met {met}."
