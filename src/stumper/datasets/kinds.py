"""What kind of file one is, by how it begins: so that whoever names it in the wrong place is told the right one."""

from pathlib import Path

from stumper.datasets.documents import read_start
from stumper.datasets.row_files import first_object
from stumper.errors import BadData
from stumper.formats import Format, Kind
from stumper.registry import tasks

DATA_SET = Kind("a data set", "Name it where a command takes a DATASET", ())  # each task's formats say how it begins


def check_kind(path: Path, wanted: Kind) -> None:
    """Nothing; BadData where the file is plainly of another kind, or there is none."""
    found = kind_of(read_start(path))
    if found is not None and found is not wanted:
        belongs = found.belongs.replace("PATH", str(path))
        raise BadData(f"{path}: this is {found.called}, not {wanted.called}. {belongs}.")


def kind_of(start: str) -> Kind | None:
    """The kind of a file that starts so; None where it is none of these.

    A log of a match holds questions, too: what is no data set is looked for first.
    """
    others = [kind for task in tasks() for kind in (*task.files, task.predictions.kind)]
    found = next((kind for kind in others if any(marks.match(start) for marks in kind.marks)), None)
    return DATA_SET if found is None and format_of(start) is not None else found


def format_of(start: str) -> Format | None:
    """The format of data sets whose files start so; None where it is none that a task knows."""
    first = first_object(start)
    known = sorted(
        (form for task in tasks() for form in task.formats if form.marks.match(start)),
        key=lambda form: first is None or not form.is_distinct,
    )
    return next((form for form in known if form.suits(first or {}) or (first is None and form.read)), None)
