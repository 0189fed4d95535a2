"""Runs as MLflow keeps them, by the real package."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import stumper
from a_set import a_set
from on_a_node import until

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


def test_its_own_server_shows_the_figures_and_the_report(tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    mlflow.set_tracking_uri(uri)
    results = stumper.attack(
        a_set(tmp_path), adversaries="identity", tracker=stumper.to_mlflow, store=tmp_path / "a.db"
    )
    [figures] = results.runs
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = (tmp_path / "server.log").open("w")
    command = [
        sys.executable,
        "-m",
        "mlflow",
        "server",
        "--backend-store-uri",
        uri,
        "--port",
        str(port),
        "--workers",
        "1",
    ]
    with said, subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True) as server:
        try:
            home = f"http://127.0.0.1:{port}"
            until(lambda: answers(f"{home}/health"), 120)
            asked = {"experiment_ids": ["0"]}
            found = httpx.post(f"{home}/ajax-api/2.0/mlflow/runs/search", json=asked, timeout=60).json()["runs"]
            [run] = [one for one in found if any(tag["key"] == "stumper.run" for tag in one["data"]["tags"])]
            metrics = {one["key"]: one["value"] for one in run["data"]["metrics"]}
            assert metrics["f1_after"] == figures.scores.after.value
            of_run = {"run_id": run["info"]["run_id"], "path": "report/report.html"}
            page = httpx.get(f"{home}/get-artifact", params=of_run, timeout=60)
            assert page.status_code == 200
            assert "<title>" in page.text
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def answers(address: str) -> bool:
    """Whether somebody is there."""
    try:
        return httpx.get(address, timeout=5).is_success
    except httpx.HTTPError:
        return False
