"""What a package adds to a task of Stumper's own, from examples/plugin: goals, constraints, scores, judges, formats."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from forked import Ended, forked, fresh
from stumper.identity import perturbation_id
from stumper.store import Store

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"
STORY = "Ada Thorn lit the lamp of the harbour on the first evening of spring. Ben Hale came later, by boat, with oil."
ROWS = f"question\tparagraph\tanswer\nWho lit the lamp?\t{STORY}\tAda Thorn\nWho came later?\t{STORY}\tBen Hale\n"
SYSTEM = """
from stumper.types import Guess, Prediction


class First:
    fingerprint = "first"

    def predict(self, queries):
        return [Prediction((Guess("Ada Hale", None),), None) for _ in queries]
"""
OTHER = """
from stumper.answer_goal import AnswerGoal
from stumper.task import Addition

NONE = 3
TAKEN = Addition(("reading",), goals={"f1_zero": AnswerGoal("f1_zero", lambda gold, answer, evidence: 0.0)})
ELSEWHERE = Addition(("riddles",))
RAISES = Addition(("reading",), section=lambda section, runs: 1 / 0)
TELLS_NOTHING = Addition(("reading",), section=lambda section, runs: None)
"""
ADDED = {"reading": "stumper_echo.additions:ADDITION"}


def environment(folder: Path, additions: dict[str, str]) -> dict[str, str]:
    """One in which a package with these additions is installed."""
    metadata = folder / "site" / "stumper_plugin-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-plugin\nVersion: 0.1.0\n")
    lines = "".join(f"{name} = {place}\n" for name, place in additions.items())
    (metadata / "entry_points.txt").write_text(f"[stumper.additions]\n{lines}")
    path = [str(PLUGIN / "src"), str(metadata.parent), str(folder), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}


def ran(
    environment: dict[str, str], folder: Path, *words: str, code: int = 0, run: Callable[..., Ended] = forked
) -> str:
    told = run(words, folder, environment)
    assert told.code == code, told.err
    return told.out + told.err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rows.tsv").write_text(ROWS)
    (tmp_path / "system.py").write_text(SYSTEM)
    (tmp_path / "other.py").write_text(OTHER)
    return tmp_path


def test_a_format_a_goal_and_a_score_that_are_added_are_used_like_those_of_the_task(folder: Path) -> None:
    installed = environment(folder, ADDED)
    said = ran(installed, folder, "evaluate", "rows.tsv", "-v", "python:system:First", "--json", run=fresh)
    scores = {score["name"]: score["value"] for score in json.loads(said[: said.rindex("}") + 1])["scores"]}
    assert scores["first_word"] == 0.5
    assert scores["exact_match"] == 0.0
    attack = ("attack", "rows.tsv", "-a", "add-benign", "-v", "python:system:First", "--out", "o.json")
    assert "other_first_word" in ran(installed, folder, *attack, "--goal", "f1", code=2)
    ran(installed, folder, *attack, "--goal", "other_first_word", "--limit", "2")
    assert "first word" in ran(installed, folder, "report", "--out", "report")
    assert "| first word | 2 | 50.0" in (folder / "report" / "report.md").read_text()
    further = json.loads((folder / "report" / "report.json").read_text())["further"]
    assert ("first_word", 2, 0.5) in {(one["score"], one["n"], one["before"]["value"]) for one in further}
    page = (folder / "report" / "report.html").read_text()
    assert "Further scores" in page
    assert "How long questions are" in page
    assert "How long questions are" in (folder / "report" / "report.md").read_text()


def test_an_added_section_that_fails_is_named_and_the_rest_of_the_report_stays(folder: Path) -> None:
    installed = environment(folder, {"broken": "other:RAISES", "none": "other:TELLS_NOTHING", **ADDED})
    ran(installed, folder, "evaluate", "rows.tsv", "-v", "python:system:First")
    said = " ".join(ran(installed, folder, "report", "--out", "report").split())
    why = "ZeroDivisionError: division by zero. Mend its package."
    assert f"What the addition 'broken' tells of questions is left out: {why}" in said
    assert "What the addition 'none' tells of questions is left out: it is a NoneType" in said
    text = (folder / "report" / "report.md").read_text()
    assert "How long questions are" in text
    assert why in text


def test_further_scores_of_several_tasks_stand_side_by_side(folder: Path) -> None:
    (folder / "both.py").write_text(BOTH)
    installed = environment(folder, {"both": "both:ADDITION"})
    for data, attack, victim in (("reading", "add-benign", "embedded"), ("quizbowl", "tossup-reorder", "ir")):
        ran(installed, folder, "attack", data, "-a", attack, "-v", victim, "--limit", "3", "--out", f"{data}.json")
    ran(installed, folder, "report", "--out", "report")
    further = json.loads((folder / "report" / "report.json").read_text())["further"]
    assert [(one["names"]["dataset"], one["score"], one["n"]) for one in further] == [
        ("reading", "answer_contained", 3), ("reading", "said", 3), ("quizbowl", "said", 3),
    ]  # fmt: skip


BOTH = """
from stumper.scoring import Measure
from stumper.task import Addition

ADDITION = Addition(("reading", "quizbowl"), measures={"said": Measure("said", lambda gold, answer, evidence: 1.0)})
"""


def test_an_added_score_is_of_the_worst_variant(folder: Path) -> None:
    installed = environment(folder, ADDED)
    attack = ("attack", "rows.tsv", "-a", "add-benign", "-v", "python:system:First", "--out", "o.json")
    ran(installed, folder, *attack)
    ids = [qa["id"] for group in json.loads((folder / "o.json").read_text())["data"] for one in group["paragraphs"]
           for qa in one["qas"]]  # fmt: skip
    variant = next(id for id in ids if id.startswith("row-2-"))
    answers = {id: "Ada" if id.startswith("row-2") else "Ben" for id in ids} | {variant: "Nobody"}
    (folder / "a.json").write_text(json.dumps(answers))
    said = ran(installed, folder, "score", "o.json", "a.json", "--json")
    found = {
        (score["name"], score["on"]): score["value"] for score in json.loads(said[: said.rindex("}") + 1])["scores"]
    }
    assert found["first_word", "original"] == 1.0
    assert found["first_word", "adversarial"] == 0.5
    assert found["first_word_difference", "adversarial"] == -0.5


def test_a_constraint_that_is_added_binds_every_attack(folder: Path) -> None:
    (folder / "longer.py").write_text(LONGER)
    attack = ("attack", "rows.tsv", "-a", "longer:Longer", "-v", "python:system:First", "--out", "o.json")
    ran(environment(folder, ADDED), folder, *attack)
    with Store.open(f"sqlite:///{folder / 'stumper.db'}") as store:
        [run_id] = store.plans()
        assert {one.reason for one in store.attempts(run_id)} == {"its paragraph is 3.0 times as long"}


LONGER = """
from dataclasses import dataclass, replace

from stumper.types import Perturbation


@dataclass(frozen=True)
class Longer:
    tasks = ("reading",)

    def attack(self, example, original, rng):
        context = example.query.context
        longer = replace(example.query, context=replace(context, text=" ".join([context.text] * 3)))
        yield [Perturbation(example.id, longer, example.gold, ())]
"""


def test_a_judge_that_is_added_judges_as_a_model(folder: Path) -> None:
    installed = environment(folder, ADDED)
    judge = ("judge", "rows.tsv", "--by", "answer_stands")
    assert "answer_stands: 1 new" in ran(installed, folder, *judge, "--sample", "1", "--json")
    told = ran(installed, folder, *judge)
    assert "answer_stands: 1 new, 1 known" in told
    assert "judged by answer_stands (model) 2" in told
    assert "answer_stands: 2 new" in ran(installed, folder, *judge, "--annotator", "again")
    attack = ("attack", "rows.tsv", "-a", "add-benign", "-v", "python:system:First", "--out", "o.json")
    ran(installed, folder, *attack, "--goal", "other_first_word")
    ran(installed, folder, "judge", "o.json", "--by", "answer_stands")
    with Store.open(f"sqlite:///{folder / 'stumper.db'}") as store:
        [run_id] = store.plans()
        made = [one.perturbation for one in store.attempts(run_id) if one.perturbation is not None]
        found = store.judgements(map(perturbation_id, made))
    assert {(one.annotator, one.judge, one.label_correct) for one in found} == {("answer_stands", "model", True)}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "answer_stand"), "No judge of these is called 'answer_stand'. Did you mean 'answer_stands'?"),
        (("--by", "answer_stands", "--judge", "person"), "--by asks a program, which is recorded as a model"),
        (("--by", "raises"), "The judge 'raises' failed: ZeroDivisionError: division by zero. Mend it there."),
        (("--by", "few"), "The judge 'few' gave 0 answers for 2 texts: one is due for each. Mend it."),
        (("--by", "yes"), "The judge 'yes' answered 'yes', which is neither None nor an Answered of three booleans"),
        (("--by", "words"), "The judge 'words' answered Answered(grammatical='no', "),
    ],
)
def test_a_judge_that_does_not_judge_is_named(folder: Path, words: tuple[str, ...], said: str) -> None:
    (folder / "judging.py").write_text(JUDGING)
    installed = environment(folder, {**ADDED, "judging": "judging:ADDITION"})
    told = ran(installed, folder, "judge", "rows.tsv", *words, code=2)
    assert said in told
    assert "Traceback" not in told
    assert not (folder / "stumper.db").exists()


JUDGING = """
from stumper.judgeable import Answered
from stumper.task import Addition

ADDITION = Addition(("reading",), judges={
    "raises": lambda asked: 1 / 0,
    "few": lambda asked: [],
    "yes": lambda asked: ["yes" for _ in asked],
    "words": lambda asked: [Answered("no", "no", "no") for _ in asked],
})
"""


def test_what_is_added_changes_no_run_that_does_not_use_it(folder: Path) -> None:
    goal_alone = environment(folder, {"goal": "goals:ADDITION"})
    (folder / "goals.py").write_text(
        "from stumper.task import Addition\nfrom stumper_echo.additions import ADDITION as ALL\n"
        "ADDITION = Addition(('reading',), goals=ALL.goals, measures=ALL.measures, formats=ALL.formats)\n"
    )
    plain = goal_alone | {"PYTHONPATH": goal_alone["PYTHONPATH"].replace("/site", "/")}
    asked = "from stumper.loading import adversary_code; from stumper.registry import task_named\n"
    asked += "task = task_named('reading'); print(len(task.goals), adversary_code('add-benign', task, 'f1_zero'))\n"
    asked += "print(adversary_code('add-benign', task, [*task.goals][-1]))"
    told = [
        subprocess.run([sys.executable, "-c", asked], env=env, capture_output=True, text=True, check=True, cwd=folder)
        .stdout.split()
        for env in (plain, goal_alone)
    ]  # fmt: skip
    assert [one[0] for one in told] == ["2", "3"]
    assert told[0][1] == told[1][1] == told[0][2] != told[1][2]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("other:NONE", "installed as the addition 'mine' is 3, no stumper.task.Addition"),
        ("other:TAKEN", "has two of the goal 'f1_zero', one of them added to it"),
        (
            "other:ELSEWHERE",
            "The addition 'mine' is for riddles, and there are bonus, quizbowl, rag, reading, verification",
        ),
        (
            "nowhere:ADDITION",
            "The addition 'mine' of the package stumper-plugin cannot be imported: No module named 'nowhere'",
        ),
    ],
)
def test_an_addition_that_cannot_be_used_is_named(folder: Path, place: str, said: str) -> None:
    told = ran(environment(folder, {"mine": place}), folder, "evaluate", "rows.tsv", "-v", "embedded", code=2)
    assert said in told
    assert "Traceback" not in told
