"""The main job as a user goes through it, with the reader that ships in the package."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app

WEIGHTS = files("stumper.models") / "weights" / "reader.onnx"


def stumper(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture(autouse=True)
def weights() -> None:
    assert WEIGHTS.is_file(), "the embedded reader has no weights: run training/reader.py"


def test_from_a_first_look_to_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)

    assert "embedded" in stumper("list", "victims")
    stumper("predict", "reading", "--limit", "12", "--out", "answers.json")
    scores = json.loads(stumper("score", "reading", "answers.json", "--json"))["scores"]
    answered = json.loads(Path("answers.json").read_text())
    [f1] = [score["value"] for score in scores if score["name"] == "f1"]
    assert len(answered) == 12
    assert 0.5 < f1 * scores[0]["n"] / 12 <= 1  # it reads: more than half of what it was asked is right

    few = ("--limit", "6", "--seed", "3")
    benign = json.loads(stumper("attack", "reading", "-a", "identity", *few, "--out", "same.json", "--json"))
    attack = ("attack", "reading", "-a", "add-any", "--set", "search=fast", *few, "--budget", "33")
    nonsense = json.loads(stumper(*attack, "--out", "nonsense.json", "--json"))
    assert benign["outcomes"].get("succeeded", 0) == 0
    assert benign["queries"]["unique"] == 6
    assert 6 < nonsense["queries"]["unique"] <= 6 * 33
    assert nonsense["queries"]["cached"] >= 6  # the originals were asked before

    again = json.loads(stumper(*attack, "--out", "nonsense.json", "--json"))
    assert again["queries"]["asked"] == 0

    evaluated = json.loads(stumper("evaluate", "nonsense.json", "--json"))["scores"]
    values = {(score["name"], score["on"]): score["value"] for score in evaluated}
    told = json.loads(stumper("report", "--json"))
    [row] = [row for row in told["rows"] if row["queries"]["total"] == nonsense["queries"]["unique"]]
    assert values["f1", "original"] == pytest.approx(row["f1"]["before"]["value"])
    assert values["f1", "adversarial"] == pytest.approx(row["f1"]["after"]["value"])

    stumper("report", "--out", "told")
    page = Path("told/report.html").read_text(encoding="utf-8")
    assert "<script src=" not in page
    assert "http://" not in page.replace("http://www.w3.org", "")
