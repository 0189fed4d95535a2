"""What a user compares, as a table of results: runs, systems, stores, tables in files, reports, predictions."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from stumper.errors import BadOption
from stumper.evaluating import prepare_evaluation
from stumper.file_bytes import file_bytes
from stumper.given import System
from stumper.identity import perturbation_id
from stumper.loading import load_dataset
from stumper.predictions import best_answer
from stumper.registry import task_of
from stumper.runs.plan import Plan, from_json
from stumper.shown import hint
from stumper.standing import Stopped
from stumper.store import Store, open_store, store_at
from stumper.store.met import met
from stumper.table import Table, of_runs, read
from stumper.table.columns import AFTER, Cell, Columns, kind_of, names_in_order, nothing, texts_of
from stumper.table.files import format_of
from stumper.table.naming import short_dataset, short_victim, victims
from stumper.types import Example, Instance
from stumper.victims.predictions_file import whole_answers


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A run that has not come to its end, by its id, and how far it came; None where nobody said how far it was to."""

    run_id: str
    stopped: Stopped | None


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two that are compared: its name, its results, and the store that has its texts, if one does; else what
    is known to have been ``asked``, by the ids of originals and variants."""

    name: str
    table: Table
    store: Store | None = None
    unfinished: tuple[Unfinished, ...] = ()
    asked: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def questions(self, run_ids: Sequence[str], wanted: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """What these runs asked, by the ids of original and variant ("" the original itself), where it is known."""
        found = {key: self.asked[key] for key in wanted if key in self.asked}
        originals: dict[tuple[str, str], Example] = {}
        for run_id in run_ids if self.store else ():
            assert self.store is not None
            if len(found) == len(wanted):
                break
            for one in met(self.store.engine, run_id, originals):
                if (key := (one.original.id, "")) in wanted:
                    found[key] = one.original.query.text
                for variant in one.variants:
                    if (key := (one.original.id, variant.id)) in wanted:
                        found[key] = variant.query.text
        return found


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of a store, under the name of a side."""

    name: str
    store: Store
    run_ids: tuple[str, ...]


Baseline = Runs | Side


@dataclass(frozen=True, slots=True)
class Predictions:
    """How a file of predictions is read: for which data set, of what that was made, and which of it was drawn."""

    dataset: str | None = None
    originals: str | None = None
    limit: int | None = None
    seed: int = 1
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Specs:
    """Makes sides of what users write; in the ``store``, if there is one, runs and systems are sought.

    ``tested`` are the plans of the runs that are compared with it, by their ids. No system is its own baseline: of one
    that is under test, and of a whole store or a report that holds it, there are the runs by its other code alone.
    """

    store: Store | None = None
    predictions: Predictions = field(default_factory=Predictions)
    tested: Mapping[str, Plan] = field(default_factory=dict)

    def side(self, spec: str) -> Baseline:
        """What a text names."""
        if spec.startswith("file:") and (self.predictions.dataset is not None or not self._called(spec)):
            return of_predictions(spec.removeprefix("file:"), self.predictions)
        if "://" in spec and spec.startswith(("sqlite", "postgresql")):
            return self._whole(spec, store_at(spec))
        path = Path(spec)
        if path.is_file():
            return self._of_file(spec, path)
        return self._in_store(spec)

    def _of_file(self, spec: str, path: Path) -> Baseline:
        if _starts(path).startswith(b"SQLite format 3\0"):
            return self._whole(spec, store_at(spec))
        if run_ids := _reported(path):
            return self._of_report(spec, run_ids)
        if _is_table(path):
            return Side(spec, read(path))
        return of_predictions(spec, self.predictions)

    def _of_report(self, spec: str, run_ids: Sequence[str]) -> Runs:
        """A report has figures and no pairs: these are in the store, under the ids of its runs."""
        known = self.store.plans() if self.store else {}
        missing = [run_id for run_id in run_ids if run_id not in known]
        if self.store is None or missing:
            raise BadOption(f"{spec} is a report, whose scores question by question stand in the store, and there is "
                            f"no run {missing[0][:8]!r} in it. Name its store with --store, or a file that stumper "
                            "table has written.")  # fmt: skip
        return Runs(spec, self.store, self._of_other_code(spec, {id: from_json(known[id]) for id in run_ids}))

    def _whole(self, name: str, store: Store | None) -> Runs:
        plans = {id: from_json(text) for id, text in store.plans().items()} if store else {}
        if store is None or not plans:
            raise BadOption(f"The store {name} holds no runs: there is nothing to compare. Name one that holds some.")
        is_own = self.store is not None and store.url == self.store.url
        return Runs(name, store, self._of_other_code(name, plans) if is_own else tuple(plans))

    def _of_other_code(self, spec: str, plans: Mapping[str, Plan], systems: Collection[str] = ()) -> tuple[str, ...]:
        """These runs without those of the systems under test, or of these ``systems``, by the code under test."""
        own = {*systems, *(plan.victim for plan in self.tested.values())}
        codes = {"", *(plan.victim_code for plan in self.tested.values())}  # "": of an old run, nobody knows by which
        left = tuple(id for id, plan in plans.items() if plan.victim not in own or plan.victim_code not in codes)
        if not left:
            raise BadOption(f"All that the store holds of {spec!r} is by the code that is tested, which is no baseline "
                            "of its own. Name a run by its id, or a table that stumper table --out base.csv wrote "
                            "before the change.")  # fmt: skip
        return left

    def _in_store(self, spec: str) -> Runs:
        if self.store is None:
            raise BadOption(f"There is no file {spec!r}, and no store in which a run or a system could be called so. "
                            "Name a file, or a store that is there with --store.")  # fmt: skip
        plans = {id: from_json(text) for id, text in self.store.plans().items()}
        if called := self._called(spec):
            return self._of_system(spec, called)
        begun = [run_id for run_id in plans if run_id.startswith(spec)]
        if len(begun) == 1:
            return Runs(spec, self.store, tuple(begun))
        raise BadOption(_unknown(spec, begun, plans, self.store))

    def _of_system(self, spec: str, plans: Mapping[str, Plan]) -> Runs:
        """The runs of a system: of its last version, or, where it is under test, of its other one, under the name that
        a report has for that; where it is tested beside others, these are compared with it."""
        assert self.store is not None
        if len(systems := dict.fromkeys(plan.victim for plan in plans.values())) > 1:
            raise BadOption(f"Several systems are called {spec!r}: {', '.join(systems)}. Name one of these.")
        own = {id: one for id, one in self.tested.items() if not {one.victim, one.victim_spec}.isdisjoint(systems)}
        if not own:
            last = list(plans.values())[-1].victim_code
            return Runs(spec, self.store, tuple(id for id, plan in plans.items() if plan.victim_code == last))
        codes = {one.victim_code for one in own.values()}
        if len(own) < len(self.tested) and all(plan.victim_code in codes for plan in plans.values()):
            return Runs(spec, self.store, tuple(own))
        left = self._of_other_code(spec, plans, systems)
        named = victims({**{id: plan for id, plan in plans.items() if id not in self.tested}, **self.tested})
        versions = {plans[id].victim_code: f"{named[id][0]}: run {id[:8]}" for id in left}
        if len(versions) > 1:
            raise BadOption(f"The store holds several other versions of {spec!r} ({', '.join(versions.values())}). "
                            "Name one by the id of its run, or a table that stumper table --out base.csv wrote "
                            "of it.")  # fmt: skip
        return Runs(named[left[0]][0], self.store, left)

    def _called(self, spec: str) -> dict[str, Plan]:
        """The plans of the store's runs of the system that is called so."""
        plans = {id: from_json(text) for id, text in self.store.plans().items()} if self.store else {}
        return {id: plan for id, plan in plans.items() if spec in (plan.victim, short_victim(plan.victim))}


def of_one_version(side: Baseline) -> dict[str, Plan]:
    """The plans of its runs by their ids, where they are all of one system by one code; else none."""
    if not isinstance(side, Runs):
        return {}
    documents = side.store.plans()
    plans = {id: from_json(documents[id]) for id in side.run_ids}
    return plans if len({(plan.victim, plan.victim_code) for plan in plans.values()}) == 1 else {}


def sides(a: Baseline, b: Baseline) -> tuple[Side, Side]:
    """The two as tables; where both are runs of one store, of one table, so that both name alike what is the same."""
    if isinstance(a, Runs) and isinstance(b, Runs) and a.store.url == b.store.url and not a.store.is_private:
        table = of_runs(a.store, list(dict.fromkeys((*a.run_ids, *b.run_ids))), is_sliced=False)
        return _called(_side(a, _rows_of(table, a.run_ids)), _side(b, _rows_of(table, b.run_ids)))
    first, second = (
        _side(one, of_runs(one.store, one.run_ids, is_sliced=False)) if isinstance(one, Runs) else one for one in (a, b)
    )
    return _called(first, second)


def _called(first: Side, second: Side) -> tuple[Side, Side]:
    """The sides, where they are files without their folders, unless that leaves them alike."""
    names = [Path(side.name).name if Path(side.name).is_file() else side.name for side in (first, second)]
    if len(set(names)) == 1:
        return first, second
    return replace(first, name=names[0]), replace(second, name=names[1])


def of_predictions(path: str, how: Predictions) -> Side:
    """What a file of predictions scores on a data set, with its variants where this has some; of whole queries, as no
    other is compared."""
    if how.dataset is None:
        raise BadOption(f"{path} holds predictions: say with --dataset which data set they are of.")
    if (made_of_others := _apart(how)) is not None:
        examples, instances = made_of_others
        asked = {(one.example.id, perturbation_id(one.perturbation)): one.perturbation.query.text for one in instances}
        return Side(path, alone(Path(path), how.dataset, examples, instances), asked=asked)
    store = open_store("sqlite://")
    system = System(f"file:{path}", is_at_ends=True)
    job = prepare_evaluation(
        how.dataset, system, originals=how.originals, limit=how.limit, seed=how.seed, strict=how.strict, store=store
    )
    for _ in job.steps():
        pass
    return Side(path, of_runs(store, [job.plan.id], is_sliced=False), store)


def _apart(how: Predictions) -> tuple[Sequence[Example], Sequence[Instance]] | None:
    """The examples and the variants of a set to whose originals no prediction can be given; None for any other."""
    assert how.dataset is not None
    if how.originals is not None:
        return None
    data = load_dataset(how.dataset)
    instances = (*getattr(data, "instances", ()), *getattr(data, "orphans", ()))
    examples = tuple(data) if instances else ()
    known = {example.id for example in examples}
    if not instances or all(one.example.id in known for one in instances):
        return None
    if how.limit is not None:
        raise BadOption(f"--limit draws originals, and {how.dataset} has none that could be answered. Leave it out, or "
                        "name the set that holds them with --originals.")  # fmt: skip
    return examples, instances


def _side(runs: Runs, table: Table) -> Side:
    return Side(runs.name, table, runs.store, tuple(_unfinished(runs)))


def _unfinished(runs: Runs) -> Iterator[Unfinished]:
    for run_id in runs.run_ids:
        standing = runs.store.standing(run_id)
        if standing.stopped or (not standing.attempts and not standing.concluded):
            yield Unfinished(run_id, standing.stopped)


def _rows_of(table: Table, run_ids: Sequence[str]) -> Table:
    runs = table.texts("run")
    mask = runs.equal(run_ids[0])
    for run_id in run_ids[1:]:
        mask = mask | runs.equal(run_id)
    return table.where(mask)


def _unknown(spec: str, begun: Sequence[str], plans: Mapping[str, Plan], store: Store) -> str:
    if begun:
        return f"Several runs begin with {spec!r}: {', '.join(id[:12] for id in begun)}. Write more of the id."
    systems = list(dict.fromkeys(plan.victim for plan in plans.values()))
    near = hint(spec, systems, f"It has the systems {', '.join(systems) or 'of nobody yet'}.")
    return f"{spec!r} is no file, and in the store {store.name} no system is called so and no run begins so. {near}"


def _starts(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)


def _reported(path: Path) -> list[str]:
    """The ids of the runs that a report in JSON tells of; none where the file is no report."""
    if not path.name.lower().endswith(".json"):
        return []
    try:
        document = json.loads(file_bytes(path))
    except (ValueError, RecursionError):
        return []  # whoever reads it as predictions says what is wrong with it
    told = document.get("provenance") if isinstance(document, dict) else None
    rows = told if isinstance(told, list) else []
    return [row["run_id"] for row in rows if isinstance(row, dict) and isinstance(row.get("run_id"), str)]


def _is_table(path: Path) -> bool:
    """Whether a file is a table by its name; JSON lines are one where they have its columns, and predictions where
    they do not."""
    try:
        format = format_of(path)
    except BadOption:
        return False
    if format != "jsonl":
        return True
    from stumper.file_bytes import file_lines

    try:
        row = json.loads(next(iter(file_lines(path)), b""))
    except ValueError:
        return False
    return isinstance(row, dict) and {"run", "status", "victim"} <= row.keys()


def alone(path: Path, dataset: str, examples: Sequence[Example], instances: Sequence[Instance]) -> Table:
    """A row for each variant, under the id of the original that it was made of; one without a prediction scores 0."""
    task = task_of(examples[0].query)
    said, _ = whole_answers(path, examples, examples)
    name = short_dataset(dataset)
    rows: list[dict[str, Cell]] = []
    for instance in instances:
        prediction, gold = said.get(instance.id), instance.perturbation.gold
        scores = {AFTER + by: measure.score(gold, prediction) for by, measure in task.scoring.measures.items()}
        rows.append(
            {
                "original": instance.example.id,
                "variant": perturbation_id(instance.perturbation),
                "answer_after": None if prediction is None else best_answer(prediction),
                **scores,
            }
        )
    same = {
        "run": str(path),
        "task": task.name,
        "dataset": name,
        "adversary": "from-file",
        "attack": name,
        "victim": short_victim(f"file:{path}"),
        "goal": next(iter(task.goals)),
        "outcome": "failed",
        "status": "asked",
    }
    return Table(_columns([{**same, **row} for row in rows], tuple(task.scoring.measures)))


def _columns(rows: Sequence[dict[str, Cell]], scores: Sequence[str]) -> Columns:
    columns = {name: nothing(kind_of(name), len(rows)) for name in names_in_order((), scores)}
    for name in rows[0]:
        values = [row[name] for row in rows]
        if kind_of(name) == "text":
            columns[name] = texts_of(None if value is None else str(value) for value in values)
        else:
            columns[name] = np.array(values, dtype=np.float64)
    return columns
