"""A tossup word by word."""

from functools import lru_cache

from stumper.tasks.quizbowl.positions import word_ends


@lru_cache(maxsize=4096)
def ends_of(text: str) -> tuple[int, ...]:
    """The character at which each word ends."""
    return word_ends(text)


def first_words(text: str, words: int, after: int = 0) -> str:
    """The text up to the end of so many words, without that of the first ``after``."""
    ends = (0, *ends_of(text))
    return text[ends[min(after, len(ends) - 1)] : ends[min(words, len(ends) - 1)]]
