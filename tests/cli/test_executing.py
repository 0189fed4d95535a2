"""Who carries runs out: `--executor`, `--workers`, `--resources` and `--cluster`, or a plan's table `run`."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from stumper.cli.executing import Workers, planned, workers_of
from stumper.cli.options import Hands
from stumper.errors import BadOption

Command = Callable[..., Any]
ATTACK = ("attack", "lamps.json", "-a", "identity", "-v", "python:cli_victims:right", "--out", "made.json")
PLAN = 'datasets = ["lamps.json"]\nadversaries = ["identity"]\nvictims = ["python:cli_victims:right"]\n'


@pytest.fixture
def without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)


@pytest.mark.parametrize("command", [ATTACK, ("evaluate", "lamps.json", "-v", "python:cli_victims:right")])
def test_without_ray_one_is_told_what_to_install_and_nothing_is_lost(
    stumper: Command, folder: Path, without_ray: None, command: tuple[str, ...]
) -> None:
    ended = stumper(*command, "--executor", "ray")
    assert ended.code == 2
    assert ended.said.rstrip().endswith("The executor 'ray' needs Ray: pip install 'stumper[cluster]'.")
    assert stumper(*command).code == 0


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed here")
def test_a_folder_called_ray_is_not_taken_for_it(stumper: Command, folder: Path, monkeypatch: Any) -> None:
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    (folder / "ray").mkdir()
    monkeypatch.syspath_prepend(folder)
    ended = stumper(*ATTACK, "--executor", "ray")
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    assert (ended.code, "pip install 'stumper[cluster]'" in ended.said) == (2, True)


def test_a_plan_says_who_carries_it_out_and_options_say_otherwise(
    stumper: Command, folder: Path, without_ray: None
) -> None:
    (folder / "plan.toml").write_text(f'{PLAN}[run]\nexecutor = "ray"\n')
    ended = stumper("run", "plan.toml")
    assert (ended.code, "needs Ray" in ended.said) == (2, True)
    assert stumper("run", "plan.toml", "--executor", "local").code == 0


def test_options_stand_before_what_a_plan_says() -> None:
    run = {"executor": "ray", "workers": 4, "resources": {"gpu": 1, "cpu": 0.5}, "cluster": "a:1"}
    assert planned(run, None, None, None, None) == Workers(4, "ray", {"gpu": 1, "cpu": 0.5}, "a:1")
    assert planned(run, 2, None, "cpu=3", "b:1") == Workers(2, "ray", {"cpu": 3}, "b:1")
    assert planned({}, None, None, None, None) == Workers()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("local", "gpu=1", None), "--resources is about the workers of a cluster: add --executor ray."),
        (("local", None, "a:1"), "--cluster is about the workers of a cluster: add --executor ray."),
        (("ray", "gpu", None), "--resources takes NAME=AMOUNT, not 'gpu': for example gpu=1"),
        (("ray", "gpu=-1", None), "not 'gpu=-1'"),
        (("ray", "gpu=1,=2", None), "not '=2'"),
        (("ray", "cpu=inf", None), "not 'cpu=inf'"),
        (("ray", "cpu=nan", None), "not 'cpu=nan'"),
    ],
)
def test_what_does_not_go_together_is_said(given: tuple[Any, ...], says: str) -> None:
    with pytest.raises(BadOption) as error:
        workers_of(Hands(1, *given))
    assert says in str(error.value)


def test_a_bound_of_what_is_asked_does_not_hold_over_a_cluster(stumper: Command, folder: Path) -> None:
    ended = stumper(*ATTACK, "--executor", "ray", "--max-requests", "3")
    assert (ended.code, "leave out --workers and --executor" in ended.said) == (2, True)
