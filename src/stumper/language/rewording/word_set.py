"""A closed class of words, written in a row."""


def word_set(row: str) -> frozenset[str]:
    """The words of a row, each once."""
    return frozenset(row.split())
