"""The nearest passages that do not answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.mined import Mine, mine, passages_in, passages_of
from stumper.adversaries.rag.putting import Place, of_each, open_query, put
from stumper.errors import BadOption
from stumper.types import Example, Nothing, Passage, Perturbation

KIND = "passage distract"


@dataclass(frozen=True, slots=True)
class PassageDistract:
    """Puts the ``k`` nearest passages that have no word of the answer among those that are given.

    They are the gold passages of other questions of the data set, and those of ``corpus``, a file or folder as in
    ``rag:PATH``. A system with an index of its own most likely has the former, so that only those of ``corpus`` that
    belong to no question of the data set are added to it.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    k: int = 3
    corpus: Path | None = None
    place: Place = "first"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise BadOption(f"The option 'k' of passage-distract is a number of 1 or more, not {self.k}.")

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One proposal for each example, with all its passages."""
        own = passages_of(examples)
        everything = mine([*own, *passages_in(self.corpus)])
        ids = {one.id for one in own}
        foreign = mine([one for one in everything.passages if one.id not in ids])
        return of_each(examples, rng, lambda example, chance: self._made(example, everything, foreign, chance))

    def _made(self, example: Example, everything: Mine, foreign: Mine, rng: Random) -> list[Perturbation] | Nothing:
        given = open_query(example).passages
        if given is None and self.corpus is None:
            return Nothing("an index of its own most likely has the passages of the data set: name others, corpus=PATH")
        found = (foreign if given is None else everything).nearest(example, self.k, given or ())
        if not found:
            return Nothing("no passage at hand shares a word with the question and has none of the answer")
        return [put(example, _renamed(found) if given is None else found, (KIND, "nearest"), rng, self.place)]


def _renamed(passages: Sequence[Passage]) -> list[Passage]:
    """The passages without their ids, which an index may have for other texts."""
    return [Passage("", one.text, one.title) for one in passages]
