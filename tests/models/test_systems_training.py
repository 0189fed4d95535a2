"""What the parts of the systems for claims are fitted to, and that what is exported says the same."""

import gzip
import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")

from networks.alignment import Esim, Matching  # noqa: E402
from stumper.errors import BadOption  # noqa: E402
from stumper.tasks.verification.claim import Claim  # noqa: E402
from stumper.types import Answer, Example, Gold, Passage  # noqa: E402
from stumper.victims import ledger  # noqa: E402
from stumper.victims.combining import attended  # noqa: E402
from stumper.victims.selecting import likelihood  # noqa: E402
from stumper.victims.systems import BESIDE_BASELINES  # noqa: E402

if TYPE_CHECKING:
    from systems import Trial
    from verifying_data import Sighted

SCRIPTS = Path(__file__).parents[2] / "training"
GOLD = Passage("Velm:0", "The Velm is a river.", "Velm")
OTHERS = tuple(Passage(f"Harrow:{line}", f"Sentence {line} is long.", "Harrow") for line in range(5))


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    names = ("systems", "verifier", "verifying_data", "fitting")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        yield import_module("systems")
        for name in names:
            sys.modules.pop(name, None)


class Coder:
    """Keeps what it is to code."""

    def code(self, one: object) -> object:
        return one


def sighted(script: ModuleType) -> list[object]:
    return [
        script.Sighted("1", "The Velm is a river.", 0, (GOLD,), OTHERS),
        script.Sighted("2", "The Velm is deep.", 2, (), OTHERS),
    ]


def test_relevance_is_learned_from_claims_that_are_decided(script: ModuleType) -> None:
    drawn = script.relevant(Coder(), sighted(script), Random(1))
    assert [(one.claim.text, one.label) for one in drawn] == [("The Velm is a river.", label) for label in (1, 0, 0)]
    assert [one.claim.evidence == (GOLD,) for one in drawn] == [True, False, False]


def test_evidence_is_among_what_is_read_at_once_and_a_claim_without_any_has_others(script: ModuleType) -> None:
    for seed in range(20):
        decided, left_open = script.joined(Coder(), sighted(script), Random(seed))
        assert (decided.label, left_open.label) == (0, 2)
        assert GOLD in decided.claim.evidence
        assert 1 <= len(decided.claim.evidence) <= 3
        assert 1 <= len(left_open.claim.evidence) <= 3


def test_a_sentence_that_is_no_evidence_decides_nothing(script: ModuleType) -> None:
    for seed in range(20):
        for one in script.alone(Coder(), sighted(script), Random(seed)):
            assert len(one.claim.evidence) == 1
            assert one.label == (0 if one.claim.evidence == (GOLD,) else 2)


def test_several_sentences_have_one_that_is_evidence(script: ModuleType) -> None:
    decided, left_open = script.several(Coder(), sighted(script), Random(1))
    assert [pair.claim.evidence == (GOLD,) for pair in decided.pairs].count(True) == 1
    assert (len(decided.pairs), len(left_open.pairs)) == (script.SHOWN, script.SHOWN)
    assert {pair.label for pair in decided.pairs} == {0}


@pytest.mark.parametrize("part", ["nsmn", "nsmn-selection", "hexaf", "enhanced-esim"])
def test_a_part_begins_with_the_layers_of_the_esim_that_ships(script: ModuleType, part: str) -> None:
    first, second = (script.begun(script.PARTS[part].model(384), str(script.SHIPPED)).state_dict() for _ in range(2))
    name = "pairs.encode.weight_ih_l0" if part == "enhanced-esim" else "encode.weight_ih_l0"
    assert torch.equal(first[name], second[name])  # whatever was drawn


class Trying:
    """Notes what it is to fit, and is right as often as it is told for the epochs."""

    def __init__(self, script: ModuleType, monkeypatch: pytest.MonkeyPatch, right: dict[float, float]) -> None:
        self.args = Namespace(part="nsmn", begin=["nothing"], tried=list(right), minutes=1.0, rate=1.0,
                              batch_tokens=1, seed=1)  # fmt: skip
        self.learned: list[tuple[set[str], float]] = []
        monkeypatch.setattr(script, "is_held_out_page", lambda page: page == "Velm")
        monkeypatch.setattr(script, "asked_of", lambda fitting_of, epochs, held_out: (right[epochs], 1.0, 1))

    def fitted(self, kept: "list[Sighted]", trial: "Trial", minutes: float, checkpoint: Path) -> float:
        self.learned.append(({one.id for one in kept}, trial.epochs))
        return trial.epochs


def told_of(script: ModuleType, *pages: str) -> "list[Sighted]":
    return [script.Sighted(page, f"{page} is old.", 0, (Passage(f"{page}:0", "Old.", page),), ()) for page in pages]


def test_number_of_epochs_is_that_which_labels_most_claims_of_other_pages(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trying = Trying(script, monkeypatch, {2.0: 0.5, 4.0: 0.7, 8.0: 0.6})
    claims, file = told_of(script, "Velm", "Harrow", "Orne"), tmp_path / "trials.json"
    best = script.best_of_trials(trying, claims, file)
    assert best == script.Trial("nothing", 4.0)
    assert trying.learned == [({"Harrow", "Orne"}, epochs) for epochs in (2.0, 4.0, 8.0)]
    assert script.best_of_trials(trying, claims, file) == best
    assert len(trying.learned) == 3  # not tried again


def test_a_trial_counts_for_the_beginning_the_epochs_and_the_claims_that_it_was_made_with(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trying = Trying(script, monkeypatch, {2.0: 0.5, 4.0: 0.7})
    claims, file, begin = told_of(script, "Velm", "Harrow"), tmp_path / "trials.json", tmp_path / "esim.onnx"
    begin.write_bytes(b"first")
    trying.args.begin = [str(begin)]
    for step, (tries, expected) in enumerate([([4.0], 1), ([2.0, 4.0], 2), ([4.0, 2.0], 2)]):
        trying.args.tried = tries
        assert script.best_of_trials(trying, claims, file).epochs == 4.0, step
        assert len(trying.learned) == expected
    begin.write_bytes(b"second")
    script.best_of_trials(trying, claims, file)
    assert len(trying.learned) == 4
    script.best_of_trials(trying, told_of(script, "Velm", "Orne"), file)
    assert len(trying.learned) == 6


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("systems", ["--part", "nsmn", "--begin", "nothing"]),
        ("verifier", ["--model", "esim", "--made", "", "--fitted"]),
    ],
)
def test_without_claims_nothing_begins_with_what_has_learned_them(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: list[str]
) -> None:
    data = tmp_path / "verification"
    data.mkdir()
    row = {"id": 1, "label": "SUPPORTS", "claim": "The Velm is a river.", "evidence": [[[1, 1, "Velm", 0]]],
           "evidence_text": "The Velm is a river ."}  # fmt: skip
    files = {"fever-paper-test": row, "evidence-sentences": {"page": "Velm", "line": 0, "text": row["evidence_text"]},
             "variants": {"id": 9, "original_id": 1}}  # fmt: skip
    for file, one in files.items():
        with gzip.open(data / f"{file}.jsonl.gz", "wt", encoding="utf-8") as out:
            out.write(json.dumps(one) + "\n")
    begin = tmp_path / "esim.pt"
    ledger.write(begin, ledger.ledger({}, [Claim("The Velm is a river.")]))
    given = ["--data", str(tmp_path), "--out", str(tmp_path / "out"), "--without", str(data / "variants.jsonl.gz")]
    monkeypatch.setattr(sys, "argv", [name, *given, *options, str(begin)])
    with pytest.raises(BadOption, match="has learned claim 1"):
        sys.modules[name].main()


def test_the_ledger_that_parts_share_keeps_what_others_have_learned(script: ModuleType, tmp_path: Path) -> None:
    known = [
        Example(id, Claim(f"The {id} is a river."), Gold((Answer("SUPPORTS"),))) for id in ("velm", "orne", "tarn")
    ]
    ledger.write(tmp_path / "esim.onnx", ledger.ledger({"fever": known[:1]}))
    script.say_what_was_seen(tmp_path, known[1:2], str(tmp_path / "esim.onnx"))
    for _ in range(2):
        script.say_what_was_seen(tmp_path, known[2:], script.NOTHING)
    found = ledger.beside(tmp_path / BESIDE_BASELINES)
    assert [found.has_seen(one) for one in known] == [True] * 3
    assert len(found.ids) == 3  # however often it is said


def test_what_pools_by_attention_says_the_same_in_the_package(script: ModuleType, tmp_path: Path) -> None:
    torch.manual_seed(1)
    model = script.Attending(Esim(64, 64, outputs=script.WIDE)).eval()
    script.export("enhanced-esim", model, tmp_path)
    rows = torch.randn(3, script.WIDE)
    padded = torch.cat([rows, torch.randn(2, script.WIDE)])[None]
    with torch.no_grad():
        expected = torch.softmax(model(padded, torch.tensor([[1.0, 1, 1, 0, 0]])), -1)[0].numpy()
    found = attended(tmp_path)([Claim("")] * 3, rows.numpy().astype(float))
    assert found == pytest.approx(expected, abs=1e-5)


def test_cues_of_evidence_are_learned(script: ModuleType) -> None:
    weights = script.cue_weights(sighted(script) * 20)
    likely = [likelihood(weights, "The Velm is a river.", passage) for passage in (GOLD, OTHERS[0])]
    assert likely[0] > 0.9 > 0.2 > likely[1]


def test_what_matches_sees_the_words_again_from_the_first(script: ModuleType) -> None:
    model = script.begun(Matching(384, 128, outputs=2), str(script.SHIPPED))
    assert 0 < float(model.project.weight.detach()[:, 1024:].abs().max()) < 0.1
    assert np.isfinite(model.project.weight.detach().numpy()).all()
