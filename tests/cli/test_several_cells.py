"""`stumper attack` with several data sets, adversaries and victims at once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
RIGHT, NEAR = "python:cli_victims:right", "python:cli_victims:near"
TWO = ("attack", "lamps.json", "-a", "identity", "-a", "add-benign", "-v", RIGHT, "-v", NEAR, "--out", "out")


def test_every_adversary_meets_every_victim_and_each_set_is_a_file(stumper: Command, folder: Path) -> None:
    cells = json.loads(stumper(*TWO, "--json").out)["cells"]
    assert [(cell["adversary"], cell["victim"]) for cell in cells] == [
        ("identity", RIGHT), ("add-benign", RIGHT), ("identity", NEAR), ("add-benign", NEAR),
    ]  # fmt: skip
    assert {cell["examples"] for cell in cells} == {8}
    written = sorted(path.name for path in (folder / "out").iterdir())
    assert {Path(cell["out"]).name for cell in cells} == set(written) == {"add-benign.json", "identity.json"}


def test_what_searches_is_a_set_for_each_victim_and_what_does_not_is_one_for_all(
    stumper: Command, folder: Path
) -> None:
    (folder / "fails.py").write_text("def fails(question, context):\n    raise OSError('no')\n")
    attack = ("attack", "lamps.json", "-a", "add-any", "-a", "add-benign", "-v", "python:fails:fails", "-v", NEAR)
    ended = stumper(
        *attack, "--out", "out", "--limit", "2", "--budget", "9", "--set", "search=fast", "--max-errors", "1"
    )
    assert ended.code == 0, ended.said
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "add-any-python-cli_victims-near.json", "add-any-python-fails-fails.json", "add-benign.json",
    ]  # fmt: skip
    paragraphs = json.loads((folder / "out" / "add-benign.json").read_text())["data"][0]["paragraphs"]
    ids = [question["id"] for paragraph in paragraphs for question in paragraph["qas"]]
    assert len(ids) == 4, "the set of the victim that answered has the variants"


def test_what_is_there_is_not_asked_again_and_what_is_missing_is_filled_in(stumper: Command, folder: Path) -> None:
    one = ("attack", "lamps.json", "-a", "identity", "-v", RIGHT, "--out", "one.json", "--json")
    assert json.loads(stumper(*one).out)["queries"]["unique"] == 8
    cells = json.loads(stumper(*TWO, "--json", "--ask-again", "0").out)["cells"]
    assert [cell["queries"]["recorded"] for cell in cells] == [8, 0, 0, 0]
    assert [cell["queries"]["asked"] > 0 for cell in cells] == [False, True, True, True]


def test_several_data_sets_are_told_apart_in_one_report(stumper: Command, folder: Path) -> None:
    (folder / "more.json").write_bytes((folder / "lamps.json").read_bytes().replace(b"lamp ", b"candle "))
    ended = stumper("attack", "lamps.json", "more.json", "-a", "identity", "-v", RIGHT, "--out", "out")
    assert ended.code == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["lamps-identity.json", "more-identity.json"]
    assert "on lamps" in ended.out
    assert "on more" in ended.out


def test_the_gate_is_of_each_cell_and_names_the_one_that_fails(stumper: Command, folder: Path) -> None:
    (folder / "wrong.py").write_text("def always(question, context):\n    return 'lamp'\n")
    wrong = "python:wrong:always"
    gated = ("attack", "lamps.json", "-a", "identity", "-v", RIGHT, "-v", wrong, "--out", "out", "--fail-under", "0.5")
    ended = stumper(*gated)
    assert ended.code == 1
    assert f"adversarial F1 0.0% is below --fail-under 0.5 (identity x {wrong}; 1 of 2 are below)" in ended.said


def test_an_option_of_one_of_several_adversaries_is_named_after_it(stumper: Command, folder: Path) -> None:
    attack = ("attack", "lamps.json", "-a", "add-any", "-a", "add-benign", "-v", RIGHT, "--out", "out", "--limit", "1")
    ended = stumper(*attack, "--budget", "9", "--set", "add-any.length=2", "--set", "place=prepend", "--set",
                    "search=fast")  # fmt: skip
    assert ended.code == 0, ended.said
    commands = json.loads(report(stumper, folder))["provenance"]
    assert [dict(run["options"]) for run in commands] == [
        {"length": "2", "place": "prepend", "search": "fast"}, {"place": "prepend"},
    ]  # fmt: skip


def report(stumper: Command, folder: Path) -> str:
    assert stumper("report", "--out", "report").code == 0
    return (folder / "report" / "report.json").read_text()


@pytest.mark.parametrize("out", ["out.json", "lamps.json"])
def test_several_sets_are_not_written_to_one_file(stumper: Command, folder: Path, out: str) -> None:
    ended = stumper(*TWO[:-1], out)
    assert (ended.code, f"{out} is a file, and there are several sets to write" in ended.said) == (2, True)
