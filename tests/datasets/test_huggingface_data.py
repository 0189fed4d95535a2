from pathlib import Path

import pytest

hub = pytest.importorskip("datasets", reason="datasets is not installed (extra: hf)")

from stumper.errors import BadData, BadOption  # noqa: E402
from stumper.tasks.reading.hub import load  # noqa: E402
from stumper.testing import check_dataset  # noqa: E402

CONTEXT = "Suleiman ruled from 1520."
ROW = {
    "id": "q1",
    "title": "Suleiman",
    "context": CONTEXT,
    "question": "Who ruled?",
    "answers": {"text": ["Suleiman"], "answer_start": [0]},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "made"


def written(folder: Path, *rows: dict[str, object]) -> Path:
    folder.mkdir()
    hub.Dataset.from_list(list(rows)).to_parquet(str(folder / "validation.parquet"))
    return folder


def test_folder_in_the_hub_layout_is_read(folder: Path) -> None:
    unanswerable = {**ROW, "id": "q2", "question": "Who lost?", "answers": {"text": [], "answer_start": []}}
    squad = load(f"{written(folder, ROW, unanswerable)}:validation")
    first, second = squad.examples
    assert (first.id, first.query.text, first.gold.answers[0].text) == ("q1", "Who ruled?", "Suleiman")
    assert second.gold.answerable is False
    check_dataset(squad)


def test_an_answer_in_another_place_is_found_where_it_stands(folder: Path) -> None:
    wrong = {**ROW, "answers": {"text": ["Suleiman"], "answer_start": [5]}}
    [example] = load(str(written(folder, wrong)))
    assert example.gold.answers[0].start == 0


def test_columns_are_mapped(folder: Path) -> None:
    row = {"q": "Who ruled?", "passage_of_text": CONTEXT, "truth": "Suleiman", "sheet": "a"}
    spec = f"{written(folder, row)}:validation#question=q,context=passage_of_text,answer=truth,group=sheet"
    [example] = load(spec)
    assert (example.query.text, example.groups) == ("Who ruled?", (("sheet", "a"),))


def test_labels_have_their_names(folder: Path) -> None:
    folder.mkdir()
    label = hub.ClassLabel(names=["REFUTES", "SUPPORTS"])
    features = hub.Features({"claim": hub.Value("string"), "label": label})
    rows = hub.Dataset.from_dict({"claim": ["Suleiman ruled."], "label": [1]}, features=features)
    rows.to_parquet(str(folder / "validation.parquet"))
    [example] = load(str(folder))
    assert example.gold.answers[0].text == "SUPPORTS"


def test_data_set_of_another_shape_is_told_what_is_missing(folder: Path) -> None:
    with pytest.raises(BadData, match=r"no answer, which questions need: add a column .*\(--map answer=COLUMN\)"):
        load(str(written(folder, {key: value for key, value in ROW.items() if key != "answers"})))


def test_unknown_split_and_missing_name_are_one_sentence(folder: Path) -> None:
    with pytest.raises(BadData, match="Check its name and split"):
        load(f"{written(folder, ROW)}:nosuch")
    with pytest.raises(BadOption, match="takes a data set"):
        load("")
