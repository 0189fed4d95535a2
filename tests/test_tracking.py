"""What trackers of experiments are told of runs; MLflow itself is tried in tests/kin."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import stumper
from stumper.errors import BadOutput, MissingExtra

ROWS = [
    {
        "id": "a",
        "question": "Who built the pier?",
        "context": "The pier was built by Ada Thorn.",
        "answer": "Ada Thorn",
    },
    {"id": "b", "question": "Who lit it?", "context": "Bo Lind lit the pier.", "answer": "Bo Lind"},
]


def first_words(question: str, context: str) -> str:
    return "Ada Thorn"


def second_words(question: str, context: str) -> str:
    return "Bo Lind"


def attacked(tracker: Any, victim: Any = first_words) -> stumper.Results:
    return stumper.attack(ROWS, victim=victim, adversaries="identity", store="sqlite://", tracker=tracker, seed=3)


def test_a_tracker_is_told_of_each_run_what_was_asked_and_what_was_found() -> None:
    told: list[tuple[stumper.Tracked, dict[str, object]]] = []
    results = attacked(lambda run: told.append((run, json.loads((run.report / "report.json").read_text()))),
                       {"one": first_words, "two": second_words})  # fmt: skip
    assert [run.parameters["victim"] for run, _ in told] == ["one", "two"]
    for (run, report), figures in zip(told, results.runs, strict=True):
        assert (run.id, run.name) == (figures.run_id, f"identity x {run.parameters['victim']}")
        assert run.metrics["f1_before"] == figures.scores.before.value == 0.5
        assert run.metrics["f1_after_n"] == 2
        assert run.parameters["seed"] == "3"
        assert "limit" not in run.parameters
        assert [one["run_id"] for one in report["provenance"]] == [run.id]  # type: ignore[attr-defined]
        assert not run.report.exists()


def test_a_bound_that_nobody_knows_is_no_metric() -> None:
    told: list[stumper.Tracked] = []
    stumper.attack(ROWS[:1], victim=first_words, adversaries="identity", store="sqlite://", tracker=told.append)
    assert told[0].metrics["f1_before"] == 1.0
    assert "f1_before_low" not in told[0].metrics


def test_the_scores_of_an_evaluation_are_those_of_each_system(tmp_path: Path) -> None:
    told: list[stumper.Tracked] = []
    systems = {"one": first_words, "none": lambda question, context: "nobody"}
    stumper.evaluate(ROWS, victim=systems, store=tmp_path / "a.db", tracker=told.append)  # type: ignore[arg-type]
    assert [run.metrics["exact_match_original"] for run in told] == [0.5, 0.0]


def test_what_is_stored_can_be_told_later(tmp_path: Path) -> None:
    store = tmp_path / "a.db"
    stumper.attack(ROWS, victim=first_words, adversaries="identity", store=store)
    told: list[stumper.Tracked] = []
    stumper.stored(store=store).track(told.append)
    assert [run.metrics["f1_after"] for run in told] == [0.5]


def test_a_tracker_that_fails_costs_no_result() -> None:
    def failing(run: stumper.Tracked) -> None:
        raise ConnectionError("nobody listens")

    told = r"did not take the run 'identity x .*first_words': ConnectionError: nobody listens\. The results are in the "
    with pytest.raises(BadOutput, match=told):
        attacked(failing)


def test_mlflow_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(MissingExtra, match=r"^'to_mlflow' needs mlflow: pip install mlflow\.$"):
        attacked(stumper.to_mlflow)
