"""What a modification of claims shifts: scores, evidence and predicted labels (Thorne et al. 2019, tables 5 and 6)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan

from stumper.scores.before_after import BeforeAfter, compared
from stumper.statistics import NO_GROUPS, Groups, Scored, means
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.fever_score import ClaimScore

NOT_ENOUGH_INFO = "NOT ENOUGH INFO"
NO_LABEL = "no label"


@dataclass(frozen=True, slots=True)
class Shifted:
    """One modified claim beside the original of this id: how right the victim was, and the labels that it predicted.

    An empty label is none.
    """

    original: str
    before: ClaimScore
    after: ClaimScore
    label_before: str
    label_after: str


@dataclass(frozen=True, slots=True)
class Turn:
    """On how many claims the victim predicted one label before and the other after."""

    before: str
    after: str
    claims: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Every original counts as often as it was modified; those of evidence are over verifiable claims alone.

    ``not_enough_info`` is the share of claims of which the victim says that there is not enough. ``turns`` are in the
    order of the labels, those that never happen left out.
    """

    label_accuracy: BeforeAfter
    fever_score: BeforeAfter
    evidence_precision: BeforeAfter
    evidence_recall: BeforeAfter
    not_enough_info: BeforeAfter
    turns: tuple[Turn, ...]


def shift(claims: Sequence[Shifted], groups: Groups = NO_GROUPS) -> Shift:
    """The means before and after, with 95% intervals."""
    found = means(_columns(claims), groups)
    accuracy, fever_score, precision, recall, not_enough_info = map(compared, found[::2], found[1::2])
    return Shift(accuracy, fever_score, precision, recall, not_enough_info, _turns(claims))


def _columns(claims: Sequence[Shifted]) -> list[Scored]:
    originals = [claim.original for claim in claims]
    return [Scored(originals, [_number(of(claim)) for claim in claims]) for pair in COMPARED for of in pair]


COMPARED: Sequence[tuple[Callable[[Shifted], float | None], Callable[[Shifted], float | None]]] = (
    (lambda claim: claim.before.accuracy, lambda claim: claim.after.accuracy),
    (lambda claim: claim.before.fever_score, lambda claim: claim.after.fever_score),
    (lambda claim: claim.before.evidence_precision, lambda claim: claim.after.evidence_precision),
    (lambda claim: claim.before.evidence_recall, lambda claim: claim.after.evidence_recall),
    (lambda claim: _gives_up(claim.label_before), lambda claim: _gives_up(claim.label_after)),
)  # the fields of Shift, in their order


def _number(value: float | None) -> float:
    return nan if value is None else value


def _gives_up(label: str) -> float:
    return float(label.upper() == NOT_ENOUGH_INFO)


def _turns(claims: Sequence[Shifted]) -> tuple[Turn, ...]:
    counts = Counter((_called(claim.label_before), _called(claim.label_after)) for claim in claims)
    further = sorted({label for pair in counts for label in pair} - {*LABELS, NO_LABEL})
    order = [*LABELS, *further, NO_LABEL]
    return tuple(
        Turn(before, after, counts[before, after]) for before in order for after in order if counts[before, after]
    )


def _called(label: str) -> str:
    return next((known for known in LABELS if known == label.upper()), label or NO_LABEL)
