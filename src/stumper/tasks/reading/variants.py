"""Adversarial accuracy of answers to a file of originals and variants (Jia & Liang 2017, section 3.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stumper.answers import AnswerScore, answer_score
from stumper.datasets.originals import original_ids
from stumper.scores.score import from_estimate, left_out
from stumper.scoring import On, Score
from stumper.statistics import CHANGE, Estimate, Scored, groups_of, interval, means
from stumper.tasks.reading.grouping import groups
from stumper.tasks.reading.squad import official
from stumper.types import Example, Gold

METRICS = ("exact_match", "f1")


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """One original question: its own score, and that of its worst variant (without any that counts: its own again).

    ``answerable`` is None where the data does not say (SQuAD 1.1). Who abstains says that there is no answer; who says
    nothing at all does not.
    """

    id: str
    original: AnswerScore
    adversarial: AnswerScore
    answerable: bool | None = None
    abstained: tuple[bool, bool] = (False, False)  # on the original, on the worst variant


@dataclass(frozen=True, slots=True)
class FileScores:
    """A file of predictions, question by question; unanswered originals score 0, and so do unanswered variants where
    they ``were_asked``: else they are skipped. Of so many originals there is no variant: ``without``."""

    questions: tuple[QuestionScores, ...]
    variants: int
    unanswered: int
    unanswered_variants: int
    were_asked: bool
    without: int = 0


def score_predictions(
    answers: Mapping[str, str],
    examples: Sequence[Example],
    victim: str | None = None,
    adversary: str | None = None,
    errored: int = 0,
    trained_on: int = 0,
    were_asked: bool = False,
) -> list[Score]:
    """Exact match and F1 on the originals; where there are variants, also under attack, and the differences.

    Where the data has questions without an answer (SQuAD 2.0), also both scores on those with and on those without one,
    and on all, with and without, how often it was said that there is none; that is told of other data, too, where it
    was said at all.

    Whoever says nothing of variants that ``were_asked`` has not withstood them: they score 0. Where answers come from
    elsewhere, nobody knows what was asked, and such variants are skipped, as the published script does.

    ``errored`` questions, on which the victim failed, and those that it was ``trained_on`` are not among the examples;
    the signature counts them.
    """
    scores = question_scores(answers, examples, were_asked)
    known = {question.id for question in scores.questions}
    of_these = groups_of((example for example in examples if example.id in known), groups)
    how = _how(scores, examples, left_out(errored, trained_on))
    attacked_by = {"original": None, "adversarial": adversary}
    rows: list[Score] = []
    for columns, over in _parts(scores.questions):
        ids = [question.id for question in over.questions]
        sides = [[of(question)[at] for question in over.questions] for of in columns.values() for at in (0, 1)]
        figures = means([Scored(ids, side) for side in sides], of_these)
        pairs = list(zip(columns, figures[::2], figures[1::2], strict=True))
        found: list[tuple[str, On, Estimate]]
        found = [(name, "original", interval(first)) for name, first, _ in pairs]
        if scores.variants:
            found += [(name, "adversarial", interval(last)) for name, _, last in pairs]
            found += [
                (f"{name}_difference", "adversarial", interval(last - first, CHANGE)) for name, first, last in pairs
            ]
        rows += [
            from_estimate(estimate, name, on, victim, attacked_by[on], {**over.how, **how[on]})
            for name, on, estimate in found
        ]
    return rows


Column = Callable[[QuestionScores], tuple[float, float]]  # of the original, of its worst variant


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of the questions, and what signatures say of which these are."""

    questions: Sequence[QuestionScores]
    how: Mapping[str, str] = field(default_factory=dict)


def _parts(questions: Sequence[QuestionScores]) -> Iterator[tuple[dict[str, Column], _Part]]:
    """What is averaged over which questions: all, and where some have no answer, those with one and those without."""
    yield {name: _metric(name) for name in METRICS}, _Part(questions)
    answers = {question.answerable for question in questions}
    if False not in answers and not any(any(question.abstained) for question in questions):
        return
    yield {"abstained": _abstained}, _Part(questions)
    if False not in answers:
        return
    for over, answerable in (("has_answer", True), ("no_answer", False)):
        # what does not say has an answer, as the others say that they have none
        part = [question for question in questions if (question.answerable is not False) == answerable]
        columns = {f"{name}_{over}": _metric(name) for name in METRICS} | {f"abstained_{over}": _abstained}
        if part:
            yield columns, _Part(part, {"over": over.replace("_", "-")})


def _metric(name: str) -> Column:
    return lambda question: (getattr(question.original, name), getattr(question.adversarial, name))


def _abstained(question: QuestionScores) -> tuple[float, float]:
    before, after = question.abstained
    return float(before), float(after)


def question_scores(answers: Mapping[str, str], examples: Sequence[Example], were_asked: bool = False) -> FileScores:
    """The scores of the answers (by example id) to each original question, in the order of the examples.

    Among variants of equal F1 the first in the file counts, also for exact match, as in the published script.
    """
    original_of = original_ids(examples)
    changed = {original for id, original in original_of.items() if id != original}
    own: dict[str, AnswerScore] = {}
    golds: dict[str, Gold] = {}
    worst: dict[str, tuple[AnswerScore, str]] = {}
    unanswered = unanswered_variants = 0
    for example in examples:
        original = original_of[example.id]
        answer = answers.get(example.id)
        score = answer_score(example.gold, answer)
        if original == example.id:
            own[original], golds[original] = score, example.gold
            unanswered += answer is None
            continue
        unanswered_variants += answer is None
        counts = were_asked or answer is not None
        if counts and (original not in worst or score.f1 < worst[original][0].f1):
            worst[original] = (score, example.id)
    questions = []
    for id, score in own.items():
        last, worst_id = worst.get(id, (score, id))
        abstained = answers.get(id) == "", answers.get(worst_id) == ""
        questions.append(QuestionScores(id, score, last, golds[id].answerable, abstained))
    variants, without = len(original_of) - len(own), len(own.keys() - changed)
    return FileScores(tuple(questions), variants, unanswered, unanswered_variants, were_asked, without)


def _how(scores: FileScores, examples: Iterable[Example], without: dict[str, str]) -> dict[On, dict[str, str]]:
    how = {
        "official": official(example.gold for example in examples),
        "agg": "mean",
        "unanswered": str(scores.unanswered),
    }
    how |= without
    silent = scores.unanswered_variants
    worst = {
        "worst": "variants",
        "variants": str(scores.variants),
        **({"without": str(scores.without)} if scores.without else {}),
        "unanswered_variants": f"{silent}-wrong" if silent and scores.were_asked else str(silent),
    }
    return {"original": how, "adversarial": how | worst}
