"""What the judgements of a set say: how much of it is correct, and how far its annotators agree."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter

from stumper.scores.agreement import cohens_kappa, krippendorffs_alpha
from stumper.scores.intervals import Estimate, share_interval
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Cohen's kappa of two annotators over the perturbations that both judged."""

    first: str
    second: str
    perturbations: int
    kappa: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree on one question: Krippendorff's alpha over what several judged, and pair by pair."""

    question: str
    perturbations: int
    alpha: float
    pairs: tuple[PairAgreement, ...]


@dataclass(frozen=True, slots=True)
class JudgingStanding:
    """Of so many perturbations those ``judged``, and the shares of these; ``annotators`` with how many they judged.

    A perturbation with several judgements is what more than half of them say. There are ``agreements`` where some have
    several.
    """

    perturbations: int
    judged: int
    correct: Estimate
    grammatical: Estimate
    label_correct: Estimate
    on_task: Estimate
    annotators: tuple[tuple[str, int], ...]
    agreements: tuple[Agreement, ...]


def standing(perturbations: int, judgements: Sequence[Judgement]) -> JudgingStanding:
    """What these judgements say of a set of so many perturbations."""
    judged = _by_perturbation(judgements)
    shares = {name: share_interval([_majority(said, of) for said in judged.values()]) for name, of in QUESTIONS.items()}
    annotators = sorted({judgement.annotator for judgement in judgements})
    counts = tuple((name, sum(judgement.annotator == name for judgement in judgements)) for name in annotators)
    several = any(len(said) > 1 for said in judged.values())
    agreements = tuple(_agreement(name, of, judged, annotators) for name, of in QUESTIONS.items()) if several else ()
    return JudgingStanding(
        perturbations=perturbations,
        judged=len(judged),
        correct=shares["correct"],
        grammatical=shares["grammatical"],
        label_correct=shares["label correct"],
        on_task=shares["on task"],
        annotators=counts,
        agreements=agreements,
    )


def correct_and_judged(judgements: Iterable[Judgement]) -> tuple[int, int]:
    """How many perturbations are correct, and how many were judged."""
    judged = _by_perturbation(judgements)
    return sum(_majority(said, is_correct) for said in judged.values()), len(judged)


def is_correct(judgement: Judgement) -> bool:
    """Whether the annotator finds it grammatical, with the right label, and on task."""
    return judgement.grammatical and judgement.label_correct and judgement.on_task


QUESTIONS: Mapping[str, Callable[[Judgement], bool]] = {
    "correct": is_correct,
    "grammatical": attrgetter("grammatical"),
    "label correct": attrgetter("label_correct"),
    "on task": attrgetter("on_task"),
}


def _by_perturbation(judgements: Iterable[Judgement]) -> dict[str, list[Judgement]]:
    found: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        found.setdefault(judgement.perturbation_id, []).append(judgement)
    return found


def _majority(judgements: Sequence[Judgement], of: Callable[[Judgement], bool]) -> bool:
    """Whether more than half say so; in doubt it is not."""
    return 2 * sum(map(of, judgements)) > len(judgements)


def _agreement(
    question: str,
    of: Callable[[Judgement], bool],
    judged: Mapping[str, Sequence[Judgement]],
    annotators: Sequence[str],
) -> Agreement:
    items: list[Sequence[Hashable]] = [[of(judgement) for judgement in said] for said in judged.values()]
    pairs = (_pair(first, second, of, judged) for first, second in combinations(annotators, 2))
    return Agreement(
        question,
        sum(len(item) > 1 for item in items),
        krippendorffs_alpha(items),
        tuple(pair for pair in pairs if pair.perturbations),
    )


def _pair(
    first: str, second: str, of: Callable[[Judgement], bool], judged: Mapping[str, Sequence[Judgement]]
) -> PairAgreement:
    by_name = [{judgement.annotator: of(judgement) for judgement in said} for said in judged.values()]
    both = [(said[first], said[second]) for said in by_name if first in said and second in said]
    return PairAgreement(first, second, len(both), cohens_kappa([one for one, _ in both], [other for _, other in both]))
