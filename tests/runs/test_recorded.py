"""What one run has made is asked of further victims: made once where the attack is the same for all, else replayed."""

import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar

import pytest

from lamps import Facts, Lamps, added
from stumper import api
from stumper.errors import BadOption
from stumper.preparing import prepare_replay
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.testing import Finds, Says, ScriptedVictim
from stumper.types import (
    Attempt,
    Example,
    Guess,
    Nothing,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

HERE = "scripted_for_recorded"
RIGHT, OTHER, FAILING = (f"python:{HERE}:{name}" for name in ("right", "other", "failing"))
LABELS, OTHERWISE = (f"python:{HERE}:{name}" for name in ("labels", "otherwise"))
PROPOSED = Counter[str]()  # how often something was made of an example


@dataclass(frozen=True)
class Fixed:
    """Proposes two sentences; of lamp 2 nothing, of lamp 3 only what breaks a constraint, of lamp 4 it chooses one."""

    searches: ClassVar[bool] = False

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        PROPOSED[example.id] += 1
        if example.id == "q2":
            return Nothing("it is too dark")
        if example.id == "q3":
            yield [replace(added(example, "Jo did not."), example_id="q4")]
            return None
        made = [added(example, f"{name} did not.") for name in ("Jo", "Al", str(rng.random()))]
        yield made
        return made[1] if example.id == "q4" else None


@dataclass(frozen=True)
class Searching:
    """Goes on until it has succeeded."""

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        PROPOSED[example.id] += 1
        for name in ("Jo", "Al"):
            [said] = yield [added(example, f"{name} did not.")]
            if said.succeeded:
                break
        return None


@dataclass(frozen=True)
class SaysSo:
    """Of each claim two variants."""

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
        PROPOSED["claims"] += 1
        return [
            Perturbation(example.id, replace(example.query, text=f"{word} {example.query.text}"), example.gold, ())  # type: ignore[type-var]
            for example in examples
            for word in ("Indeed,", "Well,")
        ]


def victim(name: str, trap: str) -> ScriptedVictim:
    def said(query: Query) -> Prediction:
        text = query.context.text if isinstance(query, Question) else ""
        return Prediction((Guess(name if trap in text else "Ada Thorn", None),), None)

    return ScriptedVictim(said, fingerprint=name)


@pytest.fixture(autouse=True)
def scripted() -> Iterator[ModuleType]:
    PROPOSED.clear()
    module = ModuleType(HERE)
    module.__dict__.update(
        Lamps=lambda: Lamps(5),
        Facts=Facts,
        Fixed=Fixed,
        Searching=Searching,
        SaysSo=SaysSo,
        right=victim("Jo", "Jo did"),
        other=victim("Al", "Al did"),
        failing=ScriptedVictim(Finds(("Ada Thorn",), (0.8,)), fault="raises", where="lamp 0", fingerprint="failing"),
        labels=ScriptedVictim(Says({"The lamp is lit.": "SUPPORTS"}), fingerprint="labels"),
        otherwise=ScriptedVictim(Says({"The sea is dry.": "SUPPORTS"}), fingerprint="otherwise"),
    )
    sys.modules[HERE] = module
    yield module
    del sys.modules[HERE]


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as opened:
        yield opened


QUESTIONS, FACTS = f"{HERE}:Lamps", f"{HERE}:Facts"


def attacked(store: Store, adversary: str, victim: str, dataset: str = QUESTIONS, **how: Any) -> list[Attempt]:
    job = api.attack(dataset, f"{HERE}:{adversary}", victim, store=store, **how)
    return job.attempts()


def test_what_does_not_search_is_made_once_for_all_victims_and_its_rows_are_those_of_making_it_anew(
    store: Store,
) -> None:
    attacked(store, "Fixed", RIGHT)
    assert set(PROPOSED.values()) == {1}
    reused = attacked(store, "Fixed", OTHER)
    assert PROPOSED == {"q0": 1, "q1": 1, "q2": 1, "q3": 2, "q4": 1}  # what broke a constraint is not recorded
    with Store.open("sqlite://") as another:
        assert attacked(another, "Fixed", OTHER) == reused
    assert [len(attempt.candidates) for attempt in reused] == [3, 3, 0, 0, 3]
    assert reused[4].perturbation == reused[4].candidates[1].perturbation
    assert reused[0].perturbation == reused[0].candidates[1].perturbation  # by the verdicts of this victim


def test_what_an_earlier_victim_failed_on_is_made_anew(store: Store) -> None:
    attacked(store, "Fixed", FAILING, settings=api.Settings(max_error_rate=1.0))
    PROPOSED.clear()
    reused = attacked(store, "Fixed", OTHER)
    assert PROPOSED == {"q0": 1, "q3": 1}
    with Store.open("sqlite://") as another:
        assert attacked(another, "Fixed", OTHER) == reused


@pytest.mark.parametrize("how", [{"seed": 2}, {"limit": 4}, {"budget": 3}])
def test_what_was_asked_for_otherwise_is_made_anew(store: Store, how: dict[str, int]) -> None:
    attacked(store, "Fixed", RIGHT)
    PROPOSED.clear()
    attacked(store, "Fixed", OTHER, **how)
    assert sum(PROPOSED.values()) == how.get("limit", 5)


def test_a_run_that_has_not_come_to_its_end_is_not_relied_on(store: Store) -> None:
    job = api.prepare(QUESTIONS, f"{HERE}:Fixed", RIGHT, store=store)
    list(job.steps())
    PROPOSED.clear()
    attacked(store, "Fixed", OTHER)
    assert set(PROPOSED.values()) == {1}


def test_what_searches_is_made_against_each_victim(store: Store) -> None:
    attacked(store, "Searching", RIGHT)
    attacked(store, "Searching", OTHER)
    assert set(PROPOSED.values()) == {2}


def test_claims_are_made_once_for_all_victims_and_their_rows_are_those_of_making_them_anew(store: Store) -> None:
    attacked(store, "SaysSo", LABELS, FACTS)
    reused = attacked(store, "SaysSo", OTHERWISE, FACTS)
    assert PROPOSED["claims"] == 1
    with Store.open("sqlite://") as another:
        assert attacked(another, "SaysSo", OTHERWISE, FACTS) == reused


def test_several_processes_take_what_was_made_from_the_store(tmp_path: Path) -> None:
    url = str(tmp_path / "stumper.db")
    made = api.attack("reading", "add-sent", url=url, limit=4).attempts()
    again = api.attack("reading", "add-sent", url=url, limit=4, goal="not_exact", settings=api.Settings(workers=2))
    proposed = [[each.perturbation for each in one.candidates] for one in again.attempts()]
    assert proposed == [[each.perturbation for each in one.candidates] for one in made]


def test_a_replay_asks_another_victim_of_what_a_search_stands_by_and_searches_nothing(store: Store) -> None:
    made = api.attack(QUESTIONS, f"{HERE}:Searching", RIGHT, store=store)
    PROPOSED.clear()
    job = prepare_replay(made.plan.id, OTHER, store=store)
    list(job.steps())
    job.conclude()
    assert not PROPOSED
    assert (job.plan.replays, job.plan.made_by, job.plan.made_against) == (made.plan.id, f"{HERE}:Searching", RIGHT)
    assert [one.perturbation for one in job.attempts()] == [one.perturbation for one in made.attempts()]
    assert {one.outcome for one in made.attempts()} == {"succeeded"}
    assert {one.outcome for one in job.attempts()} == {"failed"}
    again = prepare_replay(made.plan.id, OTHER, store=store)
    assert again.plan == job.plan
    assert prepare_replay(job.plan.id, RIGHT, store=store).plan.replays == made.plan.id


def test_a_replay_of_what_proposes_all_at_once_equals_the_attack_itself(store: Store) -> None:
    made = api.attack(QUESTIONS, f"{HERE}:Fixed", RIGHT, store=store)
    job = prepare_replay(made.plan.id, OTHER, store=store)
    list(job.steps())
    same = {"run_id": "", "reason": None}
    own = [replace(one, **same) for one in attacked(store, "Fixed", OTHER)]
    assert [replace(one, **same) for one in job.attempts()] == own
    assert job.plan.made_against == ""


def test_a_replay_of_claims_asks_each_instance_under_its_id(store: Store, tmp_path: Path) -> None:
    made = api.attack(FACTS, f"{HERE}:SaysSo", LABELS, store=store)
    job = prepare_replay(made.plan.id, OTHERWISE, store=store)
    list(job.steps())
    job.conclude()
    own = [replace(one, run_id="") for one in attacked(store, "SaysSo", OTHERWISE, FACTS)]
    assert [replace(one, run_id="") for one in job.attempts()] == own
    for name, each in (("one", made), ("two", job)):
        each.write(tmp_path / f"{name}.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_a_run_that_is_not_there_or_not_ended_is_not_replayed(store: Store) -> None:
    with pytest.raises(BadOption, match="holds no run 'none'"):
        prepare_replay("none", RIGHT, store=store)
    job = api.prepare(QUESTIONS, f"{HERE}:Searching", FAILING, store=store, settings=api.Settings(max_error_rate=1.0))
    list(job.steps())
    store.forget_errored(job.plan.id)
    with pytest.raises(BadOption, match=r"has 4 of 5 attempts. Start its command again"):
        prepare_replay(job.plan.id, OTHER, store=store)
