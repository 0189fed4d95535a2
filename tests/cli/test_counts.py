"""Each command that asks a system ends with what it asked; without anything answered it ends with 3."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
NEVER = ("attack", "lamps.json", "-a", "identity", "-v", "python:cli_victims:fails", "--out", "o.json")


def last(ended: Any) -> str:
    return str(ended.said.splitlines()[-1])


def test_evaluate_asks_the_variants_of_wrong_originals_as_part_of_its_attempts(
    stumper: Command, adversarial: Path
) -> None:
    ended = stumper("evaluate", "adversarial.json", "-v", "python:cli_victims:wrong", "--json")
    queries = json.loads(ended.out)["queries"]
    assert (queries["unique"], queries["cached"]) == (7, 0)  # the scores take from the cache what the attempts asked
    assert last(ended).startswith("7 queries put: 7 answered, 0 from the cache")
    again = json.loads(stumper("evaluate", "adversarial.json", "-v", "python:cli_victims:wrong", "--json").out)
    assert (again["queries"]["unique"], again["queries"]["recorded"]) == (0, 7)


def test_run_counts_all_of_its_jobs(stumper: Command, folder: Path) -> None:
    Path("plan.toml").write_text(
        'datasets = ["lamps.json"]\nvictims = ["python:cli_victims:reader", "python:cli_victims:right"]\n'
        'adversaries = ["identity"]\n'
    )
    assert last(stumper("run", "plan.toml")) == (
        "16 queries put: 16 answered, 0 from the cache, 0 lost to errors; 0 found recorded"
    )


def test_predict_counts_what_it_takes_from_the_cache_and_asks_again(stumper: Command, folder: Path) -> None:
    predict = ("predict", "lamps.json", "-v", "python:cli_victims:right", "--out", "o.json")
    assert last(stumper(*predict)).startswith("8 queries put: 8 answered, 0 from the cache")
    assert last(stumper(*predict)).startswith("8 queries put: 0 answered, 8 from the cache")
    assert last(stumper(*predict)).endswith(", 5 asked again")
    assert "asked again" not in last(stumper(*predict, "--ask-again", "0"))


def test_predict_says_what_it_lost_where_the_victim_fails(stumper: Command, folder: Path) -> None:
    ended = stumper("predict", "lamps.json", "-v", "python:cli_victims:fails_on_3", "--out", "o.json")
    assert ended.code == 3
    assert "8 queries put: 7 answered, 0 from the cache, 1 lost to errors; 0 found recorded" in ended.said
    assert not Path("o.json").exists()


@pytest.mark.parametrize("gate", [(), ("--fail-under", "0")])
def test_where_nothing_was_ever_answered_there_is_no_verdict(
    stumper: Command, folder: Path, gate: tuple[str, ...]
) -> None:
    for _ in range(2):  # the second time, that everything failed is found recorded
        ended = stumper(*NEVER, "--max-errors", "1", *gate)
        assert ended.code == 3, ended.said
        assert "verdict" in last(ended)
