"""Commands that are started again when nothing is left to do, and commands that are refused before anything is done."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
RIGHT = "python:cli_victims:right"
ATTACK = (
    "attack",
    "lamps.json",
    "-a",
    "add-any",
    "-v",
    RIGHT,
    "--budget",
    "9",
    "--set",
    "search=fast",
    "--out",
    "o.json",
)
PLAN = f'datasets = ["lamps.json"]\nvictims = ["{RIGHT}"]\nadversaries = ["identity", "add-benign"]\n'


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Content and time of writing by name, without the store."""
    paths = [path for path in folder.rglob("*") if path.is_file() and "stumper.db" not in path.name]
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}


def test_a_finished_attack_prints_the_same_and_leaves_its_file_alone(stumper: Command, folder: Path) -> None:
    first, before = stumper(*ATTACK), files(folder)
    again = stumper(*ATTACK)
    assert (again.code, again.out) == (0, first.out)
    assert "wrote o.json" in first.said
    assert "o.json is as it was written" in again.said
    assert files(folder) == before


def test_a_file_that_was_changed_or_deleted_is_written_again(stumper: Command, folder: Path) -> None:
    stumper(*ATTACK)
    written = (folder / "o.json").read_bytes()
    for change in ((folder / "o.json").unlink, lambda: (folder / "o.json").write_text("{}")):
        change()
        assert "wrote o.json" in stumper(*ATTACK).said
        assert (folder / "o.json").read_bytes() == written


def test_a_finished_attack_says_the_same_as_json(stumper: Command, folder: Path) -> None:
    first, again = (json.loads(stumper(*ATTACK, "--json").out) for _ in range(2))
    assert [again["queries"][name] for name in ("asked", "unique", "cached")] == [0, 0, 0]
    assert again["queries"]["recorded"] == first["queries"]["unique"]
    for key in ("adversary", "victim", "examples", "outcomes", "out"):
        assert again[key] == first[key]


def test_another_process_finds_it_finished(folder: Path) -> None:
    said = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "stumper", *ATTACK]
        said.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr)
    assert "wrote o.json" in said[0]
    assert "o.json is as it was written" in said[1]


def test_the_gate_holds_also_for_a_finished_attack(stumper: Command, adversarial: Path) -> None:
    attack = ("attack", "lamps.json", "-a", "identity", "-v", "python:cli_victims:wrong", "--out", "o.json")
    assert [stumper(*attack, "--fail-under", least).code for least in ("0", "0.5", "0.5", "0")] == [0, 1, 1, 0]


def test_a_finished_plan_prints_the_same_and_leaves_its_files_alone(stumper: Command, folder: Path) -> None:
    (folder / "plan.toml").write_text(PLAN)
    first, before = stumper("run", "plan.toml", "--out", "all"), files(folder)
    again = stumper("run", "plan.toml", "--out", "all")
    assert (first.code, again.code, again.out) == (0, 0, first.out)
    assert files(folder) == before
    (folder / "all" / "report.html").unlink()
    stumper("run", "plan.toml", "--out", "all")
    assert {name: data for name, (data, _) in files(folder).items()} == {n: data for n, (data, _) in before.items()}


def test_a_finished_evaluation_prints_the_same(stumper: Command, adversarial: Path) -> None:
    evaluate = ("evaluate", "adversarial.json", "-v", RIGHT, "-v", "python:cli_victims:wrong")
    first = stumper(*evaluate)
    assert stumper(*evaluate).out == first.out
    printed = json.loads(stumper(*evaluate, "--json").out)["scores"]
    assert [score["victim"] for score in printed if score["name"] == "f1"] == [RIGHT] * 2 + [
        "python:cli_victims:wrong"
    ] * 2


BAD_PLANS = {
    "second.toml": PLAN.replace('"add-benign"', '{name = "add-any", serach = "fast"}'),
    "dataset.toml": PLAN.replace('["lamps.json"]', '["lamps.json", "nope.json"]'),
}


@pytest.mark.parametrize(
    "arguments",
    [
        ("attack", "lamps.json", "-a", "add-any", "-v", RIGHT, "--set", "serach=fast", "--out", "o.json"),
        ("attack", "lamps.json", "-a", "add-any", "-v", RIGHT, "--budget", "0", "--out", "o.json"),
        ("attack", "lamps.json", "-a", "identity", "-v", "embeded", "--out", "o.json"),
        ("attack", "cut.json", "-a", "identity", "-v", RIGHT, "--out", "o.json"),
        ("evaluate", "nope.json", "-v", RIGHT),
        ("evaluate", "lamps.json", "-v", RIGHT, "--limit", "0"),
        ("run", "second.toml"),
        ("run", "dataset.toml"),
    ],
    ids=" ".join,
)
def test_a_command_that_is_refused_makes_no_store(stumper: Command, folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / "cut.json").write_text((folder / "lamps.json").read_text()[:-5])
    for name, text in BAD_PLANS.items():
        (folder / name).write_text(text)
    assert stumper(*arguments).code == 2
    assert not (folder / "stumper.db").exists()
