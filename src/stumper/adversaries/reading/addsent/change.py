"""A change to a question: other words for some of its tokens."""

from dataclasses import dataclass
from typing import Literal

Category = Literal["entity", "number", "antonym", "neighbour"]


@dataclass(frozen=True, slots=True)
class Change:
    """New words for the tokens of one name, number or word."""

    category: Category
    words: tuple[tuple[int, str], ...]
