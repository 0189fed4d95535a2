"""Potency of adversaries and resilience of systems (Thorne et al. 2019, section 4), for any score in [0, 1].

What was judged correct weighs in both: without a judgement there is neither.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import isnan, nan
from statistics import fmean

import numpy as np

from stumper.scores.correctness import NOT_JUDGED, NOTHING_CHECKED, Checked, correct_rate, worth
from stumper.scores.excess import Lost, Turned, as_they_are, excesses, turns
from stumper.scores.joint_potency import NO_JOINT, Instances, Joint, joint_potency
from stumper.statistics import (
    CHANGE,
    NO_GROUPS,
    SHARE,
    UNKNOWN,
    Estimate,
    Groups,
    Scored,
    Statistic,
    average,
    interval,
    joined,
    means,
    product,
    simultaneous,
    weighed,
)
from stumper.statistics.draws import DRAWS, observed, observed_together
from stumper.statistics.interval import Range
from stumper.statistics.statistic import Floats, by_groups

PRIOR = 0.5  # successes and failures before the first judgement (Jeffreys' prior)


@dataclass(frozen=True, slots=True)
class Attacked:
    """What the perturbations of one adversary did: by victim, a score a perturbation, NaN where the victim failed.

    ``originals`` are the ids of the examples that they were made of, in the same order, ``before`` what the victims
    scored on these. ``checked`` is what was judged of them, and ``instances`` by victim which of what it met that
    is. The baseline changes nothing: it has a potency and counts in no resilience. ``labels`` are the right ones
    of each original and of what was made of it, where always saying the same is a way to be right.
    """

    adversary: str
    originals: tuple[str, ...]
    scores: Mapping[str, tuple[float, ...]]
    checked: Checked = NOTHING_CHECKED
    is_baseline: bool = False
    before: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    instances: Mapping[str, Instances] = field(default_factory=dict)
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """The mean score of one victim under one adversary."""

    adversary: str
    victim: str
    score: Estimate


@dataclass(frozen=True, slots=True)
class Potency:
    """How potent one adversary is over the victims that met it; NaN until something has been judged and settled.

    The ``n`` of ``raw`` and ``potency`` is that of perturbations, of ``correct_rate`` that of those judged and settled;
    ``open`` are those judged and not settled, which every interval reaches over. ``joint`` is the potency instance by
    instance, which takes nothing for independent. ``gain`` is
    the raw potency less that of the originals that the perturbations were made of, in pairs, over the ``victims`` of
    which both are known: what is not above 0 says that the originals are as hard. Where labels were ``turned``, both
    ways count alike in it, so that who always says the same has none; ``plain_gain`` is over all as they are.
    """

    adversary: str
    is_baseline: bool
    raw: Estimate
    correct_rate: Estimate
    potency: Estimate
    gain: Estimate
    open: int = 0
    joint: Joint = NO_JOINT
    victims: tuple[str, ...] = ()
    plain_gain: float = nan
    turned: tuple[Turned, ...] = ()

    @property
    def is_above_originals(self) -> bool:
        """Whether the victims are shown to miss more of what it made than of the originals: by its whole interval, and
        not where there are too few originals for one."""
        return self.gain.low > 0

    @property
    def is_apart_from_joint(self) -> bool:
        """Whether the intervals of the potency and of the joint potency have nothing in common: what counts is then
        correct, or missed, at other rates than those that the product takes."""
        joint = self.joint.potency
        return self.potency.low > joint.high or self.potency.high < joint.low


@dataclass(frozen=True, slots=True)
class Resilience:
    """How resilient one victim is to ``adversaries``, which are those judged that it met; NaN without any."""

    victim: str
    resilience: Estimate
    adversaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one victim is more resilient than another, under the adversaries and on the perturbations that both
    met."""

    victim: str
    other: str
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Tournament:
    """Adversaries against victims: the most potent and the most resilient first, the unjudged last.

    There is a lead for every two victims, told of the one that stands first.
    """

    cells: tuple[Cell, ...]
    potencies: tuple[Potency, ...]
    resiliences: tuple[Resilience, ...]
    leads: tuple[Lead, ...]


def raw_potency(scores: Sequence[float]) -> float:
    """The mean over systems of 1 - score; NaN without a system."""
    return 1 - sum(scores) / len(scores) if scores else nan


def potency(correct_rate: float, scores: Sequence[float]) -> float:
    """The correct rate of an adversary times its raw potency."""
    return correct_rate * raw_potency(scores)


def resilience(scores: Sequence[float], correct_rates: Sequence[float]) -> float:
    """The mean of a system's scores under adversaries, each with the weight of its correct rate; NaN without weight."""
    weighed = sum(score * rate for score, rate in zip(scores, correct_rates, strict=True))
    return weighed / sum(correct_rates) if sum(correct_rates) else nan


def tournament(attacks: Sequence[Attacked], groups: Groups = NO_GROUPS, seed: int = 0) -> Tournament:
    """All figures, with 95% intervals that carry the uncertainty of the scores and that of the correct rates.

    Scores vary by groups of originals, each with all that was made of it and what every victim scored there (so victims
    are compared in pairs); each correct rate is drawn from its beta posterior. As the report names the most potent and
    the most resilient after having seen all, the intervals of potencies hold for all attacks together, and so do those
    of gains, of resiliences and of leads. The draws come from a fixed seed and are the same in any order of the
    perturbations.
    """
    scored = _scored(attacks, groups, np.random.default_rng(seed))
    cells = tuple(
        Cell(attack.adversary, victim, interval(scored.figures[attack.adversary, victim]))
        for attack in attacks
        for victim in attack.scores
    )
    resiliences = sorted(_resiliences(scored, attacks), key=lambda row: _rank(row.resilience))
    potencies = sorted(_potencies(scored, attacks, groups), key=lambda row: (_rank(row.potency), _rank(row.raw)))
    return Tournament(cells, tuple(potencies), tuple(resiliences), _leads(scored, resiliences))


@dataclass(frozen=True, slots=True)
class _Scores:
    """The ``figures`` are mean scores by adversary and victim; by adversary, victim and another victim over what the
    other has met as well, where it lacks some. Of what was judged there is the share that is correct (``said``) and
    draws of it (``rates``), behind what was observed. ``counted`` are the adversaries that count in a resilience."""

    figures: Mapping[tuple[str, ...], Statistic]
    said: Mapping[str, Statistic]
    rates: Mapping[str, Floats]
    counted: tuple[str, ...]

    def size(self, key: tuple[str, ...]) -> int:
        """Over how many perturbations a score is; 0 where there is none."""
        return self.figures[key].n if key in self.figures else 0


def _scored(attacks: Sequence[Attacked], groups: Groups, rng: np.random.Generator) -> _Scores:
    judged = {attack.adversary: attack.checked for attack in attacks if attack.checked.settled}
    scored: dict[tuple[str, ...], Scored] = {}
    for attack in attacks:
        for victim, scores in attack.scores.items():
            scored[attack.adversary, victim] = Scored(attack.originals, scores)
            for other, met in attack.scores.items():
                shared = tuple(nan if isnan(there) else score for score, there in zip(scores, met, strict=True))
                if sum(map(isnan, shared)) > sum(map(isnan, scores)):
                    scored[attack.adversary, victim, other] = Scored(attack.originals, shared)
    said = [Scored(of.originals, [nan if one is None else one for one in of.correct]) for of in judged.values()]
    found = means([*scored.values(), *said], groups)
    rates = {name: _rates(checked, groups, rng) for name, checked in judged.items()}
    counted = tuple(attack.adversary for attack in attacks if attack.checked.settled and not attack.is_baseline)
    figures = dict(zip(scored, found[: len(scored)], strict=True))
    return _Scores(figures, dict(zip(judged, found[len(scored) :], strict=True)), rates, counted)


def _rates(found: Checked, groups: Groups, rng: np.random.Generator) -> Floats:
    """The correct rate, and draws of it from its posterior, of as many judgements as these are worth by originals.

    Each draw takes all that is open for right, or all for wrong: so the middle 95% reach over both ends, and little
    further than each by itself (Imbens and Manski 2004, Econometrica 72:1845).
    """
    rate, judged = found.right / found.settled, worth(found, groups)
    draws = rng.beta(rate * judged + PRIOR, (1 - rate) * judged + PRIOR, size=DRAWS)
    if found.open:
        still = found.open / found.judged
        draws = draws * (1 - still) + still * rng.integers(2, size=DRAWS)
    return np.concatenate([[rate], draws])


def _potencies(scored: _Scores, attacks: Sequence[Attacked], groups: Groups) -> list[Potency]:
    """One of each attack. The intervals of all but the baseline hold together."""
    victims = {
        attack.adversary: [one for one in attack.scores if scored.size((attack.adversary, one))] for attack in attacks
    }
    raws = {
        name: average([scored.figures[name, one] for one in met]).scaled(-1.0, 1.0)
        for name, met in victims.items()
        if met
    }
    baselines = {attack.adversary for attack in attacks if attack.is_baseline}
    raw = _together(raws, baselines, SHARE)
    potency = _products(scored, raws, raw, baselines)
    lost = {
        (attack.adversary, victim): Lost(attack.originals, attack.before[victim], attack.scores[victim], attack.labels)
        for attack in attacks
        for victim in victims[attack.adversary]
        if victim in attack.before
    }
    gain, plain = _together(_gains(lost, groups), baselines, CHANGE), _plain(lost)
    return [
        Potency(
            adversary=attack.adversary,
            is_baseline=attack.is_baseline,
            raw=raw.get(attack.adversary, UNKNOWN),
            correct_rate=correct_rate(attack.checked, groups),
            potency=potency.get(attack.adversary, NOT_JUDGED),
            gain=gain.get(attack.adversary, UNKNOWN),
            open=attack.checked.open,
            joint=joint_potency(attack.instances, groups),
            victims=tuple(sorted(set(victims[attack.adversary]).intersection(attack.before))),
            plain_gain=plain.get(attack.adversary, nan),
            turned=turns(attack.originals, attack.labels) if attack.labels else (),
        )
        for attack in attacks
    ]


def _products(
    scored: _Scores, raws: Mapping[str, Statistic], raw: Mapping[str, Estimate], apart: Collection[str]
) -> dict[str, Estimate]:
    """The potencies of what was judged. That the same originals make what is correct and what is missed counts where it
    makes the product more uncertain."""
    known = [name for name in raws if name in scored.rates]
    picked = [name for name in known if name not in apart]
    together = observed_together([scored.rates[name] for name in picked], [scored.said[name].n for name in picked])
    rates = {name: observed(scored.rates[name], scored.said[name].n) for name in known}
    rates |= dict(zip(picked, together, strict=True))
    found = {}
    for name in known:
        one, other = by_groups([raws[name], scored.said[name]])
        found[name] = product(raw[name], rates[name], max(0.0, float(one @ other)))
    return found


def _together(figures: Mapping[str, Statistic], apart: Collection[str], within: Range) -> dict[str, Estimate]:
    """The figures with intervals that hold for all together but for those that stand ``apart``."""
    picked = [name for name in figures if name not in apart]
    found = dict(zip(picked, simultaneous([figures[name] for name in picked], within), strict=True))
    return found | {name: interval(figure, within) for name, figure in figures.items() if name in apart}


def _gains(lost: Mapping[tuple[str, str], Lost], groups: Groups) -> dict[str, Statistic]:
    """By how much what was made is missed more than the originals, over those victims of which both are known."""
    figures = dict(zip(lost, excesses(list(lost.values()), groups), strict=True))
    return {name: average([figures[key] for key in keys]) for name, keys in _by_adversary(lost).items()}


def _plain(lost: Mapping[tuple[str, str], Lost]) -> dict[str, float]:
    """The same over all that was made as it is, by adversary."""
    return {name: fmean(as_they_are(lost[key]) for key in keys) for name, keys in _by_adversary(lost).items()}


def _by_adversary(lost: Iterable[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for key in lost:
        found.setdefault(key[0], []).append(key)
    return found


def _resiliences(scored: _Scores, attacks: Sequence[Attacked]) -> list[Resilience]:
    victims = list(dict.fromkeys(victim for attack in attacks for victim in attack.scores))
    met = {victim: _met(scored, victim) for victim in victims}
    several = [{name: scored.figures[name, victim] for name in met[victim]} for victim in victims]
    found = _weighed_together(several, scored.rates, SHARE)
    return [Resilience(victim, one, met[victim]) for victim, one in zip(victims, found, strict=True)]


def _leads(scored: _Scores, resiliences: Sequence[Resilience]) -> tuple[Lead, ...]:
    """One for every two victims, with intervals that hold for all pairs together."""
    pairs = [(first.victim, second.victim) for first, second in combinations(resiliences, 2)]
    found = _weighed_together([_differences(scored, *pair) for pair in pairs], scored.rates, CHANGE)
    return tuple(Lead(*pair, one) for pair, one in zip(pairs, found, strict=True))


def _differences(scored: _Scores, victim: str, other: str) -> dict[str, Statistic]:
    """By how much a victim scores more than another, by the adversaries of which both met something alike."""
    found = {}
    for name in _met(scored, victim):
        one, two = ((name, first, second) for first, second in ((victim, other), (other, victim)))
        mine, its = (scored.figures.get(key, scored.figures.get(key[:2])) for key in (one, two))
        if mine is not None and its is not None and mine.n and its.n:
            found[name] = mine - its
    return found


def _met(scored: _Scores, victim: str) -> tuple[str, ...]:
    return tuple(adversary for adversary in scored.counted if scored.size((adversary, victim)))


def _weighed_together(
    several: Sequence[Mapping[str, Statistic]], rates: Mapping[str, Floats], within: Range
) -> list[Estimate]:
    """The mean of each of these figures by adversary, with the weights of the correct rates, and intervals that hold
    for all of them together; unknown where no weight is left, as nothing judged was correct.

    What the rates are uncertain by is drawn with the figures as they are, and nothing where all of them are alike.
    """
    kept = [place for place, one in enumerate(several) if any(rates[name][0] for name in one)]
    means = [
        replace(
            weighed(list(several[place].values()), [float(rates[name][0]) for name in several[place]]),
            n=sum(one.n for one in several[place].values()),
        )
        for place in kept
    ]
    drawn_rates = [_weighed(several[place], rates) for place in kept]
    by_scores = simultaneous(means, within)
    by_rates = observed_together(drawn_rates, [one.n for one in means])
    found = [joined(one, other, within) for one, other in zip(by_scores, by_rates, strict=True)]
    known = dict(zip(kept, found, strict=True))
    return [known.get(place, UNKNOWN) for place in range(len(several))]


def _weighed(figures: Mapping[str, Statistic], rates: Mapping[str, Floats]) -> Floats:
    """The mean of these figures in each draw of the rates that are their weights."""
    weights = sum((rates[name] for name in figures), np.zeros(DRAWS + 1))
    total = sum((rates[name] * one.value for name, one in figures.items()), np.zeros(DRAWS + 1))
    return total / weights


def _rank(estimate: Estimate) -> float:
    """Sorts the highest first, and what has no value last."""
    return 1.0 if isnan(estimate.value) else -estimate.value
