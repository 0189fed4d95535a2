"""What a row of the claim rules says: what it matches, what it writes, what that does to the label."""

from dataclasses import dataclass
from typing import Literal

from stumper.tasks.verification.claim import LABELS, Label

Kind = Literal["entailment-preserving", "simple negation", "complex negation"]
KEEPS: Kind = "entailment-preserving"
SIMPLE: Kind = "simple negation"
COMPLEX: Kind = "complex negation"
KINDS: tuple[Kind, ...] = (KEEPS, SIMPLE, COMPLEX)

ANY: tuple[Label, ...] = LABELS
VERIFIABLE: tuple[Label, ...] = ("SUPPORTS", "REFUTES")
SUPPORTED: tuple[Label, ...] = ("SUPPORTS",)


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to rewrite a claim. ``kind`` and ``name`` together are its key.

    ``pattern`` is a row of ``patterns.PATTERNS``, ``template`` what is written, with its slots in braces
    (``wording``), ``guards`` what the match must hold besides (``guards``). ``from_labels`` are the labels from which
    its effect on the label is sound; where that is not as the kind has it, or not plain, ``why`` gives the reason.
    """

    kind: Kind
    name: str
    pattern: str
    template: str
    from_labels: tuple[Label, ...]
    guards: tuple[str, ...] = ()
    why: str = ""

    @property
    def swaps_label(self) -> bool:
        """Whether SUPPORTS becomes REFUTES, and the other way round."""
        return self.kind != KEEPS

    @property
    def demands(self) -> tuple[str, ...]:
        """All that a match must hold; a negation besides needs a subject that it cannot deny instead."""
        return (*self.guards, "A definite") if self.swaps_label else self.guards
