"""FEVER's scores of one claim, of a set, and of originals beside what was made of them."""

from math import isnan

import pytest

from stumper.errors import BadData
from stumper.scores import Score
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.evidence import (
    counted_sentences,
    evidence_precision,
    finds_evidence,
    passage_id,
    sentence_ids,
)
from stumper.tasks.verification.fever_score import claim_score, score_claims, score_instances
from stumper.types import Answer, Example, Gold, Guess, Instance, Perturbation, Prediction

FOX = (frozenset({"Fox:0", "Den:3"}), frozenset({"Fox:7"}))


def gold(label: str = "SUPPORTS", *evidence_sets: frozenset[str]) -> Gold:
    return Gold((Answer(label),), evidence_sets=evidence_sets)


def said(label: str, *evidence: str) -> Prediction:
    return Prediction((Guess(label, None),), None, evidence)


def claim(id: str, label: str = "SUPPORTS", *evidence_sets: frozenset[str]) -> Example:
    return Example(id, Claim(f"Claim {id}."), gold(label, *evidence_sets))


def values(scores: list[Score], on: str = "original") -> dict[str, float]:
    return {score.name: score.value for score in scores if score.on == on}


def test_a_right_label_with_one_whole_set_scores_in_full() -> None:
    score = claim_score(gold("SUPPORTS", *FOX), said("SUPPORTS", "Fox:7"))
    assert (score.fever_score, score.accuracy, score.evidence_precision, score.evidence_recall) == (1, 1, 1, 1)


def test_half_a_set_is_no_evidence_but_counts_in_the_precision() -> None:
    score = claim_score(gold("SUPPORTS", *FOX), said("SUPPORTS", "Fox:0", "Cat:1"))
    assert (score.fever_score, score.accuracy, score.evidence_precision, score.evidence_recall) == (0, 1, 0.5, 0)


def test_sentences_of_two_sets_make_no_set() -> None:
    sets = (frozenset({"A:0", "B:0"}), frozenset({"C:0", "D:0"}))
    assert not finds_evidence(gold("REFUTES", *sets), ("A:0", "C:0"))


def test_the_sixth_sentence_does_not_count() -> None:
    noise = tuple(f"Cat:{line}" for line in range(5))
    assert finds_evidence(gold("SUPPORTS", *FOX), (*noise[:4], "Fox:7"))
    assert not finds_evidence(gold("SUPPORTS", *FOX), (*noise, "Fox:7"))
    assert evidence_precision(gold("SUPPORTS", *FOX), (*noise, "Fox:7")) == 0.0


def test_a_sentence_twice_takes_two_of_the_five_places() -> None:
    assert evidence_precision(gold("SUPPORTS", *FOX), ("Fox:7", "Fox:7", "Cat:0")) == 2 / 3
    assert not finds_evidence(gold("SUPPORTS", *FOX), (*["Cat:0"] * 5, "Fox:7"))


def test_a_wrong_label_leaves_the_evidence_its_worth() -> None:
    score = claim_score(gold("SUPPORTS", *FOX), said("REFUTES", "Fox:7"))
    assert (score.fever_score, score.accuracy, score.evidence_precision, score.evidence_recall) == (0, 0, 1, 1)


def test_no_predicted_evidence_is_precise_and_finds_nothing() -> None:
    score = claim_score(gold("SUPPORTS", *FOX), said("SUPPORTS"))
    assert (score.fever_score, score.evidence_precision, score.evidence_recall) == (0, 1, 0)


def test_not_enough_info_needs_the_label_alone() -> None:
    score = claim_score(gold("NOT ENOUGH INFO"), said("NOT ENOUGH INFO", "Cat:0"))
    assert (score.fever_score, score.accuracy, score.evidence_precision, score.evidence_recall) == (1, 1, None, None)


def test_labels_are_compared_without_case() -> None:
    assert claim_score(gold("not enough info"), said("Not Enough Info")).fever_score == 1
    assert claim_score(gold("Supports", *FOX), said("sUPPORTS", "Fox:7")).fever_score == 1


@pytest.mark.parametrize("prediction", [None, Prediction((), None)])
def test_no_label_is_a_wrong_label(prediction: Prediction | None) -> None:
    score = claim_score(gold("SUPPORTS", *FOX), prediction)
    assert (score.fever_score, score.accuracy, score.evidence_precision, score.evidence_recall) == (0, 0, 0, 0)
    assert claim_score(gold("NOT ENOUGH INFO"), prediction).fever_score == 0


def test_a_verifiable_claim_without_gold_sets_has_nothing_to_recall_and_no_fever_score() -> None:
    score = claim_score(gold("SUPPORTS"), said("SUPPORTS", "Fox:7"))
    assert (score.fever_score, score.accuracy, score.evidence_precision, score.evidence_recall) == (0, 1, 0, 1)


def test_a_passage_of_several_sentences_counts_as_all_of_them() -> None:
    id = passage_id(["Den:3", "Fox:0"])
    assert sentence_ids(id) == ["Den:3", "Fox:0"]
    assert sentence_ids("Fox:0") == ["Fox:0"]
    assert finds_evidence(gold("SUPPORTS", *FOX), (id,))
    assert counted_sentences((id, "A:1", id, id)) == ["Den:3", "Fox:0", "A:1", "Den:3", "Fox:0"]


def test_a_set_is_scored_over_all_claims_and_its_evidence_over_the_verifiable_ones() -> None:
    examples, predictions = [], {}
    for n in range(3):
        examples += [claim(f"1-{n}", "SUPPORTS", *FOX), claim(f"2-{n}", "REFUTES", *FOX)]
        examples += [claim(f"3-{n}", "NOT ENOUGH INFO")]
        predictions |= {f"1-{n}": said("SUPPORTS", "Fox:7", "Cat:0"), f"2-{n}": said("REFUTES")}
        predictions |= {f"3-{n}": said("SUPPORTS")}
    scores = score_claims(predictions, examples, "fox")
    assert values(scores) == {
        "fever_score": 1 / 3,
        "accuracy": 2 / 3,
        "evidence_precision": 0.75,  # (1/2 + 1) / 2
        "evidence_recall": 0.5,
        "evidence_f1": 0.6,  # 2 * 0.75 * 0.5 / 1.25, of the means
    }
    assert [score.n for score in scores] == [9, 9, 6, 6, 6]
    assert {score.victim for score in scores} == {"fox"}
    assert all(score.low < score.value < score.high for score in scores)
    assert all("|ci:t-by-original|" in score.signature for score in scores)


def test_precision_and_recall_of_0_give_an_f1_of_0() -> None:
    scores = score_claims({"1": said("SUPPORTS", "Cat:0")}, [claim("1", "SUPPORTS", *FOX)])
    assert values(scores)["evidence_f1"] == 0.0


def test_without_verifiable_claims_there_are_no_scores_of_evidence() -> None:
    scores = score_claims({"1": said("SUPPORTS")}, [claim("1", "NOT ENOUGH INFO")])
    assert values(scores) == {"fever_score": 0.0, "accuracy": 0.0}


def test_evidence_that_cannot_be_held_against_the_gold_is_not_scored_and_the_signature_says_so() -> None:
    claims = [claim("1", "SUPPORTS", *FOX), claim("2", "SUPPORTS", *FOX)]
    texts = {id: said("SUPPORTS", "A fox lives in its den.") for id in ("1", "2")}
    [alone] = score_claims(texts, claims)
    assert (alone.name, alone.value) == ("accuracy", 1.0)
    assert "|evidence:unmatched|" in alone.signature
    found = score_claims(texts | {"2": said("SUPPORTS", "Fox:7")}, claims)  # one that cites as the data set does
    assert values(found)["fever_score"] == 0.5
    assert all("unmatched" not in score.signature for score in found)


def test_a_signature_counts_what_has_no_label() -> None:
    claims = [claim(str(n), "SUPPORTS", *FOX) for n in range(5)]
    scores = {s.name: s.signature for s in score_claims({}, claims, errored=2)}
    assert "accuracy|official:fever|agg:mean|unanswered:5|errored:2|ci:t-by-original|originals:5|" in scores["accuracy"]
    assert "evidence_f1|official:fever|agg:mean|evidence:first-5|over:verifiable|" in scores["evidence_f1"]


def test_nothing_to_score_is_an_error() -> None:
    with pytest.raises(BadData, match="no claims to score"):
        score_claims({}, [])
    with pytest.raises(BadData, match="no claims to score"):
        score_instances({}, {}, [])


def instance(number: int, original: Example, label: str = "SUPPORTS") -> Instance:
    changed = gold(label, *original.gold.evidence_sets)
    id = f"{original.id}-x-{number}"
    return Instance(id, original, Perturbation(original.id, Claim(f"{id}."), changed, ()))


def test_an_original_counts_as_often_as_it_was_modified() -> None:
    first, second = claim("1", "SUPPORTS", *FOX), claim("2", "REFUTES", *FOX)
    instances = [instance(1, first), instance(2, first, "REFUTES"), instance(3, first), instance(1, second)]
    before = {"1": said("SUPPORTS", "Fox:7"), "2": said("SUPPORTS", "Fox:7")}
    after = {id: said("REFUTES", "Fox:7") for id in ("1-x-1", "1-x-2")} | {"2-x-1": said("SUPPORTS", "Cat:1")}
    scores = score_instances(before, after, instances, "fox", "x")
    assert values(scores)["accuracy"] == 0.75
    assert values(scores)["evidence_f1"] == 1.0
    assert values(scores, "adversarial") == {
        "fever_score": 0.25,
        "accuracy": 0.5,
        "evidence_precision": 0.5,  # of the one without a label, 0
        "evidence_recall": 0.5,
        "evidence_f1": 0.5,
        "fever_score_difference": -0.5,
        "accuracy_difference": -0.25,
    }
    assert [score.adversary for score in scores] == [None] * 5 + ["x"] * 7
    assert {score.n for score in scores} == {4}
    assert "unanswered:1|paired:instances|ci:none|n:4" in scores[-1].signature  # two originals say too little


def test_an_interval_over_modified_claims_is_by_their_originals() -> None:
    claims = [claim(str(n), "SUPPORTS", *FOX) for n in range(6)]
    instances = [instance(number, one) for one in claims for number in range(4)]
    before = {one.id: said("SUPPORTS", "Fox:7") for one in claims}
    after = {one.id: said("SUPPORTS" if one.example.id < "3" else "REFUTES", "Fox:7") for one in instances}
    by_name = {score.name: score for score in score_instances(before, after, instances, "fox", "x")}
    score = by_name["accuracy_difference"]
    assert "|paired:instances|ci:t-by-original|originals:6|" in score.signature
    assert (score.value, score.n) == (-0.5, 24)
    assert score.high - score.low > 0.8  # of six originals, however much was made of each


def test_instances_without_their_originals_have_no_difference() -> None:
    instances = [instance(1, claim("1", "SUPPORTS", *FOX)), instance(1, claim("2", "NOT ENOUGH INFO"), "REFUTES")]
    scores = score_instances(None, {"1-x-1": said("SUPPORTS", "Fox:7")}, instances)
    assert {score.on for score in scores} == {"adversarial"}
    assert values(scores, "adversarial")["fever_score"] == 0.5
    assert "accuracy_difference" not in values(scores, "adversarial")


@pytest.mark.parametrize("left_out", [{"errored": 2}, {"trained_on": 2}])
def test_where_every_instance_was_left_out_nothing_is_known_and_nothing_is_wrong(left_out: dict[str, int]) -> None:
    scores = score_instances({}, {}, [], **left_out)
    assert {score.n for score in scores} == {0}
    assert all(isnan(score.value) for score in scores)


def test_ten_instances_of_one_claim_say_no_more_of_others_than_one() -> None:
    claims = [claim(str(number), "SUPPORTS", *FOX) for number in range(20)]
    after = {f"{example.id}-x-{n}": said("SUPPORTS" if int(example.id) % 2 else "REFUTES") for example in claims
             for n in range(10)}  # fmt: skip
    many = score_instances(None, after, [instance(n, example) for example in claims for n in range(10)])
    few = score_instances(None, after, [instance(0, example) for example in claims])
    assert [(s.value, s.low, s.high) for s in many] == [(s.value, s.low, s.high) for s in few]


def test_one_original_alone_has_no_interval() -> None:
    [score, *_] = score_instances(None, {}, [instance(1, claim("1", "SUPPORTS", *FOX))])
    assert score.value == 0.0
    assert isnan(score.low)
