"""Edits one after the other, each chosen by what the victim says of those before it."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.combined import composed, edits_by_name
from stumper.adversaries.reading.edits.proposing import EditOf, at_least_one, first
from stumper.errors import BadOption
from stumper.types import Example, Nothing, Perturbation, Verdict

# The edits that change neither letters nor what is said.
DEFAULT = "split,paraphrase,synonym,reorder,coreference"
# By how much the expected score must have fallen after each round for the next to be worth its queries.
WORTH_GOING_ON = (0.02, 0.1)


@dataclass(frozen=True)
class Searched:
    """Makes up to ``rounds`` edits one after the other, each upon those that the victim minded most.

    It is a beam search: of each round's paragraphs the ``width`` with the lowest expected score are edited again. It
    ends with a success, or where a round has changed next to nothing. ``edits`` are the edits to choose from, with
    commas between them; ``each`` is how many candidates of an edit are asked about.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = True

    edits: str = DEFAULT
    rounds: int = 3
    width: int = 3
    each: int = 6
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        for option in ("rounds", "width", "each"):
            at_least_one("edit-search", option, getattr(self, option))
        known = edits_by_name(self.pipeline)
        for name in self.names:
            if name not in known:
                raise BadOption(f"The edit {name!r} cannot be searched with. There are: {', '.join(known)}.")

    @property
    def names(self) -> list[str]:
        """The edits to choose from."""
        return [name.strip() for name in self.edits.split(",")]

    @cached_property
    def table(self) -> list[EditOf]:
        """The edits, in the order in which they are named."""
        known = edits_by_name(self.pipeline)
        return [known[name] for name in self.names]

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """A batch a round; the referee takes the worst of all."""
        before = original.expected if original.expected is not None else 1.0
        beam: list[Perturbation | None] = [None]
        asked = set[object]()
        for round in range(self.rounds):
            new = [made for made in self._further(example, beam, rng) if made.query not in asked]
            proposed = first(len(new), new)
            if not proposed:
                return None if round else Nothing("no edit can be made so that it is sure what is right")
            asked.update(made.query for made in proposed)
            said = yield proposed
            if any(verdict.succeeded for verdict in said):
                return None
            scored = [(v.expected, i) for i, v in enumerate(said) if v.expected is not None]
            least = WORTH_GOING_ON[min(round, len(WORTH_GOING_ON) - 1)]
            if not scored or before - min(scored)[0] < least:
                return None
            beam = [proposed[i] for _, i in sorted(scored)[: self.width]]
        return None

    def _further(self, example: Example, beam: Sequence[Perturbation | None], rng: Random) -> Iterator[Perturbation]:
        """What each edit makes of each paragraph of the beam, as one change of the original; None is the original."""
        for one in beam:
            edited = example if one is None else replace(example, query=one.query, gold=one.gold)
            for edit in self.table:
                found = edit.proposals(edited, rng)
                for made in rng.sample(found, min(self.each, len(found))):
                    if one is None:
                        yield made
                    elif made.query != example.query:  # one edit may undo another
                        yield composed(example, one, made)
