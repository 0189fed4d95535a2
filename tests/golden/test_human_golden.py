"""One person's answers to both adversarial sets (Jia & Liang 2017): the same figures on each way to a score."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.tasks.reading.squad import read, write

FIGURES = {  # F1 and exact match
    "addsent": ((92.67, 86.00), (79.57, 68.64)),
    "addonesent": ((92.67, 86.00), (89.30, 81.26)),
}


def ran(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.stderr
    return result.stdout


def by_score(scores: list[dict[str, Any]]) -> dict[tuple[str, str], float]:
    """What papers publish, before and after: containment is no such score."""
    further = ("difference", "answer_contained")
    published = [one for one in scores if not any(name in one["name"] for name in further)]
    return {(one["on"], one["name"]): one["value"] for one in published}


@pytest.mark.parametrize("name", FIGURES)
def test_score_evaluate_report_and_gate_agree_with_what_is_published(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    said = shared / "reading" / "predictions" / "human-addsent.json.gz"
    given = shared / "reading" / f"{name}-24-articles.json.gz"
    scored = by_score(json.loads(ran("score", given, said, "--json"))["scores"])
    evaluated = by_score(json.loads(ran("evaluate", given, "-v", f"file:{said}", "--json"))["scores"])
    ran("report", "--out", tmp_path)
    [row] = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["rows"]
    reported = {
        (on, score): row[score][side]["value"]
        for on, side in (("original", "before"), ("adversarial", "after"))
        for score in ("f1", "exact_match")
    }
    keys = [(on, score) for on in ("original", "adversarial") for score in ("f1", "exact_match")]
    published = dict(zip(keys, [figure for side in FIGURES[name] for figure in side], strict=True))
    assert scored == evaluated == reported
    assert {key: round(100 * value, 2) for key, value in scored.items()} == published


@pytest.mark.parametrize(("name", "passes", "fails"), [("addsent", 0.7956, 0.7957), ("addonesent", 0.8930, 0.8931)])
def test_the_gate_is_of_that_figure(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, passes: float, fails: float
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    said = shared / "reading" / "predictions" / "human-addsent.json.gz"
    given = shared / "reading" / f"{name}-24-articles.json.gz"
    for command in (("score", given, said), ("evaluate", given, "-v", f"file:{said}")):
        ran(*command, "--fail-under", passes)
        ran(*command, "--fail-under", fails, code=1)


def test_variants_apart_from_their_originals_give_the_published_figures(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    said = shared / "reading" / "predictions" / "human-addsent.json.gz"
    squad = read(shared / "reading" / "addsent-24-articles.json.gz")
    for name, is_variant in (("variants", True), ("originals", False)):
        kept = tuple(example for example in squad if ("-high-conf-" in example.id) is is_variant)
        write(tmp_path / f"{name}.json", replace(squad, examples=kept))
    originals = ("--originals", "originals.json", "--json")
    evaluated = by_score(json.loads(ran("evaluate", "variants.json", "-v", f"file:{said}", *originals))["scores"])
    scored = by_score(json.loads(ran("score", "variants.json", said, *originals))["scores"])
    assert evaluated == scored
    assert [round(100 * value, 2) for value in scored.values()] == [86.00, 92.67, 68.64, 79.57]


def test_the_person_is_one_system_on_both_sets(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    said = shared / "reading" / "predictions" / "human-addsent.json.gz"
    for name in FIGURES:
        ran("evaluate", shared / "reading" / f"{name}-24-articles.json.gz", "-v", f"file:{said}")
    ran("report", "--out", tmp_path)
    rows = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["rows"]
    assert {(row["names"]["victim"], row["names"]["is_past"]) for row in rows} == {
        ("file:human-addsent.json.gz", False)
    }
