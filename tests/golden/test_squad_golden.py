"""The official scores of published systems, and the published shape of the adversarial sets."""

from pathlib import Path

import pytest

from stumper.datasets import open_dataset
from stumper.datasets.originals import originals, variants_by_original
from stumper.tasks.reading.squad import read, read_predictions
from stumper.tasks.reading.variants import question_scores, score_predictions

SETS = {
    "squad-dev-v1.1-24-articles": 5397,
    "addsent-24-articles": 1851,
    "addonesent-24-articles": 928,
    "squadshifts-new_wiki": 7938,
    "squadshifts-reddit": 9803,
    "squadshifts-amazon_reviews": 9885,
}


@pytest.mark.parametrize(
    ("system", "exact_match", "f1", "unanswered"),
    [("logistic-regression", 38.52, 48.72, 8), ("match-lstm-ensemble", 66.28, 74.75, 0)],
)
def test_published_predictions_get_their_official_scores(
    shared: Path, system: str, exact_match: float, f1: float, unanswered: int
) -> None:
    squad = read(shared / "reading" / "squad-dev-v1.1-24-articles.json.gz")
    answers = read_predictions(shared / "reading" / "predictions" / f"{system}.json.gz")
    scores = {score.name: score for score in score_predictions(answers, squad.examples, system)}
    assert round(100 * scores["exact_match"].value, 2) == exact_match
    assert round(100 * scores["f1"].value, 2) == f1
    assert question_scores(answers, squad.examples).unanswered == unanswered


@pytest.mark.parametrize(("name", "questions"), SETS.items())
def test_real_sets_are_read_whole(shared: Path, name: str, questions: int) -> None:
    examples = list(open_dataset(shared / "reading" / f"{name}.json.gz"))
    assert len(examples) == questions
    assert len({example.id for example in examples}) == questions


@pytest.mark.parametrize(("name", "variants"), [("addsent-24-articles", 1344), ("addonesent-24-articles", 421)])
def test_adversarial_sets_hold_507_originals_and_their_variants(shared: Path, name: str, variants: int) -> None:
    squad = read(shared / "reading" / f"{name}.json.gz")
    assert len(originals(squad)) == 507
    assert sum(map(len, variants_by_original(squad).values())) == variants


def test_one_answer_to_a_question_and_its_variants_loses_nothing(shared: Path) -> None:
    squad = read(shared / "reading" / "addsent-24-articles.json.gz")
    answers = {example.id: example.gold.answers[0].text for example in squad}
    scores = score_predictions(answers, squad.examples)
    assert [score.value for score in scores] == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
