"""Answers that are handed over one by one make the same rows, are kept as they arrive, and are judged as a batch is."""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from running import EXAMPLES, NEVER, PLAN, Parts, Streamed, Streaming, rows, rule, steps_of
from stumper.errors import BrokenVictim, VictimFailed
from stumper.runs import Memory, Oracle, Settings
from stumper.runs.executors import serial
from stumper.runs.oracle import Request
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Attempt, Passage, Prediction, Query

pytestmark = pytest.mark.usefixtures("copied_workers")


@pytest.fixture(scope="module")
def batched() -> list[Attempt]:
    with Store.open("sqlite://") as store:
        steps_of(store)
        return rows(store)


@pytest.fixture(params=[1, 2])
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(workers=request.param, timeout=60, max_error_rate=1)


@pytest.fixture
def hasty(settings: Settings) -> Settings:
    """With little patience with a victim that hangs, and enough with what it answers on a busy machine."""
    return replace(settings, timeout=2)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "a.db")) as store:
        yield store


def until(holds: Any) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.fixture(autouse=True)
def _no_thread_stays() -> Iterator[None]:
    yield
    NEVER.set()  # what hung in this process comes to its end
    until(lambda: not any(thread.name.startswith("stream") for thread in threading.enumerate()))
    NEVER.clear()


def test_answers_that_arrive_in_any_order_make_the_rows_of_batches(
    store: Store, settings: Settings, batched: list[Attempt]
) -> None:
    steps = steps_of(store, Streamed(), settings)
    assert rows(store) == batched
    assert steps[-1].counts.unique == sum(attempt.queries for attempt in batched)
    assert steps[-1].counts.answered == steps[-1].counts.unique


@pytest.mark.parametrize("act", ["raises", "exits", "cannot", "silent"])
def test_only_what_a_stream_has_no_answer_to_is_an_error(
    store: Store, settings: Settings, batched: list[Attempt], act: str
) -> None:
    steps_of(store, Streamed(act=act), settings)
    made = rows(store)
    assert [attempt.example_id for attempt in made if attempt.outcome == "errored"] == ["e3"]
    assert [a for a in made if a.outcome != "errored"] == [a for a in batched if a.example_id != "e3"]


@pytest.mark.parametrize("act", ["twice", "outside", "bare", "none", "not a number"])
def test_a_stream_that_breaks_its_contract_ends_the_run(store: Store, settings: Settings, act: str) -> None:
    with pytest.raises(BrokenVictim, match="'scripted'"):
        steps_of(store, Streamed(act=act), settings)


@pytest.mark.parametrize("act", ["refuses", "cannot go on"])
def test_what_makes_it_useless_to_go_on_ends_the_run_at_once(store: Store, settings: Settings, act: str) -> None:
    with pytest.raises(VictimFailed, match=r"^The service is closed\.$"):
        steps_of(store, Streamed(act=act), settings)


def test_an_interrupt_is_raised_where_the_run_is() -> None:
    with Store.open("sqlite://") as store, pytest.raises(KeyboardInterrupt):
        steps_of(store, Streamed(act="is interrupted"))


def test_a_stream_that_says_nothing_for_too_long_is_an_error_of_what_it_owes(
    store: Store, hasty: Settings, batched: list[Attempt]
) -> None:
    steps_of(store, Streamed(act="hangs"), hasty)
    made = rows(store)
    errored = {attempt.example_id: attempt.reason for attempt in made if attempt.outcome == "errored"}
    assert errored.pop("e3") == "did not answer within 2 seconds"
    assert set(errored) <= {"e0", "e1", "e2"}  # what the stream owed beside it
    assert [a for a in made if a.outcome != "errored"] == [
        a for a in batched if a.example_id not in {"e3", *errored}
    ]  # fmt: skip


def ask(text: str) -> Question:
    return Question(text, Passage("p", "Ada Thorn lit the lamp."))


@dataclass
class Held:
    """Hands over an answer when it is told to."""

    let: dict[str, threading.Event] = field(default_factory=dict)
    fingerprint: str | None = "held"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """Nothing: it is asked by streams alone."""
        raise AssertionError

    def predict_each(self, queries: Sequence[Query]) -> Iterator[Any]:
        """Each when it is let."""
        for at, query in enumerate(queries):
            assert self.let.setdefault(query.text, threading.Event()).wait(60)
            yield at, rule(query)


def test_who_is_answered_goes_on_while_others_wait() -> None:
    held = Held({"slow": threading.Event(), "quick": threading.Event(), "then": threading.Event()})
    oracle = Oracle("held", held, "held", Memory())
    slow, quick, then = Request([ask("slow")]), Request([ask("quick")]), Request([ask("then")])
    oracle.begin([slow])
    oracle.begin([quick])
    held.let["quick"].set()
    assert oracle.wait() == [quick]
    oracle.begin([then])
    held.let["then"].set()
    assert oracle.wait() == [then]
    held.let["slow"].set()
    assert oracle.wait() == [slow]
    oracle.close()


def test_what_is_under_way_does_not_count_as_answered() -> None:
    held = Held({"slow": threading.Event(), "quick": threading.Event()})
    oracle = Oracle("held", held, "held", Memory())
    oracle.begin([Request([ask("slow")])])
    oracle.begin([Request([ask("quick")])])
    held.let["quick"].set()
    oracle.wait()
    assert (oracle.counts.unique, oracle.counts.answered) == (1, 1)
    held.let["slow"].set()
    oracle.wait()
    assert (oracle.counts.unique, oracle.counts.answered) == (2, 2)
    oracle.close()


def test_an_attempt_is_handed_over_once_all_that_it_was_told_is_kept() -> None:
    memory = Memory()
    told = 0
    for progress in serial(PLAN, Streamed(), EXAMPLES, memory, 64, 0.0):
        told += sum(attempt.queries for attempt in progress.attempts)
        assert len(memory.new) >= told
    assert told == len(memory.new)


def test_what_is_being_asked_is_not_asked_once_more() -> None:
    held = Held({"same": threading.Event()})
    oracle = Oracle("held", held, "held", Memory())
    requests = [Request([ask("same")]), Request([ask("same")])]
    for request in requests:
        oracle.begin([request])
    held.let["same"].set()
    assert oracle.wait() == requests
    assert (oracle.counts.asked, oracle.counts.unique) == (2, 1)


def test_what_has_arrived_is_kept_while_more_is_awaited() -> None:
    held, memory = Held({"quick": threading.Event(), "slow": threading.Event()}), Memory()
    oracle = Oracle("held", held, "held", memory)
    held.let["quick"].set()
    waiter = threading.Thread(target=oracle.ask, args=([ask("quick"), ask("slow")],))
    waiter.start()
    until(lambda: memory.new)
    assert len(memory.new) == 1
    held.let["slow"].set()
    waiter.join(60)
    assert len(memory.new) == 2


def test_what_arrived_before_a_run_was_broken_off_is_kept() -> None:
    victim, memory = Streaming("refuses"), Memory()
    with pytest.raises(VictimFailed):
        Oracle("v", victim, "v", memory).ask([example.query for example in EXAMPLES])
    assert len(memory.new) == 16  # those from the last to the fourth


@dataclass(frozen=True)
class Hanging(Parts):
    """The parts of a run against a victim that never answers to one lamp."""

    busy: bool = False

    def victim(self) -> Any:
        return Hangs(self.busy)


@dataclass(frozen=True)
class Hangs:
    busy: bool
    fingerprint: str | None = "scripted"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """By the rule, but for one lamp."""
        while any("lit lamp 3 " in query.context.text for query in queries if isinstance(query, Question)):
            if not self.busy:
                threading.Event().wait(60)
        return [rule(query) for query in queries]


@pytest.mark.usefixtures("spawned_workers")
@pytest.mark.parametrize("busy", [False, True])
def test_a_batch_that_hangs_is_an_error_of_its_examples_and_the_run_goes_on(
    store: Store, hasty: Settings, busy: bool, batched: list[Attempt]
) -> None:
    steps = steps_of(store, Hanging(busy=busy), replace(hasty, batch_size=2))
    made = rows(store)
    errored = {attempt.example_id: attempt.reason for attempt in made if attempt.outcome == "errored"}
    assert "e3" in errored
    assert len(errored) <= 2
    assert set(errored.values()) == {"did not answer within 2 seconds"}
    assert [a for a in made if a.outcome != "errored"] == [a for a in batched if a.example_id not in errored]
    assert 0 < steps[-1].counts.lost <= 2


def test_without_a_limit_a_victim_is_asked_in_the_thread_of_the_run() -> None:
    threads: list[str] = []

    @dataclass(frozen=True)
    class Notes(Parts):
        def victim(self) -> Any:
            threads.append(threading.current_thread().name)
            return super().victim()

    with Store.open("sqlite://") as store:
        steps_of(store, Notes(), Settings(timeout=0))
        steps_of(store, Notes(), Settings(timeout=60), plan=PLAN)
    assert threads[0] == threading.main_thread().name
