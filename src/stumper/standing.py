"""How far a run has come, how its attempts ended, and what they met."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.types import Attempt, Edit, Example, Gold, Outcome, Prediction, Query


@dataclass(frozen=True, slots=True)
class Stopped:
    """A run has ``done`` attempts of so many; which they are is no accident, as the quick ones end first."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Standing:
    """``attempts`` of a run are recorded, of ``examples``: None where nobody said how many there would be, as of what
    people write and of runs that earlier versions began. ``concluded`` once the command that carried it out has written
    everything."""

    attempts: int
    examples: int | None
    concluded: bool

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do; not so of a run whose errored attempts have been forgotten."""
        return self.concluded and self.attempts == self.examples

    @property
    def stopped(self) -> Stopped | None:
        """How far it came, where it was to come further."""
        if self.examples is None or self.attempts >= self.examples:
            return None
        return Stopped(self.attempts, self.examples)


@dataclass(frozen=True, slots=True)
class Ended:
    """How one attempt ended, without what was asked and said: of a million attempts as much as memory holds.

    ``variants`` are the ids of all perturbations that were proposed at once (``is_proposed``), or of the one that a
    search stands by; so many of them were ``asked``, and so many of these left without an answer: ``silent``.
    ``is_silent``: the original was. ``is_answered`` where there is a verdict on what the attempt stands by.
    """

    example_id: str
    original_id: str | None
    outcome: Outcome
    queries: int
    reason: str | None
    trained_on: bool
    is_answered: bool
    variants: tuple[str, ...]
    asked: int
    silent: int
    is_silent: bool
    is_proposed: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What a victim said of a query: its best guess, None where it failed, with the score by the run's goal."""

    prediction: Prediction | None
    score: float | None
    fault: str | None


@dataclass(frozen=True, slots=True)
class Variant:
    """A perturbation by its id: the id of what it was made of, its query, its gold, its edits, and what was said of it,
    None where it was not asked.

    ``is_chosen``: its attempt stands by it. ``is_candidate``: it is one of all that were proposed at once, so that it
    counts whatever became of the others.
    """

    id: str
    made_of: str
    query: Query
    gold: Gold
    edits: tuple[Edit, ...]
    after: Said | None
    is_chosen: bool = True
    is_candidate: bool = False


@dataclass(frozen=True, slots=True)
class Met:
    """An attempt with the original as its data set has it, and its variants: all candidates, else the one that it
    stands by, or none.

    ``example_id`` is of the attempt's example, and ``place`` is that among those of its data set.
    ``is_original_known`` is false where nobody knows any more what the attempt's example was made of, as of some runs
    of Stumper 0.1. Of an original of which nothing was made, and which was not attempted, there is no ``outcome``; its
    place is behind those of all attempts.
    """

    example_id: str
    original: Example
    is_original_known: bool
    place: int
    outcome: Outcome | None
    queries: int
    reason: str | None
    trained_on: bool
    before: Said
    variants: Sequence[Variant]

    @property
    def answered(self) -> list[Variant]:
        """The variants with an answer, where the original has one, too: of an attempt that ended in an error those that
        were proposed at once, as each counts by itself. Which variant a search would have stood by that lost a query
        nobody knows, so that there is none of it."""
        if self.outcome is None or self.before.prediction is None:
            return []
        made = [one for one in self.variants if one.is_candidate] or (
            [] if self.outcome == "errored" else self.variants
        )
        return [one for one in made if one.after is not None and one.after.prediction is not None]


def ended_as(outcome: Outcome, has_found: bool, before: float | None) -> Outcome:
    """How an attempt ended whose ``outcome`` is recorded, where it ``has_found`` among all that it proposed at once
    what reaches its goal: that stands, though another query was lost to an error, which is why it is recorded as
    errored, to be made again with ``--retry-errors``. ``before`` is what the original scores."""
    if outcome != "errored" or not has_found or before is None:
        return outcome
    return "succeeded" if before > 0 else "skipped"


def ended(attempt: Attempt) -> Outcome:
    """How an attempt ended, as reports count it: one of whose variants fooled the victim beside an error in another
    one has succeeded, or was skipped where the original was wrong already."""
    has_found = bool(attempt.candidates) and attempt.after is not None and attempt.after.succeeded
    return ended_as(attempt.outcome, has_found, attempt.before.score)


UNKNOWN = Standing(0, None, False)  # of a run of which nothing was said
