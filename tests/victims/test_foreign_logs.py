"""Logs of other people's evaluations as predictions; those of Inspect with the real package in tests/kin."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from stumper import api
from stumper.errors import BadData, MissingExtra
from stumper.identity import query_id
from stumper.tasks.reading.question import Question
from stumper.types import Passage
from stumper.victims.predictions_file import load

ROWS = [
    {
        "id": "a",
        "question": "Who built the pier?",
        "context": "The pier was built by Ada Thorn.",
        "answer": "Ada Thorn",
    },
    {"id": "b", "question": "Who lit it?", "context": "Bo Lind lit the pier.", "answer": "Bo Lind"},
]
OTHER = Question("Who built the bridge?", Passage("", "Ada Thorn built the bridge."))


@pytest.fixture
def dataset(tmp_path: Path) -> str:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)


def line(id: str, reply: object = "Ada Thorn", **further: Any) -> dict[str, Any]:
    return {"doc_id": 0, "doc": {"id": id}, "target": "x", "resps": [[reply]], "filtered_resps": [reply], **further}


def log(tmp_path: Path, *lines: dict[str, Any]) -> Path:
    path = tmp_path / "samples_x.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return path


def test_replies_of_the_harness_are_read_as_those_of_language_models_are(dataset: str, tmp_path: Path) -> None:
    path = log(tmp_path, line("a", "Answer: Ada Thorn."), line("b", "I think that it was Bo Lind"))
    found = {one.name: one.value for one in api.score(dataset, path)}
    assert (found["exact_match"], found["f1"]) == (1.0, 1.0)


def test_a_log_is_a_system_that_was_asked_before(dataset: str, tmp_path: Path) -> None:
    examples = list(api.load_dataset(dataset))
    system = load(str(log(tmp_path, line("a"))), examples)
    first, second = system.predict([one.query for one in examples])
    assert [guess.answer for guess in first.guesses] == ["Ada Thorn"]
    assert second.guesses == ()


def test_a_log_of_another_set_is_refused(dataset: str, tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"None of its 1 ids is in the data set \('z'\)\. Do the predictions belong"):
        api.score(dataset, log(tmp_path, line("z")))


def test_a_log_of_another_task_is_refused(dataset: str, tmp_path: Path) -> None:
    path = log(tmp_path, line("a", doc={"problem": "1 + 1"}))
    with pytest.raises(
        BadData, match=r"line 1: its document has no 'id', so it is the log of another task\. Make the "
    ):
        api.score(dataset, path)
    with pytest.raises(BadData, match=r"its replies are no texts but \[-1\.5, False\]\. Name the log of a task that"):
        api.score(dataset, log(tmp_path, line("a", [-1.5, False])))


def test_a_log_that_was_made_of_another_version_of_the_set_is_refused(dataset: str, tmp_path: Path) -> None:
    path = log(tmp_path, line("a", doc={"id": "a", "query": query_id(OTHER)}))
    with pytest.raises(BadData, match=r"'a' was another query when this log was made than in the data set\. Name the"):
        api.score(dataset, path)
    [first, _] = api.load_dataset(dataset)
    path = log(tmp_path, line("a", doc={"id": "a", "query": query_id(first.query)}))
    assert api.score(dataset, path)[0].value == 0.5


def test_a_log_of_a_version_without_filtered_replies_is_refused(dataset: str, tmp_path: Path) -> None:
    old = {key: value for key, value in line("a").items() if key != "filtered_resps"}
    with pytest.raises(
        BadData, match=r"line 1: there are no 'filtered_resps', which lm-evaluation-harness writes from"
    ):
        api.score(dataset, log(tmp_path, old))


def test_replies_that_several_filters_left_are_refused(dataset: str, tmp_path: Path) -> None:
    path = log(tmp_path, line("a", filter="strict"), line("a", filter="flexible"))
    with pytest.raises(BadData, match=r"as 2 filters of lm-evaluation-harness left it \(strict, flexible\)\. Keep"):
        api.score(dataset, path)


def test_a_log_of_inspect_without_inspect_says_what_to_install(
    dataset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    path = tmp_path / "x.eval"
    path.write_bytes(b"PK")
    with pytest.raises(MissingExtra, match=r"needs inspect_ai: pip install inspect-ai\."):
        api.score(dataset, path)
    with pytest.raises(MissingExtra, match=r"^'inspect' needs inspect_ai: pip install inspect-ai\."):
        api.load_victim("inspect:openai/x")


def test_a_log_that_is_not_there_is_said(dataset: str, tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"no\.eval"):
        api.score(dataset, tmp_path / "no.eval")
