"""What a report knows of runs on questions, as values."""

from dataclasses import dataclass

from stumper.scores.before_after import BeforeAfter
from stumper.scores.failures import Failures
from stumper.sections.judged import Judges
from stumper.sections.ran import Names, Outcomes, Queries
from stumper.standing import Stopped
from stumper.statistics import Estimate, share

UNJUDGED = share([])


@dataclass(frozen=True, slots=True)
class Row:
    """One run in numbers, over the attempts that did not end in an error and are on examples that the victim was not
    trained on; ``trained_on`` counts the others, whatever their outcome, and ``queries.total`` is of all.

    ``success`` is the share of succeeded attempts among those that were made: neither skipped nor errored, and with
    something to ask.
    F1 and exact match are of each original's worst variant; ``without`` counts the originals that have none, and stand
    in for themselves. ``refused`` counts attempts of which nothing could be asked, as all that was proposed broke a
    constraint. ``added_words`` is the mean number of words by which a control lengthens a paragraph; of the others it
    is not taken, and None.
    ``nothing_proposed`` says that the run is complete without an attempt, as the adversary had nothing to attempt.
    ``uncovered`` is the mean probability that the victim's lists of guesses leave out, None without a distribution.
    ``correct`` is the share of correct ones among the perturbations that were judged, by ``judges``, and settled;
    ``open`` are those on which they are split.
    ``unanswered`` counts originals that have no answer, or one of whose variants has none: such an answer scores 0.
    ``stopped`` says how far the run came, where it was to come further; ``goal`` by what rule an attempt succeeds.
    Of a run that ``has_nothing`` so far all originals stand in for themselves, and no score is of the attack; one that
    ``is_unmade`` stays so.
    """

    run_id: str
    names: Names
    f1: BeforeAfter
    exact_match: BeforeAfter
    success: Estimate
    outcomes: Outcomes
    queries: Queries
    uncovered: float | None
    judges: tuple[Judges, ...]
    refused: int = 0
    without: int = 0
    added_words: float | None = None
    nothing_proposed: bool = False
    correct: Estimate = UNJUDGED
    open: int = 0
    trained_on: int = 0
    unanswered: int = 0
    stopped: Stopped | None = None
    goal: str = ""
    has_nothing: bool = False
    is_unmade: bool = False

    @property
    def attempted(self) -> int:
        """All attempts."""
        return self.trained_on + self.outcomes.total


@dataclass(frozen=True, slots=True)
class Kind:
    """One run on the questions of a ``kind``: all, those with an answer, those without one (SQuAD 2.0), those whose
    answer was taken away, each at the worst of its variants of the kind.

    ``abstained`` is the share of them to which the victim says that there is no answer."""

    run_id: str
    names: Names
    kind: str
    f1: BeforeAfter
    exact_match: BeforeAfter
    abstained: BeforeAfter


@dataclass(frozen=True, slots=True)
class AttackType:
    """The attempts of one run that were made and stand by a change of this kind; ``kind`` is empty where none is told.

    ``rule`` is empty for all of a kind, else the row of the adversary's table. ``capability`` is what they test, and
    ``test`` the kind of test. ``edit_distance`` is the mean share of
    the paragraph's words that were added or removed.
    """

    run_id: str
    names: Names
    kind: str
    rule: str
    capability: str
    test: str
    success: Estimate
    f1: BeforeAfter
    edit_distance: Estimate
    queries: float


@dataclass(frozen=True, slots=True)
class Tested:
    """One system on the variants, by all ``attacks``, of a capability and a kind of test: each original that has such
    variants once, at the worst of them. Left out are so many ``lost`` ones, on which the system failed under one of
    the attacks, as nobody knows which is their worst. Intervals hold for all rows of the system at once."""

    names: Names
    capability: str
    test: str
    attacks: tuple[str, ...]
    f1: BeforeAfter
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Sliced:
    """One run on the questions of one ``part`` of a ``slice`` of the data, so many; of few there is no figure.
    Intervals hold for all rows of the system at once."""

    run_id: str
    names: Names
    slice: str
    part: str
    questions: int
    f1: BeforeAfter


@dataclass(frozen=True, slots=True)
class Point:
    """The mean score once every attempt has spent up to ``queries``; ``estimate`` at some points only."""

    queries: int
    value: float
    estimate: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """Mean score against queries spent: the value holds until the next point. ``measure`` is F1 or EM."""

    run_id: str
    names: Names
    measure: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """Attempts whose added sentence is the question with words of this category changed: the share that succeeded."""

    category: str
    success: Estimate


@dataclass(frozen=True, slots=True)
class Analysis:
    """Which answers of one run turned wrong, where these lie, and how their questions differ; exact match decides."""

    run_id: str
    names: Names
    failures: Failures
    changed_words: tuple[ChangedWords, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """All that is told of runs on questions: the keys that a report has of them as JSON."""

    notes: tuple[str, ...]
    rows: tuple[Row, ...]
    attack_types: tuple[AttackType, ...]
    curves: tuple[Curve, ...]
    analyses: tuple[Analysis, ...]
    kinds: tuple[Kind, ...] = ()
    capabilities: tuple[Tested, ...] = ()
    slices: tuple[Sliced, ...] | None = ()
