"""Edits one after the other, each chosen by what the victim says of those before it."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.combined import composed, edits_by_name
from stumper.adversaries.reading.edits.proposing import EditOf, at_least_one, first
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.errors import BadOption
from stumper.language.rewording.pieces import Kept, Piece
from stumper.tasks.reading.question import Question
from stumper.types import Example, Nothing, Perturbation, Verdict

# The edits that change neither letters nor what is said.
DEFAULT = "split,paraphrase,synonym,reorder,coreference"
# By how much the expected score must have fallen after each round for the next to be worth its queries.
WORTH_GOING_ON = (0.01, 0.05)
AT_FIRST = 2  # times as many candidates of an edit are asked about in the first round
MOST_JOINED = 12  # pairs of edits that the victim minded, made both, asked about in a round
JOINED_OF = 8  # edits of the first round, those that the victim minded most, of which pairs are made


@dataclass(frozen=True)
class Searched:
    """Makes up to ``rounds`` edits one after the other, each upon those that the victim minded most.

    It is a beam search: of each round's paragraphs the ``width`` with the lowest expected score are edited again, and
    with each of them those edits of the first round are made that the victim minded most by themselves, as far as they
    lie apart. It ends with a success, or where a round has changed next to nothing. ``edits`` are the edits to choose
    from, with commas between them; ``each`` is how many candidates of an edit are asked about.
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
        singles: list[tuple[float, Perturbation]] = []
        for round in range(self.rounds):
            each = self.each if round else self.each * AT_FIRST
            both = list(islice(_joined(example, beam, singles), MOST_JOINED)) if round else []
            further = self._further(example, beam, each, rng)
            new = [made for made in (*both, *further) if made.query not in asked]
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
            ordered = [(expected, proposed[i]) for expected, i in sorted(scored)]
            beam = [made for _, made in ordered[: self.width]]
            if not round:
                singles = [(expected, made) for expected, made in ordered[:JOINED_OF] if expected < before]
        return None

    def _further(
        self, example: Example, beam: Sequence[Perturbation | None], each: int, rng: Random
    ) -> Iterator[Perturbation]:
        """What each edit makes of each paragraph of the beam, as one change of the original; None is the original."""
        for one in beam:
            edited = example if one is None else replace(example, query=one.query, gold=one.gold)
            for edit in self.table:
                found = edit.proposals(edited, rng)
                for made in rng.sample(found, min(each, len(found))):
                    if one is None:
                        yield made
                    elif made.query != example.query:  # one edit may undo another
                        yield composed(example, one, made)


def _joined(
    example: Example, beam: Sequence[Perturbation | None], singles: Sequence[tuple[float, Perturbation]]
) -> Iterator[Perturbation]:
    """Each paragraph of the beam with an edit of the first round more, those first that hurt most by themselves."""
    for _, other in singles:
        for one in beam:
            if one is not None and (made := both(example, one, other)) is not None:
                yield made


def both(example: Example, one: Perturbation, other: Perturbation) -> Perturbation | None:
    """Two changes of one example, made at once; None where they touch each other, or an answer would be lost."""
    assert isinstance(example.query, Question)
    edits = sorted((*one.edits, *other.edits), key=lambda edit: (edit.start, edit.end))
    if any(after.start <= before.end for before, after in pairwise(edits)):
        return None
    pieces: list[Piece] = []
    done = 0
    for edit in edits:
        pieces += [Kept(done, edit.start), edit.text]
        done = edit.end
    kind = " + ".join((one.edits[0].kind, other.edits[0].kind))
    rule = "; ".join((one.edits[0].rule, other.edits[0].rule))
    return rewritten(example, [*pieces, Kept(done, len(example.query.context.text))], kind, rule)
