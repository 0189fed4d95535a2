"""From runs on questions to their part of a report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from statistics import fmean

from stumper.predictions import best_answer
from stumper.scores.before_after import BeforeAfter
from stumper.scores.failures import LONGEST_ANSWER
from stumper.scores.intervals import confidence_how, difference_interval, mean_interval, share_interval
from stumper.scores.signature import signature
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit
from stumper.sections.judged import correct_and_judged, judges
from stumper.sections.ran import Ran
from stumper.sections.section import RunFigures, Section
from stumper.tasks.reading.answers import AnswerScore, answer_score
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.section import curves, parts, sentences
from stumper.tasks.reading.section.analysis import analysis, attack_types
from stumper.tasks.reading.section.figures import Analysis, AttackType, Curve, Figures, Row
from stumper.text import words
from stumper.types import Attempt, Example, Gold, Query, Verdict


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What is said of these runs; without examples there are no types of attack and no analyses either."""
    rows = tuple(_row(run) for run in runs)
    exhibits = [[_exhibit(run, attempt) for attempt in run.attempts] if with_examples else [] for run in runs]
    unseen = [[one for one in shown if not one.trained_on] for shown in exhibits]
    types, analyses = [attack_types(shown) for shown in unseen], [analysis(shown) for shown in unseen]
    told = Figures(
        notes=sentences.notes(rows),
        rows=rows,
        attack_types=tuple(row for of_run in types for row in of_run),
        curves=tuple(_curve(run) for run in runs),
        analyses=tuple(filter(None, analyses)),
    )
    each = zip(runs, rows, types, analyses, strict=True)
    return Section(
        name="reading",
        measures=("f1", "exact_match"),
        title="Reading",
        sentences=sentences.summary(rows),
        blocks=parts.blocks(told),
        runs=tuple(
            RunFigures(run.id, run.names, row.f1.after.value, _signatures(run, row, of_run, found))
            for run, row, of_run, found in each
        ),
        short=parts.short(told),
        figures=asdict(told),
        intervals=parts.intervals(told),
        exhibits=tuple(one for shown in exhibits for one in shown),
    )


def _row(run: Ran) -> Row:
    attempts, examples, made = run.unseen, run.examples, run.made
    pairs = [_pair(attempt, examples[attempt.example_id]) for attempt in attempts if attempt.outcome != "errored"]
    judgements = run.judged
    correct, judged = correct_and_judged(judgements)
    return Row(
        run_id=run.id,
        names=run.names,
        f1=_compared([before.f1 for before, _ in pairs], [after.f1 for _, after in pairs]),
        exact_match=_compared([b.exact_match for b, _ in pairs], [a.exact_match for _, a in pairs]),
        success=mean_interval([float(attempt.outcome == "succeeded") for attempt in made]),
        outcomes=run.outcomes,
        queries=run.queries,
        uncovered=_uncovered(attempts),
        judges=judges(judgements),
        refused=run.refused,
        unchanged=sum(_is_unchanged(attempt, examples[attempt.example_id]) for attempt in made),
        added_words=_added_words(made, examples) if run.names.adversary == "add-benign" else None,
        nothing_proposed=not run.attempts and run.complete,
        correct=share_interval([True] * correct + [False] * (judged - correct)),
        trained_on=len(run.attempts) - len(attempts),
        stopped=run.stopped,
    )


def _is_unchanged(attempt: Attempt, example: Example) -> bool:
    """Whether the adversary had no change to propose."""
    if attempt.reason is not None:
        return False
    return attempt.perturbation is None or attempt.perturbation.query == example.query


def _added_words(attempts: Sequence[Attempt], examples: Mapping[str, Example]) -> float | None:
    added = [
        len(words(_paragraph(attempt.perturbation.query))) - len(words(_paragraph(examples[attempt.example_id].query)))
        for attempt in attempts
        if attempt.perturbation is not None
    ]
    return fmean(added) if added else None


def _pair(attempt: Attempt, example: Example) -> tuple[AnswerScore, AnswerScore]:
    before = _right(attempt.before, example.gold)
    if attempt.after is None or attempt.after.prediction is None or attempt.perturbation is None:
        return before, before
    return before, _right(attempt.after, attempt.perturbation.gold)


def _right(verdict: Verdict, gold: Gold) -> AnswerScore:
    """How right the victim's best guess is."""
    return answer_score(gold, best_answer(verdict.prediction) if verdict.prediction else None)


def _compared(before: Sequence[float], after: Sequence[float]) -> BeforeAfter:
    return BeforeAfter(mean_interval(before), mean_interval(after), difference_interval(before, after))


def _uncovered(attempts: Sequence[Attempt]) -> float | None:
    verdicts = [verdict for attempt in attempts for verdict in (attempt.before, attempt.after) if verdict is not None]
    masses = [
        verdict.prediction.mass
        for verdict in verdicts
        if verdict.prediction is not None and verdict.prediction.mass is not None
    ]
    return fmean(max(0.0, 1 - mass) for mass in masses) if masses else None


def _curve(run: Ran) -> Curve:
    measure = "exact match" if run.goal == "not_exact" else "F1"
    return Curve(run.id, run.names, measure, curves.points(run.unseen))


def _exhibit(run: Ran, attempt: Attempt) -> Exhibit:
    query = run.examples[attempt.example_id].query
    title = query.context.title if isinstance(query, Question) else ""
    return exhibit(run, attempt, "reading", lambda query: query.text, _paragraph, _response, title)


def _paragraph(query: Query) -> str:
    assert isinstance(query, Question), "only runs on questions come here"
    return query.context.text


def _response(verdict: Verdict, gold: Gold) -> Response:
    said = verdict.prediction
    if said is None:
        return Response((), None, None, None)
    score = _right(verdict, gold)
    return Response(said.guesses[:GUESSES], said.mass, score.f1, score.exact_match)


def _signatures(run: Ran, row: Row, types: Sequence[AttackType], found: Analysis | None) -> tuple[str, ...]:
    """What stands behind the scores of a run, its types of attack and its analysis."""
    seen = {"trained_on": f"{row.trained_on}-left-out"} if row.trained_on else {}
    drawn = {"goal": run.goal, "seed": str(run.seed), "ci": confidence_how()}
    answers = {"official": _official(run.examples.values()), "agg": "mean", "errored": "left-out"} | seen | drawn
    return (
        signature("f1", row.f1.after.n, **answers),
        signature("exact_match", row.exact_match.after.n, **answers),
        signature("success_rate", row.success.n, agg="succeeded-of-made", **seen, **drawn),
        *_of_types(types, seen),
        *(_of_analysis(found, seen) if found else ()),
    )


def _official(examples: Iterable[Example]) -> str:
    return "squad-1.1" if all(example.gold.answerable is None for example in examples) else "squad-2.0"


def _of_types(types: Sequence[AttackType], seen: Mapping[str, str]) -> tuple[str, ...]:
    changed = sum(row.edit_distance.n for row in types if not row.rule)
    how = {"unit": "words", "of": "paragraph", "agg": "mean", "over": "changed-of-made", **seen, "ci": confidence_how()}
    return (signature("edit_distance", changed, **how),) if changed else ()


def _of_analysis(found: Analysis, seen: Mapping[str, str]) -> tuple[str, ...]:
    over, failures = {"over": "changed-and-right-before", **seen}, found.failures
    right, wrong, added = failures.turned_wrong.n, failures.long_answers.n, failures.in_added.n
    longer = str(LONGEST_ANSWER)
    return (
        signature("turned_wrong", right, match="exact", **over, ci="wilson"),
        *([signature("in_added", added, over="turned-wrong", **seen, ci="wilson")] if added else []),
        signature("long_answers", wrong, longer_than=longer, over="turned-wrong", **seen, ci="wilson"),
        signature("shared_words", right, words="lower-case", **over, ci="wilson", difference="newcombe"),
        signature("question_words", right, **over, ci=confidence_how(), difference="unpaired"),
    )
