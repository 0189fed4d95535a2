"""What a verifier is asked, and what it may answer."""

from dataclasses import dataclass
from typing import Literal

from stumper.types import Example, Passage, Query

Label = Literal["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
LABELS: tuple[Label, ...] = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a verifier gets; evidence only where it is given along with the claim. ``labels`` are those of its data
    set."""

    text: str
    evidence: tuple[Passage, ...] = ()
    labels: tuple[str, ...] = LABELS

    @property
    def choices(self) -> tuple[str, ...]:
        """All that may be said of it: a system that knows FEVER's labels alone says these."""
        return self.labels if self.labels == LABELS else tuple(dict.fromkeys((*self.labels, *LABELS)))


def label_of(example: Example) -> str:
    """The label of a claim."""
    return example.gold.answers[0].text


def claim_of(query: Query) -> Claim:
    """The query, which is a claim: whoever reads claims alone is asked nothing else."""
    assert isinstance(query, Claim), "a verifier reads claims"
    return query
