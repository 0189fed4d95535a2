"""What a guesser is asked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tossup:
    """What a guesser gets: the words read so far."""

    text: str
