"""Attempts on claims as they are scored: each perturbation beside its original, whether or not that was right."""

from dataclasses import dataclass

from stumper.sections.exhibits import joined
from stumper.sections.judged import judged_ids
from stumper.sections.ran import Names, Ran
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
    ``trained_on``, are only counted."""

    ran: Ran
    claims: tuple[AskedClaim, ...]
    errored: int
    trained_on: int = 0

    @property
    def names(self) -> Names:
        """How the run is called."""
        return self.ran.names

    @property
    def is_baseline(self) -> bool:
        """Whether nothing was changed, be it by a baseline's name or in a file."""
        if self.names.adversary in BASELINES:
            return True
        return bool(self.claims) and all(claim.perturbation.query == claim.example.query for claim in self.claims)


def asked_run(ran: Ran) -> AskedRun:
    """The run with each of its attempts beside the example of its id."""
    unseen, examples = ran.unseen, ran.examples
    found = [_asked(attempt, examples[attempt.example_id]) for attempt in unseen if attempt.outcome != "errored"]
    return AskedRun(ran, tuple(found), len(unseen) - len(found), len(ran.attempts) - len(unseen))


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
