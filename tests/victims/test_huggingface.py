"""A tiny random BERT, made here, behind the same decoding as every reader."""

import string
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from stumper import material, registry
from stumper.errors import BadData, BadOption
from stumper.registry import task_named
from stumper.tasks.reading.question import Question
from stumper.testing import HARBOUR, QUESTIONS, check_victim
from stumper.types import Passage, Prediction

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'stumper[hf]'")
transformers = pytest.importorskip("transformers", reason="transformers is not installed: pip install 'stumper[hf]'")

from stumper.victims import huggingface  # noqa: E402  # imports torch

WORDS = ["who", "was", "the", "first", "mayor", "of", "lighthouse", "harbour", "##s", "town", "in", "by"]
LETTERS = [*string.ascii_lowercase, *string.digits, *(f"##{c}" for c in string.ascii_lowercase + string.digits)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("model"), transformers.BertForQuestionAnswering)


@pytest.fixture(scope="module")
def victim(folder: Path) -> Iterator[huggingface.HuggingFace]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield huggingface.load(str(folder), ())
    torch.set_num_threads(threads)


def saved(folder: Path, architecture: type, seed: int = 0, positions: int = 512) -> Path:
    """A folder with a random model whose scores are far enough apart to prefer some spans."""
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
    )
    architecture(config).save_pretrained(folder)
    return folder


def asked(victim: huggingface.HuggingFace, question: str, paragraph: str) -> Prediction:
    [prediction] = victim.predict([Question(question, Passage("p", paragraph))])
    return prediction


def test_keeps_the_contract_of_victims(victim: huggingface.HuggingFace) -> None:
    check_victim(victim)


def test_predictions_are_equal_to_the_last_bit_alone_and_in_a_batch(victim: huggingface.HuggingFace) -> None:
    many = [Question(f"{question.text} {'why ' * i}", question.context) for question in QUESTIONS for i in range(8)]
    assert victim.predict(many) == [prediction for query in many for prediction in victim.predict([query])]


def test_probabilities_are_those_of_the_models_own_scores(folder: Path, victim: huggingface.HuggingFace) -> None:
    question, paragraph = "who was the mayor", "the first mayor of the town"
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForQuestionAnswering.from_pretrained(folder).eval()
    encoded = tokenizer(question, paragraph, return_tensors="pt")
    inside = [i for i, part in enumerate(encoded.sequence_ids(0)) if part == 1]
    with torch.no_grad():
        output = model(**encoded)
    sums = {
        (i, j): (output.start_logits[0, i] + output.end_logits[0, j]).item() for i in inside for j in inside if i <= j
    }
    probabilities = torch.softmax(torch.tensor(list(sums.values()), dtype=torch.float64), 0)
    i, j = list(sums)[int(probabilities.argmax())]
    expected = paragraph[encoded.token_to_chars(i).start : encoded.token_to_chars(j).end]
    best = asked(victim, question, paragraph).guesses[0]
    assert best.answer == expected
    assert best.probability == pytest.approx(probabilities.max().item(), abs=1e-4)


def test_a_long_paragraph_is_read_in_windows_to_its_end(victim: huggingface.HuggingFace) -> None:
    paragraph = " ".join(f"{HARBOUR.text} {number}" for number in range(8))
    last_window_only = len(HARBOUR.text) * 7
    predictions = [asked(victim, question.text, paragraph) for question in QUESTIONS]
    places = [guess.start or 0 for prediction in predictions for guess in prediction.guesses]
    assert max(places) > last_window_only
    for prediction in predictions:
        for guess in prediction.guesses:
            assert guess.start is not None
            assert paragraph.startswith(guess.answer, guess.start)


def test_a_question_longer_than_a_window_is_cut(victim: huggingface.HuggingFace) -> None:
    assert asked(victim, "who was the first mayor " * 200, HARBOUR.text).guesses


def test_a_model_of_few_positions_reads_in_small_windows(tmp_path: Path) -> None:
    small = huggingface.load(str(saved(tmp_path, transformers.BertForQuestionAnswering, positions=40)), ())
    check_victim(small)
    assert asked(small, "who was the first mayor " * 20, HARBOUR.text).guesses


@pytest.mark.parametrize("paragraph", ["", "   "])
def test_an_empty_paragraph_is_left_unanswered(victim: huggingface.HuggingFace, paragraph: str) -> None:
    assert asked(victim, "who?", paragraph).guesses == ()


def test_an_empty_question_and_no_questions_at_all(victim: huggingface.HuggingFace) -> None:
    assert asked(victim, "", HARBOUR.text).guesses
    assert victim.predict([]) == []


def test_the_fingerprint_is_of_the_weights_not_of_the_place(
    folder: Path, victim: huggingface.HuggingFace, tmp_path: Path
) -> None:
    same, other = tmp_path / "same", tmp_path / "other"
    same.mkdir()
    other.mkdir()
    saved(same, transformers.BertForQuestionAnswering)
    saved(other, transformers.BertForQuestionAnswering, seed=1)
    assert huggingface.load(str(same), ()).fingerprint == victim.fingerprint
    assert huggingface.load(str(other), ()).fingerprint != victim.fingerprint


def test_is_reached_by_its_name() -> None:
    assert registry.find("victim", "hf") is huggingface.load


def test_no_folder_no_name_and_a_folder_without_a_model_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="There is no folder"):
        huggingface.load(str(tmp_path / "nowhere"), ())
    with pytest.raises(BadOption, match="needs a folder or a name"):
        huggingface.load("", ())
    with pytest.raises(BadOption, match="There is no question-answering model and no verifier in the folder") as caught:
        huggingface.load(str(tmp_path), ())
    assert "\n" not in str(caught.value)


def test_a_model_that_was_never_trained_to_answer_is_refused(tmp_path: Path) -> None:
    saved(tmp_path, transformers.BertModel)
    with pytest.raises(BadOption, match="no weights for qa_outputs"):
        huggingface.load(str(tmp_path), ())


def test_having_no_answer_scores_as_the_first_token_less_the_threshold(folder: Path) -> None:
    question, paragraph = "who was the mayor", "the first mayor of the town"
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForQuestionAnswering.from_pretrained(folder).eval()
    encoded = tokenizer(question, paragraph, return_tensors="pt")
    inside = [i for i, part in enumerate(encoded.sequence_ids(0)) if part == 1]
    with torch.no_grad():
        output = model(**encoded)
    start, end = output.start_logits[0], output.end_logits[0]
    best = max((start[i] + end[j]).item() for i in inside for j in inside if i <= j)
    margin = (start[0] + end[0]).item() - best
    for threshold, is_null in ((margin - 0.01, True), (margin + 0.01, False)):
        victim = huggingface.load(f"{folder}#null=true&null_threshold={threshold}", ())
        guesses = asked(victim, question, paragraph).guesses
        assert (guesses[0].answer == "") == is_null
        assert sum(guess.answer == "" for guess in guesses) == 1
        check_victim(victim)


def test_a_reader_is_refused_for_claims(folder: Path) -> None:
    with pytest.raises(BadOption, match="answers questions, but claims holds claims"):
        material.check_victim(huggingface.load(str(folder), ()), f"hf:{folder}", "claims", task_named("verification"))


def test_of_a_long_paragraph_the_window_that_is_least_sure_of_no_answer_counts(folder: Path) -> None:
    victim = huggingface.load(f"{folder}#null=true", ())
    query = Question("who was the first mayor", Passage("p", " ".join(f"{HARBOUR.text} {n}" for n in range(8))))
    windows = list(victim._windows(query))
    read = victim._scores(windows)
    assert len(windows) > 1
    least = min(float(row[0].sum()) for row in read)
    best = max(
        float(row[i][0] + row[j][1])
        for window, row in zip(windows, read, strict=True)
        for i in window.inside
        for j in window.inside
        if i <= j < i + 30
    )
    guesses = victim.predict([query])[0].guesses
    null = next(guess.probability for guess in guesses if not guess.answer)
    answer = next(guess.probability for guess in guesses if guess.answer)
    assert null is not None
    assert answer is not None
    assert null / answer == pytest.approx(np.exp(least - best), rel=1e-3)


def test_the_null_answer_and_the_numbers_are_part_of_what_answers_the_batch_is_not(folder: Path) -> None:
    prints = {
        options: huggingface.load(f"{folder}#{options}", ()).fingerprint
        for options in ("", "batch=2", "device=cpu", "null=true", "null=true&null_threshold=1", "dtype=bfloat16")
    }
    assert prints[""] == prints["batch=2"] == prints["device=cpu"]
    assert len(set(prints.values())) == 4


def test_the_batch_changes_no_answer_and_half_the_bits_few(folder: Path, victim: huggingface.HuggingFace) -> None:
    assert huggingface.load(f"{folder}#batch=2", ()).predict(QUESTIONS) == victim.predict(QUESTIONS)
    half = huggingface.load(f"{folder}#dtype=bfloat16", ())
    assert next(half.model.parameters()).dtype == torch.bfloat16
    assert len(half.predict(QUESTIONS)) == len(QUESTIONS)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("device=tpu9", "No model can run on the device 'tpu9'"),
        ("dtype=int3", "is one of float32, bfloat16, float16"),
        ("batch=0", "'batch' of 'hf' is 1 or more"),
        ("null=perhaps", "is true or false"),
        ("nul=true", "Did you mean 'null'"),
    ],
)
def test_an_option_that_cannot_be_meant_is_refused(folder: Path, options: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        huggingface.load(f"{folder}#{options}", ())
