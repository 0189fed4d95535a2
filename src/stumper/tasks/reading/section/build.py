"""From runs on questions to their part of a report."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean

from stumper.answers import AnswerScore, answer_score
from stumper.predictions import best_answer
from stumper.registry import task_named
from stumper.scores.before_after import BeforeAfter, before_after
from stumper.scores.correctness import correct_rate
from stumper.scores.failures import LONGEST_ANSWER
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.scores.variants import Counted, at_worst
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit, shown_note
from stumper.sections.judged import checked, judges, sample_of
from stumper.sections.ran import MADE, Ran, unanswered
from stumper.sections.section import RunFigures, Section
from stumper.statistics import mean
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.section import curves, parts, sentences
from stumper.tasks.reading.section.abstaining import kinds
from stumper.tasks.reading.section.analysis import Changed, analysis, attack_types, changed
from stumper.tasks.reading.section.figures import Analysis, AttackType, Curve, Figures, Kind, Row
from stumper.tasks.reading.section.parted import by_capability, by_slice
from stumper.tasks.reading.squad import official
from stumper.text import words
from stumper.types import Attempt, Example, Gold, Judgement, Query, Verdict


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What is said of these runs; without examples there are no types of attack and no analyses either."""
    judged = {run.id: sample_of([run]).judgements for run in runs}
    every = [_told(run, with_examples, judged[run.id]) for run in runs]
    rows = tuple(one.row for one in every)
    shown = shown_note([row.attempted for row in rows], "questions") if with_examples else ()
    told = Figures(
        notes=(*sentences.notes(rows, judged), *shown),
        rows=rows,
        attack_types=tuple(row for one in every for row in one.attack_types),
        curves=tuple(one.curve for one in every),
        analyses=tuple(one.analysis for one in every if one.analysis),
        kinds=tuple(kind for one in every for kind in one.kinds),
        capabilities=by_capability(runs),
        slices=by_slice(runs, task_named("reading").slices),
    )
    scorer = {examples: official(example.gold for example in examples) for examples in {run.examples for run in runs}}
    return Section(
        name="reading",
        measures=("f1", "exact_match"),
        title="Reading",
        sentences=sentences.summary(rows),
        blocks=parts.blocks(told),
        runs=tuple(
            RunFigures(run.id, run.names, "f1", one.row.f1, _signatures(run, one, scorer[run.examples]))
            for run, one in zip(runs, every, strict=True)
        ),
        short=parts.short(told),
        figures=asdict(told),
        exhibits=tuple(exhibit for one in every for exhibit in one.exhibits),
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """All that is said of a run, and the examples of it that are shown."""

    row: Row
    kinds: Sequence[Kind]
    curve: Curve
    attack_types: Sequence[AttackType]
    analysis: Analysis | None
    exhibits: Sequence[Exhibit]


@dataclass(slots=True)
class _Looked:
    """What is kept of the attempts of a run, which are looked at one by one.

    ``added_words`` says by how many words each makes its paragraph longer, ``masses`` what each list of guesses covers.
    ``traces`` are those of attempts that did not end in an error, ``traced`` the originals of these.
    """

    added_words: "array[int]" = field(default_factory=lambda: array("l"))
    masses: "array[float]" = field(default_factory=lambda: array("d"))
    traces: list[curves.Trace] = field(default_factory=list)
    traced: list[str] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    exhibits: list[Exhibit] = field(default_factory=list)


def _told(run: Ran, with_examples: bool, judgements: Sequence[Judgement]) -> _Told:
    looked = _looked(run, with_examples)
    end = max((attempt.queries for attempt in run.unseen if attempt.outcome != "errored"), default=0)
    measure = "exact match" if run.goal == "not_exact" else "F1"
    return _Told(
        _row(run, looked, judgements),
        kinds(run),
        Curve(run.id, run.names, measure, curves.points(looked.traces, end, looked.traced, run.variants.groups)),
        attack_types(run.id, run.names, looked.changed, run.variants.groups),
        analysis(run.id, run.names, looked.changed, run.variants.groups),
        looked.exhibits,
    )


def _looked(run: Ran, with_examples: bool) -> _Looked:
    found, drawn = _Looked(), set(run.drawn()) if with_examples else set[str]()
    traces: dict[curves.Trace, curves.Trace] = {}  # many are equal, and held once
    for attempt, example in run.every():
        is_shown = attempt.example_id in drawn
        is_counted = with_examples and attempt.outcome in MADE and not attempt.trained_on
        shown = _exhibit(run, attempt, example) if is_shown or is_counted else None
        if shown and is_shown:
            found.exhibits.append(shown)
        if attempt.trained_on:
            continue
        if attempt.outcome != "errored":
            trace = curves.trace(attempt)
            found.traces.append(traces.setdefault(trace, trace))
            found.traced.append(attempt.original_id or attempt.example_id)
        if run.names.control == "longer" and attempt.outcome in MADE and attempt.perturbation is not None:
            found.added_words.append(_longer(example.query, attempt.perturbation.query))
        found.masses.extend(_masses(attempt))
        if shown and (one := changed(shown, attempt.original_id or attempt.example_id)):
            found.changed.append(one)
    return found


def _longer(before: Query, after: Query) -> int:
    """By how many words a paragraph is longer after."""
    return len(words(_paragraph(after))) - len(words(_paragraph(before)))


def _masses(attempt: Attempt) -> Iterator[float]:
    for verdict in (attempt.before, attempt.after):
        if verdict is not None and verdict.prediction is not None and verdict.prediction.mass is not None:
            yield verdict.prediction.mass


def _row(run: Ran, looked: _Looked, judgements: Sequence[Judgement]) -> Row:
    attempts, made = run.unseen, run.made
    found, originals = at_worst(run.variants, "f1"), run.made_of
    found_correct, attacked = checked(judgements, originals), [one.original_id or one.example_id for one in made]
    return Row(
        run_id=run.id,
        names=run.names,
        goal=run.goal,
        f1=_compared(found, "f1"),
        exact_match=_compared(found, "exact_match"),
        success=mean([float(one.outcome == "succeeded") for one in made], attacked, found.groups),
        outcomes=run.outcomes,
        queries=run.queries,
        uncovered=fmean(max(0.0, 1 - mass) for mass in looked.masses) if looked.masses else None,
        judges=judges(judgements, originals, found.groups),
        refused=run.refused,
        without=found.without,
        added_words=fmean(looked.added_words) if looked.added_words else None,
        nothing_proposed=not run.attempts and run.complete,
        correct=correct_rate(found_correct, found.groups),
        open=found_correct.open,
        trained_on=len(run.attempts) - len(attempts),
        unanswered=unanswered(run, counts_variants=False),
        stopped=run.stopped,
        has_nothing=run.has_nothing,
        is_unmade=run.is_unmade,
    )


def _right(verdict: Verdict, gold: Gold) -> AnswerScore:
    """How right the victim's best guess is."""
    return answer_score(gold, best_answer(verdict.prediction) if verdict.prediction else None)


def _compared(found: Counted, measure: str) -> BeforeAfter:
    return before_after(found.originals, found.before[measure], found.after[measure], found.groups)


def _exhibit(run: Ran, attempt: Attempt, example: Example) -> Exhibit:
    query = example.query
    title = query.context.title if isinstance(query, Question) else ""
    return exhibit(run, attempt, example, "reading", lambda query: query.text, _paragraph, _response, title)


def _paragraph(query: Query) -> str:
    assert isinstance(query, Question), "only runs on questions come here"
    return query.context.text


def _response(verdict: Verdict, gold: Gold) -> Response:
    said = verdict.prediction
    if said is None:
        return Response((), None, None, None)
    score = _right(verdict, gold)
    return Response(said.guesses[:GUESSES], said.mass, score.f1, score.exact_match)


def _signatures(run: Ran, told: _Told, scorer: str) -> tuple[str, ...]:
    """What stands behind the scores of a run, its types of attack and its analysis."""
    row, found = told.row, told.analysis
    seen = {"trained_on": f"{row.trained_on}-left-out"} if row.trained_on else {}
    drawn = {"goal": run.goal, "seed": str(run.seed)}
    worst = {"worst": "variants", "without": str(row.without)}
    official = {"official": scorer, "agg": "mean", "errored": "left-out"}
    answers = official | worst | seen | drawn
    return (
        signature("f1", row.f1.after.n, **answers, **made_by(row.f1.after)),
        signature("exact_match", row.exact_match.after.n, **answers, **made_by(row.exact_match.after)),
        signature("success_rate", row.success.n, agg="succeeded-of-made", **seen, **drawn, **made_by(row.success)),
        *_of_types(told.attack_types, seen),
        *(_of_analysis(found, seen) if found else ()),
    )


def _of_types(types: Sequence[AttackType], seen: Mapping[str, str]) -> tuple[str, ...]:
    kinds = [row.edit_distance for row in types if not row.rule]
    how = {"unit": "words", "of": "paragraph", "agg": "mean", "over": "changed-of-made", **seen}
    return tuple(signature("edit_distance", kind.n, **how, **made_by(kind)) for kind in kinds[:1])


def _of_analysis(found: Analysis, seen: Mapping[str, str]) -> tuple[str, ...]:
    over, failures = {"over": "changed-and-right-before", **seen}, found.failures
    right, wrong, added = failures.turned_wrong.n, failures.long_answers.n, failures.in_added.n
    longer, by = str(LONGEST_ANSWER), made_by(failures.turned_wrong)
    return (
        signature("turned_wrong", right, match="exact", **over, **by),
        *([signature("in_added", added, over="turned-wrong", **seen, **by)] if added else []),
        signature("long_answers", wrong, longer_than=longer, over="turned-wrong", **seen, **by),
        signature("shared_words", right, words="lower-case", **over, **by, difference="unpaired"),
        signature("question_words", right, **over, **by, difference="unpaired"),
    )
