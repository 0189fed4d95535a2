"""How often systems or attacks that are equal are told apart, and whether the lowest of many is told with its interval.

    python benchmarks/told_apart.py

Several systems (or attacks) of one true score are measured on the same n questions, whose scores are alike by question
(half of their variance is shared, through a normal copula) and by article (an intraclass correlation of about 0.03).
Told is how often any two of them are said to differ: by the report's intervals, which hold for all pairs at once
(``ours``), and by an interval for each pair alone (``alone``: as in version 0.1, but by today's intervals). Of the
lowest score the mean distance from the true one, and how often its interval, which is corrected for picking it, holds
the true one.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.special import ndtri

from measuring import arguments, say
from stumper.scores.adversarial import Attacked, tournament
from stumper.scores.correctness import Checked
from stumper.sections.tournament import is_certain
from stumper.statistics import CHANGE, Groups, Scored, interval, means, simultaneous

MANY, SIZES = (3, 6, 7, 10), (20, 100, 500)
TRUE = 0.6  # the score of all of them
OF_ARTICLE, OF_QUESTION = 0.05, 0.5  # shares of the variance of the normal numbers
ARTICLES = 24


@dataclass(frozen=True, slots=True)
class Found:
    """What one sample of questions made one say."""

    is_told_apart: bool
    is_told_apart_alone: bool
    lowest_off: float
    lowest_holds: bool
    lowest_holds_alone: bool


def main() -> None:
    """A line for each number of systems and of questions."""
    args = arguments(__doc__, seed=1, samples=1000)
    with ProcessPoolExecutor() as pool:
        for many in MANY:
            for n in SIZES:
                seeds = range(args.seed, args.seed + args.samples)
                found = list(pool.map(partial(sample, many, n), seeds, chunksize=50))
                say("told_apart", equal=str(many), questions=str(n), samples=args.samples,
                    ours=_share([one.is_told_apart for one in found]),
                    alone=_share([one.is_told_apart_alone for one in found]),
                    lowest_off=100 * float(np.mean([one.lowest_off for one in found])),
                    lowest_holds=_share([one.lowest_holds for one in found]),
                    lowest_holds_alone=_share([one.lowest_holds_alone for one in found]))  # fmt: skip


def sample(many: int, n: int, seed: int) -> Found:
    """What is said of so many equal systems after one sample of n questions."""
    rng = np.random.default_rng(seed)
    articles = rng.integers(ARTICLES, size=n)
    shared = sqrt(OF_ARTICLE) * rng.standard_normal(ARTICLES)[articles] + sqrt(OF_QUESTION) * rng.standard_normal(n)
    own = sqrt(1 - OF_ARTICLE - OF_QUESTION)
    scores = [(shared + own * rng.standard_normal(n) < ndtri(TRUE)).astype(np.float64) for _ in range(many)]
    ids = [f"q{place:04}" for place in range(n)]
    groups = Groups(("article",), {id: (f"a{article}",) for id, article in zip(ids, articles.tolist(), strict=True)})
    figures = means([Scored(ids, values) for values in scores], groups)
    lowest = min(range(many), key=lambda place: figures[place].value)
    corrected, alone = simultaneous(figures)[lowest], interval(figures[lowest])
    judged = Checked(ids, [True] * n)
    attack = Attacked("attack", tuple(ids), {str(at): tuple(one.tolist()) for at, one in enumerate(scores)}, judged)
    contest = tournament([attack], groups)
    pairs = [interval(one - other, CHANGE) for one, other in combinations(figures, 2)]
    return Found(
        any(map(is_certain, contest.leads)),
        any(_differs(found.low, found.high) for found in pairs),
        figures[lowest].value - TRUE,
        corrected.low <= TRUE <= corrected.high,
        alone.low <= TRUE <= alone.high,
    )


def _differs(low: float, high: float) -> bool:
    return low > 0 or high < 0


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values)


if __name__ == "__main__":
    main()
