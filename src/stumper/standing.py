"""How far a run has come."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stopped:
    """A run has ``done`` attempts of so many; which they are is no accident, as the quick ones end first."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Standing:
    """``attempts`` of a run are recorded, of ``examples``: None where nobody said how many there would be, as of what
    people write and of runs that earlier versions began. ``concluded`` once the command that carried it out has written
    everything."""

    attempts: int
    examples: int | None
    concluded: bool

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do; not so of a run whose errored attempts have been forgotten."""
        return self.concluded and self.attempts == self.examples

    @property
    def stopped(self) -> Stopped | None:
        """How far it came, where it was to come further."""
        if self.examples is None or self.attempts >= self.examples:
            return None
        return Stopped(self.attempts, self.examples)


UNKNOWN = Standing(0, None, False)  # of a run of which nothing was said
