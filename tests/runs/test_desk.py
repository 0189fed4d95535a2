"""One thread asks for everybody: who is answered first, who no longer waits, and what happens when something breaks."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from stumper.errors import BrokenVictim, Refused
from stumper.identity import prediction_key
from stumper.runs.desk import Desk, Leaving, Superseded, Urgency
from stumper.runs.memory import Bounded, Memory
from stumper.runs.oracle import Reply
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.verification.claim import Claim
from stumper.testing import ScriptedVictim
from stumper.types import Guess, Prediction, Query


@dataclass
class Slow:
    """Waits, when it is first asked, until it may go on."""

    may: Event = field(default_factory=Event)
    asked: Event = field(default_factory=Event)
    batches: list[list[str]] = field(default_factory=list)
    fingerprint: str | None = "slow"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.batches.append([query.text for query in queries])
        self.asked.set()
        assert self.may.wait(60)
        return [Prediction((Guess("SUPPORTS", 1.0),), 1.0) for _ in queries]


URGENCIES: tuple[Urgency, ...] = ("typing", "idle", "pressed")


def claims(*texts: str) -> list[Query]:
    return [Claim(text) for text in texts]


def waiting(desk: Desk, requests: int) -> None:
    """So many requests stand in line."""
    end = monotonic() + 60
    while sum(1 for _ in desk._lines) < requests:
        assert monotonic() < end
        sleep(0.001)


def busy(desk: Desk, victim: Slow, pool: ThreadPoolExecutor) -> Future[list[Reply]]:
    """The victim is at work on a first query, so that all others have to wait."""
    first = pool.submit(desk.ask, claims("first"), "pressed", "nobody")
    assert victim.asked.wait(60)
    return first


def test_people_who_ask_at_the_same_time_share_a_batch() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        first = busy(desk, victim, pool)
        others = [pool.submit(desk.ask, claims(f"{n}"), "typing", f"{n}") for n in range(4)]
        waiting(desk, 5)
        victim.may.set()
        assert all(len(future.result(60)) == 1 for future in [first, *others])
    assert [sorted(batch) for batch in victim.batches] == [["first"], ["0", "1", "2", "3"]]
    desk.close()


def test_a_pressed_button_comes_before_typing_and_both_before_second_thoughts() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        futures = [busy(desk, victim, pool)]
        idle = claims(*(f"idle {n}" for n in range(6)))
        futures.append(pool.submit(desk.ask, idle, "idle", "a"))
        waiting(desk, 2)
        futures.append(pool.submit(desk.ask, claims(*(f"typed {n}" for n in range(4))), "typing", "b"))
        waiting(desk, 3)
        futures.append(pool.submit(desk.ask, claims("pressed"), "pressed", "c"))
        waiting(desk, 4)
        victim.may.set()
        assert [len(future.result(60)) for future in futures] == [1, 6, 4, 1]
    kinds = [{text.split()[0] for text in batch} for batch in victim.batches]
    assert kinds == [{"first"}, {"pressed"}, {"typed"}, {"idle"}, {"idle"}]
    desk.close()


def test_what_one_types_supersedes_what_one_typed_before_and_nothing_of_others() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        first = busy(desk, victim, pool)
        older = pool.submit(desk.ask, claims("older"), "typing", "a")
        waiting(desk, 2)
        weighing = pool.submit(desk.ask, claims("weighing"), "idle", "a")
        pressed = pool.submit(desk.ask, claims("pressed"), "pressed", "a")
        another = pool.submit(desk.ask, claims("another"), "typing", "b")
        waiting(desk, 5)
        newer = pool.submit(desk.ask, claims("newer"), "typing", "a")
        for outdated in (older, weighing):
            with pytest.raises(Superseded):
                outdated.result(60)
        victim.may.set()
        assert [len(future.result(60)) for future in (first, pressed, another, newer)] == [1, 1, 1, 1]
    assert {text for batch in victim.batches for text in batch} == {"first", "pressed", "another", "newer"}
    desk.close()


def test_a_victim_that_breaks_fails_only_who_asked_it_that() -> None:
    def answered(query: Query) -> Prediction:
        return Prediction((Guess("SUPPORTS", 1.0),), 1.0)

    raising = ScriptedVictim(answered, fault="raises", where="bad")
    desk = Desk("raising", raising, Memory())
    [good], [bad] = (desk.ask(claims(text), "pressed", "a") for text in ("good", "bad"))
    assert good.prediction is not None
    assert bad.prediction is None
    assert bad.fault is not None
    desk.close()


def test_an_error_of_the_victims_contract_reaches_its_own_asker_alone() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        first = busy(desk, victim, pool)
        desk.victim = ScriptedVictim(lambda query: Prediction((Guess("SUPPORTS", 1.0),), 1.0), fault="nan", where="bad")
        good, bad = (pool.submit(desk.ask, claims(text), "typing", text) for text in ("good", "bad"))
        waiting(desk, 3)
        victim.may.set()
        assert len(first.result(60)) == len(good.result(60)) == 1
        with pytest.raises(BrokenVictim):
            bad.result(60)
    desk.close()


def test_closing_ends_everybody_who_waits() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        first = busy(desk, victim, pool)
        second = pool.submit(desk.ask, claims("second"), "typing", "a")
        waiting(desk, 2)
        closing = Thread(target=desk.close)
        closing.start()
        for future in (first, second):
            with pytest.raises(Refused):
                future.result(60)
        victim.may.set()
        closing.join(60)
    with pytest.raises(Refused):
        desk.ask(claims("late"), "pressed", "a")


def test_who_hangs_up_is_not_worked_for() -> None:
    victim, leaving = Slow(), Leaving()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        first = busy(desk, victim, pool)
        left = pool.submit(desk.ask, claims("left"), "typing", "a", leaving)
        waiting(desk, 2)
        leaving.leave()
        with pytest.raises(Superseded):
            left.result(60)
        with pytest.raises(Superseded):
            desk.ask(claims("too late"), "typing", "a", leaving)
        victim.may.set()
        first.result(60)
        desk.ask(claims("another"), "pressed", "b", other := Leaving())
        other.leave()
    assert victim.batches == [["first"], ["another"]]
    desk.close()


def test_a_desk_that_was_never_asked_closes() -> None:
    Desk("slow", Slow(), Memory()).close()


def test_only_what_was_pressed_is_kept_in_the_cache() -> None:
    victim, cache = Slow(), Memory()
    victim.may.set()
    desk = Desk("slow", victim, cache)
    desk.ask(claims("typed"), "typing", "a")
    desk.ask(claims("pressed"), "pressed", "a")
    desk.ask(claims("typed"), "typing", "b")
    assert set(cache.new) == {prediction_key("slow", Claim("pressed"))}
    assert victim.batches == [["typed"], ["pressed"]]
    desk.close()


def test_nothing_of_a_victim_without_a_fingerprint_is_kept() -> None:
    victim, cache = Slow(fingerprint=None), Memory()
    victim.may.set()
    desk = Desk("slow", victim, cache)
    desk.ask(claims("pressed"), "pressed", "a")
    assert cache.new == {}
    desk.close()


def test_thirty_who_type_all_are_answered_or_superseded() -> None:
    victim = ScriptedVictim(lambda query: Prediction((Guess(query.text, 1.0),), 1.0))
    desk = Desk("scripted", victim, Memory())

    def typing(person: int) -> int:
        superseded = 0
        for n in range(20):
            urgency: Urgency = URGENCIES[n % 3]
            texts = [f"{person} {n}", f"{person} {n}!"]
            try:
                replies = desk.ask([Tossup(text) for text in texts], urgency, f"{person // 2}")
            except Superseded:
                superseded += 1
                continue
            assert [reply.prediction and reply.prediction.guesses[0].answer for reply in replies] == texts
        return superseded

    with ThreadPoolExecutor(30) as pool:
        assert all(superseded <= 14 for superseded in pool.map(typing, range(30)))
    desk.close()


def test_a_bounded_memory_forgets_what_was_not_used_for_longest() -> None:
    below = Memory()
    memory = Bounded(below, 2)
    memory.put({"a": b"1", "b": b"2"})
    assert memory.get(["a"]) == {"a": b"1"}
    memory.put({"c": b"3"})
    assert memory.get(["a", "b", "c"]) == {"a": b"1", "c": b"3"}
    memory.put({"d": b"4"})
    assert memory.get(["a", "c", "d"]) == {"c": b"3", "d": b"4"}
    assert below.new == {}


def test_second_thoughts_about_a_long_text_let_others_in_after_each() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        futures = [busy(desk, victim, pool)]
        futures.append(pool.submit(desk.ask, claims(*(f"{n} " + "x" * 3_000 for n in range(3))), "idle", "a"))
        waiting(desk, 2)
        victim.may.set()
        assert [len(future.result(60)) for future in futures] == [1, 3]
    assert [len(batch) for batch in victim.batches] == [1, 1, 1, 1]
    desk.close()


def test_who_has_a_long_text_is_not_asked_about_together_with_others() -> None:
    victim = Slow()
    desk = Desk("slow", victim, Memory())
    with ThreadPoolExecutor(8) as pool:
        futures = [busy(desk, victim, pool)]
        for person, text in enumerate(("y" * 3_900, "z" * 3_900, "short")):
            futures.append(pool.submit(desk.ask, claims(text), "typing", f"{person}"))
            waiting(desk, 2 + person)
        victim.may.set()
        assert [len(future.result(60)) for future in futures] == [1, 1, 1, 1]
    assert [{text[0] for text in batch} for batch in victim.batches] == [{"f"}, {"y", "s"}, {"z"}]
    desk.close()
