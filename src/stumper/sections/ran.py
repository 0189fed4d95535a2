"""A run as the section of its task is made of it: what was attempted, on what, and what is kept of it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from statistics import fmean, median
from typing import Any, Protocol, TypeVar

from stumper.judgeable import Drawn
from stumper.protocols import SEARCHED, Control
from stumper.scores.variants import Variants
from stumper.standing import Ended, Stopped
from stumper.types import (
    NOT_DRAWN,
    NOTHING_PROPOSED,
    WRONG_ALREADY,
    AbsentGold,
    Attempt,
    Example,
    Judgement,
    Outcome,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

OUTCOMES: tuple[Outcome, ...] = ("succeeded", "failed", "exhausted", "skipped", "errored")
MADE: tuple[Outcome, ...] = ("succeeded", "failed", "exhausted")  # neither skipped nor errored
PEOPLE = "people"  # the adversary's name in runs of what people wrote, and the tag in ids of what they made
BUDGET_SPENT = "the budget was spent before anything could be asked"
SHOWN = 400  # examples of a run of which there may be tens of thousands: a page must open


@dataclass(frozen=True, slots=True)
class Names:
    """How one run is called: ``dataset``, ``victim`` and ``adversary`` as written; ``attack`` tells runs apart.

    ``family`` is the adversary's family of attacks, ``control`` what it measures where it is no attack. ``is_past``
    says that what answered under the victim's name has changed since, as a later run shows. ``made_against`` is the
    victim whose answers the adversary looked at, "" where it looked at none. ``is_alone``: these are variants without
    their originals, so that nothing is known of before. ``is_again``: another run has all of it, and counts.
    """

    dataset: str
    victim: str
    adversary: str
    attack: str
    family: str
    control: Control = ""
    is_past: bool = False
    made_against: str = ""
    is_alone: bool = False
    is_again: bool = False

    @property
    def is_transferred(self) -> bool:
        """Whether the victim met what was made against another one."""
        return self.made_against not in ("", self.victim)

    @property
    def is_met_alike(self) -> bool:
        """Whether all systems meet the same variants: those that are made against none, and what people write against
        one model of their project, as all of its models are asked about it."""
        return not self.made_against or self.adversary == PEOPLE


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many attempts ended how; ``total`` counts all of them.

    To those ``unproposed`` nothing was proposed that could be asked: they are no attempts that were survived, and count
    among no others.
    """

    succeeded: int = 0
    failed: int = 0
    exhausted: int = 0
    skipped: int = 0
    errored: int = 0
    unproposed: int = 0

    @property
    def total(self) -> int:
        """All attempts."""
        return self.succeeded + self.failed + self.exhausted + self.skipped + self.errored + self.unproposed


@dataclass(frozen=True, slots=True)
class Queries:
    """Distinct queries, the originals' included; mean and median of the attempts that were made, NaN without any."""

    mean: float
    median: float
    total: int


@dataclass(frozen=True, slots=True)
class Lacking:
    """Of how many of a run's originals there is no variant that was asked."""

    without: int = 0
    of: int = 0


NO_LACK = Lacking()


@dataclass(frozen=True, slots=True)
class Answered:
    """What a system answered to the originals of a data set as they are, each once, over all of its runs there.

    ``times`` counts the originals by answer, the most frequent first. ``right`` is how right the most frequent answer
    is on average, where it was given.
    """

    times: Mapping[str, int] = field(default_factory=dict)
    right: float = nan

    @property
    def of(self) -> int:
        """How many originals were answered."""
        return sum(self.times.values())


@dataclass(frozen=True, slots=True, eq=False)
class AskedAgain:
    """How many originals a system that may answer otherwise was asked more than once, and how many of them then got
    another answer: asked twice in one run, or with ``in_another_run`` once in each of several.

    All runs of one system on one data set share one of these; equal counts of others are not the same.
    """

    of: int = 0
    otherwise: int = 0
    in_another_run: bool = False


@dataclass(frozen=True, slots=True)
class Ran:
    """A run with how its attempts ended, in the order of the examples.

    ``variants`` are its rows in the table of results. ``read`` gives its attempts on examples of these ids, in this
    order, each with its example; where wanted, with their candidates. There may be a million of them: they are looked
    at one by one, and not kept. ``examples`` reads what the data set holds, and is one value for all runs on it. A
    ``complete`` run will not have more attempts; ``stopped`` says how far it came, where it was to come further.
    ``judgements`` are those of perturbations, by their ids; ``drawn_for`` says which of some that were judged were
    drawn of a population that holds another. ``said`` is what the victim said of queries, as far as it is kept.
    ``noted`` is what the section of the task has noted of the attempts, in the order of the examples; ``answered``
    what the victim said to the originals of the data set in all runs of the report, ``again`` how often it said
    something else the next time. ``left_out`` says what of the data set's file is no example of it. ``aside`` gives the
    judgements of perturbations with these ids that are in no figure, as their judges are set aside: each as the
    perturbation's id and the judge's. ``unmade`` counts by reason the originals of which nothing was made, and on which
    there is no attempt. ``manner`` is how what answers says that it is asked, in whichever run it did; ``absent_gold``
    counts what gold evidence its own index lacked when the run was last begun.
    """

    id: str
    names: Names
    goal: str
    seed: int
    options: Mapping[str, str]
    variants: Variants
    attempts: Sequence[Ended]
    read: Callable[[Sequence[str], bool], Iterator[tuple[Attempt, Example]]]
    examples: Iterable[Example]
    complete: bool
    stopped: Stopped | None
    judgements: Callable[[Iterable[str]], list[Judgement]]
    said: Callable[[Sequence[Query]], Mapping[Query, Prediction]]
    drawn_for: Callable[[Iterable[str], Collection[str]], Drawn] = lambda judged, population: Drawn()
    noted: Sequence[Any] = ()
    answered: Answered = Answered()
    again: AskedAgain = AskedAgain()
    left_out: Sequence[str] = ()
    aside: Callable[[Iterable[str]], Collection[tuple[str, str]]] = lambda ids: ()
    unmade: Mapping[str, int] = field(default_factory=dict)
    manner: Mapping[str, str] = field(default_factory=dict)
    absent_gold: AbsentGold | None = None

    @property
    def unseen(self) -> list[Ended]:
        """Those that figures are made of: on examples that the victim was not trained on."""
        return [attempt for attempt in self.attempts if not attempt.trained_on]

    @property
    def made(self) -> list[Ended]:
        """Those of them that were made: neither skipped nor errored, and with something to ask."""
        return [attempt for attempt in self.unseen if attempt.outcome in MADE and not is_unproposed(attempt)]

    @property
    def outcomes(self) -> Outcomes:
        """How those on unseen examples ended."""
        unproposed = sum(is_unproposed(attempt) for attempt in self.unseen)
        ended = Counter(attempt.outcome for attempt in self.unseen if not is_unproposed(attempt))
        return replace(Outcomes(*(ended[outcome] for outcome in OUTCOMES)), unproposed=unproposed)

    @property
    def queries(self) -> Queries:
        """What was spent on those that were made, and on all."""
        spent = [attempt.queries for attempt in self.made]
        mean, middle = (fmean(spent), float(median(spent))) if spent else (nan, nan)
        return Queries(mean, middle, sum(attempt.queries for attempt in self.attempts))

    @property
    def refused(self) -> int:
        """Of how many nothing could be asked, as all that was proposed broke a constraint."""
        reasons = [attempt.reason for attempt in self.unseen if attempt.outcome != "errored" and attempt.reason]
        return sum(reason != WRONG_ALREADY and not reason.startswith(NOTHING_PROPOSED) for reason in reasons)

    @property
    def reasons(self) -> Counter[str]:
        """Why nothing was made or asked, as far as it is known, with how often, of originals that count."""
        found = Counter({why: number for why, number in self.unmade.items() if not why.startswith(NOT_DRAWN)})
        for attempt in self.unseen:
            if attempt.asked or attempt.outcome == "errored":
                continue
            if attempt.reason:
                found[attempt.reason.removeprefix(NOTHING_PROPOSED)] += 1
            elif attempt.outcome == "exhausted":
                found[BUDGET_SPENT] += 1
        return found

    @property
    def has_nothing(self) -> bool:
        """Whether nothing was made or asked so far of any original that counts, so that there is no figure, also where
        the originals stand in for what should have been made."""
        is_silent = self.complete and not self.attempts
        return not any(self.variants.ids) and (is_silent or bool(self.variants.originals))

    @property
    def is_unmade(self) -> bool:
        """Whether an attack has made or asked nothing, in the end, of any original, also of those that its system has
        learned. Of a run that was stopped, or failed on some, nobody knows it yet; a control is no attack."""
        is_open = self.stopped is not None or any(one.outcome == "errored" for one in self.attempts)
        return self.has_nothing and not (is_control(self.names) or is_open or any(one.asked for one in self.attempts))

    @property
    def searched(self) -> str:
        """How much what answers says that it searches, in words; "" where it does not say."""
        return self.manner.get(SEARCHED, "").replace(",", "\u202f")

    @property
    def lacking(self) -> Lacking:
        """Of how many of the originals there is no variant that was asked."""
        every = set(self.variants.originals)
        asked = {original for original, id in zip(self.variants.originals, self.variants.ids, strict=True) if id}
        seen = self.seen
        of = len(every) + self.lost + self.undrawn + seen.of
        return Lacking(len(every) - len(asked) + seen.without, of)

    @property
    def seen(self) -> Lacking:
        """The originals with attempts that the victim was trained on, where others have no attempt: of these nobody
        knows whether it was, so that all of them are counted. None where each has an attempt."""
        return self._trained_on if self.unmade else NO_LACK

    @property
    def learned(self) -> Lacking:
        """The originals that the victim was trained on, where each original has an attempt: no figure counts them."""
        return NO_LACK if self.unmade else self._trained_on

    @property
    def _trained_on(self) -> Lacking:
        asked: dict[str, bool] = {}
        for one in self.attempts:
            if one.trained_on and one.outcome != "errored":
                id = one.original_id or one.example_id
                asked[id] = asked.get(id, False) or one.asked > 0
        known = set(self.variants.originals)
        found = [is_asked for id, is_asked in asked.items() if id not in known]
        return Lacking(found.count(False), len(found))

    @property
    def undrawn(self) -> int:
        """Of how many more originals something was made that is not in the sample that was asked for."""
        return sum(number for why, number in self.unmade.items() if why.startswith(NOT_DRAWN))

    @property
    def lost(self) -> int:
        """On how many unseen originals every attempt ended in an error, so that no figure counts them."""
        failed = {one.original_id or one.example_id for one in self.unseen if one.outcome == "errored"}
        return len(failed - set(self.variants.originals))

    @property
    def judged(self) -> list[Judgement]:
        """What was judged of those on unseen examples."""
        return self.judgements(self._met)

    @property
    def judged_aside(self) -> Collection[tuple[str, str]]:
        """What was judged of them by people who are set aside."""
        return self.aside(self._met)

    @property
    def _met(self) -> Iterable[str]:
        return dict.fromkeys(id for attempt in self.unseen for id in attempt.variants)

    @property
    def made_of(self) -> Mapping[str, str]:
        """By the ids of its variants the ids of their originals."""
        return dict(zip(self.variants.ids, self.variants.originals, strict=True))

    def every(self, has_candidates: bool = False) -> Iterator[tuple[Attempt, Example]]:
        """Reads all attempts."""
        return self.read([attempt.example_id for attempt in self.attempts], has_candidates)

    def drawn(self, most: int = SHOWN) -> list[str]:
        """The ids of the examples of so many attempts at even distances, or of all."""
        every = [attempt.example_id for attempt in self.attempts]
        return every if len(every) <= most else [every[place * len(every) // most] for place in range(most)]

    def shown(self) -> Iterator[tuple[Attempt, Example]]:
        """Reads the attempts that are shown."""
        return self.read(self.drawn(), False)


def is_unproposed(attempt: Ended) -> bool:
    """Whether nothing was proposed that could be asked, so that the victim has withstood nothing."""
    return attempt.outcome in ("failed", "exhausted") and not attempt.asked


class Told(Protocol):
    """A run in numbers, of any task; ``trained_on`` of all that was ``attempted`` is left out of them."""

    @property
    def names(self) -> Names:
        """Names the run's system, attack and data set."""

    @property
    def stopped(self) -> Stopped | None:
        """Says why the run ended early; None where it did not."""

    @property
    def trained_on(self) -> int:
        """Counts the attempts on originals that the system was trained on."""

    @property
    def attempted(self) -> int:
        """Counts all attempts, also those that are left out."""


class Lacks(Protocol):
    """A run where each variant counts by itself: originals without one enter no figure."""

    @property
    def names(self) -> Names:
        """Names the run's system, attack and data set."""

    @property
    def stopped(self) -> Stopped | None:
        """Says why the run ended early; None where it did not."""

    @property
    def lacking(self) -> Lacking:
        """Counts the originals without a variant that was asked."""


class Makes(Protocol):
    """A run in numbers, of which it is known whether it has made anything."""

    @property
    def is_unmade(self) -> bool:
        """Says whether an attack has made nothing of any original, in the end."""


Run = TypeVar("Run", bound=Told)


def by_victim(runs: Iterable[Run]) -> list[tuple[list[Run], str]]:
    """The runs on each data set against each victim, those of past victims last, and which data set they are ``on``
    where there are several."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.names.dataset, run.names.victim), []).append(run)
    several = len({dataset for dataset, _ in groups}) > 1
    newest_first = sorted(groups.items(), key=lambda entry: entry[1][0].names.is_past)
    return [(group, f" on {dataset}" if several else "") for (dataset, _), group in newest_first]


def written_against(names: Iterable[Names]) -> str:
    """The system that people wrote against, where others were asked about what they wrote; else ""."""
    met = (one for one in names if one.adversary == PEOPLE and one.is_transferred)
    return next((one.made_against for one in met), "")


def asked_of(attempt: Attempt) -> list[tuple[Perturbation, Verdict]]:
    """What an attempt has asked of what was made, with what was said: all that was proposed at once, or what a search
    stands by; nothing where there was nothing to ask."""
    made = [(one.perturbation, one.verdict) for one in attempt.candidates]
    if not made and attempt.perturbation is not None and attempt.after is not None:
        made = [(attempt.perturbation, attempt.after)]
    return [(perturbation, verdict) for perturbation, verdict in made if verdict.prediction is not None]


def unanswered(run: Ran, counts_variants: bool = True) -> int:
    """How many the victim left without an answer, the original or what was made of it, of those that figures are over:
    variants where each counts, else originals with all that was made of them."""
    if counts_variants:
        ended = [attempt for attempt in run.unseen if attempt.outcome != "errored" or attempt.is_proposed]
        return sum(attempt.asked if attempt.is_silent else attempt.silent for attempt in ended)
    return sum(attempt.is_silent or attempt.silent > 0 for attempt in run.unseen if attempt.outcome != "errored")


def is_control(names: Names) -> bool:
    """Whether the adversary measures what no attack does."""
    return bool(names.control)


def victim_words(victim: str, called: str = "reader") -> str:
    """A victim as it is named in a sentence; our own is called by what it is."""
    return f"the embedded {called}" if victim == "embedded" else victim
