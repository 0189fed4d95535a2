"""Adversarial accuracy of answers to a file of originals and variants (Jia & Liang 2017, section 3.1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stumper.datasets.originals import original_ids
from stumper.scores.intervals import Estimate, confidence_how, difference_interval, mean_interval
from stumper.scores.score import from_estimate, left_out
from stumper.scoring import On, Score
from stumper.tasks.reading.answers import AnswerScore, answer_score
from stumper.types import Example

METRICS = ("exact_match", "f1")


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """One original question: its own score, and that of its worst variant (without any that counts: its own again)."""

    id: str
    original: AnswerScore
    adversarial: AnswerScore
    worst_id: str


@dataclass(frozen=True, slots=True)
class FileScores:
    """A file of predictions, question by question; unanswered originals score 0, and so do unanswered variants where
    they ``were_asked``: else they are skipped."""

    questions: tuple[QuestionScores, ...]
    variants: int
    unanswered: int
    unanswered_variants: int
    were_asked: bool


def score_predictions(
    answers: Mapping[str, str],
    examples: Sequence[Example],
    victim: str | None = None,
    adversary: str | None = None,
    seed: int = 0,
    errored: int = 0,
    trained_on: int = 0,
    were_asked: bool = False,
) -> list[Score]:
    """Exact match and F1 on the originals; where there are variants, also under attack, and the differences.

    Whoever says nothing of variants that ``were_asked`` has not withstood them: they score 0. Where answers come from
    elsewhere, nobody knows what was asked, and such variants are skipped, as the published script does.

    ``errored`` questions, on which the victim failed, and those that it was ``trained_on`` are not among the examples;
    the signature counts them.
    """
    scores = question_scores(answers, examples, were_asked)
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
    return [from_estimate(estimate, name, on, victim, attacked_by[on], how[on]) for name, on, estimate in found]


def question_scores(answers: Mapping[str, str], examples: Sequence[Example], were_asked: bool = False) -> FileScores:
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
            continue
        unanswered_variants += answer is None
        counts = were_asked or answer is not None
        if counts and (original not in worst or score.f1 < worst[original][0].f1):
            worst[original] = (score, example.id)
    questions = (QuestionScores(id, score, *worst.get(id, (score, id))) for id, score in own.items())
    return FileScores(tuple(questions), len(original_of) - len(own), unanswered, unanswered_variants, were_asked)


def _how(
    scores: FileScores, examples: Iterable[Example], seed: int, without: dict[str, str]
) -> dict[On, dict[str, str]]:
    is_old = all(example.gold.answerable is None for example in examples)
    how = {"official": "squad-1.1" if is_old else "squad-2.0", "agg": "mean", "unanswered": str(scores.unanswered)}
    how |= without
    silent = scores.unanswered_variants
    worst = {
        "worst": "variants",
        "variants": str(scores.variants),
        "unanswered_variants": f"{silent}-wrong" if silent and scores.were_asked else str(silent),
    }
    ci = {"ci": confidence_how(seed)}
    return {"original": how | ci, "adversarial": how | worst | ci}
