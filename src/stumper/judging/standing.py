"""What the judgements of a set say: how much of it is correct, and how far its annotators agree."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
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

    A perturbation with several judgements is what more than half of them say, question by question, and correct where
    that is yes three times.
    """

    perturbations: int
    judged: int
    correct: Estimate
    grammatical: Estimate
    label_correct: Estimate
    on_task: Estimate
    annotators: tuple[tuple[str, int], ...]


def standing(perturbations: int, judgements: Sequence[Judgement]) -> JudgingStanding:
    """What these judgements say of a set of so many perturbations."""
    judged = _by_perturbation(judgements)
    shares = {
        name: share_interval([of(_settled(id, said)) for id, said in judged.items()]) for name, of in QUESTIONS.items()
    }
    return JudgingStanding(
        perturbations=perturbations,
        judged=len(judged),
        correct=shares["correct"],
        grammatical=shares["grammatical"],
        label_correct=shares["label correct"],
        on_task=shares["on task"],
        annotators=tuple(sorted(Counter(judgement.annotator for judgement in judgements).items())),
    )


def agreements(judgements: Iterable[Judgement]) -> tuple[Agreement, ...]:
    """How far annotators agree on each question, and on whether it is correct at all; none where nothing has several
    judgements."""
    judged = _by_perturbation(judgements).values()
    if all(len(said) == 1 for said in judged):
        return ()
    return tuple(_agreement(name, of, judged) for name, of in QUESTIONS.items())


def correct_and_judged(judgements: Iterable[Judgement]) -> tuple[int, int]:
    """How many perturbations are correct, and how many were judged."""
    judged = _by_perturbation(judgements)
    return sum(is_correct(_settled(id, said)) for id, said in judged.items()), len(judged)


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


def _settled(id: str, said: Sequence[Judgement]) -> Judgement:
    """What more than half say of each of the three questions; in doubt it is no."""
    answers = zip(*((one.grammatical, one.label_correct, one.on_task) for one in said), strict=True)
    return Judgement(id, "", *(2 * sum(yes) > len(said) for yes in answers))


def _agreement(question: str, of: Callable[[Judgement], bool], judged: Collection[Sequence[Judgement]]) -> Agreement:
    items: list[Sequence[Hashable]] = [[of(judgement) for judgement in said] for said in judged]
    both: dict[tuple[str, str], list[tuple[bool, bool]]] = {}
    for said in judged:
        answers = sorted((judgement.annotator, of(judgement)) for judgement in said)
        for (first, one), (second, other) in combinations(answers, 2):
            both.setdefault((first, second), []).append((one, other))
    pairs = tuple(
        PairAgreement(first, second, len(said), cohens_kappa(*zip(*said, strict=True)))
        for (first, second), said in sorted(both.items())
    )
    return Agreement(question, sum(len(item) > 1 for item in items), krippendorffs_alpha(items), pairs)
