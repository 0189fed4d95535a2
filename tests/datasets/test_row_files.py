"""Rows in files of every layout, with their lines in what is said of them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from stumper.datasets import fingerprint_of, open_dataset, opened_dataset, task_of_file
from stumper.datasets.mapped import mapped, with_map
from stumper.errors import BadData, BadOption
from stumper.identity import file_fingerprint
from stumper.loading import load_dataset
from stumper.types import Answer

ROWS = [
    {"id": "a", "question": "Who built it?", "context": "Ada Thorn, an engineer, built it.", "answer": "Ada Thorn"},
    {"id": "b", "question": "Who sold it?", "context": 'They say "Bo Lind"\nsold it.', "answer": "Bo Lind"},
]
CSV = """id,question,context,answer
a,Who built it?,"Ada Thorn, an engineer, built it.",Ada Thorn
b,Who sold it?,"They say ""Bo Lind""
sold it.",Bo Lind
"""
TSV = "question\tcontext\tanswer\nWho?\tAda, it was.\tAda\n"
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


def file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rows.csv", CSV),
        ("rows.csv", "\ufeff" + CSV.replace("\n", "\r\n")),
        ("rows.csv", CSV.replace("\n", "\r")),
        ("rows.CSV.gz", gzip.compress(CSV.encode())),
        ("rows.csv", CSV.replace(",an", ";an").replace(",", ";").replace("Thorn; an engineer;", "Thorn, an engineer,")),
        ("rows.jsonl", LINES),
        ("rows", LINES),
        ("rows.json", json.dumps(ROWS)),
        ("rows.json", json.dumps(ROWS, indent=2)),
    ],
)
def test_rows_are_read_from_every_layout(tmp_path: Path, name: str, text: str | bytes) -> None:
    path = file(tmp_path, name, text)
    dataset = open_dataset(path)
    assert [example.id for example in dataset] == ["a", "b"]
    assert [example.gold.answers for example in dataset][1] == (Answer("Bo Lind", 10),) or "\r" in str(text)
    assert (dataset.name, dataset.fingerprint) == ("rows", file_fingerprint(path))
    assert (task_of_file(path).name, fingerprint_of(path)) == ("reading", dataset.fingerprint)  # type: ignore[union-attr]


def test_a_table_may_be_parted_by_tabs(tmp_path: Path) -> None:
    [example] = open_dataset(file(tmp_path, "rows.tsv", TSV))
    assert example.query.context.text == "Ada, it was."  # type: ignore[attr-defined]


def test_a_context_in_json_lines_is_not_dropped_to_make_a_packet(tmp_path: Path) -> None:
    long = "This author wrote of a lighthouse. Name this author."
    row = {"question": long, "answer": "Woolf", "context": "Virginia Woolf wrote it."}
    for text in (json.dumps(row), json.dumps([{**row, "text": "x", "qanta_id": 1}])):
        path = file(tmp_path, "rows.jsonl", text)
        assert task_of_file(path).name == "reading"  # type: ignore[union-attr]
        assert open_dataset(path).examples[0].query.context.text == "Virginia Woolf wrote it."  # type: ignore[attr-defined]


def test_packets_are_still_packets(tmp_path: Path) -> None:
    path = file(tmp_path, "rows.jsonl", json.dumps({"question": "He wrote Ulysses. Who?", "answer": "Joyce"}))
    assert task_of_file(path).name == "quizbowl"  # type: ignore[union-attr]
    assert opened_dataset(path).understood is None


def test_what_a_table_is_refused_for_is_refused_in_every_kind_of_file(tmp_path: Path) -> None:
    """Seen: JSON lines of a question and an answer were tossups without a word, and the same as CSV was refused."""
    rows = [{"question": f"Who built {n}?", "answer": "Ada"} for n in range(3)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    table = "question,answer\n" + "".join(f"{row['question']},{row['answer']}\n" for row in rows)
    for name, text in (("qa.jsonl", lines), ("qa.csv", table), ("qa.json", json.dumps(rows))):
        path = file(tmp_path, name, text)
        with pytest.raises(BadData) as caught:
            open_dataset(path)
        assert "have a question and an answer and no context, which questions need" in str(caught.value)
        assert str(caught.value).startswith(f"{path}: its ")
        said = with_map(str(path), ["tossup=question,answer=answer"])
        assert task_of_file(Path(said)).name == "quizbowl"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("r.csv", "question,context,answer\nWho?,Ada\n", "r.csv, line 2: it has 2 cells, and the first line names 3"),
        ("r.csv", 'question,context,answer\nWho?,"Ada,Ada\n', "r.csv, line 2: this is no row of a table"),
        ("r.csv", "question,question\nWho?,Ada\n", "r.csv, line 1: two columns are called 'question'"),
        ("r.csv", "question,context,answer\n", "r.csv: there are no lines"),
        ("r.csv", "", "r.csv: the file is empty"),
        ("r.csv", b"question,context\n\xff\xfe", "r.csv: not text"),
        ("r.csv", CSV.replace("\n", "\r\n").encode("utf-16"), "r.csv: not text: byte 0 is not UTF-8. Save the file as"),
        ("r.tsv", TSV.encode("utf-16-be"), "r.tsv"),
        ("r.json", '[{"question": "Who?"}, 7]', "r.json, row 2: this is a whole number, not an object"),
        ("r.jsonl", LINES + '["x"]\n', "r.jsonl: line 3 is a list, not an object"),
        ("r.csv", CSV + ",Who?,Ada,\n,Who?,,Ada\n", None),
        ("r.csv", "question,context,answer\nWho?,Ada,\n", "r.csv: none of its 1 lines can be used as a question: "
         "line 2: there is no answer"),
        ("r.csv", "id,question,context,answer\n1,Who?,Ada,Ada\n1,Why?,Ada,Ada\n", "'1' stands on lines 2 and 3"),
        ("r.csv", "a,b\nx,y\n", r"its columns fit no task.*Its columns are 'a', 'b'; its first line is {'a': 'x'"),
        ("r.parquet", b"PAR1garbage", "r.parquet cannot be read as Parquet"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, name: str, text: str | bytes, said: str | None) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra: frames)")
    path = file(tmp_path, name, text)
    if said is None:
        found = opened_dataset(path).understood
        assert found is not None
        assert [(one.reason, one.first) for one in found.left_out] == [
            ("there is no answer", 5),
            ("there is no context", 6),
        ]
        return
    with pytest.raises(BadData, match=said):
        open_dataset(path)


def test_columns_are_mapped_in_the_name_of_a_file(tmp_path: Path) -> None:
    path = file(tmp_path, "mine.csv", "q,text,gold,doc\nWho?,Ada did.,Ada,one\n")
    spec = with_map(str(path), ["context=text", "group=doc"])
    [example] = dataset = load_dataset(spec)  # type: ignore[misc]
    assert (example.query.text, example.groups) == ("Who?", (("doc", "one"),))
    assert dataset.fingerprint not in (file_fingerprint(path), None)
    assert fingerprint_of(Path(spec)) == dataset.fingerprint


def test_an_empty_column_says_that_there_is_none(tmp_path: Path) -> None:
    path = file(tmp_path, "mine.csv", "question,context,answer,doc\nWho?,Ada did.,Ada,one\n")
    [example] = load_dataset(f"{path}#group=")
    assert example.groups == ()


def test_the_map_is_one_text_with_the_file() -> None:
    assert with_map("a.csv", []) == "a.csv"
    assert with_map("a.csv", ["question=q,answer=gold, final"]) == "a.csv#question=q,answer=gold, final"
    found = mapped("a.csv#question=q,answer=gold, final")
    assert (found.spec, dict(found.mapping)) == ("a.csv", {"question": "q", "answer": "gold, final"})
    assert mapped("issue#17.csv").spec == "issue#17.csv"
    assert with_map("a.csv#question=q", ["answer=a"]) == "a.csv#question=q,answer=a"


@pytest.mark.parametrize(
    ("maps", "said"),
    [(["question"], "--map takes ROLE=COLUMN, not 'question'"), (["id=a", "id=b"], "--map says id=a and id=b")],
)
def test_a_map_has_a_shape(maps: list[str], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        with_map("a.csv", maps)


def test_a_format_of_its_own_has_no_columns(tmp_path: Path) -> None:
    path = file(tmp_path, "squad.json", json.dumps({"data": [{"title": "x", "paragraphs": []}]}))
    with pytest.raises(BadOption, match=r"in the format SQuAD 1\.1 or 2.0, which has no columns that could be mapped"):
        load_dataset(f"{path}#question=q")


def test_what_is_left_out_is_told_when_the_file_is_loaded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = file(tmp_path, "r.csv", CSV + ",Who?,Ada,\n")
    load_dataset(str(path))
    assert f"{path}: 1 of its 3 lines cannot be used and are left out, 1 of them as there is no answer" in caplog.text


def arrow() -> Any:
    return pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra: frames)")


def test_parquet_is_read(tmp_path: Path) -> None:
    table = arrow().Table.from_pylist([{**row, "answers": [row["answer"]], "answer": None} for row in ROWS])
    pytest.importorskip("pyarrow.parquet").write_table(table.drop_columns(["answer"]), tmp_path / "rows.parquet")
    dataset = open_dataset(tmp_path / "rows.parquet")
    assert [example.gold.answers[0].text for example in dataset] == ["Ada Thorn", "Bo Lind"]


def saved(folder: Path) -> Path:
    """A folder as ``save_to_disk`` writes it."""
    pyarrow = arrow()
    folder.mkdir(parents=True)
    table = pyarrow.table({"claim": ["Ada built it.", "Bo built it."], "label": [1, 0]})
    with pyarrow.ipc.new_stream(str(folder / "data-00000-of-00001.arrow"), table.schema) as stream:
        stream.write_table(table)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": "data-00000-of-00001.arrow"}]}))
    label = {"names": ["REFUTES", "SUPPORTS"], "_type": "ClassLabel"}
    (folder / "dataset_info.json").write_text(json.dumps({"features": {"label": label, "claim": {"_type": "Value"}}}))
    return folder


def test_a_saved_data_set_is_read_with_the_names_of_its_labels(tmp_path: Path) -> None:
    dataset = load_dataset(str(saved(tmp_path / "made")))
    assert [example.gold.answers[0].text for example in dataset] == ["SUPPORTS", "REFUTES"]
    assert dataset.name == "made"


def test_of_several_splits_one_is_named(tmp_path: Path) -> None:
    saved(tmp_path / "both" / "train")
    saved(tmp_path / "both" / "test")
    (tmp_path / "both" / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    with pytest.raises(BadData, match=r"holds the splits train, test. Name one of them, such as .*both/train"):
        load_dataset(str(tmp_path / "both"))
    assert len(tuple(load_dataset(str(tmp_path / "both" / "test")))) == 2


def test_a_folder_that_is_no_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="is a folder"):
        load_dataset(str(tmp_path))
