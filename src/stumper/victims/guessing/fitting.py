"""A guesser is fitted: parts learn from some questions; how far each is to be trusted, others tell."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import TypeVar

import numpy as np

from stumper.buzz import expected_wins
from stumper.positions import shares
from stumper.protocols import Victim
from stumper.retrieval.clues import About, Clues
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Example, Prediction
from stumper.victims.guessing.answer_types import learned_types
from stumper.victims.guessing.buzzer import Buzzer, buzzes, learned
from stumper.victims.guessing.choosing import Case, Floats, fitted
from stumper.victims.guessing.choosing import shares as shares_of
from stumper.victims.guessing.guesser import FEATURES, USED, Guesser, Parts

Value = TypeVar("Value")
INTERRUPTION = 0.5  # what a wrong buzz costs: 5 of the 10 points for a right one
POSITIONS = 20  # beginnings of a question
WEIGHED = 4  # of them, drawn for each question, fit the weights
FEW = 2_000  # questions; of so few, some are held out several times over
NEED_MANY = ("score, read", "root, read", "first")
THRESHOLDS = [step / 40 for step in range(2, 40)]


@dataclass(frozen=True, slots=True)
class Fold:
    """Questions that are learned from, others that the result is tried on, and a network that has not seen those."""

    texts: Sequence[About]
    held_out: Sequence[Example]
    network: Victim | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """A question that was held out of a fold: whether the first guess was right at its end, and at half of it."""

    id: str
    fold: int
    at_end: bool
    at_half: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights of each choice by name, a buzzer for what guesses best, and how that guesses at what was held out.

    Each question was ``tried`` once, by parts and weights that had not seen it.
    """

    weights: Mapping[str, Floats]
    buzzer: Buzzer
    tried: tuple[Tried, ...] = ()


def fit(folds: Sequence[Fold], rng: Random, told: Callable[[float], None] = lambda share: None) -> Fitted:
    """The weights and the buzzer that suit what is held out of the folds; ``told`` how much is done."""
    names = [name for name in USED if name != "network" or all(fold.network for fold in folds)]
    used = [USED[name] for name in names]
    asked = sum(len(fold.held_out) for fold in folds)
    steps = _Steps(len(folds) + WEIGHED * asked + POSITIONS * asked + 2 * asked, told)
    worlds = [steps.done(_world(fold, used[-1], rng)) for fold in folds]
    by_fold = [
        steps.done(list(_cases(fold, parts, rng)), WEIGHED * len(fold.held_out))
        for fold, parts in zip(folds, worlds, strict=True)
    ]
    cases, left_out = list(chain.from_iterable(by_fold)), _left_out(by_fold, used[-1])
    weights = {name: _weights(cases, n, left_out) for name, n in zip(names, used, strict=True)}
    guessers = [_guesser(replace(parts, weights=weights[names[-1]])) for parts in worlds]
    asking = [
        (lambda views, by=guesser: steps.done(by.predict(views), len(views)), fold.held_out)
        for guesser, fold in zip(guessers, folds, strict=True)
    ]
    buzzer = fit_buzzer(asking)
    tried: dict[str, Tried] = {}
    for place, fold in enumerate(folds):
        found = _tried(place, fold, worlds[place], folds, by_fold, used[-1], left_out)
        for one in steps.done(found, 2 * len(fold.held_out)):
            tried.setdefault(one.id, one)
    return Fitted(weights, buzzer, tuple(tried.values()))


@dataclass(slots=True)
class _Steps:
    """How many predictions of all are made, told as they are; what is built of a fold counts as one."""

    of: int
    told: Callable[[float], None]
    number: int = 0

    def done(self, value: Value, steps: int = 1) -> Value:
        """The value, which so many steps more have made."""
        self.number += steps
        self.told(self.number / self.of)
        return value


def _tried(
    place: int,
    fold: Fold,
    parts: Parts,
    folds: Sequence[Fold],
    by_fold: Sequence[Sequence[Case]],
    used: int,
    left_out: Sequence[str],
) -> list[Tried]:
    """What is held out of the fold, asked of its parts with weights that were fitted to other questions.

    These are what is held out of other folds; of a single one, the half to which a question does not belong.
    """
    found: list[Tried] = []
    halves = (fold.held_out[::2], fold.held_out[1::2]) if len(folds) == 1 else (fold.held_out,)
    for asked in halves:
        unseen = {example.id for example in asked} if len(folds) == 1 else {one.id for one in fold.held_out}
        others = [
            case
            for other, cases in zip(folds, by_fold, strict=True)
            for at, case in enumerate(cases)
            if other.held_out[at // WEIGHED].id not in unseen
        ]
        if not others:
            continue
        guesser = _guesser(replace(parts, weights=_weights(others, used, left_out)))
        found += [_asked(guesser, place, example) for example in asked]
    return found


def _asked(guesser: Guesser, place: int, example: Example) -> Tried:
    assert isinstance(example.query, Tossup)
    half, whole = shares(example.query.text, 2)
    said = guesser.predict([Tossup(whole), Tossup(half)])
    at_end, at_half = (bool(one.guesses) and is_accepted(example.gold, one.guesses[0].answer) for one in said)
    return Tried(example.id, place, at_end, at_half)


def fit_buzzer(tried: Sequence[tuple[Callable[[Sequence[Tossup]], list[Prediction]], Sequence[Example]]]) -> Buzzer:
    """The learned buzzer with the threshold that pays most in play, by predictions for questions not seen."""
    rows = [row for predict, examples in tried for example in examples for row in [_read(predict, example)]]
    buzzer = learned(rows)
    return max((replace(buzzer, threshold=share) for share in THRESHOLDS), key=lambda one: worth(one, rows))


def worth(buzzer: Buzzer, rows: Sequence[tuple[Sequence[Prediction], Sequence[bool]]]) -> float:
    """The mean over questions of the expected wins, less what a wrong buzz costs in play.

    A row has the predictions for a question's beginnings, and whether each was right.
    """
    return sum(_worth(buzzer, predictions, rights) for predictions, rights in rows) / max(1, len(rows))


def _worth(buzzer: Buzzer, predictions: Sequence[Prediction], rights: Sequence[bool]) -> float:
    at = next((at for at, has_buzzed in enumerate(buzzes(buzzer, predictions)) if has_buzzed), None)
    if at is None:
        return 0.0
    return expected_wins((at + 1) / len(predictions), correct=True) if rights[at] else -INTERRUPTION


def _read(
    predict: Callable[[Sequence[Tossup]], list[Prediction]], example: Example
) -> tuple[list[Prediction], list[bool]]:
    assert isinstance(example.query, Tossup)
    predictions = predict([Tossup(view) for view in shares(example.query.text, POSITIONS)])
    return predictions, [is_accepted(example.gold, prediction.guesses[0].answer) for prediction in predictions]


def _cases(fold: Fold, parts: Parts, rng: Random) -> Iterator[Case]:
    guesser = _guesser(parts)
    for example in fold.held_out:
        assert isinstance(example.query, Tossup)
        views = rng.sample(shares(example.query.text, POSITIONS), WEIGHED)
        said = parts.network.predict([Tossup(view) for view in views]) if parts.network else [None] * WEIGHED
        for view, other in zip(views, said, strict=True):
            found = guesser.candidates(view, other)
            rights = (place for place, answer in enumerate(found.answers) if is_accepted(example.gold, answer))
            yield Case(found.rows, next(rights, len(found.answers)))


def _left_out(by_fold: Sequence[Sequence[Case]], used: int) -> Sequence[str]:
    """The features that need many questions, unless what is held out of the folds is likelier with them.

    By a standard error at least, over folds: of two models that are about as good the smaller one is taken.
    """
    if len(by_fold) == 1:
        return ()
    with_them, without = (_held_out_losses(by_fold, used, names) for names in ((), NEED_MANY))
    gains = without - with_them
    return () if gains.mean() > gains.std(ddof=1) / np.sqrt(len(gains)) else NEED_MANY


def _held_out_losses(by_fold: Sequence[Sequence[Case]], used: int, left_out: Sequence[str]) -> Floats:
    """For each fold the mean log loss of its cases, by weights that were fitted to those of the others."""
    losses = []
    for place, held_out in enumerate(by_fold):
        others = chain.from_iterable(cases for other, cases in enumerate(by_fold) if other != place)
        weights = _weights(list(others), used, left_out)
        likely = [shares_of(weights, case.rows[:, :used])[case.right] for case in held_out]
        losses.append(-float(np.log(np.maximum(1e-300, likely)).mean()))
    return np.array(losses)


def _weights(cases: Sequence[Case], used: int, left_out: Sequence[str]) -> Floats:
    """The fitted weights of the features that are used; 0 for those left out."""
    chosen = [place for place, name in enumerate(FEATURES[:used]) if name not in left_out]
    weights = np.zeros(used)
    weights[chosen] = fitted([Case(case.rows[:, chosen], case.right) for case in cases], np.eye(len(chosen))[0])
    return weights


def _world(fold: Fold, used: int, rng: Random) -> Parts:
    """The parts of a guesser that has seen nothing but what the fold learns from; its weights are to come."""
    types = learned_types([(about.text, about.answer) for about in fold.texts], rng)
    return Parts(Clues.build(fold.texts), np.zeros(used), types, fold.network)


def _guesser(parts: Parts) -> Guesser:
    return Guesser("", lambda: parts)
