"""Tables in files and as frames: what is written comes back, and what is no table is told in one sentence."""

import gzip
import json
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from stumper.errors import BadData, BadOption, BadOutput, MissingExtra
from stumper.table import Table, of_runs, read
from stumper.table.columns import Texts, texts_of

HAS_ARROW = find_spec("pyarrow") is not None
needs_arrow = pytest.mark.skipif(not HAS_ARROW, reason="needs the extra frames (pyarrow)")
ALWAYS = ("t.csv", "t.csv.gz", "t.jsonl", "t.jsonl.gz")
ENDINGS = [*ALWAYS, pytest.param("t.parquet", marks=needs_arrow)]
ANSWERS = ["", None, "=1+1", "'=1+1", "'", '"', 'a "b", c', "two\nlines\r\n", " x ", "é ,", "-", "5", "null", "\u2028"]


@pytest.fixture
def table(store, record, make) -> Table:
    """A run of two tasks each, of which one attempt made nothing."""
    lit = make.question("q1", "Who lit it?", "Ada Thorn lit it.", "Ada Thorn")
    claim = make.claim("c1", "Ada lit it.", "SUPPORTS", "Lamp:0")
    says = {"Who lit it?": "Ada Thorn", "By whom?": "Ada", "Ada lit it.": "SUPPORTS"}
    met = make.met(lit, make.variant(lit, "By whom?", ("k", "r")), says)
    runs = [
        record([met], [lit], budget=3),
        record([replace(make.unmade(met, "failed", "changes the answer"))], [lit], "add-sent"),
        record([make.met(claim, make.variant(claim, "Ada did."), says, "label_wrong")], [claim], "claim-rules",
               goal="label_wrong", dataset="claims.jsonl"),
    ]  # fmt: skip
    return of_runs(store, runs)


def same(one: Table, other: Table) -> None:
    assert list(one.columns) == list(other.columns)
    for name, column in one.columns.items():
        again = other.columns[name]
        if isinstance(column, Texts):
            assert list(column) == list(again)
        else:
            assert column.dtype == again.dtype
            np.testing.assert_array_equal(column, again)


@pytest.mark.parametrize("name", ENDINGS)
def test_what_is_written_comes_back(table, tmp_path, name) -> None:
    table.write(tmp_path / name)
    same(table, read(tmp_path / name))


@pytest.mark.parametrize("name", ENDINGS)
def test_texts_and_numbers_of_every_kind_come_back(table, tmp_path, name) -> None:
    size = len(ANSWERS)
    rows = table.where(np.zeros(size, np.intp))
    numbers = np.array([0.1, 1 / 3, 1e-300, np.nan, 1.0, *[0.0] * (size - 5)])
    odd = Table({**rows.columns, "answer_after": texts_of(ANSWERS), "before_f1": numbers,
                 "chosen": np.arange(size) % 2 == 0, "queries": np.arange(size, dtype=np.int32)})  # fmt: skip
    odd.write(tmp_path / name)
    same(odd, read(tmp_path / name))


@pytest.mark.parametrize("name", ["t.jsonl", "t.jsonl.gz"])
def test_a_lone_surrogate_comes_back_from_json(table, tmp_path, name) -> None:
    odd = Table({**table.columns, "answer_after": texts_of(["\ud800", "\\ud800", None])})
    odd.write(tmp_path / name)
    same(odd, read(tmp_path / name))


@pytest.mark.parametrize("name", [name for name in ENDINGS if name != "t.jsonl"])
def test_a_table_without_rows_comes_back(table, tmp_path, name) -> None:
    nothing = table.where(np.zeros(len(table), np.bool_))
    nothing.write(tmp_path / name)
    assert len(read(tmp_path / name)) == 0


def test_packed_files_are_the_same_for_the_same_table(table, tmp_path) -> None:
    table.write(tmp_path / "a.jsonl.gz")
    table.write(tmp_path / "b.jsonl.gz")
    table.write(tmp_path / "c.jsonl")
    packed = (tmp_path / "a.jsonl.gz").read_bytes()
    assert packed == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "c.jsonl").read_bytes()


def test_lines_are_objects_of_all_columns(table, tmp_path) -> None:
    table.write(tmp_path / "t.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert lines == list(table.rows())


def test_a_name_without_a_format_is_refused(table, tmp_path) -> None:
    with pytest.raises(BadOption, match=r"names no format of a table\. Let it end in \.parquet, \.csv or \.jsonl"):
        table.write(tmp_path / "t.xlsx")
    with pytest.raises(BadOption, match="names no format"):
        read(tmp_path / "table")


def test_what_cannot_be_written_leaves_what_was_there(table, tmp_path) -> None:
    with pytest.raises(BadOutput, match="there is no folder"):
        table.write(tmp_path / "none" / "t.csv")
    (tmp_path / "t.csv").mkdir()
    with pytest.raises(BadOutput, match="is a folder"):
        table.write(tmp_path / "t.csv")
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith("stumper.db")] == ["t.csv"]


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("t.csv", lambda text: text.replace("original,", "origin,", 1), "has no column 'original'"),
        ("t.csv", lambda text: text + '"open\n', "line 5: a text between quotes has no end"),
        ("t.csv", lambda text: text + "a,b\n", "line 5: it has 2 cells, and the first line has"),
        ("t.csv", lambda text: text.replace("true", "maybe", 1), "line 2: 'chosen' is 'maybe', not true or false"),
        ("t.csv", lambda text: text.replace(",2,", ",two,", 1), "'queries' is 'two', not a whole number"),
        ("t.csv", lambda text: text.replace("Ada", 'A"d"a', 1), "a quote stands within a text"),
        ("t.jsonl", lambda text: text + "{\n", "line 4: it is not JSON"),
        ("t.jsonl", lambda text: text + "3\n", "line 4: it is no JSON object"),
        ("t.jsonl", lambda text: text + "{}\n", "line 4: it has other columns than the lines before"),
        ("t.jsonl", lambda text: '{"id": "q1"}\n' + text, "is no table of results: it has no column 'run'"),
        ("t.jsonl", lambda text: text.replace('"queries": 2', '"queries": 1e99', 1), "'queries' is 1e+99, not a whole"),
        ("t.jsonl", lambda text: text.replace('"queries": 2', '"queries": 99999999999', 1), "not a whole number"),
        ("t.jsonl", lambda text: text.replace('"queries": 2', '"queries": null', 1), "is None, not a whole number"),
        ("t.jsonl", lambda text: text.replace('"reading"', "3", 1), "line 1: 'task' is 3, not a text"),
    ],
)
def test_what_is_no_table_is_told_in_one_sentence(table, tmp_path, name, change, says) -> None:
    table.write(tmp_path / name)
    (tmp_path / name).write_text(change((tmp_path / name).read_text()))
    with pytest.raises(BadData) as raised:
        read(tmp_path / name)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there_is_told(tmp_path) -> None:
    with pytest.raises(BadData, match="There is no file"):
        read(tmp_path / "t.csv")


@pytest.mark.skipif(HAS_ARROW, reason="pyarrow is installed")
def test_without_the_extra_the_command_that_installs_it_is_told(table, tmp_path) -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'stumper\[frames\]'"):
        table.write(tmp_path / "t.parquet")
    with pytest.raises(MissingExtra, match=r"pip install 'stumper\[frames\]'"):
        table.frame()


def test_a_frame_of_no_known_kind_is_refused(table) -> None:
    with pytest.raises(BadOption, match="no frame of the kind 'excel'; there are pandas, polars, arrow"):
        table.frame("excel")


@needs_arrow
@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_frame_has_the_rows_and_columns_of_the_table(table, kind) -> None:
    pytest.importorskip(kind)
    frame = table.frame(kind)
    assert list(frame.columns) == list(table.columns)
    found = frame.to_dict("records") if kind == "pandas" else frame.to_dicts()
    assert [{key: None if value != value else value for key, value in row.items()} for row in found] == [*table.rows()]


@needs_arrow
def test_an_arrow_table_says_its_version(table, tmp_path) -> None:
    import pyarrow
    from pyarrow import parquet

    frame = table.frame("arrow")
    assert isinstance(frame, pyarrow.Table)
    assert frame.schema.metadata == {b"stumper.table": b"1"}
    parquet.write_table(frame.replace_schema_metadata({"stumper.table": "2"}), tmp_path / "t.parquet")
    with pytest.raises(BadData, match="a table of version 2, and this Stumper reads 1"):
        read(tmp_path / "t.parquet")


@needs_arrow
def test_parquet_that_is_none_is_told_in_one_sentence(table, tmp_path) -> None:
    from pyarrow import parquet

    (tmp_path / "t.parquet").write_bytes(b"no parquet")
    with pytest.raises(BadData, match="cannot be read as Parquet"):
        read(tmp_path / "t.parquet")
    parquet.write_table(table.frame("arrow").drop_columns(["run"]), tmp_path / "t.parquet")
    with pytest.raises(BadData, match="has no column 'run'"):
        read(tmp_path / "t.parquet")
