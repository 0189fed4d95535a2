"""Published sets of open questions, as they are; small files of our own making."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from stumper.datasets import open_dataset, opened_dataset, task_of_file
from stumper.datasets.csv_cells import csv_line
from stumper.describing import convert, described
from stumper.errors import BadData
from stumper.loading import load_dataset
from stumper.tasks.rag.open_question import OpenQuestion, gold_passages
from stumper.types import Passage

Row = dict[str, Any]

PIER, ADA, SEA = "The pier was built by Ada Thorn. It is long.", "Ada Thorn was a smith. She was born in Trab.", "Wet."
HOTPOT: Row = {
    "_id": "5a", "question": "Where was the builder of the pier born?", "answer": "Trab", "type": "bridge",
    "level": "hard", "supporting_facts": [["Pier", 0], ["Ada Thorn", 0], ["Ada Thorn", 1]],
    "context": [["Sea", ["Wet."]], ["Pier", ["The pier was built by Ada Thorn.", " It is long."]],
                ["Ada Thorn", ["Ada Thorn was a smith.", " She was born in Trab."]]],
}  # fmt: skip
HUB: Row = HOTPOT | {
    "supporting_facts": {"title": ["Pier", "Ada Thorn"], "sent_id": [0, 1]},
    "context": {"title": [title for title, _ in HOTPOT["context"]], "sentences": [of for _, of in HOTPOT["context"]]},
}
WIKI: Row = HOTPOT | {"evidences": [["pier", "builder", "Ada Thorn"]], "entity_ids": "Q1_Q2", "answer_id": "Q3"}
MUSIQUE: Row = {
    "id": "2hop__1_2", "question": "Where was the builder of the pier born?", "answer": "Trab",
    "answer_aliases": ["Trab-on-Sea"], "answerable": True, "question_decomposition": [],
    "paragraphs": [
        {"idx": 0, "title": "Sea", "paragraph_text": SEA, "is_supporting": False},
        {"idx": 1, "title": "Pier", "paragraph_text": PIER, "is_supporting": True},
        {"idx": 2, "title": "Pier", "paragraph_text": ADA, "is_supporting": True},
    ],
}  # fmt: skip
KILT: Row = {
    "id": "k1", "input": "Who built the pier?", "meta": {}, "output": [
        {"answer": "Ada Thorn", "provenance": [{"wikipedia_id": "12", "title": "Pier", "start_paragraph_id": 1},
                                               {"wikipedia_id": "34", "title": "Ada", "start_paragraph_id": 2}]},
        {"answer": "Thorn", "provenance": [{"wikipedia_id": "56", "title": "Thorn", "start_paragraph_id": 3}]},
        {"answer": "Thorn"},
    ],
}  # fmt: skip
SHORT: Row = {"question": "who built the pier", "answer": ["Ada Thorn", "Thorn"]}
DPR: Row = {
    "dataset": "made", "question": "who built the pier", "answers": ["Ada Thorn"],
    "positive_ctxs": [{"title": "Pier", "text": PIER, "score": 1, "passage_id": "77"},
                      {"title": "Ada Thorn", "text": ADA, "score": 1}],
    "negative_ctxs": [{"title": "Sea", "text": SEA}], "hard_negative_ctxs": [],
}  # fmt: skip
RAGAS: Row = {
    "user_input": "Who built the pier?", "retrieved_contexts": [SEA, PIER], "reference_contexts": [PIER],
    "response": "Bo", "reference": "Ada Thorn",
}  # fmt: skip

EVERY = [
    ("HotpotQA", HOTPOT, [{"Pier", "Ada Thorn"}], ["Sea", "Pier", "Ada Thorn"]),
    ("HotpotQA", HUB, [{"Pier", "Ada Thorn"}], ["Sea", "Pier", "Ada Thorn"]),
    ("2WikiMultihopQA", WIKI, [{"Pier", "Ada Thorn"}], ["Sea", "Pier", "Ada Thorn"]),
    ("MuSiQue", MUSIQUE, [{"Pier", "Pier/1"}], ["Sea", "Pier", "Pier/1"]),
    ("KILT", KILT, [{"12", "34"}, {"56"}], None),
    ("Natural Questions, short answers", SHORT, [], None),
    ("DPR", DPR, [{"77"}, {"Ada Thorn"}], None),
]


def file(folder: Path, *rows: Mapping[str, Any], is_list: bool = False) -> Path:
    path = folder / f"asked.{'json' if is_list else 'jsonl'}"
    path.write_text(json.dumps(rows) if is_list else "".join(json.dumps(row) + "\n" for row in rows))
    return path


def made(folder: Path, *rows: Mapping[str, Any]) -> Any:
    return open_dataset(file(folder, *rows))


@pytest.mark.parametrize(("name", "row", "sets", "given"), EVERY)
@pytest.mark.parametrize("is_list", [True, False])
def test_published_sets_are_known_by_their_content(
    tmp_path: Path, name: str, row: Row, sets: list[set[str]], given: list[str] | None, is_list: bool
) -> None:
    if is_list and row is SHORT:
        return  # a list of questions and answers alone is rows, of which nobody knows whose
    path = file(tmp_path, row, is_list=is_list)
    opened = opened_dataset(path)
    [example] = opened.dataset.examples
    query = example.query
    assert isinstance(query, OpenQuestion)
    assert opened.form is not None
    assert (opened.form.name, task_of_file(path).name) == (name, "rag")  # type: ignore[union-attr]
    assert [set(one) for one in example.gold.evidence_sets] == sets
    assert (None if query.passages is None else [one.id for one in query.passages]) == given
    assert described(str(path)).format == name


def test_the_supporting_passages_are_gold_with_their_words(tmp_path: Path) -> None:
    [example] = made(tmp_path, HOTPOT)
    assert (example.id, example.gold.answers[0].text) == ("5a", "Trab")
    assert gold_passages(example.gold) == (Passage("Pier", PIER, "Pier"), Passage("Ada Thorn", ADA, "Ada Thorn"))


def test_yes_and_no_are_answers(tmp_path: Path) -> None:
    [example] = made(tmp_path, HOTPOT | {"answer": "no", "type": "comparison"})
    assert [answer.text for answer in example.gold.answers] == ["no"]


def test_a_supporting_title_that_is_not_given_is_gold_by_its_name(tmp_path: Path) -> None:
    [example] = made(tmp_path, HOTPOT | {"context": HOTPOT["context"][:2]})
    assert example.gold.evidence_sets == (frozenset({"Pier", "Ada Thorn"}),)
    assert [one.id for one in example.gold.passages] == ["Pier"]


def test_a_passage_has_one_id_in_the_whole_file(tmp_path: Path) -> None:
    other = MUSIQUE | {"id": "2", "paragraphs": MUSIQUE["paragraphs"][::-1]}
    first, second = made(tmp_path, MUSIQUE, other)
    assert [one.id for one in second.query.passages] == [one.id for one in first.query.passages][::-1]


def test_musique_has_aliases_and_questions_that_are_about_their_passages_and_not_answered(tmp_path: Path) -> None:
    lacking = MUSIQUE | {"id": "2", "answerable": False, "paragraphs": MUSIQUE["paragraphs"][:2]}
    first, second = made(tmp_path, MUSIQUE, lacking)
    assert [answer.text for answer in first.gold.answers] == ["Trab", "Trab-on-Sea"]
    assert (second.gold.answers, second.gold.answerable, second.gold.evidence_sets) == ((), False, ())
    assert [one.text for one in second.gold.passages] == [PIER]


def test_kilt_answers_are_told_once_and_pages_have_no_words(tmp_path: Path) -> None:
    [example] = made(tmp_path, KILT)
    assert [answer.text for answer in example.gold.answers] == ["Ada Thorn", "Thorn"]
    assert example.gold.passages == ()


def test_of_dpr_each_positive_passage_suffices(tmp_path: Path) -> None:
    [example] = made(tmp_path, DPR)
    assert [(one.id, one.title) for one in example.gold.passages] == [("77", "Pier"), ("Ada Thorn", "Ada Thorn")]


def test_a_first_object_that_is_longer_than_what_is_looked_at_is_still_known(tmp_path: Path) -> None:
    long = DPR | {"negative_ctxs": [{"title": "Sea", "text": SEA * 20_000}]}
    assert len(open_dataset(file(tmp_path, long, long | {"question": "who lit it"}, is_list=True))) == 2


def test_questions_without_ids_are_told_apart_by_what_they_ask_and_repeats_are_told(tmp_path: Path) -> None:
    path = file(tmp_path, SHORT, {"question": "who lit it", "answer": ["Bo"]}, SHORT)
    first, second = open_dataset(path)
    assert first.id != second.id
    [left_out] = described(str(path)).left_out
    assert (left_out.reason, left_out.first) == ("the question stands there already", 3)


def test_rows_of_ragas_with_both_kinds_of_contexts_are_given_what_was_retrieved(tmp_path: Path) -> None:
    [example] = made(tmp_path, RAGAS)
    assert [one.text for one in example.query.passages] == [SEA, PIER]
    assert gold_passages(example.gold) == example.query.passages[1:]
    assert [answer.text for answer in example.gold.answers] == ["Ada Thorn"]


def test_rows_of_ragas_with_one_kind_of_contexts_are_questions_about_them_as_before(tmp_path: Path) -> None:
    retrieved = {key: value for key, value in RAGAS.items() if key != "reference_contexts"}
    assert task_of_file(file(tmp_path, retrieved)).name == "reading"  # type: ignore[union-attr]


@pytest.mark.parametrize("row", [RAGAS, HOTPOT, HUB, WIKI, MUSIQUE, DPR])
@pytest.mark.parametrize("written", [repr, json.dumps])
def test_a_table_with_the_columns_of_a_published_set_is_in_its_format(
    tmp_path: Path, row: Row, written: Callable[[object], str]
) -> None:
    path = tmp_path / "rows.csv"
    cells = [value if isinstance(value, str) else written(value) for value in row.values()]
    path.write_text(csv_line(row) + csv_line(cells), encoding="utf-8")
    [example], [expected] = open_dataset(path), made(tmp_path, row)
    assert example == expected


@pytest.mark.parametrize("row", [RAGAS, HUB, MUSIQUE])
def test_a_parquet_file_with_the_columns_of_a_published_set_is_in_its_format(tmp_path: Path, row: Row) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra: frames)")
    table = pytest.importorskip("pyarrow").Table.from_pylist([row])
    parquet.write_table(table, tmp_path / "rows.parquet")
    [example], [expected] = open_dataset(tmp_path / "rows.parquet"), made(tmp_path, row)
    assert example == expected


def test_whoever_maps_a_column_of_such_rows_asks_about_it(tmp_path: Path) -> None:
    path = file(tmp_path, RAGAS)
    [example] = load_dataset(f"{path}#context=reference_contexts")
    assert example.query.context.text == PIER


def test_open_takes_the_given_passages_away_and_oracle_leaves_the_gold_ones(tmp_path: Path) -> None:
    path = file(tmp_path, HOTPOT)
    [asked], [given] = load_dataset(f"open:{path}"), load_dataset(f"oracle:open:{path}")
    assert asked.query == OpenQuestion(HOTPOT["question"])
    assert [one.id for one in given.query.passages] == ["Pier", "Ada Thorn"]


@pytest.mark.parametrize(("name", "row", "sets", "given"), EVERY)
def test_a_published_set_converts_to_open_questions_that_read_back_equal(
    tmp_path: Path, name: str, row: Row, sets: object, given: object
) -> None:
    path = file(tmp_path, row)
    assert convert(str(path), "rag", tmp_path / "mine.jsonl") == 1
    assert open_dataset(tmp_path / "mine.jsonl").examples == open_dataset(path).examples


@pytest.mark.parametrize(
    ("row", "broken", "sentence"),
    [
        (HOTPOT, {"answer": ""}, "'answer' is empty. Fill it in"),
        (HOTPOT, {"question": 3}, "'question' is no text"),
        (HOTPOT, {"context": [["Pier"]]}, r"'context' holds \['Pier'\], which is no title with its sentences"),
        (HOTPOT, {"context": [["Pier", "It."]]}, "'context' holds 'It.', which is no list of sentences"),
        (HOTPOT, {"context": None}, "'context' is no list"),
        (MUSIQUE, {"paragraphs": [3]}, "'paragraphs' is no list of objects"),
        (MUSIQUE, {"paragraphs": [{"title": "Pier"}]}, "'paragraph_text' is missing"),
        (KILT, {"output": [{"provenance": []}]}, "there is no answer"),
        (KILT, {"output": [{"answer": "REFUTES"}]}, "the answer 'REFUTES' is a claim's label"),
        (SHORT, {"answer": []}, "there is no answer"),
        (DPR, {"answers": "Ada"}, "'answers' is no list of texts"),
        (RAGAS, {"reference": None}, "'reference' is no text"),
        (RAGAS, {"retrieved_contexts": ["a" * 20_001]}, r"the passage '\w+' is longer than 20,000 characters"),
        (HOTPOT, {"context": [["Pier", ["It. " * 6_000]]]}, r"the passage 'Pier/1' is longer .*it has 23,999\)"),
    ],
)
def test_a_broken_question_is_told_with_its_line(tmp_path: Path, row: Row, broken: Row, sentence: str) -> None:
    second = row | broken | ({"id": "other", "_id": "other"} if row is not SHORT else {})
    with pytest.raises(BadData, match=rf"asked\.jsonl, line 2: {sentence}"):
        made(tmp_path, row, second)


def test_a_broken_question_of_a_list_is_told_with_its_row(tmp_path: Path) -> None:
    path = file(tmp_path, HOTPOT, HOTPOT | {"_id": "b", "answer": None}, is_list=True)
    with pytest.raises(BadData, match=r"asked\.json, row 2: 'answer' is no text"):
        open_dataset(path)


def test_two_questions_of_one_id_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"line 2: the id '5a' stands there already"):
        made(tmp_path, HOTPOT, HOTPOT)
