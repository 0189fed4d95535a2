from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.errors import BadData, BrokenVictim
from stumper.runs import Memory, Oracle
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import Finds, ScriptedVictim
from stumper.types import Guess, Passage, Prediction, Query
from stumper.victims.usage import Usage

FINDS = Finds(("oak", "salt"), (0.7, 0.1))


def ask(text: str, paragraph: str = "The wall is oak.") -> Question:
    return Question(text, Passage("p", paragraph))


def oracle_of(victim: ScriptedVictim, batch_size: int = 64, cache: Memory | None = None) -> Oracle:
    return Oracle("scripted", victim, victim.fingerprint or "", cache or Memory(), batch_size)


def test_equal_queries_are_asked_once_and_answered_each() -> None:
    victim = ScriptedVictim(FINDS)
    oracle = oracle_of(victim)
    first, second, third = oracle.ask([ask("What?"), ask("When?"), ask("What?")])
    assert first == third
    assert first.prediction is not None
    assert second.prediction is not None
    assert [guess.answer for guess in first.prediction.guesses] == ["oak"]
    assert victim.batches == [(ask("What?"), ask("When?"))] or victim.batches == [(ask("When?"), ask("What?"))]
    assert (oracle.counts.asked, oracle.counts.unique, oracle.counts.cached) == (3, 2, 0)


def test_a_passage_of_another_id_is_the_same_query() -> None:
    victim = ScriptedVictim(FINDS)
    oracle_of(victim).ask([Question("What?", Passage("p", "Oak.")), Question("What?", Passage("q", "Oak."))])
    assert victim.queries == 1


def test_what_is_cached_is_counted_and_not_asked_again() -> None:
    memory, victim = Memory(), ScriptedVictim(FINDS)
    oracle_of(victim, cache=memory).ask([ask("What?")])
    again = oracle_of(victim, cache=memory)
    again.ask([ask("What?"), ask("When?")])
    again.ask([ask("What?"), ask("When?")])
    assert victim.queries == 2
    assert (again.counts.asked, again.counts.unique, again.counts.cached) == (4, 2, 1)


def test_what_this_oracle_asked_itself_counts_as_unique_and_not_as_cached() -> None:
    oracle = oracle_of(ScriptedVictim(FINDS))
    oracle.ask([ask("What?")])
    oracle.ask([ask("What?")])
    assert (oracle.counts.asked, oracle.counts.unique, oracle.counts.cached) == (2, 1, 0)


def test_another_victim_does_not_see_the_cache_of_the_first() -> None:
    memory = Memory()
    oracle_of(ScriptedVictim(FINDS, fingerprint="a"), cache=memory).ask([ask("What?")])
    other = ScriptedVictim(Finds(("wall",)), fingerprint="b")
    [reply] = oracle_of(other, cache=memory).ask([ask("What?")])
    assert reply.prediction is not None
    assert reply.prediction.guesses[0].answer == "wall"


@given(st.floats(0, 1), st.booleans())
def test_a_cached_reply_equals_the_fresh_one(probability: float, is_span: bool) -> None:
    def rule(query: Query) -> Prediction:
        return Prediction((Guess("oak" if is_span else "pine", probability, 12 if is_span else None),), probability)

    memory, victim = Memory(), ScriptedVictim(rule)
    fresh = oracle_of(victim, cache=memory).ask([ask("What?")])
    assert oracle_of(victim, cache=memory).ask([ask("What?")]) == fresh
    assert victim.queries == 1


def test_batches_are_sorted_by_length_and_no_larger_than_asked_for() -> None:
    victim = ScriptedVictim(FINDS)
    lengths = [7, 3, 9, 1, 8, 2, 6, 4, 5, 10]
    oracle_of(victim, batch_size=4).ask([ask("?" * length) for length in lengths])
    asked = [[len(query.text) for query in batch] for batch in victim.batches]
    assert asked == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]]


def test_claims_and_tossups_are_sorted_by_length_too() -> None:
    victim = ScriptedVictim(lambda query: Prediction((), None))
    short, long = Tossup("ab"), Claim("a", (Passage("p", "b" * 9),))
    oracle_of(victim).ask([long, short])
    assert victim.batches == [(short, long)]


def test_asked_nothing_the_victim_is_left_alone() -> None:
    victim = ScriptedVictim(FINDS)
    assert oracle_of(victim).ask([]) == []
    assert victim.calls == 0


def test_a_batch_that_raises_is_asked_again_singly_and_only_the_culprit_is_a_fault() -> None:
    victim = ScriptedVictim(FINDS, fault="raises", where="Why")
    oracle = oracle_of(victim)
    what, why, when = oracle.ask([ask("What?"), ask("Why?"), ask("When?")])
    assert what.fault is when.fault is None
    assert what.prediction is not None
    assert why.prediction is None
    assert why.fault == "RuntimeError: scripted to fail on 'Why?'"
    assert [len(batch) for batch in victim.batches] == [3, 1, 1, 1]


def test_a_fault_is_not_cached() -> None:
    memory = Memory()
    oracle_of(ScriptedVictim(FINDS, fault="raises"), cache=memory).ask([ask("What?")])
    [reply] = oracle_of(ScriptedVictim(FINDS), cache=memory).ask([ask("What?")])
    assert reply.fault is None


@pytest.mark.parametrize(("fault", "says"), [("count", "predictions for"), ("nan", "nan"), ("outside", "outside")])
def test_a_victim_that_breaks_its_contract_ends_everything(fault: str, says: str) -> None:
    victim = ScriptedVictim(FINDS, fault=fault, where="Why")  # type: ignore[arg-type]
    with pytest.raises(BrokenVictim, match=rf"(?s)'scripted'.*{says}"):
        oracle_of(victim).ask([ask("What?"), ask("Why?")])


@dataclass
class Unusable:
    """A victim that knows that the user must mend something."""

    fingerprint: str | None = None
    asked: list[int] = field(default_factory=list)

    def predict(self, queries: object) -> list[Prediction]:
        self.asked.append(1)
        raise BadData("answers.json cannot answer this.")


def test_what_the_user_must_mend_is_no_outcome_of_the_victims() -> None:
    victim = Unusable()
    with pytest.raises(BadData, match=r"answers\.json"):
        Oracle("file:answers.json", victim, "", Memory()).ask([ask("What?"), ask("When?")])
    assert len(victim.asked) == 1


def test_time_inside_a_victim_that_raises_counts() -> None:
    oracle = oracle_of(ScriptedVictim(FINDS, fault="raises"))
    oracle.ask([ask("What?")])
    assert oracle.counts.victim_seconds > 0


@pytest.mark.parametrize("answer", ["oak", "pine"])
def test_numbers_of_numpys_are_numbers(answer: str) -> None:
    start = np.int64(12) if answer == "oak" else None

    def rule(query: Query) -> Prediction:
        guess = Guess(answer, np.float32(0.5), start)  # type: ignore[arg-type]
        return Prediction((guess,), np.float32(0.5))  # type: ignore[arg-type]

    [reply] = oracle_of(ScriptedVictim(rule)).ask([ask("What?")])
    assert reply.prediction == Prediction((Guess(answer, 0.5, start and int(start)),), 0.5)
    assert reply.prediction is not None
    assert type(reply.prediction.mass) is type(reply.prediction.guesses[0].probability) is float


@dataclass
class Metered:
    """Counts a request a batch, and fails on the first."""

    usage: Usage = field(default_factory=lambda: Usage(requests=5))
    fingerprint: str | None = None

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.usage += Usage(requests=1, tokens_in=10, cost=0.5)
        if self.usage.requests == 6:
            raise RuntimeError("away")
        return [Prediction((Guess("oak", None),), None) for _ in queries]


def test_what_a_victim_says_that_it_used_is_counted_from_when_it_is_asked() -> None:
    oracle = Oracle("metered", Metered(), "", Memory())
    oracle.ask([ask("What?"), ask("When?")])
    assert oracle.counts.usage == Usage(requests=3, tokens_in=30, cost=1.5)
    oracle.counts.add(oracle.counts)
    assert oracle.counts.usage == Usage(requests=6, tokens_in=60, cost=3.0)
