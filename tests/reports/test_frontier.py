"""The picture of what attacks take against how much of them is correct."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from math import nan

from rich.console import Console

from stumper.identity import perturbation_id
from stumper.reports import Report, build_report, html, markdown, to_json
from stumper.reports.terminal import terminal
from stumper.scores.adversarial import Potency
from stumper.sections.frontier import HEIGHT, frontier, frontier_block, read_out
from stumper.statistics import UNKNOWN, Estimate
from stumper.store import Store
from stumper.types import Judgement


def printed(report: Report) -> str:
    console = Console(file=io.StringIO(), width=150)
    console.print(terminal(report))
    return console.file.getvalue()  # type: ignore[attr-defined]  # it is the text that was given


def potency(
    name: str, gain: Estimate, correct: Estimate, is_baseline: bool = False, victims: tuple[str, ...] = ("embedded",)
) -> Potency:
    return Potency(name, is_baseline, raw=gain, correct_rate=correct, potency=gain, gain=gain,
                   victims=victims)  # fmt: skip


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


WEAK = potency("weak", Estimate(-0.2, -0.3, -0.1, 90), Estimate(0.5, 0.4, 0.6, 90))


def test_the_picture_is_read_out() -> None:
    sure = potency("sure", Estimate(0.1, 0.05, 0.15, 90), Estimate(1.0, 0.9, 1.0, 90))
    less = potency("less", Estimate(0.2, 0.1, 0.3, 90), Estimate(0.5, 0.4, 0.6, 90))
    _, block = frontier_block([less, sure, STRONG])
    assert block.texts == (
        "On the frontier stand strong (+30.0 [+10.0, +50.0] points, 50.0 [40.0, 60.0]% correct) and sure (+10.0 [+5.0, "
        "+15.0] points, 100.0 [90.0, 100.0]% correct): each is beaten by no other in both. less is beaten: another is "
        "as good in both, and better in one.",
    )


def test_what_is_not_above_doing_nothing_stands_on_no_frontier_and_beats_nothing() -> None:
    few = potency("few", Estimate(0.4, nan, nan, 3), Estimate(1.0, nan, nan, 3))
    _, block = frontier_block([STRONG, MILD, WEAK, few])
    assert block.texts == (
        "strong (+30.0 [+10.0, +50.0] points, 50.0 [40.0, 60.0]% correct) stands alone on the frontier. mild (−10.0 "
        "[−30.0, +10.0] points, 100.0 [90.0, 100.0]% correct) is not told apart from doing nothing. weak (−20.0 "
        "[−30.0, −10.0] points, 50.0 [40.0, 60.0]% correct) takes less than doing nothing. Of few (+40.0 points, "
        "100.0% correct) there are too few to tell.",
    )
    _, block = frontier_block([MILD, WEAK])
    assert block.texts[0].startswith("No attack stands on the frontier. mild (")


def test_attacks_that_met_other_systems_are_not_compared() -> None:
    other = potency("other", Estimate(0.2, 0.1, 0.3, 90), Estimate(0.5, 0.4, 0.6, 90), victims=("embedded", "hf:tiny"))
    found = frontier([STRONG, other])
    assert found is not None
    assert [point.beaten_by for point in found.points] == [(), ()]
    assert read_out(found).endswith("Attacks are compared with those that met the same systems alone.")


def test_one_attack_may_beat_all_others() -> None:
    found = frontier([STRONG, replace(STRONG, adversary="less", correct_rate=Estimate(0.4, 0.3, 0.5, 90))])
    assert found is not None
    assert [point.beaten_by for point in found.points] == [(), ("strong",)]
    assert read_out(found).startswith(
        "strong (+30.0 [+10.0, +50.0] points, 50.0 [40.0, 60.0]% correct) takes most and is correct most often. less"
    )


def test_attacks_that_are_alike_beat_each_other_not() -> None:
    found = frontier([STRONG, replace(STRONG, adversary="twin")])
    assert found is not None
    assert [point.beaten_by for point in found.points] == [(), ()]


def test_every_form_of_a_report_has_the_frontier(store: Store, lifelike: Callable[..., Report]) -> None:
    first = lifelike(adversaries=("add-any", "add-common"), victims=("embedded", "hf:tiny"))
    for run in first.provenance:
        made = [perturbation_id(one.perturbation) for one in store.attempts(run.run_id) if one.perturbation]
        wrong = 3 if run.names.attack == "AddAny" else len(made)
        said = [Judgement(id, "ann", True, n % wrong > 0, True, judge="person") for n, id in enumerate(made)]
        store.put_judgements(said)
    found = build_report(store, [run.run_id for run in first.provenance])
    [points] = json.loads(to_json(found))["frontiers"]
    assert {point["label"] for point in points} == {"AddAny", "AddCommon"}
    assert all(set(point) == {"label", "correct", "excess", "beaten_by"} for point in points)
    for form in (markdown(found), printed(found)):
        assert "What attacks take, and how much of them is correct" in form
        assert "beaten by" in form
    assert 'class="frame frontier"' in html(found)
    assert "On the frontier" in html(found)
