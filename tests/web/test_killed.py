"""Servers that are killed lose nothing and count nothing twice: of people at work, and of a match that many follow."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
GOODBYE = "ended; what was saved is kept\n"  # of a server that was ended in peace


def figures_of(benchmark: str, database: str, *options: str) -> dict[str, Any]:
    """What a short run of the benchmark says first; then it says what it was measured on."""
    command = [sys.executable, str(BENCHMARKS / benchmark), "--store", database, *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (ended.returncode, ended.stderr.replace(GOODBYE, "")) == (0, "")
    figures: dict[str, Any] = json.loads(ended.stdout.splitlines()[0])
    return figures


def test_people_go_on_with_all_they_had_after_their_server_was_killed(database: str) -> None:
    servers, kills = ("1", "3") if database.startswith("sqlite") else ("2", "2")
    few = ["--people", "12", "--kills", kills, "--servers", servers, "--pace", "0.1", "--up", "2"]
    figures = figures_of("people_faults.py", database, *few)
    assert figures["unanswered"] > 0
    assert figures["drafts"] > 0
    assert figures["presses"] > 0
    assert sum(figures["responses"].values()) > 0


FEW = ("--teams-of", "1", "--spectators", "3", "--questions", "2", "--rounds", "2", "--kills", "2")


def test_match_goes_on_after_its_server_was_killed_in_the_middle_of_a_question(tmp_path: Path) -> None:
    figures = figures_of("match_load.py", f"sqlite:///{tmp_path / 'matches.db'}", *FEW)
    assert figures["pauses"] == figures["kills"] == 2
    assert figures["words_taken_back"] == 0
    assert figures["log_is_whole"]
    assert (figures["buzzes_taken"], sum(figures["points"].values())) == (2, 20)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_match_is_read_on_by_the_other_server_when_one_of_two_is_killed(database: str) -> None:
    figures = figures_of("match_load.py", database, *FEW, "--servers", "2")
    assert figures["kills"] == 2
    assert figures["pauses"] == 0  # somebody read all the time
    assert figures["log_is_whole"]
    assert sum(figures["points"].values()) == 10 * figures["buzzes_taken"]
