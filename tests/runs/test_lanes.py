"""Searches that advance together end exactly as they end alone."""

from collections.abc import Generator, Sequence
from random import Random
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from stumper.goals import goal_named
from stumper.identity import query_id
from stumper.runs import Memory, Oracle, Rules, attempt
from stumper.runs import work as lanes
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Attempt, Example, Gold, Guess, Passage, Perturbation, Prediction, Query, Verdict


def example(number: int) -> Example:
    text = f"Ada Thorn lit lamp {number}."
    return Example(f"e{number}", Question("Who?", Passage(f"p{number}", text)), Gold((Answer("Ada Thorn", 0),)))


def rule(query: Query) -> Prediction:
    """An answer that only the query decides."""
    chance = int(query_id(query)[:4], 16)
    answer = ("Ada Thorn", "Ada", "Thorn lit", "lamp")[chance % 4]
    probability = 0.5 + chance % 97 / 200
    return Prediction((Guess(answer, probability),), probability)


class Wanders:
    """Adds words drawn at random, and goes on by what it is told: a verdict of another lane would lead it astray."""

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        assert isinstance(example.query, Question)
        text = example.query.context.text
        for _ in range(rng.randrange(6)):
            words = [f"{text} {rng.randrange(9)}" for _ in range(rng.randrange(5))]
            tried = [Perturbation(example.id, Question("Who?", Passage("p", word)), example.gold, ()) for word in words]
            told = yield tried
            assert len(told) == len(tried)
            for word, verdict in zip(words, told, strict=True):
                asked = rule(Question("Who?", Passage("p", word)))
                assert verdict.fault == "budget" or verdict.prediction.guesses[0].answer == asked.guesses[0].answer  # type: ignore[union-attr]
            best = min(zip(told, words, strict=True), key=lambda pair: pair[0].expected or 0.0, default=(None, text))
            text = best[1]
        return None


def made(
    examples: Sequence[Example], most_lanes: int, enough: int, batch_size: int, budget: int | None
) -> list[Attempt]:
    rules = Rules(goal_named("f1_zero"), READING, budget)
    searches = (attempt("run", ("a", "v"), rules, Wanders(), e, Random(f"1/{e.id}")) for e in examples)
    oracle = Oracle("v", ScriptedVictim(rule), "v", Memory(), batch_size)
    with patch.object(lanes, "MOST_LANES", most_lanes), patch.object(lanes, "ENOUGH_QUERIES", enough):
        attempts = [ended for step in lanes.advance(searches, oracle) for ended in step]
    return sorted(attempts, key=lambda attempt: attempt.example_id)


EXAMPLES = [example(number) for number in range(25)]


@given(
    most_lanes=st.integers(1, 40),
    enough=st.integers(1, 60),
    batch_size=st.integers(1, 20),
    budget=st.none() | st.integers(1, 8),
)
def test_many_together_end_as_one_at_a_time(most_lanes: int, enough: int, batch_size: int, budget: int | None) -> None:
    alone = made(EXAMPLES, 1, 1, 64, budget)
    assert made(EXAMPLES, most_lanes, enough, batch_size, budget) == alone
    assert len(alone) == len(EXAMPLES)


def test_the_searches_really_end_in_different_ways() -> None:
    attempts = made(EXAMPLES, 64, 256, 64, 6)
    assert {attempt.outcome for attempt in attempts} >= {"succeeded", "failed", "skipped"}


def test_many_searches_share_a_batch() -> None:
    victim = ScriptedVictim(rule)
    rules = Rules(goal_named("f1_zero"), READING)
    searches = [attempt("run", ("a", "v"), rules, Wanders(), e, Random(1)) for e in EXAMPLES]
    for _ in lanes.advance(searches, Oracle("v", victim, "v", Memory())):
        pass
    assert len(victim.batches[0]) == len(EXAMPLES)


def test_lanes_are_opened_only_when_there_is_room() -> None:
    opened: list[int] = []
    rules = Rules(goal_named("f1_zero"), READING)

    def searches() -> Generator[lanes.Lane, None, None]:
        for number in range(500):
            opened.append(number)
            yield attempt("run", ("a", "v"), rules, Wanders(), example(number), Random(1))

    steps = lanes.advance(searches(), Oracle("v", ScriptedVictim(rule), "v", Memory()))
    next(steps)
    assert len(opened) == lanes.MOST_LANES


def test_without_lanes_there_are_no_steps() -> None:
    victim = ScriptedVictim(rule)
    assert list(lanes.advance([], Oracle("v", victim, "v", Memory()))) == []
    assert victim.calls == 0
