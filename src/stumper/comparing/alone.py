"""Predictions for variants whose originals nobody has asked, as a table of results."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from stumper.identity import perturbation_id
from stumper.predictions import best_answer
from stumper.registry import task_of
from stumper.table import Table
from stumper.table.columns import AFTER, Cell, Columns, kind_of, names_in_order, nothing, texts_of
from stumper.table.naming import short_dataset, short_victim
from stumper.types import Example, Instance
from stumper.victims.predictions_file import whole_answers


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
