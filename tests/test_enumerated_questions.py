"""Questions of which an attack that proposes over a whole data set makes nothing count as they are."""

import json
from pathlib import Path

import pytest

from stumper import api

ATTACK = """
from dataclasses import dataclass, replace
from typing import ClassVar
from stumper.types import Edit, Perturbation


@dataclass(frozen=True)
class Every:
    tasks: ClassVar = ("reading",)

    def instances(self, examples, rng):
        return [self.changed(example) for example in examples if example.id[-1] in "02468"]

    def changed(self, example):
        query = replace(example.query, text="So, " + example.query.text)
        return Perturbation(example.id, query, example.gold, (Edit("question", 0, 0, "So, "),))


def strict(question, context):
    return "x" if question.startswith("So") else context.split(" lit ")[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "every_second.py").write_text(ATTACK)
    paragraphs = [
        {
            "context": f"Ada Thorn lit lamp {n}.",
            "qas": [{"id": f"q{n}", "question": "Who?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}],
        }
        for n in range(6)
    ]
    document = {"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}
    (tmp_path / "lamps.json").write_text(json.dumps(document))
    return tmp_path


def test_the_figure_of_the_attack_is_that_of_its_own_set(folder: Path) -> None:
    with api.open_store(str(folder / "s.db")) as store:
        job = api.attack("lamps.json", "every_second:Every", "python:every_second:strict", store=store)
        [row] = job.report().figures["rows"]
        assert (row["f1"]["after"]["value"], row["f1"]["after"]["n"], row["without"]) == (0.5, 6, 3)
        job.write(folder / "set.json")
        scores = api.evaluate(str(folder / "set.json"), "python:every_second:strict", store=store)
    assert [(one.value, one.n) for one in scores if (one.name, one.on) == ("f1", "adversarial")] == [(0.5, 6)]
    nothing = json.loads((folder / "set.json").read_text())["stumper"]["nothing"]
    assert nothing == dict.fromkeys(("q1", "q3", "q5"), "nothing that the attack makes matches it")
