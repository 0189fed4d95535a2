"""What a package gives wrongly is told in a sentence that names it, where it is first met: examples/plugin, changed."""

import json
import os
import shutil
import tomllib
from pathlib import Path

import pytest

from forked import forked

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"
VICTIM = ("-v", "python:stumper_choice.turned:First")
RIGHT = "return float(answer == gold.answers[0].text)"
ATTACK = ("attack", "letters", "-a", "turned", *VICTIM, "--out", "turned.jsonl")


def installed(folder: Path, before: str = "", after: str = "", addition: str = "") -> dict[str, str]:
    """An environment with the plug-in, in which one line of its task is another, and with an addition at a place."""
    shutil.copytree(PLUGIN / "src", folder / "src")
    task = folder / "src" / "stumper_choice" / "choice.py"
    text = task.read_text(encoding="utf-8")
    assert text.count(before) == 1 or not before
    task.write_text(text.replace(before, after) if before else text, encoding="utf-8")
    groups = tomllib.loads((PLUGIN / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    groups["stumper.additions"] = {"mine": addition} if addition else {}
    metadata = folder / "site" / "stumper_plugin-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-plugin\nVersion: 0.1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in rows.items()) for group, rows in groups.items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    path = [str(folder / "src"), str(metadata.parent), str(folder), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}


def ran(environment: dict[str, str], folder: Path, *words: str, code: int = 0) -> str:
    told = forked(words, folder, environment)
    assert told.code == code, told.err
    assert "Traceback" not in told.err
    return " ".join((told.out + told.err).split())


SLICED = (
    "    scoring=plain_scoring",
    '    slices={"options": Slice(lambda one: "many", "options")}, scoring=plain_scoring',
)


def test_a_slice_of_another_kind_than_its_name_says_is_named(tmp_path: Path) -> None:
    mine = installed(tmp_path, *SLICED)
    task = tmp_path / "src" / "stumper_choice" / "choice.py"
    task.write_text(task.read_text(encoding="utf-8").replace("import Task, later", "import Slice, Task, later"))
    ran(mine, tmp_path, *ATTACK)
    said = ran(mine, tmp_path, "report", code=2)
    assert (
        "The slice 'options' of the task 'choice' tells 'many' of 'letter-0', and by its name it is a number." in said
    )


def test_a_score_that_there_is_not_is_named_with_its_task(tmp_path: Path) -> None:
    mine = installed(tmp_path, 'Measure("accuracy", right)})', 'Measure("accuracy", right)}, {"wrong_choice": "near"})')
    said = ran(mine, tmp_path, *ATTACK, code=2)
    assert "The scoring of the task 'choice' names 'near' as by_goal, and its measures are accuracy." in said


def test_a_constraint_that_says_no_sentence_is_named(tmp_path: Path) -> None:
    mine = installed(tmp_path, "return None if before == after else", "return False if before == after else")
    said = ran(mine, tmp_path, *ATTACK, code=2)
    assert "The constraint stumper_choice.choice:same_choices says False of a perturbation of 'letter-0'." in said


HALF = """
from stumper.adversaries.reading.insertion import inserted


class Half:
    tasks = ("reading",)

    def attack(self, example, original, rng):
        yield [inserted(example, "A \\ud800.", "append")]
"""


def test_a_text_that_no_file_can_hold_is_refused_and_the_report_stays(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(HALF)
    mine = installed(tmp_path)
    ran(mine, tmp_path, "attack", "reading", "-a", "half:Half", "--limit", "2", "--out", "half.json")
    ran(mine, tmp_path, "report", "--out", "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert {one["outcome"] for one in report["examples"]} == {"failed"}
    ran(mine, tmp_path, "judge", "half.json", "--out", "sheet.csv")


@pytest.mark.parametrize(
    "changed",
    ["edits=(replace(made.edits[0], rule='\\ud800'),)", "gold=replace(example.gold, rejects=('\\ud800',))"],
    ids=["a rule", "what an attack wants said"],
)
def test_half_a_character_beside_the_text_is_refused(tmp_path: Path, changed: str) -> None:
    """Seen: of a rule, no report could be made any more."""
    made = (
        HALF.replace("        yield [", "        made = ").replace("\\ud800.", "b.").replace('"append")]', '"append")')
    )
    text = f"from dataclasses import replace\n{made}        yield [replace(made, {changed})]\n"
    (tmp_path / "half.py").write_text(text)
    mine = installed(tmp_path)
    ran(mine, tmp_path, "attack", "reading", "-a", "half:Half", "--limit", "2", "--out", "half.json")
    ran(mine, tmp_path, "report", "--out", "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert {one["outcome"] for one in report["examples"]} == {"failed"}
    assert all("half a character" in one["reason"] for one in report["examples"])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_adversary_that_yields_no_list_is_named_from_any_process(tmp_path: Path, workers: str) -> None:
    (tmp_path / "half.py").write_text(HALF.replace("yield [", "yield (").replace('"append")]', '"append"))'))
    mine = installed(tmp_path)
    attack = ("attack", "reading", "-a", "half:Half", "--limit", "2", "--out", "half.json", "--workers", workers)
    said = ran(mine, tmp_path, *attack, code=2)
    assert "The adversary 'half:Half' (half:Half) yields a Perturbation: yield a list of Perturbation. Mend it" in said


OF_100 = """
from stumper.scoring import Measure
from stumper.task import Addition

ADDITION = Addition(("choice",), measures={"words_right": Measure("words right", lambda *given: 100.0)})
"""


@pytest.mark.parametrize("command", [ATTACK, ("evaluate", "letters", *VICTIM)], ids=["attack", "evaluate"])
def test_an_added_score_that_is_no_share_is_named_with_its_package(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "of_100.py").write_text(OF_100)
    said = ran(installed(tmp_path, addition="of_100:ADDITION"), tmp_path, *command, code=2)
    assert "The measure 'words right' (of_100:<lambda>) gives the answer 'A' the score 100.0: return a number" in said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("7.0", "7.0"),
        ("float('nan')", "nan"),
        ("None", "None"),
        ("__import__('decimal').Decimal('nan')", "Decimal('NaN')"),
        ("__import__('numpy').zeros(2)", "array([0., 0.])"),
    ],
)
def test_a_score_of_a_task_that_is_no_share_is_named_with_its_package(tmp_path: Path, value: str, said: str) -> None:
    mine = installed(tmp_path, RIGHT, f"return {value}")
    told = ran(mine, tmp_path, *ATTACK, code=2)
    assert f"'wrong_choice' (stumper_choice.choice:right) gives the answer 'A' the score {said}: return a" in told


@pytest.mark.parametrize("kind", ["numpy.float32", "numpy.bool_", "bool", "decimal.Decimal", "fractions.Fraction"])
def test_a_score_may_be_any_kind_of_number(tmp_path: Path, kind: str) -> None:
    """Seen: "Object of type float32 is not JSON serializable", when the first attempt was to be recorded."""
    module, _, name = kind.rpartition(".")
    made = f"getattr(__import__('{module}'), '{name}')" if module else name
    mine = installed(tmp_path, RIGHT, f"return {made}(int(answer == gold.answers[0].text))")
    ran(mine, tmp_path, *ATTACK)
    ran(mine, tmp_path, "report", "--out", "report")
    assert '"accuracy"' in ran(mine, tmp_path, "evaluate", "turned.jsonl", *VICTIM, "--json")


NEAR = (
    'scoring=plain_scoring({"accuracy": Measure("accuracy", right)})',
    'scoring=plain_scoring({"near": Measure("nearness", right), "accuracy": Measure("accuracy", right)}, '
    '{"wrong_choice": "accuracy"})',
)


def test_a_run_by_another_score_than_the_headline_shows_each_score_once(tmp_path: Path) -> None:
    mine = installed(tmp_path, *NEAR)
    ran(mine, tmp_path, *ATTACK)
    ran(mine, tmp_path, "report", "--out", "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert [one["score"] for one in report["further"]] == ["near"]
