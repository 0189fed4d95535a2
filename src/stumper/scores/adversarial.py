"""Potency of adversaries and resilience of systems (Thorne et al. 2019, section 4), for any score in [0, 1].

What was judged correct weighs in both: without a judgement there is neither.
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

    ``originals`` are the ids of the examples that they were made of, in the same order. So many of them were
    ``judged``, and so many of these found ``correct``. The baseline changes nothing: it has a potency and counts in no
    resilience.
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
        tuple(
            Cell(
                attack.adversary,
                victim,
                observed(draws.scores[attack.adversary, victim], draws.sizes[attack.adversary, victim]),
            )
            for attack in attacks
            for victim in attack.scores
        ),
        tuple(potencies),
        tuple(resiliences),
        tuple(_lead(draws, first.victim, second.victim) for first, second in combinations(resiliences, 2)),
    )


@dataclass(frozen=True, slots=True)
class _Draws:
    """Arrays of what was observed and then the draws: ``scores`` are means by adversary and victim, over so many
    perturbations as ``sizes`` says; by adversary, victim and another victim over those that the other has as well,
    where it lacks some. ``rates`` are correct rates of what was judged. ``counted`` are the adversaries that count in a
    resilience."""

    scores: Mapping[tuple[str, ...], Floats]
    sizes: Mapping[tuple[str, ...], int]
    rates: Mapping[str, Floats]
    counted: tuple[str, ...]


def _drawn(attacks: Sequence[Attacked], rng: np.random.Generator) -> _Draws:
    rates = {attack.adversary: _rates(attack, rng) for attack in attacks if attack.judged}
    counted = tuple(attack.adversary for attack in attacks if attack.judged and not attack.is_baseline)
    scored: dict[tuple[str, ...], Scored] = {}
    for attack in attacks:
        for victim, scores in attack.scores.items():
            scored[attack.adversary, victim] = Scored(attack.originals, scores)
            for other, met in attack.scores.items():
                shared = tuple(nan if isnan(there) else score for score, there in zip(scores, met, strict=True))
                if sum(map(isnan, shared)) > sum(map(isnan, scores)):
                    scored[attack.adversary, victim, other] = Scored(attack.originals, shared)
    means = dict(zip(scored, drawn_means(list(scored.values()), rng), strict=True))
    return _Draws(means, {key: row.size for key, row in scored.items()}, rates, counted)


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
    return Resilience(victim, observed(_weighed(draws, [(name, victim) for name in met]), size), met)


def _lead(draws: _Draws, victim: str, other: str) -> Lead:
    shared = [name for name in _met(draws, victim) if name in _met(draws, other)]
    keys = [(_shared(draws, name, victim, other), _shared(draws, name, other, victim)) for name in shared]
    both = [(one, two) for one, two in keys if draws.sizes[one]]
    difference = _weighed(draws, [one for one, _ in both]) - _weighed(draws, [two for _, two in both])
    return Lead(victim, other, observed(difference, sum(draws.sizes[one] for one, _ in both)))


def _shared(draws: _Draws, adversary: str, victim: str, other: str) -> tuple[str, ...]:
    """The key of what a victim scores where the other has a score as well."""
    key = (adversary, victim, other)
    return key if key in draws.sizes else key[:2]


def _met(draws: _Draws, victim: str) -> tuple[str, ...]:
    return tuple(adversary for adversary in draws.counted if draws.sizes.get((adversary, victim)))


def _weighed(draws: _Draws, keys: Sequence[tuple[str, ...]]) -> Floats:
    """The resilience over these scores, by their adversaries; NaN where no weight is left, as nothing judged was
    correct."""
    weights = sum((draws.rates[key[0]] for key in keys), np.zeros(RESAMPLES + 1))
    weighed = sum((draws.rates[key[0]] * draws.scores[key] for key in keys), np.zeros(RESAMPLES + 1))
    with np.errstate(invalid="ignore"):
        return np.where(weights > 0, weighed / weights, nan)


NOT_JUDGED = Estimate(nan, nan, nan, 0)


def _rank(estimate: Estimate) -> float:
    """Sorts the highest first, and what has no value last."""
    return 1.0 if isnan(estimate.value) else -estimate.value
