"""Data sets of the Hugging Face hub, or of a folder in its layout, read as rows: ``hf:NAME[:SPLIT]``."""

from pathlib import Path

from stumper.datasets.mapped import mapped
from stumper.datasets.rows import read_rows
from stumper.errors import BadData, BadOption
from stumper.protocols import Collection


def load(argument: str = "") -> Collection:
    """The data set, of the task that its columns are of; the split is validation unless another is named.

    Columns may be said: ``hf:NAME:SPLIT#question=q,answer=gold``.
    """
    from datasets import load_dataset

    meant = mapped(argument)
    name, _, split = meant.spec.partition(":")
    if not name:
        raise BadOption("hf: takes a data set: for example hf:squad, or hf:FOLDER:train.")
    try:
        rows = load_dataset(str(Path(name)) if Path(name).exists() else name, split=split or "validation")
    except (FileNotFoundError, ConnectionError, ValueError) as error:
        raise BadData(
            f"hf:{argument} cannot be loaded: {str(error).splitlines()[0]}. Check its name and split."
        ) from error
    labels = {column: of for column, of in rows.features.items() if type(of).__name__ == "ClassLabel"}
    named = [{**row, **{column: _named(of, row[column]) for column, of in labels.items()}} for row in rows]
    return read_rows(named, mapping=meant.mapping, name=name).dataset


def _named(label: object, value: object) -> object:
    """The name of a label, of which rows hold the number; -1 is that of none."""
    is_known = isinstance(value, int) and value >= 0
    return label.int2str(value) if is_known else None  # type: ignore[attr-defined]
