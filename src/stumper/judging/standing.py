"""What the judgements of a set say: how much of it is correct, and how far its annotators agree."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter

from stumper.scores.agreement import cohens_kappa, krippendorffs_alpha
from stumper.scores.intervals import Estimate, share_interval
from stumper.sections.judged import Judges, by_perturbation, is_correct, judges, settled
from stumper.types import JudgeKind, Judgement


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
class Annotator:
    """Who judged, as what kind of judge, and how many perturbations."""

    name: str
    judge: JudgeKind
    judgements: int


@dataclass(frozen=True, slots=True)
class JudgingStanding:
    """Of so many perturbations those ``judged``, and the shares of these; who judged, and which kinds of judge.

    A perturbation with several judgements is what more than half of them say, question by question, and correct where
    that is yes three times.
    """

    perturbations: int
    judged: int
    correct: Estimate
    grammatical: Estimate
    label_correct: Estimate
    on_task: Estimate
    annotators: tuple[Annotator, ...]
    judges: tuple[Judges, ...]


def standing(perturbations: int, judgements: Sequence[Judgement]) -> JudgingStanding:
    """What these judgements say of a set of so many perturbations."""
    judged = by_perturbation(judgements)
    given = Counter((judgement.annotator, judgement.judge) for judgement in judgements)
    shares = {name: share_interval([of(settled(said)) for said in judged.values()]) for name, of in QUESTIONS.items()}
    return JudgingStanding(
        perturbations=perturbations,
        judged=len(judged),
        correct=shares["correct"],
        grammatical=shares["grammatical"],
        label_correct=shares["label correct"],
        on_task=shares["on task"],
        annotators=tuple(Annotator(name, judge, number) for (name, judge), number in sorted(given.items())),
        judges=judges(judgements),
    )


def agreements(judgements: Iterable[Judgement]) -> tuple[Agreement, ...]:
    """How far annotators agree on each question, and on whether it is correct at all; none where nothing has several
    judgements."""
    judged = by_perturbation(judgements).values()
    if all(len(said) == 1 for said in judged):
        return ()
    return tuple(_agreement(name, of, judged) for name, of in QUESTIONS.items())


QUESTIONS: Mapping[str, Callable[[Judgement], bool]] = {
    "correct": is_correct,
    "grammatical": attrgetter("grammatical"),
    "label correct": attrgetter("label_correct"),
    "on task": attrgetter("on_task"),
}


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
