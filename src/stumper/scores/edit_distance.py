"""How much of a text an edit changes."""

from collections.abc import Sequence
from functools import lru_cache

from stumper.text import Change, words


def edit_distance(changes: Sequence[Change]) -> float:
    """The words added and the words removed, as a share of the words before; may exceed 1.

    A changed word counts twice, a word that moved too. A text without words counts as one of one word.
    """
    changed = sum(len(words(change.text)) for change in changes if change.kind != "kept")
    before = "".join(change.text for change in changes if change.kind != "added")
    return changed / max(1, _word_count(before))


@lru_cache(maxsize=4096)  # questions on one paragraph stand together
def _word_count(text: str) -> int:
    return len(words(text))
