"""Code that is not ours, a victim or an adversary: what it prints and how it fails is kept apart from results."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app

MODULE = """
def chatty(question, context):
    print("thinking")
    return context.split(".")[0]


class Failing:
    def attack(self, example, original, rng):
        raise RuntimeError("a bug of its author's")
        yield
"""
TOWN = {"context": "Lowmere is a town.", "qas": [{"id": "a", "question": "What is a town?", "answers": [
    {"text": "Lowmere", "answer_start": 0}]}]}  # fmt: skip


@pytest.fixture
def towns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A data set in the current folder, with the module beside it."""
    (tmp_path / "code_of_others.py").write_text(MODULE)
    (tmp_path / "towns.json").write_text(json.dumps({"version": "1.1", "data": [{"paragraphs": [TOWN]}]}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("STUMPER_STORE", str(tmp_path / "stumper.db"))
    return "towns.json"


@pytest.mark.parametrize("command", [("attack", "--adversary", "identity", "--out", "o.json"), ("evaluate",)])
def test_what_a_victim_prints_is_no_part_of_the_json(towns: str, command: tuple[str, ...]) -> None:
    name, *options = command
    result = CliRunner().invoke(app, [name, towns, *options, "--victim", "python:code_of_others:chatty", "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)
    assert "thinking" in result.stderr


def test_a_bug_is_shown_and_fails_no_gate(towns: str) -> None:
    """Python's own exit code for it, 1, says that the score is below --fail-under."""
    command = ["attack", towns, "--adversary", "code_of_others:Failing", "--out", "o.json"]
    result = CliRunner().invoke(app, [*command, "--victim", "python:code_of_others:chatty"])
    assert result.exit_code == 2
    assert "RuntimeError: a bug of its author's" in result.stderr
    assert "this is a bug in the code named last" in result.stderr


def test_scores_of_a_victim_that_always_fails_are_null(towns: str) -> None:
    Path("always_fails.py").write_text("def answer(question, context):\n    raise OSError('down')\n")
    command = ["evaluate", towns, "--victim", "python:always_fails:answer", "--max-errors", "1"]
    result = CliRunner().invoke(app, [*command, "--json"])
    [exact_match, *_] = json.loads(result.stdout, parse_constant=pytest.fail)["scores"]
    assert (exact_match["value"], exact_match["n"]) == (None, 0)
    assert " nan " not in CliRunner().invoke(app, command).stdout
