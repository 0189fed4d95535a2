"""The claims that the rules of Thorne et al. 2019 wrote, as the authors released them: without their originals."""

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.datasets.json_lines import read_lines, write_lines


@pytest.mark.parametrize("with_originals", [True, False])
def test_the_released_claims_load_as_they_are(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_originals: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    folder = shared / "verification"
    made, plain = (folder / f"{name}.jsonl.gz" for name in ("published-rules-half", "fever-paper-test"))
    labels = Counter(line.value("label", str) for line in read_lines(made))
    says = [line.id() for line in read_lines(made)] + [line.id("original_id") for line in read_lines(made)]
    write_lines(Path("said.jsonl"), [{"id": id, "predicted_label": "REFUTES"} for id in dict.fromkeys(says)])
    originals = ["--originals", str(plain)] if with_originals else []
    commands = [["score", str(made), "said.jsonl"], ["evaluate", str(made), "-v", "file:said.jsonl"]]
    for command in commands:
        ended = CliRunner().invoke(app, [*command, *originals, "--json"])
        assert ended.exit_code == 0, ended.stderr
        found = {(one["on"], one["name"]): one for one in json.loads(ended.stdout)["scores"]}
        accuracy = found["adversarial", "accuracy"]
        assert (accuracy["value"], accuracy["n"]) == (labels["REFUTES"] / 500, 500)
        assert (("original", "accuracy") in found) is (with_originals and command[0] == "evaluate")
