"""Runs that an earlier version of Stumper began: told of, begun anew, or gone on with where the user says so."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from stumper import given
from stumper.runs import Plan, from_json
from stumper.store import Store, schema
from stumper.store.connection import writing

Command = Callable[..., Any]
ATTACK = ("attack", "lamps.json", "-a", "add-any", "--budget", "9", "--set", "search=fast", "--out", "o.json", "-v")
RIGHT, GROWING = "python:cli_victims:right", "python:growing:victim"
PLAN = f'datasets = ["lamps.json"]\nvictims = ["{RIGHT}"]\n[[adversaries]]\nname = "identity"\n'


def runs(folder: Path) -> dict[str, tuple[Plan, int]]:
    """The plan and the number of attempts of each run."""
    with Store.open(f"sqlite:///{folder / 'stumper.db'}") as store:
        return {id: (from_json(document), len(store.attempts(id))) for id, document in store.plans().items()}


def interrupt(folder: Path) -> str:
    """Of the only run half is lost, as if it had been interrupted there; its id."""
    with Store.open(f"sqlite:///{folder / 'stumper.db'}") as store:
        [run_id] = store.plans()
        lost = [attempt.example_id for attempt in store.attempts(run_id)][4:]
        with writing(store.engine) as connection:
            connection.execute(delete(schema.candidates).where(schema.candidates.c.example_id.in_(lost)))
            connection.execute(delete(schema.attempts).where(schema.attempts.c.example_id.in_(lost)))
            connection.execute(update(schema.plans).values(concluded=False))
    return run_id


def begin(stumper: Command, folder: Path, *arguments: str) -> str:
    """The run that a version with other code of the attack began."""
    with pytest.MonkeyPatch.context() as before:
        before.setattr(given, "adversary_code", lambda *which: "of before")
        assert stumper(*arguments).code == 0
    return interrupt(folder)


def test_a_run_of_earlier_code_is_told_of_and_begun_anew(stumper: Command, folder: Path) -> None:
    begun = begin(stumper, folder, *ATTACK, RIGHT)
    said = stumper(*ATTACK, RIGHT).said
    assert f"an earlier version of Stumper began add-any x {RIGHT} (4 of 8): --continue-earlier" in said
    assert {id: made for id, (_, made) in runs(folder).items() if id == begun} == {begun: 4}
    assert sorted(made for _, made in runs(folder).values()) == [4, 8]
    assert "earlier version" not in stumper(*ATTACK, RIGHT).said


def test_a_run_of_earlier_code_is_gone_on_with_and_says_so(stumper: Command, folder: Path) -> None:
    begun = begin(stumper, folder, *ATTACK, RIGHT)
    ended = stumper(*ATTACK, RIGHT, "--continue-earlier")
    assert (ended.code, "earlier version" in ended.said) == (0, False)
    [(id, (plan, made))] = runs(folder).items()
    assert (id, plan.id, plan.continued, made) == (begun, begun, 4, 8)
    stumper("report", "--out", "out")
    assert "the first 4 attempts were made by an earlier version of Stumper" in (folder / "out/report.md").read_text()


def test_a_plan_goes_on_with_what_an_earlier_version_began(stumper: Command, folder: Path) -> None:
    (folder / "plan.toml").write_text(PLAN)
    begun = begin(stumper, folder, "run", "plan.toml")
    assert stumper("run", "plan.toml", "--continue-earlier").code == 0
    [(id, (plan, made))] = runs(folder).items()
    assert (id, plan.continued, made) == (begun, 4, 8)


def test_a_system_whose_own_code_has_changed_is_another_system(stumper: Command, folder: Path) -> None:
    source = "from cli_victims import right as victim\n"
    (folder / "growing.py").write_text(source)
    begun = begin(stumper, folder, *ATTACK, GROWING)
    (folder / "growing.py").write_text(source + "# changed\n")
    ended = stumper(*ATTACK, GROWING, "--continue-earlier")
    assert (ended.code, "earlier version" in ended.said) == (0, False)
    assert {id: made for id, (_, made) in runs(folder).items() if id == begun} == {begun: 4}
    assert len(runs(folder)) == 2


@pytest.mark.parametrize("other", [("--seed", "2"), ("--limit", "5")])
def test_another_plan_goes_on_with_nothing(stumper: Command, folder: Path, other: tuple[str, str]) -> None:
    begun = begin(stumper, folder, *ATTACK, RIGHT)
    assert stumper(*ATTACK, RIGHT, *other, "--continue-earlier").code == 0
    assert runs(folder)[begun][0].continued == 0
