"""What says a sentence in other words: a protocol, and how a translator is named."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stumper.errors import BadOption
from stumper.translating.names import Sentence


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text in other words; ``rule`` says what was done to it."""

    text: str
    rule: str


class Translator(Protocol):
    """Says sentences in other words, most of all by way of another language."""

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """For each sentence its paraphrases, in order, the best ones first; the text itself may be among them."""
        ...

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """log P(paraphrase | text) - log P(text | text) of each pair; None: it has no probabilities."""
        ...


def load_translator(name: str) -> Translator:
    """The translator called ``offline``, ``apertium:PAIR``, ``marian:TO,BACK`` or ``openai:MODEL@URL``.

    BadOption where there is none of that name, or where what it needs is not installed.
    """
    kind, _, argument = name.partition(":")
    if kind == "offline" and not argument:
        from stumper.translating.rewording import Rewording

        return Rewording()
    if kind == "apertium":
        from stumper.translating.apertium import load

        return load(argument)
    if kind == "marian":
        from stumper.translating.marian import load as load_marian

        return load_marian(argument)
    if kind == "openai":
        from stumper.translating.endpoint import load as load_endpoint

        return load_endpoint(argument)
    raise BadOption(
        f"There is no translator {name!r}. Name offline, apertium:eng-spa (another pair of Apertium's), "
        "marian:TO,BACK (two models of transformers, there and back) or openai:MODEL@URL."
    )
