"""What a reader is asked."""

from dataclasses import dataclass

from stumper.types import Passage


@dataclass(frozen=True, slots=True)
class Question:
    """What a reader gets."""

    text: str
    context: Passage
