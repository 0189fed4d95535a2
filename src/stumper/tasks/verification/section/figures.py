"""What a report says of fact verification, as values: of one data set, systems against attacks."""

from dataclasses import dataclass
from math import nan

from stumper.scores.before_after import BeforeAfter
from stumper.sections.judged import Judges
from stumper.sections.ran import NO_LACK, Lacking, Names, written_against
from stumper.sections.tournament import Contest, JudgedAttack, Standings
from stumper.standing import Stopped
from stumper.statistics import Estimate
from stumper.tasks.verification.shift import Shift
from stumper.text import Change
from stumper.types import AbsentGold

NOT_KNOWN = Estimate(nan, nan, nan, 0)
FEVER_SCORE, LABEL_ACCURACY = "FEVER score", "label accuracy"


@dataclass(frozen=True, slots=True)
class WorstUnknown:
    """Of so many ``originals``, of so many, the worst claim is not known: the system failed on one that was made of
    them, or on the original, and none that it answered scores 0. With them the mean would be between ``least`` and
    ``most``; NaN without any."""

    originals: int = 0
    of: int = 0
    least: float = nan
    most: float = nan


ALL_KNOWN = WorstUnknown()


@dataclass(frozen=True, slots=True)
class ClaimRun:
    """One attack on one system: its perturbations but those of claims that the system was trained on, which
    ``trained_on`` counts, those that the system failed on, and those judged, as judged. ``unanswered`` are those
    for which the system gave no label, or none for the original.

    ``scores`` are by ``measure``, that of the first standings, of the originals and of what was made of them, ``worst``
    is of the one of each original on which it is lowest, over the originals of which anything was made, without those
    whose worst one is ``worst_unknown``. ``goal`` says by which one an attempt counts as fooled. A ``complete`` run
    will not have more perturbations; ``asked_for`` is how many of them the option ``balanced`` asked for. ``stopped``
    says how far the run came, where it was to come further. ``lacking`` counts the originals without a claim that was
    asked, which enter no mean. ``searched`` is how much the system says that it looks for evidence in, "" where it does
    not say, and ``absent_gold`` counts the claims whose gold sentences its pages lack; None where nobody looked. An
    attack that ``is_unmade`` has made nothing of any claim, in the end.
    """

    run_id: str
    names: Names
    goal: str
    measure: str
    scores: BeforeAfter
    perturbations: int
    errored: int
    judged: int
    correct: int
    open: int
    judges: tuple[Judges, ...]
    is_baseline: bool
    complete: bool
    asked_for: int | None
    trained_on: int = 0
    unanswered: int = 0
    stopped: Stopped | None = None
    worst: Estimate = NOT_KNOWN
    worst_unknown: WorstUnknown = ALL_KNOWN
    lacking: Lacking = NO_LACK
    searched: str = ""
    absent_gold: AbsentGold | None = None
    is_unmade: bool = False

    @property
    def attempted(self) -> int:
        """All attempts."""
        return self.trained_on + self.perturbations


@dataclass(frozen=True, slots=True)
class KindShift:
    """What modifications of one kind shift in one system; ``kind`` is empty for all of a run."""

    run_id: str
    names: Names
    kind: str
    claims: int
    shift: Shift


@dataclass(frozen=True, slots=True)
class RuleRow:
    """What one rule of an attack does: its perturbations, what the systems lose there, and how many are correct.

    ``labels`` counts them by the label that they have. ``example`` is one of them, word by word, with its label before
    and after.
    """

    attack: str
    kind: str
    rule: str
    perturbations: int
    labels: tuple[tuple[str, int], ...]
    raw_potency: Estimate
    judged: int
    correct: int
    open: int
    example_id: str
    example: tuple[Change, ...]
    label_before: str
    label_after: str


@dataclass(frozen=True, slots=True)
class Verification:
    """All runs on the claims of one data set. The first of the standings is the measure that the sentences speak of.

    ``judged`` says of each attack who judged what it made. A report that was asked for without examples has neither
    shifts nor rules.
    """

    dataset: str
    sentences: tuple[str, ...]
    notes: tuple[str, ...]
    runs: tuple[ClaimRun, ...]
    standings: tuple[Standings, ...]
    judged: tuple[JudgedAttack, ...]
    shifts: tuple[KindShift, ...]
    rules: tuple[RuleRow, ...]

    @property
    def contest(self) -> Contest:
        """Its attacks and systems."""
        victims = [run.names.victim for run in self.runs]
        against = written_against(run.names for run in self.runs)
        unmade = tuple((run.names.attack, run.names.victim) for run in self.runs if run.is_unmade)
        return Contest(self.dataset, "claim", "verifier", victims, self.standings, self.judged, against, True, unmade)
