"""What a system failed on, as attack, report, evaluate and their gates say it: by variant, each by itself."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stumper as stumper_in_python
from stumper import api

Command = Callable[..., Any]

BREAKS = """
LANDS = ["Norway", "Portugal", "Bulgaria", "Denmark", "Hungary", "Iceland", "Romania", "Finland", "Austria", "Ireland"]
ASKED = {f"Which town is the capital of {land}, and who founded it?": f"town of {land}" for land in LANDS}


def pieces(text):
    return {text[at:at + 3] for at in range(len(text))}


def answer(question: str) -> str:
    near = max(ASKED, key=lambda known: len(pieces(known) & pieces(question)))
    if question not in ASKED and ASKED[near].endswith(("Norway", "Portugal")):
        if sum(map(ord, question)) % 3 == 0:
            raise TimeoutError("upstream")
        return "elsewhere"
    return ASKED[near]


def steady(question: str) -> str:
    return ASKED[max(ASKED, key=lambda known: len(pieces(known) & pieces(question)))]
"""


@pytest.fixture
def lands(folder: Path) -> str:
    """Ten questions, and a system that is wrong on other ways to ask two of them, or fails there."""
    names: dict[str, Any] = {}
    exec(BREAKS, names)
    rows = [
        {
            "id": f"q{n}",
            "question": text,
            "answers": [said],
            "gold_passages": [{"id": f"p{n}", "text": f"It is {said}."}],
        }
        for n, (text, said) in enumerate(names["ASKED"].items())
    ]
    (folder / "lands.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "lands_breaks.py").write_text(BREAKS)
    return "lands.jsonl"


def test_a_gate_counts_the_variants_that_a_system_failed_on_as_its_sentence_does(
    stumper: Command, lands: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: a gate at 0.9 that passed at 100.0%, where 42 of 456 variants were answered wrongly and 9 not at all."""
    monkeypatch.syspath_prepend(folder)
    bears = ("-v", "python:lands_breaks:answer", "--max-errors", "0.5", "--store", "s.db", "--fail-under", "0.85")
    attacked = stumper("attack", lands, "-a", "question-misspell", *bears, "--out", "o.jsonl")
    evaluated = stumper("evaluate", "o.jsonl", *bears)
    assert (attacked.code, evaluated.code) == (3, 3), (attacked.said, evaluated.said)
    told = "F1 is 85.7% of the others, and 80.0% if these are lost, which is below --fail-under 0.85."
    assert f"The victim failed on 6 of 90 variants: {told}" in attacked.said
    assert f"The victim failed on 6 of 90: {told}" in evaluated.said
    first = "answer failed under question-misspell. The first is 'q0': TimeoutError: upstream. Each is asked again with"
    assert first in attacked.said
    assert "failed on 6 of 90: no score counts them. The first is 'q0-question-misspell-" in evaluated.said
    said = "python:lands_breaks:answer failed on 6 of 90 variants under question-misspell, and no figure counts these"
    assert said in attacked.out.replace("\n", " ")


def test_a_comparison_says_first_on_how_many_variants_a_system_failed(
    stumper: Command, lands: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: two systems indistinguishable in the first sentence, one of which had crashed on every tenth."""
    monkeypatch.syspath_prepend(folder)
    systems = ("python:lands_breaks:steady", "python:lands_breaks:answer")
    victims = ("-v", systems[0], "-v", systems[1], "--max-errors", "0.5", "--store", "s.db")
    assert stumper("attack", lands, "-a", "question-misspell", *victims, "--out", "both").code == 0
    told = stumper("compare", *systems, "--store", "s.db")
    first = told.out.split("\n\n")[0].replace("\n", " ")
    assert "n = 84, without 6 more on which python:lands_breaks:answer failed." in first
    cells = json.loads(stumper("compare", *systems, "--store", "s.db", "--json").out)["cells"]
    assert [cell["failed"] for cell in cells] == [{"a": 0, "b": 0}, {"a": 0, "b": 6}]


def test_of_a_question_that_was_fooled_beside_an_error_none_is_worse(
    stumper: Command, adversarial: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was left out as if nothing were known of it, though it scores 0 whatever the lost variant would."""
    (folder / "half_breaks.py").write_text(
        "def answer(question: str, context: str) -> str:\n"
        "    if 'lamp 0' in context and 'Nobody' in context:\n"
        "        raise TimeoutError('upstream')\n"
        "    return 'Jo Brandt' if 'trap' in context else 'Ada Thorn'\n"
    )
    monkeypatch.syspath_prepend(folder)
    ended = stumper("evaluate", "adversarial.json", "-v", "python:half_breaks:answer", "--max-errors", "0.5", "--json")
    assert ended.code == 0, ended.said
    rows = {(row["name"], row["on"]): row for row in json.loads(ended.out)["scores"]}
    f1 = rows["f1", "adversarial"]
    assert (f1["value"], f1["n"], "errored:1" in f1["signature"]) == (0.75, 4, False)
    report = stumper("report", "--json").out
    assert "failed on" not in report
    assert "broke a constraint" not in report, "all was asked: the reason is the error of the other variant"


def test_a_comparison_without_attack_has_the_originals_whose_variants_were_lost(
    stumper: Command, lands: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: "n = 6, without 4 more on which B failed", of ten questions that B had all answered as they are."""
    monkeypatch.syspath_prepend(folder)
    systems = ("python:lands_breaks:steady", "python:lands_breaks:answer")
    victims = ("-v", systems[0], "-v", systems[1], "--max-errors", "0.5", "--store", "s.db")
    assert stumper("attack", lands, "-a", "question-misspell", *victims, "--out", "both").code == 0
    cells = json.loads(stumper("compare", *systems, "--store", "s.db", "--json").out)["cells"]
    [alone] = [cell for cell in cells if not cell["attack"]]
    assert alone["failed"] == {"a": 0, "b": 0}
    assert alone["left_out"]["failed"] == 0
    assert alone["scores"][0]["n"] == 10


def test_an_exact_goal_beside_an_error_leaves_a_question_out_whose_lost_variant_may_score_less(
    adversarial: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: the inexact answer counted as the question's worst, F1 0.67, and no row said that a variant was lost."""
    (folder / "inexact.py").write_text(
        "def answer(question: str, context: str) -> str:\n"
        "    if 'lamp 0' in context and 'Nobody' in context:\n"
        "        raise TimeoutError('upstream')\n"
        "    return 'Ada' if 'trap' in context else 'Ada Thorn'\n"
    )
    monkeypatch.syspath_prepend(folder)
    bears = api.Settings(max_error_rate=0.5)
    scores = api.evaluate(str(adversarial), "python:inexact:answer", goal="not_exact", settings=bears)
    assert {(row.n, "errored:1" in row.signature) for row in scores} == {(3, True)}


def test_an_attack_that_fooled_beside_an_error_is_told_as_the_report_counts_it(
    stumper: Command, lands: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: "errored" in the outcomes, and nothing fooled on the progress line, of what the report counts as fooled."""
    monkeypatch.syspath_prepend(folder)
    bears = ("-v", "python:lands_breaks:answer", "--max-errors", "0.5", "--store", "s.db", "--json")
    ended = stumper("attack", lands, "-a", "question-misspell", *bears, "--out", "o.jsonl")
    assert json.loads(ended.out)["outcomes"] == {"failed": 8, "succeeded": 2}, ended.said
    assert "fooled 2" in ended.said
    told = stumper("report", "--store", "s.db", "--json").out
    [met] = json.loads(told)["matrices"][0]["met"]
    assert (met["made"], met["fooled"]) == (10, 2)


def test_progress_in_python_counts_as_fooled_what_fooled_beside_an_error(
    lands: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    told: list[int] = []
    stumper_in_python.attack(lands, victim="python:lands_breaks:answer", adversaries="question-misspell", store="s.db",
                             max_errors=0.5, progress=lambda step: told.append(step.fooled))  # fmt: skip
    assert told[-1] == 2
