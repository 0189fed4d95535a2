"""A set as a folder for lm-evaluation-harness; the harness itself runs one in tests/kin."""

import json
from pathlib import Path

import pytest

from a_set import a_set
from stumper import api
from stumper.errors import BadOption, BadOutput
from stumper.next_door import harness_task


def written(tmp_path: Path) -> Path:
    folder = tmp_path / "My set"
    assert api.convert(a_set(tmp_path), "lm-eval", folder) == 3
    return folder


def test_the_folder_holds_the_set_the_task_and_what_scores(tmp_path: Path) -> None:
    folder = written(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == ["scoring.py", "set.json", "stumper_my_set.yaml"]
    found = list(api.load_dataset(str(folder / "set.json")))
    assert [one.id for one in found] == ["a", "a-added", "b"]
    text = (folder / "stumper_my_set.yaml").read_text()
    assert text.startswith('task: "stumper_my_set"\n')
    assert [line for line in text.splitlines() if "f1" in line] == ["  - metric: original_f1", "  - metric: variant_f1"]


def test_a_set_without_variants_has_no_scores_of_them(tmp_path: Path) -> None:
    plain = tmp_path / "plain.jsonl"
    plain.write_text(json.dumps({"id": "a", "question": "Who?", "context": "Ada.", "answer": "Ada"}) + "\n")
    api.convert(str(plain), "lm-eval", tmp_path / "plain")
    assert "variant_" not in (tmp_path / "plain" / "stumper_plain.yaml").read_text()


def test_a_reply_is_scored_as_that_of_a_language_model_and_by_side(tmp_path: Path) -> None:
    path = written(tmp_path) / "set.json"
    right = harness_task.scores(path, {"id": "a"}, ["Answer: Ada Thorn."])
    wrong = harness_task.scores(path, {"id": "a-added"}, ["Cy Roe"])
    assert right["original_exact_match"] == right["original_f1"] == 1.0
    assert wrong["variant_f1"] == 0.0
    assert not any(name.startswith("variant_") for name in right)


def test_what_stands_in_the_folder_stays(tmp_path: Path) -> None:
    folder = written(tmp_path)
    with pytest.raises(BadOutput, match=r"My set exists already\. Name a new folder, or remove it\."):
        api.convert(a_set(tmp_path), "lm-eval", folder)


def test_claims_and_tossups_become_tasks_too(tmp_path: Path) -> None:
    for name in ("verification", "quizbowl", "rag"):
        folder = tmp_path / name
        api.convert(name, "lm-eval", folder)
        example = next(iter(api.load_dataset(name)))
        [held] = folder.glob("set*")
        found = harness_task.scores(held, {"id": example.id}, [example.gold.answers[0].text])
        assert max(found.values()) == 1.0, found


def test_an_unknown_format_names_the_folders_too(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"Write --to squad or .* or --to datasets or --to lm-eval\."):
        api.convert(a_set(tmp_path), "nothing", tmp_path / "x")
