"""The scale of ability: its gradient, what it finds again, how often its intervals hold, and what is left out."""

from dataclasses import replace
from importlib import import_module
from math import log
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from stumper.statistics.ability import Reply, fitted, held_out, scale
from stumper.statistics.ability_likelihood import begun, penalised

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return import_module("ability")


def small(bench: ModuleType):
    """A condition that is quick: 30 questions, of which people met 24, and five systems."""
    return replace(bench.CONDITIONS[1], questions=30, met=24, systems=5)


def some(bench: ModuleType, seed: int = 1) -> list[Reply]:
    return bench.simulated(small(bench), np.random.default_rng(seed))[0]


def test_the_gradient_is_that_of_the_likelihood(bench):
    coded = fitted([replace(one, is_censored=not one.is_right and place % 3 == 0, position=one.position * 0.7)
                    for place, one in enumerate(some(bench)[:400])]).coded  # fmt: skip
    vector = begun(coded) + np.random.default_rng(0).normal(size=coded.size) * 0.2
    gradient = penalised(coded, vector)[1]
    for place in range(coded.size):
        step = np.zeros(coded.size)
        step[place] = 1e-5
        moved = (penalised(coded, vector + step)[0] - penalised(coded, vector - step)[0]) / 2e-5
        assert gradient[place] == pytest.approx(moved, abs=1e-4)


def test_intervals_hold_what_made_the_answers(bench):
    """Six samples: as many as are quick; the benchmark draws more, and larger ones."""
    held = bench.held(small(bench), 6, seed=4)
    assert sum(held["gap"]) >= 0.9 * len(held["gap"])
    assert sum(held["abilities"]) >= 0.9 * len(held["abilities"])


def test_with_one_time_it_is_plain_item_response():
    """Two systems answer the same 48 questions, one three of four, the other one of four, which has nothing to do with
    the first's."""
    of = {"a": lambda n: n % 4 < 3, "b": lambda n: n // 4 % 4 == 0}
    replies = [Reply(who, "machines", f"q{n}", 1.0, of[who](n)) for who in of for n in range(48)]
    first, second = fitted(replies, steps=1).placed
    assert (first.who, second.who, first.replies) == ("a", "b", 48)
    assert first.ability.value == pytest.approx(-second.ability.value, abs=1e-3)
    assert log(3) - 0.05 <= first.ability.value < 1.5  # as difficulties are spread a little
    assert not first.by_half.n


def test_a_wrong_buzz_is_never_right_and_who_is_watched_for_a_while_is_not_known():
    sure = [Reply("a", "machines", f"q{n}", 0.5, n < 5) for n in range(10)]
    wrong = [*sure, *(Reply("a", "machines", f"r{n}", 0.1, False) for n in range(10))]
    unseen = [*sure, *(Reply("a", "machines", f"r{n}", 0.1, False, True) for n in range(10))]
    bare, punished, open_ = (fitted(of).placed[0].ability for of in (sure, wrong, unseen))
    assert punished.value < bare.value - 0.5
    assert abs(open_.value - bare.value) < 0.3


def test_who_waits_is_no_less_able_for_it():
    """Both have 36 of 48 questions, one early and one late, and not the same ones."""
    of = {"a": (0.3, lambda n: n % 4 > 0), "b": (0.9, lambda n: n // 4 % 4 > 0)}
    replies = [Reply(who, "machines", f"q{n}", at if has(n) else 1.0, has(n)) for who, (at, has) in of.items()
               for n in range(48)]  # fmt: skip
    found = {row.who: row for row in fitted(replies).placed}
    assert found["a"].ability.low < found["b"].ability.value < found["a"].ability.high
    assert found["b"].ability.low < found["a"].ability.value < found["b"].ability.high
    assert found["a"].by_half.value > found["b"].by_half.value + 1


def test_questions_that_only_one_side_has_stand_in_no_gap(bench):
    found = fitted(some(bench))
    assert len(found.difficulties) == 24
    gaps = [row.gap.value for row in found.difficulties]
    assert gaps == sorted(gaps, reverse=True)
    row = found.difficulties[0]
    assert row.gap.value == pytest.approx(row.machines.value - row.people.value)


def test_the_crowd_is_all_people_by_how_many_answers_they_have(bench):
    replies = [replace(one, who="ada" if one.item < "q012" else "bo") if one.side == "people" else one
               for one in some(bench)]  # fmt: skip
    found = fitted(replies)
    ada, bo = (next(row for row in found.placed if row.who == name) for name in ("ada", "bo"))
    mean = (ada.replies * ada.ability.value + bo.replies * bo.ability.value) / (ada.replies + bo.replies)
    assert found.crowd.value == pytest.approx(mean)
    assert found.crowd.n == ada.replies + bo.replies == 120


def test_there_is_no_scale_without_questions_in_common():
    people = [Reply("people", "people", f"q{n}", 1.0, n % 2 == 0) for n in range(20)]
    machines = [Reply("a", "machines", f"q{n}", 1.0, n % 2 == 0) for n in range(13, 33)]
    assert scale([*people, *machines]) is None
    assert scale(people) is None
    assert scale([*people, *machines, Reply("a", "machines", "q1", 1.0, True)]) is not None


def test_held_out_answers_are_likelier_by_who_gave_them_and_by_what_was_asked(bench):
    packet_of = {f"q{number:03}": str(number % 2) for number in range(30)}
    told = bench.left_out(some(bench, 2), packet_of)
    assert all(sum(told["whole"]) > sum(told[name]) for name in ("no_abilities", "no_difficulties", "neither"))
    assert held_out(fitted(some(bench)), []) == 0.0
