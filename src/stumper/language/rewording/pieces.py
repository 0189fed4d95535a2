"""What a rewritten text is made of: stretches of the old one, and words that are new."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """The characters [start, end) of the original text; they may stand elsewhere than before."""

    start: int
    end: int


Piece = Kept | str  # a text is new
