"""One system that fails does not keep the others back, and what it failed on counts nowhere by itself."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
RIGHT = "python:cli_victims:right"


@pytest.fixture
def systems(folder: Path) -> Path:
    """`dies` fails always; `partly` fails on what begins with another word than *Ada*, and else is wrong."""
    (folder / "systems.py").write_text(
        "def dies(question, context):\n    raise OSError('gone')\n\n\n"
        "def partly(question, context):\n"
        "    if not context.startswith('Ada'):\n        raise OSError('gone')\n"
        "    return 'Ada Thorn' if 'So' not in context else 'lamp'\n"
    )
    return folder


def test_the_others_go_on_and_what_is_done_is_written_and_shown(stumper: Command, systems: Path) -> None:
    both = ("-a", "add-benign", "-a", "identity", "-v", "python:systems:dies", "-v", RIGHT)
    ended = stumper("attack", "lamps.json", *both, "--out", "out")
    assert ended.code == 3
    assert "2 of 4 did not come to their end, the others did; the first, add-benign x python:systems:dies" in ended.said
    assert sorted(path.name for path in (systems / "out").iterdir()) == ["add-benign.json", "identity.json"]
    assert RIGHT in ended.out


def test_an_evaluation_shows_the_scores_of_those_that_ended(stumper: Command, systems: Path) -> None:
    assert stumper("attack", "lamps.json", "-a", "add-benign", "-v", RIGHT, "--out", "set.json").code == 0
    ended = stumper("evaluate", "set.json", "-v", "python:systems:dies", "-v", RIGHT, "--json")
    assert (ended.code, "1 of 2 did not come to their end" in ended.said) == (3, True)
    assert {score["victim"] for score in json.loads(ended.out)["scores"]} == {RIGHT}


def test_what_is_to_be_mended_decides_how_a_command_ends_wherever_it_stands(stumper: Command, systems: Path) -> None:
    dies, unknown = ("-v", "python:systems:dies"), ("-v", "python:systems:none")
    for both in ((*dies, *unknown), (*unknown, *dies)):
        ended = stumper("evaluate", "lamps.json", *both, "--json")
        assert ended.code == 2
        assert "2 of 2 did not come to their end; the first, lamps.json x python:systems:none" in ended.said


def test_an_original_counts_where_one_of_its_variants_was_lost_and_another_scores_0_as_nothing_is_worse(
    stumper: Command, systems: Path
) -> None:
    document = json.loads((systems / "lamps.json").read_text())
    first, *others = document["data"][0]["paragraphs"]
    [own] = first["qas"]
    context = first["context"]
    for tag, text in (("a", f"{context} So it was."), ("b", f"When it was dark, {context}")):
        start = text.index("Ada Thorn")
        answers = [{"text": "Ada Thorn", "answer_start": start}]
        others.append({"context": text, "qas": [{**own, "id": f"{own['id']}-{tag}", "answers": answers}]})
    document["data"][0]["paragraphs"] = [first, *others]
    (systems / "set.json").write_text(json.dumps(document))
    ended = stumper("evaluate", "set.json", "-v", "python:systems:partly", "--max-errors", "0.5", "--json")
    f1 = [(score["value"], score["n"]) for score in json.loads(ended.out)["scores"] if score["name"] == "f1"]
    assert f1 == [(1.0, 8), (0.875, 8)]
    assert stumper("report", "--out", "report").code == 0
    [row] = json.loads((systems / "report" / "report.json").read_text())["rows"]
    assert [(row["f1"][when]["value"], row["f1"][when]["n"]) for when in ("before", "after")] == f1
    assert (row["outcomes"]["succeeded"], row["outcomes"].get("errored", 0)) == (1, 0)


def test_the_set_of_only_right_originals_is_a_systems_own(stumper: Command, systems: Path) -> None:
    (systems / "knows.py").write_text(
        "def odd(question, context):\n    return 'Ada Thorn' if any(n in question for n in '1357') else 'x'\n\n\n"
        "def even(question, context):\n    return 'Ada Thorn' if any(n in question for n in '0246') else 'x'\n"
    )
    both = ("-v", "python:knows:odd", "-v", "python:knows:even", "--only-right", "--out", "out")
    assert stumper("attack", "lamps.json", "-a", "add-benign", "-a", "identity", *both).code == 0
    assert sorted(path.name for path in (systems / "out").iterdir()) == [
        f"{attack}-python-knows-{name}.json" for attack in ("add-benign", "identity") for name in ("even", "odd")
    ]


def test_a_limit_draws_originals_each_with_its_variants(stumper: Command, adversarial: Path) -> None:
    predicted = stumper("predict", str(adversarial), "-v", RIGHT, "--limit", "1", "--seed", "3", "--out", "said.json")
    assert predicted.code == 0
    scored = stumper("score", str(adversarial), "said.json", "--limit", "1", "--seed", "3", "--json")
    evaluated = stumper("evaluate", str(adversarial), "-v", RIGHT, "--limit", "1", "--seed", "3", "--json")
    values = [
        [(one["name"], one["on"], one["value"], one["n"]) for one in json.loads(ended.out)["scores"]]
        for ended in (scored, evaluated)
    ]
    assert values[0] == values[1]


def test_what_a_system_meets_again_in_the_set_that_was_written_is_one_cell(stumper: Command, folder: Path) -> None:
    both = ("-v", RIGHT, "-v", "python:cli_victims:near")
    assert stumper("attack", "lamps.json", "-a", "add-benign", "-v", RIGHT, "--out", "set.json").code == 0
    assert stumper("evaluate", "set.json", *both).code == 0
    assert stumper("report", "--out", "report").code == 0
    report = json.loads((folder / "report" / "report.json").read_text())
    assert {(row["names"]["attack"].partition(",")[0], row["names"]["is_again"]) for row in report["rows"]} == {
        ("add-benign", False), ("add-benign", True),
    }  # fmt: skip
    assert "has no figure under" not in (folder / "report" / "report.md").read_text()


def test_what_a_system_failed_on_is_counted_in_what_is_compared(stumper: Command, folder: Path) -> None:
    """Seen: of 150 claims, 84 of which were compared, "129 claims on which a system failed" were left out."""
    (folder / "checks.py").write_text(
        "def steady(claim):\n    return 'supports'\n\n\n"
        "def partly(claim):\n    if 'dark' in claim:\n        raise OSError('gone')\n    return 'refutes'\n"
    )
    claims = [{"id": n, "claim": f"Lamp {n} was lit.", "label": "SUPPORTS"} for n in range(6)]
    variants = [
        {"id": 10 * n + k + 10, "claim": f"Lamp {n} is lit{when}.", "label": "SUPPORTS", "original_id": n}
        for n in range(6)
        for k, when in enumerate((" now", " in the dark", " yet"))
    ]
    (folder / "set.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (*claims, *variants)))
    both = ("-v", "python:checks:steady", "-v", "python:checks:partly")
    assert stumper("evaluate", "set.jsonl", *both, "--max-errors", "0.5").code == 0
    said = " ".join(stumper("compare", "python:checks:steady", "python:checks:partly").out.split())
    assert "compared on the 12 variants that both answered; 6 of python:checks:steady are not in" in said
    assert said.count("on which a system failed") == 1
    assert "6 variants on which a system failed are left out." in said


def test_variants_of_an_original_that_a_system_failed_on_are_counted_as_failed(stumper: Command, folder: Path) -> None:
    """Seen: an attempt whose original could not be asked has no variant, and was counted nowhere under the attack."""
    (folder / "lamp_checks.py").write_text(
        "def steady(claim):\n    return 'supports'\n\n\n"
        "def partly(claim):\n    if claim.startswith('Lamp 1 '):\n        raise OSError('gone')\n    return 'refutes'\n"
    )
    claims = [{"id": n, "claim": f"Lamp {n} was lit.", "label": "SUPPORTS"} for n in range(4)]
    variants = [
        {
            "id": 10 * n + k + 10,
            "claim": f"Of Lamp {n} it is said {when} that it was lit.",
            "label": "SUPPORTS",
            "original_id": n,
        }
        for n in range(4)
        for k, when in enumerate(("here", "now"))
    ]
    (folder / "set.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (*claims, *variants)))
    both = ("-v", "python:lamp_checks:steady", "-v", "python:lamp_checks:partly")
    assert stumper("evaluate", "set.jsonl", *both, "--max-errors", "0.5").code == 0
    said = " ".join(stumper("compare", "python:lamp_checks:steady", "python:lamp_checks:partly").out.split())
    assert "2 variants on which a system failed are left out." in said
