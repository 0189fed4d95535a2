"""Puts the command line before a system that would end, or spoil, the process that it runs in."""

import json
import os
import subprocess
import sys
from pathlib import Path

from stumper.store import Store
from stumper.testing.hostile.running import BEARABLE, PATIENCE, SYSTEMS, TOWN, Ending, meaning
from stumper.testing.hostile.ways import Ends, Way

MOST_SECONDS = 60.0  # that a command may take; one that takes more hangs
WANTED = 0.99  # the gate that each command has, which the honest system fails: an exit code of 0 is always wrong
FAILED = 1
EXIT_CODES: dict[int, Ends] = {2: "refused", 3: "stopped"}


def command_through(way: Way, folder: Path, workers: int = 1) -> Ending:
    """How ``stumper attack`` ends whose system misbehaves in this way, with a new store in the folder."""
    ending = _command(way, folder, workers, seed=2)
    return _command(way, folder, workers, seed=1) if way.before == "itself" else ending


def _command(way: Way, folder: Path, workers: int, seed: int) -> Ending:
    written = folder / f"out-{seed}.json"
    command = [
        *(sys.executable, "-m", "stumper", "attack", f"{TOWN}:questions", "--adversary", f"{TOWN}:Appends"),
        *("--victim", f"python:{SYSTEMS}:{way.name}", "--out", written.name, "--store", "hostile.db"),
        *("--seed", str(seed), "--workers", str(workers), "--max-errors", str(BEARABLE), "--timeout", str(PATIENCE)),
        *("--ask-again", "1", "--fail-under", str(WANTED), "--json"),
    ]
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=MOST_SECONDS,
                             env=os.environ, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return Ending("crashed", f"it still ran after {MOST_SECONDS:g} seconds")
    last = ran.stderr.strip().splitlines()[-1:] or [""]
    said = f"exit code {ran.returncode}: {last[0]}"
    if ran.returncode != FAILED:
        return Ending(EXIT_CODES.get(ran.returncode, "crashed" if ran.returncode else "misled"), said)
    try:
        json.loads(ran.stdout)
    except ValueError:
        return Ending("crashed", f"{said}; what it printed is no JSON: {ran.stdout[:200]!r}")
    if not written.exists():
        return Ending("crashed", f"{said}; it did not write {written.name}")
    with Store.open(f"sqlite:///{folder / 'hostile.db'}") as store:
        attempts = store.attempts(list(store.plans())[-1])
        return Ending(meaning({attempt.example_id: attempt.outcome for attempt in attempts}), said)
