"""What was judged correct and by whom, and how that is said, the same in every form of the report."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.identity import perturbation_id
from stumper.registry import task_of
from stumper.scores.intervals import Estimate, share_interval
from stumper.sections.wording import NOTHING, count, listed, plural, with_interval
from stumper.types import JudgeKind, Judgement, Perturbation

NOT_JUDGED = "not judged"
WORDS: Mapping[JudgeKind, tuple[str, str]] = {
    "person": ("person", "people"),
    "model": ("model", "models"),
    "builder": ("builder", "builders"),
    "unknown": ("unknown judge", "unknown judges"),
}
ASKED = ("grammatical", "label_correct", "on_task")


@dataclass(frozen=True, slots=True)
class Judges:
    """The annotators of one kind: how many, how many judgements they gave, and how much of what they judged is correct.

    Of a perturbation that several of them judged counts what more than half of them say.
    """

    kind: JudgeKind
    annotators: int
    judgements: int
    correct: Estimate


def judges(judgements: Iterable[Judgement]) -> tuple[Judges, ...]:
    """The kinds of judge that gave these judgements: people first, then models, builders, and the unknown."""
    by_kind: dict[JudgeKind, list[Judgement]] = {kind: [] for kind in WORDS}
    for judgement in judgements:
        by_kind[judgement.judge].append(judgement)
    return tuple(_judges(kind, said) for kind, said in by_kind.items() if said)


def correct_and_judged(judgements: Iterable[Judgement]) -> tuple[int, int]:
    """How many perturbations are correct, and how many were judged."""
    judged = by_perturbation(judgements)
    return sum(is_correct(settled(said)) for said in judged.values()), len(judged)


def is_correct(judgement: Judgement) -> bool:
    """Whether the annotator finds it grammatical, with the right label, and on task."""
    return judgement.grammatical and judgement.label_correct and judgement.on_task


def judged_ids(perturbation: Perturbation) -> tuple[str, ...]:
    """The ids under which judgements of a perturbation may stand, the one that new ones are given last.

    What a person says of a claim holds whether or not a victim is given evidence, so they stand without it.
    """
    own = perturbation_id(perturbation)
    wire = task_of(perturbation.query).wire
    if not wire.retrieves or not wire.passages(perturbation.query):
        return (own,)
    return own, perturbation_id(replace(perturbation, query=wire.with_passages(perturbation.query, ())))


def judged(correct: Estimate, judges: Sequence[Judges], is_asked: bool = True) -> str:
    """How much of what was judged is correct, of how many, and who judged; unjudged is not correct."""
    if correct.n:
        return correct_of(correct, judges)
    return NOT_JUDGED if is_asked else NOTHING


def correct_of(correct: Estimate, judges: Sequence[Judges]) -> str:
    """A correct rate with how many were judged, and by whom: 83.3 [72.0, 90.7] of 60 by 1 builder."""
    return f"{with_interval(correct)} of {count(correct.n)} by {counted(judges)}"


def counted(judges: Sequence[Judges]) -> str:
    """Who judged: 2 people, 1 model and 1 builder."""
    return listed(plural(row.annotators, *WORDS[row.kind]) for row in judges)


def kinds(judges: Iterable[Judges]) -> str:
    """Which kinds of judge there were: people and builders."""
    found = {row.kind for row in judges}
    return listed(several for kind, (_, several) in WORDS.items() if kind in found)


def judgements_by_kind(judges: Iterable[Judges]) -> str:
    """How many judgements there are, and by whom: 60 judgements (40 by people and 20 by builders)."""
    given = Counter[JudgeKind]()
    for row in judges:
        given[row.kind] += row.judgements
    by = listed(f"{count(given[kind])} by {several}" for kind, (_, several) in WORDS.items() if given[kind])
    return f"{plural(given.total(), 'judgement')} ({by})"


def _judges(kind: JudgeKind, judgements: Sequence[Judgement]) -> Judges:
    correct, judged = correct_and_judged(judgements)
    share = share_interval([True] * correct + [False] * (judged - correct))
    return Judges(kind, len({judgement.annotator for judgement in judgements}), len(judgements), share)


def by_perturbation(judgements: Iterable[Judgement]) -> dict[str, list[Judgement]]:
    """The judgements of each perturbation."""
    found: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        found.setdefault(judgement.perturbation_id, []).append(judgement)
    return found


def settled(said: Sequence[Judgement]) -> Judgement:
    """The first of some judgements of one perturbation, with what more than half of them say of each question."""
    return replace(said[0], **{name: 2 * sum(getattr(one, name) for one in said) > len(said) for name in ASKED})
