"""Rows as other packages hold them: data frames, tables of arrow, Parquet, data sets of Hugging Face."""

from pathlib import Path
from typing import Any

import pytest

import stumper
from stumper.errors import BadData

ROWS = [
    {"question": "Who keeps it?", "context": "Anna Berg keeps it. It is white.", "answer": "Anna Berg", "doc": "one"},
    {"question": "When was it built?", "context": "It was built in 1824. It is long.", "answer": "1824", "doc": "two"},
]
COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}


def told(rows: Any) -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """The question, the right answer and the groups of each example."""
    return [(one.query.text, one.gold.answers[0].text, one.groups) for one in stumper.load(rows).examples]


EXPECTED = [(row["question"], row["answer"], (("doc", row["doc"]),)) for row in ROWS]


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_a_data_frame_is_rows(kind: str) -> None:
    pytest.importorskip("narwhals", reason="narwhals is not installed: pip install 'stumper[frames]'")
    frames = pytest.importorskip(kind, reason=f"{kind} is not installed")
    assert told(frames.table(COLUMNS) if kind == "pyarrow" else frames.DataFrame(COLUMNS)) == EXPECTED


def test_a_parquet_file_is_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'stumper[frames]'")
    arrow = pytest.importorskip("pyarrow")
    parquet.write_table(arrow.table(COLUMNS), tmp_path / "rows.parquet")
    assert told(tmp_path / "rows.parquet") == EXPECTED


def test_a_data_set_of_hugging_face_is_rows_in_memory_and_saved(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed: pip install 'stumper[hf]'")
    found = datasets.Dataset.from_list(ROWS)
    assert told(found) == EXPECTED
    found.save_to_disk(str(tmp_path / "saved"))
    assert told(tmp_path / "saved") == EXPECTED


def test_several_splits_are_refused_in_a_sentence() -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed: pip install 'stumper[hf]'")
    found = datasets.DatasetDict({"train": datasets.Dataset.from_list(ROWS)})
    with pytest.raises(BadData, match="several data sets, train: hand over one of them"):
        stumper.load(found)


def test_a_data_set_of_hugging_face_is_attacked(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed: pip install 'stumper[hf]'")

    def answer(question: str, context: str) -> str:
        return context.split(". ")[0]

    found = stumper.attack(datasets.Dataset.from_list(ROWS), victim=answer, adversaries="add-benign",
                           store=tmp_path / "store.db")  # fmt: skip
    assert found.runs[0].scores.before.n == 2
