"""FEVER's scores of claims: label accuracy, evidence and both, by its official scorer (Thorne et al. 2018)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan

from stumper.scores.score import check_any, from_estimate, left_out
from stumper.scoring import On, Score
from stumper.statistics import CHANGE, SHARE, Groups, Scored, Statistic, groups_of, harmonic, interval, means
from stumper.tasks.verification.evidence import (
    AT_MOST,
    can_match,
    evidence_precision,
    finds_evidence,
    has_label,
    is_verifiable,
)
from stumper.tasks.verification.grouping import groups
from stumper.types import Example, Gold, Instance, Prediction

METRICS = ("fever_score", "accuracy")
UNMATCHED = "evidence"  # where the signature of label accuracy says why evidence cannot be matched
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
    claims = tuple((example.gold, predictions.get(example.id)) for example in examples)
    side, without = _Side("original", None, claims), left_out(errored, trained_on)
    [found] = _means([example.id for example in examples], [side], groups_of(examples, groups))
    return _rows([side], [found], victim, without)


def score_instances(
    before: Mapping[str, Prediction] | None,
    after: Mapping[str, Prediction],
    instances: Sequence[Instance],
    victim: str | None = None,
    adversary: str | None = None,
    errored: int = 0,
    trained_on: int = 0,
) -> list[Score]:
    """The scores of the originals of these instances (``before``, by example id; None: they were not asked), those of
    the instances (``after``, by their own id), and the differences of FEVER score and accuracy.

    An original counts as often as it was modified, so that each instance is compared with what it came from.
    ``errored`` instances, on which the victim failed, and those that it was ``trained_on``
    are not among them; where these are all, nothing is known. BadData without instances.
    """
    if not (errored or trained_on):
        check_any(instances, "claims")
    sides = [_Side("adversarial", adversary, tuple((i.perturbation.gold, after.get(i.id)) for i in instances))]
    if before is not None:
        own = tuple((i.example.gold, before.get(i.example.id)) for i in instances)
        sides.insert(0, _Side("original", None, own))
    without = left_out(errored, trained_on)
    originals = {instance.example.id: instance.example for instance in instances}
    found = _means([instance.example.id for instance in instances], sides, groups_of(originals.values(), groups))
    if before is not None:
        found[1] |= {f"{name}_difference": found[1][name] - found[0][name] for name in METRICS}
    return _rows(sides, found, victim, without | {"paired": "instances"})


def claim_score(gold: Gold, prediction: Prediction | None) -> ClaimScore:
    """The scores of one prediction; None and a prediction without guesses have no label.

    One that has neither label nor evidence scores 0 throughout: the official rule that who cites nothing is precise is
    for claims that were answered, and would let a file gain by what it leaves out.
    """
    evidence = () if prediction is None else prediction.evidence
    is_right = prediction is not None and bool(prediction.guesses) and has_label(gold, prediction.guesses[0].answer)
    both = float(is_right and finds_evidence(gold, evidence))
    if not is_verifiable(gold):
        return ClaimScore(both, float(is_right), None, None)
    if not evidence and not is_answered(prediction):
        return ClaimScore(both, float(is_right), 0.0, 0.0)
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

    def row(self, name: str, value: Statistic, victim: str | None, how: Mapping[str, str]) -> Score:
        """The row of a score, whose signature says what is said of all rows."""
        how = _of(name) | _how([prediction for _, prediction in self.claims], how)
        within = CHANGE if name.endswith("_difference") else SHARE
        return from_estimate(interval(value, within), name, self.on, victim, self.adversary, how)


def _means(originals: Sequence[str], sides: Sequence[_Side], groups: Groups) -> list[dict[str, Statistic]]:
    """For each side the means by name."""
    scores = [[claim_score(gold, prediction) for gold, prediction in side.claims] for side in sides]
    columns = [Scored(originals, [_number(score, name) for score in of_side]) for of_side in scores for name in _SINGLE]
    figures = iter(means(columns, groups))
    found = [{name: next(figures) for name in _SINGLE} for _ in sides]
    for of_name in found:
        of_name["evidence_f1"] = harmonic(of_name["evidence_precision"], of_name["evidence_recall"])
    return found


def _rows(
    sides: Sequence[_Side], found: Sequence[Mapping[str, Statistic]], victim: str | None, how: Mapping[str, str]
) -> list[Score]:
    """Those of evidence are macro-averaged over the verifiable claims; there are none where no claim is verifiable, or
    what was cited cannot be matched: the signature of label accuracy then says so."""
    is_matched = all(is_matchable(side.claims) for side in sides)
    if not is_matched:
        how = {**how, UNMATCHED: "none" if any(_has_none_to_match(side.claims) for side in sides) else "unmatched"}
    return [
        side.row(name, value, victim, how)
        for side, of_name in zip(sides, found, strict=True)
        for name, value in of_name.items()
        if (side.size(name) or not side.claims) and (is_matched or name in LABEL_ALONE)
    ]


LABEL_ALONE = ("accuracy", "accuracy_difference")  # the scores that ask for no evidence


def is_matchable(claims: Iterable[tuple[Gold, Prediction | None]]) -> bool:
    """Whether what was cited for claims can be held against their gold evidence, so that scores of evidence say
    something: not where none of it is of the kind that the data set has, or the data set has none to match with."""
    every = tuple(claims)
    if _has_none_to_match(every):
        return False
    cited = [(gold, said.evidence) for gold, said in every if is_verifiable(gold) and said and said.evidence]
    return not cited or any(can_match(gold, evidence) for gold, evidence in cited)


def _has_none_to_match(claims: Sequence[tuple[Gold, Prediction | None]]) -> bool:
    """Whether some of these claims are verifiable, and none of those has evidence that could be matched."""
    rules = {gold.matched_by for gold, _ in claims if is_verifiable(gold)}
    return rules == {"none"}


_SINGLE = (*METRICS, *EVIDENCE_METRICS[:2])  # those that each claim has


def _number(score: ClaimScore, name: str) -> float:
    value: float | None = getattr(score, name)
    return nan if value is None else value


def _of(name: str) -> dict[str, str]:
    """What a signature says of one figure alone."""
    of = {} if name.startswith("accuracy") else {"evidence": f"first-{AT_MOST}"}
    over = {"over": "verifiable"} if name in EVIDENCE_METRICS else {}
    return {"official": "fever", "agg": "mean"} | of | over


def _how(predictions: Sequence[Prediction | None], without: Mapping[str, str]) -> dict[str, str]:
    unanswered = sum(not is_answered(prediction) for prediction in predictions)
    return {"unanswered": str(unanswered)} | dict(without)
