"""Every command on small data: what it prints, what it writes, how it ends."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from stumper.store import Store

Command = Callable[..., Any]
READER = "python:cli_victims:reader"


def ids(path: Path) -> list[str]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return [q["id"] for article in document["data"] for p in article["paragraphs"] for q in p["qas"]]


def test_list_names_everything_that_is_installed(stumper: Command) -> None:
    ended = stumper("list")
    assert ended.code == 0
    assert ended.out.split("\n")[0] == "DATASETS"
    for name in ("reading", "embedded", "file", "python", "add-any", "add-common", "from-file", "identity"):
        assert f"\n  {name} " in ended.out
    assert "search=paper" in ended.out


def test_list_of_one_kind_names_that_kind_alone(stumper: Command) -> None:
    out = stumper("list", "adversaries").out
    assert "add-any" in out
    assert "\n  embedded " not in out


def test_predict_writes_answers_that_score_reads(stumper: Command, folder: Path) -> None:
    ended = stumper("predict", "lamps.json", "--victim", "python:cli_victims:right", "--out", "answers.json")
    assert ended.code == 0
    assert json.loads((folder / "answers.json").read_text()) == {f"q{n}": "Ada Thorn" for n in range(8)}
    assert "wrote 8 answers to answers.json" in ended.said
    assert ended.out == ""
    scored = json.loads(stumper("score", "lamps.json", "answers.json", "--json").out)
    assert {(s["name"], s["on"], s["value"], s["n"]) for s in scored["scores"]} == {
        ("exact_match", "original", 1.0, 8),
        ("answer_contained", "original", 1.0, 8),
        ("f1", "original", 1.0, 8),
    }


def test_predict_for_some_of_a_set_takes_a_file_for_all_of_it(stumper: Command, folder: Path) -> None:
    (folder / "all.json").write_text(json.dumps({f"q{n}": "Ada" for n in range(8)}))
    ended = stumper("predict", "lamps.json", "--victim", "file:all.json", "--limit", "3", "--out", "some.json")
    assert ended.code == 0
    assert len(json.loads((folder / "some.json").read_text())) == 3


SCORE_KEYS = ["name", "on", "victim", "adversary", "value", "low", "high", "n", "signature", "trained_on"]


def test_score_prints_original_and_adversarial_side_by_side(stumper: Command, adversarial: Path) -> None:
    answers = dict.fromkeys(ids(adversarial), "Ada Thorn") | {"q0-trap": "Jo Brandt", "q2": "Ada", "q3": "1874"}
    Path("answers.json").write_text(json.dumps(answers))
    ended = stumper("score", "adversarial.json", "answers.json", "--json")
    assert ended.code == 0
    [(key, scores)] = json.loads(ended.out).items()
    assert key == "scores"
    assert all(list(score) == SCORE_KEYS for score in scores)
    values = {(s["name"], s["on"]): s["value"] for s in scores}
    assert values["f1", "original"] == pytest.approx((1 + 1 + 2 / 3 + 0) / 4)
    assert values["f1", "adversarial"] == pytest.approx((0 + 1 + 2 / 3 + 0) / 4)
    assert values["exact_match", "original"] == 0.5
    assert values["exact_match", "adversarial"] == 0.25
    table = stumper("score", "adversarial.json", "answers.json").out
    assert "original" in table
    assert "adversarial" in table
    assert "66.67" in table


def test_score_of_addsent_counts_the_worst_variant(stumper: Command, shared: Path, folder: Path) -> None:
    """Answers that are right but for one variant a question: the originals score 1, the questions with variants 0."""
    import gzip

    with gzip.open(shared / "reading" / "addsent-24-articles.json.gz", "rt") as file:
        document = json.load(file)
    answers: dict[str, str] = {}
    attacked: set[str] = set()
    for article in document["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                original, _, tag = question["id"].partition("-")
                answers[question["id"]] = question["answers"][0]["text"]
                if tag and original not in attacked:
                    attacked.add(original)
                    answers[question["id"]] = "xyzzy"
    (folder / "answers.json").write_text(json.dumps(answers))
    data = str(shared / "reading" / "addsent-24-articles.json.gz")
    scores = json.loads(stumper("score", data, "answers.json", "--json").out)["scores"]
    values = {(s["name"], s["on"]): (s["value"], s["n"]) for s in scores}
    assert values["f1", "original"] == (1.0, 507)
    assert values["f1", "adversarial"] == (pytest.approx(1 - len(attacked) / 507), 507)


def attack(stumper: Command, *more: str, adversary: str = "add-any", out: str = "out.json") -> Any:
    fast = ("--set", "search=fast") if adversary.startswith("add-any") else ()
    return stumper("attack", "lamps.json", "-a", adversary, "-v", READER, *fast, "--out", out, *more)


def test_attack_prints_the_json_of_the_contract_and_nothing_else(stumper: Command, folder: Path) -> None:
    ended = attack(stumper, "--budget", "50", "--json")
    assert ended.code == 0
    printed = json.loads(ended.out)
    first = ["adversary", "victim", "examples", "outcomes", "queries", "seconds"]
    last = ["scores", "out", "trained_on", "nothing_proposed"]
    assert list(printed) == [*first, *last]
    assert printed["scores"]["name"] == "f1"
    assert list(printed["scores"]["difference"])[:4] == ["value", "low", "high", "n"]
    assert printed["adversary"] == "add-any"
    assert printed["victim"] == READER
    assert printed["examples"] == 8
    assert sum(printed["outcomes"].values()) == 8
    assert set(printed["outcomes"]) <= {"succeeded", "failed", "skipped", "exhausted", "errored"}
    told = ["asked", "unique", "cached", "again", "changed", "recorded", "lost", "twice", "otherwise"]
    assert list(printed["queries"]) == told
    assert 0 < printed["queries"]["unique"] <= printed["queries"]["asked"]
    assert printed["queries"]["cached"] == 0
    assert list(printed["seconds"]) == ["wall", "victim"]
    assert 0 <= printed["seconds"]["victim"] <= printed["seconds"]["wall"]
    assert printed["out"] == "out.json"
    assert "8/8" in ended.said


def test_attack_writes_originals_and_variants(stumper: Command, folder: Path) -> None:
    attack(stumper, "--budget", "50", "--json")
    written = ids(folder / "out.json")
    assert [id for id in written if "-" not in id] == [f"q{n}" for n in range(8)]
    assert {id for id in written if "-" in id} <= {f"q{n}-add-any" for n in range(8)}
    assert any("-" in id for id in written)


def test_of_what_attack_writes_the_originals_can_be_attacked_again(stumper: Command, folder: Path) -> None:
    attack(stumper, "--budget", "5", adversary="add-any")
    again = stumper("attack", "out.json", "-a", "add-any", "-v", READER, "--budget", "5", "--out", "again.json")
    assert again.code == 0
    written = ids(folder / "out.json")
    assert ids(folder / "again.json") == written
    assert (
        f"out.json: of its {len(written)} examples {len(written) - 8} are variants of others, and are not" in again.said
    )


def test_the_same_attack_again_asks_nothing_and_writes_the_same(stumper: Command, folder: Path) -> None:
    first = json.loads(attack(stumper, "--json").out)
    written = (folder / "out.json").read_bytes()
    (folder / "out.json").unlink()
    second = json.loads(attack(stumper, "--json").out)
    assert second["outcomes"] == first["outcomes"]
    assert [second["queries"][name] for name in ("asked", "unique", "cached")] == [0, 0, 0]
    assert second["queries"]["recorded"] >= first["queries"]["unique"]
    assert (folder / "out.json").read_bytes() == written


def test_several_workers_write_the_same_file(stumper: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    attack(stumper, "--store", "one.db", "--budget", "60", out="one.json")
    attack(stumper, "--store", "two.db", "--budget", "60", "--workers", "2", out="two.json")
    assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()


def test_a_victim_without_a_fingerprint_is_asked_anew_once_it_is_finished(stumper: Command) -> None:
    near = ("attack", "lamps.json", "-a", "identity", "-v", "python:cli_victims:near", "--out", "o.json", "--json")
    first, second = (json.loads(stumper(*near).out)["queries"] for _ in range(2))
    assert first == second
    assert (first["asked"], first["unique"], first["cached"], first["recorded"]) == (16, 8, 0, 0)


def test_limit_draws_by_the_seed(stumper: Command, folder: Path) -> None:
    drawn = []
    for seed in ("1", "1", "2", "3"):
        attack(stumper, "--limit", "3", "--seed", seed, adversary="identity")
        drawn.append([id for id in ids(folder / "out.json") if "-" not in id])
    assert [len(some) for some in drawn] == [3, 3, 3, 3]
    assert drawn[0] == drawn[1]
    assert len({tuple(some) for some in drawn}) > 1


def test_the_table_names_the_attack_and_its_figures(stumper: Command) -> None:
    ended = attack(stumper)
    assert "F1 before" in ended.out
    assert "wrote out.json" in ended.said


@pytest.mark.parametrize(("least", "code"), [("0.0", 0), ("1.0", 1)])
def test_fail_under_is_a_gate(stumper: Command, least: str, code: int) -> None:
    ended = attack(stumper, "--fail-under", least)
    assert ended.code == code
    assert ("is below --fail-under 1" in ended.said) is bool(code)


def test_where_nothing_could_be_scored_the_gate_gives_no_verdict(stumper: Command, adversarial: Path) -> None:
    fails = ("-v", "python:cli_victims:fails", "--max-errors", "1", "--fail-under", "0.1")
    ended = stumper("attack", "lamps.json", "-a", "identity", "--out", "o.json", *fails)
    assert ended.code == 3
    assert ended.said.splitlines()[-1].startswith("stumper: Nothing could be scored, as the victim failed on every")
    assert stumper("evaluate", "adversarial.json", "-v", "python:cli_victims:right", *fails).code == 3


@pytest.mark.parametrize(("least", "code"), [("0.74", 0), ("0.76", 1)])
def test_evaluate_gates_the_adversarial_f1(stumper: Command, adversarial: Path, least: str, code: int) -> None:
    victims = ("-v", "python:cli_victims:near", "-v", "python:cli_victims:right")
    assert stumper("evaluate", "adversarial.json", *victims, "--fail-under", least).code == code


def test_score_gates_what_there_is(stumper: Command, folder: Path) -> None:
    (folder / "answers.json").write_text(json.dumps({"q0": "Ada Thorn", "q1": "Ada Thorn"}))
    assert stumper("score", "lamps.json", "answers.json", "--fail-under", "0.25").code == 0
    assert stumper("score", "lamps.json", "answers.json", "--fail-under", "0.26").code == 1


def test_evaluate_prints_the_scores_of_the_published_script(stumper: Command, adversarial: Path) -> None:
    victims = ("-v", "python:cli_victims:near", "-v", "python:cli_victims:wrong")
    ended = stumper("evaluate", "adversarial.json", *victims, "--json")
    scores = json.loads(ended.out)["scores"]
    assert all(list(score) == SCORE_KEYS for score in scores)
    values = {(s["victim"], s["name"], s["on"]): s["value"] for s in scores}
    assert values["python:cli_victims:near", "f1", "original"] == 1.0
    assert values["python:cli_victims:near", "f1", "adversarial"] == 0.75
    assert values["python:cli_victims:wrong", "f1", "adversarial"] == 0.0
    answers = {id: "Jo Brandt" if "trap" in id else "Ada Thorn" for id in ids(adversarial)}
    Path("answers.json").write_text(json.dumps(answers))
    filed = json.loads(stumper("evaluate", "adversarial.json", "-v", "file:answers.json", "--json").out)["scores"]
    scored = json.loads(stumper("score", "adversarial.json", "answers.json", "--json").out)["scores"]
    assert [(s["name"], s["on"], s["value"]) for s in filed] == [(s["name"], s["on"], s["value"]) for s in scored]


def test_evaluate_of_some_questions_scores_these_alone(stumper: Command, adversarial: Path) -> None:
    ended = stumper("evaluate", "adversarial.json", "-v", "python:cli_victims:near", "--limit", "2", "--json")
    assert {score["n"] for score in json.loads(ended.out)["scores"]} == {2}


def test_evaluate_of_a_set_without_variants_can_still_gate(stumper: Command) -> None:
    ended = stumper("evaluate", "lamps.json", "-v", "python:cli_victims:right", "--fail-under", "0.9")
    assert ended.code == 0


def test_one_variant_at_random_is_an_option_of_from_file(stumper: Command, adversarial: Path) -> None:
    more = ("--set", "file=adversarial.json", "--set", "pick=one", "--json")
    ended = stumper(
        "attack", "lamps.json", "-a", "from-file", "-v", "python:cli_victims:near", "--out", "o.json", *more
    )
    assert json.loads(ended.out)["examples"] == 8
    assert len([id for id in ids(Path("o.json")) if id.endswith("-from-file")]) == 2


def test_run_carries_out_a_plan_and_writes_all_of_it(stumper: Command, folder: Path) -> None:
    (folder / "plan.toml").write_text(
        'datasets = ["lamps.json"]\nvictims = ["python:cli_victims:reader", "python:cli_victims:right"]\n'
        'adversaries = ["identity", {name = "add-any", search = "fast", budget = 9}]\nlimit = 4\n'
    )
    ended = stumper("run", "plan.toml", "--out", "all")
    assert ended.code == 0
    assert "[4/4] add-any x python:cli_victims:right" in ended.said
    written = sorted(path.name for path in (folder / "all").iterdir())
    assert len(written) == 7
    assert {"report.html", "report.json", "report.md"} < set(written)
    again = stumper("run", "plan.toml", "--out", "all")
    assert sorted(path.name for path in (folder / "all").iterdir()) == written
    assert again.out == ended.out


def test_report_writes_three_files_or_prints_json(stumper: Command, folder: Path) -> None:
    attack(stumper, "--budget", "20")
    ended = stumper("report", "--out", "told")
    assert ended.code == 0
    assert sorted(path.name for path in (folder / "told").iterdir()) == ["report.html", "report.json", "report.md"]
    printed = stumper("report", "--json").out
    value = json.loads(printed)
    assert json.loads((folder / "told" / "report.json").read_text()) == value
    run_id = value["rows"][0]["run_id"]
    assert json.loads(stumper("report", run_id[:6], "--json").out)["rows"][0]["run_id"] == run_id


def test_report_prints_json_and_writes_files_where_both_are_asked_for(stumper: Command, folder: Path) -> None:
    attack(stumper, "--budget", "20")
    ended = stumper("report", "--json", "--out", "told")
    assert json.loads(ended.out) == json.loads((folder / "told" / "report.json").read_text())
    assert (folder / "told" / "report.html").exists()
    stumper("report", "--json")
    assert not (folder / "out").exists()
    assert stumper("report").code == 0
    assert (folder / "out" / "report.html").exists()


def test_report_of_an_empty_store_says_how_to_begin(stumper: Command, folder: Path) -> None:
    Store.open(str(folder / "stumper.db")).close()
    ended = stumper("report")
    assert ended.code == 0
    assert "stumper attack" in ended.out


def test_what_only_looks_makes_no_store(stumper: Command, folder: Path) -> None:
    (folder / "answers.json").write_text('{"q0": "Ada"}')
    for command in (("list",), ("score", "lamps.json", "answers.json"), ("report",), ("report", "--json"), ("--help",)):
        stumper(*command)
    assert sorted(path.name for path in folder.iterdir()) == ["answers.json", "lamps.json"]


def test_progress_counts_those_fooled_before_an_interruption(stumper: Command, folder: Path) -> None:
    ended = attack(stumper, "--budget", "50", "--json")
    fooled = json.loads(ended.out)["outcomes"]["succeeded"]
    assert fooled > 0
    assert f"fooled {fooled}" in ended.said
    assert f"8/8  fooled {fooled}" in attack(stumper, "--budget", "50").said


def test_output_that_goes_to_no_terminal_has_no_escape_codes(
    stumper: Command, adversarial: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack(stumper, "--budget", "20")
    for settings in ({}, {"NO_COLOR": "1"}):
        for key, value in settings.items():
            monkeypatch.setenv(key, value)
        for command in (
            ("attack", "lamps.json", "-a", "identity", "-v", READER, "--out", "o.json"),
            ("evaluate", "adversarial.json", "-v", READER),
            ("report",),
            ("list",),
            ("--help",),
            ("lst",),
        ):
            ended = stumper(*command)
            assert "\x1b" not in ended.out + ended.said


def test_a_reader_of_the_output_may_leave_early(folder: Path) -> None:
    command = f"{sys.executable} -m stumper list | head -n 1"
    ended = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "DATASETS\n", "")


def on_a_terminal(folder: Path, *arguments: str, **environment: str) -> str:
    """What a command writes where it believes to write to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "stumper", *arguments]
    settings = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "TERM": "xterm-256color", **environment}
    process = subprocess.Popen(command, cwd=folder, stdout=theirs, stderr=theirs, stdin=theirs, env=settings)
    os.close(theirs)
    written = b""
    with suppress(OSError):  # the terminal is gone when the process is
        while part := os.read(ours, 65536):
            written += part
    os.close(ours)
    assert process.wait() == 0, written.decode()
    return written.decode()


def test_a_terminal_sees_progress_and_colour_unless_no_color_is_set(folder: Path) -> None:
    command = ("attack", "lamps.json", "-a", "identity", "-v", READER, "--out", "o.json")
    seen = on_a_terminal(folder, *command)
    assert "\ridentity  8/8" in seen
    assert "\x1b[" in seen
    assert "\x1b" not in on_a_terminal(folder, *command, NO_COLOR="1")


def test_the_list_names_the_paper_of_every_attack_that_has_one(stumper: Command) -> None:
    lines = [line for line in stumper("list", "adversaries").out.splitlines() if line.startswith("  ")]
    papers = (
        "Jia & Liang 2017", "Rahurkar et al. 2020", "Thorne et al. 2019", "Ribeiro et al. 2018", "Wallace et al. 2019",
        "Morpheus: Tan et al. 2020", "Longpre et al. 2021", "Rajpurkar et al. 2018", "Zou et al. 2025",
        "Liu et al. 2024", "Greshake et al. 2023", "Jiang & Bansal 2019",
    )  # fmt: skip
    without = {line.split()[0] for line in lines if not any(f"({paper})" in line for paper in papers)}
    assert len(lines) > 15
    assert without == {
        *("add-benign", "claim-synonym", "edit-search", "from-file", "identity", "tossup-synonym"),
        *("question-misspell", "question-paraphrase", "question-presuppose", "in-passage"),
        *("passage-benign", "passage-conflict", "passage-distract", "passage-search", "passage-withhold"),
    }


def test_a_set_whose_questions_were_changed_scores_the_same_everywhere(stumper: Command, folder: Path) -> None:
    document = json.loads((folder / "lamps.json").read_text())
    for paragraph in document["data"][0]["paragraphs"]:
        [own] = paragraph["qas"]
        paragraph["qas"].append({**own, "id": f"{own['id']}-said", "question": "What did Ada Thorn do?"})
    (folder / "said.json").write_text(json.dumps(document))
    (folder / "strict.py").write_text(
        "def strict(question, context):\n    return 'Ada Thorn' if question.startswith('Who') else 'lamp'\n"
    )
    scores = json.loads(stumper("evaluate", "said.json", "-v", "python:strict:strict", "--json").out)["scores"]
    assert [score["value"] for score in scores if score["name"] == "f1"] == [1.0, 0.0]
    assert stumper("report", "--out", "report").code == 0
    [row] = json.loads((folder / "report" / "report.json").read_text())["rows"]
    assert (row["f1"]["before"]["value"], row["f1"]["after"]["value"], row["without"]) == (1.0, 0.0, 0)
