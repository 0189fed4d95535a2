"""A data set as Hugging Face's ``datasets`` saves one, with a card."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from stumper.datasets.originals import originals, variants_by_original
from stumper.datasets.whole_files import whole_folder
from stumper.errors import BadOption
from stumper.protocols import Dataset
from stumper.registry import task_of, with_extras
from stumper.types import Making
from stumper.version import __version__

ORIGINAL = "original_id"
CATEGORIES = {"answer": "question-answering", "label": "text-classification"}  # of the hub, by what is answered
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def save(folder: Path, data: Dataset, rows: Sequence[Mapping[str, object]]) -> None:
    """Saves the rows of a data set with ``save_to_disk``, each with the id of its original, and a card beside them.

    MissingExtra without ``datasets``; BadOption where rows cannot say which variants were made of what; BadOutput where
    the folder is not empty or cannot be written.
    """
    hub = with_extras("--to datasets", lambda: __import__("datasets"))
    task = task_of(next(iter(data)).query)
    if getattr(data, "instances", ()) and not task.variants_by_id:
        native = task.rows.native if task.rows else task.name
        raise BadOption(f"{data.name} holds variants of {task.unit}s, and rows do not say of what they were made. "
                        f"Write --to {native}.")  # fmt: skip
    of = {one.id: id for id, variants in variants_by_original(data).items() for one in variants}
    whole = [{**row, ORIGINAL: of.get(str(row["id"]), str(row["id"]))} for row in rows]
    names = list(dict.fromkeys(name for row in whole for name in row))
    with whole_folder(folder) as draft:
        is_shown = hub.is_progress_bar_enabled()
        hub.disable_progress_bars()
        try:
            hub.Dataset.from_dict({name: [row.get(name) for row in whole] for name in names}).save_to_disk(str(draft))
        finally:
            if is_shown:
                hub.enable_progress_bars()
        (draft / "README.md").write_text(_card(folder.name, data, names), encoding="utf-8")


def _card(name: str, data: Dataset, columns: Sequence[str]) -> str:
    """The card of a set: what the hub reads, then what people do."""
    examples = tuple(data)
    task, first = task_of(examples[0].query), originals(data)
    category = CATEGORIES["answer" if task.wire.choices(examples[0].query) is None else "label"]
    size = next((called for most, called in SIZES if len(examples) < most), "n>1M")
    variants = len(examples) - len(first)
    head = ["---", f"pretty_name: {name}", "task_categories:", f"- {category}", "size_categories:", f"- {size}",
            "tags:", "- stumper", *(["- adversarial"] if variants else []), "---"]  # fmt: skip
    told = f"{len(first):,} {task.unit}s" + (f" and {variants:,} variants of them" if variants else "")
    of = "The column `original_id` names what a row was made of; of an original it is its own id."
    return "\n".join([
        *head, "", f"# {name}", "", f"{told}, written by Stumper {__version__} from {data.name} (fingerprint "
        f"`{data.fingerprint}`).", "", *_made(getattr(data, "made", None)),
        f"Columns: {', '.join(f'`{one}`' for one in columns)}. {of}",
        "", "Terms of use are those of the data that it was made from.", "", "```python", "import datasets", "",
        f'rows = datasets.load_from_disk("{name}")', "```", "",
    ])  # fmt: skip


def _made(made: Making | None) -> list[str]:
    """Who made the variants, where that is known."""
    if made is None:
        return []
    options = ", ".join(f"`{key}={value}`" for key, value in made.options)
    by = f"The variants were made by `{made.adversary}`" + (f" with {options}" if options else "")
    against = f", against the answers of `{made.made_against}`" if made.made_against else ", without looking at answers"
    return [f"{by}{against}.", ""]
