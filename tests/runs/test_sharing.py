"""Processes with one plan on one store share its work, and none waits for a dead one."""

import json
import multiprocessing
import signal
import threading
import time
from pathlib import Path

import pytest

from on_a_node import until
from running import EXAMPLES, PLAN, rows, steps_of
from shared_runs import MANY, carried_out
from stumper.runs import alone, sharing
from stumper.store import Store
from stumper.types import Attempt


@pytest.fixture(scope="module")
def uninterrupted() -> list[Attempt]:
    with Store.open("sqlite://") as store:
        steps_of(store)
        return rows(store)


@pytest.mark.parametrize(("workers", "has_executor"), [(1, False), (2, False), (2, True)])
def test_two_processes_ask_for_nothing_twice_and_end_alike(
    database: str, tmp_path: Path, workers: int, has_executor: bool
) -> None:
    with Store.open(database):
        pass
    spawning = multiprocessing.get_context("spawn")
    arguments = (database, str(tmp_path), workers, has_executor)
    both = [spawning.Process(target=carried_out, args=arguments) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    asked = [line for path in tmp_path.glob("*.asked") for line in path.read_text().splitlines()]
    assert len(asked) == len(set(asked))
    ended = [json.loads(path.read_text()) for path in tmp_path.glob("*.ended")]
    assert ended[0][0] == ended[1][0]
    with Store.open(database) as store:
        queries = sum(attempt.queries for attempt in store.attempts(PLAN.id))
        assert len(store.attempts(PLAN.id)) == len(MANY)
    assert sum(answered for _, _, answered in ended) == queries
    assert len(asked) == queries
    assert {recorded + answered for _, recorded, answered in ended} == {queries}


def test_of_two_drivers_with_an_executor_one_is_killed_and_the_other_ends_like_one(
    database: str, tmp_path: Path
) -> None:
    with Store.open(database):
        pass
    spawning = multiprocessing.get_context("spawn")
    arguments = (database, str(tmp_path), 2, True)
    killed = spawning.Process(
        target=carried_out, args=(*arguments, 0.5)
    )  # so slow that the other does not come too late
    left = spawning.Process(target=carried_out, args=arguments)
    with Store.open(database) as store:
        killed.start()
        until(lambda: claimed(store) == 1)
        left.start()
        until(lambda: claimed(store) == 2 and bool(store.finished(PLAN.id)))
        killed.kill()
        killed.join()
        assert killed.exitcode == -signal.SIGKILL
        assert any(f" {killed.pid} " in owner for owner in store.claims(PLAN.id, "nobody").others())
        left.join(300)
        assert left.exitcode == 0
        found = rows(store)
        assert not (tmp_path / f"{killed.pid}.ended").exists()
        assert claimed(store) == 0
    with Store.open("sqlite://") as store:
        steps_of(store, examples=MANY)
        assert rows(store) == found


def begun(owner: str, store: Store) -> set[str]:
    """What somebody has claimed of the run."""
    return store.claims(PLAN.id, owner).take([example.id for example in EXAMPLES[:5]])


def claimed(store: Store) -> int:
    return len(store.claims(PLAN.id, "nobody").others())


def test_what_a_process_has_claimed_that_is_gone_is_free_at_once(store: Store, uninterrupted: list[Attempt]) -> None:
    ended = multiprocessing.get_context("spawn").Process(target=time.time)
    ended.start()
    ended.join()
    machine, _, began, _ = sharing.this_owner().split(" ")
    if not machine:
        pytest.skip("this system does not say which processes run")
    assert len(begun(f"{machine} {ended.pid} {began} x", store)) == 5
    steps_of(store)
    assert rows(store) == uninterrupted
    assert claimed(store) == 0


def test_what_this_process_claimed_for_a_run_that_it_left_is_free_at_once(
    store: Store, uninterrupted: list[Attempt]
) -> None:
    if sharing.this_owner().startswith(" "):
        pytest.skip("this system does not say which processes run")
    begun(sharing.this_owner(), store)
    steps_of(store)
    assert rows(store) == uninterrupted


def test_who_gives_no_sign_of_life_is_not_waited_for(
    store: Store, uninterrupted: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "SILENCE", 0.2)
    begun("elsewhere 1 1 x", store)
    steps_of(store)
    assert rows(store) == uninterrupted


def test_what_another_process_is_at_is_waited_for_and_found_recorded(
    store: Store, uninterrupted: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "SILENCE", 3.0)  # less than what the other takes: its heart keeps it alive
    others = store.claims(PLAN.id, "elsewhere 1 1 x")
    assert len(others.take([attempt.example_id for attempt in uninterrupted[:5]])) == 5

    def other() -> None:
        for _ in range(18):
            time.sleep(0.2)
            others.beat()
        store.put_attempts(uninterrupted[:5])

    thread = threading.Thread(target=other)
    thread.start()
    last = steps_of(store)[-1]
    thread.join()
    assert rows(store) == uninterrupted
    assert last.done == 20
    assert last.counts.recorded == sum(attempt.queries for attempt in uninterrupted[:5])
    assert last.counts.unique == sum(attempt.queries for attempt in uninterrupted[5:])
    assert claimed(store) == 0


def test_what_is_done_alone_is_done_by_one_after_the_other(store: Store) -> None:
    order: list[str] = []

    def second() -> None:
        with alone(store, PLAN.id, "learning"):
            order.append("second")

    others = store.claims(f"{PLAN.id} learning", "elsewhere 1 1 x")
    assert others.take(["learning"]) == {"learning"}
    thread = threading.Thread(target=second)
    thread.start()
    time.sleep(0.3)
    order.append("first")
    others.drop(others.owner)
    thread.join(60)
    assert order == ["first", "second"]
