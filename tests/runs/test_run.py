"""Whole runs: the rows are the same in one process and in several, at once and interrupted; errors stop them."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from running import EXAMPLES, PLAN, Parts, rows, steps_of
from stumper.errors import BadOption, BrokenVictim, VictimFailed
from stumper.runs import Settings, run
from stumper.store import Store
from stumper.types import Attempt


@pytest.fixture(scope="module")
def uninterrupted() -> list[Attempt]:
    with Store.open("sqlite://") as store:
        steps_of(store)
        return rows(store)


def test_every_example_has_an_attempt_and_they_differ(uninterrupted: list[Attempt]) -> None:
    assert [attempt.example_id for attempt in uninterrupted] == sorted(e.id for e in EXAMPLES)
    assert {attempt.outcome for attempt in uninterrupted} == {"succeeded", "exhausted"}
    assert all(attempt.queries <= 40 for attempt in uninterrupted)


@pytest.mark.parametrize("batch_size", [1, 7, 1000])
def test_the_batch_size_changes_no_row(batch_size: int, uninterrupted: list[Attempt]) -> None:
    with Store.open("sqlite://") as store:
        steps_of(store, settings=Settings(batch_size=batch_size))
        assert rows(store) == uninterrupted


def test_the_order_of_the_examples_changes_no_row(uninterrupted: list[Attempt]) -> None:
    with Store.open("sqlite://") as store:
        steps_of(store, examples=EXAMPLES[::-1])
        assert rows(store) == uninterrupted


def test_processes_make_the_same_rows(tmp_path: Path, uninterrupted: list[Attempt]) -> None:
    with Store.open(str(tmp_path / "a.db")) as store:
        steps = steps_of(store, settings=Settings(workers=2))
        assert rows(store) == uninterrupted
        assert steps[-1].done == steps[-1].total == 20
        assert steps[-1].counts.asked >= sum(attempt.queries for attempt in uninterrupted)
        assert steps[-1].counts.unique == sum(attempt.queries for attempt in uninterrupted)
    with Store.open(str(tmp_path / "a.db")) as store:  # what the workers asked is in the cache
        again = steps_of(store, plan=replace(PLAN, repetition=1))
        assert again[-1].counts.unique == again[-1].counts.cached


def test_what_workers_have_done_in_unfinished_chunks_is_kept(tmp_path: Path, uninterrupted: list[Attempt]) -> None:
    with Store.open(str(tmp_path / "a.db")) as store:
        broken_off = run(PLAN, Parts(), EXAMPLES, store, Settings(workers=2))
        steps = list(islice(broken_off, 3))  # the step that says what was there, and two merged batches
        broken_off.close()  # type: ignore[attr-defined]
        assert steps[-1].counts.unique >= 20
        assert len(rows(store)) == steps[-1].done < 10  # a worker has a chunk of 10 examples
        again = steps_of(store)
        assert again[-1].counts.cached > 0
        assert rows(store) == uninterrupted


def test_a_worker_that_cannot_start_is_a_failure_and_no_hanging(tmp_path: Path) -> None:
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        pytest.raises(VictimFailed, match=r"worker ended abruptly.*'scripted'"),
    ):
        steps_of(store, Parts(dies_in_worker=True), Settings(workers=2))


def test_what_keeps_a_worker_from_starting_is_said_in_its_own_words(tmp_path: Path) -> None:
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        pytest.raises(BadOption, match=r"^The model is gone\. Fetch it\.$"),
    ):
        steps_of(store, Parts(refusal="The model is gone. Fetch it."), Settings(workers=2))


def test_steps_count_up_to_the_end(uninterrupted: list[Attempt]) -> None:
    with Store.open("sqlite://") as store:
        steps = steps_of(store)
    assert (steps[0].done, steps[0].ended) == (0, ())
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert sum(len(step.ended) for step in steps) == steps[-1].done == steps[-1].total == 20
    asked = steps[-1].counts
    assert asked.unique == sum(attempt.queries for attempt in uninterrupted)
    assert asked.cached == 0


@pytest.mark.parametrize("interrupted_after", [1, 3, 8, 20, 30])
def test_a_run_that_is_broken_off_goes_on_and_ends_alike(interrupted_after: int, uninterrupted: list[Attempt]) -> None:
    with Store.open("sqlite://") as store:
        broken_off = run(PLAN, Parts(), EXAMPLES, store, Settings())
        for _ in islice(broken_off, interrupted_after):
            pass
        broken_off.close()  # type: ignore[attr-defined]
        before = rows(store)
        steps = steps_of(store)
        assert steps[0].done == len(before)
        assert rows(store) == uninterrupted
        assert len(before) + sum(len(step.ended) for step in steps) == 20


def test_a_finished_run_of_which_nothing_is_asked_again_asks_nothing() -> None:
    with Store.open("sqlite://") as store:
        steps_of(store)
        # Making the victim would end this test.
        [only] = steps_of(store, Parts(dies_in_worker=True), settings=Settings(ask_again=0))
        assert (only.done, only.counts.asked, only.counts.recorded) == (20, 0, 549)


def test_too_many_errors_stop_the_run_and_keep_what_was_done() -> None:
    with Store.open("sqlite://") as store:
        with pytest.raises(
            VictimFailed, match=r"failed on 11 of 20 examples, more than 10%.*first: e\d+: RuntimeError"
        ):
            steps_of(store, Parts(fails_on="lamp 1"))  # 1, and 10 to 19
        assert {attempt.outcome for attempt in rows(store)} >= {"errored"}
        assert VictimFailed.exit_code == 3


def test_a_share_of_errors_is_borne(uninterrupted: list[Attempt]) -> None:
    with Store.open("sqlite://") as store:
        steps_of(store, Parts(fails_on="lamp 12"), Settings(max_error_rate=0.05))
        errored = [attempt for attempt in rows(store) if attempt.outcome == "errored"]
        assert [(a.example_id, a.reason) for a in errored] == [
            ("e12", "RuntimeError: scripted to fail on 'Who lit the lamp?'")
        ]
        others = [attempt for attempt in rows(store) if attempt.outcome != "errored"]
        assert others == [attempt for attempt in uninterrupted if attempt.example_id != "e12"]


def test_a_run_with_too_many_errors_says_so_again_before_it_asks_anything() -> None:
    with Store.open("sqlite://") as store:
        with pytest.raises(VictimFailed):
            steps_of(store, Parts(fails_on="lamp"))
        kept = rows(store)
        with pytest.raises(VictimFailed, match="20 of 20"):
            steps_of(store, Parts(dies_in_worker=True))
        assert rows(store) == kept


def test_errors_before_an_interruption_count() -> None:
    with Store.open("sqlite://") as store:
        steps_of(store, Parts(fails_on="lamp 1 "), examples=EXAMPLES[:2], settings=Settings(max_error_rate=1))
        with pytest.raises(VictimFailed, match="2 of 20"):
            steps_of(store, Parts(fails_on="lamp 12"), Settings(max_error_rate=0.05))


def test_forgotten_errors_are_attempted_again_and_end_as_if_nothing_had_happened(uninterrupted: list[Attempt]) -> None:
    with Store.open("sqlite://") as store:
        with pytest.raises(VictimFailed):
            steps_of(store, Parts(fails_on="lamp 1"))
        store.forget_errored(PLAN.id)
        steps_of(store)
        assert rows(store) == uninterrupted


@pytest.mark.parametrize("workers", [1, 2])
def test_a_broken_victim_ends_the_run(workers: int, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, pytest.raises(BrokenVictim, match="probability nan"):
        steps_of(store, Parts(fails_on="lamp", fault="nan"), Settings(workers=workers))


def test_no_examples_are_done_at_once() -> None:
    with Store.open("sqlite://") as store:
        assert [(step.done, step.total) for step in steps_of(store, examples=())] == [(0, 0)]
