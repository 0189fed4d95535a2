"""Who says nothing, or fails, where it is attacked does not keep its score by that."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]
SILENT = ("evaluate", "adversarial.json", "-v", "python:cli_victims:silent_on_traps")
FAILS = ("evaluate", "adversarial.json", "-v", "python:cli_victims:fails_where_wrong")


def f1(ended: Any) -> dict[str, float]:
    return {score["on"]: score["value"] for score in json.loads(ended.out)["scores"] if score["name"] == "f1"}


def test_silence_where_it_was_asked_scores_zero(stumper: Command, adversarial: Path) -> None:
    assert f1(stumper(*SILENT, "--json")) == {"original": 1.0, "adversarial": 0.75}
    assert stumper(*SILENT, "--fail-under", "0.76").code == 1
    assert stumper(*SILENT, "--fail-under", "0.75").code == 0


def test_a_file_of_answers_that_leaves_variants_out_is_silent_on_them(stumper: Command, adversarial: Path) -> None:
    Path("answers.json").write_text(json.dumps({f"q{n}": "Ada Thorn" for n in range(4)}))
    ended = stumper("evaluate", "adversarial.json", "-v", "file:answers.json", "--json")
    assert f1(ended) == {"original": 1.0, "adversarial": 0.5}


def test_where_the_published_script_skips_variants_there_is_no_verdict(stumper: Command, adversarial: Path) -> None:
    Path("answers.json").write_text(json.dumps({f"q{n}": "Ada Thorn" for n in range(4)}))
    score = ("score", "adversarial.json", "answers.json")
    ended = stumper(*score, "--json")
    assert f1(ended) == {"original": 1.0, "adversarial": 1.0}
    assert "3 variants without an answer in the file are left out" in ended.said
    assert "2 of 4 questions have no variant and count as they are" in ended.said
    gated = stumper(*score, "--fail-under", "0.5")
    assert gated.code == 3
    assert "3 variants have no answer in the file" in gated.said.splitlines()[-1]


def test_nor_is_there_a_verdict_where_the_system_itself_is_such_a_file(stumper: Command, adversarial: Path) -> None:
    whole = {f"q{n}": "Ada Thorn" for n in range(4)}
    evaluate = ("evaluate", "adversarial.json", "-v", "file:answers.json", "--fail-under", "0.9")
    attack = ("attack", "adversarial.json", "-a", "from-file", "--set", "file=adversarial.json", *evaluate[2:])
    Path("answers.json").write_text(json.dumps(whole))
    for ended in (stumper(*evaluate), stumper(*attack, "--out", "o.json")):
        assert ended.code == 3
        assert "3 variants have no answer in the file" in ended.said.splitlines()[-1]
    ids = [one["id"] for article in json.loads(adversarial.read_text())["data"] for paragraph in article["paragraphs"]
           for one in paragraph["qas"]]  # fmt: skip
    Path("answers.json").write_text(json.dumps(dict.fromkeys(ids, "") | whole))
    assert stumper(*evaluate).code == 1  # it says of each variant that there is no answer


def test_a_system_that_fails_on_variants_of_what_it_gets_wrong_fails(stumper: Command, adversarial: Path) -> None:
    ended = stumper(*FAILS, "--fail-under", "0.99", "--json")
    assert ended.code == 3
    assert "failed on 1 of 4 examples, more than 10% (--max-errors); the first: q1: " in ended.said
    borne = stumper(*FAILS, "--max-errors", "0.25", "--json")
    assert borne.code == 0
    assert {score["n"] for score in json.loads(borne.out)["scores"]} == {3}
    assert "adversarial.json: python:cli_victims:fails_where_wrong failed on 1 of 4" in borne.said


def test_a_victim_is_called_by_its_name_in_the_table(stumper: Command, adversarial: Path) -> None:
    Path("m.py").write_text("def right(question, context):\n    return 'Ada Thorn'\n")
    assert "python:m:right " in stumper("evaluate", "adversarial.json", "-v", "python:m:right").out  # :m: is an emoji
