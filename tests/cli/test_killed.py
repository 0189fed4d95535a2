"""Commands that are killed, or a worker of theirs, and given again end like those that nobody disturbed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "kills.py"


@pytest.mark.parametrize(
    ("command", "store", "victim"), [("attack", "sqlite", "python"), ("evaluate", "postgresql", "http")]
)
def test_what_was_killed_and_given_again_leaves_what_an_undisturbed_command_leaves(
    command: str, store: str, victim: str, request: pytest.FixtureRequest
) -> None:
    server = {"STUMPER_TEST_POSTGRES": request.getfixturevalue("postgres")} if store == "postgresql" else {}
    few = ["--kills", "3", "--examples", "30", "--hang", "240"]
    which = ["--commands", command, "--stores", store, "--victims", victim]
    ended = subprocess.run(
        [sys.executable, str(SCRIPT), *few, *which], env={**os.environ, **server}, capture_output=True, text=True,
        check=False, timeout=600,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    figures = json.loads(ended.stdout.splitlines()[0])  # the figures; then what they were measured on
    assert figures["kills"] == 3
    assert figures["drafts"] == 0
