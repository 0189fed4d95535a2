"""How often a gate that compares with a baseline fails: false alarms where nothing has changed, and the falls it finds.

Pairs of scores are drawn from those that two published systems really have (F1, question by question), from these the
other way round, and from questions on which nothing changes. How often each pair is drawn is weighted, as little as
possible, so that differences have the mean and the standard deviation that is asked for. Grouped questions share a part
of what makes them fall or rise, so that their differences have the intraclass correlation that is asked for.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from measuring import arguments, say
from stumper import api
from stumper.comparing import Predictions
from stumper.comparing.change import LEVEL, change
from stumper.statistics import NO_GROUPS, Groups, mean
from stumper.statistics.statistic import Floats

NUMBERS, FALLS, SPREADS, CORRELATIONS = (50, 200, 500), (0.0, 0.02, 0.05, 0.10), (0.20, 0.35), (0.0, 0.03)
GROUPS, MARGIN = 24, 0.02
SYSTEMS = ("logistic-regression", "match-lstm-ensemble")


def main() -> None:
    args = arguments(__doc__, draws=2000, seed=1)
    real = real_pairs(args.data)
    print(f"{'ICC':>4} {'SD':>4} {'n':>4} {'fall':>5}   {'worse':>6} {'equal':>6} {'bound':>6}", file=sys.stderr)
    for correlation in CORRELATIONS:
        for spread in SPREADS:
            for fall in FALLS:
                drawn = weighted(real, fall, spread, correlation)
                for n in NUMBERS:
                    rng = np.random.default_rng([args.seed, n, int(1000 * fall), int(100 * spread)])
                    found = rates(drawn, n, args.draws, rng)
                    print(f"{correlation:4.2f} {spread:4.2f} {n:4} {fall:5.2f}   {found.worse:6.1%} {found.equal:6.1%} "
                          f"{found.bound:6.1%}", file=sys.stderr)  # fmt: skip
                    say("compare_power", of=f"icc {correlation:.2f}, sd {spread:.2f}, n {n}, fall {fall:.2f}",
                        worse=found.worse, equal=found.equal, bound=found.bound, draws=args.draws)  # fmt: skip


def real_pairs(data: Path) -> Floats:
    """The F1 of two published systems on the same questions, a row a question."""
    dataset = str(data / "reading" / "squad-dev-v1.1-24-articles.json.gz")
    files = [str(data / "reading" / "predictions" / f"{name}.json.gz") for name in SYSTEMS]
    found = api.compare(*files, predictions=Predictions(dataset), examples=0)
    return np.stack(found.cells[0].pairs.scores, axis=1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pairs in the order of their differences, the share of draws below each, and how strongly draws of one group go
    together."""

    pairs: Floats
    below: Floats
    together: float


def weighted(real: Floats, fall: float, spread: float, correlation: float) -> Drawing:
    """The real pairs, either way round or without a change, weighted to this fall and standard deviation."""
    pairs = np.concatenate([real, real[:, ::-1], np.repeat(real[:, :1], 2, axis=1)])
    pairs = pairs[np.argsort(pairs[:, 1] - pairs[:, 0], kind="stable")]
    differences = pairs[:, 1] - pairs[:, 0]
    weights = tilted(differences, -fall, spread)
    below = np.cumsum(weights)
    return Drawing(pairs, below, together_for(differences, below, correlation))


def tilted(values: Floats, mean: float, deviation: float) -> Floats:
    """Weights, as even as they can be, by which the values have this mean and standard deviation (Newton's method on
    the weights exp(a x + b x²), which have the least to say beyond that)."""
    features = np.stack([values, values**2], axis=1)
    wanted = np.array([mean, deviation**2 + mean**2])
    turned = np.zeros(2)
    for _ in range(200):
        weights = np.exp(features @ turned - (features @ turned).max())
        weights /= weights.sum()
        off = weights @ features - wanted
        if np.abs(off).max() < 1e-10:
            return weights
        centred = features - weights @ features
        step = np.linalg.solve((centred * weights[:, None]).T @ centred, off)
        turned -= step * min(1.0, 5.0 / np.abs(step).max())
    raise SystemExit(f"No weights give these differences a mean of {mean} and a deviation of {deviation}.")


def together_for(differences: Floats, below: Floats, correlation: float) -> float:
    """How strongly normal values of one group must go together for their differences to have this correlation."""
    from scipy.special import ndtr, ndtri

    if not correlation:
        return 0.0
    shared, weights = np.polynomial.hermite_e.hermegauss(31)
    weights = weights / weights.sum()
    shares = np.diff(below, prepend=0.0)
    variance = shares @ differences**2 - (shares @ differences) ** 2
    ends = ndtri(np.minimum(below, 1.0))
    low, high = 0.0, 0.9
    for _ in range(20):
        middle = (low + high) / 2
        cut = ndtr((ends[None] - np.sqrt(middle) * shared[:, None]) / np.sqrt(1 - middle))
        of_group = np.diff(cut, axis=1, prepend=0.0) @ differences  # the mean of a group that shares this value
        between = weights @ of_group**2 - (weights @ of_group) ** 2
        low, high = (middle, high) if between / variance < correlation else (low, middle)
    return (low + high) / 2


def places(below: Floats, normal: Floats) -> "np.ndarray[tuple[int, ...], np.dtype[np.intp]]":
    """Which pair each normal value stands for."""
    from scipy.special import ndtr

    return np.minimum(np.searchsorted(below, ndtr(normal)), len(below) - 1)


@dataclass(frozen=True, slots=True)
class Rates:
    """How often `--fail-if worse` failed, how often a fall below the margin was confirmed, and how often a bound failed
    that is the lower end of the baseline's own interval."""

    worse: float
    equal: float
    bound: float


def rates(drawn: Drawing, n: int, draws: int, rng: np.random.Generator) -> Rates:
    """The gates over as many comparisons on n questions as are drawn."""
    is_grouped = drawn.together > 0
    groups = np.arange(n) % GROUPS
    ids = [str(place) for place in range(n)]
    told = Groups(("article",), {id: (str(group),) for id, group in zip(ids, groups, strict=True)})
    counts = np.zeros(3)
    for _ in range(draws):
        shared = rng.standard_normal(GROUPS)[groups]
        normal = np.sqrt(drawn.together) * shared + np.sqrt(1 - drawn.together) * rng.standard_normal(n)
        before, after = drawn.pairs[places(drawn.below, normal)].T
        found = change(ids, before, after, told if is_grouped else NO_GROUPS)
        own = mean(before, ids, told if is_grouped else NO_GROUPS)
        counts += [found.p_worse < LEVEL, found.floor > -MARGIN, after.mean() < own.low]
    worse, equal, bound = (counts / draws).tolist()
    return Rates(worse, equal, bound)


if __name__ == "__main__":
    main()
