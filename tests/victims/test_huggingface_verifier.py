"""Tiny random classifiers of pairs, made here, whose outputs are called this and that."""

import json
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.errors import BadData, BadOption
from stumper.material import check_victim
from stumper.registry import task_named
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Guess, Passage, Prediction
from stumper.victims.contract import checked

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'stumper[hf]'")
transformers = pytest.importorskip("transformers", reason="transformers is not installed: pip install 'stumper[hf]'")

from stumper.victims import huggingface  # noqa: E402  # imports torch
from stumper.victims.huggingface_verifier import Verifier  # noqa: E402

WORDS = ["the", "pier", "was", "built", "in", "by", "grey", "lowmere", "is", "a", "not", "##s", "it"]
LETTERS = [*string.ascii_lowercase, *string.digits, *(f"##{c}" for c in string.ascii_lowercase + string.digits)]
MNLI = ("CONTRADICTION", "NEUTRAL", "ENTAILMENT")
GIVEN = Claim("The pier was built in 1874.", (Passage("Grey_Pier:1", "It was built in 1874.", "Grey_Pier"),))
EVIDENCE = (*GIVEN.evidence, Passage("Lowmere:0", "Lowmere is a town."))


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("model"), MNLI)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "pages.jsonl"
    lines = "0\tThe Grey Pier is a pier in Lowmere.\n1\tIt was built by Ada Thorn in 1874."
    path.write_text(json.dumps({"id": "Grey_Pier", "text": "", "lines": lines}) + "\n")
    return path


def saved(folder: Path, names: tuple[str, ...], seed: int = 0, positions: int = 512) -> Path:
    """A folder with a random model whose outputs have these names."""
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *LETTERS, *string.punctuation]
    (folder / "vocab.txt").write_text("\n".join(vocabulary))
    transformers.BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=512).save_pretrained(folder)
    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        initializer_range=0.5,
        max_position_embeddings=positions,
        num_labels=len(names),
        id2label=dict(enumerate(names)),
        label2id={name: place for place, name in enumerate(names)},
    )
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def loaded(folder: Path, options: str = "") -> Verifier:
    victim = huggingface.load(f"{folder}#{options}", ())
    assert isinstance(victim, Verifier)
    return victim


def shares(victim: Verifier, claim: Claim = GIVEN) -> dict[str, float | None]:
    [prediction] = victim.predict([claim])
    return {guess.answer: guess.probability for guess in prediction.guesses}


def test_probabilities_are_those_of_the_models_own_outputs_by_their_names(folder: Path) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.no_grad():
        encoded = tokenizer("Grey Pier: It was built in 1874.", GIVEN.text, return_tensors="pt")
        expected = torch.softmax(model(**encoded).logits[0].double(), 0).tolist()
    found = shares(loaded(folder))
    assert found == {
        "REFUTES": pytest.approx(expected[0], abs=1e-5),
        "NOT ENOUGH INFO": pytest.approx(expected[1], abs=1e-5),
        "SUPPORTS": pytest.approx(expected[2], abs=1e-5),
    }


def test_predictions_keep_the_contract_and_name_the_sentences_read(folder: Path) -> None:
    claims = [GIVEN, Claim("It is grey.", EVIDENCE)]
    predictions = checked("hf", claims, loaded(folder).predict(claims))
    assert [prediction.evidence for prediction in predictions] == [("Grey_Pier:1",), ("Grey_Pier:1", "Lowmere:0")]
    for prediction in predictions:
        assert sorted(guess.answer for guess in prediction.guesses) == sorted(LABELS)
        assert prediction.mass == 1.0


@pytest.mark.parametrize(
    "names",
    [
        ("entailment", "neutral", "contradiction"),
        ("Neutral", "Contradiction", "Entailment"),
        ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"),
        ("NOT_ENOUGH_INFO", "supported", "refuted"),
    ],
)
def test_outputs_stand_in_any_order_and_spelling(folder: Path, tmp_path: Path, names: tuple[str, ...]) -> None:
    same_weights = shares(loaded(folder))
    order = {"e": "SUPPORTS", "c": "REFUTES", "n": "NOT ENOUGH INFO", "s": "SUPPORTS", "r": "REFUTES"}
    saved(tmp_path, names)
    found = shares(loaded(tmp_path))
    by_place = [same_weights[label] for label in ("REFUTES", "NOT ENOUGH INFO", "SUPPORTS")]
    assert found == {order[name[0].lower()]: share for name, share in zip(names, by_place, strict=True)}


@pytest.mark.parametrize(
    "names",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("entailment", "not_entailment"),
        ("positive", "neutral", "negative"),
        ("entailment", "supports", "neutral"),
        ("entailment", "neutral", "contradiction", "other"),
    ],
)
def test_outputs_that_are_not_the_three_labels_are_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    saved(tmp_path, names)
    with pytest.raises(BadOption) as caught:
        loaded(tmp_path)
    assert f"are called {', '.join(names)}, not entailment, contradiction and neutral" in str(caught.value)
    assert "#labels=contradiction,neutral,entailment" in str(caught.value)


def test_the_order_of_nameless_outputs_may_be_said(folder: Path, tmp_path: Path) -> None:
    saved(tmp_path, ("LABEL_0", "LABEL_1", "LABEL_2"))
    assert shares(loaded(tmp_path, "labels=contradiction,neutral,entailment")) == shares(loaded(folder))
    for labels in ("contradiction,neutral", "a,b,c", "neutral,neutral,entailment"):
        with pytest.raises(BadOption, match="say their order"):
            loaded(tmp_path, f"labels={labels}")


def test_predictions_are_equal_to_the_last_bit_alone_and_in_a_batch(folder: Path) -> None:
    victim = loaded(folder)
    many = [Claim(f"The pier is {'not ' * i}grey.", EVIDENCE[: 1 + i % 2]) for i in range(40)]
    assert victim.predict(many) == [prediction for claim in many for prediction in victim.predict([claim])]
    assert victim.predict([]) == []


def test_a_claim_without_evidence_gets_what_is_found_in_the_pages(folder: Path, pages: Path) -> None:
    victim = loaded(folder, f"pages={pages}&sentences=1")
    claim = Claim("The Grey Pier is a pier.")
    [alone] = victim.predict([claim])
    assert alone.evidence == ("Grey_Pier:0",)
    passage = Passage("Grey_Pier:0", "The Grey Pier is a pier in Lowmere.", "Grey_Pier")
    assert victim.predict([Claim(claim.text, (passage,))]) == [alone]


def test_where_nothing_is_found_there_is_not_enough(folder: Path, pages: Path) -> None:
    victim = loaded(folder, f"pages={pages}")
    nothing, given = victim.predict([Claim("Xyzzy quux."), GIVEN])
    assert nothing == Prediction((Guess("NOT ENOUGH INFO", 1.0),), 1.0)
    assert given == victim.predict([GIVEN])[0]


def test_long_evidence_is_cut_before_the_claim(tmp_path: Path) -> None:
    saved(tmp_path, MNLI, positions=48)
    victim = loaded(tmp_path)
    long = (Passage("a", "The pier was built in Lowmere. " * 50),)
    first, second = victim.predict([Claim("It is grey.", long), Claim("It is not grey.", long)])
    assert first != second
    assert victim.predict([Claim("The pier is grey. " * 60, long)])[0].guesses


def test_the_fingerprint_is_of_weights_order_and_pages(folder: Path, pages: Path, tmp_path: Path) -> None:
    other, renamed = tmp_path / "other", tmp_path / "renamed"
    other.mkdir()
    renamed.mkdir()
    victims = [
        loaded(folder), loaded(saved(other, MNLI, seed=1)), loaded(saved(renamed, MNLI[::-1])),
        loaded(folder, f"pages={pages}"), loaded(folder, "sentences=3"), loaded(folder, "pages="),
    ]  # fmt: skip
    assert len({victim.fingerprint for victim in victims}) == len(victims)
    assert loaded(folder).fingerprint == victims[0].fingerprint


def test_a_model_of_another_task_is_refused(folder: Path) -> None:
    with pytest.raises(BadOption, match="answers claims, but questions holds questions"):
        check_victim(loaded(folder), f"hf:{folder}", "questions", task_named("reading"))


def test_options_and_pages_that_are_not_there_are_named(folder: Path) -> None:
    with pytest.raises(BadOption, match="Did you mean 'labels'"):
        loaded(folder, "label=a")
    with pytest.raises(BadData, match="There is no file or folder nowhere"):
        loaded(folder, "pages=nowhere")
    with pytest.raises(BadOption, match="'sentences' is 1 or more, not 0"):
        loaded(folder, "sentences=0")
