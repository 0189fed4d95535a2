"""The fact that answers with another value, and words that say which of the two holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.as_read import as_read, clauses_by_id, lacking
from stumper.adversaries.rag.contradicted import CUES, denied, stated
from stumper.adversaries.rag.false_answers import NONE_FALSE, falsehoods
from stumper.adversaries.rag.putting import Place, of_each, put
from stumper.errors import BadOption
from stumper.language.clauses import Clause
from stumper.text import listed
from stumper.types import Example, Nothing, Perturbation

KIND = "passage conflict"


@dataclass(frozen=True, slots=True)
class PassageConflict:
    """Adds a passage that repeats the fact with another value, and says that this value does not hold.

    The gold answer stays right for whoever reads both. ``cue`` is how it is said: one or several of the table, ``one``
    of them at random, or ``all``, each a variant by itself.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    cue: str = "one"
    place: Place = "random"
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        if unknown := [name for name in listed(self.cue) if name not in (*CUES, "one", "all")]:
            raise BadOption(f"The option 'cue' of passage-conflict has no cue {unknown[0]!r}. Choose among one, all, "
                            f"{', '.join(CUES)}.")  # fmt: skip

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """A proposal for each cue."""
        asked = clauses_by_id(examples, self.pipeline)
        return of_each(examples, rng, lambda example, chance: self._made(example, asked[example.id], chance))

    def _made(self, example: Example, asked: Clause | None, rng: Random) -> list[Perturbation] | Nothing:
        read = as_read(example)
        if read is None:
            return lacking(example)
        found = falsehoods(read, asked, rng, self.pipeline) if asked is not None else []
        said = next((text for one in found if (text := stated(read, one))), "")
        if not said:
            return Nothing(NONE_FALSE if not found else "no false answer makes a sentence that stands by itself")
        names = list(CUES) if self.cue == "all" else [rng.choice([*CUES])] if self.cue == "one" else listed(self.cue)
        return [put(example, [denied(read, CUES[name], said)], (KIND, name), rng, self.place) for name in names]
