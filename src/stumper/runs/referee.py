"""Success, budget and validity, judged in one place, the same for machines and people."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from stumper.constraints import broken
from stumper.identity import query_id
from stumper.protocols import Adversary, Constraint, Goal
from stumper.runs.oracle import Reply
from stumper.scores import best_answer
from stumper.types import (
    OVER_BUDGET,
    Attempt,
    Example,
    Gold,
    Instance,
    Outcome,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

PATIENCE = 1_000  # batches in a row without a query that is new: an adversary that goes on so never ends
Lane = Generator[Sequence[Query], Sequence[Reply], Attempt]


@dataclass(frozen=True, slots=True)
class Rules:
    """How attempts are judged; ``budget`` is the number of distinct queries of one attempt, the original included."""

    goal: Goal
    constraints: tuple[Constraint, ...]
    budget: int | None = None


class Asking(Protocol):
    """Where queries are put: the oracle, or what stands before one."""

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order."""
        ...


@dataclass(slots=True)
class Judge:
    """Scores predictions; an answer's score against one gold is computed once."""

    goal: Goal
    _scores: dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, float]] = field(default_factory=dict)

    def verdict(self, gold: Gold, reply: Reply) -> Verdict:
        """What a reply is worth; mass that its list of guesses leaves out scores 0."""
        if reply.prediction is None:
            return Verdict(None, None, None, fault=reply.fault)
        score, expected = self._score_and_expectation(gold, reply.prediction)
        return Verdict(reply.prediction, score, expected, self.goal.reached(score))

    def _score_and_expectation(self, gold: Gold, prediction: Prediction) -> tuple[float, float]:
        evidence = prediction.evidence
        known = self._scores.setdefault((tuple(answer.text for answer in gold.answers), evidence), {})

        def score_of(text: str) -> float:
            value = known.get(text)
            if value is None:
                value = known[text] = self.goal.score(gold, text, evidence)
            return value

        best = best_answer(prediction)
        score = 0.0 if best is None else score_of(best)
        expected = 0.0
        for guess in prediction.guesses:
            if guess.probability is not None:
                expected += guess.probability * score_of(guess.answer)
        return score, round(score if prediction.mass is None else expected, 6)


def verdicts(rules: Rules, oracle: Asking, example: Example, perturbations: Sequence[Perturbation]) -> list[Verdict]:
    """One verdict a perturbation, in order: what people who edit by hand are told."""
    judge = Judge(rules.goal)
    faults = [broken(rules.constraints, example, perturbation) for perturbation in perturbations]
    valid = [p for p, fault in zip(perturbations, faults, strict=True) if fault is None]
    replies = iter(oracle.ask([perturbation.query for perturbation in valid]))
    return [
        judge.verdict(p.gold, next(replies)) if fault is None else Verdict(None, None, None, fault=fault)
        for p, fault in zip(perturbations, faults, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A perturbation that was asked, its verdict, and how many queries had then been spent."""

    verdict: Verdict
    perturbation: Perturbation
    queries: int


@dataclass(slots=True)
class _Standing:
    """What one attempt has spent and found; lowest score first, then lowest expectation, then first come."""

    budget: int | None
    asked: set[str] = field(default_factory=set)
    best: _Asked | None = None
    known: dict[str, _Asked] = field(default_factory=dict)
    trace: list[tuple[int, float]] = field(default_factory=list)
    failure: str | None = None
    refusal: str | None = None  # what the first perturbation that broke a constraint broke
    over_budget: bool = False

    def affords(self, key: str) -> bool:
        if key not in self.asked and self.budget is not None and len(self.asked) >= self.budget:
            self.over_budget = True
            return False
        self.asked.add(key)
        return True

    def note(self, key: str, asked: _Asked) -> None:
        self.known[key] = asked
        verdict = asked.verdict
        if verdict.score is None or verdict.expected is None:
            self.failure = self.failure or verdict.fault
            return
        if verdict.score < self.trace[-1][1]:
            self.trace.append((asked.queries, verdict.score))
        if self.best is None or _rank(verdict) < _rank(self.best.verdict):
            self.best = asked

    def traced(self, chosen: _Asked | None) -> tuple[tuple[int, float], ...]:
        """The trace down to the score that the attempt is reported with, which need not be the lowest."""
        if chosen is None or chosen.verdict.score is None:
            return tuple(self.trace)
        score = chosen.verdict.score
        kept = [*self.trace[:1], *(entry for entry in self.trace[1:] if entry[1] >= score)]
        return tuple(kept if kept[-1][1] == score else [*kept, (chosen.queries, score)])


def attempt(run_id: str, names: tuple[str, str], rules: Rules, adversary: Adversary, example: Example, rng: Random
            ) -> Lane:  # fmt: skip
    """One adversary against one example: yields queries, is sent the replies, returns the attempt."""
    judge, standing = Judge(rules.goal), _Standing(rules.budget, {query_id(example.query)})
    [reply] = yield [example.query]
    before = judge.verdict(example.gold, reply)

    def ended(outcome: Outcome, chosen: _Asked | None = None, reason: str | None = None) -> Attempt:
        after, perturbation = (chosen.verdict, chosen.perturbation) if chosen else (None, None)
        return Attempt(run_id, example.id, *names, outcome, before, after, perturbation,
                       len(standing.asked), standing.traced(chosen), reason)  # fmt: skip

    if before.score is None:
        return ended("errored", reason=before.fault)
    standing.trace.append((1, before.score))
    if before.score == 0:
        return ended("skipped")
    submitted = yield from _search(rules, judge, adversary.attack(example, before, rng), example, standing)
    chosen = standing.best
    if submitted is not None and (asked := standing.known.get(query_id(submitted.query))) is not None:
        chosen = replace(asked, perturbation=submitted)
    if chosen is not None and chosen.verdict.succeeded:
        return ended("succeeded", chosen)
    if standing.failure is not None:
        return ended("errored", chosen, standing.failure)
    refusal = standing.refusal if standing.best is None else None
    return ended("exhausted" if standing.over_budget else "failed", chosen, refusal)


def attempt_on(run_id: str, names: tuple[str, str], rules: Rules, instance: Instance) -> Lane:
    """One perturbation that counts by itself, asked beside its original: yields both, returns the attempt.

    It is asked, and its verdict kept, where the original is wrong already (``skipped``), too: what an instance scores
    does not depend on what its original scores.
    """
    example, perturbation = instance.example, instance.perturbation
    judge, queries = Judge(rules.goal), [example.query, perturbation.query]
    replies = yield queries
    before, after = (
        judge.verdict(gold, reply) for gold, reply in zip((example.gold, perturbation.gold), replies, strict=True)
    )
    outcome, scores = _outcome(before, after), [v.score for v in (before, after) if v.score is not None]
    trace = tuple(enumerate(scores[:1] + [score for score in scores[1:] if score < scores[0]], 1))
    cost = len({query_id(query) for query in queries})
    return Attempt(run_id, instance.id, *names, outcome, before, after, perturbation, cost, trace,
                   before.fault or after.fault)  # fmt: skip


def _outcome(before: Verdict, after: Verdict) -> Outcome:
    if before.score is None or after.score is None:
        return "errored"
    if before.score == 0:
        return "skipped"
    return "succeeded" if after.succeeded else "failed"


def _search(
    rules: Rules,
    judge: Judge,
    proposals: Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None],
    example: Example,
    standing: _Standing,
) -> Generator[Sequence[Query], Sequence[Reply], Perturbation | None]:
    """Runs the adversary until it returns what it stands by, or must end: budget, victim's failure, nothing new."""
    said: Sequence[Verdict] | None = None
    idle, spent = 0, len(standing.asked)
    while True:
        try:
            proposed = proposals.send(said)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration as end:
            submitted: Perturbation | None = end.value
            return submitted
        if standing.over_budget or standing.failure is not None or idle >= PATIENCE:
            proposals.close()
            return None
        said = yield from _judged(rules, judge, example, proposed, standing)
        idle, spent = (idle + 1 if len(standing.asked) == spent else 0), len(standing.asked)


def _judged(
    rules: Rules, judge: Judge, example: Example, proposed: Sequence[Perturbation], standing: _Standing
) -> Generator[Sequence[Query], Sequence[Reply], list[Verdict]]:
    said: list[Verdict | None] = []
    paid: list[tuple[int, Perturbation, str, int]] = []
    for place, perturbation in enumerate(proposed):
        fault = broken(rules.constraints, example, perturbation)
        standing.refusal = standing.refusal or fault
        key = query_id(perturbation.query)
        if fault is None and not standing.affords(key):
            fault = OVER_BUDGET
        if fault is None:
            paid.append((place, perturbation, key, len(standing.asked)))
        said.append(None if fault is None else Verdict(None, None, None, fault=fault))
    replies = (yield [perturbation.query for _, perturbation, _, _ in paid]) if paid else ()
    for (place, perturbation, key, queries), reply in zip(paid, replies, strict=True):
        verdict = said[place] = judge.verdict(perturbation.gold, reply)
        standing.note(key, _Asked(verdict, perturbation, queries))
    return [verdict for verdict in said if verdict is not None]


def _rank(verdict: Verdict) -> tuple[float, float]:
    assert verdict.score is not None
    assert verdict.expected is not None
    return verdict.score, verdict.expected
