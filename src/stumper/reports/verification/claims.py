"""Attempts on claims as they are scored: each perturbation beside its original, whether or not that was right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.judging import judged_ids
from stumper.reports.exhibits import joined
from stumper.reports.naming import Names
from stumper.runs.plan import Plan
from stumper.store.standing import UNKNOWN, Standing
from stumper.tasks.verification.fever_score import claim_score
from stumper.tasks.verification.shift import Shifted
from stumper.types import Attempt, Example, Perturbation, Prediction

BASELINES = ("identity", "unmodified")


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """A perturbation that was asked: what was made of which original, and what the system said of both.

    ``key`` is the same for the same claim put to another system; ``judged_as`` are the ids of its judgements.
    """

    key: str
    judged_as: tuple[str, ...]
    example: Example
    perturbation: Perturbation
    shifted: Shifted
    gives_evidence: bool

    @property
    def kind(self) -> str:
        """The kinds of its edits."""
        return joined(edit.kind for edit in self.perturbation.edits)

    @property
    def rule(self) -> str:
        """The rules of its edits."""
        return joined(edit.rule for edit in self.perturbation.edits)


@dataclass(frozen=True, slots=True)
class AskedRun:
    """A run on claims with all that was asked in it; ``errored`` attempts, and those on claims that the system was
    ``trained_on``, are only counted. ``standing`` says how far the run has come.
    """

    id: str
    names: Names
    plan: Plan
    claims: tuple[AskedClaim, ...]
    errored: int
    trained_on: int = 0
    standing: Standing = UNKNOWN

    @property
    def is_baseline(self) -> bool:
        """Whether nothing was changed, be it by a baseline's name or in a file."""
        if self.plan.adversary in BASELINES:
            return True
        return bool(self.claims) and all(claim.perturbation.query == claim.example.query for claim in self.claims)


def asked_run(
    run_id: str,
    names: Names,
    plan: Plan,
    attempts: Sequence[Attempt],
    examples: Mapping[str, Example],
    standing: Standing = UNKNOWN,
) -> AskedRun:
    """The run of these attempts, each on the example of its id."""
    unseen = [attempt for attempt in attempts if not attempt.trained_on]
    found = [_asked(attempt, examples[attempt.example_id]) for attempt in unseen if attempt.outcome != "errored"]
    errored, seen = len(unseen) - len(found), len(attempts) - len(unseen)
    return AskedRun(run_id, names, plan, tuple(found), errored, seen, standing)


def _asked(attempt: Attempt, example: Example) -> AskedClaim:
    """What an adversary left as it was, or nothing was made of, counts with what the original scores."""
    perturbation = attempt.perturbation or Perturbation(example.id, example.query, example.gold, ())
    before = attempt.before.prediction
    after = attempt.after.prediction if attempt.after and attempt.perturbation else before
    scores = claim_score(example.gold, before), claim_score(perturbation.gold, after)
    ids = judged_ids(perturbation)
    shifted = Shifted(perturbation.example_id, *scores, _label(before), _label(after))
    return AskedClaim(ids[-1], ids, example, perturbation, shifted, bool(after and after.evidence))


def _label(prediction: Prediction | None) -> str:
    return prediction.guesses[0].answer if prediction and prediction.guesses else ""
