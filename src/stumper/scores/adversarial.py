"""Potency of adversaries and resilience of systems (Thorne et al. 2019, section 4), for any score in [0, 1].

What people judged correct weighs in both: without a judgement there is neither.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan

import numpy as np

from stumper.scores.by_original import Floats, Scored, drawn_means, observed
from stumper.scores.intervals import RESAMPLES, Estimate, share_interval

PRIOR = 0.5  # successes and failures before the first judgement (Jeffreys' prior)


@dataclass(frozen=True, slots=True)
class Attacked:
    """What the perturbations of one adversary did: by victim, a score a perturbation, NaN where the victim failed.

    ``originals`` are the ids of the examples that they were made of, in the same order. People judged ``judged`` of
    them, and found ``correct`` correct. The baseline changes nothing: it has a potency and counts in no resilience.
    """

    adversary: str
    originals: tuple[str, ...]
    scores: Mapping[str, tuple[float, ...]]
    correct: int = 0
    judged: int = 0
    is_baseline: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """The mean score of one victim under one adversary."""

    adversary: str
    victim: str
    score: Estimate


@dataclass(frozen=True, slots=True)
class Potency:
    """How potent one adversary is over the victims that met it; NaN until something has been judged.

    The ``n`` of ``raw`` and ``potency`` is that of perturbations, of ``correct_rate`` that of those judged.
    """

    adversary: str
    is_baseline: bool
    raw: Estimate
    correct_rate: Estimate
    potency: Estimate


@dataclass(frozen=True, slots=True)
class Resilience:
    """How resilient one victim is to ``adversaries``, which are those judged that it met; NaN without any."""

    victim: str
    resilience: Estimate
    adversaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one victim is more resilient than another, under the adversaries that both met."""

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


def tournament(attacks: Sequence[Attacked], seed: int = 0) -> Tournament:
    """All figures, with 95% intervals that carry the uncertainty of the scores and that of the correct rates.

    Draw by draw, originals are resampled, each with all that was made of it and what every victim scored there (so
    victims are compared in pairs), and each correct rate is drawn from its beta posterior. The draws come from a fixed
    seed and are the same in any order of the perturbations.
    """
    draws = _drawn(attacks, np.random.default_rng(seed))
    victims = dict.fromkeys(victim for attack in attacks for victim in attack.scores)
    resiliences = sorted((_resilience(draws, victim) for victim in victims), key=lambda row: _rank(row.resilience))
    potencies = sorted(
        (_potency(draws, attack) for attack in attacks), key=lambda row: (_rank(row.potency), _rank(row.raw))
    )
    return Tournament(
        tuple(Cell(*key, observed(scores, draws.sizes[key])) for key, scores in draws.scores.items()),
        tuple(potencies),
        tuple(resiliences),
        tuple(_lead(draws, first.victim, second.victim) for first, second in combinations(resiliences, 2)),
    )


@dataclass(frozen=True, slots=True)
class _Draws:
    """Arrays of what was observed and then the draws: ``scores`` are means by adversary and victim, over so many
    perturbations as ``sizes`` says; ``rates`` are correct rates of what was judged. ``counted`` are the adversaries
    that count in a resilience."""

    scores: Mapping[tuple[str, str], Floats]
    sizes: Mapping[tuple[str, str], int]
    rates: Mapping[str, Floats]
    counted: tuple[str, ...]


def _drawn(attacks: Sequence[Attacked], rng: np.random.Generator) -> _Draws:
    rates = {attack.adversary: _rates(attack, rng) for attack in attacks if attack.judged}
    counted = tuple(attack.adversary for attack in attacks if attack.judged and not attack.is_baseline)
    keys = [(attack.adversary, victim) for attack in attacks for victim in attack.scores]
    scored = [Scored(attack.originals, scores) for attack in attacks for scores in attack.scores.values()]
    sizes = {key: row.size for key, row in zip(keys, scored, strict=True)}
    return _Draws(dict(zip(keys, drawn_means(scored, rng), strict=True)), sizes, rates, counted)


def _rates(attack: Attacked, rng: np.random.Generator) -> Floats:
    wrong = attack.judged - attack.correct
    draws = rng.beta(attack.correct + PRIOR, wrong + PRIOR, size=RESAMPLES)
    return np.concatenate([[attack.correct / attack.judged], draws])


def _potency(draws: _Draws, attack: Attacked) -> Potency:
    keys = [(attack.adversary, victim) for victim in attack.scores if draws.sizes[attack.adversary, victim]]
    raw = _raw([draws.scores[key] for key in keys])
    size = max((draws.sizes[key] for key in keys), default=0)
    rates = draws.rates.get(attack.adversary)
    judged = [place < attack.correct for place in range(attack.judged)]
    potent = observed(rates * raw, size) if rates is not None else NOT_JUDGED
    return Potency(attack.adversary, attack.is_baseline, observed(raw, size), share_interval(judged), potent)


def _raw(scores: Sequence[Floats]) -> Floats:
    return 1 - np.mean(scores, axis=0) if scores else np.full(RESAMPLES + 1, nan)


def _resilience(draws: _Draws, victim: str) -> Resilience:
    met = _met(draws, victim)
    size = sum(draws.sizes[adversary, victim] for adversary in met)
    return Resilience(victim, observed(_weighed(draws, victim, met), size), met)


def _lead(draws: _Draws, victim: str, other: str) -> Lead:
    shared = tuple(adversary for adversary in _met(draws, victim) if adversary in _met(draws, other))
    difference = _weighed(draws, victim, shared) - _weighed(draws, other, shared)
    size = sum(min(draws.sizes[adversary, victim], draws.sizes[adversary, other]) for adversary in shared)
    return Lead(victim, other, observed(difference, size))


def _met(draws: _Draws, victim: str) -> tuple[str, ...]:
    return tuple(adversary for adversary in draws.counted if draws.sizes.get((adversary, victim)))


def _weighed(draws: _Draws, victim: str, adversaries: Sequence[str]) -> Floats:
    """The resilience; NaN where no weight is left, as nothing judged was correct."""
    weights = sum((draws.rates[adversary] for adversary in adversaries), np.zeros(RESAMPLES + 1))
    weighed = sum((draws.rates[name] * draws.scores[name, victim] for name in adversaries), np.zeros(RESAMPLES + 1))
    with np.errstate(invalid="ignore"):
        return np.where(weights > 0, weighed / weights, nan)


NOT_JUDGED = Estimate(nan, nan, nan, 0)


def _rank(estimate: Estimate) -> float:
    """Sorts the highest first, and what has no value last."""
    return 1.0 if isnan(estimate.value) else -estimate.value
