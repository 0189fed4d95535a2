"""Changed files of every kind meet the commands: each ends in one sentence, or does as if nothing had been changed."""

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "mutated_files.py"


def test_a_hundred_changed_files_are_each_met_with_a_sentence() -> None:
    kinds = [
        "SQuAD",
        "SQuAD 2.0",
        "adversarial SQuAD",
        "FEVER",
        "adversarial FEVER",
        "pages",
        "QANTA",
        "adversarial QANTA",
        "packets",
        "event packet",
        "packet document",
        "event bonuses",
        "runs",
        "answers",
        "labels",
        "guesses",
        "buzzes",
        "match log",
        "plan",
        "rules",
        "sheet",
        "prompt",
        "request body",
        "buzzer",
        "guesser's folder",
        "network's folder",
        "store",
    ]
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), "--cases", "100", "--seed", "7", "--commands", "0.01", "--kinds", *kinds],
        env={**os.environ, "STUMPER_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    told = json.loads(ran.stdout.splitlines()[0])
    assert told["cases"] == sum(told["outcomes"].values()) == 100
    assert told["longest"] <= 2_000 + len("stumper: ")
    assert "wrong" not in told["outcomes"]
