"""Attempts on tossups: judged by the ends of their sentences, each a query of the budget."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from driving import driven
from stumper.goals import goal_named
from stumper.protocols import Adversary
from stumper.registry import task_named
from stumper.runs import Memory, Oracle
from stumper.runs.oracle import Reply
from stumper.runs.referee import Judge, Rules, attempt, attempt_on, verdicts
from stumper.store.codec import decode, encode
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.testing import Says, ScriptedVictim
from stumper.types import Answer, Attempt, Example, Gold, Guess, Instance, Perturbation, Prediction, Verdict

FIRST, SECOND, LAST = "One two three four.", "Five six.", "For 10 points, name her."  # 4, 2 and 5 of 11 words
TEXT = " ".join((FIRST, SECOND, LAST))
GOLD = Gold((Answer("Ada Thorn"),))
EXAMPLE = Example("t", Tossup(TEXT), GOLD)
VIEWS = (FIRST, f"{FIRST} {SECOND}", TEXT)


def changed(text: str) -> Perturbation:
    return Perturbation("t", Tossup(text), GOLD, ())


LATER = changed(" ".join((SECOND, FIRST, LAST)))
LATER_VIEWS = (SECOND, f"{SECOND} {FIRST}", LATER.query.text)


@dataclass(frozen=True)
class Proposes:
    batches: tuple[tuple[Perturbation, ...], ...]

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        for batch in self.batches:
            said = yield batch
            assert len(said) == len(batch)
        return None


def rules(goal: str = "never_first", budget: int | None = None) -> Rules:
    return Rules(goal_named(goal), task_named("quizbowl").constraints, budget)


def answered(lane: Generator[object, object, Attempt], says: Mapping[str, str]) -> tuple[Attempt, ScriptedVictim]:
    victim = ScriptedVictim(Says(says))
    oracle = Oracle("scripted", victim, "scripted", Memory())
    return driven(lane, oracle.ask)[1], victim


def tried(says: Mapping[str, str], *proposed: Perturbation, how: Rules | None = None) -> tuple[Attempt, ScriptedVictim]:
    adversary: Adversary = Proposes((proposed,) if proposed else ())
    return answered(attempt("run", ("a", "v"), how or rules(), adversary, EXAMPLE, Random(0)), says)


def test_the_score_is_what_is_left_to_read_before_the_sentence_that_gave_it_away() -> None:
    found, _ = tried({VIEWS[1]: "Ada Thorn", VIEWS[2]: "Jo Brandt"})
    assert found.before.score == pytest.approx(1 - 4 / 11)
    assert found.before.prediction == Prediction((Guess("Jo Brandt", None),), None)


def test_who_is_right_after_the_first_sentence_scores_1_and_who_never_is_0() -> None:
    assert tried({VIEWS[0]: "Ada Thorn"})[0].before.score == 1.0
    found, _ = tried(dict.fromkeys(VIEWS, "Jo Brandt"), LATER)
    assert (found.before.score, found.outcome) == (0.0, "skipped")


def test_a_prompt_is_not_yet_an_answer() -> None:
    goal = goal_named("never_first")
    assert goal.score(Gold((Answer("Ada Thorn"),), prompts=("the keeper",)), "the keeper") == 0.0


def test_each_distinct_view_is_a_query_of_the_budget() -> None:
    says = dict.fromkeys((*VIEWS, *LATER_VIEWS), "Ada Thorn")
    found, victim = tried(says, LATER)
    assert found.queries == victim.queries == 6
    half = changed(" ".join((FIRST, "Five, six.", LAST)))
    found, victim = tried(says, half)
    assert found.queries == victim.queries == 5  # the first sentence was asked already


def test_a_perturbation_is_asked_only_where_all_its_views_can_be_afforded() -> None:
    found, victim = tried({VIEWS[0]: "Ada Thorn"}, LATER, how=rules(budget=5))
    assert (found.outcome, found.queries, victim.queries) == ("exhausted", 3, 3)
    assert tried({VIEWS[0]: "Ada Thorn"}, LATER, how=rules(budget=6))[0].outcome == "succeeded"


def test_an_original_is_judged_whatever_the_budget() -> None:
    found, victim = tried({VIEWS[0]: "Ada Thorn"}, how=rules(budget=1))
    assert (found.before.score, victim.queries) == (1.0, 3)


def test_being_right_later_reaches_the_goal_that_asks_for_no_more() -> None:
    says = {VIEWS[0]: "Ada Thorn", LATER_VIEWS[1]: "Ada Thorn"}
    assert tried(says, LATER)[0].outcome == "failed"
    found, _ = tried(says, LATER, how=rules("buzz_later"))
    assert found.outcome == "succeeded"
    assert found.trace == ((3, 1.0), (6, pytest.approx(1 - 2 / 11)))


def test_expectations_are_combined_like_scores() -> None:
    judge = Judge(goal_named("never_first"))
    tossup = Tossup(TEXT)
    views = goal_named("never_first").views(tossup)

    shares = (0.1, 0.5, 0.4)
    replies = [Reply(Prediction((Guess("Jo", 1 - p), Guess("Ada Thorn", p)), 1.0)) for p in shares]
    verdict = judge.verdict(GOLD, views, replies)
    assert verdict.score == 0.0
    assert verdict.expected == pytest.approx((4 * 0.1 + 2 * 0.5 + 5 * 0.5) / 11, abs=1e-6)


def test_a_fault_in_one_view_is_a_fault_of_all() -> None:
    victim = ScriptedVictim(Says({}), fault="raises", where=SECOND)
    oracle = Oracle("scripted", victim, "scripted", Memory())
    [verdict] = verdicts(rules(), oracle, EXAMPLE, [changed(TEXT)])
    assert verdict.prediction is None
    assert verdict.fault is not None
    assert "scripted to fail" in verdict.fault


def test_an_instance_is_judged_beside_its_original() -> None:
    instance = Instance("t-a", EXAMPLE, LATER)
    says = {VIEWS[0]: "Ada Thorn", LATER_VIEWS[1]: "Ada Thorn"}
    found, victim = answered(attempt_on("run", ("a", "v"), rules("buzz_later"), instance), says)
    assert (found.outcome, found.queries, victim.queries) == ("succeeded", 6, 6)
    assert found.trace == ((3, 1.0), (6, pytest.approx(1 - 2 / 11)))


def test_a_prediction_for_a_tossup_comes_back_from_the_cache_as_it_went_in() -> None:
    prediction = Prediction((Guess("Ada Thorn", 0.5), Guess("Jo", 0.25)), 0.75, ("q1", "q7"))
    assert decode(encode(prediction, EXAMPLE.query), EXAMPLE.query) == prediction
