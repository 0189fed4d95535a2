"""A server that is killed in the middle of questions loses nothing of a match that many follow."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "match_load.py"


@pytest.mark.slow
def test_match_goes_on_after_its_server_was_killed_in_the_middle_of_a_question(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"  # on PostgreSQL by the script alone: half a minute
    few = ["--teams-of", "1", "--spectators", "3", "--questions", "2", "--rounds", "2", "--kills", "2"]
    command = [sys.executable, str(SCRIPT), "--store", database, *few]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 0, ended.stderr
    figures = json.loads(ended.stdout)
    assert figures["pauses"] == figures["kills"] == 2
    assert figures["words_taken_back"] == 0
    assert figures["log_is_whole"]
    assert (figures["buzzes_taken"], sum(figures["points"].values())) == (2, 20)
