"""The published potencies and resiliences of Thorne et al. 2019, from their FEVER scores and correct rates."""

import pytest

from stumper.scores.adversarial import potency, raw_potency, resilience

ADVERSARIES = ("rules", "SEARs full", "SEARs sample", "SEARs sentiment", "paraphrase")
CORRECT_RATES = (89.5, 62.5, 55.0, 50.0, 34.0)
SCORES = {
    "Transformer": (56.36, 58.26, 62.66, 68.67, 44.24),
    "NSMN": (48.85, 47.85, 53.35, 64.56, 39.44),
    "HexaF": (45.25, 50.15, 55.06, 62.86, 35.64),
    "Enhanced ESIM": (31.53, 46.75, 48.05, 62.26, 38.24),
    "TF-IDF + ESIM": (20.72, 28.13, 31.03, 31.03, 27.83),
    "TF-IDF + DA": (18.32, 21.82, 26.43, 26.43, 20.72),
}
RESILIENCES = dict(zip(SCORES, (58.66, 51.09, 50.06, 43.98, 26.86, 22.28), strict=True))
POTENCIES = dict(zip(ADVERSARIES, (56.53, 36.15, 29.65, 23.68, 22.32), strict=True))
BASELINE_RAW, BASELINE_CORRECT, BASELINE_POTENCY = 44.79, 97.0, 43.46
# What the table's rounded figures give, minus what is printed, where that is not 0: the paper had more digits.
DIFFERENCES = {"Enhanced ESIM": 0.01, "baseline": -0.01}


def rounded(share: float) -> float:
    return round(100 * share, 2)


@pytest.mark.parametrize("system", SCORES)
def test_the_published_resiliences_come_out(system: str) -> None:
    scores, rates = ([figure / 100 for figure in row] for row in (SCORES[system], CORRECT_RATES))
    printed = RESILIENCES[system] + DIFFERENCES.get(system, 0)
    assert rounded(resilience(scores, rates)) == pytest.approx(printed, abs=1e-9)


@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_the_published_potencies_come_out(adversary: str) -> None:
    place = ADVERSARIES.index(adversary)
    scores = [row[place] / 100 for row in SCORES.values()]
    assert rounded(potency(CORRECT_RATES[place] / 100, scores)) == pytest.approx(POTENCIES[adversary], abs=1e-9)


def test_the_published_potency_of_unmodified_claims_comes_out() -> None:
    scores = [1 - BASELINE_RAW / 100] * 6
    assert rounded(raw_potency(scores)) == BASELINE_RAW
    printed = BASELINE_POTENCY + DIFFERENCES["baseline"]
    assert rounded(potency(BASELINE_CORRECT / 100, scores)) == pytest.approx(printed, abs=1e-9)
