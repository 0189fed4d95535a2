"""Some of what the cache has of a victim is asked for again: a figure belongs to the system that gave the answers."""

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar

import pytest

from stumper.errors import BrokenVictim, Spent, VictimFailed
from stumper.identity import content_id, prediction_key
from stumper.predictions import best_answer
from stumper.protocols import Victim
from stumper.runs import Memory, Oracle, Plan, Settings, Step, pool, run, settled
from stumper.runs.again import LEAST_AGAIN, MOST_AGAIN, Again, answers_alike
from stumper.runs.counts import counted
from stumper.runs.patience import Patience
from stumper.runs.pool import asked_twice
from stumper.store import Store
from stumper.store.codec import decode
from stumper.tasks.reading.question import Question
from stumper.testing import ScriptedVictim
from stumper.testing.hostile.town import Appends
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction, Query
from stumper.victims.allowance import allowing

pytestmark = pytest.mark.usefixtures("copied_workers")
PLAN = Plan("set", "set-fingerprint", "scripted", "scripted", "identity")
PASSAGE = Passage("p", "Ada Thorn lit the lamp in 1874.")


def question(number: int) -> Question:
    return Question(f"Who lit lamp {number}?", PASSAGE)


def said(answer: str, probability: float | None = 0.9) -> Prediction:
    return Prediction((Guess(answer, probability),), probability)


@dataclass(frozen=True)
class Varies(ScriptedVictim):
    varies: bool = True


def recheck(
    then: Prediction, now: Prediction, queries: int = 20, kind: type[ScriptedVictim] = ScriptedVictim
) -> Oracle:
    """Asks a victim that has changed since the cache was filled, and asks for some of the cache again."""
    memory, asked = Memory(), [question(number) for number in range(queries)]
    Oracle("v", ScriptedVictim(lambda _: then), "salt", memory).ask(asked)
    later = Oracle("v", kind(lambda _: now), "salt", memory, again=Again(0.01, seed=1))
    later.ask(asked)
    later.recheck(is_last=True)
    return later


def test_a_system_that_repeats_itself_passes() -> None:
    counts = recheck(said("Ada"), said("Ada", 0.9005)).counts
    assert (counts.cached, counts.again, counts.changed) == (20, LEAST_AGAIN, 0)


@pytest.mark.parametrize("now", [said("Thorn"), said("Ada", 0.95), said("Ada", None), Prediction((), None)])
def test_a_system_that_answers_otherwise_under_its_fingerprint_stops_the_run(now: Prediction) -> None:
    with pytest.raises(VictimFailed, match=r"5 of 5 queries that were asked again otherwise.*'Ada' \(0\.900\)"):
        recheck(said("Ada"), now)


def test_a_system_that_says_that_it_varies_has_its_changes_counted() -> None:
    counts = recheck(said("Ada"), said("Thorn"), kind=Varies).counts
    assert (counts.again, counts.changed) == (LEAST_AGAIN, LEAST_AGAIN)
    assert counts.said.endswith("5 asked again (5 answered otherwise, 100.0%)")


def test_a_system_that_only_fails_now_gets_no_figure_though_it_may_vary() -> None:
    memory, asked = Memory(), [question(number) for number in range(20)]
    Oracle("v", ScriptedVictim(lambda _: said("Ada")), "salt", memory).ask(asked)
    later = Oracle("v", Varies(lambda _: said("Ada"), fault="raises"), "salt", memory, again=Again(0.01, seed=1))
    with pytest.raises(VictimFailed, match="failed on 5, the first: RuntimeError: scripted to fail"):
        later.ask(asked)


@pytest.mark.parametrize(("taken", "wanted"), [(3, 3), (20, LEAST_AGAIN), (1_000, 10), (100_000, MOST_AGAIN)])
def test_one_in_a_hundred_is_asked_again_but_five_at_least_and_fifty_at_most(taken: int, wanted: int) -> None:
    assert Again(0.01, seed=1).wanted(taken) == wanted


def test_the_seed_draws_what_is_asked_again() -> None:
    def drawn(seed: int) -> Sequence[Query]:
        memory, asked, victim = (
            Memory(),
            [question(number) for number in range(500)],
            ScriptedVictim(lambda _: said("A")),
        )
        Oracle("v", victim, "salt", memory).ask(asked)
        later = Oracle("v", ScriptedVictim(lambda _: said("A")), "salt", memory, again=Again(0.01, seed))
        later.ask(asked)
        later.recheck(is_last=True)
        assert isinstance(later.victim, ScriptedVictim)
        return [query for batch in later.victim.batches for query in batch]

    assert drawn(1) == drawn(1)
    assert set(drawn(1)) != set(drawn(2))


def test_no_answer_differs_from_any_and_equals_itself() -> None:
    assert answers_alike(Prediction((), None), Prediction((), None))
    assert not answers_alike(Prediction((), None), said("Ada"))


EXAMPLES = tuple(Example(f"e{n}", question(n), Gold((Answer("Ada Thorn", 0),))) for n in range(12))


@dataclass(frozen=True)
class Parts:
    """Made anew in each process: nothing but what can be pickled."""

    answer: str
    probability: float = 0.9
    making: ClassVar[float] = 0.0

    def victim(self) -> Victim:
        return ScriptedVictim(self)

    def __call__(self, query: Query) -> Prediction:
        return said(self.answer, self.probability)

    def adversary(self) -> "Unchanging":
        return Unchanging()


@dataclass(frozen=True)
class Unchanging:
    def attack(self, example: Example, original: object, rng: object):  # type: ignore[no-untyped-def]
        return None
        yield


def steps(store: Store, answer: str, examples: Sequence[Example], workers: int, ask_again: float = 0.01) -> list[Step]:
    return list(run(PLAN, Parts(answer), examples, store, Settings(workers, ask_again=ask_again)))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_goes_on_asks_again_for_what_is_recorded(tmp_path, workers: int) -> None:  # type: ignore[no-untyped-def]
    with Store.open(str(tmp_path / "s.db")) as store:
        steps(store, "Ada Thorn", EXAMPLES[:8], workers)
        store.forget_errored(PLAN.id)
        with pytest.raises(VictimFailed, match="otherwise than its fingerprint promises"):
            steps(store, "1874", EXAMPLES, workers)
        with pytest.raises(VictimFailed, match="otherwise than its fingerprint promises"):  # and so it stays
            steps(store, "1874", EXAMPLES, workers)
        last = steps(store, "Ada Thorn", EXAMPLES, workers)[-1]
        assert (last.done, last.counts.again, last.counts.changed) == (12, 5, 0)


def test_one_in_a_hundred_of_what_a_long_run_has_recorded_is_asked_again() -> None:
    many = tuple(Example(f"e{n}", question(n), Gold((Answer("Ada Thorn", 0),))) for n in range(800))
    with Store.open("sqlite://") as store:
        steps(store, "Ada Thorn", many, 1)
        assert steps(store, "Ada Thorn", (*many, *EXAMPLES), 1)[-1].counts.again == 8


@dataclass(frozen=True)
class Appending(Parts):
    """One sentence is added to each paragraph, and the victim may have another answer then."""

    then: str = "Ada Thorn"

    def __call__(self, query: Query) -> Prediction:
        assert isinstance(query, Question)
        return said(self.then if query.context.text.endswith("there.") else self.answer, self.probability)

    def adversary(self) -> Appends:  # type: ignore[override]
        return Appends()


def test_a_system_that_has_changed_on_what_was_made_alone_is_found_out() -> None:
    with Store.open("sqlite://") as store:
        list(run(PLAN, Appending("Ada Thorn"), EXAMPLES, store, Settings()))
        with pytest.raises(VictimFailed, match="otherwise than its fingerprint promises"):
            list(settled(PLAN, len(EXAMPLES), store, Settings(), Appending("Ada Thorn", then="1874")))


@dataclass(frozen=True)
class Unnamed(Parts):
    """Its victim is a function: it promises nothing."""

    def victim(self) -> Victim:
        return ScriptedVictim(self, fingerprint=None)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_function_that_has_become_another_gets_no_figure_of_what_is_recorded(tmp_path, workers: int) -> None:  # type: ignore[no-untyped-def]
    plan, settings = replace(PLAN, victim_fingerprint=None), Settings(workers)
    with Store.open(str(tmp_path / "s.db")) as store:
        list(run(plan, Unnamed("Ada Thorn"), EXAMPLES[:8], store, settings))
        with pytest.raises(VictimFailed, match="may be another system's, as nothing vouches for this one"):
            list(run(plan, Unnamed("1874"), EXAMPLES, store, settings))
        counts = list(run(plan, Unnamed("Ada Thorn", 0.8), EXAMPLES, store, settings))[-1].counts
        # Where several work, some of the others may have been asked before it was found out. What was kept of them is
        # found out now: once where it is read, once where it is asked a second time.
        assert counts.changed == 5 + 2 * counts.cached


@dataclass(frozen=True)
class Drawing(Unnamed):
    """Its victim answers the first time that it is asked of an original, and another thing the second, where it fails
    or may not be asked at all: as the name says. With ``folder`` it remembers across processes."""

    folder: str = ""
    then: str = "1874"

    def __call__(self, query: Query) -> Prediction:
        file = Path(self.folder, content_id(query.text))
        times = file.read_text() if file.exists() else ""
        file.write_text(times + "x")
        if not times:
            return said(self.answer)
        if self.then == "fails":
            raise ValueError("only once")
        if self.then == "spent":
            raise Spent("all has been asked")
        if self.then == "nan":
            return Prediction((Guess("1874", float("nan")),), None)
        if self.then == "dies":
            os._exit(1)
        return said(self.then)

    @property
    def asked(self) -> list[int]:
        return sorted(len(file.read_text()) for file in Path(self.folder).iterdir())


MANY = tuple(Example(f"e{n}", question(n), Gold((Answer("Ada Thorn", 0),))) for n in range(50))
NAMELESS = replace(PLAN, victim_fingerprint=None)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("then", "found"),
    [("1874", (20, 20)), ("Ada Thorn", (20, 0)), ("fails", (0, 0)), ("nan", (0, 0))],
)
def test_a_function_is_asked_some_originals_twice_and_what_it_says_is_counted(
    tmp_path: Path, workers: int, then: str, found: tuple[int, int]
) -> None:
    """Seen: a run of its own tells nothing of a system that answers at random, as it keeps nothing to ask again."""
    (tmp_path / "asked").mkdir()
    parts = Drawing("Ada Thorn", folder=str(tmp_path / "asked"), then=then)
    with Store.open(str(tmp_path / "s.db")) as store:
        last = list(run(NAMELESS, parts, MANY, store, Settings(workers)))[-1]
        assert (last.counts.twice, last.counts.otherwise) == found
        assert (last.counts.again, last.counts.changed) == (20, found[1])
        assert (last.counts.unique, last.counts.asked, last.counts.answered, last.counts.lost) == (50, 50, 50, 0)
        assert counted(store.counts(NAMELESS.id)).otherwise == found[1]
        assert len(store.attempts(NAMELESS.id)) == 50
        said_first = store.cache().get([prediction_key(NAMELESS.victim_salt, one.query) for one in MANY])
        assert {best_answer(decode(data, MANY[0].query)) for data in said_first.values()} == {"Ada Thorn"}
    assert parts.asked.count(1) == 30


@pytest.mark.parametrize("settings", [Settings(ask_again=0), Settings()])
def test_nothing_is_asked_twice_where_this_is_switched_off_or_may_not_be(tmp_path: Path, settings: Settings) -> None:
    parts = Drawing("Ada Thorn", folder=str(tmp_path), then="1874" if settings.ask_again == 0 else "spent")
    with Store.open("sqlite://") as store:
        last = list(run(NAMELESS, parts, MANY, store, settings))[-1]
    assert (last.done, last.counts.twice, last.counts.again) == (50, 0, 0)


def test_a_worker_that_dies_when_it_is_asked_twice_ends_no_run(tmp_path: Path) -> None:
    (tmp_path / "asked").mkdir()
    parts = Drawing("Ada Thorn", folder=str(tmp_path / "asked"), then="dies")
    with Store.open(str(tmp_path / "s.db")) as store:
        last = list(run(NAMELESS, parts, MANY, store, Settings(2)))[-1]
        assert (last.done, last.counts.twice, len(store.attempts(NAMELESS.id))) == (50, 0, 50)


@dataclass(frozen=True)
class DrawingOnce(Drawing):
    """Cannot be made any more once 20 have been asked, and one of them twice."""

    def victim(self) -> Victim:
        if len(self.asked) == 20 and self.asked[-1] > 1:
            raise ValueError("only once")
        return super().victim()


def test_a_worker_that_dies_when_all_is_done_is_followed_by_none(tmp_path: Path) -> None:
    (tmp_path / "asked").mkdir()
    parts = DrawingOnce("Ada Thorn", folder=str(tmp_path / "asked"), then="dies")
    with Store.open(str(tmp_path / "s.db")) as store:
        last = list(run(NAMELESS, parts, MANY[:20], store, Settings(2)))[-1]
        assert (last.done, last.counts.twice, len(store.attempts(NAMELESS.id))) == (20, 0, 20)


@pytest.mark.parametrize("dies", ["as it is asked", "before"])
def test_a_process_of_a_pool_that_dies_when_it_is_asked_twice_ends_no_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    """Seen: a task was lost with all of its attempts, and the run ended; later, the next attack over the pool was the
    first to say that it is broken."""
    (tmp_path / "asked").mkdir()
    parts = Drawing("Ada Thorn", folder=str(tmp_path / "asked"), then="dies" if dies == "as it is asked" else "")
    with Store.open(str(tmp_path / "s.db")) as store, ProcessPoolExecutor(2, get_context("spawn")) as executor:
        if dies == "before":
            monkeypatch.setattr(pool, "_asked_twice", partial(_once_broken, pool._asked_twice, executor))
        last = list(run(NAMELESS, parts, MANY, store, Settings(executor=executor)))[-1]
        assert (last.done, last.counts.twice, len(store.attempts(NAMELESS.id))) == (50, 0, 50)
    [said] = [record.getMessage() for record in caplog.records if record.name == "stumper.runs.pool"]
    assert said.startswith(
        "A worker ended abruptly while 'scripted' was asked a second time. All attempts of the run are"
    )


def _once_broken(asked_twice: Callable[..., Any], executor: ProcessPoolExecutor, *args: Any) -> Any:
    """What ``asked_twice`` gives where a process of the pool has died since all was attempted."""
    with pytest.raises(BrokenExecutor):
        executor.submit(os._exit, 1).result()
    return asked_twice(*args)


class Losing(ThreadPoolExecutor):
    """Loses the tasks that ask a second time with their workers, and goes on with new ones, as a cluster does."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is not asked_twice:
            return super().submit(fn, *args, **kwargs)
        lost: Future[Any] = Future()
        lost.set_exception(BrokenExecutor("3 workers ended at one task"))
        return lost


def test_an_executor_that_goes_on_with_new_workers_is_not_said_to_take_no_more_tasks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "asked").mkdir()
    parts = Drawing("Ada Thorn", folder=str(tmp_path / "asked"))
    with Store.open(str(tmp_path / "s.db")) as store, Losing(2) as executor:
        last = list(run(NAMELESS, parts, MANY, store, Settings(executor=executor)))[-1]
    assert (last.done, last.counts.twice) == (50, 0)
    assert [record for record in caplog.records if record.name == "stumper.runs.pool"] == []


@pytest.mark.parametrize(("then", "found"), [("1874", (20, 20)), ("fails", (0, 0)), ("spent", (0, 0))])
def test_over_an_executor_originals_are_asked_twice_once_all_is_done(
    tmp_path: Path, then: str, found: tuple[int, int]
) -> None:
    (tmp_path / "asked").mkdir()
    parts = Drawing("Ada Thorn", folder=str(tmp_path / "asked"), then=then)
    with Store.open(str(tmp_path / "s.db")) as store, ThreadPoolExecutor(2) as executor:
        steps = list(run(NAMELESS, parts, MANY, store, Settings(executor=executor)))
        assert (steps[-1].counts.twice, steps[-1].counts.otherwise) == found
        assert all(step.counts.again == 0 for step in steps if step.ended)
        assert (steps[-1].done, steps[-1].counts.unique, counted(store.counts(NAMELESS.id)).otherwise) == (
            50,
            50,
            found[1],
        )


def test_over_an_executor_too_one_original_under_two_ids_is_asked_twice_once(tmp_path: Path) -> None:
    """Seen: each of two tasks asked it a second time, and both were counted."""
    (tmp_path / "asked").mkdir()
    parts = Drawing("Ada Thorn", folder=str(tmp_path / "asked"), then="Ada Thorn")
    of = (*MANY[:3], *(replace(one, id=f"{one.id} again") for one in MANY[:3]))  # the second time two tasks had each
    with Store.open(str(tmp_path / "s.db")) as store, ThreadPoolExecutor(2) as executor:
        last = list(run(NAMELESS, parts, of, store, Settings(executor=executor)))[-1]
        assert (last.done, last.counts.twice) == (6, 3)


@dataclass(frozen=True)
class LeftChanged(Drawing):
    """Its index is not what it was once it was asked twice."""

    def __call__(self, query: Query) -> Prediction:
        first, error = super().__call__(query), BrokenVictim("not taken out again")
        error.leaves_changed = True
        if first == said("1874"):
            raise error
        return first


def test_an_index_that_a_worker_left_changed_ends_a_run(tmp_path: Path) -> None:
    (tmp_path / "asked").mkdir()
    parts = LeftChanged("Ada Thorn", folder=str(tmp_path / "asked"))
    with Store.open(str(tmp_path / "s.db")) as store, ProcessPoolExecutor(1, get_context("spawn")) as executor:
        with pytest.raises(BrokenVictim, match="not taken out again"):
            list(run(NAMELESS, parts, MANY, store, Settings(executor=executor)))
        assert len(store.attempts(NAMELESS.id)) == 50


def twice(victim: Victim, patience: Patience | None = None) -> Oracle:
    """An oracle that has asked a victim all of ten, and some of what is noted twice."""
    asked = [question(number) for number in range(10)]
    oracle = Oracle("v", victim, "salt", Memory(), again=Again(0.01, seed=1), patience=patience)
    oracle.ask(asked)
    for query in asked:
        oracle.note_original(query)
    oracle.ask_twice()
    return oracle


def then(now: Callable[[int], Prediction]) -> Callable[[Query], Prediction]:
    """Answers the first ten times the same, and then by how often it was asked."""
    times = iter(range(100))
    return lambda _: said("Ada") if (time := next(times)) < 10 else now(time - 10)


@dataclass(frozen=True)
class Streams(Varies):
    """Hands over each answer as it comes, and what it raises instead of one; Spent ends it."""

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction | Exception]]:
        for place, query in enumerate(queries):
            try:
                yield place, self.predict([query])[0]
            except ValueError as error:
                yield place, error


def late(at: int) -> Prediction:
    """Fails once, breaks its contract once, and may say no more in the end."""
    if at == 2:
        raise ValueError("once")
    if at == 8:
        raise Spent("all has been asked")
    return said("Thorn", float("nan") if at == 4 else 0.9)


@pytest.mark.parametrize("kind", [Varies, Streams])
def test_what_is_asked_twice_is_asked_one_by_one_and_counts_up_to_where_that_ends(kind: type[Varies]) -> None:
    """Seen: one failure had all asked again, and neither time was counted."""
    victim = kind(then(late))
    counts = twice(victim).counts
    assert (counts.again, counts.twice, counts.changed, counts.otherwise) == (8, 6, 6, 6)
    assert [len(batch) for batch in victim.batches[-9:]] == [1] * 9
    assert sum(map(len, victim.batches)) == 19


@pytest.mark.parametrize("kind", [Varies, Streams])
def test_of_who_hangs_when_it_is_asked_twice_nothing_more_is_waited_for(kind: type[Varies]) -> None:
    def hangs(at: int) -> Prediction:
        time.sleep(1 if at == 1 else 0)
        return said("Ada")

    patience = Patience("v", lambda: kind(then(hangs)), timeout=0.3)
    counts = twice(patience.victim(), patience).counts
    patience.close()
    assert (counts.twice, counts.otherwise) == (1, 0)


def test_who_hangs_when_it_is_asked_twice_need_not_be_made_again() -> None:
    """Seen: whatever its constructor raised the second time ended the run."""
    made = iter([Varies(then(lambda at: said("Ada") if time.sleep(1) is None else said("")))])
    patience = Patience("v", lambda: next(made), timeout=0.3)
    counts = twice(patience.victim(), patience).counts
    patience.close()
    assert (counts.again, counts.twice) == (1, 0)


def test_an_index_that_is_left_changed_ends_a_run_also_when_it_is_asked_twice() -> None:
    def left(at: int) -> Prediction:
        error = BrokenVictim("not taken out again")
        error.leaves_changed = True
        raise error

    for kind in (Varies, Streams):
        with pytest.raises(BrokenVictim, match="not taken out again"):
            twice(kind(then(left)))


@pytest.mark.parametrize("bounds", [(100, None), (None, 2.5)])
def test_an_allowance_is_not_spent_on_asking_twice(bounds: tuple[int | None, float | None]) -> None:
    with allowing(*bounds):
        assert twice(Varies(lambda _: said("Ada"))).counts.again == 0
    assert twice(Varies(lambda _: said("Ada"))).counts.again == 10


def test_the_seed_draws_what_is_asked_twice_over_all_of_the_work(tmp_path: Path) -> None:
    def drawn(name: str, seed: int) -> set[int]:
        folder = tmp_path / name
        folder.mkdir()
        with Store.open("sqlite://") as store:
            list(run(replace(NAMELESS, seed=seed), Drawing("Ada", folder=str(folder)), MANY, store, Settings()))
        return {number for number in range(50) if len((folder / content_id(question(number).text)).read_text()) == 2}

    first = drawn("a", 1)
    assert len(first) == 20
    assert first == drawn("b", 1) != drawn("c", 2)
    assert min(first) < 10
    assert max(first) >= 40


def test_a_run_that_was_interrupted_goes_on_and_asks_twice_of_what_is_left(tmp_path: Path) -> None:
    parts = Drawing("Ada Thorn", folder=str(tmp_path), then="Ada Thorn")
    with Store.open("sqlite://") as store:
        begun = run(NAMELESS, parts, MANY, store, Settings(batch_size=8))
        next(step for step in begun if step.ended)
        assert isinstance(begun, Generator)
        begun.close()
        left = 50 - len(store.attempts(NAMELESS.id))
        last = list(run(NAMELESS, parts, MANY, store, Settings()))[-1]
        assert (last.done, last.counts.otherwise, last.counts.twice) == (50, 0, min(left, 20))


def test_a_run_that_goes_on_asks_twice_up_to_twenty_over_all_its_commands(tmp_path: Path) -> None:
    """Seen: each command that went on with a run asked for 20 more."""
    parts = Drawing("Ada Thorn", folder=str(tmp_path), then="Ada Thorn")
    with Store.open("sqlite://") as store:
        found = [list(run(NAMELESS, parts, MANY[:of], store, Settings()))[-1].counts.twice for of in (12, 40, 50)]
        assert found == [12, 8, 0]
        assert counted(store.counts(NAMELESS.id)).twice == 20


def test_a_system_with_a_fingerprint_is_asked_nothing_twice() -> None:
    with Store.open("sqlite://") as store:
        last = steps(store, "Ada Thorn", MANY, 1)[-1]
    assert (last.counts.again, last.counts.twice) == (0, 0)


@dataclass(frozen=True)
class Hanging(Parts):
    """Its victim says nothing any more, under the fingerprint that it had."""

    def __call__(self, query: Query) -> Prediction:
        time.sleep(60)
        return said(self.answer)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("seed", [PLAN.seed, PLAN.seed + 1])  # attempts are recorded, or the cache has all answers
def test_a_system_that_hangs_on_what_it_answered_before_ends_the_run(tmp_path, seed: int, workers: int) -> None:  # type: ignore[no-untyped-def]
    plan, settings = replace(PLAN, seed=seed), Settings(workers, ask_again=0.01, timeout=3)
    with Store.open(str(tmp_path / "s.db")) as store:
        steps(store, "Ada Thorn", EXAMPLES[:8], workers)
        with pytest.raises(VictimFailed, match=r"and now none.*another system now"):
            list(run(plan, Hanging("Ada Thorn"), EXAMPLES[: 9 if seed == PLAN.seed else 8], store, settings))


def test_what_others_have_recorded_meanwhile_is_asked_again_before_the_run_ends(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with Store.open(str(tmp_path / "s.db")) as store:
        ours = run(PLAN, Parts("1874"), EXAMPLES, store, Settings())
        next(ours)  # it has found nothing recorded
        assert steps(store, "Ada Thorn", EXAMPLES, 1)[-1].done == 12
        with pytest.raises(VictimFailed, match="otherwise than its fingerprint promises"):
            list(ours)


def test_what_was_found_recorded_is_counted_without_what_the_victim_failed_on() -> None:
    with Store.open("sqlite://") as store:
        broken = ScriptedVictim(lambda query: said("Ada Thorn"), fault="raises", where="lamp 3")
        found = list(run(PLAN, Given(broken), EXAMPLES, store, Settings()))
        assert [step.counts.recorded for step in found] == [0] * len(found)
        assert found[-1].counts.lost == 1


@dataclass(frozen=True)
class Given(Parts):
    """A victim that is given."""

    answer: ScriptedVictim  # type: ignore[assignment]

    def victim(self) -> Victim:
        return self.answer


def test_what_every_command_asked_is_kept_with_the_run() -> None:
    with Store.open("sqlite://") as store:
        steps(store, "Ada Thorn", EXAMPLES[:8], 1)
        steps(store, "Ada Thorn", EXAMPLES, 1)
        assert len(store.counts(PLAN.id)) == 2
