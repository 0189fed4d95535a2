"""From the store to the report."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from operator import itemgetter
from typing import Any

import numpy as np

from stumper.errors import StumperError
from stumper.identity import prediction_key
from stumper.reasons import reason_of
from stumper.registry import added_as, brought_by, task_named, task_of, tasks
from stumper.reports.commands import commands
from stumper.reports.contested import with_contests
from stumper.reports.doubts import doubts
from stumper.reports.further import with_further
from stumper.reports.naming import names
from stumper.reports.report import BEGIN, NOTHING_YET, Provenance, Report, provenance, versions
from stumper.runs.counts import absent_gold, counted, manners
from stumper.runs.plan import FROM_FILE, Plan, from_json
from stumper.scores.signature import answers_taken
from stumper.scores.variants import Variants
from stumper.sections import plain
from stumper.sections.matrix import Matrix
from stumper.sections.ran import AskedAgain, Names, Ran
from stumper.sections.section import Section
from stumper.sections.tournament import Contest
from stumper.sections.transfer import Transfer
from stumper.standing import Met
from stumper.store import Store
from stumper.store.asides import judgements_aside
from stumper.store.codec import decode
from stumper.store.values import to_text
from stumper.table import Table, of_runs
from stumper.table.counted import answered, asked_again, variants
from stumper.table.naming import dataset_names
from stumper.table.of_runs import plans_of
from stumper.task import Task
from stumper.types import Attempt, Example, Prediction, Query

MADE_ALIKE = ("dataset", "adversary", "options", "made_against", "victim")  # columns of what is met again


def build_report(
    store: Store,
    run_ids: Sequence[str],
    with_examples: bool = True,
    is_sliced: bool = True,
    called: Mapping[str, str] = {},
) -> Report:
    """The report of these runs, in this order; BadOption where the store holds no such run.

    Without examples it is made much faster, and is all that a table needs. Unless it ``is_sliced`` no text is parsed
    for slices of the data, and none is told of. ``called`` says by fingerprint what data sets are called.
    """
    plans = plans_of(store, run_ids)
    of_tasks = _of_tasks(store, plans, is_sliced, called)
    made = [_section(task, runs, with_examples) for task, runs in of_tasks]
    manner = {run.id: run.manner for _, runs in of_tasks for run in runs}
    sections = tuple(section for section, *_ in made)
    sentences = tuple(sentence for section in sections for sentence in section.sentences)
    again = commands(plans, _replayed(store, plans))
    every = [provenance(plans[run.run_id], run, again[run.run_id]) for section in sections for run in section.runs]
    told = [_with_queries(store, run, manner[run.run_id]) for run in every]
    drifted = tuple(dict.fromkeys(run.drift for run in told if run.drift))
    return Report(
        sentences=(*drifted, *sentences) if sections else (NOTHING_YET, BEGIN),
        sections=sections,
        provenance=tuple(told),
        versions=versions(),
        matrices=tuple(one for _, found, _, _ in made for one in found),
        contests=tuple(one for _, _, met, _ in made for one in met),
        transfers=tuple(one for _, _, _, crossed in made for one in crossed),
    )


def doubts_of(store: Store, run_ids: Sequence[str]) -> list[str]:
    """What makes all figures of these runs doubtful, as their report says it first; BadOption where the store holds no
    such run."""
    return [said for task, runs in _of_tasks(store, plans_of(store, run_ids)) for said in doubts(runs, task)]


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


def _of_tasks(
    store: Store, plans: Mapping[str, Plan], is_sliced: bool = False, called_sets: Mapping[str, str] = {}
) -> list[tuple[Task, list[Ran]]]:
    """The runs of each task that has some."""
    notes = _Notes()
    table = of_runs(store, list(plans), notes.add, is_sliced, called=called_sets)
    called, tasks_of = (
        names(
            plans,
            dataset_names(store, plans, called_sets) | _told(table, "dataset"),
            _met_again(table, plans, lambda run_id: store.standing(run_id).stopped is not None),
        ),
        _told(table, "task"),
    )
    examples = {plan.dataset_fingerprint: _Examples(store, plan.dataset_fingerprint) for plan in plans.values()}
    of_tasks: dict[str, list[Ran]] = {task.name: [] for task in tasks()}
    by_system, again = manners(store, plans), _asked_again(store, plans, table)
    for run_id, plan in plans.items():
        task = task_named(tasks_of[run_id]) if run_id in tasks_of else _task_of_goal(plan.goal)
        rows = table.where(table.texts("run").equal(run_id))
        scored = variants(rows, list(task.scoring.measures))
        ran = _ran(store, run_id, called[run_id], plan, examples[plan.dataset_fingerprint], scored)
        manner = by_system.get(plan.victim_salt, {})
        of_tasks[task.name].append(replace(ran, noted=notes.taken(run_id), manner=manner, again=again[run_id],
                                             absent_gold=absent_gold(store, run_id)))  # fmt: skip
    return [(task_named(name), _with_answers(runs, table, task_named(name))) for name, runs in of_tasks.items() if runs]


def _asked_again(store: Store, plans: Mapping[str, Plan], table: Table) -> dict[str, AskedAgain]:
    """By run, how often its system answered otherwise on its data set: when it was asked twice at the ends of runs, or,
    where that tells of nothing, in another of these runs. One with a fingerprint is asked the same in no two runs."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for run_id, plan in plans.items():
        system = (plan.victim_fingerprint,) if plan.victim_fingerprint else (plan.victim, plan.victim_code)
        alike.setdefault((plan.dataset_fingerprint, *system), []).append(run_id)
    ran, found = table.texts("run"), dict[str, AskedAgain]()
    for ids in alike.values():
        total = counted(document for run_id in ids for document in store.counts(run_id))
        told = AskedAgain(total.twice, total.otherwise)
        if len(ids) > 1 and not told.otherwise and not plans[ids[0]].victim_fingerprint:
            between = asked_again(table.where(np.logical_or.reduce([ran.equal(run_id) for run_id in ids])))
            told = between if between.otherwise else told
        found |= dict.fromkeys(ids, told)
    return found


def _with_answers(runs: Sequence[Ran], table: Table, task: Task) -> list[Ran]:
    """The runs, each with what its victim answered to the originals of its data set in all of them."""
    together: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        together.setdefault((run.names.victim, run.names.dataset), []).append(run.id)
    ran = table.texts("run")
    found = {
        key: answered(table.where(np.logical_or.reduce([ran.equal(id) for id in ids])), task.scoring.headline)
        for key, ids in together.items()
    }
    return [replace(run, answered=found[run.names.victim, run.names.dataset]) for run in runs]


_Made = tuple[Section, list[Matrix], list[Contest], list[Transfer]]


def _section(task: Task, runs: Sequence[Ran], with_examples: bool) -> _Made:
    """What is said of a task's runs; its figures are the same when they have been kept as text."""
    own, faults = _own(task, runs, with_examples)
    found, scored, met, crossed = with_contests(with_further(own, task, runs), task, runs)
    for addition in task.additions:
        if addition.section is not None:
            what = f"What the addition {added_as(addition)!r} tells of {task.unit}s"
            made = _by_others(what, addition.section, found, runs)
            found, faults = (made, faults) if isinstance(made, Section) else (found, (*faults, made))
    return _as_kept(replace(found, sentences=(*faults, *found.sentences))), scored, met, crossed


def _own(task: Task, runs: Sequence[Ran], with_examples: bool) -> tuple[Section, tuple[str, ...]]:
    """The task's section; where it cannot be made by the package that brings the task, that of every task, and why."""
    otherwise = partial(plain.section, task, runs, with_examples)
    if task.section is None:
        return otherwise(), ()
    if not (module := brought_by(task)):
        own: Section = task.section(runs, with_examples)
        return own, ()
    made = _by_others(f"What {module} tells of {task.unit}s", task.section, runs, with_examples)
    return (made, ()) if isinstance(made, Section) else (otherwise(), (made,))


def _by_others(what: str, section: Callable[..., Any], *given: object) -> Section | str:
    """The section that a package of somebody else's makes; a sentence, which the report says, where it makes none."""
    try:
        made = section(*given)
    except StumperError:
        raise
    except Exception as error:  # of foreign code: the figures of all others stand nevertheless
        return f"{what} is left out: {reason_of(error)}. Mend its package."
    if not isinstance(made, Section):
        return (
            f"{what} is left out: it is a {type(made).__name__}, no stumper.sections.section.Section. Mend its package."
        )
    try:
        return _as_kept(made)
    except (TypeError, ValueError, RecursionError) as error:
        return f"{what} is left out: its figures are no JSON ({reason_of(error)}). Mend its package."


def _as_kept(section: Section) -> Section:
    return replace(section, figures=json.loads(to_text(section.figures))) if section.figures else section


def _with_queries(store: Store, run: Provenance, manner: Mapping[str, str]) -> Provenance:
    """A run with what all commands that worked on it have asked: the proof that stands behind its figures. Its system
    is asked in this ``manner``, in whichever run that was."""
    documents = store.counts(run.run_id)
    total = counted(documents)
    used = total.usage.said if total.usage.requests else ""
    signatures = tuple(answers_taken(line, manner.get("answers", "")) for line in run.signatures)
    made = total.made if documents else ""
    return replace(
        run, queries=made, drift=total.drift, usage=used, manner=tuple(manner.items()), signatures=signatures
    )


def _told(table: Table, column: str) -> dict[str, str]:
    """What a column says of each run that has rows, all of which say the same."""
    runs, texts = table.texts("run"), table.texts(column)
    firsts = np.unique(runs.codes, return_index=True)[1].tolist()
    return {runs[row] or "": texts[row] or "" for row in firsts}


def _task_of_goal(goal: str) -> Task:
    """The task of a run that has no attempt yet."""
    return next(task for task in tasks() if goal in task.goals)


def _replayed(store: Store, plans: Mapping[str, Plan]) -> dict[str, Plan]:
    """The plans of the runs that these replay, by their ids."""
    documents = store.plans()
    ids = {plan.replays for plan in plans.values()} & documents.keys()
    return {id: from_json(documents[id]) for id in ids}


@dataclass(frozen=True, slots=True)
class _Notes:
    """What the sections of tasks have noted of attempts while the table was read, by run, each with its place."""

    _of_runs: dict[str, list[tuple[int, Sequence[object]]]] = field(default_factory=dict)
    _notes: dict[str, Callable[[Met], Sequence[object]] | None] = field(default_factory=dict)  # by task

    def add(self, run_id: str, one: Met) -> None:
        """Takes down what there is to note of an attempt."""
        task = task_of(one.original.query)
        if task.name not in self._notes:
            self._notes[task.name] = task.noting() if task.noting else None
        note = self._notes[task.name]
        if note is not None and (told := note(one)):
            self._of_runs.setdefault(run_id, []).append((one.place, told))

    def taken(self, run_id: str) -> list[object]:
        """What was noted of a run, in the order of the examples; it is held here no longer."""
        of_run = sorted(self._of_runs.pop(run_id, ()), key=itemgetter(0))
        return [note for _, told in of_run for note in told]


@dataclass(frozen=True, slots=True, eq=False)
class _Examples:
    """What a data set holds, read whenever it is gone through."""

    store: Store
    fingerprint: str

    def __iter__(self) -> Iterator[Example]:
        return self.store.each_example(self.fingerprint)


def _ran(store: Store, run_id: str, called: Names, plan: Plan, examples: Iterable[Example], rows: Variants) -> Ran:
    standing, attempts = store.standing(run_id), store.ended(run_id)
    stands = {one.example_id: one for one in attempts}

    def read(ids: Sequence[str], has_candidates: bool) -> Iterator[tuple[Attempt, Example]]:
        for attempt, example in store.attempts_on(run_id, ids, has_candidates):
            one = stands[attempt.example_id]  # which may have ended otherwise than is recorded
            yield replace(attempt, outcome=one.outcome, reason=one.reason), example

    return Ran(
        id=run_id,
        names=called,
        goal=plan.goal,
        seed=plan.seed,
        options=dict(plan.options),
        variants=rows,
        attempts=attempts,
        read=read,
        examples=examples,
        complete=standing.complete,
        stopped=standing.stopped,
        judgements=store.judgements,
        drawn_for=store.draws().among,
        left_out=store.left_out(plan.dataset_fingerprint),
        aside=lambda ids: judgements_aside(store.engine, ids, dict(plan.options).get("project", "")),
        unmade=store.unmade_reasons(run_id),
        said=lambda queries: _said(store, plan.victim_salt, queries),
    )


def _said(store: Store, salt: str, queries: Sequence[Query]) -> Mapping[Query, Prediction]:
    keys = {prediction_key(salt, query): query for query in queries}
    kept = store.cache().get(list(keys))
    return {query: decode(kept[key], query) for key, query in keys.items() if key in kept}


def _met_again(table: Table, plans: Mapping[str, Plan], is_open: Callable[[str], bool]) -> dict[str, str]:
    """By run, the other run of its victim that counts in its place.

    Of what was made alike one run is a part of another that was put to all of its originals, whatever the system failed
    on there and nothing was made of. Of all others, such as variants that were read back from a file, the other run has
    to hold all that it met. Of two that hold the same the one that made them itself counts, else the first.
    """
    runs, originals, variants = (table.texts(name) for name in ("run", "original", "variant"))
    groups: dict[tuple[str | None, ...], list[_Held]] = {}
    for run_id, plan in plans.items():
        rows = np.flatnonzero(runs.equal(run_id))
        of, met = (frozenset(column.codes[rows].tolist()) - {-1} for column in (originals, variants))
        if of:
            key = tuple(table.texts(name)[int(rows[0])] for name in MADE_ALIKE)
            groups.setdefault(key, []).append(_Held(run_id, plan, of, met, is_open(run_id)))
    found: dict[str, str] = {}
    for alike in groups.values():
        made = [one for one in alike if not _is_read_back(one.plan)]
        parts = _held(sorted(made, key=lambda one: (-len(one.originals), -len(one.met))))
        whole = [one for one in alike if one.run_id not in parts]
        again = _held(sorted(whole, key=lambda one: (-len(one.met), _is_read_back(one.plan), -len(one.originals))))
        found |= {run_id: again.get(holder, holder) for run_id, holder in parts.items()} | again
    return found


def _held(alike: "Sequence[_Held]") -> dict[str, str]:
    """By run the first of those before it that holds it and that no other holds."""
    kept: list[_Held] = []
    found: dict[str, str] = {}
    for one in alike:
        holder = next((other for other in kept if one.is_in(other)), None)
        if holder is None:
            kept.append(one)
        else:
            found[one.run_id] = holder.run_id
    return found


@dataclass(frozen=True, slots=True)
class _Held:
    """The originals that a run was put to and the variants that it made, as numbers; whether it is to go on."""

    run_id: str
    plan: Plan
    originals: frozenset[int]
    met: frozenset[int]
    is_open: bool

    def is_in(self, other: "_Held") -> bool:
        """Whether the other run has all of it. One that is to go on has no part, and is no part of a smaller sample."""
        if _is_read_back(self.plan) or _is_read_back(other.plan):
            return self.met <= other.met and (bool(self.met) or self.originals <= other.originals)
        if not self.originals <= other.originals:
            return False
        if _how_made(self.plan) == _how_made(other.plan):
            return not (other.is_open or (self.is_open and _most(self.plan) > _most(other.plan)))
        is_alike = (self.plan.seed, self.plan.budget) == (other.plan.seed, other.plan.budget)
        return is_alike and bool(self.met) and self.met <= other.met


def _how_made(plan: Plan) -> tuple[object, ...]:
    """All that decides what an attack with its options makes of an original."""
    on, asked = (plan.dataset_fingerprint, plan.options_fingerprint), (plan.victim_code, plan.adversary_code)
    return (*on, *asked, plan.goal, plan.seed, plan.budget, plan.only_right, plan.referee)


def _most(plan: Plan) -> float:
    """How many originals a run was to be put to at most."""
    return inf if plan.limit is None else plan.limit


def _is_read_back(plan: Plan) -> bool:
    return plan.adversary == FROM_FILE or bool(plan.replays)
