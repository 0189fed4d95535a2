"""What is asked of a bonus."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BonusPart:
    """One part with all that has been read before it: the lead-in, and each earlier part with its answer, which the
    moderator has said by then."""

    text: str
    leadin: str = ""
    earlier: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """The lead-in and the part, as one text."""
        return f"{self.leadin} {self.text}".strip()
