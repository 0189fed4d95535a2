"""How what is said of each sentence becomes one verdict, and how sentences are chosen by cues."""

from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from stumper.errors import BadData
from stumper.retrieval import RankedSentence
from stumper.tasks.verification.claim import Claim
from stumper.types import Passage
from stumper.victims.combining import aggregated, at_once, attended, most_decided, supported_first
from stumper.victims.selecting import by_cues, cues, likelihood

CLAIM = "Ada Thorn was born in Lowmere."
LOWMERE = Passage("Ada_Thorn:0", "She was born in Lowmere in 1850.", "Ada_Thorn")
MILL = Passage("Mill:3", "A mill has a wheel.", "Mill")


def readings(*passages: Passage) -> list[Claim]:
    return [Claim(CLAIM, (passage,)) for passage in passages]


def scores(*rows: tuple[float, float, float]) -> np.ndarray:
    return np.log(np.array(rows))


def test_evidence_that_is_read_as_one_text_is_believed() -> None:
    assert at_once(readings(MILL), scores((0.2, 0.3, 0.5))) == pytest.approx([0.2, 0.3, 0.5])


def test_the_sentence_that_decides_most_speaks_for_all() -> None:
    rows = scores((0.5, 0.2, 0.3), (0.1, 0.8, 0.1), (0.3, 0.3, 0.4))
    assert most_decided(0.0)(readings(MILL, MILL, MILL), rows) == pytest.approx([0.1, 0.8, 0.1])
    assert most_decided(log(10))(readings(MILL, MILL, MILL), rows) == pytest.approx([1 / 19, 8 / 19, 10 / 19])


def test_a_sentence_that_supports_goes_before_one_that_refutes_more_surely() -> None:
    rows = scores((0.1, 0.8, 0.1), (0.5, 0.3, 0.2), (0.1, 0.1, 0.8))
    assert supported_first(readings(MILL, MILL, MILL), rows) == pytest.approx([0.5, 0.3, 0.2])
    assert supported_first(readings(MILL, MILL), rows[[0, 2]]) == pytest.approx([0.1, 0.8, 0.1])
    assert supported_first(readings(MILL), rows[[2]]) == pytest.approx([0.1, 0.1, 0.8])


def layers(path: Path, inputs: int, **arrays: np.ndarray) -> None:
    """Two layers that hand their first three inputs on."""
    hidden = np.eye(3, inputs, dtype=np.float32)
    np.savez(path, hidden=hidden, hidden_bias=np.zeros(3, np.float32), head=np.eye(3, dtype=np.float32),
             head_bias=np.zeros(3, np.float32), **arrays)  # fmt: skip


def test_layers_add_up_what_five_sentences_say_and_how_likely_each_is_evidence(tmp_path: Path) -> None:
    layers(tmp_path / "hexaf.npz", 20, cues=np.zeros(9, np.float32))
    found = aggregated(tmp_path)(readings(LOWMERE), scores((0.7, 0.2, 0.1)))
    weights = [exp(0.7), exp(0.2), exp(0.1)]
    assert found == pytest.approx([weight / sum(weights) for weight in weights])


def test_a_sentence_that_is_not_there_gives_not_enough_info_and_no_evidence(tmp_path: Path) -> None:
    layers(tmp_path / "hexaf.npz", 20, cues=np.zeros(9, np.float32))
    stored = dict(np.load(tmp_path / "hexaf.npz"))
    stored["hidden"] = np.zeros((3, 20), np.float32)
    stored["hidden"][2, 4:8] = (0, 0, 1, 1)  # of the second sentence
    np.savez(tmp_path / "hexaf.npz", **stored)
    found = aggregated(tmp_path)(readings(LOWMERE), scores((0.7, 0.2, 0.1)))
    assert found == pytest.approx(np.array([1, 1, exp(1)]) / (2 + exp(1)))


def test_attention_pools_what_is_known_of_each_sentence(tmp_path: Path) -> None:
    layers(tmp_path / "enhanced-esim.npz", 6, attention=np.array([50, 0, 0], np.float32))
    rows = np.array([[1.0, 0.0, 0.5], [-1.0, 3.0, 0.0]])
    found = attended(tmp_path)(readings(LOWMERE, MILL), rows)
    weights = np.exp([1.0, 0.0, 0.5])
    assert found == pytest.approx(weights / weights.sum())  # all attention is on the first


def test_layers_that_are_damaged_are_refused(tmp_path: Path) -> None:
    (tmp_path / "hexaf.npz").write_bytes(b"none")
    with pytest.raises(BadData, match=r"hexaf.npz does not hold the arrays"):
        aggregated(tmp_path)


def test_cues_tell_what_a_sentence_shares_with_the_claim() -> None:
    # Telling words: ada, thorn, born, lowmere. The title has two of them, the text the other two.
    assert cues(CLAIM, LOWMERE) == pytest.approx([1, 0.5, 1 / 3, 1, 1, 1, 0, log(1 + 6)])
    assert cues(CLAIM, MILL)[:7] == pytest.approx([0, 0, 0, 0, 0, 0, log(4)])


def test_sentences_are_ranked_by_the_likelihood_of_their_cues(tmp_path: Path) -> None:
    weights = np.array([2, 0, 0, 0, 0, 0, 0, 0, -1], np.float32)
    layers(tmp_path / "hexaf.npz", 20, cues=weights)
    assert likelihood(weights.astype(float), CLAIM, LOWMERE) == pytest.approx(1 / (1 + exp(-1)))
    found = [RankedSentence(p.title, int(p.id[-1]), p.text, 9.0, ()) for p in (MILL, LOWMERE)]
    chosen = by_cues(tmp_path, None, 1)(CLAIM, found)  # type: ignore[arg-type]  # no verifier is asked
    assert [(one.page, one.score) for one in chosen] == [("Ada_Thorn", pytest.approx(0.7311))]
