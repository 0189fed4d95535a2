"""What judges have settled of a perturbation, whether it is correct by that, and how reports say so."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from stumper.identity import perturbation_id
from stumper.judgeable import Drawn
from stumper.registry import task_of
from stumper.scores.correctness import OPEN, Checked, correct_rate
from stumper.sections.ran import PEOPLE, Ran
from stumper.sections.wording import NOTHING, count, listed, plural, with_interval
from stumper.statistics import NO_GROUPS, Estimate, Groups
from stumper.types import JudgeKind, Judgement, Perturbation

Originals = Mapping[str, str]  # by the id of a perturbation the id of what it was made of
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

    Of a perturbation that several of them judged counts what more than half of them say; where they are split, it is
    ``open``.
    """

    kind: JudgeKind
    annotators: int
    judgements: int
    correct: Estimate
    open: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """What more than half of the judges of one perturbation say of each question; None where they are split."""

    grammatical: bool | None
    label_correct: bool | None
    on_task: bool | None


def judges(
    judgements: Iterable[Judgement], originals: Originals = MappingProxyType({}), groups: Groups = NO_GROUPS
) -> tuple[Judges, ...]:
    """The kinds of judge that gave these judgements: people first, then models, builders, and the unknown.

    ``originals`` says by the id of a perturbation what it was made of, where that is known, ``groups`` what originals
    share with others.
    """
    by_kind: dict[JudgeKind, list[Judgement]] = {kind: [] for kind in WORDS}
    for judgement in judgements:
        by_kind[judgement.judge].append(judgement)
    return tuple(_judges(kind, said, originals, groups) for kind, said in by_kind.items() if said)


@dataclass(frozen=True, slots=True)
class Sampled:
    """The judgements that a correct rate is made of.

    ``how`` they were come by: all of the population was judged ("whole"), they are of a sample of it ("drawn"), or that
    is not recorded ("unknown"); "" without any. ``others`` are perturbations that were judged as part of another
    attack's sample, which is no random sample of this one: they are left out.
    """

    judgements: Sequence[Judgement] = ()
    how: Literal["", "whole", "drawn", "unknown"] = ""
    others: int = 0


def sampled(judgements: Sequence[Judgement], population: Collection[str], drawn: Drawn) -> Sampled:
    """Of the judgements of a population those that a rate can be made of: all where all of it was judged; else what was
    drawn of it; else that of which nobody recorded how it was drawn."""
    judged = {one.perturbation_id for one in judgements}
    if not judged:
        return Sampled()
    if judged.issuperset(population):
        return Sampled(judgements, "whole")
    kept = judged & drawn.for_these or judged - drawn.for_others
    how: Literal["", "drawn", "unknown"] = "drawn" if judged & drawn.for_these else "unknown" if kept else ""
    return Sampled([one for one in judgements if one.perturbation_id in kept], how, len(judged - kept))


def sample_of(runs: Sequence[Ran]) -> Sampled:
    """What was judged of what these runs of one attack made, each judgement once, whichever system met it."""
    population = population_of(runs)
    said = list({(one.perturbation_id, one.annotator): one for run in runs for one in run.judged}.values())
    found = sampled(said, population, runs[0].drawn_for([one.perturbation_id for one in said], population))
    return as_people_made(found, runs)


def population_of(runs: Iterable[Ran]) -> set[str]:
    """The ids of all that these runs proposed, asked or not: what a correct rate is of."""
    return {id for run in runs for attempt in run.unseen for id in attempt.variants}


def as_people_made(found: Sampled, runs: Sequence[Ran]) -> Sampled:
    """What people write is all put before judges as it is submitted, and none of it drawn."""
    is_peoples = found.how == "unknown" and all(run.names.adversary == PEOPLE for run in runs)
    return replace(found, how="drawn") if is_peoples else found


def checked(judgements: Iterable[Judgement], originals: Originals = MappingProxyType({})) -> Checked:
    """Of each perturbation that was judged whether it is correct; one whose original is not known stands for itself."""
    judged = by_perturbation(judgements)
    found = [is_correct(settled(said)) for said in judged.values()]
    return Checked([originals.get(id, id) for id in judged], found)


def correct_by_id(judgements: Iterable[Judgement]) -> dict[str, float]:
    """By the ids of perturbations whether each is correct: 1, 0, or ``OPEN``."""
    found = {id: is_correct(settled(said)) for id, said in by_perturbation(judgements).items()}
    return {id: OPEN if correct is None else float(correct) for id, correct in found.items()}


def is_correct(found: Settled | Judgement) -> bool | None:
    """Whether it is grammatical, with the right label, and on task; None where that is open, as no answer is no, and
    one is not settled."""
    answers = [getattr(found, name) for name in ASKED]
    if False in answers:
        return False
    return None if None in answers else True


def judged_ids(perturbation: Perturbation) -> tuple[str, ...]:
    """The ids under which judgements of a perturbation may stand, the one that new ones are given last.

    What a person says of a claim holds whether or not a victim is given evidence, so they stand without it.
    """
    own = perturbation_id(perturbation)
    wire = task_of(perturbation.query).wire
    if not wire.retrieves or not wire.passages(perturbation.query):
        return (own,)
    return own, perturbation_id(replace(perturbation, query=wire.with_passages(perturbation.query, ())))


def judged(correct: Estimate, judges: Sequence[Judges], is_asked: bool = True, open: int = 0) -> str:
    """How much of what was judged is correct, of how many, and who judged; unjudged is not correct."""
    if correct.n or open:
        return correct_of(correct, judges, open)
    return NOT_JUDGED if is_asked else NOTHING


def correct_of(correct: Estimate, judges: Sequence[Judges], open: int = 0) -> str:
    """A correct rate with how many were settled, by whom, and how many are open: 83.3 [72.0, 90.7] of 54 by 2 people,
    6 open. Without a rate, what is open alone: 6 open, by 2 people."""
    if not correct.n:
        return f"{open_words(open)}, by {counted(judges)}"
    still = f", {open_words(open)}" if open else ""
    return f"{with_interval(correct)} of {count(correct.n)} by {counted(judges)}{still}"


def open_words(open: int) -> str:
    """How many are judged and not settled."""
    return f"{count(open)} open"


def counted(judges: Sequence[Judges]) -> str:
    """Who judged: 2 people, 1 model and 1 builder."""
    return listed(plural(row.annotators, *WORDS[row.kind]) for row in judges)


def kinds(judges: Iterable[Judges]) -> str:
    """Which kinds of judge there were: people and builders."""
    found = {row.kind for row in judges}
    return listed(several for kind, (_, several) in WORDS.items() if kind in found)


def judgements_by_kind(judgements: Iterable[Judgement]) -> str:
    """How many judgements these are, and by whom: 60 judgements (40 by people and 20 by builders). What several runs
    have made alike is judged once, and each of its judgements counts once."""
    given = Counter({(one.perturbation_id, one.annotator): one.judge for one in judgements}.values())
    by = listed(f"{count(given[kind])} by {several}" for kind, (_, several) in WORDS.items() if given[kind])
    return f"{plural(given.total(), 'judgement')} ({by})"


def _judges(kind: JudgeKind, judgements: Sequence[Judgement], originals: Originals, groups: Groups) -> Judges:
    found, annotators = checked(judgements, originals), {judgement.annotator for judgement in judgements}
    return Judges(kind, len(annotators), len(judgements), correct_rate(found, groups), found.open)


def by_perturbation(judgements: Iterable[Judgement]) -> dict[str, list[Judgement]]:
    """The judgements of each perturbation."""
    found: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        found.setdefault(judgement.perturbation_id, []).append(judgement)
    return found


def settled(said: Sequence[Judgement]) -> Settled:
    """What more than half of the judges of one perturbation say of each question."""
    return Settled(*(_majority([getattr(one, name) for one in said]) for name in ASKED))


def _majority(answers: Sequence[bool]) -> bool | None:
    yes = 2 * sum(answers)
    return None if yes == len(answers) else yes > len(answers)
