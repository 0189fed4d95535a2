"""A server that is killed in the middle of questions loses nothing of a match that many follow."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "match_load.py"


def played(database: str, *options: str) -> dict[str, Any]:
    """What a short match before few people comes to, two kills in its questions."""
    few = ["--teams-of", "1", "--spectators", "3", "--questions", "2", "--rounds", "2", "--kills", "2", *options]
    command = [sys.executable, str(SCRIPT), "--store", database, *few]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 0, ended.stderr
    figures: dict[str, Any] = json.loads(ended.stdout.splitlines()[0])  # the figures; then what they were measured on
    return figures


def test_match_goes_on_after_its_server_was_killed_in_the_middle_of_a_question(tmp_path: Path) -> None:
    figures = played(f"sqlite:///{tmp_path / 'matches.db'}")
    assert figures["pauses"] == figures["kills"] == 2
    assert figures["words_taken_back"] == 0
    assert figures["log_is_whole"]
    assert (figures["buzzes_taken"], sum(figures["points"].values())) == (2, 20)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_match_is_read_on_by_the_other_server_when_one_of_two_is_killed(database: str) -> None:
    figures = played(database, "--servers", "2")
    assert figures["kills"] == 2
    assert figures["pauses"] == 0  # somebody read all the time
    assert figures["log_is_whole"]
    assert sum(figures["points"].values()) == 10 * figures["buzzes_taken"]
