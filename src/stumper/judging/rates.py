"""What the judgements of a set say: how much of it is correct, and how far its annotators agree."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from types import MappingProxyType

from stumper.scores.agreement import Alpha, alpha_interval, cohens_kappa
from stumper.scores.correctness import Checked, correct_rate
from stumper.sections.judged import Judges, Originals, Settled, by_perturbation, is_correct, judges, settled
from stumper.statistics import NO_GROUPS, Estimate, Groups
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
    alpha: Alpha
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
    that is yes three times. Where they are split it is open: each share is of its ``n`` that are settled, and ``open``
    are those of which it is not settled whether they are correct.
    """

    perturbations: int
    judged: int
    correct: Estimate
    grammatical: Estimate
    label_correct: Estimate
    on_task: Estimate
    annotators: tuple[Annotator, ...]
    judges: tuple[Judges, ...]
    open: int = 0


def standing(
    perturbations: int,
    judgements: Sequence[Judgement],
    originals: Originals = MappingProxyType({}),
    groups: Groups = NO_GROUPS,
) -> JudgingStanding:
    """What these judgements say of a set of so many perturbations; ``originals`` says what each was made of, where that
    is known, ``groups`` what originals share with others."""
    judged = by_perturbation(judgements)
    made_of = [originals.get(id, id) for id in judged]
    given = Counter((judgement.annotator, judgement.judge) for judgement in judgements)
    found = [settled(said) for said in judged.values()]
    said = {name: Checked(made_of, [of(one) for one in found]) for name, of in QUESTIONS.items()}
    shares = {name: correct_rate(checked, groups) for name, checked in said.items()}
    return JudgingStanding(
        perturbations=perturbations,
        judged=len(judged),
        correct=shares["correct"],
        grammatical=shares["grammatical"],
        label_correct=shares["label correct"],
        on_task=shares["on task"],
        annotators=tuple(Annotator(name, judge, number) for (name, judge), number in sorted(given.items())),
        judges=judges(judgements, originals, groups),
        open=said["correct"].open,
    )


def agreements(
    judgements: Iterable[Judgement], originals: Originals = MappingProxyType({}), groups: Groups = NO_GROUPS
) -> tuple[Agreement, ...]:
    """How far annotators agree on each question, and on whether it is correct at all; none where nothing has several
    judgements. ``originals`` says what each was made of, where that is known, ``groups`` what originals share."""
    found = by_perturbation(judgements)
    judged, made_of = found.values(), [originals.get(id, id) for id in found]
    if all(len(said) == 1 for said in judged):
        return ()
    return tuple(_agreement(name, of, judged, made_of, groups) for name, of in QUESTIONS.items())


QUESTIONS: Mapping[str, Callable[[Settled | Judgement], bool | None]] = {
    "correct": is_correct,
    "grammatical": attrgetter("grammatical"),
    "label correct": attrgetter("label_correct"),
    "on task": attrgetter("on_task"),
}


def _agreement(
    question: str,
    of: Callable[[Judgement], bool | None],
    judged: Collection[Sequence[Judgement]],
    originals: Sequence[str],
    groups: Groups,
) -> Agreement:
    items: list[Sequence[Hashable]] = [[of(judgement) for judgement in said] for said in judged]
    both: dict[tuple[str, str], list[tuple[bool | None, bool | None]]] = {}
    for said in judged:
        answers = sorted((judgement.annotator, of(judgement)) for judgement in said)
        for (first, one), (second, other) in combinations(answers, 2):
            both.setdefault((first, second), []).append((one, other))
    pairs = tuple(
        PairAgreement(first, second, len(said), cohens_kappa(*zip(*said, strict=True)))
        for (first, second), said in sorted(both.items())
    )
    return Agreement(question, sum(len(item) > 1 for item in items), alpha_interval(items, originals, groups), pairs)
