"""Each command that a report prints can be pasted, and does what was done."""

import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from stumper import api
from stumper.reports import Report, in_store
from stumper.reports.report import Provenance
from stumper.sections.ran import Names

Command = Callable[..., Any]
RIGHT, NEAR = "python:cli_victims:right", "python:cli_victims:near"
BOTH = ("-v", RIGHT, "-v", NEAR)


def runs_in(store: str) -> set[str]:
    with api.open_store(store) as opened:
        return set(opened.plans())


def printed(stumper: Command) -> dict[str, list[str]]:
    """The parts of the commands of a report on all that was done, by run."""
    assert stumper("report", "--out", "report").code == 0
    told = json.loads(Path("report/report.json").read_text())["provenance"]
    page = Path("report/report.md").read_text()
    assert all(run["command"] in page for run in told)
    return {run["run_id"]: shlex.split(run["command"]) for run in told}


def repeated(stumper: Command) -> None:
    """Every printed command ends well, and makes the run that it stands beside, in a store of its own."""
    for number, (run_id, (program, *parts)) in enumerate(printed(stumper).items()):
        ended = stumper(*parts, "--store", f"again-{number}.db")
        assert (program, ended.code) == ("stumper", 0), ended.said
        assert run_id in runs_in(f"again-{number}.db"), parts


def test_attacks_on_several_systems_have_a_command_and_a_file_each(stumper: Command, folder: Path) -> None:
    attacks = ("-a", "add-any", "-a", "edit-misspell", "--set", "search=fast", "--budget", "30", "--limit", "3")
    assert stumper("attack", "lamps.json", *attacks, *BOTH, "--only-right", "--out", "sets").code == 0
    outs = [command[command.index("--out") + 1] for command in printed(stumper).values()]
    assert len(set(outs)) == len(outs) == 4
    assert set(outs) >= {"out/add-any-python-cli_victims-right.json", "out/add-any-python-cli_victims-near.json"}
    repeated(stumper)
    assert all(Path(out).is_file() for out in outs)


def test_two_attacks_by_one_adversary_write_two_files(stumper: Command, folder: Path) -> None:
    for seed in ("1", "2"):
        ended = stumper("attack", "lamps.json", "-a", "edit-misspell", "-v", NEAR, "--seed", seed, "--out", "o.json")
        assert ended.code == 0, ended.said
    outs = [command[command.index("--out") + 1] for command in printed(stumper).values()]
    assert len(set(outs)) == 2


def test_an_evaluation_is_repeated_as_one(stumper: Command, adversarial: Path) -> None:
    assert stumper("evaluate", "adversarial.json", *BOTH, "--limit", "3").code == 0
    assert [command[:3] for command in printed(stumper).values()] == [["stumper", "evaluate", "adversarial.json"]] * 2
    repeated(stumper)


def test_an_evaluation_with_originals_from_elsewhere_names_them(stumper: Command, adversarial: Path) -> None:
    apart = json.loads(adversarial.read_text())
    [article] = apart["data"]
    article["paragraphs"] = [one for one in article["paragraphs"] if "-" in one["qas"][0]["id"]]
    Path("variants.json").write_text(json.dumps(apart))
    assert stumper("evaluate", "variants.json", "--originals", "lamps.json", "-v", NEAR).code == 0
    [command] = printed(stumper).values()
    assert command[1:5] == ["evaluate", "variants.json", "--originals", "lamps.json"]
    repeated(stumper)


def test_a_file_of_which_one_variant_is_picked_is_attacked_with(stumper: Command, adversarial: Path) -> None:
    picked = ("--set", "file=adversarial.json", "--set", "pick=one", "--out", "o.json")
    assert stumper("attack", "lamps.json", "-a", "from-file", "-v", NEAR, *picked).code == 0
    [command] = printed(stumper).values()
    assert command[1] == "attack"
    repeated(stumper)


def test_what_was_put_to_another_system_is_repeated_by_a_transfer(stumper: Command, folder: Path) -> None:
    how = ("--limit", "2", "--budget", "30", "--set", "search=fast", "--seed", "3")
    assert stumper("transfer", "lamps.json", "-a", "add-any", *BOTH, *how).code == 0
    commands = [command[1] for command in printed(stumper).values()]
    assert sorted(commands) == ["attack", "attack", "transfer", "transfer"]
    repeated(stumper)


def test_claims_without_their_originals_are_evaluated(stumper: Command, folder: Path) -> None:
    row = {"id": "x-1", "original_id": "x", "label": "SUPPORTS", "claim": "The lamp is lit.", "evidence": []}
    Path("released.jsonl").write_text(json.dumps(row) + "\n")
    assert stumper("evaluate", "released.jsonl", "-v", "python:cli_victims:lit").code == 0
    [command] = printed(stumper).values()
    assert command[1:3] == ["evaluate", "released.jsonl"]
    repeated(stumper)


def test_where_a_store_was_named_every_command_that_is_told_names_it(stumper: Command, folder: Path) -> None:
    ended = stumper("attack", "lamps.json", "-a", "edit-misspell", "-v", NEAR, "--out", "o", "--store", "my own.db")
    assert "stumper report --store 'my own.db' --out FOLDER shows it example by example" in ended.said
    assert stumper("report", "--out", "report", "--store", "my own.db").code == 0
    [run] = json.loads(Path("report/report.json").read_text())["provenance"]
    assert shlex.split(run["command"])[-2:] == ["--store", "my own.db"]
    assert run["command"] in Path("report/report.md").read_text()
    ended = stumper(*shlex.split(run["command"])[1:])
    assert (ended.code, Path("stumper.db").exists()) == (0, False), ended.said
    assert run["run_id"] in runs_in("my own.db")
    Path("plan.toml").write_text(f'datasets = ["lamps.json"]\nadversaries = ["edit-misspell"]\nvictims = ["{NEAR}"]\n')
    assert (
        "next: stumper report --store 'my own.db' --out FOLDER"
        in stumper("run", "plan.toml", "--store", "my own.db").said
    )
    assert stumper("run", "plan.toml", "--store", "my own.db", "--out", "all").code == 0
    assert "--store 'my own.db'" in Path("all/report.md").read_text()


def test_a_command_that_names_a_server_does_not_tell_its_password() -> None:
    run = Provenance("r", Names("d", "v", "a", "a", ""), "", "", "", 1, None, None, (), (), "stumper evaluate d")
    report = Report((), (), (run, replace(run, command="stumper.evaluate(d)"), replace(run, command="")), ())
    told = in_store(report, "postgresql://ada:secret@host/db?sslpassword=secret")
    first, *others = [one.command for one in told.provenance]
    assert first.startswith("stumper evaluate d --store 'postgresql")
    assert "ada:***@host/db" in first
    assert "secret" not in first
    assert others == ["stumper.evaluate(d)", ""]
