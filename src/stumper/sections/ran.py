"""A run as the section of its task is made of it: what was attempted, on what, and what is kept of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from statistics import fmean, median
from typing import Protocol

from stumper.identity import perturbation_id
from stumper.sections.families import CONTROLS
from stumper.standing import Stopped
from stumper.types import Attempt, Example, Judgement, Outcome, Prediction, Query

OUTCOMES: tuple[Outcome, ...] = ("succeeded", "failed", "exhausted", "skipped", "errored")
MADE: tuple[Outcome, ...] = ("succeeded", "failed", "exhausted")  # neither skipped nor errored
SHOWN = 400  # examples of a run of which there may be tens of thousands: a page must open


@dataclass(frozen=True, slots=True)
class Names:
    """How one run is called: ``dataset``, ``victim`` and ``adversary`` as written; ``attack`` tells runs apart.

    ``family`` is the adversary's family of attacks. ``is_past`` says that what answered under the victim's name has
    changed since, as a later run shows.
    """

    dataset: str
    victim: str
    adversary: str
    attack: str
    family: str
    is_past: bool = False


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many attempts ended how; ``total`` counts all of them."""

    succeeded: int = 0
    failed: int = 0
    exhausted: int = 0
    skipped: int = 0
    errored: int = 0

    @property
    def total(self) -> int:
        """All attempts."""
        return self.succeeded + self.failed + self.exhausted + self.skipped + self.errored


@dataclass(frozen=True, slots=True)
class Queries:
    """Distinct queries, the originals' included; mean and median of the attempts that were made, NaN without any."""

    mean: float
    median: float
    total: int


@dataclass(frozen=True, slots=True)
class Ran:
    """A run with its attempts, in the order of the examples.

    ``dataset`` is the fingerprint of its data set, ``examples`` what it holds by id. A ``complete`` run will not have
    more attempts; ``stopped`` says how far it came, where it was to come further. ``judgements`` are those of
    perturbations, by their ids, and ``said`` is what the victim said of queries, as far as it is kept.
    """

    id: str
    names: Names
    goal: str
    seed: int
    options: Mapping[str, str]
    dataset: str
    attempts: Sequence[Attempt]
    examples: Mapping[str, Example]
    complete: bool
    stopped: Stopped | None
    judgements: Callable[[Iterable[str]], list[Judgement]]
    said: Callable[[Sequence[Query]], Mapping[Query, Prediction]]

    @property
    def unseen(self) -> list[Attempt]:
        """Those that figures are made of: on examples that the victim was not trained on."""
        return [attempt for attempt in self.attempts if not attempt.trained_on]

    @property
    def made(self) -> list[Attempt]:
        """Those of them that were made: neither skipped nor errored."""
        return [attempt for attempt in self.unseen if attempt.outcome in MADE]

    @property
    def outcomes(self) -> Outcomes:
        """How those on unseen examples ended."""
        ended = [attempt.outcome for attempt in self.unseen]
        return Outcomes(*(ended.count(outcome) for outcome in OUTCOMES))

    @property
    def queries(self) -> Queries:
        """What was spent on those that were made, and on all."""
        spent = [attempt.queries for attempt in self.made]
        mean, middle = (fmean(spent), float(median(spent))) if spent else (nan, nan)
        return Queries(mean, middle, sum(attempt.queries for attempt in self.attempts))

    @property
    def refused(self) -> int:
        """Of how many nothing could be asked, as all that was proposed broke a constraint."""
        return sum(attempt.outcome != "errored" and attempt.reason is not None for attempt in self.unseen)

    @property
    def judged(self) -> list[Judgement]:
        """What was judged of those on unseen examples."""
        made = (attempt.perturbation for attempt in self.unseen)
        return self.judgements(perturbation_id(one) for one in made if one is not None)

    def shown(self, most: int = SHOWN) -> Sequence[Attempt]:
        """So many attempts at even distances, or all."""
        every = self.attempts
        return every if len(every) <= most else [every[place * len(every) // most] for place in range(most)]


class Told(Protocol):
    """A run in numbers, of any task; ``trained_on`` of all that was ``attempted`` is left out of them."""

    @property
    def names(self) -> Names: ...
    @property
    def stopped(self) -> Stopped | None: ...
    @property
    def trained_on(self) -> int: ...
    @property
    def attempted(self) -> int: ...


def is_control(names: Names) -> bool:
    """Whether the adversary measures what no attack does."""
    return names.family == CONTROLS.name


def victim_words(victim: str, called: str = "reader") -> str:
    """A victim as it is named in a sentence; our own is called by what it is."""
    return f"the embedded {called}" if victim == "embedded" else victim
