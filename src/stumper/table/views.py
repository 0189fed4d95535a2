"""The child table of a table of results: what was said of each view of a query that is asked in several, as a tossup
is up to the end of each of its sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from stumper.goals import goal_named
from stumper.identity import prediction_key
from stumper.positions import share_read
from stumper.predictions import best_answer
from stumper.registry import task_of
from stumper.runs.plan import Plan
from stumper.standing import Met
from stumper.store import Store
from stumper.store.codec import decode_best
from stumper.store.connection import shown
from stumper.store.damage import undamaged
from stumper.table.columns import VIEW_COLUMNS, Cell, Growing, Texts
from stumper.table.of_runs import of_runs, plans_of
from stumper.table.table import Table
from stumper.types import Gold, Query

AT_ONCE = 1_000  # views that are looked up together
OF_RUN = ("task", "dataset", "attack", "victim")  # the columns in which all rows of a run say the same


def views_of(store: Store, run_ids: Sequence[str]) -> Table:
    """A row for each view that a victim answered: once a run of each original, and of each of its variants.

    It joins the table of results by ``run``, ``original`` and ``variant``, which is empty where the view is the
    original's. Answers are those that the store keeps; a file of answers to whole queries has none of views.
    BadOption where the store has no such run.
    """
    rows = _Rows(store, plans_of(store, run_ids))
    table = of_runs(store, run_ids, rows.note, is_sliced=False)
    rows.look_up()
    return Table({column.name: rows.column(column.name, table) for column in VIEW_COLUMNS})


@dataclass(frozen=True, slots=True)
class _View:
    """A view of an original, or of its variant, as a victim is asked for it."""

    run_id: str
    original: str
    variant: str | None
    number: int
    query: Query
    whole: Query
    gold: Gold


@dataclass(slots=True)
class _Rows:
    """The rows as they grow; ``_waiting`` are views whose answers have not been looked up yet."""

    store: Store
    plans: Mapping[str, Plan]
    _columns: dict[str, Growing] = field(
        default_factory=lambda: {one.name: Growing(one.kind) for one in VIEW_COLUMNS if one.name not in OF_RUN}
    )
    _waiting: list[_View] = field(default_factory=list)
    _met: set[tuple[str, str]] = field(default_factory=set)

    def note(self, run_id: str, one: Met) -> None:
        """Takes up the views of an attempt, where its task has any."""
        views_of = task_of(one.original.query).scoring.views
        if views_of is None or not one.is_original_known:
            return
        asked: list[tuple[str | None, Query, Gold]] = [
            (variant.id, variant.query, variant.gold) for variant in one.variants
        ]
        if (run_id, one.original.id) not in self._met:
            self._met.add((run_id, one.original.id))
            asked.insert(0, (None, one.original.query, one.original.gold))
        for variant, whole, gold in asked:
            for number, query in enumerate(views_of(whole), start=1):
                self._waiting.append(_View(run_id, one.original.id, variant, number, query, whole, gold))
        if len(self._waiting) >= AT_ONCE:
            self.look_up()

    def look_up(self) -> None:
        """Adds a row for each of the views that wait and were answered."""
        keys = [prediction_key(self.plans[one.run_id].victim_salt, one.query) for one in self._waiting]
        kept = self.store.cache().get(list(dict.fromkeys(keys)))
        for key, one in zip(keys, self._waiting, strict=True):
            if key in kept:
                with undamaged(shown(self.store.engine.url)):
                    self._add(one, best_answer(decode_best(kept[key], one.query)))
        self._waiting.clear()

    def column(self, name: str, table: Table) -> "Texts | np.ndarray":
        """The column of that name; what all rows of a run have in common is that of its rows in the table."""
        if name not in OF_RUN:
            return self._columns[name].column()
        runs, said = self._columns["run"].column(), table.texts(name)
        assert isinstance(runs, Texts)
        first = {run: int(np.argmax(table.texts("run").equal(run))) for run in runs.known}
        places = np.array([said.codes[first[run]] for run in runs.known], dtype=np.int32)
        return Texts(said.known, places[runs.codes] if len(places) else runs.codes)

    def _add(self, one: _View, answer: str | None) -> None:
        row: Mapping[str, Cell] = {
            "run": one.run_id,
            "original": one.original,
            "variant": one.variant,
            "view": one.number,
            "read": share_read(one.query.text, one.whole.text),
            "answer": answer,
            "score": None if answer is None else goal_named(self.plans[one.run_id].goal).score(one.gold, answer),
        }
        for name, value in row.items():
            self._columns[name].add(value)
