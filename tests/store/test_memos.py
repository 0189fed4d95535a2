"""What was computed comes back until something changes that it was computed from."""

from dataclasses import dataclass, replace
from math import isnan, nan
from pathlib import Path

import pytest
from sqlalchemy import select

from stumper.store import Store, schema
from stumper.store.memos import code_fingerprint
from stumper.store.values import from_text, to_text
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Attempt, Example, Gold, Judgement, Passage, Perturbation, Prediction, Verdict

QUERY = Question("Who lit it?", Passage("p", "Ada lit it.", "Lamps"))
GOLD = Gold((Answer("Ada", 0),))
SAID = Verdict(Prediction((), None), 0.5, 0.5)


def attempt(run_id: str, example_id: str, queries: int = 1) -> Attempt:
    perturbed = Perturbation(example_id, QUERY, GOLD, ())
    return Attempt(run_id, example_id, "identity", "v", "failed", SAID, SAID, perturbed, queries)


def errored(run_id: str, example_id: str) -> Attempt:
    return replace(attempt(run_id, example_id), outcome="errored", reason="down")


@pytest.fixture
def store(store: Store) -> Store:
    """Two runs on one data set of three examples; of the first, one attempt is recorded."""
    store.put_examples("data", [Example(f"e{number}", QUERY, GOLD) for number in range(3)])
    for run_id in ("run", "other"):
        store.put_plan(run_id, "{}", "data")
    store.put_attempts([attempt("run", "e0")])
    return store


def test_a_memo_comes_back_in_the_state_in_which_it_was_put(store: Store) -> None:
    memos = store.memos()
    memos.put("key", "one", "first")
    assert [memos.get("key", "one"), memos.get("key", "two"), memos.get("else", "one")] == ["first", None, None]
    memos.put("key", "two", "second")
    assert [memos.get("key", "one"), memos.get("key", "two")] == [None, "second"]


def test_what_is_computed_once_is_not_computed_again_in_the_same_state(store: Store) -> None:
    calls = []

    def compute() -> tuple[int, ...]:
        calls.append(1)
        return (1, 2)

    found = [store.memos().computed("key", state, tuple[int, ...], compute) for state in ("one", "one", "two")]
    assert found == [(1, 2)] * 3
    assert len(calls) == 2


def test_attempts_change_the_state_of_their_run_alone(store: Store) -> None:
    run, other, both = store.state(["run"]), store.state(["other"]), store.state(["run", "other"])
    store.put_attempts([attempt("run", "e1")])
    assert store.state(["run"]) != run
    assert store.state(["run", "other"]) != both
    assert store.state(["other"]) == other
    assert len({run, other, both}) == 3


def test_errored_attempts_that_are_made_again_change_the_state_though_as_many_rows_are_there(store: Store) -> None:
    store.put_attempts([errored("run", "e1")])
    before = store.state(["run"])
    positions = select(schema.attempts.c.position)
    with store.engine.connect() as connection:
        rows = list(connection.scalars(positions))
    assert store.forget_errored("run") == 1
    between = store.state(["run"])
    store.put_attempts([attempt("run", "e1")])
    with store.engine.connect() as connection:
        assert len(list(connection.scalars(positions))) == len(rows)
    assert len({before, between, store.state(["run"])}) == 3


def test_a_state_stays_while_nothing_happens_to_the_run(store: Store) -> None:
    before = store.state(["run"])
    store.conclude("run", 3)
    assert store.forget_errored("run") == 0
    store.put_plan("run", "{}", "data")
    store.put_plan("a third", "{}", "elsewhere")
    store.put_examples("data", [Example("e0", QUERY, GOLD)])
    assert store.state(["run"]) == before


def test_more_examples_of_the_data_set_change_the_state(store: Store) -> None:
    before = store.state(["run"])
    store.put_examples("elsewhere", [Example("e9", QUERY, GOLD)])
    assert store.state(["run"]) == before
    store.put_examples("data", [Example("e9", QUERY, GOLD)])
    assert store.state(["run"]) != before


def test_judgements_change_the_state_also_where_one_takes_the_place_of_another(store: Store) -> None:
    judged = Judgement("perturbation", "jo", True, True, True, judge="person")
    states = [store.state(["run"])]
    for judgement in (judged, replace(judged, annotator="ada"), replace(judged, label_correct=False)):
        store.put_judgements([judgement])
        states.append(store.state(["run"]))
    store.put_judgements([replace(judged, label_correct=False)])
    assert len(set(states)) == 4
    assert store.state(["run"]) == states[-1]


def test_the_code_is_known_by_its_text_alone(tmp_path: Path) -> None:
    def folder(name: str, **files: str) -> Path:
        (tmp_path / name).mkdir()
        for stem, text in files.items():
            (tmp_path / name / f"{stem}.py").write_text(text)
        (tmp_path / name / "notes.txt").write_text(name)
        return tmp_path / name

    one, two = folder("one", scores="half = 0.5"), folder("two", scores="half = 0.5")
    changed, more = folder("changed", scores="half = 0.6"), folder("more", scores="half = 0.5", other="")
    assert code_fingerprint(one) == code_fingerprint(two)
    assert len({code_fingerprint(path) for path in (one, changed, more)}) == 3


@dataclass(frozen=True)
class Inner:
    value: float
    low: float | None


@dataclass(frozen=True)
class Outer:
    name: str
    pairs: tuple[tuple[str, int], ...]
    inner: Inner | None
    many: tuple[Inner, ...]
    by_name: dict[str, Inner]
    either: int | str = 1


@pytest.mark.parametrize(
    "value",
    [
        Outer("a\x00ü\ud800", (("x", 1), ("y", 2)), Inner(0.7, None), (Inner(1.0, -0.0),), {"k": Inner(1e-9, 2.0)}),
        Outer("", (), None, (), {}, "text"),
    ],
    ids=["full", "empty"],
)  # fmt: skip
def test_values_come_back_from_json_as_they_were(value: Outer) -> None:
    back = from_text(Outer, to_text(value))
    assert back == value
    assert repr(back) == repr(value)


def test_what_is_not_a_number_comes_back(store: Store) -> None:
    store.memos().put("key", "state", to_text(Inner(nan, None)))
    document = store.memos().get("key", "state")
    assert document is not None
    assert isnan(from_text(Inner, document).value)
