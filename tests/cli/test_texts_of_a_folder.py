"""A folder of texts that a command searches: what of it is not read is said once, and where it is said how much is."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app


def test_files_that_are_not_read_are_told_once_and_beside_recall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: a file of another kind was passed over, and nobody said so."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts").mkdir()
    text = "The mill was built by Ada Thorn."
    (tmp_path / "texts" / "mill.txt").write_text(text)
    (tmp_path / "texts" / "plan.odt").write_text("The pier was built by Bo Lind.")
    gold = {"id": "mill.txt#1", "title": "mill", "text": text}
    row = {"id": "q", "question": "Who built the mill?", "answers": ["Ada Thorn"], "gold_passages": [gold]}
    (tmp_path / "own.jsonl").write_text(json.dumps(row) + "\n")
    ran = CliRunner().invoke(app, ["evaluate", "own.jsonl", "--victim", "rag:texts", "--store", "s.db"])
    assert ran.exit_code == 0, ran.output
    told = "texts: 1 file of .odt is not read, the first plan.odt: what is searched ends in .txt, .md, .markdown, "
    assert ran.output.count(told) == 1
    assert "is over k = 1 of 1 passages (1 file of .odt not read)." in " ".join(ran.output.split())
