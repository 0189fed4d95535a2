from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.runs import Plan, from_json, to_json

PLAN = Plan("dev.json", "d" * 32, "embedded", "v" * 32, "add-any", (("search", "fast"),))
TEXT = st.text(max_size=8)


@given(
    st.builds(
        Plan,
        *[TEXT] * 3,
        st.none() | TEXT,
        TEXT,
        options=st.lists(st.tuples(TEXT, TEXT)).map(tuple),
        budget=st.none() | st.integers(1),
        limit=st.none() | st.integers(1),
    )
)
def test_a_plan_reads_back_equal(plan: Plan) -> None:
    assert from_json(to_json(plan)) == plan
    assert from_json(to_json(plan)).id == plan.id


@pytest.mark.parametrize(
    "change",
    [
        {"dataset_fingerprint": "e" * 32},
        {"victim_fingerprint": "w" * 32},
        {"adversary": "add-common"},
        {"options": ()},
        {"goal": "not_exact"},
        {"seed": 2},
        {"budget": 9},
        {"limit": 9},
        {"repetition": 1},
    ],
    ids=str,
)
def test_all_that_decides_rows_makes_another_run(change: dict[str, object]) -> None:
    assert replace(PLAN, **change).id != PLAN.id  # type: ignore[arg-type]


def test_where_things_are_found_makes_no_other_run() -> None:
    assert replace(PLAN, dataset="elsewhere/dev.json", victim="hf:copy").id == PLAN.id


def test_a_victim_without_a_fingerprint_is_told_apart_by_its_name_and_cached_for_its_run() -> None:
    unknown = replace(PLAN, victim_fingerprint=None)
    assert unknown.id != replace(unknown, victim="python:m:other").id
    assert unknown.victim_salt == f"run:{unknown.id}"
    assert PLAN.victim_salt == "v" * 32


def test_the_files_that_options_name_count_by_their_content() -> None:
    named = replace(PLAN, options=(("file", "a.json"),), options_fingerprint="f")
    assert replace(named, options=(("file", "b.json"),)).id == named.id
    assert replace(named, options_fingerprint="g").id != named.id
