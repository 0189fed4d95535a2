"""The claims that the rules of Thorne et al. 2019 wrote, as the authors released them."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from stumper.adversaries.verification.claim_rules import ClaimRules
from stumper.cli.app import app
from stumper.datasets.json_lines import read_lines, write_lines
from stumper.tasks.verification import fever


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


def test_as_published_the_rules_write_most_of_the_released_claims_with_their_labels(shared: Path) -> None:
    released = [
        (line.id("original_id"), bare(line.value("claim", str)), line.value("label", str))
        for line in read_lines(shared / "verification" / "published-rules-half.jsonl.gz")
    ]
    ids = {original for original, _, _ in released}
    claims = [one for one in fever.read(shared / "verification" / "fever-paper-test.jsonl.gz") if one.id in ids]
    made: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for one in ClaimRules(strength="published").instances(claims, Random(1)):
        made[one.example_id][bare(one.query.text)] = one.gold.answers[0].text
    found = [(made[original].get(text), label) for original, text, label in released]
    assert sum(label is not None for label, _ in found) / len(found) >= 0.95
    assert [pair for pair in found if pair[0] not in (None, pair[1])] == []


def bare(text: str) -> str:
    """The words without articles, punctuation and capitals."""
    return " ".join(word for word in re.sub(r"[^\w\s]", "", text.lower()).split() if word not in ("a", "an", "the"))
