"""Runs of a scripted victim, recorded in a store, for tables to be made of."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from stumper.goals import goal_named
from stumper.registry import task_of
from stumper.runs import Memory, Oracle, Plan
from stumper.runs.plan import to_json
from stumper.runs.referee import Rules, attempt, attempt_on
from stumper.store import Store
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import Says, ScriptedVictim
from stumper.types import Answer, Attempt, Edit, Example, Gold, Instance, Nothing, Passage, Perturbation, Verdict


@pytest.fixture
def store(new_store: Store) -> Store:
    """An empty store."""
    return new_store


@pytest.fixture
def make() -> SimpleNamespace:
    """Examples and variants by hand, and what a victim makes of them."""
    return SimpleNamespace(
        question=question, claim=claim, tossup=tossup, variant=variant, met=met, attempted=attempted, unmade=unmade
    )


@pytest.fixture
def record(store: Store) -> Callable[..., str]:
    """Records a run of attempts on examples; returns its id."""

    def recorded(
        attempts: Sequence[Attempt],
        examples: Sequence[Example],
        adversary: str = "add-any",
        victim: str = "scripted",
        goal: str = "f1_zero",
        dataset: str = "harbour.json",
        **fields: Any,
    ) -> str:
        fingerprint = fields.pop("fingerprint", dataset)
        plan = Plan(dataset, fingerprint, victim, victim, adversary, goal=goal, **fields)
        store.put_plan(plan.id, to_json(plan), fingerprint)
        store.put_examples(fingerprint, examples)
        store.put_attempts([replace(attempt, run_id=plan.id) for attempt in attempts])
        return plan.id

    return recorded


def question(id: str, text: str, paragraph: str, answer: str, title: str = "Lowmere") -> Example:
    return Example(id, Question(text, Passage(f"{title}/0", paragraph, title)), Gold((Answer(answer),)))


def claim(id: str, text: str, label: str, *evidence: str) -> Example:
    return Example(id, Claim(text), Gold((Answer(label),), evidence_sets=(frozenset(evidence),) if evidence else ()))


def tossup(id: str, text: str, answer: str) -> Example:
    return Example(id, Tossup(text), Gold((Answer(answer),)))


def variant(example: Example, text: str, *edits: tuple[str, str], field: str = "text") -> Perturbation:
    """The example with another text, by default that of its query, made by rules of these kinds and names."""
    query: Any = example.query
    changed = (
        replace(query, text=text) if field == "text" else replace(query, context=replace(query.context, text=text))
    )
    made = tuple(Edit(field, 0, 1, "", kind, rule) for kind, rule in edits)
    return Perturbation(example.id, changed, example.gold, made)


def met(
    example: Example,
    perturbation: Perturbation,
    says: Mapping[str, str],
    goal: str = "f1_zero",
    id: str = "",
    **victim: Any,
) -> Attempt:
    """What a victim that answers by the texts of queries makes of an original and a variant of it."""
    oracle = Oracle("scripted", ScriptedVictim(Says(says), **victim), "", Memory())
    rules = Rules(goal_named(goal), task_of(example.query).constraints)
    lane = attempt_on("", ("", "scripted"), rules, Instance(id or example.id, example, perturbation))
    try:
        lane.send(oracle.ask(next(lane)))
    except StopIteration as end:
        found: Attempt = end.value
        return found
    raise AssertionError("an instance is asked about once")


@dataclass(frozen=True)
class Proposing:
    """Proposes the same whatever a victim says, or has nothing to propose."""

    proposed: Sequence[Perturbation] | Nothing
    searches: ClassVar[bool] = False

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Nothing | None]:
        if isinstance(self.proposed, Nothing):
            return self.proposed
        yield self.proposed
        return None


def attempted(
    example: Example,
    proposed: Sequence[Perturbation] | Nothing,
    says: Mapping[str, str],
    budget: int | None = None,
    only_right: bool = False,
    **victim: Any,
) -> Attempt:
    """What a victim makes of all that is proposed for an example at once."""
    oracle = Oracle("scripted", ScriptedVictim(Says(says), **victim), "", Memory())
    rules = Rules(goal_named("f1_zero"), (), budget, only_right)
    lane = attempt("", ("", "scripted"), rules, Proposing(proposed), example, Random(1))
    replies = None
    while True:
        try:
            asked = lane.send(replies)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration as end:
            found: Attempt = end.value
            return found
        replies = oracle.ask(asked)


def unmade(attempt: Attempt, outcome: Any, reason: str | None = None) -> Attempt:
    """The attempt with nothing made of its original."""
    return replace(attempt, outcome=outcome, perturbation=None, after=None, reason=reason)
