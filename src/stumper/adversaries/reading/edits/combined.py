"""Two or three edits one after the other, as one change of the original paragraph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.ablate import Ablate
from stumper.adversaries.reading.edits.coreference import Coreference
from stumper.adversaries.reading.edits.distract import Distract
from stumper.adversaries.reading.edits.elongate import Elongate
from stumper.adversaries.reading.edits.garbage import Garbage
from stumper.adversaries.reading.edits.merge import Merge
from stumper.adversaries.reading.edits.misspell import Misspell
from stumper.adversaries.reading.edits.paraphrase import Paraphrase
from stumper.adversaries.reading.edits.proposing import EditOf, at_least_one, first, one_batch
from stumper.adversaries.reading.edits.reorder import Reorder
from stumper.adversaries.reading.edits.split import Split
from stumper.adversaries.reading.edits.synonym import Synonym
from stumper.errors import BadOption
from stumper.kind_of_test import joined
from stumper.tasks.reading.question import Question
from stumper.types import Edit, Example, Perturbation

MOST_EDITS = 3  # edits of one combination
WIDTH = 3  # candidates of one edit that the next goes on with
DEFAULT = "split+reorder,merge+synonym,paraphrase+reorder,synonym+reorder,split+synonym"


def edits_by_name(pipeline: str) -> dict[str, EditOf]:
    """The edits that can be combined, each with its default options but for the parser."""
    return {
        "ablate": Ablate(),
        "coreference": Coreference(pipeline=pipeline),
        "distract": Distract(pipeline=pipeline),
        "elongate": Elongate(pipeline=pipeline),
        "garbage": Garbage(),
        "merge": Merge(pipeline=pipeline),
        "misspell": Misspell(),
        "paraphrase": Paraphrase(pipeline=pipeline),
        "reorder": Reorder(),
        "split": Split(pipeline=pipeline),
        "synonym": Synonym(pipeline=pipeline),
    }


@dataclass(frozen=True)
class Combined:
    """Makes two or three edits one after the other: split+reorder, and others (Rahurkar et al. 2020).

    ``edits`` are the combinations, with commas between them.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    edits: str = DEFAULT
    candidates: int = 12
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-combined", "candidates", self.candidates)
        for combination in self.combinations:
            if not 2 <= len(combination) <= MOST_EDITS:
                raise BadOption(
                    f"The option 'edits' of edit-combined takes two or three edits, such as split+reorder, "
                    f"not {'+'.join(combination)!r}."
                )
            for name in combination:
                if name not in self.table:
                    raise BadOption(f"The edit {name!r} cannot be combined. There are: {', '.join(self.table)}.")

    @property
    def combinations(self) -> list[list[str]]:
        """The names of the edits, combination by combination."""
        return [[name.strip() for name in row.split("+")] for row in self.edits.split(",")]

    @cached_property
    def table(self) -> dict[str, EditOf]:
        """The edits by name."""
        return edits_by_name(self.pipeline)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The combinations in turn, from each its most natural candidates first."""
        found = [list(islice(self._made(example, row, rng), self.candidates)) for row in self.combinations]
        return first(self.candidates, (of[i] for i in range(self.candidates) for of in found if i < len(of)))

    attack = one_batch

    def _made(self, example: Example, names: Sequence[str], rng: Random) -> Iterator[Perturbation]:
        """What the edits make of the example, one after the other."""
        name, *later = names
        for perturbation in self.table[name].proposals(example, rng)[:WIDTH]:
            if not later:
                yield perturbation
                continue
            edited = replace(example, query=perturbation.query, gold=perturbation.gold)
            for further in self._made(edited, later, rng):
                if further.query != example.query:  # one edit may undo another
                    yield composed(example, perturbation, further)


def composed(example: Example, one: Perturbation, other: Perturbation) -> Perturbation:
    """Two changes, the second made to what the first left, as one change of the example."""
    assert isinstance(example.query, Question)
    assert isinstance(one.query, Question)
    kind = joined_kind(one, other)
    rule = "; ".join((one.edits[0].rule, other.edits[0].rule))
    text = one.query.context.text
    kept = _still_kept(_kept(one.edits, len(example.query.context.text)), other.edits, len(text))
    return Perturbation(example.id, other.query, other.gold, tuple(_edits(example, other, kept, kind, rule)))


def joined_kind(one: Perturbation, other: Perturbation) -> str:
    """The kinds of both, each once, in order: what has many synonyms is told with what has one."""
    return joined(kind for made in (one, other) for kind in made.edits[0].kind.split(" + "))


_Run = tuple[int, int, int]  # a stretch that was kept: where it begins before and after, and its length


def _kept(edits: Sequence[Edit], length: int) -> list[_Run]:
    """What edits leave as it is, in order."""
    runs: list[_Run] = []
    before = after = 0
    for edit in edits:
        runs.append((before, after, edit.start - before))
        after += edit.start - before + len(edit.text)
        before = edit.end
    return [*runs, (before, after, length - before)]


def _still_kept(runs: Sequence[_Run], edits: Sequence[Edit], length: int) -> list[_Run]:
    """What is left of the runs after these edits of the text that they are in."""
    still: list[_Run] = []
    later = _kept(edits, length)
    for before, middle, size in runs:
        for start, after, kept in later:
            left, right = max(middle, start), min(middle + size, start + kept)
            if left < right:
                still.append((before + left - middle, after + left - start, right - left))
    return still


def _edits(example: Example, other: Perturbation, kept: Sequence[_Run], kind: str, rule: str) -> Iterator[Edit]:
    assert isinstance(example.query, Question)
    assert isinstance(other.query, Question)
    old, new = example.query.context.text, other.query.context.text
    for (before, after, size), (start, place, _) in pairwise([(0, 0, 0), *kept, (len(old), len(new), 0)]):
        if before + size < start or after + size < place:
            yield Edit("context", before + size, start, new[after + size : place], kind, rule)
