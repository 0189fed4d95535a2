"""How often intervals hold that say 95%, and how wide they are.

    python benchmarks/coverage_of_intervals.py
    python benchmarks/coverage_of_intervals.py --rare 1     of rare losses that are alike within an article

Populations are made of real scores: of the published predictions for SQuAD's 24 articles and of one person's answers
under AddSent and AddOneSent, weighed so that their mean is the one that is asked for (tilted exponentially; for small
differences also thinned, so that most questions do not change). Samples of n questions are drawn from a population
without end, independent of each other or in groups of the sizes of those articles, whose questions are alike by an
intraclass correlation (through a normal copula). Counted is how often the interval holds the mean of the population.

A line for each kind of interval, number of questions and of groups: over all its populations and correlations the
lowest and the mean coverage and the mean width, of Stumper's intervals (``ours``), of the percentile bootstrap over
questions that it had in version 0.1 (``bootstrap``), of the plain t-interval by group (``t``), and where values lie
between 0 and 1 of Wilson's with the groups' design effect (``wilson``).
"""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from measuring import arguments, say
from stumper.answers import answer_score
from stumper.statistics import CHANGE, SHARE, Groups, Scored, apart, harmonic, interval, means, quantile, share, spread
from stumper.statistics.interval import Range
from stumper.types import Answer, Gold

Floats = NDArray[np.float64]
Ends = tuple[float, float]
GROUPS, CORRELATIONS, SIZES = (8, 24, 48), (0.0, 0.03, 0.1), (20, 60, 500)
MEANS, CHANGES = (0.025, 0.5, 0.93), (-0.01, -0.1)
RESAMPLES = 999
RARE = ((0.03, 0.05), (300, 1000), (10, 24), (0.01, 0.1, 0.2, 0.3))  # shares that are lost, n, groups, correlations
OF_BOOTSTRAP = 5  # it is slow: one sample of so many is resampled
VARIANTS = 3  # of each original


@dataclass(frozen=True, slots=True)
class Population:
    """Values with their probabilities."""

    name: str
    values: Floats
    probabilities: Floats
    within: Range = SHARE

    @property
    def mean(self) -> float:
        """What intervals are to hold."""
        return float(self.probabilities @ self.values)

    def at(self, normal: Floats) -> Floats:
        """Values for standard normal numbers, in the same order."""
        steps = np.cumsum(self.probabilities)
        return self.values[np.minimum(np.searchsorted(steps, ndtr(normal)), len(self.values) - 1)]


def population(name: str, scores: Sequence[float], within: Range = SHARE) -> Population:
    """The scores as a population."""
    values, counts = np.unique(np.round(scores, 6), return_counts=True)
    return Population(name, values, counts / counts.sum(), within)


def tilted(known: Population, mean: float) -> Population:
    """The population with the probabilities weighed exponentially, so that it has this mean."""
    low, high = -60.0, 60.0
    weighed = known.probabilities
    for _ in range(100):
        slope = (low + high) / 2
        weighed = known.probabilities * np.exp(slope * known.values - np.max(slope * known.values))
        weighed = weighed / weighed.sum()
        low, high = (slope, high) if weighed @ known.values < mean else (low, slope)
    return Population(f"{known.name} tilted", known.values, weighed, known.within)


def thinned(known: Population, mean: float) -> Population:
    """The population with more zeros, so that it has this mean."""
    kept = mean / known.mean
    weighed = kept * known.probabilities
    weighed[np.argmin(abs(known.values))] += 1 - kept
    return Population(f"{known.name} thinned", known.values, weighed, known.within)


def alike(of: Population, correlation: float) -> float:
    """How far the normal numbers of a group must be alike, so that its values have this intraclass correlation."""
    if not correlation:
        return 0.0
    steps = ndtri(np.clip(np.concatenate([[0.0], np.cumsum(of.probabilities)]), 0, 1))
    variance = of.probabilities @ of.values**2 - of.mean**2
    shared = np.linspace(-6, 6, 601)
    weights = np.exp(-(shared**2) / 2)
    weights /= weights.sum()
    low, high = 0.0, 0.999
    for _ in range(40):
        middle = (low + high) / 2
        cells = np.diff(ndtr((steps[None] - sqrt(middle) * shared[:, None]) / sqrt(1 - middle)), axis=1)
        given = cells @ of.values
        found = (weights @ given**2 - (weights @ given) ** 2) / variance
        low, high = (middle, high) if found < correlation else (low, middle)
    return low


def drawn(
    of: Population, n: int, groups: int, inner: float, sizes: Sequence[int], rng: np.random.Generator
) -> tuple[Floats, list[str] | None]:
    """Values of n questions, and their groups' names; None where there are no groups."""
    if not groups:
        return of.at(rng.standard_normal(n)), None
    weights = rng.choice(sizes, groups).astype(np.float64)
    codes = np.concatenate([np.arange(groups), rng.choice(groups, n - groups, p=weights / weights.sum())])
    shared = rng.standard_normal(groups)[codes]
    return of.at(sqrt(inner) * shared + sqrt(1 - inner) * rng.standard_normal(n)), [f"g{code}" for code in codes]


def ours(values: Floats, groups: list[str] | None, within: Range) -> Ends:
    """Stumper's interval of a mean."""
    found = interval(_statistic(values, groups), within)
    return found.low, found.high


def plain_t(values: Floats, groups: list[str] | None, within: Range) -> Ends:
    """The t-interval by group."""
    statistic = _statistic(values, groups)
    if (found := spread(statistic)) is None:
        return within
    half = quantile(found.df) * found.error
    return max(within[0], statistic.value - half), min(within[1], statistic.value + half)


def wilson(values: Floats, groups: list[str] | None, within: Range) -> Ends:
    """Wilson's interval of a share, of as many originals as the groups are worth."""
    statistic = _statistic(values, groups)
    if (found := spread(statistic)) is None:
        return within
    times, value = quantile(found.df), statistic.value
    n = found.originals / (found.variance / found.single if found.single else 1.0)
    centre = (value + times**2 / (2 * n)) / (1 + times**2 / n)
    half = times * sqrt(max(0.0, value * (1 - value)) / n + times**2 / (4 * n * n)) / (1 + times**2 / n)
    return centre - half, centre + half


def bootstrap(values: Floats, rng: np.random.Generator) -> Ends:
    """The middle 95% of the means of resampled questions, whatever group they are of."""
    resampled = values[rng.integers(len(values), size=(RESAMPLES, len(values)))].mean(axis=1)
    low, high = np.quantile(resampled, (0.025, 0.975))
    return float(low), float(high)


def _statistic(values: Floats, groups: list[str] | None) -> Any:
    ids = [f"q{place:04}" for place in range(len(values))]
    known = Groups(("group",), dict(zip(ids, zip(groups, strict=True), strict=True))) if groups else Groups()
    return means([Scored(ids, values)], known)[0]


@dataclass(slots=True)
class Held:
    """How many intervals held, of how many, and how wide they were together."""

    held: int = 0
    of: int = 0
    width: float = 0.0

    def note(self, ends: Ends, true: float) -> None:
        """One more interval."""
        self.held += ends[0] - 1e-12 <= true <= ends[1] + 1e-12
        self.of += 1
        self.width += ends[1] - ends[0]


Condition = tuple[Population, int, int, float]
Result = Mapping[str, tuple[float, float]]  # coverage and mean width, by method


def of_means(condition: Condition, samples: int, sizes: Sequence[int], seed: int) -> Result:
    """Coverage and width under one condition."""
    of, n, groups, correlation = condition
    rng, inner, held = np.random.default_rng(seed), alike(of, correlation), dict[str, Held]()
    for sample in range(samples):
        values, labels = drawn(of, n, groups, inner, sizes, rng)
        held.setdefault("ours", Held()).note(ours(values, labels, of.within), of.mean)
        held.setdefault("t", Held()).note(plain_t(values, labels, of.within), of.mean)
        if of.within == SHARE:
            held.setdefault("wilson", Held()).note(wilson(values, labels, of.within), of.mean)
        if sample % OF_BOOTSTRAP == 0:
            held.setdefault("bootstrap", Held()).note(bootstrap(values, rng), of.mean)
    return {name: (one.held / one.of, one.width / one.of) for name, one in held.items()}


def of_shares(condition: tuple[float, int], samples: int, seed: int) -> Result:
    """Of plain shares of independent values."""
    true, n = condition
    rng, held = np.random.default_rng(seed), Held()
    for _ in range(samples):
        found = share((rng.random(n) < true).tolist())
        held.note((found.low, found.high), true)
    return {"ours": (held.held / held.of, held.width / held.of)}


def of_contrasts(condition: tuple[Population, Population, int], samples: int, seed: int) -> Result:
    """Of the means of two samples that have nothing to do with each other."""
    first, second, n = condition
    rng, held = np.random.default_rng(seed), Held()
    for _ in range(samples):
        one, other = (interval(_statistic(each.at(rng.standard_normal(n)), None)) for each in (first, second))
        found = apart(one, other)
        held.note((found.low, found.high), second.mean - first.mean)
    return {"ours": (held.held / held.of, held.width / held.of)}


def of_variants(condition: tuple[Population, int], samples: int, seed: int) -> Result:
    """Of variants, several an original, which are alike."""
    of, n = condition
    rng, held = np.random.default_rng(seed), Held()
    ids = [f"q{place:04}" for place in range(n // VARIANTS) for _ in range(VARIANTS)]
    for _ in range(samples):
        shared = np.repeat(rng.standard_normal(n // VARIANTS), VARIANTS)
        values = of.at(sqrt(0.6) * shared + sqrt(0.4) * rng.standard_normal(len(shared)))
        found = interval(means([Scored(ids, values)])[0], of.within)
        held.note((found.low, found.high), of.mean)
    return {"ours": (held.held / held.of, held.width / held.of)}


def of_f1(condition: tuple[Population, Population, int], samples: int, seed: int) -> Result:
    """Of the harmonic mean of two means over the same questions."""
    first, second, n = condition
    rng, held = np.random.default_rng(seed), Held()
    ids, true = [f"q{place:04}" for place in range(n)], 2 * first.mean * second.mean / (first.mean + second.mean)
    for _ in range(samples):
        shared = rng.standard_normal(n)
        one, other = (each.at(sqrt(0.5) * shared + sqrt(0.5) * rng.standard_normal(n)) for each in (first, second))
        found = interval(harmonic(*means([Scored(ids, one), Scored(ids, other)])))
        held.note((found.low, found.high), true)
    return {"ours": (held.held / held.of, held.width / held.of)}


def main() -> None:
    """All conditions, kind by kind."""
    args = arguments(__doc__, seed=1, samples=2000, rare=0)
    scores, sizes = read(args.data)
    with ProcessPoolExecutor() as pool:
        if args.rare:
            measure = partial(of_means, samples=args.samples, sizes=sizes, seed=args.seed)
            _say_rare(conditions := rare(), list(pool.map(measure, conditions)))
            _say_real(args.data / "reading")
            return
        for kind, conditions in of_kinds(scores).items():
            results = list(pool.map(partial(of_means, samples=args.samples, sizes=sizes, seed=args.seed), conditions))
            _say(kind, [(n, groups) for _, n, groups, _ in conditions], results)
        of_scores = [tilted(one, mean) for one in scores.values() if one.within == SHARE for mean in MEANS]
        two = [(one, other, n) for one, other in pairwise(of_scores) for n in SIZES]
        shares = [(mean, n) for mean in MEANS for n in SIZES]
        variants = [(one, n) for one in of_scores for n in SIZES if n >= 60]
        others: Sequence[tuple[str, Callable[..., Result], Sequence[Any]]] = (
            ("share", of_shares, shares), ("difference of other questions", of_contrasts, two),
            ("mean of variants", of_variants, variants), ("F1 of precision and recall", of_f1, two),
        )  # fmt: skip
        for kind, measure, found in others:
            results = list(pool.map(partial(measure, samples=args.samples, seed=args.seed), found))
            _say(kind, [(one[-1], 0) for one in found], results)


def of_kinds(scores: Mapping[str, Population]) -> dict[str, list[Condition]]:
    """The conditions for means and for paired differences."""
    of_scores = [tilted(one, mean) for one in scores.values() if one.within == SHARE for mean in MEANS]
    changes = [one for one in scores.values() if one.within == CHANGE]
    of_changes = [made(one, mean) for one in changes for mean in CHANGES for made in (tilted, thinned)]
    return {"mean": list(_conditions(of_scores)), "paired difference": list(_conditions(of_changes))}


def _conditions(populations: Sequence[Population]) -> Iterator[Condition]:
    for of in populations:
        for n in SIZES:
            yield of, n, 0, 0.0
            yield from ((of, n, groups, c) for groups in GROUPS if n >= 2 * groups for c in CORRELATIONS)


def rare() -> list[Condition]:
    """Paired differences of which a few lose all, and the others nothing."""
    shares, *others = RARE
    of = [
        Population(f"{share:.0%} lost", np.array([-1.0, 0.0]), np.array([share, 1 - share]), CHANGE) for share in shares
    ]
    return list(product(of, *others))


def _say_rare(of: Sequence[Condition], results: Sequence[Result]) -> None:
    for correlation in RARE[-1]:
        found = [result["ours"][0] for one, result in zip(of, results, strict=True) if one[-1] == correlation]
        mean = float(np.mean(found))
        say("rare", alike=f"{correlation:.0%}", conditions=len(found), lowest=min(found), coverage=mean)


def _say_real(folder: Path) -> None:
    """How much alike one person's losses are within an article."""
    answers = _json(folder / "predictions" / "human-addsent.json.gz")
    for name in ("addsent", "addonesent"):
        path = folder / f"{name}-24-articles.json.gz"
        titles = [title for title, id, _ in _questions(path) if "-" not in id]
        say("real", attack=name, alike=correlation_within(np.array(_worst(path, answers)), titles))


def correlation_within(values: Floats, groups: Sequence[str]) -> float:
    """The intraclass correlation, by the analysis of variance."""
    codes = np.unique(groups, return_inverse=True)[1]
    sizes, n = np.bincount(codes), len(values)
    of_groups = np.bincount(codes, values) / sizes
    between = (sizes * (of_groups - values.mean()) ** 2).sum() / (len(sizes) - 1)
    inside = ((values - of_groups[codes]) ** 2).sum() / (n - len(sizes))
    usual = (n - (sizes**2).sum() / n) / (len(sizes) - 1)
    return float((between - inside) / (between + (usual - 1) * inside))


def _say(kind: str, of: Sequence[tuple[int, int]], results: Sequence[Result]) -> None:
    for n, groups in dict.fromkeys(of):
        found = [result for one, result in zip(of, results, strict=True) if one == (n, groups)]
        told = {}
        for method in found[0]:
            coverages, widths = zip(*(result[method] for result in found), strict=True)
            told |= {
                f"{method}_lowest": min(coverages),
                f"{method}_coverage": float(np.mean(coverages)),
                f"{method}_below_93": sum(coverage < 0.93 for coverage in coverages),
                f"{method}_width": float(np.mean(widths)),
            }
        by = f"{groups} groups" if groups else "independent"
        say("coverage", kind=kind, questions=str(n), by=by, conditions=len(found), **told)


def read(data: Path) -> tuple[dict[str, Population], list[int]]:
    """The real scores and differences, and how many questions each article has."""
    folder = data / "reading"
    questions = list(_questions(folder / "squad-dev-v1.1-24-articles.json.gz"))
    said = {name: _json(folder / "predictions" / f"{name}.json.gz") for name in
            ("logistic-regression", "match-lstm-ensemble", "human-addsent")}  # fmt: skip
    scored = {name: [answer_score(gold, answers.get(id)) for _, id, gold in questions] for name, answers in
              list(said.items())[:2]}  # fmt: skip
    f1 = {name: [score.f1 for score in scores] for name, scores in scored.items()}
    found = {name: population(name, scores) for name, scores in f1.items()}
    exact = [score.exact_match for score in scored["logistic-regression"]]
    found["exact match"] = population("exact match", exact)
    between = np.subtract(f1["logistic-regression"], f1["match-lstm-ensemble"])
    found["two systems"] = population("two systems", between.tolist(), CHANGE)
    for name in ("addsent", "addonesent"):
        changes = _worst(folder / f"{name}-24-articles.json.gz", said["human-addsent"])
        found[name] = population(name, changes, CHANGE)
    titles = [title for title, _, _ in questions]
    return found, [titles.count(title) for title in dict.fromkeys(titles)]


def _worst(path: Path, answers: Mapping[str, str]) -> list[float]:
    own, worst = dict[str, float](), dict[str, float]()
    for _, id, gold in _questions(path):
        original, _, variant = id.partition("-")
        score = answer_score(gold, answers.get(id)).f1
        if variant:
            worst[original] = min(score, worst.get(original, 1.0))
        else:
            own[original] = score
    return [worst.get(id, score) - score for id, score in own.items()]


def _questions(path: Path) -> Iterator[tuple[str, str, Gold]]:
    for article in _json(path)["data"]:
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                gold = Gold(tuple(Answer(one["text"], one["answer_start"]) for one in asked["answers"]))
                yield article["title"], asked["id"], gold


def _json(path: Path) -> Any:
    with open(path, "rb") as file:
        return json.loads(gzip.decompress(file.read()))


if __name__ == "__main__":
    main()
