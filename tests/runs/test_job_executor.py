"""Attempts over jobs that are no futures: rows are those of one process, and what ends early cancels its jobs."""

from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from running import EXAMPLES, PLAN, Parts, rows, rule, steps_of
from stumper.errors import BadOption, VictimFailed
from stumper.protocols import Victim
from stumper.runs import Settings, run
from stumper.runs.job_executor import JobExecutor
from stumper.store import Store
from stumper.testing import ScriptedVictim


@dataclass
class Job:
    """What a queue hands out: it can be asked, and no more."""

    of: Future[Any]
    is_cancelled: bool = False

    def done(self) -> bool:
        return self.of.done()

    def result(self) -> Any:
        return self.of.result(0)

    def cancel(self) -> None:
        self.is_cancelled = True


@dataclass
class Queue:
    """Carries out jobs one after the other; the one numbered ``loses`` fails, and from ``hangs`` on none ends."""

    loses: int = -1
    hangs: int = 1000
    jobs: list[Job] = field(default_factory=list)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def submit(self, fn: Any, /, *args: Any) -> Job:
        if len(self.jobs) == self.loses:
            job = Job(Future())
            job.of.set_exception(OSError("the job's folder is gone"))
        elif len(self.jobs) >= self.hangs:
            job = Job(Future())
        else:
            job = Job(self._pool.submit(fn, *args))
        self.jobs.append(job)
        return job


def test_jobs_make_the_same_rows(tmp_path: Path) -> None:
    with Store.open("sqlite://") as store:
        steps_of(store)
        alone = rows(store)
    with Store.open(str(tmp_path / "a.db")) as store, JobExecutor(Queue(), workers=2) as executor:
        steps_of(store, settings=Settings(executor=executor))
        assert rows(store) == alone


def test_what_its_worker_refuses_is_said_as_it_is(tmp_path: Path) -> None:
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        JobExecutor(Queue()) as executor,
        pytest.raises(BadOption, match="no such system"),
    ):
        steps_of(store, Parts(refusal="There is no such system."), Settings(executor=executor))


def test_a_job_that_is_lost_ends_the_run_in_one_sentence_and_cancels_the_others(tmp_path: Path) -> None:
    queue = Queue(loses=1, hangs=2)
    told = (
        r"^The executor did not bring back a task that asks 'scripted' \(OSError: the job's folder is gone\)\. What was"
    )
    with Store.open(str(tmp_path / "a.db")) as store, JobExecutor(queue, workers=2) as executor:
        many = [replace(one, id=f"{one.id}/{n}") for n in range(4) for one in EXAMPLES]
        with pytest.raises(VictimFailed, match=told):
            steps_of(store, settings=Settings(executor=executor), examples=many)
    assert all(job.is_cancelled for job in queue.jobs[2:])
    assert not queue.jobs[1].is_cancelled


@dataclass(frozen=True)
class Unnamed(Parts):
    """Its victim promises nothing: some originals are asked a second time."""

    def victim(self) -> Victim:
        return ScriptedVictim(rule, fingerprint=None)


@pytest.mark.parametrize("loses", [2, -1])
def test_a_job_that_is_lost_as_originals_are_asked_a_second_time_ends_no_run(tmp_path: Path, loses: int) -> None:
    queue, plan = Queue(loses), replace(PLAN, victim_fingerprint=None)
    with Store.open(str(tmp_path / "a.db")) as store, JobExecutor(queue) as executor:
        last = steps_of(store, Unnamed(), Settings(executor=executor), plan=plan)[-1]
        assert (last.done, last.counts.twice, len(rows(store, plan))) == (20, 0 if loses == 2 else 20, 20)
    assert len(queue.jobs) == 3


def test_a_run_that_is_broken_off_cancels_its_jobs(tmp_path: Path) -> None:
    queue = Queue(hangs=1)
    with Store.open(str(tmp_path / "a.db")) as store, JobExecutor(queue, workers=2) as executor:
        broken_off = run(PLAN, Parts(), EXAMPLES, store, Settings(executor=executor))
        list(islice(broken_off, 2))
        broken_off.close()  # type: ignore[attr-defined]
    assert [job.is_cancelled for job in queue.jobs] == [False, True]


def test_after_its_end_it_takes_nothing() -> None:
    executor = JobExecutor(Queue())
    future = executor.submit(len, "abc")
    executor.shutdown()
    assert future.result(0) == 3
    with pytest.raises(RuntimeError, match="after shutdown"):
        executor.submit(len, "abc")


def test_ended_with_its_jobs_it_leaves_none_pending() -> None:
    queue = Queue(hangs=0)
    executor = JobExecutor(queue)
    future = executor.submit(len, "abc")
    executor.shutdown(cancel_futures=True)
    assert queue.jobs[0].is_cancelled
    with pytest.raises(CancelledError):
        future.result(0)
