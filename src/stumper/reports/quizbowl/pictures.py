"""The geometry of curves against the share of a question that was read, in percent of the width and px of the height.

The templates draw what stands here.
"""

from collections.abc import Mapping, Sequence

from stumper.reports.pictures import COLOURS, HEIGHT, LONGEST_LABEL, Line, Panel, Tick, Whisker, apart
from stumper.reports.quizbowl.values import (
    PEOPLE,
    AttackCurve,
    Grouping,
    Measure,
    Play,
    Quizbowl,
    ShareCurve,
    SharePoint,
)
from stumper.reports.wording import percent

WITH_INTERVALS = (0.5, 0.75, 1.0)
ACROSS = tuple(Tick(float(share), str(share), share in (25, 75)) for share in (0, 25, 50, 75, 100))
UP = tuple(Tick(HEIGHT * (1 - share / 100), str(share)) for share in (0, 20, 40, 60, 80, 100))


def player_colours(play: Play) -> Mapping[str, int]:
    """The colour of people, of each machine in the order in which they play; grey for more than there are colours."""
    names = dict.fromkeys([row.player for row in play.played if not row.is_machine])
    names |= dict.fromkeys(row.player for row in play.played if row.is_machine)
    order = [PEOPLE] * (PEOPLE in names) + [name for name in names if name != PEOPLE]
    return {name: place if place <= COLOURS else 0 for place, name in enumerate(order, 1)}


def attack_colours(found: Quizbowl) -> Mapping[str, int]:
    """The colour of each guesser that was attacked."""
    victims = dict.fromkeys(run.names.victim for run in found.runs)
    return {victim: place if place <= COLOURS else 0 for place, victim in enumerate(victims, 1)}


TITLES: Mapping[Grouping, str] = {
    "set": "{} questions",
    "round": "{}",
    "against": "written against {}",
    "training": "{} in training",
}


def play_panels(play: Play, by: Grouping, of: Measure) -> tuple[Panel, ...]:
    """Accuracy against the share read: a plot a set, a round, a machine or a band, and a line a player.

    (Wallace et al. 2019, figures 4 to 7.)
    """
    colours = player_colours(play)
    groups: dict[str, list[ShareCurve]] = {}
    for curve in play.curves:
        if (curve.by, curve.of) == (by, of):
            groups.setdefault(curve.label, []).append(curve)
    titles = {label: TITLES[by].format(label) for label in groups}
    return tuple(
        _panel(
            f"{titles[label][:1].upper()}{titles[label][1:]}", [(c.player, colours[c.player], c.points) for c in curves]
        )
        for label, curves in groups.items()
    )


def attack_panels(curves: Sequence[AttackCurve]) -> tuple[Panel, ...]:
    """A plot a guesser: the original questions in grey, and what each attack made of them; runs of errors alone have
    none."""
    groups: dict[tuple[str, str], list[AttackCurve]] = {}
    for curve in (curve for curve in curves if curve.after[-1].estimate.n):
        groups.setdefault((curve.names.dataset, curve.names.victim), []).append(curve)
    panels = []
    for (dataset, victim), alike in groups.items():
        widest = max(alike, key=lambda curve: curve.before[-1].estimate.n)
        drawn = [("original", 0, widest.before)]
        drawn += [
            (curve.names.attack, place if place <= COLOURS else 0, curve.after) for place, curve in enumerate(alike, 1)
        ]
        several = len({name for name, _ in groups}) > 1
        panels.append(_panel(f"{victim} on {dataset}" if several else victim, drawn))
    return tuple(panels)


def _panel(title: str, drawn: Sequence[tuple[str, int, Sequence[SharePoint]]]) -> Panel:
    heights = [_down(points[-1].estimate.value) for _, _, points in drawn]
    lines = tuple(
        _line(label, colour, points, label_height, 4 * (2 * place - len(drawn) + 1))
        for place, ((label, colour, points), label_height) in enumerate(zip(drawn, apart(heights), strict=True))
    )
    return Panel(title, "accuracy", ACROSS, UP, lines)


def _line(label: str, colour: int, points: Sequence[SharePoint], label_height: float, aside: float) -> Line:
    last = points[-1].estimate
    steps = [f"{point.share * 1000:.1f} {_down(point.estimate.value):.1f}" for point in points]
    whiskers = tuple(
        Whisker(point.share * 100, _down(point.estimate.high), _down(point.estimate.low))
        for point in points
        if point.share in WITH_INTERVALS and point.estimate.n > 1
    )
    shown = label if len(label) <= LONGEST_LABEL else f"…{label[1 - LONGEST_LABEL :]}"
    height = _down(last.value)
    return Line(
        shown, percent(last.value), colour, "M" + "L".join(steps), "", 100.0, height, label_height, aside, whiskers
    )


def _down(value: float) -> float:
    return round(HEIGHT * (1 - value), 2)
