"""Runs made up by hand and by a seeded generator, recorded in a store, for reports to tell of."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from stumper.answers import tokens_of
from stumper.reports import Report, build_report
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.types import (
    Answer,
    Attempt,
    Edit,
    Example,
    Gold,
    Guess,
    Outcome,
    Passage,
    Perturbation,
    Prediction,
    Verdict,
)

STRENGTHS = {"identity": 0.0, "add-benign": 0.02, "add-common": 0.35, "add-any": 0.7, "from-file": 0.4}
STRENGTHS |= {"add-sent": 0.6, "edit-reorder": 0.1, "edit-misspell": 0.15, "edit-combined": 0.2, "mine:Own": 0.3}
NINE = tuple(name for name in STRENGTHS if name != "from-file")
# The types of attack and the rules that made-up edits have, by adversary; one of them is drawn.
TYPED = {
    "add-sent": [("add-sent", f"{rule}: {changed}") for rule in ("what-np", "who", "how-many", "fallback")
                 for changed in ("entity", "entity, antonym", "number")],
    "edit-reorder": [("reorder", "key first"), ("reorder", "key last")],
    "edit-misspell": [("misspell", "swap"), ("misspell", "keyboard")],
    "edit-combined": [("split + reorder", ""), ("merge + misspell", "")],
}  # fmt: skip
NOISE = ["time", "of", "when", "island", "river", "the", "did", "people", "her", "which"]

Record = Callable[..., str]


@pytest.fixture
def store(new_store: Store) -> Store:
    """An empty store."""
    return new_store


@pytest.fixture
def record(store: Store) -> Record:
    """Records a run of given attempts; returns its id."""

    def recorded(
        examples: Sequence[Example],
        made: Callable[[str, Example], Attempt],
        adversary: str = "add-any",
        victim: str = "embedded",
        fingerprint: str = "f" * 32,
        dataset: str = "reading",
        **fields: object,
    ) -> str:
        plan = Plan(dataset, fingerprint, victim, "v" * 32 if victim == "embedded" else None, adversary, **fields)
        store.put_plan(plan.id, to_json(plan), fingerprint)
        store.put_examples(fingerprint, examples)
        store.put_attempts([made(plan.id, example) for example in examples])
        return plan.id

    return recorded


@pytest.fixture
def make() -> SimpleNamespace:
    """The builders of values by hand: ``question``, ``verdict``, ``appended``, ``edits``, ``attempt``."""
    return SimpleNamespace(question=question, verdict=verdict, appended=appended, edits=edits, attempt=attempt)


@pytest.fixture
def nine() -> tuple[str, ...]:
    """Adversaries of every family but that of files, several with types of attack and rules."""
    return NINE


@pytest.fixture
def lifelike(store: Store, record: Record) -> Callable[..., Report]:
    """A report of generated runs on the bundled questions: ``victims`` x ``adversaries`` over ``limit`` examples."""

    def made(
        victims: Sequence[str] = ("embedded",),
        adversaries: Sequence[str] = ("identity", "add-benign", "add-common", "add-any"),
        limit: int = 60,
    ) -> Report:
        examples = tuple(bundled())[:limit]
        run_ids = [
            record(examples, invented(adversary, victim), adversary, victim, seed=1, budget=2000, limit=limit)
            for victim in victims
            for adversary in adversaries
        ]
        return build_report(store, run_ids)

    return made


def invented(adversary: str, victim: str) -> Callable[[str, Example], Attempt]:
    """Attempts as a search might have left them, the same for the same names and example."""

    def made(run_id: str, example: Example) -> Attempt:
        rng = Random(f"{victim}/{example.id}")
        before = verdict(example, _answer(example, rng, 0.25), rng, victim)
        rng = Random(f"{adversary}/{victim}/{example.id}")
        if rng.random() < 0.015 and adversary != "identity":
            reason = "the victim raised TimeoutError: no answer within 30 s"
            return attempt(run_id, example, "errored", before, reason=reason)
        if before.score == 0:
            return attempt(run_id, example, "skipped", before)
        if adversary == "identity":
            return attempt(
                run_id, example, "failed", before, before, Perturbation(example.id, example.query, example.gold, ())
            )
        changed = appended(example, " ".join(rng.sample(NOISE, 8)).capitalize() + ".", prepended=rng.random() < 0.1)
        changed = replace(changed, edits=edits(*rng.choice(TYPED.get(adversary, [("", "")]))))
        fooled = rng.random() < STRENGTHS[adversary] * (0.8 if victim == "embedded" else 0.5)
        wrong = changed.query.context.text.split()[-3] if fooled else before.prediction.guesses[0].answer
        after = verdict(Example(example.id, changed.query, changed.gold), wrong, rng, victim)
        if adversary == "add-benign":
            return attempt(run_id, example, "succeeded" if after.score == 0 else "failed", before, after, changed, 2)
        if adversary in TYPED:
            return attempt(run_id, example, "succeeded" if after.score == 0 else "failed", before, after, changed, 6)
        spent = int(10 ** rng.uniform(1.2, 3.2))
        outcome: Outcome = "succeeded" if after.score == 0 else "exhausted" if rng.random() < 0.6 else "failed"
        return attempt(run_id, example, outcome, before, after, changed, 2000 if outcome == "exhausted" else spent)

    return made


def attempt(
    run_id: str,
    example: Example,
    outcome: Outcome,
    before: Verdict,
    after: Verdict | None = None,
    perturbation: Perturbation | None = None,
    queries: int = 1,
    reason: str | None = None,
) -> Attempt:
    """An attempt whose trace falls from the first score to the last with the last query."""
    trace = [] if before.score is None else [(1, before.score)]
    if after is not None and after.score is not None and before.score is not None and after.score < before.score:
        trace += [(queries, after.score)]
    return Attempt(
        run_id, example.id, "any", "any", outcome, before, after, perturbation, queries, tuple(trace), reason
    )  # fmt: skip


def verdict(example: Example, answer: str, rng: Random | None = None, victim: str = "embedded") -> Verdict:
    """What the referee says of an answer; a victim called ``python:...`` gives no distribution."""
    context = example.query.context.text
    score = tokens_of(example.gold).score(answer).f1
    if victim.startswith("python"):
        return Verdict(Prediction((Guess(answer, None),), None), score, score, score == 0)
    first = rng.uniform(0.35, 0.9) if rng else 0.6
    words = context.split()
    others = [rng.choice(words).strip(".,") for _ in range(2)] if rng else []
    shares = [first, (1 - first) * 0.6, (1 - first) * 0.25]
    guesses = [
        Guess(text, share, _start(context, text)) for text, share in zip([answer, *others], shares, strict=False)
    ]
    mass = sum(guess.probability for guess in guesses)
    return Verdict(Prediction(tuple(guesses), mass), score, round(first * score, 6), score == 0)


def appended(example: Example, sentence: str, prepended: bool = False) -> Perturbation:
    """The example with a sentence after (or before) its paragraph."""
    old = example.query.context
    text = f"{sentence} {old.text}" if prepended else f"{old.text} {sentence}"
    moved = len(sentence) + 1 if prepended else 0
    answers = tuple(Answer(a.text, None if a.start is None else a.start + moved) for a in example.gold.answers)
    query = Question(example.query.text, Passage(old.id, text, old.title))
    return Perturbation(example.id, query, Gold(answers, example.gold.answerable), ())


def edits(kind: str, rule: str = "") -> tuple[Edit, ...]:
    """One edit of this kind; where it stands is not looked at."""
    return (Edit("context", 0, 0, "", kind, rule),)


def question(id: str, text: str, context: str, *golds: str, title: str = "") -> Example:
    """A reading example whose gold answers stand where they first occur."""
    answers = tuple(Answer(gold, _start(context, gold)) for gold in golds)
    return Example(id, Question(text, Passage(f"{id}-p", context, title)), Gold(answers))


def _answer(example: Example, rng: Random, wrong: float) -> str:
    if rng.random() < wrong:
        return rng.choice(example.query.context.text.split()).strip(".,")
    return rng.choice(example.gold.answers).text


def _start(context: str, text: str) -> int | None:
    found = context.find(text)
    return None if found < 0 else found
