"""Adversarial accuracy of answers to a file of originals and variants (Jia & Liang 2017, section 3.1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stumper.scores.answers import AnswerScore, answer_score
from stumper.scores.intervals import Estimate, confidence_how, difference_interval, mean_interval
from stumper.scores.score import On, Score, from_estimate, left_out
from stumper.scores.signature import signature
from stumper.types import Example

METRICS = ("exact_match", "f1")


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """One original question: its own score, and that of its worst answered variant (without any: its own again)."""

    id: str
    original: AnswerScore
    adversarial: AnswerScore
    worst_id: str


@dataclass(frozen=True, slots=True)
class FileScores:
    """A file of predictions, question by question; unanswered originals score 0, unanswered variants are skipped."""

    questions: tuple[QuestionScores, ...]
    variants: int
    unanswered: int
    unanswered_variants: int


def score_predictions(
    answers: Mapping[str, str],
    examples: Sequence[Example],
    victim: str | None = None,
    adversary: str | None = None,
    seed: int = 0,
    errored: int = 0,
    trained_on: int = 0,
) -> list[Score]:
    """Exact match and F1 on the originals; where there are variants, also under attack, and the differences.

    ``errored`` questions, on which the victim failed, and those that it was ``trained_on`` are not among the examples;
    the signature counts them.
    """
    scores = question_scores(answers, examples)
    before = {name: [getattr(question.original, name) for question in scores.questions] for name in METRICS}
    after = {name: [getattr(question.adversarial, name) for question in scores.questions] for name in METRICS}
    found: list[tuple[str, On, Estimate]]
    found = [(name, "original", mean_interval(before[name], seed)) for name in METRICS]
    if scores.variants:
        found += [(name, "adversarial", mean_interval(after[name], seed)) for name in METRICS]
        changes = {name: difference_interval(before[name], after[name], seed) for name in METRICS}
        found += [(f"{name}_difference", "adversarial", change) for name, change in changes.items()]
    how = _how(scores, examples, seed, left_out(errored, trained_on))
    attacked_by = {"original": None, "adversarial": adversary}
    return [
        from_estimate(estimate, name, on, victim, attacked_by[on], signature(name, estimate.n, **how[on]), trained_on)
        for name, on, estimate in found
    ]


def question_scores(answers: Mapping[str, str], examples: Sequence[Example]) -> FileScores:
    """The scores of the answers (by example id) to each original question, in the order of the examples.

    Among variants of equal F1 the first in the file counts, also for exact match, as in the published script.
    """
    original_of = original_ids(example.id for example in examples)
    own: dict[str, AnswerScore] = {}
    worst: dict[str, tuple[AnswerScore, str]] = {}
    unanswered = unanswered_variants = 0
    for example in examples:
        original = original_of[example.id]
        answer = answers.get(example.id)
        score = answer_score(example.gold, answer)
        if original == example.id:
            own[original] = score
            unanswered += answer is None
        elif answer is None:
            unanswered_variants += 1
        elif original not in worst or score.f1 < worst[original][0].f1:
            worst[original] = (score, example.id)
    questions = (QuestionScores(id, score, *worst.get(id, (score, id))) for id, score in own.items())
    return FileScores(tuple(questions), len(original_of) - len(own), unanswered, unanswered_variants)


def original_ids(ids: Iterable[str]) -> dict[str, str]:
    """Each id with that of its original: the shortest other id that it continues after a ``-``, else itself."""
    known = dict.fromkeys(ids)
    return {id: _original(id, known) for id in known}


def _how(
    scores: FileScores, examples: Iterable[Example], seed: int, without: dict[str, str]
) -> dict[On, dict[str, str]]:
    is_old = all(example.gold.answerable is None for example in examples)
    how = {"official": "squad-1.1" if is_old else "squad-2.0", "agg": "mean", "unanswered": str(scores.unanswered)}
    how |= without
    worst = {
        "worst": "variants",
        "variants": str(scores.variants),
        "unanswered_variants": str(scores.unanswered_variants),
    }
    ci = {"ci": confidence_how(seed)}
    return {"original": how | ci, "adversarial": how | worst | ci}


def _original(id: str, known: Mapping[str, None]) -> str:
    dash = id.find("-")
    while dash >= 0:
        if id[:dash] in known:
            return id[:dash]
        dash = id.find("-", dash + 1)
    return id
