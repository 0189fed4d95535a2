"""What others run in their CI: the action for GitHub, and the hook for pre-commit."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from stumper.cli.app import COMMANDS

ROOT = Path(__file__).parents[1]


def test_the_action_runs_the_command_and_ends_as_it_does(tmp_path: Path) -> None:
    steps = re.findall(r"run: \|\n((?: {8}.*\n)+)", (ROOT / "action.yml").read_text(encoding="utf-8"))
    assert len(steps) == 2
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "stumper").write_text('#!/bin/sh\nprintf "%s|" "$@" > told\nexit 3\n')
    (folder / "stumper").chmod(0o755)
    (folder / "python").symlink_to(sys.executable)
    command = """evaluate "a set.json" --victim 'python:my_model:answer' --fail-under 0.4"""
    told = {"PATH": f"{folder}:{os.environ['PATH']}", "COMMAND": command, "JUNIT": "x.xml", "STUMPER_STORE": "s.db"}
    ran = subprocess.run(["bash", "-eo", "pipefail", "-c", dedent(steps[1])], cwd=tmp_path, env={**os.environ, **told})
    assert ran.returncode == 3
    given = "evaluate|a set.json|--victim|python:my_model:answer|--fail-under|0.4|--junit|x.xml|"
    assert (tmp_path / "told").read_text() == given


@pytest.mark.parametrize("name", ["action.yml", "mkdocs.yml", ".pre-commit-hooks.yaml"])
def test_files_for_ci_are_yaml(name: str) -> None:
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_hook_names_a_command() -> None:
    [entry] = re.findall(r"entry: stumper (\w+)", (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert entry in COMMANDS
