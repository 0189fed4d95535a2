"""Success, budget and validity, judged in one place, the same for machines and people."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Protocol

from stumper.constraints import broken
from stumper.identity import query_id
from stumper.predictions import best_answer
from stumper.protocols import Adversary, Constraint, Goal
from stumper.runs.oracle import Reply
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
    _scores: dict[tuple[object, ...], dict[str, float]] = field(default_factory=dict)

    def verdict(self, gold: Gold, views: Sequence[Query], replies: Sequence[Reply], before: float | None = None
                ) -> Verdict:  # fmt: skip
        """What the replies to a query's views are worth; mass that a list of guesses leaves out scores 0.

        ``before`` is the score of the original; None: these are of the original.
        """
        predictions = [reply.prediction for reply in replies if reply.prediction is not None]
        if len(predictions) < len(replies):
            return Verdict(None, None, None, fault=next(reply.fault for reply in replies if reply.prediction is None))
        scored = [self._score_and_expectation(gold, prediction) for prediction in predictions]
        score, expected = (self.goal.combined(views, scores) for scores in zip(*scored, strict=True))
        is_reached = self.goal.reached(score, score if before is None else before)
        return Verdict(predictions[-1], score, round(expected, 6), is_reached)

    def _score_and_expectation(self, gold: Gold, prediction: Prediction) -> tuple[float, float]:
        evidence = prediction.evidence
        texts = tuple(answer.text for answer in gold.answers)
        known = self._scores.setdefault((texts, gold.prompts, gold.rejects, evidence), {})

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
        return score, score if prediction.mass is None else expected


def verdicts(
    rules: Rules, oracle: Asking, example: Example, perturbations: Sequence[Perturbation], before: float = 1.0
) -> list[Verdict]:
    """One verdict a perturbation, in order: what people who edit by hand are told.

    ``before`` is what the original scores, for goals that compare with it.
    """
    judge = Judge(rules.goal)
    faults = [broken(rules.constraints, example, perturbation) for perturbation in perturbations]
    views = [rules.goal.views(p.query) if fault is None else () for p, fault in zip(perturbations, faults, strict=True)]
    replies = iter(oracle.ask([view for of_one in views for view in of_one]))
    return [
        judge.verdict(p.gold, of_one, list(islice(replies, len(of_one))), before)
        if fault is None
        else Verdict(None, None, None, fault=fault)
        for p, of_one, fault in zip(perturbations, views, faults, strict=True)
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
    asked: set[str] = field(default_factory=set)  # the ids of all queries, those of the original among them
    best: _Asked | None = None
    known: dict[str, _Asked] = field(default_factory=dict)
    trace: list[tuple[int, float]] = field(default_factory=list)
    failure: str | None = None
    refusal: str | None = None  # what the first perturbation that broke a constraint broke
    over_budget: bool = False

    def affords(self, keys: Sequence[str]) -> bool:
        """Whether all of these can be asked within the budget; if so, they are."""
        asked = self.asked.union(keys)
        if self.budget is not None and len(asked) > max(self.budget, len(self.asked)):
            self.over_budget = True
            return False
        self.asked = asked
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
    judge, views = Judge(rules.goal), rules.goal.views(example.query)
    standing = _Standing(rules.budget, set(map(query_id, views)))
    before = judge.verdict(example.gold, views, (yield views))

    def ended(outcome: Outcome, chosen: _Asked | None = None, reason: str | None = None) -> Attempt:
        after, perturbation = (chosen.verdict, chosen.perturbation) if chosen else (None, None)
        return Attempt(run_id, example.id, *names, outcome, before, after, perturbation,
                       len(standing.asked), standing.traced(chosen), reason)  # fmt: skip

    if before.score is None:
        return ended("errored", reason=before.fault)
    standing.trace.append((len(standing.asked), before.score))
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
    judge, views = Judge(rules.goal), [rules.goal.views(query) for query in (example.query, perturbation.query)]
    replies = yield [view for of_one in views for view in of_one]
    before = judge.verdict(example.gold, views[0], replies[: len(views[0])])
    after = judge.verdict(perturbation.gold, views[1], replies[len(views[0]) :], before.score)
    spent = [len({query_id(view) for of_one in views[:most] for view in of_one}) for most in (1, 2)]
    return Attempt(run_id, instance.id, *names, _outcome(before, after), before, after, perturbation, spent[1],
                   _trace(spent, before, after), before.fault or after.fault)  # fmt: skip


def _trace(spent: Sequence[int], before: Verdict, after: Verdict) -> tuple[tuple[int, float], ...]:
    scores = [verdict.score for verdict in (before, after) if verdict.score is not None]
    return tuple(zip(spent, scores[:1] + [score for score in scores[1:] if score < scores[0]], strict=False))


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
    paid: list[tuple[int, Perturbation, Sequence[Query], int]] = []
    for place, perturbation in enumerate(proposed):
        fault = broken(rules.constraints, example, perturbation)
        standing.refusal = standing.refusal or fault
        views = rules.goal.views(perturbation.query) if fault is None else ()
        if fault is None and not standing.affords([query_id(view) for view in views]):
            fault = OVER_BUDGET
        if fault is None:
            paid.append((place, perturbation, views, len(standing.asked)))
        said.append(None if fault is None else Verdict(None, None, None, fault=fault))
    replies = iter((yield [view for _, _, views, _ in paid for view in views]) if paid else ())
    for place, perturbation, views, queries in paid:
        of_one = list(islice(replies, len(views)))
        verdict = said[place] = judge.verdict(perturbation.gold, views, of_one, standing.trace[0][1])
        standing.note(query_id(perturbation.query), _Asked(verdict, perturbation, queries))
    return [verdict for verdict in said if verdict is not None]


def _rank(verdict: Verdict) -> tuple[float, float]:
    assert verdict.score is not None
    assert verdict.expected is not None
    return verdict.score, verdict.expected
