"""What the judgements of a set say: how much of it is correct, and how far its annotators agree."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import attrgetter
from typing import get_args

from stumper.scores.agreement import cohens_kappa, krippendorffs_alpha
from stumper.scores.intervals import Estimate, share_interval
from stumper.types import JudgeKind, Judgement

KINDS: tuple[JudgeKind, ...] = get_args(JudgeKind)


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
class Judges:
    """The annotators of one kind: how many, how many judgements they gave, and how much of what they judged is correct.

    Of a perturbation that several of them judged counts what more than half of them say.
    """

    kind: JudgeKind
    annotators: int
    judgements: int
    correct: Estimate


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
    judged = _by_perturbation(judgements)
    given = Counter((judgement.annotator, judgement.judge) for judgement in judgements)
    shares = {name: share_interval([of(_settled(said)) for said in judged.values()]) for name, of in QUESTIONS.items()}
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


def judges(judgements: Iterable[Judgement]) -> tuple[Judges, ...]:
    """The kinds of judge that gave these judgements: people first, then models, builders, and the unknown."""
    by_kind: dict[JudgeKind, list[Judgement]] = {kind: [] for kind in KINDS}
    for judgement in judgements:
        by_kind[judgement.judge].append(judgement)
    return tuple(_judges(kind, said) for kind, said in by_kind.items() if said)


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
    return sum(is_correct(_settled(said)) for said in judged.values()), len(judged)


def is_correct(judgement: Judgement) -> bool:
    """Whether the annotator finds it grammatical, with the right label, and on task."""
    return judgement.grammatical and judgement.label_correct and judgement.on_task


ASKED = ("grammatical", "label_correct", "on_task")
QUESTIONS: Mapping[str, Callable[[Judgement], bool]] = {
    "correct": is_correct,
    "grammatical": attrgetter("grammatical"),
    "label correct": attrgetter("label_correct"),
    "on task": attrgetter("on_task"),
}


def _judges(kind: JudgeKind, judgements: Sequence[Judgement]) -> Judges:
    correct, judged = correct_and_judged(judgements)
    share = share_interval([True] * correct + [False] * (judged - correct))
    return Judges(kind, len({judgement.annotator for judgement in judgements}), len(judgements), share)


def _by_perturbation(judgements: Iterable[Judgement]) -> dict[str, list[Judgement]]:
    found: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        found.setdefault(judgement.perturbation_id, []).append(judgement)
    return found


def _settled(said: Sequence[Judgement]) -> Judgement:
    """The first of some judgements of one perturbation, with what more than half of them say of each question."""
    return replace(said[0], **{name: 2 * sum(getattr(one, name) for one in said) > len(said) for name in ASKED})


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
