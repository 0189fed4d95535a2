"""The claims that the rules of Thorne et al. 2019 wrote, as the authors released them."""

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

from stumper.adversaries.verification.claim_rules import ClaimRules
from stumper.cli.app import app
from stumper.datasets.json_lines import read_lines, write_lines
from stumper.statistics import groups_of
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.grouping import groups
from stumper.types import Answer, Example, Gold, Guess, Prediction, Query
from stumper.victims.graphs import shipped


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
        assert (("original", "accuracy") in found) is with_originals


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


@pytest.fixture(scope="module")
def benchmark() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
        yield import_module("published_rules")
        for name in ("published_rules", "potency_tables", "measuring", "verifying_data"):
            sys.modules.pop(name, None)


def row(id: str, claim: str, label: str, line: int, **more: str) -> dict[str, object]:
    verifiable = "NOT VERIFIABLE" if label == "NOT ENOUGH INFO" else "VERIFIABLE"
    return {"id": id, "claim": claim, "label": label, "verifiable": verifiable,
            "evidence": [[[1, 2, "Velm", line]]], **more}  # fmt: skip


def test_a_variant_has_its_own_label_and_evidence_and_is_told_from_a_claim_of_its_number(
    benchmark: ModuleType, tmp_path: Path
) -> None:
    known = [row("7", "The Velm is a river.", "SUPPORTS", 0), row("8", "The Velm is deep.", "REFUTES", 1)]
    made = [
        row("8", "The Velm is not a river.", "REFUTES", 0, original_id="7", attack="rules"),
        row("9", "There is a river called the Velm.", "SUPPORTS", 0, original_id="7", attack="rules"),
    ]
    for name, rows in (("fever-paper-test", known), ("published-rules-half", made)):
        with gzip.open(tmp_path / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in rows)
    originals, variants, of = benchmark.read(tmp_path)
    assert {id: one.query.text for id, one in originals.items()} == {"7": "The Velm is a river."}
    assert [(one.id, one.query.text, one.gold.answers[0].text) for one in variants] == [
        ("rules-8", "The Velm is not a river.", "REFUTES"),
        ("rules-9", "There is a river called the Velm.", "SUPPORTS"),
    ]
    assert [one.gold.evidence_sets for one in variants] == [(frozenset({"Velm:0"}),)] * 2
    assert of == {"rules-8": "7", "rules-9": "7"}


@dataclass(frozen=True, slots=True)
class Knowing:
    """Has seen the claims that it is told."""

    seen: frozenset[str]
    fingerprint: str = "first"
    name: str = "nsmn"
    weights: Path = Path("weights")

    def has_seen(self, example: Example) -> bool:
        return example.id in self.seen

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        label = "SUPPORTS" if self.fingerprint == "first" else "REFUTES"
        return [Prediction((Guess(label, 1.0),), 1.0) for _ in queries]


def of_ids(*ids: str) -> list[Example]:
    return [Example(id, Claim(f"The {id} is old."), Gold((Answer("SUPPORTS"),))) for id in ids]


def test_a_system_that_learned_what_it_is_asked_or_whose_ledger_says_nothing_is_refused(benchmark: ModuleType) -> None:
    known, asked = of_ids("1", "2", "3"), of_ids("1", "rules-7")
    assert benchmark.learned_by(Knowing(frozenset("23")), known, asked) == {"2", "3"}
    with pytest.raises(SystemExit, match="nsmn has learned 1 of these claims, as rules-7"):
        benchmark.learned_by(Knowing(frozenset("237")), known, asked)
    with pytest.raises(SystemExit, match="No ledger in weights says which claims nsmn has learned"):
        benchmark.learned_by(Knowing(frozenset()), known, asked)


def test_weights_without_their_ledger_are_refused(benchmark: ModuleType, tmp_path: Path) -> None:
    for file in (file for pattern in ("esim.*", "words.npz", "tokenizer.json") for file in shipped().glob(pattern)):
        if file.suffix != ".ledger":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    with pytest.raises(SystemExit, match="No ledger in"):
        benchmark.learned_by(benchmark.system("tfidf-esim", "", tmp_path), of_ids("1"), of_ids("2"))


def test_what_another_system_said_under_the_name_is_not_taken_for_what_this_one_says(
    benchmark: ModuleType, tmp_path: Path
) -> None:
    asked = of_ids("1")
    for fingerprint, label in (("first", "SUPPORTS"), ("second", "REFUTES")):
        said = benchmark.answers(Knowing(frozenset(), fingerprint), asked, tmp_path)
        assert said["1"].guesses[0].answer == label
    assert sorted(file.name for file in tmp_path.iterdir()) == ["nsmn-first.jsonl", "nsmn-second.jsonl"]


def test_an_original_is_met_where_a_learned_claim_tells_of_its_page(benchmark: ModuleType) -> None:
    told = {"1": frozenset({"Velm"}), "2": frozenset({"Harrow", "Orne"}), "3": frozenset({"Orne"})}
    assert benchmark.met_by(["1", "2"], ["3"], told) == {"2"}


def test_each_label_weighs_the_same_in_the_mean_and_what_has_no_value_does_not(benchmark: ModuleType) -> None:
    own = [Example(str(id), Claim("The Velm is a river."), Gold((Answer("SUPPORTS"),))) for id in range(6)]
    labels = ["SUPPORTS"] * 3 + ["REFUTES"] * 2 + ["NOT ENOUGH INFO"]
    right = np.array([1, 0, 0, 1, 1, 0], dtype=np.float64)
    recall = np.array([1, 1, 0, 1, 0, np.nan])
    by_page = groups_of(own, groups)
    first, second = benchmark.balanced(own, labels, [right, recall], by_page)
    assert (first.value, first.n) == (pytest.approx((1 / 3 + 1 + 0) / 3), 6)
    assert (second.value, second.n) == (pytest.approx((2 / 3 + 1 / 2) / 2), 5)
