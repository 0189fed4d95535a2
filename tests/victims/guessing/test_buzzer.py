"""Buzzers: when a machine answers, by what it has predicted so far."""

from pathlib import Path
from random import Random

import pytest

from stumper.errors import BadData
from stumper.types import Guess, Prediction
from stumper.victims.guessing.buzzer import (
    FEATURES,
    Buzzer,
    buzzer_of,
    buzzes,
    confidences,
    default_buzzer,
    features,
    learned,
    read_buzzer,
    write_buzzer,
)


def predicted(*guesses: tuple[str, float | None]) -> Prediction:
    return Prediction(tuple(Guess(answer, share) for answer, share in guesses), 1.0)


HISTORY = [
    predicted(("Velm", 0.2), ("Harrow", 0.1)),
    predicted(("Harrow", 0.5), ("Velm", 0.3)),
    predicted(("Harrow", 0.9), ("Velm", 0.05)),
]


def test_threshold_buzzes_where_the_best_guess_reaches_it() -> None:
    assert buzzes(Buzzer(0.5), HISTORY) == [False, True, True]


def test_nothing_predicted_is_no_buzz() -> None:
    assert buzzes(Buzzer(0.5), [Prediction((), None)]) == [False]


def test_victim_without_probabilities_is_sure() -> None:
    assert confidences(Buzzer(0.5), [predicted(("Velm", None))]) == [1.0]


def test_features_tell_the_odds_the_gap_and_what_changed() -> None:
    rows = [dict(zip(FEATURES, row, strict=True)) for row in features(HISTORY)]
    assert rows[1] == {"one": 1.0, "odds": 0.0, "gap": pytest.approx(0.2), "rise": pytest.approx(0.4), "stays": 0.0,
                       "highest": 0.0}  # fmt: skip
    assert [row["stays"] for row in rows] == [0.0, 0.0, 1.0]
    assert rows[2]["highest"] == rows[2]["odds"] > rows[1]["odds"]


@pytest.mark.parametrize("buzzer", [Buzzer(0.4), Buzzer(0.4, (0.1, 1.0, 0.5, -0.5, 0.2, 0.1))])
def test_no_decision_depends_on_what_comes_later(buzzer: Buzzer) -> None:
    whole = confidences(buzzer, HISTORY)
    assert [confidences(buzzer, HISTORY[: n + 1])[-1] for n in range(len(HISTORY))] == whole


def test_learned_buzzer_is_calibrated_on_what_it_learned_from() -> None:
    rng = Random(1)
    rows = []
    for _ in range(300):
        chances = sorted(rng.random() for _ in range(5))
        rows.append(
            ([predicted(("Velm", chance)) for chance in chances], [rng.random() < chance for chance in chances])
        )
    buzzer = learned(rows)
    said = [confidence for predictions, _ in rows for confidence in confidences(buzzer, predictions)]
    rights = [right for _, rights in rows for right in rights]
    assert sum(said) / len(said) == pytest.approx(sum(rights) / len(rights), abs=0.01)
    sure = [right for confidence, right in zip(said, rights, strict=True) if confidence > 0.8]
    assert sum(sure) / len(sure) == pytest.approx(0.9, abs=0.06)


def test_buzzer_of_a_file_is_the_one_written(tmp_path: Path) -> None:
    buzzer = Buzzer(0.3, (0.1, 1.0, 0.5, -0.5, 0.2, 0.1))
    write_buzzer(tmp_path / "buzzer.json", buzzer)
    assert read_buzzer(tmp_path / "buzzer.json") == buzzer


@pytest.mark.parametrize("text", ["", "{}", '{"features": ["one"], "threshold": 0.5, "weights": [1]}'])
def test_file_without_a_buzzer_is_an_error(text: str, tmp_path: Path) -> None:
    file = tmp_path / "buzzer.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match="holds no buzzer"):
        read_buzzer(file)


def test_shipped_buzzer_buzzes_when_sure_and_not_before() -> None:
    sure = predicted(("Velm", 0.97), ("Harrow", 0.01))
    assert buzzes(default_buzzer(), [predicted(("Velm", 0.1), ("Harrow", 0.1))]) == [False]
    assert buzzes(default_buzzer(), [sure, sure, sure])[-1]


def test_a_folder_that_was_fitted_has_its_own_buzzer(tmp_path: Path) -> None:
    write_buzzer(tmp_path / "buzzer.json", Buzzer(0.125))
    assert buzzer_of(f"ir:{tmp_path}#pages=x") == Buzzer(0.125)
    assert buzzer_of("ir") == buzzer_of("dan:nowhere") == default_buzzer()


def test_a_guesser_without_a_folder_has_not_the_buzzer_that_happens_to_lie_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_buzzer(tmp_path / "buzzer.json", Buzzer(0.125))
    assert buzzer_of("ir") == default_buzzer()
    assert buzzer_of("ir:.") == Buzzer(0.125)
