"""A task of somebody else's, from examples/plugin: all that the command line does, with no line about it in Stumper."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from browsers import chromium_at
from forked import forked, fresh
from stumper.judging.sheet import QUESTIONS

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"
FIRST = "python:stumper_choice.turned:First"
SYSTEM = """
from stumper.types import Guess, Prediction


class Second:
    fingerprint = "1"

    def predict(self, queries):
        return [Prediction((Guess(query.options[1], None),), None) for query in queries]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the plug-in is installed."""
    site = packaged(tmp_path_factory.mktemp("site"))
    path = os.pathsep.join([str(PLUGIN / "src"), str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {"PYTHONPATH": path}


def packaged(site: Path, task: str = "") -> Path:
    """The folder with the plug-in as it is installed, or with its task at another place."""
    groups = tomllib.loads((PLUGIN / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    if task:
        groups["stumper.tasks"]["choice"] = task
    return installed_as(site, "stumper-plugin", groups)


def installed_as(site: Path, package: str, groups: dict[str, dict[str, str]]) -> Path:
    """The folder, in which a package of this name has these entry points."""
    metadata = site / f"{package.replace('-', '_')}-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in rows.items()) for group, rows in groups.items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    return site


def broken(installed: dict[str, str], folder: Path, place: str) -> dict[str, str]:
    """The environment with one more package, whose task stands at this place."""
    metadata = folder / "site" / "stumper_other-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-other\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text(f"[stumper.tasks]\nother = {place}\n")
    return installed | {"PYTHONPATH": f"{metadata.parent}{os.pathsep}{installed['PYTHONPATH']}"}


def ran(installed: dict[str, str], folder: Path, *words: str, code: int = 0) -> str:
    told = forked(words, folder, installed)
    assert told.code == code, told.err
    return told.out + told.err


ATTACK = ("attack", "letters", "-a", "turned", "-v", FIRST, "--out", "turned.jsonl")


@pytest.fixture(scope="module")
def once(installed: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which it was attacked, to be copied."""
    folder = tmp_path_factory.mktemp("attacked")
    told = fresh(ATTACK, folder, installed)
    assert told.code == 0, told.err
    return folder


def test_rows_of_a_table_are_the_tasks_where_they_have_its_columns(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(
        'question,options,answer,sheet\nWhich?,"[""a"", ""b""]",b,one\nWhose?,"[""a""]",z,one\n'
    )
    told = json.loads(ran(installed, tmp_path, "data", "mine.csv", "--map", "group=sheet", "--json"))
    assert (told["examples"], told["groups"]) == (1, {"sheet": 1})
    assert told["left_out"][0]["reason"] == "the answer is none of the choices"
    ran(installed, tmp_path, "data", "mine.csv", "--to", "choices", "--out", "mine.jsonl")
    assert json.loads((tmp_path / "mine.jsonl").read_text())["choices"] == ["a", "b"]


@pytest.fixture
def attacked(once: Path, tmp_path: Path) -> Path:
    """A folder in which it was attacked."""
    return Path(shutil.copytree(once, tmp_path / "attacked"))


def test_an_attack_on_it_fools_a_system_that_looks_at_places(attacked: Path) -> None:
    rows = [json.loads(line) for line in (attacked / "turned.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row.get("original_id") for row in rows] == [None] * 5 + [f"letter-{number}" for number in range(5)]
    assert rows[5]["choices"] == ["B", "C", "D", "E", "A"]


def test_an_attack_of_the_package_on_another_task_is_refused(installed: dict[str, str], tmp_path: Path) -> None:
    said = ran(installed, tmp_path, "attack", "letters", "-a", "echo", "-v", FIRST, "--out", "x.jsonl", code=2)
    assert "echo" in said
    assert "Traceback" not in said


def test_it_passes_its_own_tests(installed: dict[str, str], tmp_path: Path) -> None:
    """In an environment in which it is installed."""
    code = (
        "import sys; sys.path.append(sys.argv[1]); import test_echo; "
        "tests = [name for name in dir(test_echo) if name.startswith('test_')]; assert len(tests) == 3; "
        "[getattr(test_echo, name)() for name in tests]"
    )
    subprocess.run([sys.executable, "-c", code, str(PLUGIN / "tests")], env=installed, cwd=tmp_path, check=True)


def test_code_on_its_page_runs(installed: dict[str, str], tmp_path: Path) -> None:
    found = re.findall(r"^```python.*?\n(.*?)^```", (PLUGIN / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    assert found
    for code in found:
        subprocess.run([sys.executable, "-c", code], env=installed, cwd=tmp_path, check=True)


def test_the_page_on_tasks_adds_one(tmp_path: Path) -> None:
    """Its files are written, its package is installed by its entry points, its commands and its code run."""
    page = (Path(__file__).parents[1] / "docs" / "howto-task.md").read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+)(?: file=(\S+))?(?: run)?\n(.*?)^```", page, re.M | re.S)
    for _, name, text in found:
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = tmp_path / "site"
    site.mkdir()
    installed_as(site, project["name"], project["entry-points"])
    env = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{site}"}
    commands = [line.split()[1:] for kind, _, text in found if kind == "sh" for line in text.splitlines()]
    assert [words[0] for words in commands] == ["attack", "evaluate", "judge", "report"]
    told = [ran(env, tmp_path, *words) for words in commands]
    assert "fooled 1" in told[0]
    [code] = [text for kind, name, text in found if kind == "python" and not name]
    subprocess.run([sys.executable, "-c", code], env=env, cwd=tmp_path, check=True)


def test_it_is_predicted_and_the_file_answers_again(installed: dict[str, str], tmp_path: Path) -> None:
    ran(installed, tmp_path, "predict", "letters", "-v", FIRST, "--out", "said.jsonl")
    ran(installed, tmp_path, "attack", "letters", "-a", "identity", "-v", "file:said.jsonl", "--out", "same.jsonl")


def test_it_is_evaluated_scored_and_gated(installed: dict[str, str], attacked: Path) -> None:
    evaluate = ("evaluate", "turned.jsonl", "-v", FIRST)
    said = ran(installed, attacked, *evaluate, "--fail-under", "0.5", code=1)
    assert "adversarial accuracy 20.0% is below --fail-under 0.5" in " ".join(said.split())
    ran(installed, attacked, "predict", "turned.jsonl", "-v", FIRST, "--out", "said.jsonl")
    said = ran(installed, attacked, "score", "turned.jsonl", "said.jsonl", "--json")
    scores = json.loads(said[said.index("{") :].splitlines()[0])["scores"]
    assert [(one["name"], one["on"], one["value"]) for one in scores] == [
        ("accuracy", "original", 0.2),
        ("accuracy", "adversarial", 0.2),
        ("accuracy_difference", "adversarial", 0.0),
    ]
    assert "|agg:mean|unanswered:0|paired:instances|" in scores[1]["signature"]
    ran(installed, attacked, *ATTACK, "--fail-under", "0.1")


def test_its_sheet_asks_what_the_task_asks(installed: dict[str, str], attacked: Path) -> None:
    ran(installed, attacked, "judge", "turned.jsonl", "--out", "sheet.csv", "--sample", "2")
    assert "the one right answer?" in (attacked / "sheet.csv").read_text(encoding="utf-8")


def test_its_sheet_is_filled_and_read_and_the_report_says_how_much_is_correct(
    installed: dict[str, str], attacked: Path
) -> None:
    ran(installed, attacked, "judge", "turned.jsonl", "--out", "sheet.csv", "--sample", "2")
    with (attacked / "sheet.csv").open(encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    with (attacked / "sheet.csv").open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, first.keys())
        sheet.writeheader()
        sheet.writerow(first | dict.fromkeys(QUESTIONS, "yes"))
        sheet.writerow(second | dict.fromkeys(QUESTIONS, "yes") | {"label correct?": "no"})
    judged = ("judge", "turned.jsonl", "--read", "sheet.csv", "--annotator", "ada", "--judge", "person")
    assert "judged by ada (person) 2" in ran(installed, attacked, *judged)
    ran(installed, attacked, "report", "--out", "report")
    [contest] = json.loads((attacked / "report" / "report.json").read_text(encoding="utf-8"))["contests"]
    [potency] = contest["standings"][0]["tournament"]["potencies"]
    assert (potency["correct_rate"]["value"], potency["correct_rate"]["n"]) == (0.5, 2)


def test_what_is_for_another_task_is_refused_with_the_same_sentence(installed: dict[str, str], tmp_path: Path) -> None:
    said = ran(installed, tmp_path, "attack", "letters", "-a", "add-any", "-v", FIRST, "--out", "x.jsonl", code=2)
    assert "'add-any' attacks questions, but letters holds multiple-choice questions." in " ".join(said.split())
    said = ran(installed, tmp_path, "attack", "reading", "-a", "turned", "--out", "x.json", code=2)
    assert "'turned' attacks multiple-choice questions, but reading holds questions." in " ".join(said.split())
    said = ran(installed, tmp_path, "attack", "letters", "-a", "turned", "-v", "ir", "--out", "x.json", code=2)
    assert "answers tossups and bonus parts, but letters holds multiple-choice questions" in " ".join(said.split())
    said = ran(installed, tmp_path, "attack", "letters", "-a", "turned", "--out", "x.json", code=2)
    assert "'embedded' answers questions, claims and tossups, but letters holds multi" in " ".join(said.split())
    said = ran(installed, tmp_path, "attack", "letters", "-a", "sears", "-v", FIRST, "--out", "x.jsonl", code=2)
    assert "'sears' attacks questions, claims and open questions, but letters holds multi" in " ".join(said.split())


def test_a_broken_file_of_it_is_met_with_a_sentence(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"id": 1, "asked": "Q?", "choices": ["a", "b"], "right": "c"}\n')
    said = ran(installed, tmp_path, "attack", "bad.jsonl", "-a", "turned", "-v", FIRST, "--out", "x.jsonl", code=2)
    assert "bad.jsonl: line 1: the answer 'c' is none of its choices. Add it to them." in " ".join(said.split())


def test_its_report_says_what_the_attack_leaves_in_every_form(installed: dict[str, str], attacked: Path) -> None:
    told = ran(installed, attacked, "report", "--out", "report")
    headline = "it changes its 20.0 accuracy by 0.0"
    assert headline in " ".join(told.split())
    page, text = (attacked / "report" / name for name in ("report.html", "report.md"))
    assert headline in page.read_text(encoding="utf-8")
    assert "| python:stumper_choice.turned:First | turned | letters | 5 |" in text.read_text(encoding="utf-8")
    found = json.loads((attacked / "report" / "report.json").read_text(encoding="utf-8"))
    assert_turned(found["examples"], "turned")
    [part] = found["sections"]
    assert part["name"] == "choice"
    assert part["tables"][2]["rows"][0][4]["figure"]["value"] == 0.2


def test_its_runs_stand_beside_those_of_others_in_one_report(installed: dict[str, str], attacked: Path) -> None:
    ran(
        installed,
        attacked,
        "attack",
        "verification",
        "-a",
        "unmodified",
        "-v",
        "tfidf-da",
        "--limit",
        "5",
        "--out",
        "v.jsonl",
    )
    ran(installed, attacked, "report", "--out", "report")
    found = json.loads((attacked / "report" / "report.json").read_text(encoding="utf-8"))
    assert [len(found[part]) for part in ("rows", "verification", "sections")] == [0, 1, 1]


def test_a_score_of_its_own_is_told_in_every_form(installed: dict[str, str], attacked: Path) -> None:
    """All that tells of it is its section: no form of the report knows of the score."""
    told = ran(installed, attacked, "report", "--out", "report")
    assert "first taken before, %" in " ".join(told.split())
    page, text = ((attacked / "report" / name).read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    assert ">What is chosen</h2>" in page
    assert ">First taken before, %</th>" in page
    assert "| python:stumper_choice.turned:First | turned | 100.0 [16.7, 100.0] | 100.0 [16.7, 100.0] |" in text
    [part] = json.loads((attacked / "report" / "report.json").read_text(encoding="utf-8"))["sections"]
    assert part["tables"][-1]["header"] == ["system", "attack", "first taken before, %", "after, %"]
    assert [cell["figure"]["value"] for cell in part["tables"][-1]["rows"][0][2:]] == [1.0, 1.0]


def test_its_examples_stand_in_the_page_before_and_after_from_a_file_too(
    installed: dict[str, str], attacked: Path, chromium: str
) -> None:
    ran(installed, attacked, "evaluate", "turned.jsonl", "-v", FIRST)  # whose instances have ids of their own
    ran(installed, attacked, "report", "--out", "report")
    found = json.loads((attacked / "report" / "report.json").read_text(encoding="utf-8"))["examples"]
    assert len(found) == 10
    assert_turned(found, "from-file")
    with chromium_at(chromium) as browser:
        page = browser.new_page()
        page.goto((attacked / "report" / "report.html").as_uri())
        expect(page.get_by_role("region", name="Text after")).to_contain_text("E")
        expect(page.locator(".pane .answer").first).to_contain_text("A score 100.0")
        expect(page.locator(".asked")).to_have_text("Which letter is the first of the alphabet?")


def assert_turned(examples: list[dict[str, Any]], adversary: str) -> None:
    one = next(one for one in examples if one["names"]["adversary"] == adversary and one["outcome"] == "succeeded")
    assert "".join(piece["text"] for piece in one["question"]) == "Which letter is the first of the alphabet?"
    texts = [
        "".join(each["text"] for each in one["paragraph"] if each["kind"] != gone) for gone in ("added", "removed")
    ]
    assert texts == ["A\nB\nC\nD\nE", "B\nC\nD\nE\nA"]
    assert (one["before"]["guesses"][0]["answer"], one["before"]["f1"]) == ("A", 1.0)
    assert (one["after"]["guesses"][0]["answer"], one["after"]["f1"]) == ("B", 0.0)


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("stumper_choice.choice:TASK", "Two of the installed tasks have a name, a tag or a goal called 'choice'."),
        ("stumper_choice.choice:Choice", "What is installed as the task 'other' is <class"),
        ("stumper_choice.none:TASK", "No module named 'stumper_choice.none'"),
    ],
)
def test_a_task_that_cannot_be_used_is_named(installed: dict[str, str], tmp_path: Path, place: str, why: str) -> None:
    found = broken(installed, tmp_path, place)
    said = ran(found, tmp_path, "attack", "letters", "-a", "turned", "-v", FIRST, "--out", "x.jsonl", code=2)
    assert why in " ".join(said.split())
    assert "Traceback" not in said


def test_a_section_that_it_cannot_make_is_named_and_the_rest_of_the_report_stays(
    installed: dict[str, str], attacked: Path
) -> None:
    shutil.copytree(PLUGIN / "src", attacked / "own")
    (attacked / "own" / "stumper_choice" / "told.py").write_text(
        "def section(runs, with_examples):\n    return 1 / 0\n"
    )
    mine = installed | {"PYTHONPATH": f"{attacked / 'own'}{os.pathsep}{installed['PYTHONPATH']}"}
    told = " ".join(ran(mine, attacked, "report", "--out", "report").split())
    assert "What stumper_choice.choice tells of multiple-choice questions is left out: ZeroDivisionError" in told
    assert "it changes its 20.0 accuracy by 0.0" in told


def test_answers_that_were_read_by_other_code_of_the_task_are_not_used(
    installed: dict[str, str], tmp_path: Path
) -> None:
    """Else a figure would be of what the package read yesterday."""
    package = tmp_path / "own"
    shutil.copytree(PLUGIN / "src" / "stumper_choice", package / "stumper_choice")
    shutil.copytree(PLUGIN / "src" / "stumper_echo", package / "stumper_echo")
    (tmp_path / "system.py").write_text(SYSTEM, encoding="utf-8")
    mine = installed | {"PYTHONPATH": f"{package}{os.pathsep}{installed['PYTHONPATH']}"}
    asked = ("predict", "letters", "-v", "python:system:Second", "--out", "said.jsonl")
    assert "5 queries put: 5 answered, 0 from the cache" in ran(mine, tmp_path, *asked)
    assert "0 answered, 5 from the cache" in ran(mine, tmp_path, *asked)
    code = package / "stumper_choice" / "choice.py"
    code.write_text(f"{code.read_text(encoding='utf-8')}\n# read otherwise\n", encoding="utf-8")
    assert "5 queries put: 5 answered, 0 from the cache" in ran(mine, tmp_path, *asked)


def test_a_package_with_a_task_leaves_what_language_models_are_asked_as_it_was(
    installed: dict[str, str], tmp_path: Path
) -> None:
    """Else installing it would ask for everything anew that has been paid for."""
    code = "from stumper.victims.prompts import Prompts; print(Prompts().texts)"
    told = [
        subprocess.run([sys.executable, "-c", code], env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
        for env in (installed, dict(os.environ))
    ]
    assert told[0].stdout == told[1].stdout != ""


@dataclass(frozen=True)
class Letters:
    """A project of the plug-in's task on a server, and its administrator, who writes in it."""

    home: str
    cookies: dict[str, str]
    others: dict[str, str]  # cookies of another administrator
    client: httpx.Client
    id: str

    def call(self, method: str, path: str, body: object = None) -> dict[str, object]:
        """What a page's script does."""
        return called(self.client, self.home, method, f"/projects/{self.id}{path}", body)

    def item(self) -> str:
        """The first item that counts."""
        rows = self.client.get(f"{self.home}/api/v1/projects/{self.id}/items").json()
        return next(str(row["id"]) for row in rows if row["example"] == "letter-2")


def called(client: httpx.Client, home: str, method: str, path: str, body: object) -> dict[str, object]:
    [token] = re.findall('<meta name="csrf-token" content="(.*)">', client.get(f"{home}/help").text)
    headers = {"X-CSRF-Token": token, "Accept": "application/json"}
    answer = client.request(method, f"{home}/api/v1{path}", json=body, headers=headers)
    assert answer.is_success, answer.text
    return dict(answer.json()) if answer.content else {}


@pytest.fixture
def letters(installed: dict[str, str], tmp_path: Path) -> Iterator[Letters]:
    with served(installed, tmp_path) as found:
        yield found


@contextmanager
def served(installed: dict[str, str], tmp_path: Path) -> Iterator[Letters]:
    support = Path(__file__).parent / "support"
    env = installed | {"PYTHONPATH": f"{installed['PYTHONPATH']}{os.pathsep}{support}"}
    url = f"sqlite:///{tmp_path / 'people.db'}"
    with subprocess.Popen(
        [sys.executable, str(support / "fourth_site.py"), url],
        cwd=tmp_path, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None
        at = json.loads(server.stdout.readline())
        with httpx.Client(cookies=at["cookies"], timeout=30, trust_env=False) as client:
            new = {"name": "Letters", "dataset": "letters", "victims": ["reads"], "kinds": ["write", "judge"]}
            made = called(client, at["home"], "POST", "/projects", new)
            yield Letters(at["home"], at["cookies"], at["others"], client, str(made["id"]))
        server.stdin.close()
        assert server.wait() == 0


def test_people_write_against_a_system_and_it_stands_in_the_report(
    letters: Letters, installed: dict[str, str], tmp_path: Path
) -> None:
    opened = letters.call("POST", f"/items/{letters.item()}/open")
    assert opened["example"]["text"] == "Which letter is the third of the alphabet?"  # type: ignore[index]
    at = f"/assignments/{opened['assignment']}"
    told = letters.call("POST", f"{at}/predict", {"text": "Which letter is number 3?"})
    assert (told["fooled"], told["guesses"][0]["answer"]) == (True, "A")  # type: ignore[index]
    sent = letters.call("POST", f"{at}/submit", {"text": "Which letter is number 3?", "key": "k"})
    assert sent["accepted"] is True
    store = f"sqlite:///{tmp_path / 'people.db'}"
    ran(installed, tmp_path, "report", "--store", store, "--out", "report")
    found = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    [part] = found["sections"]
    assert part["name"] == "choice"
    assert "people" in json.dumps(part)


def test_its_writing_page_shows_what_it_is_about_and_its_judging_page_what_was_written(
    letters: Letters, chromium: str
) -> None:
    with chromium_at(chromium) as browser:
        page, judging = (page_of(browser, letters.home, cookies) for cookies in (letters.cookies, letters.others))
        page.goto(f"{letters.home}/projects/{letters.id}/write/{letters.item()}")
        expect(page.locator("#asides")).to_contain_text("The choices")
        page.fill("#text", "Which letter is number 3?")
        expect(page.locator("#word")).to_have_text("You fooled it")
        page.click("#submit")
        expect(page.locator("#submissions li")).to_have_count(1)
        judging.goto(f"{letters.home}/projects/{letters.id}/judge")
        expect(judging.locator("[data-field=text]")).to_contain_text("Which letter is number 3?")
        expect(judging.get_by_text("Is “C” the one right answer?")).to_be_visible()
        expect(judging.get_by_text("Is it a question to which these are choices?")).to_be_visible()


ASKING = """
from dataclasses import replace

from stumper.writing_desk import Shown
from stumper_choice.choice import DESK, TASK as AS_IT_IS


def shown(example):
    return Shown(example.query.text, asked=f"Choose one of {len(example.query.options)}.")


TASK = replace(AS_IT_IS, desk=replace(DESK, shown=shown))
"""


def test_its_writing_page_shows_what_is_asked_though_that_is_no_field(
    installed: dict[str, str], tmp_path: Path, chromium: str
) -> None:
    (tmp_path / "asking.py").write_text(ASKING)
    env = installed | {"PYTHONPATH": f"{packaged(tmp_path, 'asking:TASK')}{os.pathsep}{installed['PYTHONPATH']}"}
    with served(env, tmp_path) as letters, chromium_at(chromium) as browser:
        page = page_of(browser, letters.home, letters.cookies)
        page.goto(f"{letters.home}/projects/{letters.id}/write/{letters.item()}")
        expect(page.locator("#question")).to_have_text("Choose one of 5.")
        page.fill("#text", "Which letter is number 3?")
        expect(page.locator("#word")).to_have_text("You fooled it")


def page_of(browser: Browser, home: str, cookies: dict[str, str]) -> Page:
    page = browser.new_context().new_page()
    page.context.add_cookies([{"name": name, "value": value, "url": home} for name, value in cookies.items()])
    return page
