"""The official scores of six published systems on 999 claims (Thorne et al. 2019)."""

from pathlib import Path

import pytest

from stumper.evidence_settings import oracle
from stumper.scores.adversarial import raw_potency
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.evidence import is_verifiable, sentence_ids
from stumper.tasks.verification.fever import read, read_predictions
from stumper.tasks.verification.fever_score import claim_score, score_claims
from stumper.types import Guess, Prediction

# FEVER score and label accuracy as published; precision, recall and F1 of the evidence by the official scorer's rules.
SYSTEMS = {
    "a": (66.27, 68.97, 42.60, 73.87, 54.04),
    "b": (63.46, 67.37, 25.07, 88.44, 39.07),
    "c": (27.13, 51.25, 10.00, 43.54, 16.26),
    "d": (74.17, 76.18, 94.61, 68.92, 79.75),
    "e": (68.57, 75.88, 35.47, 79.88, 49.12),
    "f": (31.63, 51.35, 10.00, 43.54, 16.26),
}


def scored(shared: Path, system: str) -> dict[str, float]:
    folder = shared / "verification" / "scorer-golden"
    claims = read(folder / "sampled-999.jsonl.gz")
    predictions = read_predictions(folder / f"system-{system}.jsonl.gz", claims.examples)
    assert len(predictions) == len(claims) == 999
    return {score.name: score.value for score in score_claims(predictions, claims.examples)}


@pytest.mark.parametrize(("system", "published"), SYSTEMS.items())
def test_published_predictions_get_their_official_scores(
    shared: Path, system: str, published: tuple[float, ...]
) -> None:
    scores = scored(shared, system)
    names = ("fever_score", "accuracy", "evidence_precision", "evidence_recall", "evidence_f1")
    assert tuple(round(100 * scores[name], 2) for name in names) == published


def test_the_mean_raw_potency_of_unmodified_claims_is_the_published_one(shared: Path) -> None:
    fever_scores = [scored(shared, system)["fever_score"] for system in SYSTEMS]
    assert round(100 * raw_potency(fever_scores), 2) == 44.79


@pytest.mark.parametrize(("name", "claims"), [("fever-paper-test", 9999), ("fever-paper-dev-half", 5025)])
def test_real_claims_are_read_whole_and_with_their_evidence(shared: Path, name: str, claims: int) -> None:
    dataset = oracle(str(shared / "verification" / f"{name}.jsonl.gz"))
    assert len(dataset) == len({example.id for example in dataset}) == claims
    for example in dataset:
        assert isinstance(example.query, Claim)
        [passage] = example.query.evidence
        gold = frozenset[str]().union(*example.gold.evidence_sets)
        assert not is_verifiable(example.gold) or frozenset(sentence_ids(passage.id)) == gold


def test_given_evidence_gets_the_full_score_unless_it_is_too_long(shared: Path) -> None:
    dataset = oracle(str(shared / "verification" / "fever-paper-dev-half.jsonl.gz"))
    lost = 0
    for example in dataset:
        assert isinstance(example.query, Claim)
        label, evidence = example.gold.answers[0].text, tuple(passage.id for passage in example.query.evidence)
        score = claim_score(example.gold, Prediction((Guess(label, 1.0),), 1.0, evidence))
        assert score.accuracy == 1.0
        lost += score.fever_score == 0.0
    assert lost < 10
