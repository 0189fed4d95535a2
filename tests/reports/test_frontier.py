"""The picture of what attacks take against how much of them is correct."""

from math import nan

from stumper.scores.adversarial import Potency
from stumper.sections.frontier import HEIGHT, frontier_block
from stumper.statistics import UNKNOWN, Estimate


def potency(name: str, gain: Estimate, correct: Estimate, is_baseline: bool = False) -> Potency:
    return Potency(name, is_baseline, raw=gain, correct_rate=correct, potency=gain, gain=gain)


STRONG = potency("strong", Estimate(0.3, 0.1, 0.5, 90), Estimate(0.5, 0.4, 0.6, 90))
MILD = potency("mild", Estimate(-0.1, -0.3, 0.1, 90), Estimate(1.0, 0.9, 1.0, 90))
CONTROL = potency("control", Estimate(0.0, -0.1, 0.1, 90), Estimate(1.0, 0.9, 1.0, 90), is_baseline=True)
UNJUDGED = potency("unjudged", Estimate(0.3, 0.1, 0.5, 90), UNKNOWN)


def test_each_judged_attack_is_a_point_with_both_intervals() -> None:
    _, block = frontier_block([STRONG, CONTROL, UNJUDGED, MILD])
    plot = block.frontier
    assert plot is not None
    assert [(point.number, point.label) for point in plot.points] == [(1, "strong"), (2, "mild")]
    strong, mild = plot.points
    assert (strong.x, strong.left, strong.right) == (50, 40, 60)
    assert 0 <= strong.above < strong.y < strong.below < mild.below <= HEIGHT
    [zero] = [tick.place for tick in plot.up if tick.text == "0"]
    assert strong.below < zero < mild.y


def test_what_has_no_interval_is_a_point_alone() -> None:
    alone = potency("alone", Estimate(0.2, nan, nan, 1), Estimate(1.0, nan, nan, 1))
    _, block = frontier_block([STRONG, alone])
    assert block.frontier is not None
    point = block.frontier.points[1]
    assert (point.left, point.above) == (point.right, point.below) == (100, point.y)


def test_one_judged_attack_is_no_picture() -> None:
    assert frontier_block([STRONG, CONTROL, UNJUDGED]) == ()
