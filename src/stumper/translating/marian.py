"""A round trip through two translation models of transformers, and how likely it makes a paraphrase.

P(paraphrase | text) is the sum over the pivots, the likeliest translations of the text, of P(pivot | text) times
P(paraphrase | pivot), each by forced decoding, as in Mallinson et al. 2017. Imported only where it is asked for.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from stumper.errors import BadData, BadOption, MissingExtra
from stumper.translating.sentences import Paraphrase, Sentence

BEAMS = 4  # pivots of a text, and translations back of each
BATCH = 32  # texts of one length that are translated together


def load(argument: str) -> "Marian":
    """The models called ``TO,BACK``: folders, or names on the hub; BadOption where a name is missing or is no model."""
    there, comma, back = argument.partition(",")
    if not (there and comma and back):
        raise BadOption(
            f"'marian:{argument}' needs two models, there and back: "
            "marian:Helsinki-NLP/opus-mt-en-fr,Helsinki-NLP/opus-mt-fr-en."
        )
    return Marian(_loaded(there), _loaded(back), argument)


@dataclass(frozen=True, slots=True)
class Marian:
    """Round trips by beam search over ``there`` and ``back``."""

    there: "Model"
    back: "Model"
    name: str
    _pivots: dict[str, list[str]] = field(default_factory=dict, repr=False)

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """All translations back of the pivots of each text, the first beams first."""
        pivots = self._pivots_of([sentence.text for sentence in sentences])
        every = [pivot for each in pivots for pivot in each]
        said = iter(self.back.translations(every))
        found = []
        for each in pivots:
            texts = dict.fromkeys(text for _ in each for text in next(said))
            found.append([Paraphrase(text, f"round trip {self.name}") for text in texts if text])
        return found

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float]:
        """log P(paraphrase | text) - log P(text | text)."""
        pairs = list(dict.fromkeys([*zip(texts, paraphrases, strict=True), *zip(texts, texts, strict=True)]))
        likely = dict(zip(pairs, self._log_probabilities(pairs), strict=True))
        return [likely[pair] - likely[pair[0], pair[0]] for pair in zip(texts, paraphrases, strict=True)]

    def _log_probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """log P(second | first) of each pair, the shares of the pivots summing to 1."""
        texts = [text for text, _ in pairs]
        pivots = self._pivots_of(texts)
        shares = iter(self.there.log_probabilities([(t, p) for t, of in zip(texts, pivots, strict=True) for p in of]))
        back = iter(
            self.back.log_probabilities([(p, said) for (_, said), of in zip(pairs, pivots, strict=True) for p in of])
        )
        found = []
        for of in pivots:
            share = [next(shares) for _ in of]
            both = [one + next(back) for one in share]
            found.append(_log_sum(both) - _log_sum(share))
        return found

    def _pivots_of(self, texts: Sequence[str]) -> list[list[str]]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._pivots]
        self._pivots.update(zip(missing, self.there.translations(missing), strict=True))
        return [self._pivots[text] for text in texts]


@dataclass(frozen=True, slots=True)
class Model:
    """One direction; texts of one length go through it together, so that none is padded."""

    tokenizer: Any
    model: Any

    def translations(self, texts: Sequence[str]) -> list[list[str]]:
        """The likeliest translations of each text, each once, the first beam first."""
        import torch

        found: list[list[str]] = [[] for _ in texts]
        rows = [self.tokenizer(text, truncation=True)["input_ids"] for text in texts]
        for batch in _batches([(len(row), 0) for row in rows]):
            given = torch.tensor([rows[place] for place in batch])
            with torch.inference_mode():
                made = self.model.generate(
                    input_ids=given, attention_mask=torch.ones_like(given), num_beams=BEAMS,
                    num_return_sequences=BEAMS, max_new_tokens=2 * given.shape[1] + 10, do_sample=False,
                )  # fmt: skip
            said = self.tokenizer.batch_decode(made, skip_special_tokens=True)
            for order, place in enumerate(batch):
                beams = (" ".join(text.split()) for text in said[order * BEAMS : (order + 1) * BEAMS])
                found[place] = list(dict.fromkeys(beams))
        return found

    def log_probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """log P(second | first) of each pair by forced decoding."""
        import torch

        found = [0.0] * len(pairs)
        sources = [self.tokenizer(source, truncation=True)["input_ids"] for source, _ in pairs]
        wanted = [self.tokenizer(text_target=said, truncation=True)["input_ids"] for _, said in pairs]
        for batch in _batches([(len(a), len(b)) for a, b in zip(sources, wanted, strict=True)]):
            given = torch.tensor([sources[place] for place in batch])
            labels = torch.tensor([wanted[place] for place in batch])
            with torch.inference_mode():
                scores = self.model(input_ids=given, attention_mask=torch.ones_like(given), labels=labels).logits
            steps = scores.double().log_softmax(-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)
            for place, total in zip(batch, steps.sum(-1).tolist(), strict=True):
                found[place] = float(total)
        return found


def _loaded(name: str) -> Model:
    try:
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
    except ImportError as error:
        raise MissingExtra("The translator 'marian' needs transformers: pip install 'stumper[hf]'.") from error
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
        model = AutoModelForSeq2SeqLM.from_pretrained(name)
    except (OSError, ValueError, ImportError) as error:
        said = " ".join(str(error).split())[:200]
        raise BadData(f"There is no translation model {name!r} to load: {said}") from error
    return Model(tokenizer, model.eval())


def _batches(lengths: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The places of what has the same lengths, at most so many together."""
    same: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, each in enumerate(lengths):
        same[each].append(place)
    return [of[start : start + BATCH] for of in same.values() for start in range(0, len(of), BATCH)]


def _log_sum(values: Sequence[float]) -> float:
    import torch

    return float(torch.logsumexp(torch.tensor(values, dtype=torch.float64), 0))
