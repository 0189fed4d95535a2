"""From the store to the report."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from stumper.errors import BadOption
from stumper.identity import prediction_key
from stumper.registry import task_named, tasks
from stumper.reports import plain
from stumper.reports.further import with_further
from stumper.reports.naming import names
from stumper.reports.report import BEGIN, NOTHING_YET, Provenance, Report, provenance, versions
from stumper.runs.counts import Counts, counts_of
from stumper.runs.plan import Plan, from_json
from stumper.sections.ran import Names, Ran
from stumper.sections.section import Section
from stumper.store import Store
from stumper.store.codec import decode
from stumper.store.damage import undamaged
from stumper.store.values import to_text
from stumper.task import Task
from stumper.types import Example, Prediction, Query


def build_report(store: Store, run_ids: Sequence[str], with_examples: bool = True) -> Report:
    """The report of these runs, in this order; BadOption where the store holds no such run.

    Without examples it is made much faster, and is all that a table needs.
    """
    plans = _plans(store, run_ids)
    called = names(plans)
    examples = {
        fingerprint: store.examples(fingerprint) for fingerprint in {p.dataset_fingerprint for p in plans.values()}
    }
    every = [
        (plan, _ran(store, run_id, called[run_id], plan, examples[plan.dataset_fingerprint]))
        for run_id, plan in plans.items()
    ]
    of_tasks = [(task, [ran for plan, ran in every if plan.goal in task.goals]) for task in tasks()]
    sections = tuple(_section(task, runs, with_examples) for task, runs in of_tasks if runs)
    said = tuple(sentence for section in sections for sentence in section.sentences)
    told = [provenance(plans[run.run_id], run) for section in sections for run in section.runs]
    return Report(
        sentences=said if sections else (NOTHING_YET, BEGIN),
        sections=sections,
        provenance=tuple(_with_queries(store, run) for run in told),
        versions=versions(),
    )


def nothing() -> Report:
    """The report of no runs."""
    return Report((NOTHING_YET, BEGIN), (), (), versions())


def led_by(report: Report, section: Section) -> Report:
    """The report with this section in the place of that of its task, of which it then speaks first."""
    known = report.section(section.name)
    others = [one for one in report.sections if one is not known]
    sections = sorted([*others, section], key=lambda one: task_named(one.name).rank)
    said = tuple(sentence for one in others for sentence in one.sentences)
    return replace(report, sentences=(*section.sentences, *said), sections=tuple(sections))


def _section(task: Task, runs: Sequence[Ran], with_examples: bool) -> Section:
    """What the task says of its runs; its figures are the same when they have been kept as text."""
    found: Section = task.section(runs, with_examples) if task.section else plain.section(task, runs)
    found = with_further(found, task.scoring.measures, runs)
    for addition in task.additions:
        found = addition.section(found, runs) if addition.section else found
    return replace(found, figures=json.loads(to_text(found.figures))) if found.figures else found


def _with_queries(store: Store, run: Provenance) -> Provenance:
    """A run with what all commands that worked on it have asked: the proof that stands behind its figures."""
    total, documents = Counts(), store.counts(run.run_id)
    for document in documents:
        with undamaged():
            total.add(counts_of(json.loads(document)))
    return replace(run, queries=total.made if documents else "")


def _plans(store: Store, run_ids: Sequence[str]) -> dict[str, Plan]:
    documents = store.plans()
    if unknown := [run_id for run_id in run_ids if run_id not in documents]:
        known = ", ".join(documents) or "none yet"
        raise BadOption(f"The store holds no run {unknown[0]!r}; it holds: {known}.")
    return {run_id: from_json(documents[run_id]) for run_id in run_ids}


def _ran(store: Store, run_id: str, called: Names, plan: Plan, examples: Mapping[str, Example]) -> Ran:
    """Attempts in the examples' order: that of recording differs where a run was interrupted or had several workers."""
    places = {id: place for place, id in enumerate(examples)}
    standing = store.standing(run_id)
    return Ran(
        id=run_id,
        names=called,
        goal=plan.goal,
        seed=plan.seed,
        options=dict(plan.options),
        dataset=plan.dataset_fingerprint,
        attempts=sorted(store.attempts(run_id), key=lambda attempt: places[attempt.example_id]),
        examples=examples,
        complete=standing.complete,
        stopped=standing.stopped,
        judgements=store.judgements,
        said=lambda queries: _said(store, plan.victim_salt, queries),
    )


def _said(store: Store, salt: str, queries: Sequence[Query]) -> Mapping[Query, Prediction]:
    keys = {prediction_key(salt, query): query for query in queries}
    kept = store.cache().get(list(keys))
    return {query: decode(kept[key], query) for key, query in keys.items() if key in kept}
