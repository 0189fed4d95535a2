"""The whole tree of errors that a user can cause or meet.

StumperError                 exit code 2: the user must fix something
├── BadData                  a data or predictions file: missing, cut off, of another shape, contradictory
│   └── OriginalsElsewhere   a set of variants that has none of what they were made of
├── UnknownComponent         a name that nothing is registered under
├── BadOption                an option or a value that a command or a component does not take
├── BadStore                 a store that cannot be opened, or is of another version
├── BadOutput                a file or folder that cannot be written
├── MissingExtra             a component whose optional packages are not installed
├── BrokenVictim             a victim that breaks its contract: wrong count, span outside the text, NaN
├── BrokenAdversary          an adversary whose proposals break what the engine demands
├── NotThere                 what a person asked for does not exist, or is not for them to see
├── Refused                  what a person wants to do cannot be done now: a place taken, a time that is up
│   └── Throttled            too much of it in too short a time
├── Spent                    exit code 130: all that a command may ask is asked; the same command goes on
├── VictimFailed             exit code 3: too large a share of attempts ended in the victim's errors
└── NoVerdict                exit code 3: too little is known for a gate to pass or to fail
"""

from collections.abc import Sequence

from stumper.shown import in_a_line


class StumperError(Exception):
    """One clear sentence for the user: what happened, with which value, what to do next.

    As text it is one line of at most ``shown.LONGEST_MESSAGE`` characters, whatever values of files and of others
    it repeats.
    """

    exit_code = 2

    def __str__(self) -> str:
        return in_a_line(super().__str__())


class BadData(StumperError):
    """A file that cannot be used as it is."""


class OriginalsElsewhere(BadData):
    """A set of variants that has none of what they were made of."""


class UnknownComponent(StumperError):
    """A data set, victim or adversary that nothing is registered under."""


class BadOption(StumperError):
    """An option or a value that is not taken."""


class BadStore(StumperError):
    """A store that cannot be opened or is of another version."""


class BadOutput(StumperError):
    """A file or a folder that cannot be written."""


class MissingExtra(StumperError):
    """Optional packages that are not installed."""


class BrokenVictim(StumperError):
    """A victim whose predictions cannot be believed; ``asked`` is the query of the one at fault, None where none is.

    ``leaves_changed``: an index of its own was changed for a question, and is not what it was.
    """

    asked: object = None
    leaves_changed: bool = False


class BrokenAdversary(StumperError):
    """An adversary whose proposals break what the engine demands."""


class NotThere(StumperError):
    """What does not exist, or is another's: whoever asks cannot tell which."""


class Refused(StumperError):
    """What cannot be done now, or by this person."""


class Throttled(Refused):
    """What was tried too often; ``seconds`` after which to try again."""

    def __init__(self, said: str, seconds: int) -> None:
        super().__init__(said)
        self.seconds = seconds


class VictimFailed(StumperError):
    """Too many attempts ended in the victim's errors."""

    exit_code = 3


class Spent(StumperError):
    """All that a command may ask of systems has been asked; it stops as if it had been interrupted."""

    exit_code = 130


class NoVerdict(StumperError):
    """Too little is known for a verdict."""

    exit_code = 3


def told_first(failed: Sequence[tuple[str, StumperError]]) -> tuple[str, StumperError]:
    """The error that decides how a command or a call ends: the first that the user must mend, as the same would meet it
    again; where there is none, the first of a system that failed."""
    return min(failed, key=lambda one: one[1].exit_code)
