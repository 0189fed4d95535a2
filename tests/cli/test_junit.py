"""--junit, --name and --version."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from stumper import __version__, api
from stumper.cli.app import app

MODEL = """
def answer(question: str, context: str) -> str:
    return context.split(". ")[0]

def broken(question: str, context: str) -> str:
    raise ValueError("no weights")
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    (tmp_path / "model_for_junit.py").write_text(MODEL)
    return tmp_path


def run(*arguments: str) -> int:
    return CliRunner().invoke(app, list(arguments)).exit_code


def told(file: str) -> list[tuple[str, str]]:
    """The name of each test case and how it ended."""
    suite = ElementTree.parse(file).getroot()[0]
    return [(case.attrib["name"], case[0].tag if len(case) else "passed") for case in suite]


ATTACK = ("attack", "reading", "--adversary", "add-benign", "--limit", "6")
FUNCTION = ("--victim", "python:model_for_junit:answer")


def test_a_gate_has_a_case_for_each_attack_on_each_system() -> None:
    systems = (*FUNCTION, "--name", "first sentence", "--victim", "embedded", "--name", "reader")
    assert run(*ATTACK, *systems, "--out", "out", "--fail-under", "0.3", "--junit", "ci/attack.xml") == 1
    assert told("ci/attack.xml") == [
        ("add-benign x first sentence: F1 --fail-under 0.3", "failure"),
        ("add-benign x reader: F1 --fail-under 0.3", "passed"),
    ]


def test_a_comparison_has_a_case_for_each_test() -> None:
    for name in ("Monday", "Tuesday"):
        assert run(*ATTACK, *FUNCTION, "--name", name, "--out", f"out/{name}.json") == 0
    gate = ("--fail-if", "worse", "--junit", "compared.xml")
    assert run("compare", "Monday", "Tuesday", *gate) == 0
    assert told("compared.xml") == [
        ("Tuesday against Monday, on reading, without attack: worse", "passed"),
        ("Tuesday against Monday, on reading under add-benign: worse", "passed"),
    ]


def test_three_evaluations_of_one_function_are_three_rows() -> None:
    assert run(*ATTACK, "--victim", "embedded", "--out", "set.json") == 0
    for name in ("one", "two", "three"):
        assert run("evaluate", "set.json", *FUNCTION, "--name", name) == 0
    table = api.table()
    assert {"one", "two", "three"} < set(table.texts("victim").found())
    [command] = {one.command for one in api.report().provenance if one.names.victim == "two"}
    assert command == ("stumper evaluate set.json --victim python:model_for_junit:answer --name two --seed 1")


def test_names_are_as_many_as_systems() -> None:
    assert run(*ATTACK, *FUNCTION, "--name", "a", "--name", "b", "--out", "set.json") == 2


@pytest.mark.parametrize(
    "arguments",
    [("evaluate", "nowhere.json"), (*ATTACK, "--out", "x.json", "--victim", "python:model_for_junit:broken")],
)
def test_what_is_no_verdict_is_an_error(arguments: tuple[str, ...]) -> None:
    assert run(*arguments, "--junit", "error.xml") in (2, 3)
    assert told("error.xml") == [(arguments[0], "error")]


def test_a_file_that_cannot_be_written_is_said_before_anything_is_asked(folder: Path) -> None:
    (folder / "folder").mkdir()
    assert run(*ATTACK, *FUNCTION, "--out", "set.json", "--junit", "folder") == 2
    assert not (folder / "set.json").exists()


def test_the_version_is_said() -> None:
    found = CliRunner().invoke(app, ["--version"])
    assert (found.exit_code, found.output) == (0, f"stumper {__version__}\n")
