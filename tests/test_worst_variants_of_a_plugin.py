"""A task of somebody else's in which an original is as good as its worst variant: every command says the same."""

import json
import os
import shutil
from pathlib import Path

import pytest

from forked import forked

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"
BOTH = """
from dataclasses import replace

from stumper_choice.turned import Turned
from stumper.types import Guess, Nothing, Prediction


class Both:
    tasks = ("choice",)

    def instances(self, examples, rng):
        return [
            made
            for example in examples
            for by in (1, 2)
            for made in (Turned(by).instances([example], rng) if example.id != "letter-4" else ())
        ]


class Alpha:
    fingerprint = "alpha-1"

    def predict(self, queries):
        return [Prediction((Guess(self.chosen(query), None),), None) for query in queries]

    def chosen(self, query):
        place = "first second third fourth fifth".split().index(query.text.split()[4])
        return query.options[place] if query.options[0] == "A" else query.options[0]
"""
VICTIM = ("-v", "python:both:Alpha")


@pytest.fixture(params=["", "variants_by_id=True, "], ids=["by what instances say", "by their ids"])
def installed(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """An environment with the plug-in in which the worst variant of an original counts."""
    shutil.copytree(PLUGIN / "src", tmp_path / "src")
    task = tmp_path / "src" / "stumper_choice" / "choice.py"
    setting = f"counts_variants=False, {request.param}suffix="
    task.write_text(task.read_text(encoding="utf-8").replace("suffix=", setting, 1), encoding="utf-8")
    metadata = tmp_path / "site" / "stumper_plugin-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-plugin\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[stumper.tasks]\nchoice = stumper_choice.choice:TASK\n\n"
        "[stumper.datasets]\nletters = stumper_choice.choice:letters\n"
    )
    (tmp_path / "both.py").write_text(BOTH)
    path = [str(tmp_path / "src"), str(metadata.parent), str(tmp_path), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}


def ran(installed: dict[str, str], folder: Path, *words: str, code: int = 0) -> str:
    told = forked(words, folder, installed)
    assert told.code == code, told.err
    return told.out + told.err


def figures(said: str) -> dict[tuple[str, str], tuple[float, int]]:
    scores = json.loads(said[said.index("{") : said.rindex("}") + 1])["scores"]
    return {(one["name"], one["on"]): (pytest.approx(one["value"]), one["n"]) for one in scores}


RIGHT = {
    ("accuracy", "original"): (1.0, 5),
    ("accuracy", "adversarial"): (0.2, 5),
    ("accuracy_difference", "adversarial"): (-0.8, 5),
}


def test_attack_evaluate_score_and_the_report_say_the_same_of_the_worst(
    installed: dict[str, str], tmp_path: Path
) -> None:
    attack = ("attack", "letters", "-a", "both:Both", *VICTIM, "--out", "both.jsonl", "--fail-under", "0.9")
    assert "accuracy 20.0% is below" in " ".join(ran(installed, tmp_path, *attack, code=1).split())
    assert figures(ran(installed, tmp_path, "evaluate", "both.jsonl", *VICTIM, "--json")) == RIGHT
    ran(installed, tmp_path, "predict", "both.jsonl", *VICTIM, "--out", "said.jsonl")
    score = ("score", "both.jsonl", "said.jsonl", "--json")
    assert figures(ran(installed, tmp_path, *score)) == RIGHT
    assert figures(ran(installed, tmp_path, *score, "--originals", "letters")) == RIGHT
    ran(installed, tmp_path, "report", "--out", "report")
    [matrix] = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))["matrices"]
    [unattacked] = matrix["unattacked"]
    assert (unattacked["score"]["value"], unattacked["score"]["n"]) == (1.0, 5)
    after = [met["scores"]["after"] for met in matrix["met"]]
    assert [(one["value"], one["n"]) for one in after] == [(pytest.approx(0.2), 5)] * 2


def test_what_was_evaluated_is_attacked_again_without_its_variants(installed: dict[str, str], tmp_path: Path) -> None:
    ran(installed, tmp_path, "attack", "letters", "-a", "both:Both", *VICTIM, "--out", "both.jsonl")
    ran(installed, tmp_path, "evaluate", "both.jsonl", *VICTIM)
    again = ("attack", "both.jsonl", "-a", "stumper_choice.turned:Turned", "--set", "by=3", *VICTIM)
    said = ran(installed, tmp_path, *again, "--out", "again.jsonl")
    assert "8 of" in said or "8 are variants" in said
