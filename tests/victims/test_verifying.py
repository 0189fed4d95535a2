"""The embedded transformer verifier and the two that align words."""

import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

from stumper.evidence_settings import oracle
from stumper.retrieval import RankedSentence
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Passage
from stumper.victims import verifying
from stumper.victims.graphs import shipped
from stumper.victims.verifying import GRAPHS, Model, Verifier, entailment, fingerprint, read

CLAIMS = [
    example.query for example in Random(1).sample(oracle("verification").examples, 60)
    if isinstance(example.query, Claim) and example.query.evidence
]  # fmt: skip
OTHERS: dict[Model, int] = {"nsmn-selection": 2, "enhanced-esim": 64}  # what models give that give no labels
MODELS: tuple[Model, ...] = tuple(model for model in GRAPHS if model not in OTHERS)


@pytest.fixture(scope="module", params=MODELS)
def verifier(request: pytest.FixtureRequest) -> Verifier:
    return read(shipped(), request.param)


def evidence(text: str, title: str) -> tuple[Passage, ...]:
    return (Passage(f"{title}:0", text, title),)


def test_probabilities_are_the_same_alone_and_in_a_batch(verifier: Verifier) -> None:
    together = verifier.probabilities(CLAIMS)
    alone = np.concatenate([verifier.probabilities([claim]) for claim in CLAIMS])
    assert np.array_equal(together, alone)
    assert np.array_equal(verifier.probabilities(CLAIMS[::-1]), together[::-1])


def test_probabilities_do_not_depend_on_the_number_of_threads(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    [model] = [model for model in MODELS if fingerprint(shipped(), model) == verifier.fingerprint]
    monkeypatch.setenv("STUMPER_THREADS", "1")
    assert np.array_equal(read(shipped(), model).probabilities(CLAIMS[:9]), verifier.probabilities(CLAIMS[:9]))


def test_each_row_sums_to_one(verifier: Verifier) -> None:
    rows = verifier.probabilities(CLAIMS)
    assert rows.shape == (len(CLAIMS), len(LABELS))
    assert np.allclose(rows.sum(1), 1)
    assert rows.min() >= 0


def test_no_claim_has_no_row(verifier: Verifier) -> None:
    assert verifier.probabilities([]).shape == (0, 3)


@pytest.mark.parametrize(("model", "width"), OTHERS.items())
def test_models_that_give_no_labels_give_scores_that_do_not_depend_on_the_batch(model: Model, width: int) -> None:
    verifier = read(shipped(), model)
    together = verifier.scores(CLAIMS)
    assert together.shape == (len(CLAIMS), width)
    assert np.array_equal(together, np.concatenate([verifier.scores([claim]) for claim in CLAIMS]))


def test_claim_without_words_or_evidence_has_a_row_too(verifier: Verifier) -> None:
    assert np.isfinite(verifier.probabilities([Claim(""), Claim(" ", evidence("", "")), Claim("A. " * 900)])).all()


def test_padding_changes_next_to_nothing(verifier: Verifier, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = verifier.probabilities(CLAIMS[:12])
    monkeypatch.setattr(verifying, "PAD_TO", 96)
    assert np.allclose(verifier.probabilities(CLAIMS[:12]), plain, atol=1e-4)


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("Ottilie Brandt was born in Lisbon.", "SUPPORTS"),
        ("Ottilie Brandt was born in 1904.", "SUPPORTS"),
        ("Ottilie Brandt is an architect.", "SUPPORTS"),
        ("Ottilie Brandt was born in Nairobi.", "REFUTES"),
        ("Ottilie Brandt was not born in Lisbon.", "REFUTES"),
        ("Ottilie Brandt was born in 1931.", "REFUTES"),
    ],
)
def test_transformer_is_right_about_what_is_obvious(claim: str, label: str) -> None:
    shown = evidence("Ottilie Brandt (born 1904 in Lisbon) is a Portuguese architect.", "Ottilie_Brandt")
    [row] = read(shipped(), "transformer").probabilities([Claim(claim, shown)])
    assert LABELS[int(row.argmax())] == label


def test_transformer_says_that_unrelated_evidence_is_not_enough() -> None:
    shown = evidence("Granite is a coarse rock that consists of quartz and feldspar.", "Granite")
    [row] = read(shipped(), "transformer").probabilities([Claim("Ottilie Brandt was born in Lisbon.", shown)])
    assert LABELS[int(row.argmax())] == "NOT ENOUGH INFO"


def test_sentence_that_decides_a_claim_scores_above_one_that_does_not() -> None:
    sentences = [RankedSentence("Lowmere", line, text, 1.0, ()) for line, text in enumerate(
        ("The harbour froze in the winter of 1861.", "Ada Thorn was born in Lowmere in 1850."))]  # fmt: skip
    beside, deciding = entailment(read(shipped(), "transformer"))("Ada Thorn was born in Lowmere.", sentences)
    assert deciding > beside


def test_sentence_is_scored_behind_the_title_of_its_page() -> None:
    said = "She designed the bridge of Harrow in 1931."
    sentences = [RankedSentence(page, 0, said, 1.0, ()) for page in ("Ottilie_Brandt", "Granite")]
    scorer = entailment(read(shipped(), "transformer"))
    hers, granite = scorer("Ottilie Brandt designed the Harrow bridge.", sentences)
    assert hers > granite


def test_title_says_whom_a_pronoun_means() -> None:
    verifier = read(shipped(), "transformer")
    claim = Claim("Ottilie Brandt designed the Harrow bridge.")
    about = [
        Claim(claim.text, evidence("She designed the bridge of Harrow in 1931.", title))
        for title in ("Ottilie_Brandt", "Granite")
    ]
    hers, granite = verifier.probabilities(about)[:, 0]
    assert hers > granite


def test_vectors_of_ones_own_are_read_where_they_stand(tmp_path: Path) -> None:
    for name in (GRAPHS["da"], *verifying.WORD_FILES):
        shutil.copy(shipped() / name, tmp_path)
    before = fingerprint(tmp_path, "da")
    rows = np.full((2, 384), 64, np.int8)
    words, scales = np.array(["harrow", "mill"]), np.full(2, 0.001, np.float32)
    np.savez(tmp_path / "da-vectors.npz", words=words, rows=rows, scales=scales)
    assert fingerprint(tmp_path, "da") != before == fingerprint(shipped(), "da")
    claims = [Claim(f"{word} mill", evidence("mill", "")) for word in ("harrow", "elsewhere")]
    same = [Claim(f"{word} mill", evidence("mill", "")) for word in ("mill", "nowhere")]
    own = read(tmp_path, "da")
    assert np.array_equal(own.probabilities(claims), own.probabilities(same))
