"""A clock that is set by a day in the middle of a run changes nothing of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stumper.store import Store
from stumper.types import Attempt

DAY = 86_400
CODE = """
import os
import time

from stumper.types import Guess, Prediction

true, asked = time.time, 0


class Setting:
    fingerprint = "sets the clock"

    def predict(self, queries):
        global asked
        asked += len(queries)
        if asked > 8:
            time.time = lambda: true() + float(os.environ["AHEAD"])
        answers = ["Ada Thorn" if len(query.context.text) % 3 else "1874" for query in queries]
        return [Prediction((Guess(answer, 0.5),), 0.5) for answer in answers]


setting = Setting()
"""


def rows(folder: Path, name: str, ahead: int, workers: int) -> list[Attempt]:
    command = [sys.executable, "-m", "stumper", "attack", "lamps.json", "-a", "add-any", "--set", "search=fast",
               "--budget", "20", "-v", "python:clock_victims:setting", "--out", f"{name}.json",
               "--store", f"{name}.db", "--workers", str(workers)]  # fmt: skip
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "AHEAD": str(ahead)}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    with Store.open(str(folder / f"{name}.db")) as store:
        return sorted(store.attempts(*store.plans()), key=lambda attempt: attempt.example_id)


@pytest.mark.parametrize("workers", [1, 2])
def test_rows_and_file_are_those_of_a_run_whose_clock_was_left_alone(folder: Path, workers: int) -> None:
    (folder / "clock_victims.py").write_text(CODE, encoding="utf-8")
    alone = rows(folder, "alone", 0, workers)
    assert len(alone) == 8
    for name, ahead in (("forward", DAY), ("back", -DAY)):
        assert rows(folder, name, ahead, workers) == alone
        assert (folder / f"{name}.json").read_bytes() == (folder / "alone.json").read_bytes()
