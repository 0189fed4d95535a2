"""The guesser ``ir``: the answers of past questions, by what their sentences share with those of a question."""

from collections.abc import Sequence

from stumper.types import Example
from stumper.victims.guessing.guesser import Guesser
from stumper.victims.guessing.opening import guesser


def load(argument: str, examples: Sequence[Example]) -> Guesser:
    """BM25 over the bundled tossups, or over those of a file or folder; ``#pages=FILE`` adds the texts of pages."""
    return guesser("ir", argument)
