"""What the parts of the systems for claims are fitted to, and that what is exported says the same."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra: train)")

from networks.alignment import Esim, Matching  # noqa: E402
from stumper.tasks.verification.claim import Claim  # noqa: E402
from stumper.types import Passage  # noqa: E402
from stumper.victims.combining import attended  # noqa: E402
from stumper.victims.selecting import likelihood  # noqa: E402

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


def test_number_of_epochs_is_that_which_labels_most_claims_of_other_pages(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[tuple[set[str], object]] = []
    pages = ("Velm", "Harrow", "Orne")
    monkeypatch.setattr(script, "is_held_out_page", lambda page: page == "Velm")
    right = {2.0: 0.5, 4.0: 0.7, 8.0: 0.6}
    monkeypatch.setattr(script, "asked_of", lambda fitting_of, model, held_out: (right[model], 1.0, len(held_out)))

    class Fitting:
        args = Namespace(part="nsmn", begin=["nothing"], tried=[2.0, 4.0, 8.0], minutes=1.0)

        def fitted(self, kept: list[object], trial: object, minutes: float, checkpoint: Path) -> float:
            learned.append(({one.id for one in kept}, trial.epochs))
            return trial.epochs

    evidence = {page: (Passage(f"{page}:0", "It is old.", page),) for page in pages}
    claims = [script.Sighted(page, f"{page} is old.", 0, evidence[page], ()) for page in pages]
    best = script.best_of_trials(Fitting(), claims, tmp_path / "tried.json")
    assert best == script.Trial("nothing", 4.0)
    assert learned == [(set(pages) - {"Velm"}, epochs) for epochs in (2.0, 4.0, 8.0)]
    assert script.best_of_trials(Fitting(), claims, tmp_path / "tried.json") == best
    assert len(learned) == 3  # not tried again


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
