"""What a report says of fact verification, as values: of one data set, systems against attacks."""

from dataclasses import dataclass

from stumper.scores.adversarial import Tournament
from stumper.scores.before_after import BeforeAfter
from stumper.scores.intervals import Estimate
from stumper.sections.judged import Judges
from stumper.sections.ran import Names
from stumper.standing import Stopped
from stumper.tasks.verification.shift import Shift
from stumper.text import Change

FEVER_SCORE, LABEL_ACCURACY = "FEVER score", "label accuracy"


@dataclass(frozen=True, slots=True)
class ClaimRun:
    """One attack on one system: its perturbations but those of claims that the system was trained on, which
    ``trained_on`` counts, those that the system failed on, and those judged, as judged.

    ``scores`` are by ``measure``, that of the first standings, of the originals and of what was made of them. ``goal``
    says by which one an attempt counts as fooled. A ``complete`` run will not have more perturbations; ``asked_for`` is
    how many of them the option ``balanced`` asked for. ``stopped`` says how far the run came, where it was to come
    further.
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
    judges: tuple[Judges, ...]
    is_baseline: bool
    complete: bool
    asked_for: int | None
    trained_on: int = 0
    stopped: Stopped | None = None

    @property
    def attempted(self) -> int:
        """All attempts."""
        return self.trained_on + self.perturbations


@dataclass(frozen=True, slots=True)
class Standings:
    """Potencies and resiliences by one measure of the systems."""

    measure: str
    tournament: Tournament


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
    example_id: str
    example: tuple[Change, ...]
    label_before: str
    label_after: str


@dataclass(frozen=True, slots=True)
class JudgedAttack:
    """Who judged what an attack made; nobody where nothing was judged."""

    attack: str
    judges: tuple[Judges, ...]


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
