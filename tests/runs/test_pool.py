"""Attempts over executors of others: the rows are those of one process, and what cannot be sent is said."""

import os
import re
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from running import EXAMPLES, PLAN, Parts, rows, steps_of
from stumper.errors import BadOption, BadStore, BrokenVictim, VictimFailed
from stumper.protocols import Victim
from stumper.runs import Settings, run
from stumper.runs.pool import AHEAD, asked, attempted, versions
from stumper.store import Store
from stumper.types import Attempt


@pytest.fixture(scope="module")
def alone() -> list[Attempt]:
    with Store.open("sqlite://") as store:
        steps_of(store)
        return rows(store)


def spawning(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"))


@dataclass
class Counting(Executor):
    """Carries out tasks only when their results are waited for, and knows how many were handed in before."""

    most: int = 0
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    _open: set[Future[Any]] = field(default_factory=set)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = self._pool.submit(fn, *args, **kwargs)
        self._open = {one for one in self._open if not one.done()} | {future}
        self.most = max(self.most, len(self._open))
        return future


class Exits(Parts):
    """A system whose process ends with it."""

    def victim(self) -> Victim:
        os._exit(1)


@dataclass(frozen=True)
class Unsendable(Parts):
    """Parts that no other process can have."""

    lock: Any = field(default_factory=threading.Lock)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, spawning])
def test_an_executor_makes_the_same_rows(pool: Any, tmp_path: Path, alone: list[Attempt]) -> None:
    with Store.open(str(tmp_path / "a.db")) as store:
        with pool(2) as executor:
            steps = steps_of(store, settings=Settings(executor=executor))
        assert rows(store) == alone
        assert steps[-1].done == steps[-1].total == 20
        assert steps[-1].counts.unique == sum(attempt.queries for attempt in alone)
        again = steps_of(store, plan=replace(PLAN, repetition=1))  # what the workers asked is in the cache
        assert again[-1].counts.unique == again[-1].counts.cached


def test_workers_take_from_the_cache_what_it_has(tmp_path: Path, alone: list[Attempt]) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, ThreadPoolExecutor(2) as executor:
        steps_of(store)
        [*_, last] = steps_of(store, settings=Settings(executor=executor), plan=replace(PLAN, repetition=1))
        assert last.counts.cached == last.counts.unique == sum(attempt.queries for attempt in alone)
        assert last.counts.again > 0  # some of which the victim is asked once more


def test_recorded_answers_are_asked_again_by_the_workers(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, ThreadPoolExecutor(2) as executor:
        steps_of(store)
        [*_, here] = steps_of(store)
        [*_, last] = steps_of(store, settings=Settings(executor=executor))
        assert last.counts.again == here.counts.again == 5  # a hundredth of what is recorded, and at least 5


def test_no_more_than_a_few_tasks_are_under_way(tmp_path: Path, alone: list[Attempt]) -> None:
    executor = Counting()
    with Store.open(str(tmp_path / "a.db")) as store:
        many = [replace(one, id=f"{one.id}/{n}") for n in range(10) for one in EXAMPLES]
        steps_of(store, settings=Settings(executor=executor, ask_again=0), examples=many)
        assert len(rows(store)) == 200
    assert 1 <= executor.most <= AHEAD


def test_a_run_over_an_executor_that_is_broken_off_goes_on(tmp_path: Path, alone: list[Attempt]) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, ThreadPoolExecutor(2) as executor:
        broken_off = run(PLAN, Parts(), EXAMPLES, store, Settings(executor=executor))
        list(islice(broken_off, 2))
        broken_off.close()  # type: ignore[attr-defined]
        assert 0 < len(rows(store)) < 20
        steps_of(store, settings=Settings(executor=executor))
        assert rows(store) == alone


def test_a_run_begun_again_holds_no_fault_of_the_earlier_one_against_the_system(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, ThreadPoolExecutor(1) as executor:
        settings = Settings(executor=executor, max_error_rate=1)
        [*_, first] = steps_of(store, Parts(fails_on="lamp 1"), settings)
        store.forget_errored(PLAN.id)
        [*_, second] = steps_of(store, Parts(fails_on="lamp 1"), settings)
        assert first.counts.lost == second.counts.lost == 11


def test_an_error_in_a_worker_ends_the_run(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, ThreadPoolExecutor(2) as executor:
        with pytest.raises(BrokenVictim, match="probability nan"):
            steps_of(store, Parts(fails_on="lamp 9 ", fault="nan"), Settings(executor=executor))
        with pytest.raises(VictimFailed, match=r"failed on 1[01] of 20"):
            steps_of(store, Parts(fails_on="lamp 1"), Settings(executor=executor))


def test_a_pool_that_breaks_is_a_failure_in_one_sentence(tmp_path: Path) -> None:
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        spawning(1) as executor,
        pytest.raises(VictimFailed, match="worker ended abruptly while it asked 'scripted'"),
    ):
        steps_of(store, Exits(), Settings(executor=executor))


def test_what_cannot_be_pickled_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        ThreadPoolExecutor(1) as executor,
        pytest.raises(BadOption, match=r"'scripted' or the attack 'add-any' cannot be sent to workers"),
    ):
        steps_of(store, Unsendable(), Settings(executor=executor))


@pytest.mark.parametrize(("place", "name"), [(0, "Stumper"), (1, "Python")])
def test_a_worker_of_another_version_refuses(place: int, name: str) -> None:
    driver = [*versions()]
    driver[place] = "0.0"
    for refused in (attempted, asked):
        error = refused((driver[0], driver[1]), b"", b"").error
        assert isinstance(error, BadOption)
        assert re.match(f"The driver has {name} 0.0, and the worker on .* Install one version", str(error))


def test_a_worker_without_the_store_says_what_to_do(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store, ThreadPoolExecutor(1) as executor:
        broken_off = run(PLAN, Parts(), EXAMPLES, store, Settings(executor=executor))
        next(broken_off)
        (tmp_path / "a.db").rename(tmp_path / "b.db")
        with pytest.raises(BadStore, match=r"cannot read the store .*a\.db.* Put the store into PostgreSQL"):
            list(broken_off)
        (tmp_path / "b.db").rename(tmp_path / "a.db")


def test_an_executor_by_its_name_alone_is_refused(tmp_path: Path) -> None:
    class Jobs:
        """Hands out what nobody can wait for with others, as submitit does."""

        def submit(self, *given: Any) -> object:
            return self

    told = r"The executor 'Jobs' hands out 'Jobs' objects, which are no futures of concurrent\.futures"
    with Store.open(str(tmp_path / "a.db")) as store, pytest.raises(BadOption, match=told):
        steps_of(store, settings=Settings(executor=Jobs()))  # type: ignore[arg-type]


def test_how_many_workers_there_are_is_asked_of_whoever_knows() -> None:
    class Dask(Executor):
        """Knows it as Dask's executor does."""

        class _client:  # noqa: N801
            @staticmethod
            def nthreads() -> dict[str, int]:
                return {"tcp://a": 2, "tcp://b": 3}

    with ThreadPoolExecutor(4) as executor:
        assert Settings(executor=executor).at_once == 4
    assert Settings(executor=Dask()).at_once == 5
    assert Settings(8, executor=Dask()).at_once == 8
    assert Settings(executor=Counting()).at_once == 1


def test_an_executor_that_takes_nothing_any_more_is_a_failure_in_one_sentence(tmp_path: Path) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    told = r"^The executor did not bring back a task that asks 'scripted' \(RuntimeError: cannot schedule new futures"
    with Store.open(str(tmp_path / "a.db")) as store, pytest.raises(VictimFailed, match=told):
        steps_of(store, settings=Settings(executor=executor))
