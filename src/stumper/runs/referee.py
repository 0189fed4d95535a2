"""Success, budget and validity, judged in one place, the same for machines and people."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Protocol

from stumper.constraints import broken
from stumper.identity import perturbation_id, query_id
from stumper.predictions import best_answer
from stumper.protocols import Adversary, Constraint, Goal
from stumper.registry import searches
from stumper.runs.oracle import Reply
from stumper.runs.proposed import Proposals, attack_of, broken_adversary
from stumper.scoring import share
from stumper.types import (
    NOTHING_PROPOSED,
    OVER_BUDGET,
    WRONG_ALREADY,
    Attempt,
    Candidate,
    Example,
    Gold,
    Instance,
    Nothing,
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
    """How attempts are judged; ``budget`` is the number of distinct queries of one attempt, the original included.

    ``only_right``: what the victim is wrong on already is not attacked.
    """

    goal: Goal
    constraints: tuple[Constraint, ...]
    budget: int | None = None
    only_right: bool = False


class Asking(Protocol):
    """Where queries are put: the oracle, or what stands before one."""

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order."""


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
        known = self._scores.setdefault((texts, gold.prompts, gold.rejects, gold.evidence_sets, evidence), {})

        def score_of(text: str) -> float:
            value = known.get(text)
            if value is None:
                said = self.goal.score(gold, text, evidence)
                value = known[text] = share(said, "goal", self.goal.name, self.goal, text)
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
    """What one attempt has spent and found; lowest score first, then lowest expectation, then first come.

    ``candidates``, by id, are all that broke no constraint; None where the adversary searches.
    """

    budget: int | None
    candidates: dict[str, Candidate] | None
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

    def propose(self, perturbation: Perturbation, verdict: Verdict) -> None:
        """Keeps a proposal that broke no constraint, where all of them are kept, each once."""
        if self.candidates is not None:
            self.candidates.setdefault(perturbation_id(perturbation), Candidate(perturbation, verdict))

    def stand_by(self, submitted: Perturbation | Nothing | None) -> None:
        """Marks the candidate that the adversary itself returned."""
        if self.candidates and isinstance(submitted, Perturbation):
            id = perturbation_id(submitted)
            if id in self.candidates:
                self.candidates[id] = replace(self.candidates[id], stood_by=True)

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
    """One adversary against one example: yields queries, is sent the replies, returns the attempt.

    An example that the victim is wrong on already (``skipped``) is attacked like any other, unless the rules say not
    to: what its variants score belongs to the figures, and to the set that is written for other systems.
    """
    judge, views = Judge(rules.goal), rules.goal.views(example.query)
    standing = _Standing(rules.budget, None if searches(adversary) else {}, set(map(query_id, views)))
    before = judge.verdict(example.gold, views, (yield views))

    def ended(outcome: Outcome, chosen: _Asked | None = None, reason: str | None = None) -> Attempt:
        after, perturbation = (chosen.verdict, chosen.perturbation) if chosen else (None, None)
        return Attempt(run_id, example.id, *names, outcome, before, after, perturbation,
                       len(standing.asked), standing.traced(chosen), reason,
                       candidates=tuple((standing.candidates or {}).values()), original_id=example.id)  # fmt: skip

    if before.score is None:
        return ended("errored", reason=before.fault)
    standing.trace.append((len(standing.asked), before.score))
    is_wrong = before.score == 0
    if is_wrong and rules.only_right:
        return ended("skipped", reason=WRONG_ALREADY)
    proposals = attack_of(names[0], adversary, example, before, rng)
    submitted = yield from _search(rules, judge, proposals, example, standing)
    standing.stand_by(submitted)
    chosen = standing.best
    if isinstance(submitted, Perturbation):
        if (asked := standing.known.get(query_id(submitted.query))) is not None:
            chosen = replace(asked, perturbation=submitted)
        elif standing.refusal is None and not standing.over_budget:  # nothing that it proposed was not asked
            raise broken_adversary(names[0], adversary, f"returns a perturbation of {example.id!r} that it never "
                                   "proposed: yield it first")  # fmt: skip
    is_broken = standing.failure is not None and standing.candidates is not None  # one of those that count is missing
    if chosen is not None and chosen.verdict.succeeded and not is_broken:
        return ended("skipped" if is_wrong else "succeeded", chosen)
    if standing.failure is not None:
        return ended("errored", chosen, standing.failure)
    reason = standing.refusal if standing.best is None else None
    if isinstance(submitted, Nothing) and chosen is None and reason is None:
        reason = NOTHING_PROPOSED + submitted.reason
    return ended("skipped" if is_wrong else "exhausted" if standing.over_budget else "failed", chosen, reason)


def attempt_on(run_id: str, names: tuple[str, str], rules: Rules, instance: Instance) -> Lane:
    """One perturbation that counts by itself, asked beside its original: yields both, returns the attempt.

    It is asked, and its verdict kept, where the original is wrong already (``skipped``), too: what an instance scores
    does not depend on what its original scores. Where only right originals are attacked, the original is asked first.
    """
    example, perturbation = instance.example, instance.perturbation
    judge, views = Judge(rules.goal), [rules.goal.views(query) for query in (example.query, perturbation.query)]
    spent = [len({query_id(view) for of_one in views[:most] for view in of_one}) for most in (1, 2)]
    replies = yield views[0] if rules.only_right else [view for of_one in views for view in of_one]
    before = judge.verdict(example.gold, views[0], replies[: len(views[0])])
    if rules.only_right and before.score == 0:
        return Attempt(run_id, instance.id, *names, "skipped", before, None, None, spent[0], ((spent[0], 0.0),),
                       WRONG_ALREADY, original_id=example.id)  # fmt: skip
    said = (yield views[1]) if rules.only_right else replies[len(views[0]) :]
    after = judge.verdict(perturbation.gold, views[1], said, before.score)
    return Attempt(run_id, instance.id, *names, _outcome(before, after), before, after, perturbation, spent[1],
                   _trace(spent, before, after), before.fault or after.fault, original_id=example.id)  # fmt: skip


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
    proposals: Proposals,
    example: Example,
    standing: _Standing,
) -> Generator[Sequence[Query], Sequence[Reply], Perturbation | Nothing | None]:
    """Runs the adversary until it returns what it stands by, or must end: nothing new, or where it searches, the budget
    or the victim's failure. What proposes all at once is heard to its end, as all of that is kept."""
    said: Sequence[Verdict] | None = None
    idle, spent = 0, len(standing.asked)
    while True:
        try:
            proposed = proposals.send(said)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration as end:
            submitted: Perturbation | Nothing | None = end.value
            return submitted
        is_over = standing.candidates is None and (standing.over_budget or standing.failure is not None)
        if is_over or idle >= PATIENCE:
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
    broke = [verdict is not None and verdict.fault != OVER_BUDGET for verdict in said]
    replies = iter((yield [view for _, _, views, _ in paid for view in views]) if paid else ())
    for place, perturbation, views, queries in paid:
        of_one = list(islice(replies, len(views)))
        verdict = said[place] = judge.verdict(perturbation.gold, views, of_one, standing.trace[0][1])
        standing.note(query_id(perturbation.query), _Asked(verdict, perturbation, queries))
    judged = [verdict for verdict in said if verdict is not None]
    for perturbation, verdict, has_broken in zip(proposed, judged, broke, strict=True):
        if not has_broken:
            standing.propose(perturbation, verdict)
    return judged


def _rank(verdict: Verdict) -> tuple[float, float]:
    assert verdict.score is not None
    assert verdict.expected is not None
    return verdict.score, verdict.expected
