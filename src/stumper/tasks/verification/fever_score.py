"""FEVER's scores of claims: label accuracy, evidence and both, by its official scorer (Thorne et al. 2018)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from stumper.scores.by_original import Floats, Scored, drawn_means, observed
from stumper.scores.intervals import Estimate, confidence_how, harmonic_interval, harmonic_means, mean_interval
from stumper.scores.score import check_any, from_estimate, left_out
from stumper.scoring import On, Score
from stumper.tasks.verification.evidence import (
    AT_MOST,
    evidence_precision,
    finds_evidence,
    has_label,
    is_verifiable,
)
from stumper.types import Example, Gold, Instance, Prediction

METRICS = ("fever_score", "accuracy")
EVIDENCE_METRICS = ("evidence_precision", "evidence_recall", "evidence_f1")


@dataclass(frozen=True, slots=True)
class ClaimScore:
    """One claim's scores, each 0 or 1 but the precision; those of evidence are None where there is none to find."""

    fever_score: float
    accuracy: float
    evidence_precision: float | None
    evidence_recall: float | None


def score_claims(
    predictions: Mapping[str, Prediction],
    examples: Sequence[Example],
    victim: str | None = None,
    seed: int = 0,
    errored: int = 0,
    trained_on: int = 0,
) -> list[Score]:
    """FEVER score, accuracy and, where a claim is verifiable, evidence precision, recall and F1.

    Predictions are by example id; without one, a claim's label is wrong and no evidence is found for it. ``errored``
    claims and those that the victim was ``trained_on`` are not among the examples; where these are all, nothing is
    known. BadData without claims.
    """
    if not (errored or trained_on):
        check_any(examples, "claims")
    found = [predictions.get(example.id) for example in examples]
    scores = [claim_score(example.gold, prediction) for example, prediction in zip(examples, found, strict=True)]
    how = _how(found, left_out(errored, trained_on)) | {"ci": confidence_how(seed)}
    estimates = _estimates(scores, seed)
    return [from_estimate(found, name, "original", victim, None, _of(name) | how) for name, found in estimates.items()]


def score_instances(
    before: Mapping[str, Prediction] | None,
    after: Mapping[str, Prediction],
    instances: Sequence[Instance],
    victim: str | None = None,
    adversary: str | None = None,
    seed: int = 0,
    errored: int = 0,
    trained_on: int = 0,
) -> list[Score]:
    """The scores of the originals of these instances (``before``, by example id; None: they were not asked), those of
    the instances (``after``, by their own id), and the differences of FEVER score and accuracy.

    An original counts as often as it was modified, so that each instance is compared with what it came from; the
    bootstrap draws originals. ``errored`` instances, on which the victim failed, and those that it was ``trained_on``
    are not among them; where these are all, nothing is known. BadData without instances.
    """
    if not (errored or trained_on):
        check_any(instances, "claims")
    sides = [_Side("adversarial", adversary, tuple((i.perturbation.gold, after.get(i.id)) for i in instances))]
    if before is not None:
        own = tuple((i.example.gold, before.get(i.example.id)) for i in instances)
        sides.insert(0, _Side("original", None, own))
    without = left_out(errored, trained_on)
    drawn = _drawn([instance.example.id for instance in instances], sides, seed)
    if before is not None:
        changes = {f"{name}_difference": drawn[1][name] - drawn[0][name] for name in METRICS}
        drawn[1].update(changes)
    paired = {"paired": "instances", "ci": f"{confidence_how(seed)}-by-original"}
    return [
        side.row(name, values, victim, without | paired)
        for side, of_name in zip(sides, drawn, strict=True)
        for name, values in of_name.items()
        if side.size(name) or not side.claims
    ]


def claim_score(gold: Gold, prediction: Prediction | None) -> ClaimScore:
    """The scores of one prediction; None and a prediction without guesses have no label."""
    evidence = () if prediction is None else prediction.evidence
    is_right = prediction is not None and bool(prediction.guesses) and has_label(gold, prediction.guesses[0].answer)
    both = float(is_right and finds_evidence(gold, evidence))
    if not is_verifiable(gold):
        return ClaimScore(both, float(is_right), None, None)
    # The official scorer gives a verifiable claim without gold sets full recall, but no FEVER score.
    recall = float(not gold.evidence_sets or finds_evidence(gold, evidence))
    return ClaimScore(both, float(is_right), evidence_precision(gold, evidence), recall)


def is_answered(prediction: Prediction | None) -> bool:
    """Whether there is a label."""
    return prediction is not None and bool(prediction.guesses)


@dataclass(frozen=True, slots=True)
class _Side:
    """The originals or the instances, in the order of the instances, each gold with its prediction."""

    on: On
    adversary: str | None
    claims: tuple[tuple[Gold, Prediction | None], ...]

    def size(self, name: str) -> int:
        """How many claims a score is over."""
        return sum(is_verifiable(gold) for gold, _ in self.claims) if name in EVIDENCE_METRICS else len(self.claims)

    def row(self, name: str, values: Floats, victim: str | None, how: Mapping[str, str]) -> Score:
        """The row of a score, whose signature says what is said of all rows."""
        how = _of(name) | _how([prediction for _, prediction in self.claims], how)
        return from_estimate(observed(values, self.size(name)), name, self.on, victim, self.adversary, how)


def _drawn(originals: Sequence[str], sides: Sequence[_Side], seed: int) -> list[dict[str, Floats]]:
    """For each side the means by name, and their draws, which are the same for both."""
    scores = [[claim_score(gold, prediction) for gold, prediction in side.claims] for side in sides]
    columns = [Scored(originals, [_number(score, name) for score in of_side]) for of_side in scores for name in _SINGLE]
    means = iter(drawn_means(columns, np.random.default_rng(seed)))
    found = [{name: next(means) for name in _SINGLE} for _ in sides]
    for of_name in found:
        pairs = np.stack([of_name["evidence_precision"], of_name["evidence_recall"]], axis=-1)
        of_name["evidence_f1"] = harmonic_means(pairs)
    return found


_SINGLE = (*METRICS, *EVIDENCE_METRICS[:2])  # those that each claim has


def _number(score: ClaimScore, name: str) -> float:
    value: float | None = getattr(score, name)
    return nan if value is None else value


def _estimates(scores: Sequence[ClaimScore], seed: int) -> dict[str, Estimate]:
    """Those of evidence are macro-averaged over the verifiable claims; there are none where no claim is verifiable."""
    found = {name: mean_interval([getattr(score, name) for score in scores], seed) for name in METRICS}
    precisions = [score.evidence_precision for score in scores if score.evidence_precision is not None]
    recalls = [score.evidence_recall for score in scores if score.evidence_recall is not None]
    if precisions:
        means = mean_interval(precisions, seed), mean_interval(recalls, seed)
        found |= zip(EVIDENCE_METRICS, (*means, harmonic_interval(precisions, recalls, seed)), strict=True)
    return found


def _of(name: str) -> dict[str, str]:
    """What a signature says of one figure alone."""
    of = {} if name.startswith("accuracy") else {"evidence": f"first-{AT_MOST}"}
    over = {"over": "verifiable"} if name in EVIDENCE_METRICS else {}
    return {"official": "fever", "agg": "mean"} | of | over


def _how(predictions: Sequence[Prediction | None], without: Mapping[str, str]) -> dict[str, str]:
    unanswered = sum(not is_answered(prediction) for prediction in predictions)
    return {"unanswered": str(unanswered)} | dict(without)
