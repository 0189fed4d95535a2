"""Values that hang together in ways that cross: answers of players to questions."""

from dataclasses import replace
from math import isnan

import numpy as np
import pytest

from stumper.statistics import Crossed, Groups, crossed, crossed_apart, crossed_test, mean, share


def answers(right: np.ndarray, name: str = "q") -> Crossed:
    """A row a player, a column a question."""
    players, questions = right.shape
    by = {
        "player": [f"p{player}" for player in range(players) for _ in range(questions)],
        "question": [f"{name}{question}" for _ in range(players) for question in range(questions)],
    }
    return Crossed(right.ravel().astype(float), by, "answer")


def drawn(rng: np.random.Generator, players: np.ndarray, questions: int = 12) -> np.ndarray:
    """Whether each player has each question: a third of what decides is the player, a third the question."""
    hard, luck = rng.standard_normal(questions), rng.standard_normal((len(players), questions))
    right: np.ndarray = players[:, None] + hard[None, :] + luck > 0
    return right


def test_an_interval_holds_for_other_players_and_other_questions() -> None:
    rng, held, naive = np.random.default_rng(1), 0, 0
    for _ in range(100):
        right = drawn(rng, rng.standard_normal(12))
        ours, plain = crossed(answers(right)), share([bool(one) for one in right.ravel()])
        held += ours.low <= 0.5 <= ours.high
        naive += plain.low <= 0.5 <= plain.high
    assert held >= 93
    assert naive < 75


def test_the_same_players_on_other_questions_are_compared_with_themselves() -> None:
    rng, held, alarms, widths = np.random.default_rng(2), 0, 0, []
    for _ in range(60):
        players = rng.standard_normal(12)
        first, second = answers(drawn(rng, players), "a"), answers(drawn(rng, players), "b")
        found = crossed_apart(first, second)
        held += found.low <= 0 <= found.high
        alarms += crossed_test(first, second) < 0.05
        apart = crossed(first), crossed(second)
        widths.append((found.high - found.low) / np.hypot(*(one.high - one.low for one in apart)))
    assert held >= 56
    assert alarms <= 4
    assert np.mean(widths) < 0.95  # than if they were other players


def test_one_way_alone_is_an_interval_by_groups() -> None:
    values, labels = [0.0, 1.0, 1.0, 0.5] * 6, [f"q{place // 2}" for place in range(24)]
    by = {"player": [f"p{place}" for place in range(24)], "question": labels}
    groups = Groups(("question",), {f"p{place}\nq{place // 2}": (labels[place],) for place in range(24)})
    found = crossed(Crossed(values, by, "answer"))
    plain = mean(values, [f"p{place}\nq{place // 2}" for place in range(24)], groups)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))
    assert found.by is not None
    assert (found.by.level, found.by.crossing) == ("player", (("question", 12),))


def test_few_of_a_way_are_told_and_one_alone_is_what_the_figure_is_of() -> None:
    found = crossed(answers(np.eye(3, 12) > 0)).by
    assert found is not None
    assert (found.level, found.groups, found.too_few) == ("question", 12, (("player", 3),))
    of_one = crossed(answers(np.eye(1, 12) > 0)).by
    assert of_one is not None
    assert (of_one.level, of_one.groups, of_one.too_few) == ("question", 12, ())


def test_what_is_counted_several_times_is_one_unit() -> None:
    again = Crossed([1.0] * 40, {"player": ["p"] * 40, "question": ["q1", "q2", "q3", "q4"] * 10}, "answer")
    found = crossed(again)
    assert (found.value, found.n) == (1.0, 40)
    assert not found.is_known  # four units are too few


def test_nothing_and_what_does_not_vary_have_no_test() -> None:
    nothing, same = answers(np.zeros((0, 0))), answers(np.ones((9, 9)))
    assert isnan(crossed(nothing).value)
    assert isnan(crossed_test(nothing, same))
    assert isnan(crossed_test(same, answers(np.ones((9, 9)), "b")))
    apart = crossed_apart(same, answers(np.ones((9, 9)), "b"))
    assert apart.low < 0 < apart.high


def test_a_way_of_any_name_counts_whose_labels_share_nothing_more() -> None:
    """Nine questions with five answers each, all right or all wrong; two packets are too few to count instead."""
    names = [f"q{place // 5}" for place in range(45)]
    players = [f"p{place}" for place in range(45)]
    values = [float(place // 5 % 2) for place in range(45)]
    packets = Groups(("packet",), {name: (f"packet {int(name[1:]) % 2}",) for name in names})
    found = {
        name: crossed(Crossed(values, {"player": players, name: names}, "answer", {name: packets}))
        for name in ("question", "beginning")
    }
    for name, one in found.items():
        assert one.by is not None
        assert dict([(one.by.level, one.by.groups), *one.by.crossing]) == {"player": 45, name: 9}
        assert one.by.too_few == (("packet", 2),)
        assert one.by.design_effect > 4
    assert found["question"].low == found["beginning"].low


@pytest.mark.parametrize(
    ("way", "level"), [("original", "packet"), ("answer", "packet"), ("question", "question"), ("question", "player")]
)
def test_no_way_and_no_level_is_called_like_another_or_like_the_unit(way: str, level: str) -> None:
    groups = Groups((level,), {"q1": ("one",)})
    with pytest.raises(AssertionError, match="a name of its own"):
        Crossed([1.0], {"player": ["p"], way: ["q1"]}, "answer", {way: groups})


def in_packets(rng: np.random.Generator, name: str, packets: int) -> Crossed:
    """What twelve players answer to six questions of each packet, all of which are hard or all easy."""
    hard = np.repeat(2 * rng.standard_normal(packets), 6)
    right = hard[None, :] + rng.standard_normal((12, packets * 6)) > 0
    of = {f"{name}{place}": (f"{name} packet {place // 6}",) for place in range(packets * 6)}
    return replace(answers(right, name), coarser={"question": Groups(("packet",), of)})


@pytest.mark.parametrize("packets", [3, 5, 12])
def test_sides_that_share_nothing_but_players_who_are_alike_are_not_correlated(packets: int) -> None:
    """Both sides and their difference are by packets where there are eight together, else by questions."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        first, second = in_packets(rng, "a", packets), in_packets(rng, "b", packets)
        found, test = crossed_apart(first, second), crossed_test(first, second)
        assert found.by is not None
        ways = dict([(found.by.level, found.by.groups), *found.by.crossing])
        assert ways == {"player": 12} | ({"packet": 2 * packets} if packets > 3 else {"question": 36})
        assert found.by.too_few == ((("packet", 3),) if packets == 3 else ())
        assert (test < 0.05) == (not found.low < 0 < found.high) or 0.01 < test < 0.2
        halves = [one.high - one.low for one in (crossed(first), crossed(second))]
        assert found.high - found.low > 0.8 * np.hypot(*halves)


def test_what_moves_both_sides_alike_is_taken_off_and_no_more() -> None:
    """The same answers on both sides: no difference, and nothing to test."""
    rng = np.random.default_rng(6)
    same = in_packets(rng, "a", 9)
    found = crossed_apart(same, same)
    assert found.value == 0
    assert found.high - found.low < 0.5 * np.hypot(*[crossed(same).high - crossed(same).low] * 2)
    assert isnan(crossed_test(same, same))
