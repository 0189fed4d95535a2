"""AddSent for systems that find their passages: the statement in a passage of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.rag.as_read import AsRead, as_read, lacking
from stumper.adversaries.rag.putting import Place, of_each, put
from stumper.adversaries.rag.sent_passages import SentPassage, sent_passages
from stumper.adversaries.reading.addsent.candidates import Strategy, Wanted
from stumper.types import Example, Nothing, Perturbation

KIND = "passage sent"
NOTHING_SAID = "the question cannot be made a sentence that says something else and repeats no answer"


@dataclass(frozen=True, slots=True)
class PassageSent:
    """Adds a passage that says what the changed question says with a fake answer (Jia & Liang 2017).

    One to three sentences that answer nothing stand behind it. ``strategy`` changes the question's words together,
    separately, or both, and ``fakes`` fake answers are taken; each passage is a variant by itself.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    strategy: Strategy = "together"
    fakes: Literal[1, 2] = 1
    place: Place = "random"
    pipeline: str = "embedded"

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """A proposal for each passage."""
        reads = {example.id: read for example in examples if (read := as_read(example)) is not None}
        made = self._passages(list(reads.values()))
        return of_each(examples, rng, lambda example, chance: self._made(example, reads, made, chance))

    def _passages(self, reads: Sequence[AsRead]) -> dict[str, list[SentPassage]]:
        found = sent_passages(reads, Wanted(self.strategy, self.fakes), self.pipeline)
        return {read.example.id: passages for read, passages in zip(reads, found, strict=True)}

    def _made(
        self, example: Example, reads: dict[str, AsRead], made: dict[str, list[SentPassage]], rng: Random
    ) -> list[Perturbation] | Nothing:
        if example.id not in reads:
            return lacking(example)
        if not made[example.id]:
            return Nothing(NOTHING_SAID)
        return [put(example, [one.passage], (KIND, one.raw.label), rng, self.place) for one in made[example.id]]
