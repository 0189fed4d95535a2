"""FEVER's scores of claims: label accuracy, evidence and both, by its official scorer (Thorne et al. 2018)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.errors import BadData
from stumper.scores.intervals import Estimate, confidence_how, difference_interval, harmonic_interval, mean_interval
from stumper.scores.score import On, Score, from_estimate
from stumper.scores.signature import signature
from stumper.types import Example, Gold, Instance, Prediction

AT_MOST = 5  # predicted sentences that count
METRICS = ("fever_score", "accuracy")
EVIDENCE_METRICS = ("evidence_precision", "evidence_recall", "evidence_f1")
_TOGETHER = "\t"  # between the sentence ids of a passage that holds several; no page's name has it
_PAIRED = {"paired": "instances"}
_UNVERIFIABLE = "NOT ENOUGH INFO"


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
    adversary: str | None = None,
    seed: int = 0,
    errored: int = 0,
) -> list[Score]:
    """FEVER score, accuracy and, where a claim is verifiable, evidence precision, recall and F1.

    Predictions are by example id; without one, a claim's label is wrong and no evidence is found for it. The scores
    are ``adversarial`` where an adversary is named. BadData without claims.
    """
    _check_any(examples)
    scores = [claim_score(example.gold, predictions.get(example.id)) for example in examples]
    on: On = "original" if adversary is None else "adversarial"
    unanswered = sum(not is_answered(predictions.get(example.id)) for example in examples)
    how = _how(unanswered, errored)
    estimates = {**_label_estimates(scores, seed), **_evidence_estimates(scores, seed)}
    return [_row(name, on, victim, adversary, estimate, how, seed) for name, estimate in estimates.items()]


def score_instances(
    before: Mapping[str, Prediction],
    after: Mapping[str, Prediction],
    instances: Sequence[Instance],
    victim: str | None = None,
    adversary: str | None = None,
    seed: int = 0,
    errored: int = 0,
) -> list[Score]:
    """The scores of the originals of these instances (``before``, by example id) and of the instances (``after``, by
    their own), and the differences of FEVER score and accuracy.

    An original counts as often as it was modified, so that each instance is compared with what it came from; the
    intervals are by originals. BadData without instances.
    """
    _check_any(instances)
    ids = [instance.example.id for instance in instances]
    own = [before.get(id) for id in ids]
    modified = [after.get(instance.id) for instance in instances]
    first = [claim_score(i.example.gold, found) for i, found in zip(instances, own, strict=True)]
    second = [claim_score(i.perturbation.gold, found) for i, found in zip(instances, modified, strict=True)]
    how = _how(_unanswered(own), errored) | _PAIRED
    how_after = _how(_unanswered(modified), errored) | _PAIRED
    under_attack, apart = _paired_estimates(ids, first, second, seed)
    rows = [_row(name, "original", victim, None, e, how, _CLUSTERED, seed) for name, e in under_attack.items()]
    return rows + [
        _row(name, "adversarial", victim, adversary, e, how_after, seed) for name, e in apart.items()
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


def has_label(gold: Gold, label: str) -> bool:
    """Whether the label is the gold one, in any case."""
    return label.upper() == gold.answers[0].text.upper()


def is_verifiable(gold: Gold) -> bool:
    """Whether the claim is supported or refuted, so that there is evidence to find."""
    return not has_label(gold, _UNVERIFIABLE)


def finds_evidence(gold: Gold, evidence: Sequence[str]) -> bool:
    """Whether one whole gold set is among the first five predicted sentences; always, where there is none to find."""
    found = set(counted_sentences(evidence))
    return not is_verifiable(gold) or any(sentences <= found for sentences in gold.evidence_sets)


def evidence_precision(gold: Gold, evidence: Sequence[str]) -> float:
    """The share of the first five predicted sentences that stand in any gold set; 1 where none is predicted.

    A sentence that is predicted twice counts twice, as in the official scorer.
    """
    counted = counted_sentences(evidence)
    wanted = frozenset[str]().union(*gold.evidence_sets)
    return sum(sentence in wanted for sentence in counted) / len(counted) if counted else 1.0


def counted_sentences(evidence: Sequence[str]) -> Sequence[str]:
    """The ids of the first five sentences; a passage of several sentences gives all of theirs."""
    return [sentence for id in evidence for sentence in sentence_ids(id)][:AT_MOST]


def sentence_ids(passage_id: str) -> Sequence[str]:
    """The ids of the sentences that a passage of evidence holds: mostly one, its own."""
    return passage_id.split(_TOGETHER)


def passage_id(sentence_ids: Sequence[str]) -> str:
    """The id of the passage that holds these sentences."""
    return _TOGETHER.join(sentence_ids)


def is_answered(prediction: Prediction | None) -> bool:
    """Whether there is a label."""
    return prediction is not None and bool(prediction.guesses)


def _check_any(claims: Sequence[object]) -> None:
    if not claims:
        raise BadData("There are no claims to score. Name a data set that has some.")


def _label_estimates(scores: Sequence[ClaimScore], seed: int) -> dict[str, Estimate]:
    return {name: mean_interval([getattr(score, name) for score in scores], seed) for name in METRICS}


def _evidence_estimates(scores: Sequence[ClaimScore], seed: int) -> dict[str, Estimate]:
    """Macro-averaged over the verifiable claims; nothing, where there are none."""
    precisions = [score.evidence_precision for score in scores if score.evidence_precision is not None]
    recalls = [score.evidence_recall for score in scores if score.evidence_recall is not None]
    if not precisions:
        return {}
    means = (mean_interval(precisions, seed), mean_interval(recalls, seed))
    return dict(zip(EVIDENCE_METRICS, (*means, harmonic_interval(precisions, recalls, seed)), strict=True))


def _change(name: str, before: Sequence[ClaimScore], after: Sequence[ClaimScore], seed: int) -> Estimate:
    values = [[float(getattr(score, name)) for score in scores] for scores in (before, after)]
    return difference_interval(values[0], values[1], seed)


def _row(
    name: str, on: On, victim: str | None, adversary: str | None, estimate: Estimate, how: dict[str, str], seed: int
) -> Score:
    of = {} if name.startswith("accuracy") else {"evidence": f"first-{AT_MOST}"}
    over = {"over": "verifiable"} if name in EVIDENCE_METRICS else {}
    line = signature(name, estimate.n, official="fever", agg="mean", **of, **over, **how, ci=confidence_how(seed))
    return from_estimate(estimate, name, on, victim, adversary, line)


def _how(unanswered: int, errored: int) -> dict[str, str]:
    return {"unanswered": str(unanswered)} | ({"errored": str(errored)} if errored else {})
