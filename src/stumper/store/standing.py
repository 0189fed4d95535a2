"""How far a run has come."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """``attempts`` of a run are recorded, of ``examples`` (None until it was concluded); ``concluded`` once the command
    that carried it out has written everything."""

    attempts: int
    examples: int | None
    concluded: bool

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do; not so of a run whose errored attempts have been forgotten."""
        return self.concluded and self.attempts == self.examples
