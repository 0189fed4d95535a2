"""What a victim keeps of a score, and what it would keep if all that it failed on were lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from stumper.errors import BadOption

if TYPE_CHECKING:
    from stumper.jobs import Job
    from stumper.scoring import Score, Scoring


@dataclass(frozen=True, slots=True)
class Kept:
    """What a victim keeps of the score called ``measure`` under one attack, or has of it where nothing was changed;
    NaN where nothing could be scored. ``trained_on`` examples were left out of it, and ``skipped`` variants of
    which the answers say nothing. It is over ``n``, without the ``errored`` on which the victim failed: with these
    lost it would be ``least``, None where each of them is one of ``n``; ``failed`` says how many they are of how
    many, "" where that is plain. Where the score is of a goal that is told apart, and was not asked for by its
    name, ``lost_answers`` are how many variants withstand the attack without a right answer, and of how many whose
    originals had one. An attack that made nothing of any original leaves all ``unmade``, and no value: nothing was
    withstood. ``cell`` says which attack on which system it is.
    """

    measure: str
    value: float
    is_adversarial: bool = True
    trained_on: int = 0
    skipped: int = 0
    cell: str = ""
    n: int = 0
    errored: int = 0
    unmade: int = 0
    least: float | None = None
    failed: str = ""
    lost_answers: tuple[int, int] | None = None

    @property
    def answered(self) -> float:
        """What it would be if those with a lost answer, and all on which the victim failed, were lost."""
        return self.at_least - (self.lost_answers or (0, 0))[0] / max(1, self.n + self.errored)

    @property
    def has_no_answers(self) -> bool:
        """Whether there is no right answer that the attack could have cost."""
        return self.lost_answers is not None and not self.lost_answers[1]

    @property
    def at_least(self) -> float:
        """What it would be if all on which the victim failed were lost."""
        if self.least is not None:
            return self.least
        return self.value * self.n / (self.n + self.errored) if self.errored else self.value

    @property
    def failed_on(self) -> str:
        """On how many of how many the victim failed."""
        return self.failed or f"{self.errored:,} of {self.n + self.errored:,}"


def gated(scoring: "Scoring", goal: str = "", score: str | None = None) -> str:
    """The score that a gate is about: the one that is asked for, else that of the goal; BadOption where a task has none
    of that name."""
    from stumper.sections.wording import listed

    if score is not None and score not in scoring.measures:
        raise BadOption(f"There is no score {score!r} that a gate could be about: there are "
                        f"{listed(scoring.measures)}.")  # fmt: skip
    return score or scoring.by_goal.get(goal, scoring.headline)


def kept_under(job: "Job", score: str | None = None) -> Kept:
    """What the attack of this job leaves of the score that its goal is about, or that is asked for, as the report has
    it."""
    from stumper.scores.variants import counted
    from stumper.sections.wording import failed_on
    from stumper.table import of_runs
    from stumper.table.counted import variants

    task, scoring = job.material.task, job.material.task.scoring
    by = gated(scoring, job.plan.goal, score)
    is_apart, right = score is None and job.plan.goal in scoring.apart, scoring.headline
    measures = [by, right] if is_apart else [by]
    found = counted(variants(of_runs(job.store, [job.plan.id], is_sliced=False), measures), by, task.counts_variants)
    lost = None
    if is_apart:
        had = found.before[right] > 0
        lost = int((had & (found.after[by] > 0) & (found.after[right] == 0)).sum()), int(had.sum())
    values, seen = found.after[by], job.store.trained_on(job.plan.id)
    value = float(values.mean()) if any(found.ids) else nan
    cell = f"{job.plan.adversary} x {job.plan.victim}"
    lacks = found.missing
    least, failed = (found.bounds(by)[0], failed_on(lacks, task.unit)) if lacks.total else (None, "")
    return Kept(scoring.measures[by].label, value, trained_on=seen, skipped=withheld(job), cell=cell,
                n=len(values), errored=lacks.total, unmade=found.without if isnan(value) else 0,
                least=least, failed=failed, lost_answers=lost)  # fmt: skip


def withheld(job: "Job") -> int:
    """How many variants of questions a file of predictions has no answer to, so that nobody knows what comes of them.

    The published script leaves them out, an attack or an evaluation takes them for wrong. Of claims and tossups
    predictions may lack some, which count as wrong everywhere.
    """
    if not job.system.spec.startswith("file:") or job.material.task.counts_variants:
        return 0
    return sum(attempt.silent for attempt in job.store.ended(job.plan.id))


def kept_in(
    scores: "Sequence[Score]", scoring: "Scoring", cell: str = "", skipped: int = 0, score: str | None = None
) -> Kept:
    """What one victim keeps on one set of the score that a gate is about; where nothing was changed, what it has. Of
    variants whose goal is told apart it is the score of that goal, which alone they have.

    ``cell`` says which set and which victim, ``skipped`` how many variants nobody has its answers to, beside those that
    the scores leave out.
    """
    from stumper.scores.score import skipped_variants
    from stumper.scores.signature import lost_answers, said_by
    from stumper.sections.wording import listed

    by = gated(scoring, score=score)
    if score is None and scores and by not in {one.name for one in scores}:
        by = scores[0].name
    leading = [one for one in scores if one.name == by]
    if scores and not leading:
        have = listed(name for name in scoring.measures if name in {one.name for one in scores})
        raise BadOption(f"{cell or 'This set'} has no score {by!r} that a gate could be about: it has {have}.")
    if not leading:
        return Kept("score", nan)
    last = leading[-1]  # an adversarial score stands behind that of the originals
    value = last.value if leading[0].n else nan
    label = scoring.measures[by].label
    errored = int(said_by(last.signature, "errored") or 0)
    lost = lost_answers(last.signature) if score is None else None
    return Kept(label, value, last.on == "adversarial", last.trained_on, skipped_variants(scores) + skipped, cell,
                last.n, errored, lost_answers=lost)  # fmt: skip
