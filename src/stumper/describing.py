"""What a data set was taken for, and the same examples in another format."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stumper.datasets import opened_dataset
from stumper.datasets.csv_cells import csv_line
from stumper.datasets.json_lines import write_lines
from stumper.datasets.mapped import unmapped
from stumper.datasets.originals import originals
from stumper.datasets.rows import LeftOut, Understood
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadOption
from stumper.loading import is_file, load_dataset
from stumper.next_door import harness_task, saved_set
from stumper.protocols import Collection, Dataset
from stumper.registry import task_of, tasks
from stumper.sections.labels import absent_labels, label_doubts
from stumper.sections.repeats import repeats
from stumper.statistics import groups_of
from stumper.task import Task
from stumper.types import Example

IN_ROWS = ("jsonl", "csv")
SAVED, HARNESS = "datasets", "lm-eval"
FOLDERS = (SAVED, HARNESS)  # formats that are folders


@dataclass(frozen=True, slots=True)
class Described:
    """What a user may want to check of a data set before anything is asked.

    ``format`` is what the file is in, "" of a data set by name; ``columns`` are those of rows by role, ``unused`` the
    others. ``examples`` count the originals, ``variants`` what was made of them. ``groups`` are the numbers of
    distinct groups by name, coarsest first. Of ``rows`` in the file those ``left_out`` gave no example. ``warnings``
    are what makes figures of it doubtful whatever is asked.
    """

    name: str
    task: Task
    format: str
    examples: int
    variants: int
    columns: Mapping[str, str]
    unused: tuple[str, ...]
    groups: Mapping[str, int]
    answers: Mapping[str, int]
    first: Example
    rows: int
    unit: str
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def described(spec: str) -> Described:
    """How a data set was understood; BadData where it cannot be used."""
    data, understood, form = _opened(spec)
    examples = tuple(data)
    task, first = task_of(examples[0].query), originals(data)
    groups = groups_of(first, task.groups)
    choices = task.wire.choices(examples[0].query)
    skipped = getattr(data, "skipped", ())
    own = tuple(LeftOut(one.reason, 1, one.line) for one in skipped)
    answers = Counter(one.gold.answers[0].text for one in first if one.gold.answers) if choices else Counter[str]()
    return Described(
        name=unmapped(spec),
        task=task,
        format=form,
        examples=len(first),
        variants=len(examples) - len(first),
        columns=understood.columns if understood else {},
        unused=understood.unused if understood else (),
        groups={
            name: len({labels[place] for labels in groups.of.values() if labels[place]})
            for place, name in enumerate(groups.levels)
        },
        answers=dict(answers),
        first=first[0],
        rows=understood.rows if understood else len(examples) + len(skipped),
        unit=understood.unit if understood else next((one.unit for one in skipped), "line"),
        left_out=understood.left_out if understood else own,
        notes=(*understood.notes, *understood.repeated_told) if understood else getattr(data, "notes", ()),
        warnings=(
            *label_doubts(answers, unmapped(spec), task),
            *absent_labels(answers, unmapped(spec), task.wire.labels(examples[0].query) or (), task),
            *repeats(first, unmapped(spec), task),
        ),
    )


def convert(spec: str, form: str, path: Path) -> int:
    """Writes a data set in another format: the native one of its task (squad, fever, qanta), another that its task
    writes (qbreader, modaq), rows as jsonl or csv, a saved data set of Hugging Face (datasets), or a task of
    lm-evaluation-harness (lm-eval), of which the last two are folders; how many examples it holds.

    BadOption where the format is unknown, or another task's.
    """
    data, understood, _ = _opened(spec)
    examples = tuple(data)
    task = task_of(examples[0].query)
    native = {_native(one): one for one in tasks()}
    if form in native:
        if native[form].name != task.name:
            raise BadOption(f"{form} is a format of {native[form].unit}s, and {unmapped(spec)} holds {task.unit}s. "
                            f"Write --to {' or --to '.join(_able(task))}.")  # fmt: skip
        own = data if isinstance(data, Collection) else task.collected(data.name, data.fingerprint, examples)
        task.write_perturbed(path, own, own.instances)
        return len(examples)
    if (write := _writers(task).get(form)) is not None:
        own = data if isinstance(data, Collection) else task.collected(data.name, data.fingerprint, examples)
        write(path, own)
        return len(examples)
    if form == HARNESS:
        harness_task.write(
            path, data if isinstance(data, Collection) else task.collected(data.name, data.fingerprint, examples)
        )
        return len(examples)
    if form not in (*IN_ROWS, SAVED) or task.rows is None:
        raise BadOption(f"There is no format {form!r} of {task.unit}s. Write --to {' or --to '.join(_able(task))}.")
    texts = understood.evidence if understood else getattr(data, "evidence_texts", {})
    rows = [{**task.rows.written(one, texts.get(one.id, "")), **dict(one.groups)} for one in examples]
    if form == SAVED:
        saved_set.save(path, data, rows)
    elif form == "jsonl":
        write_lines(path, rows)
    else:
        write_bytes(path, _table(rows).encode("utf-8", errors="backslashreplace"))
    return len(examples)


def as_json(found: Described) -> dict[str, Any]:
    """What is known of a data set, as JSON values."""
    query, gold = found.first.query, found.first.gold
    return {
        "dataset": found.name,
        "task": found.task.name,
        "format": found.format or None,
        "examples": found.examples,
        "variants": found.variants,
        "columns": dict(found.columns),
        "unused": list(found.unused),
        "groups": dict(found.groups),
        "labels": dict(found.answers),
        "rows": found.rows,
        "left_out": [
            {"reason": one.reason, "rows": one.rows, "first": one.first, "detail": one.detail} for one in found.left_out
        ],
        "notes": list(found.notes),
        "warnings": list(found.warnings),
        "example": {
            "id": found.first.id,
            **found.task.wire.to_json(query),
            "answers": [answer.text for answer in gold.answers],
            "groups": dict(found.first.groups),
        },
    }


def _opened(spec: str) -> tuple[Dataset, Understood | None, str]:
    if not is_file(spec):
        return load_dataset(spec), None, ""
    opened = opened_dataset(Path(spec))
    return opened.dataset, opened.understood, opened.form.name if opened.form else "rows"


def _able(task: Task) -> list[str]:
    return [_native(task), *_writers(task), *((*IN_ROWS, SAVED) if task.rows else []), HARNESS]


def _writers(task: Task) -> Mapping[str, Callable[[Path, Any], str]]:
    """What writes each further format of the task, by what a user calls it."""
    return {form.name.lower().replace(" ", "-"): form.write for form in task.formats if form.write is not None}


def _native(task: Task) -> str:
    """What a user calls the format in which the task's sets are written."""
    return task.rows.native if task.rows else task.name


def _table(rows: Sequence[Mapping[str, object]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [csv_line(names), *(csv_line(_text(row.get(name)) for name in names) for row in rows)]
    return "".join(lines)


def _text(value: object) -> str | None:
    """A cell of a table, in which a list stands as JSON."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
