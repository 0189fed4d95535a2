"""Runs as MLflow keeps them, by the real package."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

import stumper
from a_set import a_set

mlflow = pytest.importorskip("mlflow", reason="it is tried against the real package in make test-kin")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_run_is_one_of_mlflow_within_the_active_one(tmp_path: Path) -> None:
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    with mlflow.start_run() as outer:
        results = stumper.attack(
            a_set(tmp_path), adversaries="identity", tracker=stumper.to_mlflow, store=tmp_path / "a.db"
        )
    [kept] = [run for run in mlflow.search_runs(output_format="list") if "stumper.run" in run.data.tags]
    [figures] = results.runs
    assert kept.data.tags["mlflow.parentRunId"] == outer.info.run_id
    assert kept.data.tags["stumper.run"] == figures.run_id
    assert kept.data.metrics["f1_after"] == figures.scores.after.value
    assert kept.data.params["victim"] == "embedded"
    files = {one.path for one in mlflow.MlflowClient().list_artifacts(kept.info.run_id, "report")}
    assert files == {"report/report.html", "report/report.json", "report/report.md"}


def test_without_an_active_run_it_is_a_run_by_itself(tmp_path: Path) -> None:
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    stumper.attack(a_set(tmp_path), adversaries="identity", tracker=stumper.to_mlflow, store=tmp_path / "a.db")
    [kept] = mlflow.search_runs(output_format="list")
    assert kept.info.run_name == "identity x embedded"
    assert mlflow.active_run() is None


def test_its_own_command_lists_the_run_with_its_figures(tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    mlflow.set_tracking_uri(uri)
    results = stumper.attack(
        a_set(tmp_path), adversaries="identity", tracker=stumper.to_mlflow, store=tmp_path / "a.db"
    )
    [figures] = results.runs
    command = [sys.executable, "-m", "mlflow", "experiments", "csv", "-x", "0"]
    listed = subprocess.run(
        command, env={**os.environ, "MLFLOW_TRACKING_URI": uri}, capture_output=True, text=True, timeout=300
    )
    assert listed.returncode == 0, listed.stderr
    [row] = csv.DictReader(listed.stdout.strip().splitlines())
    assert row["tags.stumper.run"] == figures.run_id
    assert float(row["metrics.f1_after"]) == figures.scores.after.value
    assert row["status"] == "FINISHED"
