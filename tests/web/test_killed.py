"""Servers that are killed under people at work lose nothing and count nothing twice."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "people_faults.py"


def test_people_go_on_with_all_they_had_after_their_server_was_killed(database: str) -> None:
    servers, kills = ("1", "3") if database.startswith("sqlite") else ("2", "2")
    few = ["--people", "6", "--kills", kills, "--servers", servers, "--pace", "0.1", "--up", "2"]
    command = [sys.executable, str(SCRIPT), "--store", database, *few]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (ended.returncode, ended.stderr) == (0, "")
    figures = json.loads(ended.stdout.splitlines()[0])  # the figures; then what they were measured on
    assert figures["unanswered"] > 0
    assert figures["drafts"] > 0
    assert figures["presses"] > 0
    assert sum(figures["responses"].values()) > 0
