"""From runs in a store to the table of their results: read once, row by row, keeping no more of each than it shows."""

import json
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import nan
from numbers import Real

import numpy as np

from stumper.errors import BadOption, UnknownComponent
from stumper.identity import perturbation_id
from stumper.kind_of_test import joined, kind_of_test
from stumper.predictions import best_answer
from stumper.registry import task_of
from stumper.runs.plan import FROM_FILE, Plan, from_json
from stumper.sections.judged import by_perturbation, is_correct, judged_ids, settled
from stumper.standing import Met, Said, Variant
from stumper.statistics import told_of
from stumper.statistics.groups import in_order as coarsest_first
from stumper.store import Store
from stumper.store.met import met
from stumper.table.columns import (
    AFTER,
    BEFORE,
    FIXED,
    SLICE,
    TYPE,
    Cell,
    Growing,
    Numbers,
    Status,
    Texts,
    in_order,
    kind_of,
    texts_of,
)
from stumper.table.naming import (
    attacked_with,
    attacks,
    dataset_names,
    families_of,
    made_against,
    made_by,
    made_with,
    short_dataset,
    victims,
)
from stumper.table.table import Table
from stumper.task import Task
from stumper.types import NOTHING_PROPOSED, OVER_BUDGET, WRONG_ALREADY, Example, Gold, Perturbation, Prediction

SKIPS_NOTHING = 2  # the referee who attacks what the victim is wrong on already, too
MOST_SCORES = 100_000  # of answers that are remembered
Originals = Mapping[str, str]  # by id, what says which example it is
_EVERYWHERE = tuple(name for name in FIXED if name not in ("judged", "correct"))


def of_runs(
    store: Store,
    run_ids: Sequence[str],
    note: Callable[[str, Met], object] | None = None,
    is_sliced: bool = True,
    only: Collection[str] | None = None,
    called: Mapping[str, str] = {},
) -> Table:
    """The results of these runs, in this order, each in the order of its data set; BadOption where there is no such
    run.

    ``note`` is told of each attempt with the id of its run as it is read: a run may have a million, and is read once.
    Unless it ``is_sliced`` there are no columns of slices, for which texts are parsed. Where some are named, ``only``
    results on originals with these ids are read; data sets are then called by these alone. Data sets of which it is
    said by fingerprint what they are ``called`` are called so.
    """
    plans = plans_of(store, run_ids)
    rows, lengths, families = _Rows(is_sliced), [], families_of(plans)
    known: dict[tuple[str, str], Example] = {}
    originals: dict[str, dict[str, str]] = {plan.dataset_fingerprint: {} for plan in plans.values()}
    for run_id, plan in plans.items():
        before, found = rows.length, originals[plan.dataset_fingerprint]
        for one in met(store.engine, run_id, known, only):
            original = rows.add(one, plan, families[run_id])
            if note is not None:
                note(run_id, one)
            if one.is_original_known:
                found[original.id] = original.key
        lengths.append(rows.length - before)
    columns = {
        **rows.columns(lengths),
        **_same_in_runs(plans, datasets(plans, originals, dataset_names(store, plans, called)), lengths),
    }
    columns |= _judged(store, columns["variant"], rows.other_ids)
    return Table(in_order(columns))


def plans_of(store: Store, run_ids: Sequence[str]) -> dict[str, Plan]:
    """The plans of these runs by their ids; BadOption where the store has no such run."""
    documents = store.plans()
    if unknown := [run_id for run_id in run_ids if run_id not in documents]:
        known = ", ".join(documents) or "none yet"
        raise BadOption(f"The store holds no run {unknown[0]!r}; it holds: {known}.")
    return {run_id: from_json(documents[run_id]) for run_id in run_ids}


def _same_in_runs(plans: Mapping[str, Plan], on: Mapping[str, str], lengths: Sequence[int]) -> dict[str, Texts]:
    """The columns in which all rows of a run say the same; ``on`` is what its data set is called."""
    attack, victim, against = attacks(plans, on), victims(plans), made_against(plans)
    said: dict[str, list[str | None]] = {
        "run": list(plans),
        "dataset": list(on.values()),
        "adversary": [made_by(plan) for plan in plans.values()],
        "attack": [attack[run_id] for run_id in plans],
        "options": [json.dumps(made_with(plan), sort_keys=True) for plan in plans.values()],
        "settings": [
            json.dumps(told, sort_keys=True) if (told := attacked_with(plan)) else None for plan in plans.values()
        ],
        "made_against": [against[run_id] or None for run_id in plans],
        "victim": [victim[run_id][0] for run_id in plans],
        "goal": [plan.goal for plan in plans.values()],
    }
    return {name: _repeated(values, lengths) for name, values in said.items()}


def _repeated(values: Iterable[str | None], lengths: Sequence[int]) -> Texts:
    of_runs = texts_of(values)
    return Texts(of_runs.known, np.repeat(of_runs.codes, lengths))


def _judged(store: Store, variants: Texts | Numbers, other_ids: Mapping[str, str]) -> dict[str, Numbers]:
    """How many judged each variant, and whether it is correct by them."""
    assert isinstance(variants, Texts)
    judgements = by_perturbation(store.judgements([*variants.known, *other_ids.values()]))
    number, correct = np.zeros(len(variants.known) + 1, np.int32), np.full(len(variants.known) + 1, nan)
    for place, id in enumerate(variants.known if judgements else ()):
        if said := [*judgements.get(id, ()), *judgements.get(other_ids.get(id, ""), ())]:
            found = is_correct(settled(said))
            number[place], correct[place] = len(said), nan if found is None else found
    return {"judged": number[variants.codes], "correct": correct[variants.codes]}  # the last is of those without any


@dataclass(frozen=True, slots=True)
class _Original:
    """What rows on one original have in common; ``key`` says which example it is."""

    id: str
    task: Task
    groups: Mapping[str, str]
    slices: Mapping[str, Cell]
    key: str


@dataclass(slots=True)
class _Rows:
    """The columns whose rows differ, as they grow. A column that a row says nothing in is filled up later."""

    is_sliced: bool
    length: int = 0
    other_ids: dict[str, str] = field(default_factory=dict)  # under which judgements of a variant may stand as well
    _columns: dict[str, Growing] = field(default_factory=lambda: {name: Growing(kind_of(name)) for name in _EVERYWHERE})
    _places: "array[int]" = field(default_factory=lambda: array("q"))
    _originals: dict[int, _Original] = field(default_factory=dict)  # by the identity of the example
    _scores: dict[tuple[Gold, str | None, tuple[str, ...]], tuple[float, ...]] = field(default_factory=dict)
    _task: Task | None = None

    def add(self, one: Met, plan: Plan, family: str) -> _Original:
        """Adds a row for each variant of an attempt, or where there is none, one; ``family`` is that of the adversary.
        Returns what all rows of the original share."""
        original = self._originals.get(id(one.original))
        if original is None:
            original = self._originals[id(one.original)] = _original(one.original, self.is_sliced)
        if original.task is not self._task:
            self._scores, self._task = {}, original.task
            for name in original.task.scoring.measures:
                self._columns.setdefault(BEFORE + name, Growing("number"))
                self._columns.setdefault(AFTER + name, Growing("number"))
        self._add_all(one, original, plan, max(1, len(one.variants)))
        for variant in one.variants or (None,):
            self._add(one, variant, plan, family)
        return original

    def _add_all(self, one: Met, original: _Original, plan: Plan, rows: int) -> None:
        """Adds to its rows what all that was made of an original has in common."""
        self._put("task", original.task.name, rows)
        if one.is_original_known:
            self._put("original", original.id, rows)
            self._put("original_key", None if plan.is_alone else original.key, rows)
            for name, value in (*original.groups.items(), *original.slices.items()):
                self._put(name, value, rows)
        if not plan.is_alone:
            self._said("before", one.original.gold, one.before, rows)
        self._put("outcome", one.outcome, rows)
        self._put("queries", one.queries, rows)
        self._places.extend([one.place] * rows)

    def _add(self, one: Met, variant: Variant | None, plan: Plan, family: str) -> None:
        status = _status(one, variant, plan)
        if variant is not None:
            self._put("variant", variant.id)
            self._put("rule", joined(edit.rule for edit in variant.edits) or None)
            kind = joined(edit.kind for edit in variant.edits)
            self._put("kind", kind or None)
            assert self._task is not None
            self._put("capability", self._task.capability(kind, family) or None)
            if plan.is_alone or one.is_original_known:
                self._put("test", kind_of_test(None if plan.is_alone else one.original.gold, variant.gold))
            if variant.after is not None:
                self._said("after", variant.gold, variant.after, is_scored=status == "asked")
            self._note_other_id(one.original, variant)
        self._put("error", _error(one, variant, status))
        self._put("status", status)
        self._put("chosen", one.outcome is not None and (variant is None or variant.is_chosen))
        self.length += 1

    def columns(self, lengths: Sequence[int]) -> dict[str, Texts | Numbers]:
        """The columns, in which the rows of each run, of so many, stand in the order of its data set."""
        places, begins = np.frombuffer(self._places, np.int64), np.cumsum([0, *lengths])
        order = np.concatenate(
            [np.empty(0, np.intp)]
            + [begin + np.argsort(places[begin:end], kind="stable") for begin, end in pairwise(begins)]
        )
        for column in self._columns.values():
            column.fill(self.length)
        names = dict.fromkeys([*self._groups(), *self._columns])
        return {name: self._columns.pop(name).column(order) for name in names}

    def _groups(self) -> list[str]:
        """The columns of groups, those of each task coarsest first, whichever original tells of them first."""
        orders: dict[str, set[tuple[str, ...]]] = {}
        for one in self._originals.values():
            orders.setdefault(one.task.name, set()).add(tuple(one.groups))
        found = [name for told in orders.values() for name in coarsest_first(told)]
        return [name for name in found if name in self._columns]

    def _put(self, name: str, value: Cell, rows: int = 1) -> None:
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = Growing(kind_of(name))
        column.fill(self.length)
        column.add(value, rows)

    def _said(self, when: str, gold: Gold, said: Said, rows: int = 1, is_scored: bool = True) -> None:
        prediction = said.prediction
        if prediction is None:
            return
        self._put(f"answer_{when}", best_answer(prediction), rows)
        if is_scored:
            assert self._task is not None
            for name, score in zip(self._task.scoring.measures, self._scored(gold, prediction), strict=True):
                self._put(f"{when}_{name}", score, rows)
            if said.score is not None:
                self._put(f"goal_{when}", said.score, rows)

    def _scored(self, gold: Gold, prediction: Prediction) -> tuple[float, ...]:
        key = gold, best_answer(prediction), prediction.evidence
        scores = self._scores.get(key)
        if scores is None:
            assert self._task is not None
            measures = self._task.scoring.measures.values()
            scores = tuple(measure.score(gold, prediction) for measure in measures)
            if len(self._scores) >= MOST_SCORES:
                self._scores.clear()
            self._scores[key] = scores
        return scores

    def _note_other_id(self, example: Example, variant: Variant) -> None:
        """Claims with evidence are judged without: what is said of them stands under another id, too."""
        assert self._task is not None
        wire = self._task.wire
        if wire.retrieves and variant.id not in self.other_ids and wire.passages(variant.query):
            self.other_ids[variant.id] = judged_ids(Perturbation(example.id, variant.query, variant.gold, ()))[-1]


def _original(example: Example, is_sliced: bool) -> _Original:
    task = task_of(example.query)
    groups = told_of(example, task.groups)
    if taken := [name for name in groups if name in FIXED or name.startswith((BEFORE, AFTER, SLICE))]:
        raise UnknownComponent(f"The task {task.name!r} has a group {taken[0]!r}, as a column of every table is. "
                               "Rename it, or uninstall the package that brings the task.")  # fmt: skip
    slices = {SLICE + name: _told(task, name, example) for name in task.slices} if is_sliced else {}
    return _Original(
        example.id, task, groups, slices, perturbation_id(Perturbation(example.id, example.query, example.gold, ()))
    )


def _told(task: Task, name: str, example: Example) -> Cell:
    """What a slice tells of an original; UnknownComponent where that is not of the kind that its name says."""
    told = task.slices[name].of(example)
    kind = kind_of(SLICE + name)
    if told is None or isinstance(told, str if kind == "text" else Real):
        return told
    raise UnknownComponent(f"The slice {name!r} of the task {task.name!r} tells {told!r} of {example.id!r}, and by its "
                           f"name it is a {kind}. Return one or None, or give it another name (a text's ends in "
                           f"{TYPE!r}).")  # fmt: skip


def _status(one: Met, variant: Variant | None, plan: Plan) -> Status:
    if one.trained_on:
        return "trained-on"
    if variant is None:
        return _status_without(one, plan)
    if variant.after is None or variant.after.fault == OVER_BUDGET:
        return "not-asked"
    is_broken_off = one.outcome == "errored" and not variant.is_candidate
    if is_broken_off or one.before.prediction is None or variant.after.prediction is None:
        return "errored"
    return "asked"


def _status_without(one: Met, plan: Plan) -> Status:
    match one.outcome:
        case "errored":
            return "errored"
        case "skipped":
            if plan.referee < SKIPS_NOTHING:
                return "legacy-skipped"
            is_spent = plan.budget is not None and one.queries >= plan.budget
            return "not-asked" if is_spent or one.reason == WRONG_ALREADY else "nothing-proposed"
        case "exhausted":
            return "not-asked"
        case _:
            return "nothing-proposed"


def _error(one: Met, variant: Variant | None, status: Status) -> str | None:
    if status == "asked" or (variant is not None and status == "trained-on"):
        return None
    after = variant.after.fault if variant is not None and variant.after is not None else None
    return one.before.fault or after or (one.reason and one.reason.removeprefix(NOTHING_PROPOSED))


def datasets(
    plans: Mapping[str, Plan], originals: Mapping[str, Originals], names: Mapping[str, str] = {}
) -> dict[str, str]:
    """What the data set of each run is called, run by run; ``originals`` are of the data sets by fingerprint, ``names``
    what the set of each plan is called by itself, in short where they do not say.

    A set belongs to the largest that holds all of its originals. The whole is called after the set that was attacked
    itself, not by variants from a file; else after that of which most originals were met.
    """
    by_set: dict[str, list[Plan]] = {}
    named: dict[str, str] = {}
    for run_id, plan in plans.items():
        named.setdefault(plan.dataset, names.get(run_id) or short_dataset(plan.dataset))
        by_set.setdefault(plan.dataset_fingerprint, []).append(plan)
    groups = _grouped({fingerprint: originals.get(fingerprint, {}) for fingerprint in by_set})
    leading = [max((by_set[one][0] for one in group), key=lambda plan: _rank(plan, by_set, originals))
               for group in groups]  # fmt: skip
    short = Counter(named[plan.dataset] for plan in leading)
    called: dict[str, str] = {}
    for plan, group in zip(leading, groups, strict=True):
        name = named[plan.dataset]
        name = name if short[name] == 1 else f"{name} ({plan.dataset_fingerprint[:8]})"
        called |= dict.fromkeys(group, name)
    return {run_id: called[plan.dataset_fingerprint] for run_id, plan in plans.items()}


def _rank(plan: Plan, by_set: Mapping[str, Sequence[Plan]], originals: Mapping[str, Originals]) -> tuple[bool, int]:
    is_attacked = any(one.adversary != FROM_FILE for one in by_set[plan.dataset_fingerprint])
    return is_attacked, len(originals.get(plan.dataset_fingerprint, {}))


def _grouped(sets: Mapping[str, Originals]) -> list[list[str]]:
    """The sets that are one, together, in the order of their first: each with the largest that holds it."""
    groups: dict[str, list[str]] = {}
    order = {fingerprint: place for place, fingerprint in enumerate(sets)}
    for fingerprint in sorted(sets, key=lambda one: (-len(sets[one]), order[one])):
        own = sets[fingerprint]
        leader = next((leader for leader in groups if _holds(sets[leader], own)), fingerprint)
        groups.setdefault(leader, []).append(fingerprint)
    members = [sorted(group, key=lambda one: order[one]) for group in groups.values()]
    return sorted(members, key=lambda group: order[group[0]])


def _holds(larger: Originals, own: Originals) -> bool:
    return bool(own) and all(larger.get(id) == key for id, key in own.items())
