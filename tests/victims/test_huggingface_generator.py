"""A tiny random model that writes, made here; what it writes is read like a chat's reply."""

import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.errors import BadOption
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.testing import TOSSUPS, check_victim
from stumper.types import Answer, Example, Gold
from stumper.victims.prompts import read_reply
from stumper.wire import Reply, Token

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'stumper[hf]'")
transformers = pytest.importorskip("transformers", reason="transformers is not installed: pip install 'stumper[hf]'")

from stumper.victims import huggingface  # noqa: E402  # imports torch
from stumper.victims.huggingface_generator import Generator  # noqa: E402

QUERIES = [example.query for example in TOSSUPS]


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Letters are its tokens, so that most of what it writes is some word."""
    path = tmp_path_factory.mktemp("model")
    from tokenizers import Tokenizer, decoders, models

    vocabulary = {token: place for place, token in enumerate(["<end>", *string.printable])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="<end>"))
    tokenizer.decoder = decoders.Fuse()
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<end>")
    fast.save_pretrained(path)
    torch.manual_seed(1)
    config = transformers.GPT2Config(
        vocab_size=len(vocabulary), n_embd=32, n_layer=1, n_head=2, n_positions=1024, initializer_range=0.5,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    transformers.GPT2LMHeadModel(config).save_pretrained(path)
    return path


def loaded(folder: Path, options: str = "") -> Generator:
    victim = huggingface.load(f"{folder}#{options}", TOSSUPS)
    assert isinstance(victim, Generator)
    return victim


def test_a_model_that_writes_guesses_at_tossups_alone_as_in_a_batch(folder: Path) -> None:
    check_victim(loaded(folder, "max_tokens=8"), QUERIES)


def test_the_fingerprint_is_of_weights_prompt_and_length(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "prompt.txt").write_text("Who? {tossup}")
    fingerprints = [
        loaded(folder, options).fingerprint for options in ("", "max_tokens=4", f"template={tmp_path / 'prompt.txt'}")
    ]
    assert len(set(fingerprints)) == 3
    assert loaded(folder).fingerprint == fingerprints[0]


def test_a_length_of_nothing_is_refused(folder: Path) -> None:
    with pytest.raises(BadOption, match="'max_tokens' of 'hf' is 1 or more, not 0"):
        loaded(folder, "max_tokens=0")


def test_a_guess_alone_has_the_probability_of_its_tokens() -> None:
    example = Example("t", Tossup("This town"), Gold((Answer("Lowmere"),)))
    reply = Reply("Lowmere", (Token("Low", -0.5, {}), Token("mere", -0.5, {})))
    prediction = read_reply(example.query, reply)
    assert prediction is not None
    assert prediction.guesses[0].probability == pytest.approx(0.3679, abs=1e-4)
