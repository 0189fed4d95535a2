"""What a verifier is asked, and what it may answer."""

from dataclasses import dataclass
from typing import Literal

from stumper.types import Passage, Query

Label = Literal["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
LABELS: tuple[Label, ...] = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a verifier gets; evidence only in the oracle setting."""

    text: str
    evidence: tuple[Passage, ...] = ()


def claim_of(query: Query) -> Claim:
    """The query, which is a claim: whoever reads claims alone is asked nothing else."""
    assert isinstance(query, Claim), "a verifier reads claims"
    return query
