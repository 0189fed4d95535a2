"""The gold passages at other places of the same list."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.rag.mined import Mine, mine, passages_in, passages_of
from stumper.adversaries.rag.putting import given_instead, of_each, open_query
from stumper.tasks.rag.open_question import gold_passages
from stumper.types import Example, Nothing, Perturbation

At = Literal["all", "first", "middle", "last"]
KIND = "passage order"


@dataclass(frozen=True, slots=True)
class PassageOrder:
    """Gives ``n`` passages, the gold ones of them first, in the middle or last; nothing else differs (Liu et al. 2024).

    The others are those that were given, then the nearest of the data set's and of ``corpus`` that have no
    word of the answer, the same in the same order for all places.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    changes: ClassVar[Sequence[str]] = ("given",)
    searches: ClassVar[bool] = False

    n: Literal[5, 20, 100] = 5
    at: At = "all"
    corpus: Path | None = None

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """A proposal for each place."""
        whole = mine([*passages_of(examples), *passages_in(self.corpus)])
        return of_each(examples, rng, lambda example, chance: self._made(example, whole))

    def _made(self, example: Example, whole: Mine) -> list[Perturbation] | Nothing:
        gold = gold_passages(example.gold)
        if not gold or not example.gold.answers:
            return Nothing("no gold passage is known with its words")
        wanted = self.n - len(gold)
        own = [one for one in open_query(example).passages or () if one not in gold]
        others = [*own, *whole.nearest(example, wanted, own)][:wanted]
        if len(others) < wanted:
            return Nothing(
                f"beside the gold passages {wanted} are wanted, and those that are given, or share a word with the "
                f"question and have none of the answer, are {len(others)}: name more, corpus=PATH"
            )
        return [
            given_instead(example, [*others[:start], *gold, *others[start:]], (KIND, f"{place} of {self.n}"))
            for place, start in (("first", 0), ("middle", wanted // 2), ("last", wanted))
            if self.at in ("all", place)
        ]
