"""The report as a value: everything that is said, shown and told in numbers, before it is written anywhere."""

from dataclasses import dataclass

from stumper.judging import Judges
from stumper.reports.naming import Names
from stumper.reports.quizbowl.values import Heard, Quizbowl
from stumper.reports.sections import Section
from stumper.reports.verification.values import Verification
from stumper.scores.failures import Failures
from stumper.scores.intervals import Estimate, share_interval
from stumper.store.standing import Stopped
from stumper.text import Change
from stumper.types import Answer, Guess, Outcome

OUTCOMES: tuple[Outcome, ...] = ("succeeded", "failed", "exhausted", "skipped", "errored")
MADE: tuple[Outcome, ...] = ("succeeded", "failed", "exhausted")  # neither skipped nor errored


@dataclass(frozen=True, slots=True)
class Comparison:
    """A score in [0, 1] before and after, over the same examples; ``difference`` is after - before, paired."""

    before: Estimate
    after: Estimate
    difference: Estimate


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


UNJUDGED = share_interval([])


@dataclass(frozen=True, slots=True)
class Row:
    """One run in numbers, over the attempts that did not end in an error and are on examples that the victim was not
    trained on; ``trained_on`` counts the others, whatever their outcome, and ``queries.total`` is of all.

    ``success`` is the share of succeeded attempts among those that were made: neither skipped nor errored.
    ``refused`` counts those of which nothing could be asked, as all that was proposed broke a constraint, ``unchanged``
    those that were made and for which the adversary proposed no change. ``added_words`` is the mean number of words
    by which add-benign lengthens a paragraph; of the others it is not taken, and None.
    ``nothing_proposed`` says that the run is complete without an attempt, as the adversary had nothing to attempt.
    ``uncovered`` is the mean probability that the victim's lists of guesses leave out, None without a distribution.
    ``correct`` is the share of correct ones among the perturbations that were judged, by ``judges``.
    ``stopped`` says how far the run came, where it was to come further.
    """

    run_id: str
    names: Names
    f1: Comparison
    exact_match: Comparison
    success: Estimate
    outcomes: Outcomes
    queries: Queries
    uncovered: float | None
    judges: tuple[Judges, ...]
    refused: int = 0
    unchanged: int = 0
    added_words: float | None = None
    nothing_proposed: bool = False
    correct: Estimate = UNJUDGED
    trained_on: int = 0
    stopped: Stopped | None = None


@dataclass(frozen=True, slots=True)
class AttackType:
    """The attempts of one run that were made and stand by a change of this kind; ``kind`` is empty where none is told.

    ``rule`` is empty for all of a kind, else the row of the adversary's table. ``edit_distance`` is the mean share of
    the paragraph's words that were added or removed.
    """

    run_id: str
    names: Names
    kind: str
    rule: str
    success: Estimate
    f1: Comparison
    edit_distance: Estimate
    queries: float


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
class Response:
    """What the victim said of one query: its best guesses, and how right the first is (of a claim, 1 or 0).

    ``evidence`` are the ids of the sentences that a verifier names, as many as count.
    """

    guesses: tuple[Guess, ...]
    mass: float | None
    f1: float | None
    exact_match: float | None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One attempt, to be looked at; ``question`` and ``paragraph`` are word by word what changed.

    Of a claim, ``question`` is its text, ``paragraph`` the evidence that the victim was given, if any, and
    ``gold_evidence`` holds the ids of the sentences of its gold sets. Of a tossup ``question`` is its answer,
    ``paragraph`` its text, and ``heard`` and ``heard_after`` what the guesser says at the end of each sentence.

    ``kind`` is the type of attack that it stands by and ``rule`` the row of the adversary's table, where they are told.
    """

    run_id: str
    example_id: str
    names: Names
    outcome: Outcome
    kind: str
    rule: str
    title: str
    question: tuple[Change, ...]
    paragraph: tuple[Change, ...]
    golds: tuple[Answer, ...]
    golds_after: tuple[Answer, ...]
    before: Response
    after: Response | None
    queries: int
    reason: str | None
    task: str = "reading"
    gold_evidence: tuple[str, ...] = ()
    heard: tuple[Heard, ...] = ()
    heard_after: tuple[Heard, ...] = ()
    trained_on: bool = False


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
class Provenance:
    """How one run was computed: its plan, a signature a score, and the command that repeats it.

    ``queries`` says in words how the queries of all commands that worked on it ended ("" of a run of Stumper 0.1);
    ``joined`` is the run of Stumper 0.1 whose attempts it took over; ``continued`` how many of its own
    an earlier version made.
    """

    run_id: str
    names: Names
    dataset_fingerprint: str
    victim_fingerprint: str | None
    goal: str
    seed: int
    budget: int | None
    limit: int | None
    options: tuple[tuple[str, str], ...]
    signatures: tuple[str, ...]
    command: str
    queries: str = ""
    joined: str = ""
    continued: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """Sentences to quote, then what stands behind them, in the order in which it is read.

    Rows, attack types, curves and analyses are of reading runs; of runs on claims there is one ``verification`` a data
    set; ``quizbowl`` is of runs on tossups and of play; ``sections`` are of the runs of any other task. A report that
    was asked for without examples has no attack types and no analyses either.
    """

    sentences: tuple[str, ...]
    notes: tuple[str, ...]
    rows: tuple[Row, ...]
    attack_types: tuple[AttackType, ...]
    curves: tuple[Curve, ...]
    analyses: tuple[Analysis, ...]
    verification: tuple[Verification, ...]
    examples: tuple[Exhibit, ...]
    provenance: tuple[Provenance, ...]
    versions: tuple[tuple[str, str], ...]
    quizbowl: Quizbowl | None = None
    sections: tuple[Section, ...] = ()
