"""Two tiny random translation models, made here: round trips and their probabilities by forced decoding."""

import math
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'stumper[hf]'")
transformers = pytest.importorskip("transformers", reason="transformers is not installed: pip install 'stumper[hf]'")

from tokenizers import Tokenizer, models, pre_tokenizers, processors  # noqa: E402

from stumper.errors import BadData, BadOption  # noqa: E402
from stumper.translating.marian import Marian, load  # noqa: E402
from stumper.translating.sentences import Sentence  # noqa: E402

WORDS = ["<pad>", "</s>", "<unk>", "the", "harbour", "was", "built", "in", "summer", "by", "a", "mayor"]


@pytest.fixture(scope="module")
def marian(tmp_path_factory: pytest.TempPathFactory) -> Marian:
    torch.set_num_threads(1)
    there, back = tmp_path_factory.mktemp("there"), tmp_path_factory.mktemp("back")
    saved(there, 0)
    saved(back, 1)
    return load(f"{there},{back}")


def saved(folder: Path, seed: int) -> None:
    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=64
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    config = transformers.MarianConfig(
        vocab_size=len(WORDS), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=64, pad_token_id=0,
        eos_token_id=1, decoder_start_token_id=0, forced_eos_token_id=1, init_std=0.5,
    )  # fmt: skip
    transformers.MarianMTModel(config).save_pretrained(folder)


def said(text: str) -> Sentence:
    return Sentence(text, text, (), ("",) * len(text.split()), True)


TEXTS = ["the harbour was built in summer", "a mayor built the harbour", "in summer the mayor was a harbour"]


def test_every_text_has_paraphrases_each_once(marian: Marian) -> None:
    for paraphrases in marian.paraphrases([said(text) for text in TEXTS]):
        texts = [paraphrase.text for paraphrase in paraphrases]
        assert texts
        assert len(texts) == len(set(texts))


def test_paraphrases_and_ratios_do_not_depend_on_the_batch(marian: Marian) -> None:
    together = marian.paraphrases([said(text) for text in TEXTS])
    assert [marian.paraphrases([said(text)])[0] for text in TEXTS] == together
    others = TEXTS[1:] + TEXTS[:1]
    apart = [marian.log_ratios([text], [other])[0] for text, other in zip(TEXTS, others, strict=True)]
    assert marian.log_ratios(TEXTS, others) == pytest.approx(apart, abs=1e-5)


def test_the_ratio_of_a_text_to_itself_is_one(marian: Marian) -> None:
    assert marian.log_ratios(TEXTS[:1], TEXTS[:1]) == [0.0]


def test_a_probability_is_the_product_of_those_of_the_forced_words(marian: Marian) -> None:
    source, wanted = "the harbour was built", "a mayor"
    ids, forced = [3, 4, 5, 6, 1], [10, 11, 1]
    total = 0.0
    for step, word in enumerate(forced):
        with torch.no_grad():
            scores = marian.back.model(
                input_ids=torch.tensor([ids]), decoder_input_ids=torch.tensor([[0, *forced[:step]]])
            ).logits[0, -1]
        total += math.log(torch.softmax(scores, -1)[word].item())
    assert marian.back.log_probabilities([(source, wanted)])[0] == pytest.approx(total, abs=1e-4)


def test_the_pivots_share_one_probability(marian: Marian) -> None:
    """log P(y | x) = log of the sum over pivots z of P(z | x) P(y | z), divided by the sum of P(z | x)."""
    text, other = TEXTS[0], TEXTS[1]
    pivots = marian.there.translations([text])[0]
    shares = [math.exp(p) for p in marian.there.log_probabilities([(text, pivot) for pivot in pivots])]

    def likely(said: str) -> float:
        back = marian.back.log_probabilities([(pivot, said) for pivot in pivots])
        return sum(share * math.exp(p) for share, p in zip(shares, back, strict=True)) / sum(shares)

    expected = math.log(likely(other)) - math.log(likely(text))
    assert marian.log_ratios([text], [other])[0] == pytest.approx(expected, abs=1e-4)


def test_one_model_and_a_folder_without_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="needs two models"):
        load("only-one")
    with pytest.raises(BadData, match="no translation model"):
        load(f"{tmp_path},{tmp_path}")
