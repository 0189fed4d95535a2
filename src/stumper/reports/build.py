"""From the store to the report."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import fmean, median

from stumper.errors import BadOption
from stumper.identity import perturbation_id
from stumper.judging import correct_and_judged, judges
from stumper.registry import task_named, tasks
from stumper.reports import curves, sentences
from stumper.reports.analysis import analysis
from stumper.reports.attack_types import attack_types
from stumper.reports.exhibits import exhibit, verdict_score
from stumper.reports.naming import Names, names
from stumper.reports.plain import PlainRun, plain_run, section
from stumper.reports.provenance import claims_provenance, computed, provenance, tossups_provenance, versions
from stumper.reports.quizbowl import asked as tossups
from stumper.reports.quizbowl.build import quizbowl, with_play
from stumper.reports.quizbowl.exhibits import tossup_exhibits
from stumper.reports.quizbowl.values import Play, Quizbowl
from stumper.reports.report import MADE, Comparison, Curve, Exhibit, Outcomes, Provenance, Queries, Report, Row
from stumper.reports.sections import Section
from stumper.reports.verification.build import SHOWN, verifications
from stumper.reports.verification.claims import AskedRun, asked_run
from stumper.reports.verification.values import Verification
from stumper.runs.counts import Counts, counts_of
from stumper.runs.plan import Plan, from_json
from stumper.scores.intervals import difference_interval, mean_interval, share_interval
from stumper.store import Store
from stumper.store.damage import undamaged
from stumper.task import Task
from stumper.tasks.reading.answers import AnswerScore
from stumper.tasks.reading.question import Question
from stumper.text import words
from stumper.types import Attempt, Example, Judgement

OWN = ("reading", "verification", "quizbowl")  # the tasks whose parts of a report are built here


def build_report(store: Store, run_ids: Sequence[str], with_examples: bool = True) -> Report:
    """The report of these runs, in this order; BadOption where the store holds no such run.

    Without examples it is made much faster, and is all that a table needs.
    """
    plans = _plans(store, run_ids)
    called = names(plans)
    examples = {plan.dataset_fingerprint: store.examples(plan.dataset_fingerprint) for plan in plans.values()}
    every = [
        _run(store, run_id, called[run_id], plan, examples[plan.dataset_fingerprint]) for run_id, plan in plans.items()
    ]
    runs, on_claims, on_tossups = (_of_task(every, task_named(name)) for name in OWN)
    others = [(task, _of_task(every, task)) for task in tasks() if task.name not in OWN]
    plain = [(task, [_plain(store, run) for run in of_task]) for task, of_task in others if of_task]
    rows = tuple(_row(store, run) for run in runs)
    verification = verifications(store, [_asked(store, run) for run in on_claims], with_examples)
    shown = [_exhibits(run) if with_examples else [] for run in runs]
    unseen = [[exhibit for exhibit in exhibits if not exhibit.trained_on] for exhibits in shown]
    of_tossups = [_heard(store, run) for run in on_tossups]
    guessed = quizbowl(store, of_tossups)
    types, analyses = [attack_types(exhibits) for exhibits in unseen], [analysis(exhibits) for exhibits in unseen]
    claims = [_exhibits(run, SHOWN) if with_examples else [] for run in on_claims]
    asked = [tossup_exhibits(store.cache(), run, SHOWN) if with_examples else [] for run in of_tossups]
    parts = tuple(section(task, of_task) for task, of_task in plain)
    return Report(
        sentences=_sentences(rows, verification, guessed, parts),
        notes=sentences.notes(rows),
        rows=rows,
        attack_types=tuple(chain.from_iterable(types)),
        curves=tuple(_curve(run) for run in runs),
        analyses=tuple(filter(None, analyses)),
        verification=verification,
        examples=tuple(chain.from_iterable([*shown, *claims, *asked])),
        provenance=_with_queries(
            store,
            *(
                provenance(run.plan, row, _official(run.examples.values()), of_run, found)
                for run, row, of_run, found in zip(runs, rows, types, analyses, strict=True)
            ),
            *(claims_provenance(plans[run.run_id], run) for part in verification for run in part.runs),
            *(tossups_provenance(plans[run.run_id], run) for run in (guessed.runs if guessed else ())),
            *(computed(plans[run.run_id], run, *run.signatures) for _, of_task in plain for run in of_task),
        ),
        versions=versions(),
        quizbowl=guessed,
        sections=parts,
    )


def _with_queries(store: Store, *runs: Provenance) -> tuple[Provenance, ...]:
    """The runs with what all commands that worked on each have asked: the proof that stands behind its figures."""
    return tuple(replace(run, queries=_queries(store.counts(run.run_id))) for run in runs)


def _queries(documents: Sequence[str]) -> str:
    total = Counts()
    for document in documents:
        with undamaged():
            total.add(counts_of(json.loads(document)))
    return total.made if documents else ""


def nothing() -> Report:
    """The report of no runs."""
    return Report(sentences.summary(()), (), (), (), (), (), (), (), (), versions())


def played(report: Report, play: Play) -> Report:
    """The report with how people and machines play, of which it then speaks first."""
    part = with_play(report.quizbowl, play)
    others = report.sentences if report.rows or report.verification else ()
    runs = report.quizbowl.sentences if report.quizbowl else ()
    kept = tuple(sentence for sentence in others if sentence not in runs)
    return replace(report, sentences=(*part.sentences, *kept), quizbowl=part)


@dataclass(frozen=True, slots=True)
class _Run:
    """A plan with its name, its data set's examples by id, and its attempts in their order."""

    id: str
    names: Names
    plan: Plan
    examples: Mapping[str, Example]
    attempts: list[Attempt]

    @property
    def unseen(self) -> list[Attempt]:
        """Those that figures are made of: on examples that the victim was not trained on."""
        return [attempt for attempt in self.attempts if not attempt.trained_on]


def _plans(store: Store, run_ids: Sequence[str]) -> dict[str, Plan]:
    documents = store.plans()
    if unknown := [run_id for run_id in run_ids if run_id not in documents]:
        known = ", ".join(documents) or "none yet"
        raise BadOption(f"The store holds no run {unknown[0]!r}; it holds: {known}.")
    return {run_id: from_json(documents[run_id]) for run_id in run_ids}


def _run(store: Store, run_id: str, called: Names, plan: Plan, examples: Mapping[str, Example]) -> _Run:
    """Attempts in the examples' order: that of recording differs where a run was interrupted or had several workers."""
    places = {id: place for place, id in enumerate(examples)}
    attempts = sorted(store.attempts(run_id), key=lambda attempt: places[attempt.example_id])
    return _Run(run_id, called, plan, examples, attempts)


def _of_task(runs: Sequence[_Run], task: Task) -> list[_Run]:
    return [run for run in runs if run.plan.goal in task.goals]


def _asked(store: Store, run: _Run) -> AskedRun:
    return asked_run(run.id, run.names, run.plan, run.attempts, run.examples, store.standing(run.id))


def _heard(store: Store, run: _Run) -> tossups.AskedRun:
    return tossups.asked_run(run.id, run.names, run.plan, run.attempts, run.examples, store.standing(run.id))


def _plain(store: Store, run: _Run) -> PlainRun:
    return plain_run(run.id, run.names, run.plan, run.attempts, store.standing(run.id).stopped)


def _sentences(
    rows: Sequence[Row], verification: Sequence[Verification], guessed: Quizbowl | None, parts: Sequence[Section]
) -> tuple[str, ...]:
    of_claims = chain.from_iterable(part.sentences for part in verification)
    is_other = bool(verification or guessed or parts)
    of_tossups = guessed.sentences if guessed else ()
    of_others = chain.from_iterable(part.sentences for part in parts)
    return (*(sentences.summary(rows) if rows or not is_other else ()), *of_claims, *of_tossups, *of_others)


def _official(examples: Iterable[Example]) -> str:
    return "squad-1.1" if all(example.gold.answerable is None for example in examples) else "squad-2.0"


def _exhibits(run: _Run, most: int | None = None) -> list[Exhibit]:
    """All attempts of a run, or so many at even distances."""
    attempts = run.attempts
    if most is not None and len(attempts) > most:
        attempts = [attempts[place * len(attempts) // most] for place in range(most)]
    return [exhibit(run.names, attempt, run.examples[attempt.example_id]) for attempt in attempts]


def _curve(run: _Run) -> Curve:
    measure = "exact match" if run.plan.goal == "not_exact" else "F1"
    return Curve(run.id, run.names, measure, curves.points(run.unseen))


def _row(store: Store, run: _Run) -> Row:
    attempts, examples = run.unseen, run.examples
    pairs = [_pair(attempt, examples[attempt.example_id]) for attempt in attempts if attempt.outcome != "errored"]
    made = [attempt for attempt in attempts if attempt.outcome in MADE]
    spent = [attempt.queries for attempt in made]
    judgements = _judgements(store, attempts)
    correct, judged = correct_and_judged(judgements)
    standing = store.standing(run.id)
    return Row(
        run_id=run.id,
        names=run.names,
        f1=_comparison([before.f1 for before, _ in pairs], [after.f1 for _, after in pairs]),
        exact_match=_comparison([b.exact_match for b, _ in pairs], [a.exact_match for _, a in pairs]),
        success=mean_interval([float(attempt.outcome == "succeeded") for attempt in made]),
        outcomes=_outcomes(attempts),
        queries=Queries(
            fmean(spent) if spent else float("nan"),
            float(median(spent)) if spent else float("nan"),
            sum(attempt.queries for attempt in run.attempts),
        ),
        uncovered=_uncovered(attempts),
        judges=judges(judgements),
        refused=sum(attempt.outcome != "errored" and attempt.reason is not None for attempt in attempts),
        unchanged=sum(_is_unchanged(attempt, examples[attempt.example_id]) for attempt in made),
        added_words=_added_words(made, examples) if run.names.adversary == "add-benign" else None,
        nothing_proposed=not run.attempts and standing.complete,
        correct=share_interval([True] * correct + [False] * (judged - correct)),
        trained_on=len(run.attempts) - len(attempts),
        stopped=standing.stopped,
    )


def _is_unchanged(attempt: Attempt, example: Example) -> bool:
    """Whether the adversary had no change to propose."""
    if attempt.reason is not None:
        return False
    return attempt.perturbation is None or attempt.perturbation.query == example.query


def _added_words(attempts: Sequence[Attempt], examples: Mapping[str, Example]) -> float | None:
    added = [
        len(words(attempt.perturbation.query.context.text)) - len(words(original.context.text))
        for attempt in attempts
        if attempt.perturbation is not None
        and isinstance(attempt.perturbation.query, Question)
        and isinstance(original := examples[attempt.example_id].query, Question)
    ]
    return fmean(added) if added else None


def _pair(attempt: Attempt, example: Example) -> tuple[AnswerScore, AnswerScore]:
    before = verdict_score(attempt.before, example.gold)
    if attempt.after is None or attempt.after.prediction is None or attempt.perturbation is None:
        return before, before
    return before, verdict_score(attempt.after, attempt.perturbation.gold)


def _comparison(before: Sequence[float], after: Sequence[float]) -> Comparison:
    return Comparison(mean_interval(before), mean_interval(after), difference_interval(before, after))


def _outcomes(attempts: Sequence[Attempt]) -> Outcomes:
    ended = [attempt.outcome for attempt in attempts]
    return Outcomes(*(ended.count(outcome) for outcome in ("succeeded", "failed", "exhausted", "skipped", "errored")))


def _uncovered(attempts: Sequence[Attempt]) -> float | None:
    verdicts = [verdict for attempt in attempts for verdict in (attempt.before, attempt.after) if verdict is not None]
    masses = [
        verdict.prediction.mass
        for verdict in verdicts
        if verdict.prediction is not None and verdict.prediction.mass is not None
    ]
    return fmean(max(0.0, 1 - mass) for mass in masses) if masses else None


def _judgements(store: Store, attempts: Sequence[Attempt]) -> list[Judgement]:
    return store.judgements(perturbation_id(a.perturbation) for a in attempts if a.perturbation is not None)
