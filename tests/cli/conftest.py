"""The command line as a user meets it: in a folder of their own, with a small data set and victims in Python."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from stumper.cli.app import app

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Ended:
    """A command that has ended; ``said`` is its standard error."""

    code: int
    out: str
    said: str


Command = Callable[..., Ended]


@pytest.fixture(scope="session", autouse=True)
def _commands_are_made_once() -> Iterator[None]:
    """Typer would make all commands anew for each that is run, which takes longer than some of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", cache(get_command), raising=False)
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with `lamps.json` in it and `cli_victims` to import."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    monkeypatch.syspath_prepend(HERE)
    write_lamps(tmp_path / "lamps.json", 8)
    return tmp_path


@pytest.fixture
def stumper(folder: Path) -> Command:
    """Runs a command; an exception that escapes fails the test."""

    def run(*arguments: str) -> Ended:
        result = CliRunner().invoke(app, arguments)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return run


def lamp(number: int, text: str | None = None, id: str | None = None) -> dict[str, object]:
    """A paragraph of SQuAD with one question, as JSON."""
    context = text or f"Ada Thorn lit lamp {number} in 1874."
    answers = [{"text": "Ada Thorn", "answer_start": context.index("Ada Thorn")}]
    question = {"id": id or f"q{number}", "question": f"Who lit lamp {number}?", "answers": answers}
    return {"context": context, "qas": [question]}


def squad(*paragraphs: dict[str, object]) -> dict[str, object]:
    return {"version": "1.1", "data": [{"title": "Lamps", "paragraphs": list(paragraphs)}]}


def write_lamps(path: Path, count: int) -> None:
    path.write_text(json.dumps(squad(*map(lamp, range(count)))), encoding="utf-8")


@pytest.fixture
def adversarial(folder: Path) -> Path:
    """Lamps 0 to 3, of which 0 has two variants (the second fools `near`), and 1 has one (it fools nobody)."""
    trap = "Ada Thorn lit lamp 0 in 1874. Jo Brandt lit lamp trap."
    paragraphs = [
        lamp(0),
        lamp(0, "Ada Thorn lit lamp 0 in 1874. Nobody else did.", "q0-kind"),
        lamp(0, trap, "q0-trap"),
        lamp(1),
        lamp(1, "Ada Thorn lit lamp 1 in 1874. Nobody else did.", "q1-kind"),
        lamp(2),
        lamp(3),
    ]
    path = folder / "adversarial.json"
    path.write_text(json.dumps(squad(*paragraphs)), encoding="utf-8")
    return path
