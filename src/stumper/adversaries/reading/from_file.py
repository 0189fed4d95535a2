"""Candidates that somebody made: each variant in a file of the data set's format is tried on its original."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Literal

from stumper.datasets import open_dataset, variants_by_original
from stumper.types import Example, Perturbation, Verdict


@dataclass(frozen=True)
class FromFile:
    """Proposes the variants `<id>-<tag>` that ``file`` holds for an example: all of them, or one at random."""

    file: Path
    pick: Literal["worst", "one"] = "worst"

    @cached_property
    def variants(self) -> Mapping[str, tuple[Example, ...]]:
        """The file's variants by the id of their original."""
        return variants_by_original(open_dataset(self.file))

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """One batch of the example's variants, in the file's order; the referee takes the worst."""
        found = self.variants.get(example.id, ())
        if found:
            chosen = found if self.pick == "worst" else (rng.choice(found),)
            yield [Perturbation(example.id, variant.query, variant.gold, ()) for variant in chosen]
        return None
