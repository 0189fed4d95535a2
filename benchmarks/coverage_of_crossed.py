"""How often intervals hold of what players answer to the same questions, where values cross, and how wide they are.

    python benchmarks/coverage_of_crossed.py

Values are real scores (F1 of published predictions for SQuAD's 24 articles, weighed so that their mean is the one that
is asked for, as in coverage_of_intervals.py), through a normal copula: a part of what decides is the player, a part the
question, the rest luck. Each player answers every question, or each a part of them (``is_uneven``). Counted is how
often the interval holds the mean of other players and questions; of fewer players than ``ENOUGH`` that of these players
and other questions, as a report then says.

A line for each number of players and questions: over all populations and parts the lowest and the mean coverage and the
mean width, of Stumper's interval by both ways (``ours``), of intervals by one way alone (``by_player``,
``by_question``), and of independent answers (``answers``), as they were before. Then the difference between two sets of
questions that the same players answer: how often its interval holds it, and how often the test finds one where there is
none (``false_alarms``); ``answers`` takes both sets for independent of each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from coverage_of_intervals import MEANS, Floats, Held, Population, read, tilted
from measuring import arguments, say
from stumper.statistics import Crossed, Estimate, Groups, apart, crossed, crossed_apart, crossed_test, mean
from stumper.statistics.groups import ENOUGH

SIZES = ((8, 12), (12, 12), (12, 30), (24, 12), (4, 30))  # players and questions
PARTS = ((0.0, 0.0), (0.3, 0.1), (0.1, 0.3), (1 / 3, 1 / 3))  # of the player and of the question
SCORES = "match-lstm-ensemble"
OF_PAIRS = 4  # one sample of so many is of two sets of questions


@dataclass(frozen=True, slots=True)
class Condition:
    """A population, so many players and questions, the parts of what decides that are theirs, and whether players
    answer some questions each."""

    of: Population
    players: int
    questions: int
    player: float
    question: float
    is_uneven: bool

    @property
    def are_fixed(self) -> bool:
        """Whether the figure is of these players alone."""
        return self.players < ENOUGH


Result = Mapping[str, tuple[float, float]]  # coverage and mean width, by method


def conditions(scores: Mapping[str, Population]) -> Iterator[Condition]:
    """All of them."""
    for score, (players, questions), (player, question), is_uneven in product(MEANS, SIZES, PARTS, (False, True)):
        yield Condition(tilted(scores[SCORES], score), players, questions, player, question, is_uneven)


def of_condition(condition: Condition, samples: int, seed: int) -> Result:
    """Coverage and width of each kind of interval; as the coverage of ``alarms`` how often the test finds a difference
    that is none."""
    rng, held = np.random.default_rng(seed), dict[str, Held]()

    def note(method: str, found: Estimate, true: float) -> None:
        held.setdefault(method, Held()).note((found.low, found.high), true)

    for sample in range(samples):
        skill = rng.standard_normal(condition.players)
        one = answered(condition, skill, "a", rng)
        true = expected(condition, skill, one) if condition.are_fixed else condition.of.mean
        for method, found in intervals(one).items():
            note(method, found, true)
        if sample % OF_PAIRS == 0:
            other = answered(condition, skill, "b", rng)
            true = expected(condition, skill, other) - true if condition.are_fixed else 0.0
            note("apart", crossed_apart(one, other), true)
            note("apart_answers", apart(mean(one.values), mean(other.values)), true)
            if not condition.are_fixed:  # of so few players the test is of these, and true is no 0
                note("alarms", _alarm(crossed_test(one, other)), 1.0)
    return {name: (one.held / one.of, one.width / one.of) for name, one in held.items()}


def answered(condition: Condition, skill: Floats, name: str, rng: np.random.Generator) -> Crossed:
    """What these players answer to a set of new questions."""
    players, questions = condition.players, condition.questions
    luck = 1 - condition.player - condition.question
    hard, chance = rng.standard_normal(questions), rng.standard_normal((players, questions))
    decides = sqrt(condition.player) * skill[:, None] + sqrt(condition.question) * hard[None, :] + sqrt(luck) * chance
    who, what = np.nonzero(_met(condition, rng))
    by = {"player": [f"p{one}" for one in who], "question": [f"{name}{one}" for one in what]}
    return Crossed(condition.of.at(decides)[who, what], by, "answer")


def _met(condition: Condition, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Whether each player answers each question; everybody some."""
    shape = condition.players, condition.questions
    if not condition.is_uneven:
        return np.ones(shape, dtype=bool)
    met: NDArray[np.bool_] = rng.random(shape) < rng.uniform(0.2, 1.0, condition.players)[:, None]
    met[np.arange(condition.players), rng.integers(condition.questions, size=condition.players)] = True
    return met


def expected(condition: Condition, skill: Floats, column: Crossed) -> float:
    """The mean of what these players answer to any questions, each as often as in the column."""
    normal = np.linspace(-4, 4, 401)
    weights = np.exp(-(normal**2) / 2)
    weights /= weights.sum()
    part = condition.player
    by_player = [float(weights @ condition.of.at(sqrt(part) * one + sqrt(1 - part) * normal)) for one in skill]
    return float(np.mean([by_player[int(player[1:])] for player in column.by["player"]]))


def intervals(column: Crossed) -> dict[str, Estimate]:
    """Stumper's interval, those by one way alone, and that of independent answers."""
    return {
        "ours": crossed(column),
        "by_player": _by(column, "player"),
        "by_question": _by(column, "question"),
        "answers": mean(column.values),
    }


def _by(column: Crossed, way: str) -> Estimate:
    labels = dict(zip(column.units, ((label,) for label in column.by[way]), strict=True))
    return mean(column.values, column.units, Groups((way,), labels))


def _alarm(p: float) -> Estimate:
    """An interval that holds 1 where a test at 5% finds a difference."""
    is_found = float(p < 0.05)
    return Estimate(is_found, is_found, is_found, 1)


def main() -> None:
    args = arguments(__doc__, seed=1, samples=500)
    scores, _ = read(args.data)
    every = list(conditions(scores))
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(partial(of_condition, samples=args.samples, seed=args.seed), every))
    for players, questions in SIZES:
        found = [
            result
            for one, result in zip(every, results, strict=True)
            if (one.players, one.questions) == (players, questions)
        ]
        say("coverage_of_crossed", of=f"{players} players, {questions} questions", conditions=len(found),
            **{key: value for method in found[0] for key, value in _told(method, found)})  # fmt: skip


def _told(method: str, found: Sequence[Result]) -> Iterator[tuple[str, float]]:
    coverages, widths = zip(*(result[method] for result in found if method in result), strict=True)
    if method == "alarms":
        yield "false_alarms_highest", max(coverages)
        yield "false_alarms", float(np.mean(coverages))
        return
    yield f"{method}_lowest", min(coverages)
    yield f"{method}_coverage", float(np.mean(coverages))
    yield f"{method}_below_93", sum(coverage < 0.93 for coverage in coverages)
    yield f"{method}_width", float(np.mean(widths))


if __name__ == "__main__":
    main()
