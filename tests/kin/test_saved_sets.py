"""Sets as Hugging Face's datasets saves them, by the real package."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from a_set import ROWS, a_set
from stumper import api
from stumper.cli.app import app
from stumper.datasets.originals import variants_by_original
from stumper.errors import BadOption, BadOutput

datasets = pytest.importorskip("datasets", reason="it is tried against the real package in make test-kin")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_set_reads_back_with_its_variants(tmp_path: Path) -> None:
    path = a_set(tmp_path)
    api.convert(path, "datasets", tmp_path / "saved")
    before, after = api.load_dataset(path), api.load_dataset(str(tmp_path / "saved"))
    assert [(one.id, one.query, one.gold) for one in after] == [(one.id, one.query, one.gold) for one in before]
    assert {id: [one.id for one in found] for id, found in variants_by_original(after).items()} == {"a": ["a-added"]}


def test_datasets_opens_it_and_tells_originals_from_variants(tmp_path: Path) -> None:
    api.convert(a_set(tmp_path), "datasets", tmp_path / "saved")
    rows = datasets.load_from_disk(str(tmp_path / "saved"))
    assert [row["original_id"] for row in rows] == ["a", "a", "b"]
    assert [row["question"] for row in rows] == [row["question"] for row in ROWS]


def test_the_card_is_one_that_the_hub_reads(tmp_path: Path) -> None:
    from huggingface_hub import DatasetCard

    api.convert(a_set(tmp_path), "datasets", tmp_path / "saved")
    card = DatasetCard.load(tmp_path / "saved" / "README.md")
    assert card.data.task_categories == ["question-answering"]
    assert card.data.tags == ["stumper", "adversarial"]
    assert "2 questions and 1 variants of them" in card.text


def test_claims_are_a_classification_and_read_back(tmp_path: Path) -> None:
    api.convert("verification", "datasets", tmp_path / "claims")
    assert "- text-classification" in (tmp_path / "claims" / "README.md").read_text()
    before, after = api.load_dataset("verification"), api.load_dataset(str(tmp_path / "claims"))
    assert [(one.id, one.query.text, one.gold.answers) for one in after] == [
        (one.id, one.query.text, one.gold.answers) for one in before
    ]


def test_a_set_of_a_folder_is_evaluated(tmp_path: Path) -> None:
    api.convert(a_set(tmp_path), "datasets", tmp_path / "saved")
    found = {(one.name, one.on): one.n for one in api.evaluate(str(tmp_path / "saved"))}
    assert found["f1", "original"] == 2
    assert found["f1", "adversarial"] == 2


def test_variants_of_tossups_which_rows_cannot_tell_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tossups.json"
    command = ["attack", "quizbowl", "-a", "tossup-reorder", "-v", "ir", "--limit", "1", "--out", str(path)]
    assert CliRunner().invoke(app, command).exit_code == 0
    with pytest.raises(
        BadOption, match=r"holds variants of tossups, and rows do not say of what they were made\. Write"
    ):
        api.convert(str(path), "datasets", tmp_path / "saved")
    assert not (tmp_path / "saved").exists()


def test_what_stands_in_the_folder_stays(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "mine").touch()
    with pytest.raises(BadOutput, match=r"saved exists already\. Name a new folder, or remove it\."):
        api.convert(a_set(tmp_path), "datasets", tmp_path / "saved")
