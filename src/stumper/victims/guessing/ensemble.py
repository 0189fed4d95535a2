"""The guesser ``ensemble``: retrieval, the type of the answer and, where there is one, a network, weighed together."""

from collections.abc import Sequence

from stumper.types import Example
from stumper.victims.guessing.guesser import Guesser
from stumper.victims.guessing.opening import guesser


def load(argument: str, examples: Sequence[Example]) -> Guesser:
    """All that there is for the bundled tossups, or for those of a file or of a folder that was fitted."""
    return guesser("ensemble", argument)
