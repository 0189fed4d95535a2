"""How often the intervals of a tournament hold that say 95%: of potencies, gains, resiliences and leads.

    python benchmarks/coverage_of_potency.py

Each sample is a set of n originals, each changed twice by every attack. Whether a system misses a change and whether
that is correct depend on normal numbers that both changes of an original share, and of which one part makes what is
correct missed more or less often than the rest (``association``). One attack meets two systems, weak or strong, and
three strong ones meet three; they are correct to 50% or 90% (further attacks to 70% of that); 30 of their changes were
judged, drawn at random, or all. Intervals that hold together are counted as held where all of them hold what is true
of the population (the joint potency: of the changes that there are).

A line for each figure and number of originals: over all conditions the lowest coverage, where that was, the mean
coverage and the mean width.
"""

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import nan, sqrt

import numpy as np
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from measuring import arguments, say
from stumper.scores.adversarial import Attacked, Tournament, tournament
from stumper.scores.correctness import Checked
from stumper.scores.joint_potency import Instances
from stumper.statistics import Estimate

SIZES, RATES, JUDGED = (20, 60, 200), (0.5, 0.9), (30, 0)
STRENGTHS, ASSOCIATIONS = (0.1, 0.5), (-0.7, 0.7)
CHANGES = 2  # of each original by each attack
OF_ORIGINAL, OF_CHANGE = 0.3, 0.2  # shares of the variance of the normal numbers
FIGURES = ("raw potency", "potency", "joint potency", "joint less product", "gain", "resilience", "lead")


@dataclass(frozen=True, slots=True)
class Condition:
    """What one set of samples is drawn from; ``judged`` is 0 where all was."""

    many: int
    rate: float
    judged: int
    strength: float
    association: float

    @property
    def rates(self) -> list[float]:
        """How much of each attack is correct."""
        return [self.rate * (1.0 if attack == 0 else 0.7) for attack in range(self.many)]

    def missed(self, attack: int, victim: int) -> float:
        """How much of an attack a victim misses."""
        return min(0.9, self.strength * (1 + 0.4 * attack) * (1 - 0.2 * victim))

    def missed_before(self, victim: int) -> float:
        """How much of the originals a victim misses."""
        return 0.5 * self.missed(0, victim)

    @property
    def victims(self) -> int:
        """How many systems there are."""
        return max(2, self.many)

    def joint(self, attack: int, victim: int) -> float:
        """How much is correct and missed."""
        alike = self.association * sqrt(OF_ORIGINAL + OF_CHANGE)
        ends = [ndtri(self.rates[attack]), ndtri(self.missed(attack, victim))]
        return float(multivariate_normal.cdf(ends, cov=[[1, alike], [alike, 1]]))


CONDITIONS = [
    *(Condition(1, *one) for one in product(RATES, JUDGED, STRENGTHS, ASSOCIATIONS)),
    *(Condition(3, rate, judged, STRENGTHS[-1], ASSOCIATIONS[-1]) for rate in RATES for judged in JUDGED),
]


def main() -> None:
    """All conditions, size by size."""
    args = arguments(__doc__, seed=1, samples=300)
    with ProcessPoolExecutor() as pool:
        for n in SIZES:
            found = list(pool.map(partial(of_condition, n=n, samples=args.samples, seed=args.seed), CONDITIONS))
            for figure in FIGURES:
                coverages = [one[figure][0] for one in found]
                lowest = int(np.argmin(coverages))
                say("coverage_of_potency", figure=figure, originals=str(n), conditions=len(CONDITIONS),
                    lowest=coverages[lowest], below_93=sum(one < 0.93 for one in coverages),
                    mean=float(np.mean(coverages)), width=float(np.mean([one[figure][1] for one in found])),
                    where={key: getattr(CONDITIONS[lowest], key) for key in Condition.__slots__})  # fmt: skip


def of_condition(condition: Condition, n: int, samples: int, seed: int) -> dict[str, tuple[float, float]]:
    """Coverage and mean width by figure."""
    rng = np.random.default_rng([seed, n, CONDITIONS.index(condition)])
    found = [sample(condition, n, rng) for _ in range(samples)]
    return {
        figure: (float(np.mean([one[figure][0] for one in found])), float(np.mean([one[figure][1] for one in found])))
        for figure in FIGURES
    }


def sample(condition: Condition, n: int, rng: np.random.Generator) -> dict[str, tuple[bool, float]]:
    """By figure whether all its intervals hold after one set of n originals, and how wide they are."""
    made = _made(condition, n, rng)
    found = tournament([attack for attack, _ in made])
    joint = {attack.adversary: true for attack, true in made}
    return {
        figure: (
            all(one.low - 1e-9 <= true <= one.high + 1e-9 for one, true in pairs),
            float(np.mean([one.high - one.low for one, _ in pairs])),
        )
        for figure, pairs in _with_truths(condition, found, joint).items()
    }


def _made(condition: Condition, n: int, rng: np.random.Generator) -> list[tuple[Attacked, float]]:
    """The attacks on n originals, each with its joint potency over all that it made, judged or not."""
    size, victims = CHANGES * n, range(condition.victims)
    ids = tuple(f"q{place // CHANGES:03}" for place in range(size))
    difficulty, clarity = (np.repeat(rng.standard_normal(n), CHANGES) for _ in range(2))
    before = {}
    for victim in victims:
        normal = sqrt(OF_ORIGINAL) * difficulty + sqrt(1 - OF_ORIGINAL) * np.repeat(rng.standard_normal(n), CHANGES)
        before[str(victim)] = tuple((normal >= ndtri(condition.missed_before(victim))).astype(float).tolist())
    made = []
    for attack, rate in enumerate(condition.rates):
        shared = sqrt(OF_ORIGINAL) * difficulty + sqrt(OF_CHANGE) * rng.standard_normal(size)
        own = sqrt(OF_ORIGINAL) * clarity + sqrt(1 - OF_ORIGINAL) * rng.standard_normal(size)
        much = condition.association
        is_correct = much * shared / sqrt(OF_ORIGINAL + OF_CHANGE) + sqrt(1 - much**2) * own < ndtri(rate)
        missed = [
            shared + sqrt(1 - OF_ORIGINAL - OF_CHANGE) * rng.standard_normal(size)
            < ndtri(condition.missed(attack, victim))
            for victim in victims
        ]
        scores = {str(victim): tuple((1.0 - missed[victim]).tolist()) for victim in victims}
        at = np.sort(rng.permutation(size)[: condition.judged or size])
        said = np.full(size, nan)
        said[at] = is_correct[at]
        checked = Checked([ids[place] for place in at], is_correct[at].tolist())
        instances = {name: Instances(ids, of_one, said.tolist()) for name, of_one in scores.items()}
        attacked = Attacked(str(attack), ids, scores, checked, before=before, instances=instances)
        made.append((attacked, float(np.mean([is_correct & one for one in missed]))))
    return made


def _with_truths(
    condition: Condition, found: Tournament, joint: Mapping[str, float]
) -> dict[str, list[tuple[Estimate, float]]]:
    """The intervals of each figure with what is true."""
    rates, rows = condition.rates, [(row, int(row.adversary)) for row in found.potencies]
    victims = range(condition.victims)
    raw = [float(np.mean([condition.missed(attack, one) for one in victims])) for attack in range(condition.many)]
    before = float(np.mean([condition.missed_before(one) for one in victims]))
    beyond = [
        float(np.mean([condition.joint(attack, one) for one in victims])) - rates[attack] * raw[attack]
        for attack in range(condition.many)
    ]
    resilience = [
        float(np.average([1 - condition.missed(attack, one) for attack in range(condition.many)], weights=rates))
        for one in victims
    ]
    return {
        "raw potency": [(row.raw, raw[at]) for row, at in rows],
        "potency": [(row.potency, rates[at] * raw[at]) for row, at in rows],
        "joint potency": [(row.joint.potency, joint[row.adversary]) for row, _ in rows[:1]],
        "joint less product": [(row.joint.difference, beyond[at]) for row, at in rows[:1]],
        "gain": [(row.gain, raw[at] - before) for row, at in rows],
        "resilience": [(row.resilience, resilience[int(row.victim)]) for row in found.resiliences],
        "lead": [(one.difference, resilience[int(one.victim)] - resilience[int(one.other)]) for one in found.leads],
    }


if __name__ == "__main__":
    main()
