"""What a row of the claim rules says: what it matches, what it writes, what that does to the label."""

import re
from dataclasses import dataclass
from functools import cache
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
# Why a rule is sound for supported claims alone.
EITHER = "a refuted claim may be wrong about the noun, and right about the nation"
HAPPENED = "the claim may be refuted because it never happened"
# Of a list that is refuted, one part may be right, which its negation could be taken to deny.
_OF_REFUTED = {"B sort no scope": "B no scope"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to rewrite a claim. ``kind`` and ``name`` together are its key.

    ``pattern`` is a row of ``patterns.PATTERNS``, ``template`` what is written, with its slots in braces
    (``wording``), ``guards`` what the match must hold besides (``guards``). ``from_labels`` are the labels from which
    its effect on the label is sound; where that is not as the kind has it, or not plain, ``why`` gives the reason.
    One that ``is_published`` is of the table of that name: a regular expression of its own, no guards.
    """

    kind: Kind
    name: str
    pattern: str
    template: str
    from_labels: tuple[Label, ...]
    guards: tuple[str, ...] = ()
    why: str = ""
    is_published: bool = False

    @property
    def swaps_label(self) -> bool:
        """Whether SUPPORTS becomes REFUTES, and the other way round."""
        return self.kind != KEEPS

    @property
    def is_existential(self) -> bool:
        """Whether it says that there is, or is not, something by the name of A, whatever else has that name."""
        return _is_existential(self.template)

    def demands(self, label: str) -> tuple[str, ...]:
        """All that a match must hold in a claim of this label; a negation besides needs a subject that it cannot deny
        instead."""
        guards = self.guards if label == "SUPPORTS" else tuple(_OF_REFUTED.get(guard, guard) for guard in self.guards)
        return (*guards, "A definite") if self.swaps_label else guards


def family(name: str) -> str:
    """The shape of claim that the rule of this name is for, by which a drawn set is evened."""
    return name.partition(":")[0]


@cache
def _is_existential(template: str) -> bool:
    return re.match("There .*(?:called|by the name of) {A}", template) is not None
