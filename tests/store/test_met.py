"""Attempts that are read one by one, some at a time, with their candidates."""

from dataclasses import replace

import pytest

from stumper.errors import BadStore
from stumper.identity import perturbation_id
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.store import met as reading
from stumper.store.connection import writing
from stumper.store.met import met
from stumper.store.schema import candidates
from stumper.testing import EXAMPLE
from stumper.types import Attempt, Candidate, Example, Guess, Perturbation, Prediction, Verdict

PLAN = Plan("set", "set", "scripted", "scripted", "edit-synonym")


def variants(example: Example, number: int) -> list[Perturbation]:
    queries = [replace(example.query, text=f"Who lit it, {n}?") for n in range(number)]
    return [Perturbation(example.id, query, example.gold, ()) for query in queries]


def attempt(example: Example, number: int) -> Attempt:
    guesses = tuple(Guess(text, 0.25) for text in ("Ada Thorn", "1874"))
    said = Verdict(Prediction(guesses, 0.5), 1.0, 0.5)
    made = [Candidate(one, said) for one in variants(example, number)]
    chosen = made[-1].perturbation if made else None
    return Attempt(PLAN.id, example.id, "edit-synonym", "scripted", "failed", said, said if made else None, chosen,
                   number + 1, candidates=tuple(made), original_id=example.id)  # fmt: skip


@pytest.fixture
def store(database: str):
    with Store.open(database) as opened:
        yield opened


def test_attempts_come_with_all_their_candidates_however_many_are_read_at_once(store, monkeypatch) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 2)
    examples = [replace(EXAMPLE, id=f"e{n}") for n in range(5)]
    store.put_plan(PLAN.id, to_json(PLAN), "set")
    store.put_examples("set", examples)
    store.put_attempts([attempt(example, number) for number, example in enumerate(examples)])
    found = list(met(store.engine, PLAN.id, {}))
    assert [one.original.id for one in found] == ["e0", "e1", "e2", "e3", "e4"]
    for number, one in enumerate(found):
        assert [v.id for v in one.variants] == [perturbation_id(p) for p in variants(examples[number], number)]
        assert [v.is_chosen for v in one.variants] == [False] * (number - 1) + [True] * bool(number)
        assert all(v.is_candidate for v in one.variants)
        assert one.before.prediction == Prediction((Guess("Ada Thorn", 0.25),), 0.5)


def test_an_attempt_may_stand_by_what_is_no_candidate(store) -> None:
    other = Perturbation(EXAMPLE.id, replace(EXAMPLE.query, text="Who?"), EXAMPLE.gold, ())
    store.put_plan(PLAN.id, to_json(PLAN), "set")
    store.put_examples("set", [EXAMPLE])
    store.put_attempts([replace(attempt(EXAMPLE, 2), perturbation=other)])
    [one] = met(store.engine, PLAN.id, {})
    assert [(v.is_candidate, v.is_chosen) for v in one.variants] == [(True, False), (True, False), (False, True)]
    assert one.variants[-1].id == perturbation_id(other)


@pytest.mark.parametrize("at_once", [1, 500])  # more than can be looked up, and as many
def test_what_was_made_of_some_originals_is_read_alone(store, monkeypatch, at_once: int) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", at_once)
    store.put_plan(PLAN.id, to_json(PLAN), "set")
    every = [replace(EXAMPLE, id=f"e{n}") for n in range(5)]
    store.put_examples("set", every)
    of_first = replace(attempt(every[4], 1), original_id="e0")
    store.put_attempts([*(attempt(one, 1) for one in every[:4]), of_first])
    found = list(met(store.engine, PLAN.id, {}, {"e0", "e2", "gone"}))
    assert [(one.example_id, one.original.id) for one in found] == [("e0", "e0"), ("e2", "e2"), ("e4", "e0")]


def test_one_original_is_one_value_in_all_runs(store) -> None:
    plans = [PLAN, replace(PLAN, seed=2)]
    store.put_examples("set", [EXAMPLE])
    for plan in plans:
        store.put_plan(plan.id, to_json(plan), "set")
        store.put_attempts([replace(attempt(EXAMPLE, 1), run_id=plan.id)])
    known: dict[tuple[str, str], Example] = {}
    first, second = (one for plan in plans for one in met(store.engine, plan.id, known))
    assert first.original is second.original


def test_what_stumper_did_not_write_is_told(store) -> None:
    store.put_plan(PLAN.id, to_json(PLAN), "set")
    store.put_examples("set", [EXAMPLE])
    store.put_attempts([attempt(EXAMPLE, 1)])
    with writing(store.engine) as connection:
        connection.execute(candidates.update().values(edits="[[1]]"))
    with pytest.raises(BadStore, match="holds what Stumper did not write"):
        list(met(store.engine, PLAN.id, {}))


def test_originals_of_which_nothing_was_made_stand_behind_all_attempts_once(store) -> None:
    examples = [replace(EXAMPLE, id=f"e{n}") for n in range(3)]
    store.put_plan(PLAN.id, to_json(PLAN), "set")
    store.put_examples("set", examples)
    before = store.state([PLAN.id])
    store.put_unmade(PLAN.id, {"e1": "the number is odd", "e0": "no light"})
    told = store.state([PLAN.id])
    store.put_unmade(PLAN.id, {"e1": "another reason"})
    assert (told == before, store.state([PLAN.id]) == told) == (False, True)
    store.put_attempts([attempt(examples[2], 1)])
    found = list(met(store.engine, PLAN.id, {}))
    assert [(one.original.id, one.outcome, one.reason) for one in found] == [
        ("e2", "failed", None),
        ("e0", None, "no light"),
        ("e1", None, "the number is odd"),
    ]
    assert sorted(found, key=lambda one: one.place) == found
    store.put_attempts([attempt(examples[1], 1)])
    assert store.unmade(PLAN.id) == {"e0": "no light"}  # an attempt says more
